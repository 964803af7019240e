// Row security lets the planner see how many rows a tenant has: with many tenants in one database, what it expects must stay near what is there, or joins read every row for each other.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { guard } from '#server/db/ddl.ts'
import { sharedDatabase } from '../harness/database.ts'

const tenants = 60
const rowsEach = 500
const own = 7
/** Begins after the tables were analyzed. */
const young = tenants + 1
const tables = ['planned_event', 'planned_link']
let database: Database
beforeAll(async () => {
  database = await sharedDatabase()
  await database.script(`
    create table planned_event (tenant_id integer not null, id integer not null, subject_id integer not null, at timestamptz not null, primary key (tenant_id, id));
    create index on planned_event (tenant_id, subject_id); create index on planned_event (tenant_id, at);
    create table planned_link (tenant_id integer not null, input_id integer not null, output_id integer not null, primary key (tenant_id, input_id, output_id));
    ${tables.map(guard).join('\n')}
    insert into planned_event select t, i, i / 5, timestamptz '2026-01-01' + i * interval '1 hour' from generate_series(1, ${tenants}) as t, generate_series(1, ${rowsEach}) as i;
    insert into planned_link select t, i, i + 1 from generate_series(1, ${tenants}) as t, generate_series(1, ${rowsEach}) as i;
    analyze planned_event, planned_link;
    insert into planned_event select ${young}, i, i / 5, timestamptz '2026-01-01' + i * interval '1 hour' from generate_series(1, ${rowsEach}) as i;`)
})
afterAll(async () => {
  await database.script(tables.map((name) => `drop table if exists ${name};`).join(' '))
})

type Plan = { 'Plan Rows': number; 'Index Name'?: string; Plans?: Plan[] }
const inTenant = <T>(statement: ReturnType<typeof sql<T>>, tenant = own) => database.transaction(tenant, async (db) => (await statement.execute(db)).rows)
const planOf = async (statement: string, tenant = own): Promise<Plan> => {
  const [row] = await inTenant(sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (format json) ${sql.raw(statement)}`, tenant)
  return row?.['QUERY PLAN'][0].Plan ?? expect.unreachable('no plan')
}
const countOf = async (statement: string): Promise<number> =>
  (await inTenant(sql<{ n: number }>`select count(*)::int as n from (${sql.raw(statement)}) as q`))[0]?.n ?? -1

const ofTenant = (tenant: number) => ({
  list: `select * from planned_event as e where e.tenant_id = ${tenant}`,
  joined: `select * from planned_event as e join planned_link as l on l.tenant_id = ${tenant} and l.input_id = e.id where e.tenant_id = ${tenant}`,
  outer: `select * from planned_event as e left join planned_link as l on l.tenant_id = ${tenant} and l.input_id = e.id + ${rowsEach / 2} where e.tenant_id = ${tenant}`,
  traced: `select * from (with recursive below (id) as (select 1 union select l.output_id from below join planned_link as l on l.tenant_id = ${tenant} and l.input_id = below.id)
    select id from below) as t`,
})

describe('row security with many tenants', () => {
  it('shows nothing of another tenant that a statement names, nor lets its rows into an outer join', async () => {
    const { list, joined, outer, traced } = ofTenant(own + 1)
    expect(await countOf(list)).toBe(0)
    expect(await countOf(joined)).toBe(0)
    expect(await countOf(outer)).toBe(0)
    expect(await countOf(traced)).toBe(1)
    const mixed = `select l.input_id from planned_event as e left join planned_link as l on l.tenant_id = ${own + 1} and l.input_id = e.id where e.tenant_id = ${own}`
    expect(await inTenant(sql<{ n: number; others: number }>`select count(*)::int as n, count(input_id)::int as others from (${sql.raw(mixed)}) as q`)).toEqual(
      [{ n: rowsEach, others: 0 }],
    )
  })
  it('shows all of its own, named or not, and refuses to write another’s', async () => {
    const { list, joined, outer } = ofTenant(own)
    expect([await countOf(list), await countOf('select * from planned_event'), await countOf(joined), await countOf(outer)]).toEqual([
      rowsEach,
      rowsEach,
      rowsEach,
      rowsEach,
    ])
    await expect(inTenant(sql`insert into planned_link values (${own + 1}, 1, 1)`)).rejects.toThrow(/row-level security/)
    expect(await inTenant(sql`update planned_link set output_id = 0 where tenant_id = ${own + 1} returning 1`)).toEqual([])
  })
  it.each(['list', 'joined', 'outer'] as const)('expects about as many rows as there are: %s', async (name) => {
    const rows = (await planOf(ofTenant(own)[name]))['Plan Rows']
    expect(rows).toBeGreaterThan(rowsEach / 2)
    expect(rows).toBeLessThan(rowsEach * 2)
  })
  it('takes a tenant that came after the last analysis for one with rows', async () => {
    const rows = (await planOf(ofTenant(young).list, young))['Plan Rows']
    expect(rows).toBeGreaterThan(rowsEach / 2)
    const pair = `select 1 from planned_event as e join planned_event as p on p.tenant_id = ${young} and p.id = case when e.subject_id > 0 then e.id else e.subject_id end where e.tenant_id = ${young}`
    expect(JSON.stringify(await planOf(pair, young))).not.toContain('Join Filter')
  })
})
