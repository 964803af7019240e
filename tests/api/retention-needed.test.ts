// What must not be erased yet (6.6, BR-35): of whom administrators were not informed ninety days before, whatever exit or setting became since; who owns land that
// others grow on; and who is needed by another record of the same person. Erasing cannot be taken back, so each refusal is looked at on its last day and the next one.
import { beforeAll, describe, expect, it } from 'vitest'
import { listTenants } from '#server/db/platform.ts'
import { retention } from '#server/jobs/clock/retention.ts'
import { runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record, clock as start } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
let now = start()
const noon = (day: string) => new Date(`${day}T06:30:00Z`)
const omar = () => world.as('omar', 'OP1')
const address = (what = '') => `/api/client/${world.tenants.cotton.id}${what}`
/** The round of a day, with the settings of that day. */
const roundOf = async (day: string) => {
  now = noon(day)
  const tenant = (await world.database.platform(listTenants)).find(({ id }) => id === world.tenants.cotton.id)
  if (!tenant) throw new Error('The programme is not there')
  const context = { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => now, stop: new AbortController().signal }
  await runClock(context, tenant, retention)
}
const exits = (id: string, day: string) => ok(record(omar(), 'farmer', id, 'EXITED', day, { reason: 'Moved away' }))
const rowOf = async (entity: string, id: string): Promise<Json> => (await world.as('ada', 'OP1').get(`/${entity}/${id}`)).body
const erasedOn = async (id: string): Promise<string | null> => (await rowOf('farmer', id)).erasedOn
const next = async (id: string): Promise<Json> => (await world.as('ada').get(address('/retention'))).body.items.find((one: Json) => one.id === id)
const setYears = async (retentionYears: number) => {
  const { body } = await world.as('ada').get(address())
  await ok(world.as('ada').patch(address(), { retentionYears }, { 'if-match': `"${body.version}"` }))
}
const member = async (name: string) => (await chain.member({ name, isInspected: false })).farmerId

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
}, 120_000)

// In the order of time: a clock does not go back.
describe('nothing is erased', () => {
  let byMistake = ''
  let lessor = ''
  let plot = ''
  let owner = ''
  let survivor = ''
  let likeness = ''
  let liked = ''
  let openTask = ''
  let ended = ''
  it('when the years are lowered by mistake and raised again, however often', async () => {
    byMistake = await member('Ghanashyam')
    await exits(byMistake, '2026-01-12')
    await roundOf('2027-06-01')
    await setYears(1)
    await roundOf('2027-06-02')
    expect([await erasedOn(byMistake), (await next(byMistake)).erasedFrom]).toEqual([null, '2027-08-31'])
    await setYears(7)
    await roundOf('2027-06-03')
    expect(await next(byMistake)).toBeUndefined()
    now = noon('2028-06-01')
    await setYears(1)
    await roundOf('2028-06-02')
    await roundOf('2028-06-03')
    expect(await erasedOn(byMistake)).toBeNull()
    await setYears(7)
    await roundOf('2028-06-04')
  })
  it('of the owner of a plot that others grow on; of who has a task under a record that was merged; of whom another may be', async () => {
    now = noon('2030-06-10')
    const fatima = world.as('fatima', 'OP1')
    lessor = await member('Indrajeet')
    const grower = await member('Jaswant')
    owner = (
      await ok(
        fatima.post('/landowner', {
          name: 'Indrajeet Owner',
          ownerType: 'INDIVIDUAL',
          farmerId: lessor,
          village: 'Village 1',
          block: 'Kasrawad',
          district: 'Khargone',
          state: 'Madhya Pradesh',
          country: 'IN',
          consentToCertification: false,
        }),
      )
    ).id
    plot = (
      await ok(
        fatima.post('/landparcel', {
          name: 'Leased',
          parcelNo: 'L-1',
          farmerId: grower,
          tenure: 'LEASED',
          leaseFrom: '2030-01-01',
          leaseTo: '2040-01-01',
          landowners: [{ landownerId: owner, share: 1 }],
          declaredAreaHa: 1,
          waterRegime: 'RAINFED',
          boundary: field(200 * 900, 0, 100, 100),
          boundaryMethod: 'GPS_WALK',
          gpsAccuracyM: 4,
        }),
      )
    ).id
    ended = await member('Kusum')
    survivor = await member('Kusuma')
    await ok(record(world.as('ada', 'OP1'), 'farmer', ended, 'MERGE_REQUESTED', '2030-06-10', { survivorId: survivor, reason: 'Same ration card' }))
    await ok(record(omar(), 'farmer', ended, 'MERGED', '2030-06-10', { survivorId: survivor }, 11))
    openTask = (
      await ok(
        omar().post('/task', {
          type: 'OTHER',
          subject: 'Bring the old papers',
          farmerId: ended,
          assigneeId: world.people.fatima?.id,
          priority: 'P3',
          dueDate: '2030-07-01',
          fourEyes: false,
        }),
      )
    ).id
    const like = { relationName: 'Bhagwan', village: 'Likeham', phone: '+919826155555', noPhone: false }
    liked = await member('Lalita')
    const { version, lastName } = await rowOf('farmer', liked)
    await ok(omar().patch(`/farmer/${liked}`, like, { 'if-match': `"${version}"` }))
    const { id: other } = await ok(
      fatima.post('/farmer', {
        ...like,
        relationName: 'Someone',
        memberNo: 'LIKE-1',
        firstName: 'Lalita',
        lastName,
        gender: 'F',
        language: 'hi',
        block: 'Kasrawad',
        district: 'Khargone',
        state: 'Madhya Pradesh',
        country: 'IN',
        totalHoldingHa: 1,
        otherGroupMembership: false,
        joinedOn: '2029-04-01',
        consent: [],
      }),
    )
    likeness = other
    expect((await rowOf('farmer', other)).flags).toMatchObject([{ ruleId: 'BR-23', severity: 'REVIEW' }])
    now = noon('2030-06-13')
    for (const id of [lessor, survivor, liked]) await exits(id, '2030-06-12')
    await roundOf('2037-03-20')
    await roundOf('2037-06-20')
    expect(await Promise.all([lessor, survivor, liked].map(erasedOn))).toEqual([null, null, null])
    const codes = async (id: string) => (await next(id)).retainedBy
    expect(await codes(lessor)).toEqual([(await rowOf('landparcel', plot)).code])
    expect(await codes(survivor)).toEqual([(await rowOf('task', openTask)).code])
    expect(await codes(liked)).toEqual(['BR-23'])
    expect((await rowOf('landowner', owner)).name).toBe('Indrajeet Owner')
  })
  it('once nothing needs it, it goes the next day, with the record that was merged', async () => {
    await ok(record(omar(), 'landparcel', plot, 'RETIRED', '2037-06-20', { reason: 'Sold' }))
    await ok(record(omar(), 'task', openTask, 'CANCELLED', '2037-06-20', { reason: 'No longer needed' }))
    const { version } = await rowOf('farmer', likeness)
    await ok(omar().patch(`/farmer/${likeness}`, { duplicateOverride: 'Her sister' }, { 'if-match': `"${version}"` }))
    await roundOf('2037-06-21')
    expect(await Promise.all([lessor, survivor, liked].map(erasedOn))).toEqual(['2037-06-21', '2037-06-21', '2037-06-21'])
    expect((await rowOf('landowner', owner)).name).toBe('Former member')
    // That another may be the same person was said with the name.
    expect((await rowOf('farmer', likeness)).flags).toEqual([])
    // A merger cannot be taken back any more: there is nobody whom the record would be of.
    expect(await rowOf('farmer', ended)).toMatchObject({ status: 'MERGED', erasedOn: '2037-06-21' })
    const { items } = (await world.as('ada', 'OP1').get(`/farmer/${ended}/history?limit=100`)).body
    const merger = items.find(({ eventType }: Json) => eventType === 'MERGED')
    expect(await omar().post(`/farmer/${ended}/events/${merger.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject({
      status: 409,
      body: { code: 'STATE_CONFLICT' },
    })
    expect((await rowOf('farmer', ended)).status).toBe('MERGED')
  })
  it('on the day of an exit that is recorded years late, but ninety days after administrators were informed', async () => {
    now = noon('2037-07-01')
    const late = await member('Harnam')
    await exits(late, '2026-02-01')
    await roundOf('2037-07-01')
    await roundOf('2037-07-02')
    expect([await erasedOn(late), (await next(late)).erasedFrom]).toEqual([null, '2037-09-29'])
    await roundOf('2037-09-28')
    expect(await erasedOn(late)).toBeNull()
    await roundOf('2037-09-29')
    expect(await erasedOn(late)).toBe('2037-09-29')
  })
})
