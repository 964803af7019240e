// The owner of a leased plot agrees to certification where the lease ends before the plot is organic (domain dictionary 3.2): what is missing is found, refused is nothing.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { leaseConsents } from '#server/jobs/clock/lease-consents.ts'
import { runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { at, clock, type Json, ok } from './chain-stage.ts'
import { field, type Stage, stageOf } from './parcel-stage.ts'

let world: World
let stage: Stage
let metres = 40_000
const omar = () => world.as('omar', 'OP1')
const agreed = { consentToCertification: true, consentOn: '2026-01-02' }
const owner = async (values: Json = {}): Promise<string> =>
  (
    await ok(
      omar().post('/landowner', sampleOf(entityOf('landowner'), { values: { farmerId: null, consentToCertification: false, consentOn: null, ...values } })),
    )
  ).id
/** Leased to a day, mapped, in the scheme since 1 January 2026: organic on 1 January 2028. */
async function plot(leaseTo: string, owners: readonly string[], values: Json = {}): Promise<string> {
  metres += 200
  const lease = { tenure: 'LEASED', leaseFrom: '2024-01-01', leaseTo, landowners: owners.map((landownerId) => ({ landownerId, share: 1 / owners.length })) }
  return (await stage.plant({ ...lease, boundary: field(metres, 0), conversionStart: '2026-01-01', ...values }, omar())).id
}
const edit = async (entity: string, id: string, values: Json): Promise<Json> => {
  const { version } = await ok(omar().get(`/${entity}/${id}`))
  return ok(omar().patch(`/${entity}/${id}`, values, { 'if-match': `"${version}"` }))
}
const found = async (id: string): Promise<Json[]> =>
  (await ok(omar().get(`/landparcel/${id}`))).flags
    .filter((flag: Json) => flag.ruleId === 'BR-31')
    .map(({ severity, figures, eventId }: Json) => ({ severity, figures, eventId }))
const missing = (leaseTo: string, organicFrom = '2028-01-01') => [{ severity: 'WARN', figures: { leaseTo, organicFrom }, eventId: null }]
const event = async (id: string, eventType: string, day: string, data: Json): Promise<Json> =>
  (await ok(omar().post(`/landparcel/${id}/events`, { eventType, occurredAt: at(day), data, lateReason: 'Papers came late' }))).event
const tick = () =>
  runClock(
    { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock, stop: new AbortController().signal },
    world.tenants.cotton,
    [{ ...leaseConsents, isDaily: false }],
  )

beforeAll(async () => {
  world = await openWorld({ now: clock })
  stage = await stageOf(world)
}, 240_000)

describe('a leased plot in conversion whose owner has not agreed', () => {
  it('is found where the lease ends before the plot is organic, and not on that day; shared ones, too, and none that is owned or in no scheme', async () => {
    const one = await owner()
    expect(await found(await plot('2027-12-31', [one]))).toEqual(missing('2027-12-31'))
    expect(await found(await plot('2028-01-01', [one]))).toEqual([])
    expect(await found(await plot('2027-06-30', [one], { tenure: 'SHARECROP' }))).toEqual(missing('2027-06-30'))
    expect(await found(await plot('2027-06-30', [one], { tenure: 'FAMILY' }))).toEqual([])
    expect(await found(await plot('2027-06-30', [one], { conversionStart: null }))).toEqual([])
  })
  it('is so no more once the owner agrees, on a day; taken back it is again; each of several agrees', async () => {
    const [one, other] = [await owner(), await owner(agreed)]
    const [alone, both, agreedTo] = [await plot('2027-06-30', [one]), await plot('2027-06-30', [one, other]), await plot('2027-06-30', [other])]
    const all = async () => Promise.all([alone, both, agreedTo].map(async (id) => (await found(id)).length))
    expect(await all()).toEqual([1, 1, 0])
    await edit('landowner', one, agreed)
    expect(await all()).toEqual([0, 0, 0])
    await edit('landowner', one, { consentToCertification: false, consentOn: null })
    expect(await all()).toEqual([1, 1, 0])
    await edit('landowner', one, agreed)
    expect(await all()).toEqual([0, 0, 0])
  })
  it('needs no consent of the grower, who is the owner', async () => {
    const farmerId = (
      await ok(world.as('ada', 'OP1').post('/farmer', sampleOf(entityOf('farmer'), { values: { village: 'Kasrawad', joinedOn: '2021-04-01' } })))
    ).id
    expect(await found(await plot('2027-06-30', [await owner({ farmerId })], { farmerId }))).toEqual([])
  })
  it('is found by the lease and the clock that its events say, in any order, and no more when they are taken back', async () => {
    const id = await plot('2027-06-30', [await owner()])
    expect(await found(id)).toEqual(missing('2027-06-30'))
    const longer = await event(id, 'LEASE_CHANGED', '2026-01-10', { leaseFrom: '2024-01-01', leaseTo: '2028-06-30' })
    expect(await found(id)).toEqual([])
    // Recorded late, of before: the later one counts.
    await event(id, 'LEASE_CHANGED', '2026-01-05', { leaseFrom: '2024-01-01', leaseTo: '2027-09-30' })
    expect(await found(id)).toEqual([])
    const reset = await event(id, 'CONVERSION_RESET', '2026-01-12', { resetOn: '2026-01-12', cause: 'Drift of a spray' })
    expect(await found(id)).toEqual([])
    await ok(omar().post(`/landparcel/${id}/events/${longer.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await found(id)).toMatchObject([{ figures: { leaseTo: '2027-09-30' } }])
    await ok(omar().post(`/landparcel/${id}/events/${reset.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await found(id)).toEqual(missing('2027-09-30'))
    await edit('landparcel', id, { leaseTo: '2029-12-31' })
    expect(await found(id)).toEqual([])
  })
  it('stays closed as a person closed it, whatever else of the plot is edited, and is found again with another lease alone', async () => {
    const id = await plot('2027-06-30', [await owner()])
    const { flags, name } = await ok(omar().get(`/landparcel/${id}`))
    const finding = flags.find(({ ruleId }: Json) => ruleId === 'BR-31')
    await edit('landparcel', id, { name: `${name} A` })
    // An open one stays the same.
    expect((await ok(omar().get(`/landparcel/${id}`))).flags.map((flag: Json) => flag.id)).toContain(finding.id)
    await ok(omar().post(`/landparcel/${id}/findings/${finding.id}/close`, { reason: 'ACCEPTED', note: 'The owner signs next month' }))
    for (const values of [{ name: `${name} B` }, { slopePct: 3 }]) {
      await edit('landparcel', id, values)
      expect(await found(id)).toEqual([])
    }
    await edit('landparcel', id, { leaseTo: '2027-05-31' })
    expect(await found(id)).toEqual(missing('2027-05-31'))
    await edit('landparcel', id, { leaseTo: '2027-06-30' })
    expect(await found(id)).toEqual([])
  })
  it('that was entered before this was judged is found by the clock, once; and what is found wrongly is closed', async () => {
    const one = await owner()
    const [lacking, wrong] = [await plot('2029-12-31', [one]), await plot('2027-06-30', [one])]
    await world.scoped('ada', ({ db, tenant }) =>
      sql`update landparcel set lease_to = case when id = ${lacking}::uuid then date '2027-06-30' else date '2029-12-31' end
        where tenant_id = ${tenant.id} and id = any(${[lacking, wrong]}::uuid[])`.execute(db),
    )
    expect([await found(lacking), (await found(wrong)).length]).toEqual([[], 1])
    expect(Object.values(await tick())).toEqual([2])
    expect([await found(lacking), await found(wrong)]).toEqual([missing('2027-06-30'), []])
    expect(Object.values(await tick())).toEqual([0])
  })
})
