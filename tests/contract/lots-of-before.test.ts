// The schemes of lots of a database from before (docs/decisions/0167): filled by joins, so that a programme of many lots waits for seconds, not for hours, while its tables are locked.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMigrations } from '#server/db/migrate.ts'
import type { PgliteDatabase } from '#server/db/pglite.ts'
import { inMemory } from '../harness/database.ts'

const lots = 8_000
let database: PgliteDatabase
const ask = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
  database.owner(async (db) => (await query.execute(db)).rows as Record<string, unknown>[])

/** Rows of a table as SQL: what is required and not given is filled with a plain value of its type. `from`: a relation that `values` reads. */
async function fill(table: string, values: Record<string, string>, from = '(select 1) as one'): Promise<string> {
  const columns = await ask(sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null`)
  const plain: Record<string, string> = {
    uuid: "'00000000-0000-7000-8000-00000000ffff'",
    date: "'2025-01-01'",
    'timestamp with time zone': "'2025-01-01T00:00:00Z'",
    jsonb: "'[]'",
    ARRAY: "'{}'",
    boolean: 'false',
    text: "'x'",
  }
  const filled = Object.fromEntries(columns.map(({ name, type }) => [name as string, plain[type as string] ?? '1']))
  const all = { ...filled, ...(table === 'tenant' ? {} : { tenant_id: '1' }), ...values }
  return `insert into "${table}" (${Object.keys(all).map((name) => `"${name}"`)}) select ${Object.values(all)} from ${from};`
}
const id = (kind: number, number: string): string => `('00000000-0000-7000-800${kind}-' || lpad(to_hex(${number}), 12, '0'))::uuid`

beforeAll(async () => {
  database = await inMemory()
  const many = `generate_series(1, ${lots}) as n`
  const rows = [
    await fill('tenant', { id: '1', timezone: "'Asia/Kolkata'" }),
    await fill('scheme', { id: id(1, '1'), code: "'S1'", name: "'S1'", abbreviation: "'NPOP'" }),
    await fill('scheme', { id: id(1, '2'), code: "'S2'", name: "'S2'", abbreviation: "'ROC'" }),
    // To the first scheme all year, to the second until the end of November.
    await fill('scopecertificate', {
      id: id(2, '1'),
      code: "'C1'",
      sc_no: "'C1'",
      collective_id: id(3, '1'),
      scheme_id: id(1, '1'),
      valid_from: "'2025-01-01'",
      valid_to: "'2025-12-31'",
      status: "'VALID'",
    }),
    await fill('scopecertificate', {
      id: id(2, '2'),
      code: "'C2'",
      sc_no: "'C2'",
      collective_id: id(3, '1'),
      scheme_id: id(1, '2'),
      valid_from: "'2025-01-01'",
      valid_to: "'2025-11-30'",
      status: "'VALID'",
    }),
    await fill('crop', { id: id(4, 'n'), code: "'K' || n", cropping_system_id: id(9, 'n'), operator_id: id(3, '1') }, many),
    // Two farm lots go into each lot above them. Every tenth farm lot was picked in December, every hundredth is conventional.
    await fill(
      'productbatch',
      { id: id(5, 'n'), code: "'F' || n", operator_id: id(3, '1'), claim_status: "case when n % 100 = 0 then 'CONVENTIONAL' else 'ORGANIC' end" },
      many,
    ),
    await fill(
      'productbatch',
      { id: id(6, 'n'), code: "'L' || n", operator_id: id(3, '1'), claim_status: "'ORGANIC'" },
      `generate_series(1, ${lots / 2}) as n`,
    ),
    await fill(
      'lot_link',
      {
        event_id: id(7, 'n'),
        output_id: id(5, 'n'),
        input_id: id(4, 'n'),
        input_kind: "'crop'",
        kg: '1',
        at: "case when n % 10 = 0 then '2025-12-05T06:00:00Z' else '2025-11-05T06:00:00Z' end::timestamptz",
      },
      many,
    ),
    await fill('lot_link', { event_id: id(8, 'n'), output_id: id(6, '(n + 1) / 2'), input_id: id(5, 'n'), input_kind: "'productbatch'", kg: '1' }, many),
  ]
  // As within a migration: row security does not ask the owner.
  await database.script(
    `do $$ declare t text; begin foreach t in array array['scheme', 'scopecertificate', 'crop', 'productbatch', 'lot_link', 'event'] loop execute format('alter table %I no force row level security', t); end loop; end $$`,
  )
  // Plain values are no choices of a declaration.
  await database.script(
    `do $$ declare c record; begin for c in select conrelid::regclass as t, conname from pg_constraint where contype in ('c', 'u') and connamespace = 'public'::regnamespace loop execute format('alter table %s drop constraint %I', c.t, c.conname); end loop; end $$`,
  )
  await database.script(`set session_replication_role = replica; ${rows.join('\n')} set session_replication_role = default`)
}, 240_000)
afterAll(() => database?.close())

describe('the schemes of lots that were there before', () => {
  it(`are written of ${lots * 1.5} lots in seconds, and of none that has no scheme`, async () => {
    const [, ...filling] =
      readMigrations()
        .find(({ name }) => name.includes('schemes-of-lots'))
        ?.sql.split('\n') ?? []
    const began = performance.now()
    await database.script(filling.join('\n'))
    expect(performance.now() - began).toBeLessThan(20_000)
    const counted =
      await ask(sql`select left(code, 1) as kind, coalesce(cardinality(scheme_ids), 0) as schemes, count(*)::int as lots, bool_or(scheme_ids = '{}') as empty
      from productbatch group by 1, 2 order by 1, 2`)
    const [conventional, december] = [lots / 100, lots / 10]
    // Of a pair the second has the even number: it alone is of December or conventional.
    expect(counted).toEqual([
      { kind: 'F', schemes: 0, lots: conventional, empty: null },
      { kind: 'F', schemes: 1, lots: december - conventional, empty: false },
      { kind: 'F', schemes: 2, lots: lots - december, empty: false },
      { kind: 'L', schemes: 0, lots: conventional, empty: null },
      { kind: 'L', schemes: 1, lots: december - conventional, empty: false },
      { kind: 'L', schemes: 2, lots: lots / 2 - december, empty: false },
    ])
  }, 300_000)
})
