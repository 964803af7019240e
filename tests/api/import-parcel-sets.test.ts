// New plots of a file are made in sets: with the same boundaries, overlaps, disputes and refusals (BR-01..03), row by row, as if each
// were made by itself; the map index with them.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { csvText } from '#domain/exchange/csv.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { behaviours } from '#server/behaviours.ts'
import type { Behaviours, RowOf } from '#server/scope.ts'
import { isIntact } from '#server/store/event-hash.ts'
import { eventOf } from '#server/store/event-view.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { type Json, ok } from './chain-stage.ts'
import { field, ring } from './parcel-stage.ts'

const oneByOne: Behaviours = { ...behaviours, landparcel: { ...behaviours.landparcel, prepareMany: async () => null } }
let inSets: World
let singly: World
beforeAll(async () => {
  const now = () => new Date('2026-01-15T06:30:00Z')
  inSets = await openWorld({ now })
  singly = await openWorld({ now, behaviours: oneByOne })
  for (const world of [inSets, singly])
    for (const [operator, memberNo] of [
      ['OP1', 'G-1'],
      ['OP1', 'G-2'],
      ['OP2', 'G-9'],
    ] as const) {
      const values = { memberNo, village: memberNo, joinedOn: '2021-04-01' }
      await ok(world.as('ada', operator).post('/farmer', sampleOf(entityOf('farmer'), { values })))
    }
})

const wkt = ({ coordinates: [corners = []] }: Polygon): string => `POLYGON ((${corners.map(([lon, lat]) => `${lon} ${lat}`).join(', ')}))`
type Cells = Record<string, string>
const plot = (parcelNo: string, boundary: Polygon | null, more: Cells = {}): Cells => ({
  member_no: 'G-1',
  parcel_no: parcelNo,
  declared_area: '1',
  tenure: 'OWNED',
  water_regime: 'RAINFED',
  wkt: boundary ? wkt(boundary) : '',
  ...more,
})
const text = (rows: readonly Cells[]): string => {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return csvText(
    header,
    rows.map((row) => header.map((name) => row[name] ?? '')),
  )
}
const send = (world: World, rows: readonly Cells[], query = '') =>
  ok(world.as('omar').send(`/landparcel/import${query}`, { method: 'POST', body: text(rows), headers: { 'content-type': 'text/csv', prefer: 'wait=60' } }))

/** There before: what the new ones meet. */
const stored = [plot('K-1', field(0, 0)), plot('K-2', field(0, 300))]
/** Good rows, and every kind of row that is not simply made. */
const table = [
  plot('1', field(200, 0)),
  plot('2', null, { lat: '22.12', lon: '75.62' }),
  plot('3', field(0, 0)),
  plot('4', field(97, 0)),
  plot('5', field(90, 300)),
  plot('6', field(30, 30, 20), { declared_area: '0.04' }),
  // Among themselves: the same ring, a warning, a dispute, and a second dispute with the same plot.
  plot('7', field(200, 0)),
  plot('8', field(297, 0)),
  plot('9', field(600, 0)),
  plot('10', field(690, 0)),
  plot('11', field(600, 90)),
  plot('12', field(610, 10)),
  plot('13', ring([900, 0], [1000, 100], [1000, 0], [900, 100])),
  plot('14', field(900, 300), { member_no: 'nobody' }),
  plot('15', field(900, 300), { member_no: 'G-9' }),
  plot('16', {
    type: 'Polygon',
    coordinates: [
      [
        [10, 50],
        [10.001, 50],
        [10.001, 50.001],
        [10, 50.001],
        [10, 50],
      ],
    ],
  }),
  plot('17', field(1200, 0), { declared_area: '1.3' }),
  plot('18', field(1400, 0), { declared_area: '2.5', area_unit: 'acre', member_no: 'G-2', survey_no: '14/2' }),
  plot('18', field(1600, 0), { member_no: 'G-2' }),
  plot('K-1', field(0, 0), { survey_no: '9' }),
  plot('19', null, { lat: '50', lon: '10' }),
  plot('20', field(2000, 0), { conversion_start: '2024-04-01' }),
  plot('21', field(2200, 0), { declared_area: 'much' }),
  ...Array.from({ length: 8 }, (_, n) => plot(`T-${n}`, field(3000 + n * 150, 0))),
]

async function outcome(world: World): Promise<Json> {
  const { created, changed, unchanged, flagged, rejected, problems } = await send(world, table)
  const omar = world.as('omar')
  const { items } = await ok(omar.get('/landparcel?limit=200&sort=code'))
  const records: Json[] = []
  for (const { id } of items) records.push(await ok(omar.get(`/landparcel/${id}`)))
  const own = new Map(records.map(({ id, code }) => [id, code]))
  const plain = records.map(({ id, operatorId: _1, createdBy: _2, updatedBy: _3, mappedBy, farmerId: _4, refs: _5, flags, ...record }) => ({
    ...record,
    isMappedBySender: mappedBy === _2,
    flags: flags.map(({ id: _flag, subjectId, eventId, openedBy: _6, ...flag }: Json) => ({
      ...flag,
      of: own.get(subjectId),
      isOfEvent: eventId !== null,
      isOf: id === subjectId,
    })),
  }))
  const rest = await world.scoped('ada', async ({ db, tenant }) => ({
    counter: (await sql`select value from counter where tenant_id = ${tenant.id} and name = 'code:landparcel'`.execute(db)).rows,
    cells: (
      await sql`select c.cell, p.code, c.w, c.s, c.e, c.n, c.home from parcel_cell as c join landparcel as p on p.tenant_id = c.tenant_id and p.id = c.parcel_id
        where c.tenant_id = ${tenant.id} order by 1, 2`.execute(db)
    ).rows,
    counts: (await sql`select cell, n, ha from parcel_count where tenant_id = ${tenant.id} order by 1`.execute(db)).rows,
    events: (
      await sql`select p.code, e.event_type, e.data->>'reason' as reason from event as e join landparcel as p on p.tenant_id = e.tenant_id and p.id = e.subject_id
        where e.tenant_id = ${tenant.id} order by 1, e.subject_version`.execute(db)
    ).rows,
  }))
  return { job: { created, changed, unchanged, flagged, rejected, problems: problems.toSorted((a: Json, b: Json) => a.row - b.row) }, records: plain, ...rest }
}

describe('import of new plots', () => {
  it('leaves the same plots, findings, disputes, refusals, codes and map in sets as one by one', async () => {
    for (const world of [inSets, singly]) await send(world, stored)
    const dry = [await send(inSets, table, '?dryRun=true'), await send(singly, table, '?dryRun=true')].map(({ created, rejected, flagged }) => ({
      created,
      rejected,
      flagged,
    }))
    expect(dry[0]).toEqual(dry[1])
    const [many, one] = [await outcome(inSets), await outcome(singly)]
    expect(many).toEqual(one)
    const states = Object.fromEntries(many.records.map(({ parcelNo, status }: Json) => [parcelNo, status]))
    expect(states).toMatchObject({
      1: 'MAPPED',
      4: 'MAPPED',
      5: 'DISPUTED',
      'K-2': 'DISPUTED',
      8: 'MAPPED',
      9: 'DISPUTED',
      10: 'DISPUTED',
      11: 'DISPUTED',
      'T-7': 'MAPPED',
    })
    const refused = Object.fromEntries(many.job.problems.filter(({ outcome: kind }: Json) => kind === 'REJECTED').map(({ row, code }: Json) => [row, code]))
    // Row 2 is the first plot.
    expect(refused).toMatchObject({
      4: 'taken',
      7: 'overlap',
      8: 'taken',
      13: 'overlap',
      14: 'crossing',
      15: 'missing',
      16: 'missing',
      20: 'DUPLICATE',
      22: 'outside_area',
    })
  })
  it('writes the history of each, with a hash that holds', async () => {
    await inSets.scoped('ada', async ({ db, tenant }) => {
      const { rows } = await sql<RowOf<'event'>>`select e.* from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'landparcel'`.execute(db)
      expect(rows.length).toBeGreaterThan(20)
      for (const row of rows) expect(isIntact(tenant.id, eventOf(row), row)).toBe(true)
    })
  })
  it('asks the database the same for many plots as for few, but for the transactions they are in', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => plot(`M-${n}`, field(5000 + (n % 12) * 150, Math.floor(n / 12) * 150)))
    let job: Json
    const sent = await messagesOf(async () => {
      job = await send(inSets, rows)
    })
    expect(job).toMatchObject({ created: 120, rejected: 0 })
    const inserts = statementsIn(sent).filter((statement) => statement.startsWith('insert into "landparcel"'))
    expect(inserts.length).toBeLessThanOrEqual(12)
    expect(inserts.length).toBeGreaterThan(0)
  })
})
