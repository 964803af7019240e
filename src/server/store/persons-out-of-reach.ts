// Members that an event of a whole organisation names (a committee, a training, an audit): whoever reaches those of their own villages alone is not given the others. How many
// there were stays, and what was decided; words that were written of them do not.
import { sql } from 'kysely'
import { accessScopes } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { mapReference } from '#domain/kernel/field-walk.ts'
import { isJsonObject } from '#domain/kernel/sound-json.ts'
import type { Scope } from '../scope.ts'
import { withinAccessScope } from './access-scope.ts'
import type { EventView } from './event-view.ts'
import { referencesIn } from './references.ts'

const person = entityOf('farmer')
const isOfOrganisation = ({ belongsTo }: AnyEntity): boolean => belongsTo.operator === 'id'
const isText = ({ kind }: Field): boolean => kind === 'text' || kind === 'longText'

/** The same events; unchanged where the reader reaches all members of the programme. */
export async function withoutPersonsOutOfReach(scope: Scope, entity: AnyEntity, events: EventView[]): Promise<EventView[]> {
  const reach = accessScopes(scope.user, person.name, 'V', 'L')
  // Any other reach is of some operators: whoever manages one has villages alone in another.
  if (!isOfOrganisation(entity) || reach.some(({ kind }) => kind === 't')) return events
  const fieldsOf = ({ eventType }: EventView): Fields => entity.events[eventType]?.fields ?? {}
  const named = events.flatMap((event) => referencesIn(fieldsOf(event), event.data).flatMap(({ target, id }) => (target === person.name ? [id] : [])))
  if (named.length === 0) return events
  const { rows } = await sql<{ id: string }>`select r.id from farmer as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${[...new Set(named)]}::uuid[])
    and (${withinAccessScope(scope, person, 'V')} or ${withinAccessScope(scope, person, 'L')})`.execute(scope.db)
  const reached = new Set(rows.map(({ id }) => id))
  return events.map((event) => ({ ...event, data: masked(fieldsOf(event), event.data, reached) }))
}

function masked(fields: Fields, data: Record<string, unknown>, reached: ReadonlySet<string>): Record<string, unknown> {
  const values = Object.entries(data).map(([name, value]) => {
    const field = fields[name]
    return [name, field ? maskedValue(field, value, reached) : value] as const
  })
  return Object.fromEntries(values)
}
function maskedValue(field: Field, value: unknown, reached: ReadonlySet<string>): unknown {
  const isHidden = (id: unknown, target: string | undefined): boolean => target === person.name && typeof id === 'string' && !reached.has(id)
  if (!Array.isArray(value)) return mapReference(field, value, (id, { field: { target } }) => (isHidden(id, target) ? null : id))
  if (field.target) return value.map((id) => (isHidden(id, field.target) ? null : id))
  const { fields = {} } = field
  return value.map((row) => {
    if (!isJsonObject(row) || !Object.entries(fields).some(([name, { target }]) => isHidden(row[name], target))) return row
    return Object.fromEntries(
      Object.entries(row).map(([name, one]) => [name, isHidden(one, fields[name]?.target) || (fields[name] && isText(fields[name])) ? null : one]),
    )
  })
}
