// A group or company that is suspended, or leaves, at the moment at which goods are sent or bought, on a real PostgreSQL (docs/decisions/0138): whoever comes second sees what the
// first has recorded, so that a trade within a suspension is refused or found, and nobody meets a deadlock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { partyLock } from '#server/ledger/party-then.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from '../api/chain-stage.ts'
import { spinnerOf } from '../api/mill-stage.ts'
import { type Sales, salesOf } from '../api/sale-stage.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { type LockOrder, openLockOrder } from '../harness/lock-order.ts'
import { lotsOfOtherSchemes } from '../harness/shared-schemes.ts'
import { openWorld, type World } from '../harness/world.ts'

type Answered = { status: number; body: Json }
const rounds = 10

describe.runIf(process.env.TEST_DATABASE_URL)('a party that is suspended while it trades', () => {
  let world: World
  let chain: Chain
  let sales: Sales
  let database: Database
  let locks: LockOrder
  let lot: string
  let invoices = 0
  const ada = () => world.as('ada', 'OP1')
  const pooja = () => world.as('pooja', 'OP1')
  const group = (): string => world.places.cotton.OP1?.id as string
  const inOrder = (partyId: string, calls: readonly (() => Promise<Answered>)[]) => locks.inOrder(world.tenants.cotton.id, partyLock(partyId), calls)
  const suspend = (kind: 'collective' | 'processor', id: string) => record(ada(), kind, id, 'SUSPENDED', '2025-12-01', { reason: 'Finding of the audit' })
  const voidMove = async (kind: string, id: string, { body }: Answered): Promise<void> =>
    void (await ok(ada().post(`/${kind}/${id}/events/${body.event.id}/void`, { reason: 'DID_NOT_OCCUR' })))
  const send = (buyerId: string) => record(pooja(), 'productbatch', lot, 'DISPATCH', '2025-12-02', { buyerId, kg: 1, invoiceNo: `PW-${++invoices}` })
  const findings = async (eventId: string): Promise<Json[]> =>
    (await ok(ada().get(`/productbatch/${lot}/findings`))).items.filter((one: Json) => one.eventId === eventId && !one.closedAt)

  beforeAll(async () => {
    await sharedDatabase()
    database = await openPostgres({ url: serverAddress() as string, max: 16 })
    world = await openWorld({ now: clock, database })
    chain = await chainOf(world)
    sales = salesOf(chain)
    lot = await sales.lot(500)
    locks = await openLockOrder()
  }, 240_000)
  afterAll(async () => {
    await locks?.close()
    await database?.close()
  })

  it('is refused what it sends or is sent after its suspension, and found what came before it', async () => {
    const before = await locks.deadlocks()
    for (const [kind, id] of [['collective', group()] as const, ['processor', chain.ginner] as const]) {
      const [late, refused] = await inOrder(id, [() => suspend(kind, id), () => send(chain.ginner)])
      expect(late?.status).toBe(201)
      expect(refused).toMatchObject(
        kind === 'collective' ? { status: 422, body: { ruleId: '5.4' } } : { status: 400, body: { fields: [{ path: 'data.buyerId' }] } },
      )
      await voidMove(kind, id, late as Answered)
      const [sent, then] = await inOrder(id, [() => send(chain.ginner), () => suspend(kind, id)])
      expect([sent?.status, then?.status]).toEqual([201, 201])
      expect(await findings(sent?.body.event.id)).toMatchObject([{ ruleId: 'BR-12', severity: 'REVIEW', message: expect.stringContaining('was suspended') }])
      await voidMove(kind, id, then as Answered)
    }
    expect((await locks.deadlocks()) - before).toBe(0)
  })

  it('buys nothing once it is suspended, and what it bought before stands', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 100)
    const { id: heap } = await chain.lot()
    const buy = () => chain.buy(heap, cropId, 10, '2025-12-02')
    const [suspension, refused] = await inOrder(group(), [() => suspend('collective', group()), buy])
    expect(refused).toMatchObject({ status: 422, body: { ruleId: '5.4' } })
    await voidMove('collective', group(), suspension as Answered)
    const [bought, then] = await inOrder(group(), [buy, () => suspend('collective', group())])
    expect([bought?.status, then?.status]).toEqual([201, 201])
    await voidMove('collective', group(), then as Answered)
  })

  it('neither buys nor sends under a claim once the scope certificate of the group is suspended, and what came before is found', async () => {
    const before = await locks.deadlocks()
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 100)
    const { id: heap } = await chain.lot()
    const path = `/scopecertificate/${chain.certificates.group}/events`
    const suspendScope = () => record(world.as('carla', 'OP1'), 'scopecertificate', chain.certificates.group, 'SUSPENDED', '2025-12-01', { reason: 'Audit' })
    const voidEvent = async ({ body }: Answered) => void (await ok(world.as('carla', 'OP1').post(`${path}/${body.event.id}/void`, { reason: 'DID_NOT_OCCUR' })))
    const trades: [string, string, () => Promise<Answered>][] = [
      [heap, '5.3', () => chain.buy(heap, cropId, 10, '2025-12-02')],
      [lot, 'BR-12', () => send(chain.ginner)],
    ]
    for (const [goods, ruleId, trade] of trades) {
      const [suspension, refused] = await inOrder(group(), [suspendScope, trade])
      expect(suspension?.status).toBe(201)
      expect(refused).toMatchObject({ status: 422, body: { ruleId: '5.3' } })
      await voidEvent(suspension as Answered)
      const [traded, then] = await inOrder(group(), [trade, suspendScope])
      expect([traded?.status, then?.status]).toEqual([201, 201])
      const { items } = await ok(ada().get(`/productbatch/${goods}/findings`))
      expect(items.filter((one: Json) => one.eventId === traded?.body.event.id && one.ruleId === ruleId)).toMatchObject([
        { severity: 'REVIEW', closedAt: null },
      ])
      await voidEvent(then as Answered)
    }
    expect((await locks.deadlocks()) - before).toBe(0)
  })

  it('has its certificate suspended while a crop is picked, in either order: the lot is of the schemes of both', async () => {
    const before = await locks.deadlocks()
    const { id: roc } = await chain.standards.certify({ collectiveId: group() }, { scheme: 'ROC', scNo: 'ROC/PW' })
    const carla = world.as('carla', 'OP1')
    const suspendRoc = () => record(carla, 'scopecertificate', roc, 'SUSPENDED', '2025-11-04', { reason: 'Audit' })
    const wrong = () => world.scoped('ada', lotsOfOtherSchemes)
    for (const isPickedFirst of [true, false]) {
      const { cropId } = await chain.sown()
      await chain.picked(cropId, 100, '2025-11-03')
      const pick = (day: string) => record(world.as('fatima', 'OP1'), 'crop', cropId, 'HARVEST', day, { pickNo: 2, kg: 10 })
      const inTurn = async (call: () => Promise<Answered>) => {
        const calls = [call, suspendRoc]
        const answers = await inOrder(group(), isPickedFirst ? calls : calls.toReversed())
        expect(answers.filter(({ status }) => status >= 300)).toEqual([])
        expect([isPickedFirst, await wrong()]).toEqual([isPickedFirst, []])
        const [picked, suspended] = (isPickedFirst ? answers : answers.toReversed()) as [Answered, Answered]
        await ok(carla.post(`/scopecertificate/${roc}/events/${suspended.body.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
        expect(await wrong()).toEqual([])
        return picked.body.event
      }
      const picking = await inTurn(() => pick('2025-11-05'))
      // And where it is taken back.
      await inTurn(() => world.as('fatima', 'OP1').post(`/crop/${cropId}/events/${picking.id}/void`, { reason: 'DID_NOT_OCCUR' }) as Promise<Answered>)
    }
    expect((await locks.deadlocks()) - before).toBe(0)
  })

  it('meets no deadlock where a correction takes back the finding that a reinstatement of the certificate takes back as well', async () => {
    const before = await locks.deadlocks()
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 100)
    const { id: heap } = await chain.lot()
    const path = `/scopecertificate/${chain.certificates.group}/events`
    const onScope = (type: string, day: string) =>
      record(world.as('carla', 'OP1'), 'scopecertificate', chain.certificates.group, type, day, { reason: 'Audit' })
    const voidEvent = async ({ body }: Answered) => void (await ok(world.as('carla', 'OP1').post(`${path}/${body.event.id}/void`, { reason: 'DID_NOT_OCCUR' })))
    const correct = (goods: string, { event }: Json, data: Json) =>
      pooja().post(`/productbatch/${goods}/events`, {
        ...{ eventType: event.eventType, occurredAt: event.occurredAt, lateReason: 'Typing error', supersedesEventId: event.id },
        data: { ...event.data, ...data },
      })
    const trades: [string, string, Json][] = [
      [heap, '5.3', await ok(chain.buy(heap, cropId, 10, '2025-12-06'))],
      [lot, 'BR-12', await ok(record(pooja(), 'productbatch', lot, 'DISPATCH', '2025-12-06', { buyerId: chain.ginner, kg: 1, invoiceNo: `PW-${++invoices}` }))],
    ]
    for (const [goods, ruleId, first] of trades) {
      let trade = first
      for (const isReinstatedFirst of [true, false]) {
        const suspension = await onScope('SUSPENDED', '2025-12-01')
        const calls = [() => onScope('REINSTATED', '2025-12-05'), () => correct(goods, trade, ruleId === '5.3' ? {} : { invoiceNo: `PW-${++invoices}` })]
        const answers = await inOrder(group(), isReinstatedFirst ? calls : calls.toReversed())
        expect(answers.map(({ status }) => status)).toEqual([201, 201])
        const [reinstated, corrected] = (isReinstatedFirst ? answers : answers.toReversed()) as [Answered, Answered]
        trade = corrected.body
        const { items } = await ok(ada().get(`/productbatch/${goods}/findings`))
        expect(items.filter((one: Json) => one.eventId === trade.event.id && one.ruleId === ruleId && !one.closedAt)).toEqual([])
        await voidEvent(reinstated)
        await voidEvent(suspension)
      }
    }
    expect((await locks.deadlocks()) - before).toBe(0)
  })

  it('leaves only without stock: what is sent to it at that moment comes first and stops that, or is refused', async () => {
    for (const isExitFirst of [true, false]) {
      const mill = await spinnerOf(world, `Spinners ${isExitFirst}`)
      const calls = [() => record(ada(), 'processor', mill, 'EXITED', '2025-12-20', { reason: 'Closed' }), () => send(mill)]
      const answers = await inOrder(mill, isExitFirst ? calls : calls.reverse())
      expect(answers.map(({ status }) => status)).toEqual(isExitFirst ? [201, 400] : [201, 422])
    }
  })

  it(`is refused or found at the same moment, ${rounds} times`, { timeout: rounds * 10_000 }, async () => {
    const before = await locks.deadlocks()
    for (let round = 0; round < rounds; round++)
      for (const [kind, id] of [['collective', group()] as const, ['processor', chain.ginner] as const]) {
        const calls = [() => send(chain.ginner), () => suspend(kind, id)]
        const order =
          round % 2
            ? calls.map((call) => call())
            : calls
                .reverse()
                .map((call) => call())
                .reverse()
        const [sent, suspension] = (await Promise.all(order)) as unknown as [Answered, Answered]
        expect(suspension.status).toBe(201)
        expect([201, 400, 422], JSON.stringify(sent.body)).toContain(sent.status)
        if (sent.status === 201) expect(await findings(sent.body.event.id)).toHaveLength(1)
        await voidMove(kind, id, suspension)
      }
    expect((await locks.deadlocks()) - before).toBe(0)
  })
})
