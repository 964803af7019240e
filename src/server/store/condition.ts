// A predicate of the domain as SQL over the table `r`: the same answer as judge() gives for a record, which a test compares.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Predicate } from '#domain/kernel/predicate.ts'
import { columnOf } from './columns.ts'

export type Condition = RawBuilder<SqlBool>
export const always: Condition = sql`true`
const never: Condition = sql`false`

export function conditionOf(entity: AnyEntity, predicate: Predicate): Condition {
  switch (predicate.is) {
    case 'all':
      return always
    case 'none':
      return never
    case 'empty':
      return sql`cardinality(${columnIn(entity, predicate.field).ref}) = 0`
    case 'oneOf': {
      const { ref, type } = columnIn(entity, predicate.field)
      const values = [...predicate.values]
      if (type.endsWith('[]')) return sql`${ref} && ${values}::${sql.raw(type)}`
      // One value is an equality, which an index can serve in the order of the list; of several only a search can.
      return values.length === 1 ? sql`${ref} = ${values[0]}::${sql.raw(type)}` : sql`${ref} = any(${values}::${sql.raw(`${type}[]`)})`
    }
    case 'any':
    case 'every':
      return sql`(${sql.join(
        predicate.of.map((part) => conditionOf(entity, part)),
        predicate.is === 'any' ? sql` or ` : sql` and `,
      )})`
  }
}

function columnIn(entity: AnyEntity, field: string): { ref: RawBuilder<unknown>; type: string } {
  const stored = columnOf(entity, field)
  if (!stored) throw new Error(`${entity.name} has no column for ${field}`)
  return { ref: sql.ref(`r.${stored.column}`), type: stored.type }
}
