// Numbers of an animal: the tag that people read is unique among the living animals of a production system, the official
// numbers in the whole programme and across species (AH-07). A new tag is checked like one that is entered.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { tagFields } from '#domain/husbandry/animal-projection.ts'
import type { Animal, AnimalEntity } from '#domain/husbandry/living.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { patchSchema } from '#domain/kernel/schemas.ts'
import { columnName } from '#server/db/names.ts'
import type { Scope } from '../../scope.ts'
import { milkedEntities } from '../../store/husbandry-events.ts'
import { duplicateOf } from '../../store/violations.ts'
import { failedChecks } from '../../store/write.ts'

const official = ['pashuAadhaar', 'rfid', 'euAnimalId'] as const

/** `changed`: which of its numbers are new, or stand among other animals now. Throws DUPLICATE at the field. */
export async function checkTags(scope: Scope, entity: AnimalEntity, row: Animal, changed: readonly string[]): Promise<void> {
  if (changed.includes('managementTag') && row.managementTag && row.status === 'ALIVE') {
    const { rows } = await sql`
      select 1 from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${row.productionSystemId}::uuid
        and r.management_tag = ${row.managementTag} and r.status = 'ALIVE' and r.id <> ${row.id}::uuid and r.deleted_at is null limit 1`.execute(scope.db)
    if (rows.length) throw duplicateOf(entity, ['managementTag'])
  }
  for (const field of official) {
    const value = row[field]
    if (!value || !changed.includes(field)) continue
    // Unique indexes are one a table: two who enter one number for two species at once wait for each other here.
    await sql`select pg_advisory_xact_lock(${scope.tenant.id}::integer, hashtext(${value}))`.execute(scope.db)
    const column = sql.ref(`r.${columnName(field)}`)
    const { rows } = await sql`${sql.join(
      milkedEntities.map(
        (name) =>
          sql`select 1 from ${sql.table(name)} as r where r.tenant_id = ${scope.tenant.id} and ${column} = ${value} and r.id <> ${row.id}::uuid and r.deleted_at is null`,
      ),
      sql` union all `,
    )} limit 1`.execute(scope.db)
    if (rows.length) throw duplicateOf(entityOf(entity.name), [field])
  }
}

/** Of a RETAG: the number as its own field would take it. Throws VALIDATION at `data.newValue`. `after`: the animal with the new number. */
export function checkNewTag(entity: AnimalEntity, after: Animal, field: (typeof tagFields)[number]): void {
  const parsed = patchSchema(entity).safeParse({ [field]: after[field] })
  const [message] = [
    ...(parsed.success ? [] : [entity.fields[field].hint ?? 'This is no number of this kind.']),
    ...failedChecks(entity, after).flatMap(({ path, message }) => (path === field ? [message] : [])),
  ]
  if (message !== undefined) throw new Problem('VALIDATION', { fields: [{ path: 'data.newValue', code: 'format', message }] })
}

/** A number that another animal has, said at the field of the event. */
export async function atNewValue(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== 'DUPLICATE') throw problem
    throw new Problem('DUPLICATE', { ...problem.details, fields: [{ path: 'data.newValue', code: 'taken', message: 'Taken already.' }] })
  }
}
