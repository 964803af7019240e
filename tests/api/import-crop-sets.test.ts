// New crops of a file are made in sets, with the cropping systems that they stand in: with the same areas, ceilings, findings and
// refusals (BR-03, BR-05, BR-06, BR-14), row by row, as if each were made by itself.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { csvText } from '#domain/exchange/csv.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Behaviours, RowOf } from '#server/scope.ts'
import { isIntact } from '#server/store/event-hash.ts'
import { eventOf } from '#server/store/event-view.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { clock, type Json, ok, record } from './chain-stage.ts'

const oneByOne: Behaviours = { ...behaviours, crop: { ...behaviours.crop, prepareMany: async () => null } }
const plots = 120
let inSets: World
let singly: World
beforeAll(async () => {
  inSets = await openWorld({ now: clock })
  singly = await openWorld({ now: clock, behaviours: oneByOne })
  for (const world of [inSets, singly]) await stage(world)
}, 120_000)

/** Two growers with plots of a hectare, three seasons of which one is closed, two crops of which one has a norm, three varieties. */
async function stage(world: World): Promise<void> {
  const ada = world.as('ada', 'OP1')
  const season = (code: string, startDate: string, endDate: string) =>
    ok(ada.post('/season', { code, name: code, kind: 'KHARIF', startDate, endDate, yieldFactor: 0.9 }))
  await season('KH-2025', '2025-06-01', '2026-02-28')
  await season('RA-2025', '2025-10-01', '2026-05-31')
  const closed = await season('KH-2024', '2024-06-01', '2025-02-28')
  await ok(record(ada, 'season', closed.id, 'SEASON_CLOSED', '2025-12-01'))
  const cropType = (code: string, waterRegime: string) =>
    ok(
      ada.post(
        '/croptype',
        sampleOf(entityOf('croptype'), {
          values: { code, name: code, lifecycle: 'ANNUAL', yieldNorms: [{ waterRegime, minKgPerHa: 300, typicalKgPerHa: 800, maxKgPerHa: 1600 }] },
        }),
      ),
    )
  const [cotton, wheat] = [await cropType('COTTON', 'RAINFED'), await cropType('WHEAT', 'IRRIGATED')]
  for (const [name, cropTypeId, gmStatus] of [
    ['SGF-1', cotton.id, 'NON_GM'],
    ['SGF-2', cotton.id, 'NON_GM'],
    ['LOK-1', wheat.id, 'NON_GM'],
  ])
    await ok(ada.post('/variety', { cropTypeId, name, gmStatus }))
  for (const [memberNo, count] of [
    ['G-1', 12],
    ['G-2', plots],
  ] as const) {
    await ok(ada.post('/farmer', sampleOf(entityOf('farmer'), { values: { memberNo, village: memberNo, joinedOn: '2021-04-01' } })))
    const rows = Array.from({ length: count }, (_, n) => ({
      member_no: memberNo,
      parcel_no: `P-${n + 1}`,
      declared_area: '1',
      tenure: 'OWNED',
      water_regime: 'RAINFED',
    }))
    expect(await send(world, 'landparcel', rows)).toMatchObject({ created: count, rejected: 0 })
  }
}

type Cells = Record<string, string>
const crop = (plot: number, more: Cells = {}): Cells => ({
  member_no: 'G-1',
  parcel_no: `P-${plot}`,
  season: 'KH-2025',
  crop: 'COTTON',
  variety: 'SGF-1',
  role: 'MAIN',
  system_type: 'SOLE',
  area: '0.5',
  system_area: '1',
  planned_sowing: '2025-06-20',
  seed_source: 'GROUP',
  water_regime: 'RAINFED',
  ...more,
})
const send = (world: World, entity: string, rows: readonly Cells[], query = ''): Promise<Json> => {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const body = csvText(
    header,
    rows.map((row) => header.map((name) => row[name] ?? '')),
  )
  return ok(world.as('omar').send(`/${entity}/import${query}`, { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } }))
}

/** There before: what the new ones meet. */
const stored = [crop(1, { role: 'BORDER', area: '0.2' }), crop(2, { area: '1' })]
/** Good rows, and every kind of row that is not simply made. Row 2 of the file is the first. */
const table = [
  crop(1),
  crop(1, { variety: 'SGF-2', area: '0.4' }),
  crop(1, { variety: 'SGF-2', role: 'TRAP', area: '0.2' }),
  crop(2, { variety: 'SGF-2' }),
  crop(3),
  // Into the system that the row before makes, by another writing of the plot’s season; then more than it has room for.
  crop(3, { season: 'kh-2025', variety: 'SGF-2', area: '0.5' }),
  crop(3, { variety: 'SGF-2', role: 'BORDER', area: '0.1' }),
  // Its system would be made, and leaves with it; the next row makes it as it says itself.
  crop(4, { crop: 'WHEAT', variety: 'LOK-1', seed_treated: 'CHEMICAL', system_area: '0.6' }),
  crop(4, { area: '0.9' }),
  // A plan of another season over the same time does not fit on the plot beside it.
  crop(4, { season: 'RA-2025', planned_sowing: '2025-10-10', crop: 'WHEAT', variety: 'LOK-1' }),
  // The plan that is refused is the first one for two rows.
  crop(5, { system_area: '1.5' }),
  crop(5, { variety: 'SGF-2' }),
  crop(6, { planned_sowing: '2025-01-20' }),
  crop(6, { season: 'KH-2024', planned_sowing: '2024-06-20' }),
  crop(6, { crop: 'WHEAT', variety: 'LOK-1' }),
  crop(6, { crop: 'COTTON', variety: 'LOK-1' }),
  crop(7, { member_no: 'nobody' }),
  crop(7, { area: 'much' }),
  crop(7, { seed_treated: 'CHEMICAL' }),
  crop(8, { sowing_date: '2025-06-21', seed_kg: '2', seed_lot: 'S-1', seed_treated: 'UNTREATED' }),
  crop(8, { variety: 'SGF-2' }),
  crop(9),
  crop(9),
  crop(9, { area: '0.6' }),
  // Recognised by all that it says, where it does not say its role.
  crop(10, { role: '' }),
  crop(10, { role: '' }),
  crop(10, { role: '', variety: 'SGF-2' }),
  crop(7, { previous_crop: 'WHEAT', planned_end: '2026-02-01', system_type: 'INTERCROP' }),
  crop(7, { previous_crop: 'nothing' }),
  crop(2, { role: 'MAIN', area: '0.9' }),
  ...Array.from({ length: 6 }, (_, n) =>
    crop(11 + (n % 2), { season: n < 4 ? 'KH-2025' : 'RA-2025', variety: n % 4 < 2 ? 'SGF-1' : 'SGF-2', planned_sowing: '2025-10-01' }),
  ),
]

async function outcome(world: World): Promise<Json> {
  const { created, changed, unchanged, flagged, rejected, problems } = await send(world, 'crop', table)
  const omar = world.as('omar')
  const names = new Map<string, string>()
  const read = async (entity: string): Promise<Json[]> => {
    const { items } = await ok(omar.get(`/${entity}?limit=200&sort=code`))
    const records: Json[] = []
    for (const { id, code } of items) {
      names.set(id, code)
      records.push(await ok(omar.get(`/${entity}/${id}`)))
    }
    return records
  }
  for (const entity of ['season', 'croptype', 'variety', 'farmer', 'landparcel'])
    for (const { id, code } of (await ok(omar.get(`/${entity}?limit=200`))).items) names.set(id, code)
  const records = [...(await read('croppingsystem')), ...(await read('crop'))]
  const plain = records.map(({ id: _1, operatorId: _2, createdBy: _3, updatedBy: _4, refs: _5, qrToken: _6, flags, ...record }) => ({
    ...record,
    flags: flags.map(({ id: _7, openedBy: _8, eventId, ...flag }: Json) => ({ ...flag, isOfEvent: eventId !== null })),
  }))
  const named: Json = JSON.parse(JSON.stringify(plain), (_key, value) => (typeof value === 'string' ? (names.get(value) ?? value) : value))
  const counters = await world.scoped('ada', async ({ db, tenant }) => {
    const { rows } =
      await sql`select name, value from counter where tenant_id = ${tenant.id} and name in ('code:crop', 'code:croppingsystem') order by name`.execute(db)
    return rows
  })
  const job = { created, changed, unchanged, flagged, rejected, problems: problems.toSorted((a: Json, b: Json) => a.row - b.row) }
  return { job, records: named, counters }
}

describe('import of new crops', () => {
  it('leaves the same crops, cropping systems, findings, refusals and codes in sets as one by one', async () => {
    for (const world of [inSets, singly]) {
      expect(await send(world, 'crop', stored)).toMatchObject({ created: 2 })
      // One plan that is not organic, beside those that will be (BR-05).
      const omar = world.as('omar')
      const { items } = await ok(omar.get('/croppingsystem?sort=-code&limit=1'))
      await ok(omar.patch(`/croppingsystem/${items[0].id}`, { managedOrganically: false }, { 'if-match': `"${items[0].version}"` }))
    }
    const dry = [await send(inSets, 'crop', table, '?dryRun=true'), await send(singly, 'crop', table, '?dryRun=true')].map(
      ({ created, rejected, flagged }) => ({
        created,
        rejected,
        flagged,
      }),
    )
    expect(dry[0]).toEqual(dry[1])
    let many: Json
    const sent = await messagesOf(async () => {
      many = await outcome(inSets)
    })
    const one = await outcome(singly)
    const inserts = statementsIn(sent).filter((statement) => /^insert into "crop(pingsystem)?"/.test(statement))
    // Some in sets, some by themselves.
    expect(new Set(inserts.map((statement) => statement.includes('json_populate_recordset'))).size).toBe(2)
    expect(many).toEqual(one)
    const refused = Object.fromEntries(
      many.job.problems.filter(({ outcome: kind }: Json) => kind === 'REJECTED').map(({ row, code, ruleId }: Json) => [row, ruleId ?? code]),
    )
    expect(refused).toEqual({
      ...{ 3: 'BR-03', 5: 'BR-03', 8: 'BR-03', 9: 'BR-14', 11: 'BR-03', 12: 'BR-03', 14: 'rule', 15: 'PERIOD_CLOSED', 17: 'missing', 18: 'missing' },
      ...{ 19: 'type', 20: 'BR-14', 24: 'DUPLICATE', 25: 'DUPLICATE', 27: 'DUPLICATE', 29: 'required', 30: 'missing', 36: 'BR-03', 37: 'BR-03' },
    })
    const flagged: Json[] = many.job.problems.filter(({ outcome: kind }: Json) => kind === 'FLAGGED')
    expect(new Set(flagged.map(({ ruleId }) => ruleId))).toEqual(new Set(['BR-05', 'BR-06']))
  }, 120_000)
  it('writes the history of each, with a hash that holds', async () => {
    await inSets.scoped('ada', async ({ db, tenant }) => {
      const { rows } = await sql<
        RowOf<'event'>
      >`select e.* from event as e where e.tenant_id = ${tenant.id} and e.subject_type in ('crop', 'croppingsystem')`.execute(db)
      expect(rows.length).toBeGreaterThan(20)
      for (const row of rows) expect(isIntact(tenant.id, eventOf(row), row)).toBe(true)
    })
  })
  it('asks the database the same for many crops as for few, but for the transactions they are in', async () => {
    const rows = Array.from({ length: plots }, (_, n) => crop(n + 1, { member_no: 'G-2' }))
    let job: Json
    const sent = await messagesOf(async () => {
      job = await send(inSets, 'crop', rows)
    })
    expect(job).toMatchObject({ created: plots, rejected: 0 })
    const statements = statementsIn(sent)
    // One by one it is twenty a row. At least ten rows are in a transaction.
    expect(statements.length).toBeLessThan(3 * plots)
    for (const table of ['crop', 'croppingsystem']) {
      const inserts = statements.filter((statement) => statement.startsWith(`insert into "${table}"`))
      expect(inserts.length).toBeLessThanOrEqual(plots / 10)
      expect(inserts.length).toBeGreaterThan(0)
    }
  })
})
