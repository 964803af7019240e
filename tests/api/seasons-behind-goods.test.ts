// The chain of kilograms behind a company and a facility, in a programme of years: what it counts is of one season and equal to a count by hand, and what it reads
// does not grow with the seasons before, whose lots and entries are found by no scan.
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { chainStatement } from '#server/reports/kilogram-chain.ts'
import type { Scope } from '#server/scope.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

/** Crops and lots of each past season; each lot was made of ten crops and has twelve entries. */
const each = { crops: 10_000, lots: 6000, entries: 12 }
const past = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
/** Of the company in each season. */
const ofCompany = 500
let world: World
let chain: Chain
const ofChain = (query: string, who = 'omar') => world.as(who, 'OP1').get(`/reports/kilogram-chain?${query}`)

async function fill(): Promise<void> {
  const tenant = world.tenants.cotton.id
  const { id: cropId } = await chain.view('crop', (await chain.sown()).cropId)
  const lotId = (await chain.lot()).id
  await world.database.owner(async (db) => {
    const run = (query: RawBuilder<unknown>) => query.execute(db)
    await run(sql`set session_replication_role = replica`)
    const copyOf = async (table: string, id: string, rows: RawBuilder<unknown>, own: Record<string, RawBuilder<unknown>>) => {
      const { rows: names } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_name = ${table} and table_schema = 'public' and is_generated = 'NEVER'`.execute(db)
      const columns = names.map(({ name }) => name)
      await run(sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
        select ${sql.join(columns.map((name) => own[name] ?? sql.ref(`m.${name}`)))} from ${sql.table(table)} as m cross join ${rows} where m.tenant_id = ${tenant} and m.id = ${id}::uuid`)
    }
    /** An id by kind, season and number. */
    const numbered = (kind: string, season: RawBuilder<unknown>, n: RawBuilder<unknown>) => sql`md5(${sql.lit(kind)} || ${season} || '-' || ${n})::uuid`
    for (const [season, id] of past.entries()) {
      await copyOf('season', chain.season, sql`(select 1) as x`, {
        id: sql`${id}::uuid`,
        code: sql`${`SEA-P${season}`}`,
        title: sql`${`Past ${season}`}`,
        name: sql`${`Past ${season}`}`,
        start_date: sql`${`${2020 + season}-05-01`}::date`,
        end_date: sql`${`${2021 + season}-02-28`}::date`,
      })
      const at = sql`${String(season)}`
      await copyOf('crop', cropId, sql`generate_series(1, ${each.crops}::integer) as x (n)`, {
        id: numbered('crop', at, sql`x.n`),
        code: sql`${`P${season}-`} || x.n`,
        season_id: sql`${id}::uuid`,
        qr_token: sql`md5(${`crop ${season} `} || x.n)`,
        cropping_system_id: sql`gen_random_uuid()`,
        status: sql`'HARVESTED'`,
        harvested_kg: sql`500`,
        estimated_kg: sql`600`,
        yield_cap_kg: sql`550`,
        purchased_kg: sql`400`,
      })
      await copyOf('productbatch', lotId, sql`generate_series(1, ${each.lots}::integer) as x (n)`, {
        id: numbered('lot', at, sql`x.n`),
        code: sql`${`P${season}-`} || x.n`,
        batch_no: sql`${`P${season}-`} || x.n`,
        season_id: sql`${id}::uuid`,
        qr_token: sql`md5(${`lot ${season} `} || x.n)`,
        processor_id: sql`case when x.n <= ${ofCompany}::integer then ${chain.ginner}::uuid end`,
        processing_system_id: sql`case when x.n <= ${ofCompany}::integer then ${chain.gin}::uuid else ${chain.centre}::uuid end`,
      })
      // Ten crops of the season, in a round.
      await run(sql`insert into lot_origin (tenant_id, lot_id, crop_id, kg, exact_kg) select ${tenant}::integer, ${numbered('lot', at, sql`x.n`)},
        ${numbered('crop', at, sql`((x.n * 10 + k.n) % ${each.crops}::integer + 1)`)}, 40, 40 from generate_series(1, ${each.lots}::integer) as x (n), generate_series(0, 9) as k (n)`)
      await run(sql`insert into ledger_entry (tenant_id, id, event_id, batch_id, account, delta_kg, at, recorded_at)
        select ${tenant}::integer, gen_random_uuid(), gen_random_uuid(), ${numbered('lot', at, sql`x.n`)}, 'PURCHASED', 1, now(), now()
        from generate_series(1, ${each.lots}::integer) as x (n), generate_series(1, ${each.entries}::integer)`)
    }
    for (const table of ['crop', 'productbatch', 'lot_origin', 'ledger_entry', 'season']) await run(sql`analyze ${sql.table(table)}`)
  })
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  await fill()
}, 240_000)

it('is of the season that is on where none is named, of one that is named, and refuses one that is none', async () => {
  for (const query of [`subject=processor&id=${chain.ginner}`, `subject=processingsystem&id=${chain.gin}`]) {
    expect((await ok(ofChain(query))).items).toEqual([])
    expect((await ok(ofChain(`${query}&seasonId=${chain.season}`))).items).toEqual([])
    // By hand: lots 1 to 500 are of crops 11 to 5,010.
    for (const season of past)
      expect((await ok(ofChain(`${query}&seasonId=${season}`))).items).toMatchObject([
        { seasonId: season, crops: 5000, ceilingKg: 5000 * 550, allowedKg: 5000 * 550, harvestedKg: 5000 * 500, purchasedKg: 5000 * 400 },
      ])
    expect(await ofChain(`${query}&seasonId=kharif`)).toMatchObject({ status: 400 })
  }
})

it('reads no whole table of lots, origins or entries, and no rows of other seasons', async () => {
  type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  const planOf = (subject: 'processor' | 'processingsystem', id: string, season: string) =>
    world.scoped('omar', async (scope: Scope) => {
      const { rows } = await sql<Json>`explain (analyze, format json) ${chainStatement(scope, { subject, id }, season, null)}`.execute(scope.db)
      return nodes(rows[0]?.['QUERY PLAN'][0].Plan)
    })
  for (const [subject, id, season] of [
    ['processor', chain.ginner, past[0]],
    ['processor', chain.ginner, chain.season],
    ['processingsystem', chain.gin, past[0]],
    ['processingsystem', chain.gin, chain.season],
    ['processingsystem', chain.centre, chain.season],
  ] as const) {
    const plan = await planOf(subject, id, season as string)
    const large = plan.filter((node) => ['crop', 'productbatch', 'lot_origin', 'ledger_entry'].includes(node['Relation Name'] ?? ''))
    expect([subject, large.filter((node) => node['Node Type'] === 'Seq Scan')]).toEqual([subject, []])
    const rows = (table: string) =>
      large.filter((node) => node['Relation Name'] === table).reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
    // Those of the season alone, of three.
    const isPast = season !== chain.season
    expect([subject, rows('crop') <= (isPast ? each.crops : 10), rows('lot_origin') <= (isPast ? each.lots * 10 : 10)]).toEqual([subject, true, true])
    expect([subject, rows('ledger_entry'), rows('productbatch') <= (isPast ? each.lots * 10 : 10)]).toEqual([subject, 0, true])
  }
})
