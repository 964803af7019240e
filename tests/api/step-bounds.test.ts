// Bounds of the figures of a step are judged by the event that does it (domain dictionary 5.1, BR-17): outside of them the step is done in part, by what is recorded, whatever
// the order, and in full again once that is corrected.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let now = '2026-01-15T06:30:00Z'
let popId: string
const ada = () => world.as('ada', 'OP1')
const fatima = () => world.as('fatima', 'OP1')
const water = { figure: 'mm', min: 30, max: 50 }
const spraying = { figure: 'dosePerHa', min: 2, max: 5, unit: 'L' }
const steps = [
  step('SOW', 'SOWING', 0, 0, 0),
  step('WATER', 'IRRIGATION', 21, 5, 7, { bounds: [water], params: 'Three to five centimetres' }),
  step('GERM', 'GERMINATION_COUNT', 10, 5, 5, { bounds: [{ figure: 'gapPct', max: 10 }] }),
]
const body = (name: string, planEvents: readonly unknown[]) => ({
  ...{ name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300 },
  ...{ validFrom: '2025-01-01', inputItemIds: [], planEvents },
})
const published = async (name: string, planEvents: readonly unknown[]): Promise<string> => {
  const { id } = await ok(ada().post('/pop', body(name, planEvents)))
  await ok(record(ada(), 'pop', id, 'PUBLISHED', '2025-06-01'))
  return id
}
const sowing = { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const crop = (id: string, eventType: string, day: string, data: Json = {}, more: Json = {}) =>
  fatima().post(`/crop/${id}/events`, { eventType, occurredAt: at(day), data, lateReason: 'Field book', ...more })
/** On the plot of a new member; `popId` null: it follows no package. */
const planted = async (values: Json = { popId }): Promise<string> => {
  now = '2026-01-15T06:30:00Z'
  const { parcelId } = await chain.member()
  const systemId = await chain.systemOn(parcelId)
  now = '2025-07-20T06:30:00Z'
  return chain.cropIn(systemId, values)
}
const sown = async (): Promise<string> => {
  const cropId = await planted()
  await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
  return cropId
}
const watered = (cropId: string, mm: number | null, day = '2025-07-10', more: Json = {}) =>
  ok(crop(cropId, 'IRRIGATION', day, { method: 'FURROW', ...(mm === null ? {} : { mm }) }, more))
const stepOf = async (cropId: string, code = 'WATER'): Promise<Json> => {
  const { items } = await ok(ada().get(`/planevent?filter[cropId]=${cropId}&limit=200`))
  const all = await Promise.all((items as Json[]).map(({ id }) => chain.view('planevent', id)))
  return all.find(({ popEventCode }) => popEventCode === code) as Json
}
const shown = async (cropId: string, code = 'WATER') => {
  const { status, outside, donePartly } = await stepOf(cropId, code)
  return { status, outside, donePartly }
}
const full = { status: 'DONE_ON_TIME', outside: null, donePartly: null }
const partly = (value: number | null) => ({
  status: 'DONE_ON_TIME',
  outside: [{ figure: 'mm', min: 30, max: 50, unit: null, value, valueUnit: null }],
  donePartly: true,
})

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
  chain = await chainOf(world)
  popId = await published('Cotton with bounds', steps)
}, 120_000)

describe('bounds that cannot be', () => {
  it('are refused where they stand: of no figure of the event, without a value, upside down, twice, without or in another unit (400)', async () => {
    const refused = async (eventType: string, ...bounds: Json[]) => {
      const { status, body: answer } = (await ada().post('/pop', body('Refused', [step('ONE', eventType, 10, 1, 1, { bounds })]))) as Json
      expect(status).toBe(400)
      return answer.fields.map(({ path, code }: Json) => `${path} ${code}`)
    }
    expect(await refused('IRRIGATION', spraying)).toContain('planEvents.0.bounds.0.figure rule')
    expect(await refused('IRRIGATION', { figure: 'nothing', min: 1 })).toContain('planEvents.0.bounds.0.figure choice')
    expect(await refused('IRRIGATION', { figure: 'mm' })).toEqual(['planEvents.0.bounds.0.min required'])
    expect(await refused('IRRIGATION', { figure: 'mm', min: 50, max: 30 })).toEqual(['planEvents.0.bounds.0.max min'])
    expect(await refused('IRRIGATION', water, water)).toEqual(['planEvents.0.bounds.1.figure rule'])
    expect(await refused('PLANT_PROTECTION', { figure: 'dosePerHa', min: 2 })).toEqual(['planEvents.0.bounds.0.unit required'])
    expect(await refused('IRRIGATION', { ...water, unit: 'KG' })).toEqual(['planEvents.0.bounds.0.unit rule'])
  })
})

describe('a step with bounds', () => {
  it('is done in full by what lies within, its bounds included, and in part by what lies outside or was not recorded', async () => {
    for (const [mm, expected] of [
      [30, full],
      [50, full],
      [29, partly(29)],
      [51, partly(51)],
      [null, partly(null)],
    ] as const) {
      const cropId = await sown()
      await watered(cropId, mm)
      expect(await shown(cropId)).toEqual(expected)
    }
  })
  it('says its bounds before it is done, beside the words of the package', async () => {
    const cropId = await sown()
    const { bounds, outside, donePartly } = await stepOf(cropId)
    expect({ bounds, outside, donePartly }).toEqual({ bounds: [{ ...water, unit: null }], outside: null, donePartly: null })
    expect((await chain.view('pop', popId)).planEvents[1]).toMatchObject({ params: 'Three to five centimetres', bounds: [water] })
  })
  it('is open again when what did it is taken back, and done in full by the event that corrects it', async () => {
    const cropId = await sown()
    const { event } = await watered(cropId, 80)
    expect(await shown(cropId)).toEqual(partly(80))
    const { event: corrected } = await watered(cropId, 40, '2025-07-10', { supersedesEventId: event.id })
    expect(await shown(cropId)).toEqual(full)
    await ok(fatima().post(`/crop/${cropId}/events/${corrected.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await shown(cropId)).toMatchObject({ outside: null, donePartly: null })
    expect((await stepOf(cropId)).status).not.toMatch(/^DONE/)
  })
  it('is judged the same in another order: recorded late, before the sowing is, and before the package is followed', async () => {
    const late = await sown()
    now = '2025-10-01T06:30:00Z'
    expect((await stepOf(late)).donePartly).toBe(null)
    await watered(late, 10)
    expect(await shown(late)).toMatchObject(partly(10))
    const first = await planted({})
    await ok(crop(first, 'SOWING', '2025-06-20', sowing))
    await watered(first, 10)
    await ok(crop(first, 'PACKAGE_ASSIGNED', '2025-06-01', { popId }))
    expect(await shown(first)).toMatchObject({ outside: partly(10).outside, donePartly: true })
  })
  it('is in a list of those that were done in part', async () => {
    const cropId = await sown()
    await watered(cropId, 10)
    await ok(crop(cropId, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 4, gapPct: 11 }))
    const { items } = await ok(ada().get(`/planevent?filter[cropId]=${cropId}&filter[donePartly]=true`))
    expect((items as Json[]).map(({ popEventCode }) => popEventCode).sort()).toEqual(['GERM', 'WATER'])
  })
  it('is counted by itself in the report on adherence (R07), and neither as in time nor as late', async () => {
    const cropId = await sown()
    const line = async (): Promise<{ planned: number; onTime: number; late: number; partly: number }> => {
      const { rows } = await ok(ada().get('/reports/practice-adherence'))
      const sum = (name: string) => (rows as Json[]).reduce((all, row) => all + row[name], 0)
      return { planned: sum('planned'), onTime: sum('onTime'), late: sum('late'), partly: sum('partly') }
    }
    const before = await line()
    const { event } = await watered(cropId, 10)
    const after = await line()
    expect(after).toMatchObject({ planned: before.planned, onTime: before.onTime, late: before.late, partly: before.partly + 1 })
    await watered(cropId, 40, '2025-07-10', { supersedesEventId: event.id })
    expect(await line()).toMatchObject({ onTime: before.onTime + 1, late: before.late, partly: before.partly })
  })
})

describe('a package from before', () => {
  it('has its figures in words as they were, and no bounds: nothing of it is judged', async () => {
    const cropId = await planted({ popId: await published('Cotton of before', [step('WATER', 'IRRIGATION', 21, 5, 7, { params: '30–50 mm' })]) })
    await ok(crop(cropId, 'SOWING', '2025-06-20', sowing))
    await watered(cropId, 200)
    expect(await shown(cropId)).toEqual(full)
  })
})

describe('all planned steps', () => {
  it('are outside by an independent count just where they say so', async () => {
    const counts = sql<{ id: string; partly: boolean | null; counted: boolean }>`
      select p.id, p.done_partly as partly, p.fulfilled_by_event_id is not null and exists (
        select from jsonb_array_elements(k.plan_events) as s, jsonb_array_elements(s -> 'bounds') as b, event as e
        where s ->> 'code' = p.pop_event_code and e.tenant_id = p.tenant_id and e.id::text = p.fulfilled_by_event_id::text
          and not coalesce((e.data ->> (b ->> 'figure'))::numeric between coalesce((b ->> 'min')::numeric, -1e9) and coalesce((b ->> 'max')::numeric, 1e9), false)) as counted
      from planevent as p join pop as k on k.tenant_id = p.tenant_id and k.id = p.pop_id where p.tenant_id = ${world.tenants.cotton.id} and p.deleted_at is null`
    const { rows } = await world.scoped('ada', ({ db }) => counts.execute(db))
    expect(rows.filter(({ counted }) => counted).length).toBeGreaterThan(5)
    expect(rows.filter(({ partly, counted }) => (partly ?? false) !== counted)).toEqual([])
  })
})
