// What may be deleted: an entry that was a mistake and that nobody has built on, by whoever entered it or decides about such records. What was
// recorded, found by others or made by the product stays (domain dictionary 1.1, 4.4, 5.2; docs/decisions/0106).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { naming } from '#server/store/event-references.ts'
import type { Client } from '../harness/client.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let as: Record<'ada' | 'omar' | 'fatima' | 'ines' | 'pooja', Client>
let grown: { cropId: string; farmerId: string; parcelId: string }
const refuses = refusing(() => world)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const [ada, omar, fatima, ines, pooja] = ['ada', 'omar', 'fatima', 'ines', 'pooja'].map((who) => world.as(who, 'OP1')) as [
    Client,
    Client,
    Client,
    Client,
    Client,
  ]
  as = { ada, omar, fatima, ines, pooja }
  grown = await chain.sown()
  await chain.picked(grown.cropId, 1000)
  await chain.decide('APPROVED', grown.farmerId)
}, 120_000)

/** With the version that its page shows. */
const remove = async (who: Client, entity: string, id: string) => {
  const { version } = await chain.view(entity, id)
  return who.delete(`/${entity}/${id}`, { 'if-match': `"${version}"` })
}
const mayOf = async (who: Client, entity: string, id: string): Promise<string[]> => (await ok(who.get(`/${entity}/${id}`))).may
/** Neither offered nor possible. */
async function stays(who: Client, entity: string, id: string, expected: object): Promise<void> {
  expect(await mayOf(who, entity, id), entity).not.toContain('retire')
  await refuses(() => remove(who, entity, id), expected)
}
async function goes(who: Client, entity: string, id: string): Promise<void> {
  expect(await mayOf(who, entity, id), entity).toContain('retire')
  expect((await remove(who, entity, id)).status).toBe(204)
  expect((await who.get(`/${entity}/${id}`)).status).toBe(404)
}

describe('a lot', () => {
  it('with tickets stays, with what was recorded of it (409 REFERENCED), and so once they are all taken back', async () => {
    const { id } = await chain.lot()
    expect(await mayOf(as.pooja, 'productbatch', id)).toContain('retire')
    const { event } = await ok(chain.buy(id, grown.cropId, 100))
    const expected = { status: 409, body: { code: 'REFERENCED', figures: { facts: { PURCHASE: 1 } } } }
    await stays(as.pooja, 'productbatch', id, expected)
    await stays(as.omar, 'productbatch', id, expected)
    await ok(as.pooja.post(`/productbatch/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await stays(as.pooja, 'productbatch', id, expected)
  })
  it('of a harvest, with kilograms that an event of the crop has posted, stays', async () => {
    const { items } = await ok(as.omar.get(`/productbatch?filter[cropId]=${grown.cropId}`))
    await stays(as.omar, 'productbatch', items[0].id, { status: 409 })
  })
  it('that nothing was recorded of goes, as whoever opened it or the manager wants it', async () => {
    await goes(as.pooja, 'productbatch', (await chain.lot()).id)
    await goes(as.omar, 'productbatch', (await chain.lot()).id)
  })
  it('is deleted or bought into, not both, by two at once', async () => {
    const { id, version } = await chain.lot()
    const [gone, bought] = await Promise.all([as.omar.delete(`/productbatch/${id}`, { 'if-match': `"${version}"` }), chain.buy(id, grown.cropId, 20)])
    expect([
      [204, 404],
      [409, 201],
      [412, 201],
    ]).toContainEqual([gone.status, bought.status])
  })
})

describe('a non-conformity', () => {
  const found = (values: Json = {}) =>
    ok(
      as.ines.post('/nonconformity', {
        ...{ ref: `NC-${Math.random()}`, severity: 'MINOR', rule: 'BR-13', description: 'Buffer too narrow', openedOn: '2026-01-10', dueOn: '2026-02-20' },
        ...values,
      }),
    )
  it('is deleted neither by others (403) nor, a critical one, by whoever has found it (409)', async () => {
    const { id } = await found({ severity: 'CRITICAL' })
    await stays(as.ines, 'nonconformity', id, { status: 409 })
    const own = await found()
    for (const who of [as.omar, as.ada]) await stays(who, 'nonconformity', own.id, { status: 403 })
  })
  it('that the product has opened in whose name ever is not deleted, and not offered to be edited', async () => {
    const { parcelId } = await chain.sown()
    const { id: itemId } = await ok(as.ada.post('/inputitem', { name: 'Urea', category: 'OTHER', permission: 'PROHIBITED', phiDays: 0 }))
    const data = { itemId, usedOn: '2025-08-01', evidence: 'Empty bag' }
    await ok(record(as.ines, 'landparcel', parcelId, 'PROHIBITED_INPUT_FOUND', '2025-08-01', data))
    const { items } = await ok(as.omar.get(`/nonconformity?filter[parcelId]=${parcelId}`))
    await stays(as.ines, 'nonconformity', items[0].id, { status: 409 })
    expect(await mayOf(as.ines, 'nonconformity', items[0].id)).not.toContain('edit')
    await stays(as.ada, 'inputitem', itemId, { status: 409, body: { code: 'REFERENCED' } })
  })
  it('of one’s own goes while nobody has acted on it, and stays once its correction was reported', async () => {
    await goes(as.ines, 'nonconformity', (await found()).id)
    const { id } = await found()
    await ok(record(as.omar, 'nonconformity', id, 'ACTION_SENT', '2026-01-11', { action: 'Widened', doneOn: '2026-01-11' }))
    await stays(as.ines, 'nonconformity', id, { status: 409 })
  })
})

describe('work', () => {
  const taskBody = (values: Json = {}) => ({
    ...{ subject: 'Look at it', type: 'VISIT', priority: 'P3', fourEyes: false, dueDate: '2026-02-20', team: 'Centre', farmerId: grown.farmerId },
    ...values,
  })
  it('that the manager gave is not deleted by whoever does it (403), and goes with the manager', async () => {
    const { id } = await ok(as.omar.post('/task', taskBody()))
    expect(await mayOf(as.fatima, 'task', id)).not.toContain('retire')
    await refuses(() => remove(as.fatima, 'task', id), { status: 403 })
    await goes(as.omar, 'task', id)
  })
  it('that one has entered oneself goes while nobody has begun or commented it', async () => {
    await goes(as.fatima, 'task', (await ok(as.fatima.post('/task', taskBody()))).id)
    const { id } = await ok(as.fatima.post('/task', taskBody()))
    const { event } = await ok(record(as.omar, 'task', id, 'COMMENT', '2026-01-12', { text: 'Today?' }))
    await stays(as.fatima, 'task', id, { status: 409, body: { figures: { facts: { COMMENT: 1 } } } })
    await ok(as.omar.post(`/task/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await stays(as.fatima, 'task', id, { status: 409 })
  })
})

describe('an inspection', () => {
  let checklistId: string
  beforeAll(async () => {
    const question = {
      code: 'EDGE',
      section: 'Field',
      text: 'Is the edge marked?',
      ask: { kind: 'YES_NO', right: 'YES', mayNotApply: true },
      severity: 'MINOR',
    }
    const questions = [{ weight: 1, correctiveDays: 30, photo: 'NONE', ...question }]
    checklistId = (await ok(as.ada.post('/checklist', { name: 'Visit', kind: 'INTERNAL', questions }))).id
  })
  const planned = async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    return ok(as.ines.post('/inspection', { kind: 'INTERNAL', farmerId, seasonId: chain.season, round: 1, checklistId, plannedOn: '2026-01-20' }))
  }
  it('of a round is cancelled, with a reason, and not deleted by whoever carries it out', async () => {
    const { id } = await planned()
    // As a round makes them: in the name of the manager who plans it.
    await world.scoped('ada', ({ db, tenant }) =>
      db
        .updateTable('inspection')
        .set({ created_by: world.people.omar?.id as string, reason: 'HIGH_RISK' })
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id)
        .execute(),
    )
    await stays(as.ines, 'inspection', id, { status: 403 })
    await ok(record(as.ines, 'inspection', id, 'CANCELLED', '2026-01-14', { reason: 'Moved away' }))
  })
  it('that one has entered oneself goes until something was recorded of it', async () => {
    await goes(as.ines, 'inspection', (await planned()).id)
    const { id } = await planned()
    await ok(record(as.ines, 'inspection', id, 'MOVED', '2026-01-14', { plannedOn: '2026-01-25' }))
    await stays(as.ines, 'inspection', id, { status: 409 })
  })
  it('is not begun, nor offered to be begun, while its checklist is a draft (409)', async () => {
    const { id } = await planned()
    expect(await mayOf(as.ines, 'inspection', id)).not.toContain('STARTED')
    await refuses(() => record(as.ines, 'inspection', id, 'STARTED', '2026-01-14'), { status: 409 })
    await ok(record(as.ada, 'checklist', checklistId, 'PUBLISHED', '2026-01-14'))
    expect(await mayOf(as.ines, 'inspection', id)).toContain('STARTED')
  })
})

describe('an input', () => {
  const item = (name: string) => ok(as.ada.post('/inputitem', { name, category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 0 }))
  it('that an event names stays, also a late one, and may go when that is taken back', async () => {
    const { id } = await item('Neem spray of the test')
    expect(await mayOf(as.ada, 'inputitem', id)).toContain('retire')
    const system = await chain.systemOn((await chain.member()).parcelId)
    const answer = await as.fatima.post(`/croppingsystem/${system}/events`, {
      eventType: 'INPUT_APPLICATION',
      occurredAt: at('2025-06-05'),
      lateReason: 'Field book',
      data: { itemId: id, dosePerHa: 5, unit: 'KG', total: 5 },
    })
    const { event } = await ok(Promise.resolve(answer))
    await stays(as.ada, 'inputitem', id, { status: 409, body: { code: 'REFERENCED', figures: { namedBy: { croppingsystem: 1 } } } })
    await ok(as.fatima.post(`/croppingsystem/${system}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await goes(as.ada, 'inputitem', id)
  })
  it('is either deleted or named by its first event, never both, by two at the same moment', async () => {
    const system = await chain.systemOn((await chain.member()).parcelId)
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round += 1) {
      const { id } = await item(`Spray of two at once ${round}`)
      const data = { itemId: id, dosePerHa: 5, unit: 'KG', total: 5 }
      const name = () =>
        as.fatima.post(`/croppingsystem/${system}/events`, {
          eventType: 'INPUT_APPLICATION',
          occurredAt: at('2025-06-05', 6 + round),
          lateReason: 'Field book',
          data,
        })
      const drop = () => as.ada.delete(`/inputitem/${id}`, { 'if-match': '"1"' })
      const [named, dropped] = round % 2 ? await Promise.all([name(), drop()]) : (await Promise.all([drop(), name()])).reverse()
      const both = [named?.status, dropped?.status].join(' ')
      expect(['201 409', '400 204']).toContain(both)
      outcomes.add(both)
      expect((await as.ada.get(`/inputitem/${id}`)).status).toBe(dropped?.status === 204 ? 404 : 200)
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })
  it('is looked for among all events by a key, under row security, too', async () => {
    await world.scoped('ada', async (scope) => {
      await sql`set local enable_seqscan = off`.execute(scope.db)
      const facts = naming(scope, sql`${scope.user.id}::uuid`)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select exists (select from ${facts})`.execute(scope.db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/(using|on) event_reference__pkey/)
      expect(plan).toMatch(/Index Cond: \(\(tenant_id = .* AND \(record_id = /)
    })
  })
})
