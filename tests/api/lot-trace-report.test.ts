// R20 in each direction, of today, of a past day and as files; what a past day says of what was corrected since. Refusals first.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let lot = ''
let farmLot: Json
let grower: Awaited<ReturnType<Chain['sown']>>
let now = new Date('2026-01-15T06:30:00Z')
const onDay = (day: string) => {
  now = new Date(`${day}T06:30:00Z`)
}
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const answerOf = (direction: string, query = '') => ok(as('ada').get(`/reports/lot-trace?lot=${lot}&direction=${direction}${query}`))
const then = '&asOf=2026-01-15&knownAt=2026-01-15'
/** The event of this type that counts is recorded once more as `change` says. */
async function correct(who: string, entity: string, id: string, eventType: string, change: Json): Promise<Json> {
  const { items } = await ok(as('ada').get(`/${entity}/${id}/events`))
  const { occurredAt, data, ...former } = items.find((one: Json) => one.eventType === eventType && one.status === 'RECORDED')
  const event = { eventType, occurredAt, lateReason: 'Read again', supersedesEventId: former.id, ...change, data: { ...data, ...change.data } }
  return (await ok(as(who).post(`/${entity}/${id}/events`, event))).event
}

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  grower = await chain.sown()
  await chain.decide('APPROVED', grower.farmerId)
  await chain.picked(grower.cropId, 500)
  lot = (await chain.lot()).id
  await ok(chain.buy(lot, grower.cropId, 300))
  await ok(record(as('pooja'), 'productbatch', lot, 'CLOSED', '2025-12-20'))
  const { id: heap } = await chain.lot()
  await ok(record(as('pooja'), 'productbatch', heap, 'HEAP_BUILT', '2025-12-23', { inputs: [{ batchId: lot, kg: 120 }] }))
  farmLot = (await ok(as('ada').get(`/productbatch?filter[cropId]=${grower.cropId}&filter[unitType]=FARM_LOT`))).items[0]
}, 240_000)

describe('R20, the trace report', () => {
  it('is refused in a direction that there is not (400), and of a lot that there is not (400)', async () => {
    await refused(() => as('ada').get(`/reports/lot-trace?lot=${lot}&direction=UP`), { status: 400 })
    await refused(() => as('ada').get('/reports/lot-trace?lot=00000000-0000-7000-8000-000000000000&direction=FORWARD'), {
      status: 400,
      body: { fields: [{ path: 'lot' }] },
    })
  })

  it('answers in each direction, of today, of a past day and as a file', async () => {
    for (const direction of ['BACK', 'FORWARD', 'TIMELINE']) {
      const today = await answerOf(direction)
      expect([direction, (await answerOf(direction, then)).rows]).toEqual([direction, today.rows])
      for (const format of ['pdf', 'xlsx', 'json']) {
        const { status } = await as('ada').get(`/reports/lot-trace.${format}?lot=${lot}&direction=${direction}&purpose=OWN_RECORDS`)
        expect([direction, format, status]).toEqual([direction, format, 200])
      }
    }
  })

  it('says forward what holds some of the lot, and on the way what was grown and made, with its holder', async () => {
    const holder = (await ok(as('ada').get(`/collective/${world.places.cotton.OP1?.id}`))).title
    const forward: Json[] = (await answerOf('FORWARD')).rows
    expect(forward.map((row) => [row.kg, row.holder])).toEqual([[120, holder]])
    const way: Json[] = (await answerOf('TIMELINE')).rows
    expect(way.map((row) => [row.kg, row.holder])).toEqual([
      [300, null],
      [300, holder],
      [300, holder],
    ])
    expect(way.map(({ day }) => day)).toEqual(way.map(({ day }) => day).sort())
    expect(way.map(({ code }) => code)).toContain(farmLot.code)
  })

  it('adds kilograms up back to the plots alone: on the way the same ones are in every step', async () => {
    const back = await answerOf('BACK')
    expect([back.totals, back.charts.map(({ points }: Json) => points.length)]).toEqual([{ kg: 300 }, [1]])
    for (const direction of ['FORWARD', 'TIMELINE']) {
      const { totals, charts } = await answerOf(direction)
      expect([direction, totals, charts]).toEqual([direction, {}, []])
    }
  })
})

describe('what was corrected since', () => {
  const listed = async (query = ''): Promise<Json[]> => (await ok(as('ada').get(`/reports/approved-farmer-list?${query}`))).rows

  it('leaves an inspection in the list that was drawn up with it, corrected or voided afterwards (R02)', async () => {
    // Another inspection after the decision, which may therefore be voided.
    const { items } = await ok(as('ada').get(`/farmer/${grower.farmerId}/events`))
    const first = items.find(({ eventType }: Json) => eventType === 'INTERNAL_INSPECTION')
    const { event: second } = await ok(record(as('ines'), 'farmer', grower.farmerId, 'INTERNAL_INSPECTION', '2025-12-05', first.data))
    const drawn = { farmSchemeId: await chain.standards.scheme('NPOP'), seasonId: chain.season }
    await ok(record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'LIST_DRAWN_UP', '2026-01-15', drawn))
    const [{ id: listId }] = (await ok(as('omar').get('/approvedlist'))).items
    const seen = async () => (await listed(`listId=${listId}`)).map(({ inspectedOn, inspectors }) => [inspectedOn, inspectors])
    const before = await seen()
    expect(before).toEqual([['2025-08-10, 2025-12-05', 'Ines Fernandes']])
    onDay('2026-01-18')
    await ok(as('ines').post(`/farmer/${grower.farmerId}/events/${second.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await seen()).toEqual(before)
    await correct('ines', 'farmer', grower.farmerId, 'INTERNAL_INSPECTION', { data: { findings: 'Spelled right' } })
    expect(await seen()).toEqual(before)
    // A list of then holds none that was recorded after it.
    expect((await listed(`listId=${listId}${then}`)).map(({ inspectedOn, inspectors }) => [inspectedOn, inspectors])).toEqual(before)
  })

  it('is in a trace of before as it was known: the day of a sowing', async () => {
    const sownOn = async (query = '') => (await ok(as('ada').get(`/productbatch/${lot}/trace?direction=back${query}`))).crops.map(({ at }: Json) => at)
    onDay('2026-01-17')
    const [former] = await sownOn()
    const wayBefore = (await answerOf('TIMELINE')).rows
    onDay('2026-01-18')
    const { occurredAt } = (await ok(as('ada').get(`/crop/${grower.cropId}/events`))).items.find((one: Json) => one.eventType === 'SOWING')
    await correct('fatima', 'crop', grower.cropId, 'SOWING', { occurredAt: new Date(Date.parse(occurredAt) - 2 * 86_400_000).toISOString() })
    onDay('2026-01-20')
    const [corrected] = await sownOn()
    expect(Date.parse(former) - Date.parse(corrected)).toBe(2 * 86_400_000)
    expect(await sownOn('&asOf=2026-01-17&knownAt=2026-01-17')).toEqual([former])
    expect(await sownOn('&asOf=2026-01-17')).toEqual([corrected])
    expect((await answerOf('TIMELINE', '&asOf=2026-01-17&knownAt=2026-01-17')).rows).toEqual(wayBefore)
  })
})
