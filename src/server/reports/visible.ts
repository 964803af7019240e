// The record that a report is about, as a statement that goes out together with others: narrow, and only if its reader may see it.

import { type RawBuilder, sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { columnName } from '#server/db/names.ts'
import type { Scope } from '../scope.ts'
import { ofOperator, withinAccessScope } from '../store/access-scope.ts'
import { isUuid } from '../store/get.ts'

export type Visible = { id: string; title: string; code: string; kg: number | null }

/** `kgField`: the field of its kilograms. Throws NOT_FOUND for what is no id. */
export function visible(scope: Scope, entity: AnyEntity, id: string, kgField: string | null): RawBuilder<Visible> {
  if (!isUuid(id)) throw absent(entity)
  const kg = kgField ? sql.ref(`r.${columnName(kgField)}`) : sql`null`
  return sql<Visible>`
    select r.id, r.title, r.code, ${kg} as kg from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and r.id = ${id}::uuid and r.deleted_at is null and ${withinAccessScope(scope, entity, 'V')} and ${ofOperator(scope, entity)}`
}

/** Throws NOT_FOUND, also for another tenant's or operator's. */
export function seen(entity: AnyEntity, [found]: readonly Visible[]): Visible {
  if (!found) throw absent(entity)
  return found
}

const absent = (entity: AnyEntity) =>
  new Problem('NOT_FOUND', { message: phrase`There is no ${small(entity.label)} here with this id, or it is not yours to see.` })
