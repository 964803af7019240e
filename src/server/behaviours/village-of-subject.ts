// Of a task and of a non-conformity: the village of the member whom it is about, named or as the grower of what is named. By it field officers and inspectors of some
// villages reach them (dictionary 8). It follows when the member moves, and when a plot gets another grower (docs/decisions/0171).
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { withVillageOfKeeper } from '#domain/people/village-of-grower.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { atEndOfStep } from '../store/step.ts'
import { updateMany } from '../store/write-many.ts'

const abouts = ['farmerId', 'cropId', 'parcelId', 'productionSystemId', 'productBatchId', 'planEventId', 'nonConformityId'] as const
type AboutName = (typeof abouts)[number]
/** What one is about, as far as somebody's village follows from it. */
export type About = { id: string } & Partial<Record<AboutName, string | null>>

const isAboutNothing = (row: About): boolean => abouts.every((name) => !row[name])

/** Whether a village has to be looked for: of a new one, and where an edit changes what it is about. */
export const isAboutOthers = (before: About | null, after: About): boolean =>
  before === null || abouts.some((name) => (before[name] ?? null) !== (after[name] ?? null))

/** By id; null: it is about nobody's. The member who is named counts before the grower of what is named. One statement, none where nothing is named. */
export async function villagesOf({ db, tenant }: Scope, rows: readonly About[]): Promise<Map<string, string | null>> {
  const named = rows.filter((row) => !isAboutNothing(row))
  if (named.length === 0) return new Map()
  const ids = (name: 'id' | AboutName) => sql`${named.map((row) => row[name] ?? null)}::uuid[]`
  const growerBy = (table: string, id: string) =>
    sql`(select x.farmer_id from ${sql.table(table)} as x where x.tenant_id = ${tenant.id} and x.id = ${sql.ref(id)})`
  const { rows: found } = await sql<{ id: string; village: string | null }>`select w.id,
      coalesce((select f.village from farmer as f where f.tenant_id = ${tenant.id} and f.id = coalesce(w.farmer_id, ${growerBy('crop', 'w.crop_id')},
        ${growerBy('landparcel', 'w.parcel_id')}, ${growerBy('productionsystem', 'w.production_system_id')}, ${growerBy('planevent', 'w.plan_event_id')},
        ${growerBy('productbatch', 'w.product_batch_id')})),
        (select n.village from nonconformity as n where n.tenant_id = ${tenant.id} and n.id = w.non_conformity_id)) as village
    from unnest(${ids('id')}, ${ids('farmerId')}, ${ids('cropId')}, ${ids('parcelId')}, ${ids('productionSystemId')}, ${ids('productBatchId')}, ${ids('planEventId')},
      ${ids('nonConformityId')}) as w (id, farmer_id, crop_id, parcel_id, production_system_id, product_batch_id, plan_event_id, non_conformity_id)`.execute(db)
  return new Map(found.map(({ id, village }) => [id, village]))
}

/** Before it is written. */
export async function setVillage(scope: Scope, before: About | null, after: About & { village: string | null }): Promise<void> {
  if (isAboutOthers(before, after)) after.village = (await villagesOf(scope, [after])).get(after.id) ?? null
}

/** Whose subjects are looked at anew. */
type Moved = { farmerId: string } | { parcelId: string }

/** At the end of the step, when the members, plots and crops themselves are written. Findings come first: a task of one takes its village. */
export const bringVillagesLater = (scope: Scope, moved: Moved): Promise<void> =>
  atEndOfStep(scope, `villages of what is about ${Object.values(moved).join()}`, async () => {
    if ('farmerId' in moved) for (const name of withVillageOfKeeper) await bringOwned(scope, name, moved.farmerId)
    const findings = await bringVillages(scope, 'nonconformity', idsAbout(scope, 'nonconformity', moved))
    await bringVillages(scope, 'task', sql`${idsAbout(scope, 'task', moved)} union ${tasksOf(scope, findings)}`)
  })
/** After an edit of what a finding is about. */
export async function bringVillageOfTasks(scope: Scope, before: About & { village: string | null }, after: typeof before): Promise<void> {
  if (before.village !== after.village) await bringVillages(scope, 'task', tasksOf(scope, [after.id]))
}
const tasksOf = ({ tenant }: Scope, findings: readonly string[]) =>
  sql`select r.id from task as r where r.tenant_id = ${tenant.id} and r.non_conformity_id = any(${[...findings]}::uuid[]) and r.deleted_at is null`

/** Records of this kind that name this member or plot, or what is theirs: each way by its index. */
function idsAbout({ tenant }: Scope, name: 'nonconformity' | 'task', moved: Moved): RawBuilder<unknown> {
  const [column, id, throughSystem] = 'farmerId' in moved ? ['farmer_id', moved.farmerId, 'farmer_id'] : ['parcel_id', moved.parcelId, 'land_parcel_id']
  const table = sql.table(name)
  const direct = sql`select r.id from ${table} as r where r.tenant_id = ${tenant.id} and r.${sql.ref(column)} = ${id}::uuid and r.deleted_at is null`
  const through = (thing: string, by: string, named: string) =>
    sql`select r.id from ${sql.table(thing)} as x join ${table} as r on r.tenant_id = ${tenant.id} and r.${sql.ref(named)} = x.id and r.deleted_at is null
      where x.tenant_id = ${tenant.id} and x.${sql.ref(by)} = ${id}::uuid`
  const ofMember = column === 'farmer_id' ? [through('landparcel', column, 'parcel_id'), through('productbatch', column, 'product_batch_id')] : []
  const parts = [
    direct,
    ...ofMember,
    through('crop', column, 'crop_id'),
    through('productionsystem', throughSystem, 'production_system_id'),
    ...(name === 'task' && column === 'farmer_id' ? [through('planevent', column, 'plan_event_id')] : []),
  ]
  return sql.join(parts, sql` union `)
}

/** What is a member's lies where they live. */
async function bringOwned(scope: Scope, name: (typeof withVillageOfKeeper)[number], farmerId: string): Promise<void> {
  const { tenant, db } = scope
  const { rows } = await sql<{ id: string; village: string | null }>`select r.id, f.village from ${sql.table(name)} as r
    join farmer as f on f.tenant_id = ${tenant.id} and f.id = r.farmer_id
    where r.tenant_id = ${tenant.id} and r.farmer_id = ${farmerId}::uuid and r.village is distinct from f.village and r.deleted_at is null order by 1`.execute(
    db,
  )
  if (rows.length === 0) return
  const entity: AnyEntity = entityOf(name)
  const ids = rows.map(({ id }) => id)
  const village = rows[0]?.village ?? null
  const records = await recordsById(scope, entity, ids, { lock: true })
  const changes = records.map((before) => ({ before, after: { ...before, village }, event: null }))
  updateMany(scope, entity, changes, ['village'])
}
/** Answers those of another village than before. */
async function bringVillages(scope: Scope, name: 'nonconformity' | 'task', ids: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select * from (${ids}) as found order by 1`.execute(scope.db)
  if (rows.length === 0) return []
  const entity: AnyEntity = entityOf(name)
  const records = await recordsById(
    scope,
    entity,
    rows.map((row) => row.id),
    { lock: true },
  )
  const villages = await villagesOf(scope, records.map(aboutOf))
  const changes = records.flatMap((before) => {
    const village = villages.get(before.id) ?? null
    return village === before.village ? [] : [{ before, after: { ...before, village }, event: null }]
  })
  updateMany(scope, entity, changes, ['village'])
  return changes.map(({ before }) => before.id)
}
const aboutOf = (row: Row): About => ({
  id: row.id,
  ...Object.fromEntries(abouts.map((name) => [name, typeof row[name] === 'string' ? row[name] : null])),
})
