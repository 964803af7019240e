// Numbers and marks of an animal (AH-07): an official number is of one animal in the whole programme for good, the tag that people read and
// marks of one living animal in a production system, whatever the species. A number goes with an animal that is sold to whoever enters it again.

import { type RawBuilder, sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { tagFields } from '#domain/husbandry/animal-projection.ts'
import type { Animal, AnimalEntity } from '#domain/husbandry/living.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { patchSchema } from '#domain/kernel/schemas.ts'
import { phrase } from '#domain/messages/message.ts'
import { columnName } from '#server/db/names.ts'
import { milkedEntities } from '../../queries/husbandry-events.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { failedChecks } from '../../store/write.ts'

type TagField = (typeof tagFields)[number]
/** One number or mark. `key`: what two people who enter the same at once wait for. `carriers`: animals of this table that have it, so that no other may. */
type Mark = { path: string; key: string; carriers(table: (typeof milkedEntities)[number]): RawBuilder<unknown> }

/** `before`: the animal as it was among the living; null when it was not, or is new. What has changed since is checked. */
export async function checkMarks(scope: Scope, before: Animal | null, after: Animal, at?: string): Promise<void> {
  if (after.status !== 'ALIVE') return
  const known = new Set(before ? marksOf(scope, before).map(({ key }) => key) : [])
  const marks = marksOf(scope, after).filter(({ key }) => !known.has(key))
  if (marks.length === 0) return
  const keys = [...new Set(marks.map(({ key }) => key))].sort()
  await sql`select pg_advisory_xact_lock(${scope.tenant.id}::integer, hashtext(key)) from unnest(${keys}::text[]) as key`.execute(scope.db)
  // Asked when the locks are there: a statement sees what was committed before it began.
  const arms = marks.flatMap(({ carriers }, index) =>
    milkedEntities.map(
      (table) => sql`select ${index}::integer as "index", ${table} as name, r.id, r.status = 'ALIVE' as "isAlive" from ${sql.table(table)} as r
        where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and r.id <> ${after.id}::uuid and ${carriers(table)}`,
    ),
  )
  const { rows } = await sql<{
    index: number
    name: (typeof milkedEntities)[number]
    id: string
    isAlive: boolean
  }>`${sql.join(arms, sql` union all `)} order by 1, 4 desc limit 1`.execute(scope.db)
  const [taken] = rows
  const mark = taken && marks[taken.index]
  if (mark) throw await takenBy(scope, mark, taken, at)
}

type Carrier = { name: (typeof milkedEntities)[number]; id: string; isAlive: boolean }
async function takenBy(scope: Scope, { path }: Mark, { name, id, isAlive }: Carrier, at = path): Promise<Problem> {
  const [holder] = await recordsById<AnimalEntity>(scope, entityOf(name), [id])
  // Whose it is, is said only to somebody who may see it.
  const isSeen = holder && canOn(scope.user, entityOf(name), 'V', holder)
  const ofLiving = isSeen ? phrase`${holder.title} (${holder.code}) has this number or mark already.` : 'Another living animal has this number or mark already.'
  const ofGone = isSeen
    ? phrase`This is the number of ${holder.title} (${holder.code}), which is no longer here: no other animal is given it.`
    : 'This is the number of an animal that is no longer here: no other animal is given it.'
  const message = isAlive ? ofLiving : ofGone
  return new Problem('DUPLICATE', { message, fields: [{ path: at, code: 'taken', message }], ...(isSeen ? { figures: { holder: holder.code } } : {}) })
}

function marksOf({ tenant }: Scope, row: Animal): Mark[] {
  const system = row.productionSystemId
  const inSystem = sql`r.status = 'ALIVE' and r.production_system_id = ${system}::uuid`
  // The same animal, entered again where it went or came from: one of the two was not born where it stands.
  const isSame = sql`(r.status = 'OFF_FARM' and r.species = ${row.species} and (r.origin <> 'BORN_ON_FARM' or ${row.origin}::text <> 'BORN_ON_FARM'))`
  const numbers = tagFields.flatMap((field): Mark[] => {
    const value = row[field]
    if (!value) return []
    const isOfSystem = field === 'managementTag'
    const isIt = sql`r.${sql.ref(columnName(field))} = ${value}`
    return [
      {
        path: field,
        key: `${isOfSystem ? `${system} ` : ''}${field} ${value}`,
        carriers: () => (isOfSystem ? sql`${inSystem} and ${isIt}` : sql`${isIt} and not ${isSame}`),
      },
    ]
  })
  const marks = row.marks.flatMap(({ scheme, value, status }, index): Mark[] =>
    status !== 'ACTIVE'
      ? []
      : [
          {
            path: `marks.${index}.value`,
            key: `${system} ${scheme} ${value}`,
            carriers: (table) => sql`${inSystem} and exists (select 1 from ${sql.table(`${table}_marks`)} as m
              where m.tenant_id = ${tenant.id} and m.parent_id = r.id and m.scheme = ${scheme} and m.value = ${value} and m.status = 'ACTIVE')`,
          },
        ],
  )
  return [...numbers, ...marks]
}

/** Of a RETAG: the number as its own field would take it. Throws VALIDATION at `data.newValue`. `after`: the animal with the new number. */
export function checkNewTag(entity: AnimalEntity, after: Animal, field: TagField): void {
  const parsed = patchSchema(entity).safeParse({ [field]: after[field] })
  const [message] = [
    ...(parsed.success ? [] : [entity.fields[field].hint ?? 'This is no number of this kind.']),
    ...failedChecks(entity, after, null).flatMap(({ path, message }) => (path === field ? [message] : [])),
  ]
  if (message !== undefined) throw new Problem('VALIDATION', { fields: [{ path: 'data.newValue', code: 'format', message }] })
}
