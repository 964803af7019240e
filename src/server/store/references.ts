// References inside a record: where they are, whether what they point to exists and may be pointed to,
// and the titles a reader needs to see instead of uuids.
import { sql } from 'kysely'
import { accessScopes } from '#domain/access.ts'
import { entityOf, findEntity } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { cachedRecord } from './record-cache.ts'

export type Reference = { path: string; target: string; id: string }
export type Refs = Record<string, { entity: string; title: string; code: string }>

/** Every reference in `values`, nested ones too, with its path. */
export function referencesIn(fields: Fields, values: Record<string, unknown>, at = ''): Reference[] {
  return Object.entries(fields).flatMap(([name, field]): Reference[] => {
    const value = values[name]
    const path = at ? `${at}.${name}` : name
    if (value === null || value === undefined) return []
    if (field.kind === 'reference' && field.target) return [{ path, target: field.target, id: value as string }]
    if (field.kind === 'references' && field.target)
      return (value as string[]).map((id, index) => ({ path: `${path}.${index}`, target: field.target as string, id }))
    if (field.kind === 'record' && field.fields) return referencesIn(field.fields, value as Record<string, unknown>, path)
    if (field.kind === 'rows' && field.fields)
      return (value as Record<string, unknown>[]).flatMap((row, index) => referencesIn(field.fields as Fields, row, `${path}.${index}`))
    return []
  })
}

type Found = { entity: string; id: string; code: string; title: string; operator_id: string | null; is_gone: boolean }

/** What these pointers lead to, in one question for all entities: a page of lots refers to six of them. */
async function lookUp(scope: Scope, references: readonly Reference[]): Promise<Found[]> {
  const known = references.flatMap((reference) => cachedTarget(scope, reference) ?? [])
  const unknown = references.filter(({ target, id }) => findEntity(target) && !known.some((found) => found.id === id && found.entity === target))
  if (unknown.length === 0) return known
  const parts = [...Map.groupBy(unknown, ({ target }) => target)].map(([target, group]) => {
    const ids = [...new Set(group.map(({ id }) => id))]
    return sql`select ${sql.lit(target)} as entity, r.id, r.code, r.title, r.operator_id, r.deleted_at is not null as is_gone
      from ${sql.table(target)} as r where r.tenant_id = ${scope.tenant.id} and ${ids.length === 1 ? sql`r.id = ${ids[0]}` : sql`r.id = any(${ids}::uuid[])`}`
  })
  return [...known, ...(await sql<Found>`${sql.join(parts, sql` union all `)}`.execute(scope.db)).rows]
}

function cachedTarget(scope: Scope, { target, id }: Reference): Found | undefined {
  const entity = findEntity(target)
  const row = entity && cachedRecord(scope, entity, id)
  return row && { entity: target, id, code: row.code, title: row.title, operator_id: row.operatorId, is_gone: false }
}

/**
 * What is wrong with these references (code 'missing'): what does not exist in this tenant, and what belongs to another operator
 * than the record: rights follow references, so a reference must not lead out of one's own house. Those who hold
 * the whole tenant in view may point anywhere in it.
 */
export async function referenceProblems(scope: Scope, references: readonly Reference[], operatorId: string | null): Promise<FieldProblem[]> {
  const isOpen = ({ entity, operator_id, is_gone }: Found): boolean => {
    if (is_gone) return false
    const isFree = entityOf(entity).owner === 'tenant' || !operator_id || !operatorId || operator_id === operatorId
    return isFree || accessScopes(scope.user, entity, 'V').some(({ kind }) => kind === 't')
  }
  const open = new Set((await lookUp(scope, references)).filter(isOpen).map(({ entity, id }) => `${entity} ${id}`))
  return references
    .filter(({ target, id }) => findEntity(target) && !open.has(`${target} ${id}`))
    .map(({ path, target }) => ({ path, code: 'missing', message: `There is no such ${entityOf(target).label.toLowerCase()}.` }))
}

/** The same as a refusal. Throws VALIDATION. */
export async function checkReferences(scope: Scope, references: readonly Reference[], operatorId: string | null): Promise<void> {
  const fields = await referenceProblems(scope, references, operatorId)
  if (fields.length) throw new Problem('VALIDATION', { fields })
}

/** Title and code of everything that these records refer to, their operators and authors included. */
export async function refsOf(scope: Scope, references: readonly Reference[]): Promise<Refs> {
  return Object.fromEntries((await lookUp(scope, references)).map(({ entity, id, title, code }) => [id, { entity, title, code }]))
}

/** References of a whole record, the common ones too. */
export function referencesOf(entity: AnyEntity, row: Partial<Row>): Reference[] {
  const common: [string, unknown, string][] = [
    ['operatorId', row.operatorId, 'collective'],
    ['createdBy', row.createdBy, 'user'],
    ['updatedBy', row.updatedBy, 'user'],
  ]
  return [...common.flatMap(([path, id, target]) => (id ? [{ path, id: id as string, target }] : [])), ...referencesIn(entity.fields, row)]
}
