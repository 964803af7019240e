// A group or company is suspended, or leaves, at the moment at which it trades (docs/decisions/0138), and the connection of one of the two to the database is lost: while it waits for the other, before its
// commit, or after it before anybody is answered. Nothing is half-written, and the same call sent again under its key has the one result. Of an act that nobody meets: a task that is
// done with what it requires.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { differencesOf } from '#server/jobs/clock/projection-audit.ts'
import { partyLock } from '#server/ledger/party-then.ts'
import { findRecord } from '#server/store/get.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from '../api/chain-stage.ts'
import { spinnerOf } from '../api/mill-stage.ts'
import { type Sales, salesOf, tcNo } from '../api/sale-stage.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { drawnImage } from '../harness/files.ts'
import { endConnection, type LockOrder, openLockOrder } from '../harness/lock-order.ts'
import { openWorld, type World } from '../harness/world.ts'

type Answered = { status: number; body: Json }
type Call = { who: string; entity: string; id: string; body: Json; key: string }
type Moment = 'WAITING' | 'COMMIT' | 'ANSWER'
const moments: readonly Moment[] = ['WAITING', 'COMMIT', 'ANSWER']
/** What is tried at once with the suspension of the group, or the exit of a company: what it is when it is recorded, and what it then leaves. */
type Trade = {
  party(): Promise<{ kind: 'collective' | 'processor'; id: string; move: Call }>
  act(partyId: string): Promise<Call>
  /** What whoever comes second is refused with. */
  refusedBy: { status: number; ruleId?: string }
  /** By the ledger and the findings; `isThere`: it was recorded. */
  left(act: Call, answer: Answered, isThere: boolean): Promise<void>
  /** For which both wait; null: a certificate is submitted without waiting, and judged again when it is issued. */
  lock(partyId: string): string | null
  /** A party that has left has no goods: one that comes before it refuses its exit. */
  excludes?: true
}

describe.runIf(process.env.TEST_DATABASE_URL)('a connection that is lost', () => {
  let world: World
  let chain: Chain
  let sales: Sales
  let pool: Database
  let outside: pg.Client
  let locks: LockOrder
  let lot: string
  let heap: string
  let cropId: string
  let bought = 0
  let sentKg = 0
  /** The transaction of the call on this record loses its connection, once. */
  let cut: { record: string; moment: Moment } | null = null
  const group = (): string => world.places.cotton.OP1?.id as string
  const tenantId = () => world.tenants.cotton.id

  const call = (who: string, entity: string, id: string, eventType: string, occurredAt: string, data: Json = {}): Call => {
    const body = { id: randomUUID(), eventType, occurredAt, data, lateReason: 'From the field book' }
    return { who, entity, id, body, key: randomUUID() }
  }
  const send = ({ who, entity, id, body, key }: Call): Promise<Answered> =>
    world.as(who, 'OP1').post(`/${entity}/${id}/events`, body, { 'idempotency-key': key })
  /** As a client does whose connection was lost: the same again, under the same key. */
  const again = async (act: Call, answer: Answered): Promise<Answered> => (answer.status === 503 ? send(act) : answer)
  const recorded = async ({ body }: Call): Promise<number> =>
    (await outside.query(`select from event where tenant_id = $1 and id = $2 and status = 'RECORDED'`, [tenantId(), body.id])).rowCount ?? 0
  /** Of all that the ledger has of it. */
  const onHand = async (id: string): Promise<number> => {
    const { rows } = await outside.query(
      `select coalesce(sum(delta_kg), 0)::float8 as kg from ledger_entry where tenant_id = $1 and batch_id = $2
        and account in ('PRODUCED', 'PURCHASED', 'RECEIVED', 'CONSUMED', 'SHIPPED', 'LOSS', 'ADJUST')`,
      [tenantId(), id],
    )
    return rows[0].kg
  }
  const differences = (entity: string, id: string): Promise<string[]> =>
    world.scoped('ada', async (scope) => {
      const row = await findRecord(scope, entityOf(entity), id, { by: 'any' })
      return row ? differencesOf(scope, entityOf(entity), row) : ['lost']
    })

  beforeAll(async () => {
    await sharedDatabase()
    outside = new pg.Client({ connectionString: serverAddress() })
    await outside.connect()
    pool = await openPostgres({ url: serverAddress() as string, max: 16 })
    const losing: Database = {
      ...pool,
      async transaction(tenant, work, use) {
        const hit = cut && use?.isWrite && use.record === cut.record ? cut.moment : null
        if (hit) cut = null
        const answer = await pool.transaction(
          tenant,
          async (db) => {
            const result = await work(db)
            const { rows } = hit === 'COMMIT' ? await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db) : { rows: [] }
            if (rows[0]) await endConnection(outside, rows[0].pid)
            return result
          },
          use,
        )
        if (hit === 'ANSWER') throw Object.assign(new Error('Connection terminated'), { code: '08006' })
        return answer
      },
    }
    world = await openWorld({ now: clock, database: losing })
    chain = await chainOf(world)
    sales = salesOf(chain)
    lot = await sales.lot(900)
    locks = await openLockOrder()
    const grown = await chain.sown()
    await chain.decide('APPROVED', grown.farmerId)
    await chain.picked(grown.cropId, 600)
    cropId = grown.cropId
    heap = (await chain.lot()).id
  }, 240_000)
  afterAll(async () => {
    await locks?.close()
    await outside?.end()
    await pool?.close()
  })

  const suspension = (day: string) => async () => ({
    kind: 'collective' as const,
    id: group(),
    move: call('ada', 'collective', group(), 'SUSPENDED', at(day), { reason: 'Finding of the audit' }),
  })
  const dispatch = (buyerId: string, day: string) =>
    call('pooja', 'productbatch', lot, 'DISPATCH', at(day), { buyerId, kg: 1, invoiceNo: randomUUID().slice(0, 8) })
  const afterDispatch = async (isThere: boolean): Promise<void> => {
    if (isThere) sentKg += 1
    expect(await onHand(lot)).toBe(900 - sentKg)
    expect(await differences('productbatch', lot)).toEqual([])
  }
  const draft = async (): Promise<string> => {
    const sent = await sales.send(lot, 5)
    sentKg += 5
    return (await sales.draft([sent])).id
  }
  const reservedOf = async (id: string): Promise<Json> =>
    (
      await outside.query(
        `select t.status, (select count(*)::int from event e where e.tenant_id = t.tenant_id and e.subject_id = t.id and e.event_type in ('SUBMITTED', 'ISSUED') and e.status = 'RECORDED') as acts
         from transactioncertificate t where t.tenant_id = $1 and t.id = $2`,
        [tenantId(), id],
      )
    ).rows[0]
  const trades: Record<string, Trade> = {
    'a purchase': {
      lock: partyLock,
      party: suspension('2025-12-01'),
      act: async () =>
        call('pooja', 'productbatch', heap, 'PURCHASE', at('2025-12-02'), {
          ...{
            cropId,
            grossKg: 12,
            tareKg: 2,
            netKg: 10,
            pricePerKg: 72_00,
            premiumPerKg: 6_00,
            receiptNo: randomUUID().slice(0, 8),
            farmerConfirmation: 'IVR',
          },
        }),
      refusedBy: { status: 422, ruleId: '5.4' },
      async left(_act, _answer, isThere) {
        if (isThere) bought += 10
        expect(await onHand(heap)).toBe(bought)
        expect(await differences('productbatch', heap)).toEqual([])
        expect(await differences('crop', cropId)).toEqual([])
      },
    },
    'a dispatch': {
      lock: partyLock,
      party: suspension('2025-12-01'),
      act: async () => dispatch(chain.ginner, '2025-12-02'),
      refusedBy: { status: 422, ruleId: '5.4' },
      async left(act, _answer, isThere) {
        await afterDispatch(isThere)
        const found = (await ok(world.as('ada', 'OP1').get(`/productbatch/${lot}/findings`))).items.filter(
          (one: Json) => one.eventId === act.body.id && !one.closedAt,
        )
        expect(found.map(({ ruleId, severity }: Json) => `${ruleId} ${severity}`)).toEqual(isThere ? ['BR-12 REVIEW'] : [])
      },
    },
    'a dispatch to a company that leaves': {
      lock: partyLock,
      party: async () => {
        const id = await spinnerOf(world, `Spinners ${randomUUID().slice(0, 4)}`)
        return { kind: 'processor' as const, id, move: call('ada', 'processor', id, 'EXITED', at('2025-12-20'), { reason: 'Closed' }) }
      },
      act: async (mill) => dispatch(mill, '2025-12-02'),
      refusedBy: { status: 400 },
      excludes: true,
      left: async (_act, _answer, isThere) => afterDispatch(isThere),
    },
    'a certificate that is submitted': {
      lock: () => null,
      party: suspension('2026-01-14'),
      act: async () => call('omar', 'transactioncertificate', await draft(), 'SUBMITTED', at('2026-01-15', 11)),
      refusedBy: { status: 422, ruleId: 'BR-12' },
      async left(act, _answer, isThere) {
        expect(await reservedOf(act.id)).toEqual(isThere ? { status: 'SUBMITTED', acts: 1 } : { status: 'DRAFT', acts: 0 })
        expect(await differences('productbatch', lot)).toEqual([])
      },
    },
    'a certificate that is issued': {
      lock: () => 'findings of certificates',
      party: suspension('2026-01-14'),
      async act() {
        const id = await draft()
        await ok(sales.act(world.as('omar', 'OP1'), id, 'SUBMITTED'))
        await ok(sales.act(world.as('carla', 'OP1'), id, 'REVIEW_STARTED'))
        return call('carla', 'transactioncertificate', id, 'ISSUED', at('2026-01-15', 11), { tcNo: tcNo(), reviewNote: 'Papers seen' })
      },
      refusedBy: { status: 422, ruleId: 'BR-12' },
      async left(act, _answer, isThere) {
        expect(await reservedOf(act.id)).toEqual(isThere ? { status: 'ISSUED', acts: 2 } : { status: 'UNDER_REVIEW', acts: 1 })
        expect(await differences('productbatch', lot)).toEqual([])
      },
    },
  }
  const rounds = Object.keys(trades).flatMap((name) => [true, false].map((isMoveFirst) => [name, isMoveFirst ? 'after' : 'before'] as const))

  it.each(rounds)('%s that comes %s it, at every moment of either', { timeout: 120_000 }, async (name, order) => {
    const { party, act, refusedBy, left, excludes, lock: lockOf } = trades[name] as Trade
    for (const isMoveCut of [true, false])
      for (const moment of moments) {
        const of = `${moment} of the ${isMoveCut ? 'move' : 'trade'}`
        const { kind, id, move } = await party()
        const trade = await act(id)
        const lock = lockOf(id)
        if (!lock && moment === 'WAITING') continue
        const both = order === 'after' ? [move, trade] : [trade, move]
        if (moment !== 'WAITING') cut = { record: isMoveCut ? move.id : trade.id, moment }
        const calls = both.map((one) => () => send(one))
        const waiting = moment === 'WAITING' ? both.indexOf(isMoveCut ? move : trade) : null
        const answers = lock ? await locks.inOrder(tenantId(), lock, calls, { cut: waiting }) : [await calls[0]?.(), await calls[1]?.()]
        const lost = isMoveCut ? move : trade
        // Whoever comes second may be refused before there is anything to commit.
        const isRefused = moment !== 'WAITING' && (order === 'after' ? lost === trade : excludes === true && lost === move)
        const unanswered = answers.flatMap((one, index) => (one?.status === 503 ? both[index] : []))
        expect(unanswered, of).toEqual(isRefused ? [] : [lost])
        // What was lost before its commit is not there at all; after it, as a whole.
        const isWritten = moment === 'ANSWER' && !isRefused
        expect(await recorded(lost), of).toBe(isWritten ? 1 : 0)
        const settled = new Map<Call, Answered>()
        for (const [index, one] of both.entries()) settled.set(one, await again(one, answers[index] as Answered))
        const [moved, traded] = [settled.get(move) as Answered, settled.get(trade) as Answered]
        const isThere = traded.status === 201
        expect([isThere ? 201 : traded.status, traded.body.ruleId], `${of} ${JSON.stringify(traded.body)}`).toEqual(
          isThere ? [201, undefined] : [refusedBy.status, refusedBy.ruleId],
        )
        expect(moved.status, `${of} ${JSON.stringify(moved.body)}`).toBe(excludes && isThere ? 422 : 201)
        expect([await recorded(trade), await recorded(move)], of).toEqual([isThere ? 1 : 0, moved.status === 201 ? 1 : 0])
        // Once more, the same answer, and nothing beside it.
        for (const [one, first] of settled) if (first.status === 201) expect((await send(one)).body.event.id, of).toBe(first.body.event.id)
        await left(trade, traded, isThere)
        if (moved.status === 201) await ok(world.as('ada', 'OP1').post(`/${kind}/${id}/events/${move.body.id}/void`, { reason: 'DID_NOT_OCCUR' }))
      }
  })

  it('leaves a task open with its photo free, and done with it once when it is sent again', async () => {
    for (const moment of ['COMMIT', 'ANSWER'] as const) {
      const fatima = world.as('fatima', 'OP1')
      const values = { subject: 'Read the traps', type: 'VISIT', priority: 'P3', fourEyes: false, dueDate: '2026-01-14', team: 'Centre', evidence: ['PHOTO'] }
      const { id } = await ok(fatima.post('/task', values))
      const bytes = (await drawnImage(40, 30, 'png', `#${randomUUID().slice(0, 6)}`)) as BodyInit
      const photo = (await ok(fatima.send('/files?name=trap.png', { method: 'POST', headers: { 'content-type': 'image/png' }, body: bytes }))).id
      const done = call('fatima', 'task', id, 'DONE', clock().toISOString(), { outcome: 'Done', files: [photo] })
      cut = { record: id, moment }
      expect((await send(done)).status).toBe(503)
      const attached = async () =>
        (await outside.query(`select count(*)::int as n from file_use where tenant_id = $1 and file_id = $2`, [tenantId(), photo])).rows[0].n
      const statusOf = async () => (await ok(fatima.get(`/task/${id}`))).status
      expect([await recorded(done), await attached(), await statusOf()]).toEqual(moment === 'COMMIT' ? [0, 0, 'OPEN'] : [1, 1, 'DONE'])
      const first = await ok(send(done))
      expect([await recorded(done), await attached(), await statusOf()]).toEqual([1, 1, 'DONE'])
      expect((await ok(send(done))).event.id).toBe(first.event.id)
    }
  })
})
