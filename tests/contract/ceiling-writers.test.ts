// Two people who change the ground of the same crops at the same moment, on a real PostgreSQL (BR-03, BR-06, BR-07; docs/decisions/0139): what each of them is answered and what is there
// afterwards is what one after the other would have given, in one of the two orders. Each pair is carried out one after the other, both ways, on plots that are alike, and then at once:
// while a row that both need is locked, in both orders, and without.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { type Chain, chainOf, clock, cropBody, type Json, ok, record } from '../api/chain-stage.ts'
import { field } from '../api/parcel-stage.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { type LockOrder, openLockOrder } from '../harness/lock-order.ts'
import { openWorld, type World } from '../harness/world.ts'

type Answered = { status: number; body: Json }
type Call = () => Promise<Answered>
/** In metres, on ground that no other plot of the stage lies on. */
type Corner = { east: number; north: number }
/** Ids by what they are in the pair; `plots`: what is compared is what lies on them. */
type Ground = { plots: string[]; at: Corner; ids: Record<string, string> }
type Pair = {
  make(): Promise<Ground>
  /** The row that both of them need. Absent: calls on one record take turns before the database is asked. */
  row?(ground: Ground): [table: string, id: string]
  /** Both are made before either is sent: people who look at the same page. */
  calls(ground: Ground): Promise<[Call, Call]>
  /** What one after the other is answered, in the order of the calls: statuses when the first comes first, and when the second does. */
  alone: [first: string, second: string]
}

let world: World
let chain: Chain
let ticks = 0
let day = clock().getTime()
/** Each request has a moment of its own, as recordings are distinguished by it. */
const now = () => new Date(day + ticks++)
let walked = 0
const as = (who: string) => world.as(who, 'OP1')
const newGround = (): Corner => {
  const n = walked++
  return { east: (n % 20) * 400, north: 3000 + Math.floor(n / 20) * 300 }
}

/** So many metres of it, from so far east of the corner. */
const walk = (who: string, parcelId: string, { east, north }: Corner, width: number, { on = '2026-01-15', by = 0, hour = 15 } = {}): Call => {
  const data = { boundary: field(east + by, north, width, 100), method: 'GPS_WALK', gpsAccuracyM: 4 }
  return () => record(as(who), 'landparcel', parcelId, 'BOUNDARY_CAPTURED', on, data, hour)
}
const edit = async (who: string, entity: string, id: string, values: Json): Promise<Call> => {
  const { version } = await chain.view(entity, id)
  return () => as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${version}"` })
}
const remove = async (who: string, entity: string, id: string): Promise<Call> => {
  const { version } = await chain.view(entity, id)
  return () => as(who).send(`/${entity}/${id}`, { method: 'DELETE', headers: { 'if-match': `"${version}"` } })
}
const plan =
  (parcelId: string, areaHa: number): Call =>
  () =>
    as('fatima').post('/croppingsystem', {
      ...{ parcelId, seasonId: chain.season, systemType: 'SOLE', areaHa, waterRegime: 'RAINFED' },
      ...{ plannedSowing: '2025-06-20', plannedEnd: '2026-01-31', managedOrganically: true },
    })
const border = (systemId: string, areaHa: number, role: string): Call => {
  const body = cropBody(chain, systemId, { areaHa, role })
  return () => as('fatima').post('/crop', body)
}
const seed = { seedKg: 2, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' }
const sow = (cropId: string, areaHa: number) => ok(record(as('fatima'), 'crop', cropId, 'SOWING', '2025-06-20', { ...seed, areaHa }))

const nowhere: Corner = { east: 0, north: 0 }
/** A plot of a hectare with plans of these sizes. */
const planned = async (...areas: number[]): Promise<Ground> => {
  const { parcelId } = await chain.member({ areaHa: 1 })
  const ids: Record<string, string> = { parcelId }
  for (const [index, areaHa] of areas.entries()) ids[`plan${index}`] = await chain.systemOn(parcelId, { areaHa })
  return { plots: [parcelId], at: nowhere, ids }
}
/** One plan of a hectare with a main crop and a border, not sown. */
const withBorder = async (mainHa: number, borderHa: number): Promise<Ground> => {
  const ground = await planned(1)
  const { plan0 } = ground.ids as { plan0: string }
  ground.ids.main = await chain.cropIn(plan0, { areaHa: mainHa })
  ground.ids.border = await chain.cropIn(plan0, { areaHa: borderHa, role: 'BORDER' })
  return ground
}
/** Plans of a plot that turned out to have 0.6 ha, with a crop that is sown on the first and a border on the third; on the list that is signed. */
const narrow = async (): Promise<Ground> => {
  const ground = await planned(0.3, 0.4, 0.2, 0.1)
  const { parcelId, plan0, plan2 } = ground.ids as { parcelId: string; plan0: string; plan2: string }
  ground.ids.crop = await chain.cropIn(plan0, { areaHa: 0.3 })
  ground.ids.border = await chain.cropIn(plan2, { areaHa: 0.1, role: 'BORDER' })
  await sow(ground.ids.crop, 0.3)
  await list(parcelId)
  ground.at = newGround()
  await ok(walk('fatima', parcelId, ground.at, 60, { on: '2026-01-05' })())
  return ground
}
/** The committee decides on whoever grows on the plot. */
const list = async (parcelId: string): Promise<void> => void (await chain.decide('APPROVED', (await chain.view('landparcel', parcelId)).farmerId))
/** A hectare, all of it sown; walked as such. */
const grown = async (estimatePerHa?: number): Promise<Ground> => {
  const { parcelId, cropId } = await chain.sown()
  await list(parcelId)
  const corner = newGround()
  await ok(walk('fatima', parcelId, corner, 100, { on: '2026-01-05' })())
  if (estimatePerHa) await ok(record(as('fatima'), 'crop', cropId, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: estimatePerHa }))
  return { plots: [parcelId], at: corner, ids: { parcelId, cropId } }
}
/** Two plots that share fifteen metres, which nobody has accepted yet on the side that is sown. */
const sharing = async (): Promise<Ground> => {
  const one = await grown()
  const { parcelId: other } = await chain.member({ areaHa: 1 })
  await ok(walk('fatima', other, one.at, 100, { on: '2026-01-10', by: 85 })())
  await ok(record(as('omar'), 'landparcel', other, 'DISPUTE_RESOLVED', '2026-01-11', { resolution: 'ACCEPTED_TOLERANCE' }, 12))
  return { ...one, plots: [...one.plots, other], ids: { ...one.ids, other } }
}

/** The manager makes a plan smaller, so that the others fit and the crop that is sown has all of its ground; the other call waits at that crop with him. */
const withSmallerPlan = (other: (ids: Record<'crop' | 'border' | 'plan3', string>) => Promise<Call>, alone: Pair['alone']): Pair => ({
  make: narrow,
  row: ({ ids }) => ['crop', ids.crop as string],
  calls: async ({ ids }) => [
    await edit('omar', 'croppingsystem', ids.plan1 as string, { areaHa: 0.0001 }),
    await other(ids as Record<'crop' | 'border' | 'plan3', string>),
  ],
  alone,
})

const pairs: Record<string, Pair> = {
  'two plans that each fit the plot alone': {
    make: () => planned(),
    row: ({ ids }) => ['landparcel', ids.parcelId as string],
    calls: async ({ ids }) => [plan(ids.parcelId as string, 0.6), plan(ids.parcelId as string, 0.7)],
    alone: ['201 422', '422 201'],
  },
  'two crops that each fit their plan alone': {
    make: () => planned(1),
    row: ({ ids }) => ['croppingsystem', ids.plan0 as string],
    calls: async ({ ids }) => [border(ids.plan0 as string, 0.6, 'MAIN'), border(ids.plan0 as string, 0.7, 'BORDER')],
    alone: ['201 422', '422 201'],
  },
  'two plans that both become larger': {
    make: () => planned(0.4, 0.4),
    row: ({ ids }) => ['landparcel', ids.parcelId as string],
    calls: async ({ ids }) => [
      await edit('omar', 'croppingsystem', ids.plan0 as string, { areaHa: 0.6 }),
      await edit('omar', 'croppingsystem', ids.plan1 as string, { areaHa: 0.55 }),
    ],
    alone: ['200 422', '422 200'],
  },
  'two crops of one plan that both become larger': {
    make: () => withBorder(0.4, 0.4),
    row: ({ ids }) => ['croppingsystem', ids.plan0 as string],
    calls: async ({ ids }) => [
      await edit('omar', 'crop', ids.main as string, { areaHa: 0.6 }),
      await edit('omar', 'crop', ids.border as string, { areaHa: 0.55 }),
    ],
    alone: ['200 422', '422 200'],
  },
  'a plan that becomes larger, and another that is deleted': {
    make: () => planned(0.4, 0.6),
    row: ({ ids }) => ['landparcel', ids.parcelId as string],
    calls: async ({ ids }) => [
      await edit('omar', 'croppingsystem', ids.plan0 as string, { areaHa: 1 }),
      await remove('omar', 'croppingsystem', ids.plan1 as string),
    ],
    alone: ['422 204', '200 204'],
  },
  'a plan that becomes larger, and a crop that is planned on another': {
    make: () => planned(0.4, 0.6),
    row: ({ ids }) => ['croppingsystem', ids.plan0 as string],
    calls: async ({ ids }) => [await edit('omar', 'croppingsystem', ids.plan0 as string, { areaHa: 0.3 }), border(ids.plan0 as string, 0.4, 'MAIN')],
    alone: ['200 422', '422 201'],
  },
  'a plan that the manager makes smaller, and a border of another plan that becomes larger': withSmallerPlan(
    ({ border }) => edit('fatima', 'crop', border, { areaHa: 0.15 }),
    ['200 200', '200 200'],
  ),
  'a plan that the manager makes smaller, and a border of another plan that is deleted': withSmallerPlan(
    ({ border }) => remove('fatima', 'crop', border),
    ['200 204', '200 204'],
  ),
  'a plan that the manager makes smaller, and a border of another plan that is cancelled': withSmallerPlan(
    async ({ border }) =>
      () =>
        record(as('fatima'), 'crop', border, 'CANCELLED', '2026-01-10', { reason: 'No seed' }),
    ['200 201', '200 201'],
  ),
  'a plan that the manager makes smaller, and another that is cancelled': withSmallerPlan(
    async ({ plan3 }) =>
      () =>
        record(as('omar'), 'croppingsystem', plan3, 'CANCELLED', '2026-01-10', { reason: 'No seed' }),
    ['200 201', '200 201'],
  ),
  // Once the other one is smaller, what leaves gives no crop any more ground.
  'a plan that the manager makes smaller, and another that is deleted': withSmallerPlan(
    ({ plan3 }) => remove('fatima', 'croppingsystem', plan3),
    ['200 204', '200 422'],
  ),
  'a plan that the manager makes smaller, and a count of plants': withSmallerPlan(
    async ({ crop }) =>
      () =>
        record(as('fatima'), 'crop', crop, 'GERMINATION_COUNT', '2025-07-01', { plantsPerM2: 2 }),
    ['200 201', '200 201'],
  ),
  'borders of two plans that both become larger': {
    async make() {
      const ground = await narrow()
      ground.ids.another = await chain.cropIn(ground.ids.plan1 as string, { areaHa: 0.1, role: 'BORDER' })
      return ground
    },
    row: ({ ids }) => ['crop', ids.crop as string],
    calls: async ({ ids }) => [
      await edit('fatima', 'crop', ids.border as string, { areaHa: 0.15 }),
      await edit('fatima', 'crop', ids.another as string, { areaHa: 0.2 }),
    ],
    alone: ['200 200', '200 200'],
  },
  'an estimate, and less ground': {
    make: () => grown(),
    row: ({ ids }) => ['crop', ids.cropId as string],
    calls: async ({ ids, at: corner }) => [
      () => record(as('fatima'), 'crop', ids.cropId as string, 'YIELD_ESTIMATE', '2025-09-20', { method: 'BOLL_COUNT', kgPerHa: 1500 }),
      walk('omar', ids.parcelId as string, corner, 50),
    ],
    alone: ['201 201', '422 201'],
  },
  'an estimate that is approved, and more ground that an agent walks': {
    make: () => grown(1500),
    row: ({ ids }) => ['crop', ids.cropId as string],
    calls: async ({ ids, at: corner }) => [
      () => record(as('omar'), 'crop', ids.cropId as string, 'ESTIMATE_APPROVED', '2025-09-22'),
      walk('omar', ids.parcelId as string, corner, 60),
    ],
    alone: ['201 201', '201 201'],
  },
  'an overlap that is accepted, and the neighbour walked farther over it': {
    make: sharing,
    row: ({ ids }) => ['landparcel', ids.parcelId as string],
    calls: async ({ ids, at: corner }) => [
      () => record(as('omar'), 'landparcel', ids.parcelId as string, 'DISPUTE_RESOLVED', '2026-01-15', { resolution: 'ACCEPTED_TOLERANCE' }, 15),
      walk('omar', ids.other as string, corner, 100, { by: 82 }),
    ],
    alone: ['201 201', '201 201'],
  },
  // Once the overlap is accepted, the plot that moves away from it has more than before, which an agent does not record alone.
  'an overlap that is accepted, and the plot itself walked over less': {
    make: sharing,
    calls: async ({ ids, at: corner }) => [
      () => record(as('omar'), 'landparcel', ids.parcelId as string, 'DISPUTE_RESOLVED', '2026-01-15', { resolution: 'ACCEPTED_TOLERANCE' }, 15),
      walk('fatima', ids.parcelId as string, corner, 95),
    ],
    alone: ['201 422', '201 201'],
  },
}

describe.runIf(process.env.TEST_DATABASE_URL)('two who change the ground of the same crops at once', () => {
  let database: Database
  let locks: LockOrder
  let outside: pg.Client
  /** Five alike of each pair: one after the other both ways, at the row both ways, and freely. */
  const grounds: Record<string, Ground[]> = {}

  beforeAll(async () => {
    await sharedDatabase()
    database = await openPostgres({ url: serverAddress() as string, max: 16 })
    world = await openWorld({ now, database })
    chain = await chainOf(world)
    locks = await openLockOrder()
    outside = new pg.Client({ connectionString: serverAddress() })
    await outside.connect()
    for (const [name, { make }] of Object.entries(pairs)) {
      const made: Ground[] = []
      for (let n = 0; n < 5; n++) made.push(await make())
      grounds[name] = made
    }
    const farmSchemeId = await chain.standards.scheme('NPOP')
    const listed = { farmSchemeId, seasonId: chain.season }
    await ok(record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'LIST_DRAWN_UP', '2026-01-15', listed))
    const { id } = (await ok(as('omar').get('/approvedlist?sort=-versionNo'))).items[0]
    await ok(record(as('omar'), 'approvedlist', id, 'SIGNED', '2026-01-15', { hash: (await ok(as('omar').get(`/approvedlist/${id}`))).hash }))
    day += 4 * 3_600_000
  }, 600_000)
  afterAll(async () => {
    await outside?.end()
    await locks?.close()
    await database?.close()
  })

  /** What lies on these plots, by a statement that shares no code with the product, without ids and numbers; ceilings to 20 kg, as plots that are alike differ by a square metre. */
  async function lying({ plots }: Ground): Promise<unknown> {
    const { rows } = await outside.query(
      `with plot as (select p.*, array_position($2::uuid[], p.id) as at from landparcel p where p.tenant_id = $1 and p.id = any($2)),
        system as (select s.*, p.at from croppingsystem s join plot p on p.id = s.parcel_id where s.tenant_id = $1),
        grown as (select c.*, s.at from crop c join system s on s.id = c.cropping_system_id where c.tenant_id = $1)
      select line from (
        select 'plot ' || at || ' ' || status || ' ' || round(mapped_area_ha, 2) as line from plot
        union all select 'plan ' || at || ' ' || area_ha || ' ' || status || ' ' || (deleted_at is not null) from system
        union all select 'crop ' || at || ' ' || role || ' ' || area_ha || ' ' || status || ' ' || coalesce(round(yield_cap_kg / 20)::text, '') || ' ' || coalesce(estimated_kg::text, '') || ' '
          || (deleted_at is not null) from grown
        union all select 'finding ' || k.at || ' ' || f.rule_id || ' ' || f.severity || ' ' || (f.closed_at is null) from flag f
          join (select id, at || ' plot' as at from plot union all select id, at || ' plan' from system union all select id, at || ' ' || role from grown) k on k.id = f.subject_id
          where f.tenant_id = $1) as every order by line`,
      [world.tenants.cotton.id, plots],
    )
    return rows.map(({ line }) => line)
  }
  const outcome = async (ground: Ground, answers: readonly (Answered | undefined)[]) => ({
    answered: answers.map((one) => one?.status).join(' '),
    rules: answers.map((one) => one?.body?.ruleId ?? null),
    lying: await lying(ground),
  })

  it.each(Object.entries(pairs))('%s', { timeout: 120_000 }, async (name, { row, calls, alone }) => {
    const [first, second, atRow, atRowReversed, free] = grounds[name] as [Ground, Ground, Ground, Ground, Ground]
    const before = await locks.deadlocks()
    const [a, b] = await calls(first)
    const firstFirst = await outcome(first, [await a(), await b()])
    const [c, d] = await calls(second)
    const later = await d()
    const secondFirst = await outcome(second, [await c(), later])
    expect([firstFirst.answered, secondFirst.answered], JSON.stringify([firstFirst, secondFirst])).toEqual(alone)
    const possible = [firstFirst, secondFirst]

    const atOnce = (ground: Ground, two: readonly Call[]) => (row ? locks.atRow(...row(ground), two) : Promise.all(two.map((call) => call())))
    expect(possible).toContainEqual(await outcome(atRow, await atOnce(atRow, await calls(atRow))))
    const reversed = (await calls(atRowReversed)).reverse()
    expect(possible).toContainEqual(await outcome(atRowReversed, (await atOnce(atRowReversed, reversed)).reverse()))
    const freely = await calls(free)
    expect(possible).toContainEqual(await outcome(free, await Promise.all(freely.map((call) => call()))))
    expect((await locks.deadlocks()) - before).toBe(0)
  })
})
