// Taking back a record that was a mistake: only in its first state, by whoever entered it or decides about such records, and only while nothing
// was recorded of it and nothing refers to it. The row stays, marked as deleted; everything else ends by an event instead (docs/decisions/0106).

import { type RawBuilder, sql } from 'kysely'
import { canOn, type NotRetired, whyNotRetired } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import { type AnyEntity, type Row, stateLabel } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { factsOf, fileTarget } from '#domain/kernel/field-kinds.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { columnKinds } from '#server/db/column-kinds.ts'
import { columnName } from '#server/db/names.ts'
import { linesTable } from '#server/db/schema.ts'
import { anyTable } from '../db/any-table.ts'
import { actorOf, type Scope } from '../scope.ts'
import { refuseBuiltOn } from './built-on.ts'
import { checkVersion } from './edit.ts'
import { writeExternalIds } from './external-ids.ts'
import { getRecord } from './get.ts'
import { lockForDelete } from './lock-records.ts'
import { evict } from './record-cache.ts'
import { referencesIn } from './references.ts'
import { dropTokens } from './search.ts'
import { freeFiles } from './shown-evidence.ts'
import { inStep } from './step.ts'
import { appendEvent } from './write.ts'

/** Throws NOT_FOUND, FORBIDDEN, STALE_VERSION (when a version was seen), STATE_CONFLICT, REFERENCED. */
export async function retireRecord(scope: Scope, entity: AnyEntity, id: string, seenVersion?: number): Promise<void> {
  await lockForDelete(scope, entity, id)
  const row = await getRecord(scope, entity, id, { lock: true })
  if (!canOn(scope.user, entity, 'E', row)) throw new Problem('FORBIDDEN')
  if (seenVersion !== undefined) checkVersion(row, seenVersion)
  refuse(entity, row, whyNotRetired(scope.user, entity, row))
  await refuseBuiltOn(scope, entity, row.id)
  await inStep(scope, async () => {
    // First what the record made by itself goes with it; whatever else names it refuses, and takes that back.
    await scope.behaviours[entity.name]?.retired?.(scope, row)
    const referrers = await referrersOf(scope, entity, row.id)
    if (Object.keys(referrers).length) throw new Problem('REFERENCED', { figures: { referrers } })
    await markRetired(scope, entity, row)
    const named = referencesIn(entity.fields, row).filter(({ target }) => target === fileTarget)
    await freeFiles(
      scope,
      named.map(({ id: fileId }) => fileId),
    )
  })
}

function refuse(entity: AnyEntity, row: Row, why: NotRetired | null): void {
  if (why === null) return
  if ('need' in why) throw new Problem('STATE_CONFLICT', { message: why.need })
  switch (why.not) {
    case 'theirs':
      throw new Problem('FORBIDDEN', { message: 'Whoever entered this deletes it as a mistake, or who decides about such records.' })
    case 'entered':
      throw new Problem('STATE_CONFLICT', { message: 'The product has made this: it follows from what was recorded.' })
    case 'first':
      throw new Problem('STATE_CONFLICT', {
        message: phrase`Only while it is ${small(stateLabel(entity, entity.startState))}; it is ${small(stateLabel(entity, row.status))} now.`,
      })
  }
}

/** Without asking for rights or who refers to it: what the product made by itself and nobody has used. `row` is locked. */
export async function markRetired(scope: Scope, entity: AnyEntity, row: Row): Promise<void> {
  await anyTable(scope.db)
    .updateTable(entity.name)
    .set({ deleted_at: scope.now.toISOString(), version: row.version + 1, updated_at: scope.now.toISOString(), updated_by: actorOf(scope) })
    .where('tenant_id', '=', scope.tenant.id)
    .where('id', '=', row.id)
    .execute()
  evict(scope, entity, row.id)
  await dropTokens(scope, entity, row.id)
  // A record entered by mistake leaves its identifiers to the right one.
  writeExternalIds(scope, entity, row, null)
  await appendEvent(
    scope,
    entity,
    row,
    { eventType: 'DELETED', occurredAt: scope.now.toISOString(), data: {} },
    { before: row.status, after: row.status, version: row.version + 1 },
  )
}

/** How many live records of each entity point here. */
async function referrersOf(scope: Scope, entity: AnyEntity, id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const other of entities) {
    const tests = Object.entries<Field>(other.fields).flatMap(([name, field]) => {
      const test = field.target === entity.name ? columnKinds[field.kind].names?.(sql.ref(`r.${columnName(name)}`), id) : undefined
      return test ?? linesNaming(other, name, field, entity, id)
    })
    if (entity.belongsTo.operator === 'id' && other !== entity) tests.push(sql`r.operator_id = ${id}::uuid`)
    if (tests.length === 0) continue
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(other.name)} as r where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and (${sql.join(tests, sql` or `)})`.execute(
      scope.db,
    )
    if (rows[0]?.n) counts[other.name] = rows[0].n
  }
  return counts
}

/** Whether a line of `r` names the record. */
const linesNaming = (other: AnyEntity, name: string, { kind, fields = {} }: Field, target: AnyEntity, id: string): RawBuilder<boolean>[] =>
  !factsOf({ kind }).hasTable
    ? []
    : Object.entries(fields).flatMap(([inner, field]) => {
        const test = field.target === target.name ? columnKinds[field.kind].names?.(sql.ref(`l.${columnName(inner)}`), id) : undefined
        return test
          ? [sql<boolean>`exists (select from ${sql.table(linesTable(other, name))} as l where l.tenant_id = r.tenant_id and l.parent_id = r.id and ${test})`]
          : []
      })
