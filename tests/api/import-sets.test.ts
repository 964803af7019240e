// New records of a file are made in sets: with the same outcome, row by row, as if each were made by itself.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { behaviours } from '#server/behaviours.ts'
import type { Behaviours, RowOf } from '#server/scope.ts'
import { isIntact } from '#server/store/event-hash.ts'
import { eventOf } from '#server/store/event-view.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Json, ok } from './chain-stage.ts'
import { farmers, person } from './exchange-stage.ts'

const oneByOne: Behaviours = { ...behaviours, farmer: { ...behaviours.farmer, prepareMany: async () => null } }
let inSets: World
let singly: World
beforeAll(async () => {
  const now = () => new Date('2026-01-15T06:30:00Z')
  inSets = await openWorld({ now })
  singly = await openWorld({ now, behaviours: oneByOne })
})

const ramesh = { first_name: 'Ramesh', last_name: 'Patidar', village: 'Badgaon' }
/** Good rows, and every kind of row that is not simply made. */
const table = [
  person({ member_no: 'S-1', ...ramesh, phone: '9826011111', no_phone: 'N' }),
  person({ member_no: 'S-2' }),
  person({ member_no: 'S-3', gender: 'X' }),
  // The same person by another spelling: flagged, beside a row of the same set.
  person({ member_no: 'S-4', first_name: 'Rameesh', last_name: 'Pateedar', phone: '9826011111', no_phone: 'N' }),
  // And refused, because the village is the same too.
  person({ member_no: 'S-5', ...ramesh, phone: '9826011111', no_phone: 'N', relation_name: 'Mohan' }),
  person({ member_no: 'S-6', ...ramesh, relation_name: 'Mohan', phone: '9826022222', no_phone: 'N' }),
  person({ member_no: 'S-7', ...ramesh, relation_name: 'Mohan', phone: '9826022222', no_phone: 'N' }),
  person({ member_no: 'S-2' }),
  person({ member_no: 'S-8', birth_year: '2015' }),
  person({ member_no: 'S-9', code: 'FRM-000004' }),
  person({ member_no: 'K-1', holding_ha: '3' }),
  person({ member_no: 'S-10', holding_ha: '9' }),
  person({ member_no: 'S-11', operator_code: 'OP2' }),
  ...Array.from({ length: 12 }, (_, n) => person({ member_no: `T-${n}` })),
]
const header = [...new Set(table.flatMap((row) => Object.keys(row)))]
const text = [header.join(','), ...table.map((row) => header.map((name) => row[name] ?? '').join(','))].join('\r\n')

async function imported(world: World, query = ''): Promise<{ job: Json; records: Json[]; counter: unknown }> {
  const omar = world.as('omar')
  const job = await ok(omar.send(`/farmer/import${query}`, { method: 'POST', body: text, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } }))
  const { items } = await ok(omar.get('/farmer?limit=200&sort=memberNo'))
  const records = await Promise.all(items.map(({ id }: Json) => ok(omar.get(`/farmer/${id}`))))
  const counter = await world.scoped(
    'ada',
    async ({ db, tenant }) => (await sql`select value from counter where tenant_id = ${tenant.id} and name = 'code:farmer'`.execute(db)).rows,
  )
  return { job, records, counter }
}
/** What does not depend on when and where it was made. */
const plain = ({ job, records, counter }: Awaited<ReturnType<typeof imported>>) => {
  const { created, changed, unchanged, flagged, rejected, problems } = job
  const own = new Map(records.map(({ id, memberNo }) => [id, memberNo]))
  const named = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'string' ? (own.get(one) ?? one) : one))
  return {
    created,
    changed,
    unchanged,
    flagged,
    rejected,
    counter,
    problems: (problems as Json[]).toSorted((a, b) => a.row - b.row),
    records: records.map(({ id: _id, operatorId: _operator, createdBy, updatedBy: _too, refs: _refs, flags, ...record }) => ({
      ...record,
      flags: flags.map(({ id: _flag, subjectId: _subject, openedBy, ...flag }: Json) => named({ ...flag, isOpenedByCreator: openedBy === createdBy })),
    })),
  }
}

describe('import of new records', () => {
  it('leaves the same records, findings, refusals and codes in sets as one by one', async () => {
    const stored = farmers(person({ member_no: 'K-1', first_name: 'Kept' }))
    for (const world of [inSets, singly])
      await ok(world.as('omar').send('/farmer/import', { method: 'POST', body: stored, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } }))
    const dry = [plain(await imported(inSets, '?dryRun=true')), plain(await imported(singly, '?dryRun=true'))]
    expect(dry[0]).toEqual(dry[1])
    const [many, one] = [plain(await imported(inSets)), plain(await imported(singly))]
    expect(many).toEqual(one)
    expect(many).toMatchObject({ created: 18, changed: 2, rejected: 5, flagged: 4 })
  })
  it('writes history and search words of each, with a hash that holds', async () => {
    await inSets.scoped('ada', async ({ db, tenant }) => {
      const { rows } = await sql<RowOf<'event'>>`
        select e.* from event as e join farmer as f on f.tenant_id = e.tenant_id and f.id = e.subject_id where e.tenant_id = ${tenant.id} and e.event_type = 'CREATED'`.execute(
        db,
      )
      expect(rows.length).toBe(19)
      for (const row of rows) expect(isIntact(tenant.id, eventOf(row), row)).toBe(true)
    })
    const { items } = await ok(inSets.as('omar').get('/farmer?q=rameesh'))
    // S-4 is another person by now: the row with its code has changed it.
    expect(items.map(({ memberNo }: Json) => memberNo).sort()).toEqual(['S-1', 'S-5', 'S-6'])
  })
  it('asks the database the same for four hundred rows as for forty, but for the transactions they are in', async () => {
    const sent = await messagesOf(() =>
      ok(
        inSets.as('omar').send('/farmer/import', {
          method: 'POST',
          body: farmers(...Array.from({ length: 400 }, () => person())),
          headers: { 'content-type': 'text/csv', prefer: 'wait=60' },
        }),
      ),
    )
    const inserts = statementsIn(sent).filter((statement) => statement.startsWith('insert into "farmer"'))
    expect(inserts.length).toBeLessThanOrEqual(41)
    expect(inserts.length).toBeGreaterThan(0)
  })
})
