// From which crops each lot came and how many kilograms of each, so that origin, public page and shares are one index range:
// the projection of the links of all lots as they are known now. It is written at the end of the step that made or joined lots, and for
// the lots made of these in their turn; it can be rebuilt from nothing. Reads of the past walk the links (docs/decisions/0029).
import { type RawBuilder, sql } from 'kysely'
import { planEachTime } from '#server/db/connection.ts'
import type { Db, Scope, Tenant } from '../scope.ts'
import { atEndOfStep, stepKey } from '../store/step.ts'

type Within = { db: Db; tenant: Pick<Tenant, 'id'> }

/** Lots of the open step whose links have changed. */
const changed = new WeakMap<object, Set<string>>()

/** Works out the origin of these lots and of the lots made of them, once at the end of the step. The caller has locked them. */
export function lotsChanged(scope: Scope, lotIds: readonly string[]): Promise<void> {
  const step = stepKey(scope)
  const lots = changed.get(step) ?? new Set<string>()
  changed.set(step, lots)
  for (const id of lotIds) lots.add(id)
  return atEndOfStep(scope, 'origin of lots', async () => {
    changed.delete(step)
    await projectOrigins(scope, [...lots])
  })
}

/** Longer than any chain of lots: more waves are a circle, which the states of lots make impossible. */
const mostWaves = 500

/**
 * Wave by wave: what changed in one is the source of the next, so that the last time a lot is worked out all its sources are
 * as they stay. Mostly nothing was made of a lot that changes, and one statement is all.
 */
async function projectOrigins(within: Within, lotIds: readonly string[]): Promise<void> {
  let lots = lotIds
  for (let wave = 0; lots.length > 0; wave++) {
    if (wave > mostWaves) throw new Error(`The origin of lots runs in a circle at ${lots[0]}`)
    const { rows } = await project(within, lots, madeOfChanged(within)).execute(within.db)
    lots = rows.map(({ id }) => id)
    if (lots.length > 0) await lock(within, lots)
  }
}

/** In the order in which everybody locks lots, before their sources are read. */
const lock = ({ db, tenant }: Within, lotIds: readonly string[]) =>
  sql`select b.id from productbatch as b where b.tenant_id = ${tenant.id} and b.id = any(${[...lotIds]}::uuid[]) order by b.id for update`.execute(db)

/**
 * Each link brings its kilograms in the proportion of its source. The parts of a lot in grams sum to what came into it: whole grams
 * first, the rest to the largest remainders, earlier crops first when equal. Kilograms of a source without origin (found in a stock count)
 * count in the proportion of the others. `answer`: ids, from `gone` and `written`.
 */
function project({ tenant }: Within, lotIds: readonly string[], answer: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    with made as (select unnest(${[...lotIds]}::uuid[]) as lot_id),
    into_lot as (
      select l.output_id as lot_id, l.input_id, l.input_kind, l.event_id, l.kg
      from made join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = made.lot_id and l.voided_at is null
    ), parts as (
      select lot_id, crop_id, sum(kg) as exact_kg from (
        select lot_id, input_id as crop_id, kg from into_lot where input_kind = 'crop'
        union all
        select i.lot_id, o.crop_id, round(i.kg * o.exact_kg / sum(o.exact_kg) over (partition by i.lot_id, i.event_id, i.input_id), 9)
        from into_lot as i join lot_origin as o on o.tenant_id = ${tenant.id} and o.lot_id = i.input_id where i.input_kind = 'productbatch'
      ) as one group by lot_id, crop_id
    ), due as (
      select p.*, t.grams, t.grams * p.exact_kg / sum(p.exact_kg) over (partition by p.lot_id) as grams_due
      from parts as p join (select lot_id, sum(kg) * 1000 as grams from into_lot group by lot_id) as t on t.lot_id = p.lot_id
    ), ranked as (
      select d.*, floor(grams_due) as whole, sum(floor(grams_due)) over (partition by lot_id) as given,
        row_number() over (partition by lot_id order by grams_due - floor(grams_due) desc, crop_id) as place
      from due as d
    ), gone as (
      delete from lot_origin as o using made where o.tenant_id = ${tenant.id} and o.lot_id = made.lot_id
        and not exists (select from parts as p where p.lot_id = o.lot_id and p.crop_id = o.crop_id)
      returning o.lot_id
    ), written as (
      insert into lot_origin (tenant_id, lot_id, crop_id, kg, exact_kg)
      select ${tenant.id}, lot_id, crop_id, (whole + case when place <= grams - given then 1 else 0 end) / 1000, exact_kg from ranked
      on conflict (tenant_id, lot_id, crop_id) do update set kg = excluded.kg, exact_kg = excluded.exact_kg
        where (lot_origin.kg, lot_origin.exact_kg) is distinct from (excluded.kg, excluded.exact_kg)
      returning lot_id
    )
    ${answer}`
}
const changedThemselves = sql`select lot_id as id from gone union select lot_id from written`
const madeOfChanged = ({ tenant }: Within) => sql`
    select distinct l.output_id as id from lot_link as l
    where l.tenant_id = ${tenant.id} and l.voided_at is null and l.input_id in (${changedThemselves})`

/** So many lots are worked out by one statement: far below the time that a statement may take, whatever a programme has. */
const lotsAtATime = 100

/**
 * Works out the origins of a programme anew, from its links alone. Answers the lots whose origin was another one: there are none, or
 * something went wrong. Sources come before what was made of them, so that each lot is worked out once, some at a time.
 */
export async function rebuildOrigins(within: Within, atATime = lotsAtATime): Promise<string[]> {
  const { db, tenant } = within
  await sql`select b.id from productbatch as b where b.tenant_id = ${tenant.id} order by b.id for update`.execute(db)
  const { rows: strays } = await sql<{ id: string }>`delete from lot_origin as o where o.tenant_id = ${tenant.id} and not exists (
    select from lot_link as l where l.tenant_id = ${tenant.id} and l.output_id = o.lot_id and l.voided_at is null) returning o.lot_id as id`.execute(db)
  const wrong = new Set(strays.map(({ id }) => id))
  // The table may be empty when the statement is planned first.
  planEachTime(db, true)
  for (const lots of await bySources(within))
    for (let from = 0; from < lots.length; from += atATime) {
      const { rows } = await project(within, lots.slice(from, from + atATime), changedThemselves).execute(db)
      for (const { id } of rows) wrong.add(id)
    }
  planEachTime(db, false)
  return [...wrong].sort()
}

/** The lots that came from something: first those whose sources are no such lots, then those made of these alone, and so on. */
async function bySources({ db, tenant }: Within): Promise<string[][]> {
  const { rows } = await sql<{ id: string; sources: string[] }>`
    select l.output_id as id, array_agg(distinct l.input_id) as sources from lot_link as l
    where l.tenant_id = ${tenant.id} and l.voided_at is null group by l.output_id order by l.output_id`.execute(db)
  const open = new Map(rows.map(({ id, sources }) => [id, sources]))
  const waves: string[][] = []
  while (open.size > 0) {
    const wave = [...open].filter(([, sources]) => !sources.some((source) => open.has(source))).map(([id]) => id)
    if (wave.length === 0) throw new Error(`The origin of lots runs in a circle at ${[...open.keys()][0]}`)
    for (const id of wave) open.delete(id)
    waves.push(wave)
  }
  return waves
}
