// The approved farmer list as a signed document (docs/decisions/0059): drawn up by nobody before its time, signed by two, never changed, replaced
// by a newer version whose difference is said; which one was in force on a past day.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let op1: string
let npop: string
let now = clock()
const as = (who: string) => world.as(who, 'OP1')
beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  op1 = world.places.cotton.OP1?.id as string
  npop = await chain.standards.scheme('NPOP')
})
const conflict = { status: 409, body: { code: 'STATE_CONFLICT' } }
const drawUp = (who = as('omar'), day = now.toISOString().slice(0, 10), schemeId = npop) =>
  record(who, 'collective', op1, 'LIST_DRAWN_UP', day, { farmSchemeId: schemeId, seasonId: chain.season })
const lists = async (): Promise<Json[]> => (await ok(as('omar').get('/approvedlist?sort=-versionNo'))).items
const newest = async (): Promise<Json> => ok(as('omar').get(`/approvedlist/${(await lists())[0]?.id}`))
const sign = (who: ReturnType<typeof as>, list: Json, eventType: 'SIGNED' | 'COUNTERSIGNED', hash = list.hash, day = now.toISOString().slice(0, 10)) =>
  record(who, 'approvedlist', list.id, eventType, day, { hash })

/** RFC 8785, with decimal numbers as texts: written here without the product's own code. */
const canonical = (value: Json): string => {
  if (value === null) return 'null'
  if (typeof value === 'number') return JSON.stringify(String(value))
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(',')}}`
}

describe('a list', () => {
  let farm: { farmerId: string; cropId: string }
  it('is drawn up by nobody but the manager, of today, for a farm scheme, in an open season, once all are inspected and somebody is approved', async () => {
    farm = await chain.sown({ areaHa: 1.5 })
    for (const who of ['carla', 'fatima', 'ines', 'ada']) expect((await drawUp(as(who))).status, who).toBe(403)
    expect(await drawUp(as('omar'), '2026-01-14')).toMatchObject({ status: 400, body: { fields: [{ path: 'occurredAt', code: 'rule' }] } })
    expect(await drawUp()).toMatchObject({ status: 422, body: { ruleId: 'BR-21' } })
    const { farmerId } = await chain.member({ isInspected: false })
    await chain.decide('APPROVED', farm.farmerId).catch(() => {})
    expect(await drawUp()).toMatchObject({ status: 422, body: { ruleId: 'BR-21', figures: expect.objectContaining({ members: expect.any(Number) }) } })
    await chain.inspect(farmerId)
    await chain.decide('APPROVED', farm.farmerId)
    expect(await lists()).toEqual([])
  })
  it('holds farmers, plots, crops and claims of the day, with a fingerprint that anybody can work out', async () => {
    await ok(drawUp())
    const list = await newest()
    expect(list).toMatchObject({
      status: 'DRAFT',
      versionNo: 1,
      asOf: '2026-01-15',
      farmersCount: 1,
      plotsCount: 1,
      replacesId: null,
      signedBy: null,
      extra: { difference: null },
    })
    expect(list.entries).toMatchObject([{ farmerId: farm.farmerId, cropId: farm.cropId, result: 'APPROVED', claimStatus: 'ORGANIC', areaHa: list.areaHa }])
    const document = {
      kind: 'approved farmer list',
      format: 1,
      operatorId: op1,
      schemeId: npop,
      seasonId: chain.season,
      versionNo: 1,
      asOf: '2026-01-15',
      replacesHash: null,
      entries: list.entries,
    }
    // `format` is a number like any other.
    expect(createHash('sha256').update(canonical(document)).digest('hex')).toBe(list.hash)
  })
  it('is not changed by hand, and stands alone until it is signed or discarded (409)', async () => {
    const list = await newest()
    expect((await as('ada').patch(`/approvedlist/${list.id}`, { farmersCount: 9 }, { 'if-match': '"1"' })).status).toBeGreaterThanOrEqual(400)
    expect((await as('omar').post('/approvedlist', { schemeId: npop, seasonId: chain.season })).status).toBe(405)
    expect(await drawUp()).toMatchObject(conflict)
  })
  it('is signed by the manager under the fingerprint that was read; countersigned by somebody else of the body, not before', async () => {
    const list = await newest()
    expect(await sign(as('carla'), list, 'COUNTERSIGNED')).toMatchObject(conflict)
    for (const who of ['carla', 'fatima', 'ada', 'pooja']) expect((await sign(as(who), list, 'SIGNED')).status, who).toBe(403)
    expect(await sign(as('omar'), list, 'SIGNED', 'f'.repeat(64))).toMatchObject({ status: 400, body: { fields: [{ path: 'data.hash', code: 'rule' }] } })
    expect(await sign(as('omar'), list, 'SIGNED', list.hash, '2026-01-14')).toMatchObject({ status: 400 })
    expect((await ok(sign(as('omar'), list, 'SIGNED'))).subject).toMatchObject({ status: 'SIGNED', signedOn: '2026-01-15' })
    const both: User = { ...(world.people.omar as User), grants: [...(world.people.omar?.grants ?? []), ...(world.people.carla?.grants ?? [])] }
    expect(await sign(world.asUser(both, 'cotton', 'OP1'), list, 'COUNTERSIGNED')).toMatchObject({ status: 422, body: { ruleId: 'BR-24' } })
    expect((await sign(as('omar'), list, 'COUNTERSIGNED')).status).toBe(403)
    const { event, subject } = await ok(sign(as('carla'), list, 'COUNTERSIGNED'))
    expect(subject).toMatchObject({ status: 'IN_FORCE', inForceFrom: '2026-01-15', inForceTo: null, hash: list.hash })
    // Signatures are not taken back.
    expect(await as('carla').post(`/approvedlist/${list.id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject(conflict)
    const { items } = await ok(as('omar').get(`/approvedlist/${list.id}/events`))
    expect(items.map(({ eventType, data }: Json) => [eventType, data.hash])).toEqual([
      ['COUNTERSIGNED', list.hash],
      ['SIGNED', list.hash],
    ])
  })
})

describe('a newer version', () => {
  let second: { farmerId: string; cropId: string }
  it('is not signed once facts have overtaken it; discarded, it is drawn up again, and says what differs', async () => {
    now = new Date('2026-01-20T06:30:00Z')
    second = await chain.sown({ areaHa: 0.8 })
    await chain.decide('CONDITIONAL', second.farmerId)
    await ok(drawUp())
    const draft = await newest()
    expect(draft.extra.difference).toMatchObject({ added: [{ farmerId: second.farmerId, result: 'CONDITIONAL' }], removed: [], changed: [] })
    const [first] = (await lists()).filter(({ versionNo }) => versionNo === 1)
    await chain.picked(draft.entries.find((one: Json) => one.farmerId !== second.farmerId).cropId, 300)
    expect(await sign(as('omar'), draft, 'SIGNED')).toMatchObject(conflict)
    expect((await record(as('carla'), 'approvedlist', draft.id, 'DISCARDED', '2026-01-20')).status).toBe(403)
    await ok(record(as('omar'), 'approvedlist', draft.id, 'DISCARDED', '2026-01-20'))
    await ok(drawUp())
    const next = await newest()
    expect(next).toMatchObject({ versionNo: 3, replacesId: first?.id, farmersCount: 2 })
    expect(next.extra.difference).toMatchObject({
      added: [{ farmerId: second.farmerId }],
      removed: [],
      changed: [{ fields: [{ field: 'estimatedKg', from: null, to: expect.any(Number) }] }],
    })
  })
  it('returned by the body it never comes into force; the one before stays', async () => {
    const list = await newest()
    await ok(sign(as('omar'), list, 'SIGNED'))
    expect((await record(as('omar'), 'approvedlist', list.id, 'RETURNED', '2026-01-20', { reason: 'x' })).status).toBe(403)
    await ok(record(as('carla'), 'approvedlist', list.id, 'RETURNED', '2026-01-20', { reason: 'A plot is missing' }))
    expect(await sign(as('carla'), list, 'COUNTERSIGNED')).toMatchObject(conflict)
    expect((await lists()).map(({ versionNo, status }) => [versionNo, status])).toEqual([
      [3, 'RETURNED'],
      [2, 'DISCARDED'],
      [1, 'IN_FORCE'],
    ])
  })
  it('countersigned it takes the place of the one before, whose rows stay; the list in force is asked as of a past day', async () => {
    await ok(drawUp())
    const list = await newest()
    const before = await ok(as('omar').get(`/approvedlist/${list.replacesId}`))
    await ok(sign(as('omar'), list, 'SIGNED'))
    now = new Date('2026-01-22T06:30:00Z')
    await ok(sign(as('carla'), list, 'COUNTERSIGNED'))
    const after = await ok(as('omar').get(`/approvedlist/${list.replacesId}`))
    expect(after).toMatchObject({ status: 'REPLACED', inForceFrom: '2026-01-15', inForceTo: '2026-01-22', hash: before.hash, entries: before.entries })
    const inForce = async (day: string) =>
      (await ok(as('carla').get(`/approvedlist?filter[inForceFrom][lte]=${day}&sort=-versionNo&limit=1`))).items.map(({ versionNo }: Json) => versionNo)
    expect([await inForce('2026-01-14'), await inForce('2026-01-15'), await inForce('2026-01-21'), await inForce('2026-01-22')]).toEqual([[], [1], [1], [4]])
    const rows = async (values: Record<string, unknown>) => {
      const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
      return (await ok(as('carla').get(`/reports/approved-farmer-list?${query}`))).rows.length
    }
    // The report as it was known while the first was in force alone: by the row of then it had no end.
    const then = async (values: Record<string, string>) =>
      (await ok(as('carla').get(`/reports/approved-farmer-list?${new URLSearchParams(values)}`))).rows.map(({ version, status }: Json) => [version, status])
    expect(await then({ inForceOn: '2026-01-22', asOf: '2026-01-21', knownAt: '2026-01-21' })).toEqual([[1, 'IN_FORCE']])
    expect(await then({ inForceOn: '2026-01-22' })).toEqual([
      [4, 'IN_FORCE'],
      [4, 'IN_FORCE'],
    ])
    expect(await then({ asOf: '2026-01-14' })).toEqual([])
    expect([
      await rows({ inForceOn: '2026-01-14' }),
      await rows({ inForceOn: '2026-01-21' }),
      await rows({ inForceOn: '2026-01-22' }),
      await rows({ listId: before.id }),
    ]).toEqual([0, 1, 2, 1])
  })
})

describe('a decision on a list that is signed', () => {
  it('is not taken back (422 BR-26); decided against since, its member comes onto no list in force (409)', async () => {
    const { farmerId } = await chain.member()
    const by = (result: string, day: string) =>
      ok(record(as('omar'), 'collective', op1, 'APPROVAL_COMMITTEE', day, { seasonId: chain.season, decisions: [{ farmerId, result }] }))
    const day = now.toISOString().slice(0, 10)
    const undo = (eventId: string) => as('omar').post(`/collective/${op1}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
    const { event } = await by('APPROVED', day)
    await ok(drawUp())
    const list = await newest()
    await ok(sign(as('omar'), list, 'SIGNED'))
    expect(await undo(event.id)).toMatchObject({ status: 422, body: { ruleId: 'BR-26', figures: { versionNo: list.versionNo } } })
    const { event: against } = await by('REJECTED', day)
    const { body } = await sign(as('carla'), list, 'COUNTERSIGNED')
    expect(body).toMatchObject({ code: 'STATE_CONFLICT', detail: expect.stringContaining('Not approved any more: Ramesh'), figures: { members: 1 } })
    // What was decided after the list was drawn up is no ground of it.
    expect((await undo(against.id)).status).toBe(200)
    await ok(sign(as('carla'), list, 'COUNTERSIGNED'))
    expect(await undo(event.id)).toMatchObject({ status: 422, body: { ruleId: 'BR-26' } })
  })
})
