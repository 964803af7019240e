// References inside a record: where they are, whether what they point to exists and may be pointed to,
// and the titles a reader needs to see instead of uuids.
import { sql } from 'kysely'
import { accessScopes } from '#domain/access.ts'
import { entityOf, findEntity } from '#domain/entities.ts'
import { type Choosable, type Given, whyNot } from '#domain/kernel/choosable.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { columnOf } from './columns.ts'
import { cachedRecord } from './record-cache.ts'

export type Reference = {
  path: string
  target: string
  id: string
  /** Which records of the target may be taken, and the values beside the reference that decide it. */
  limit?: { rules: readonly Choosable[]; given: Given }
}
export type Refs = Record<string, { entity: string; title: string; code: string }>

/** Every reference in `values`, nested ones too, with its path. `subject`: the record to which the event with these values happens. */
export function referencesIn(fields: Fields, values: Record<string, unknown>, at = '', subject?: Row): Reference[] {
  const given: Given = (name) => (name.startsWith('subject.') ? subject?.[name.slice('subject.'.length)] : values[name])
  return Object.entries(fields).flatMap(([name, field]): Reference[] => {
    const value = values[name]
    const path = at ? `${at}.${name}` : name
    const limit = field.choosable ? { limit: { rules: field.choosable, given } } : {}
    if (value === null || value === undefined) return []
    if (field.kind === 'reference' && field.target) return [{ path, target: field.target, id: value as string, ...limit }]
    if (field.kind === 'references' && field.target)
      return (value as string[]).map((id, index) => ({ path: `${path}.${index}`, target: field.target as string, id, ...limit }))
    if (field.kind === 'record' && field.fields) return referencesIn(field.fields, value as Record<string, unknown>, path, subject)
    if (field.kind === 'rows' && field.fields)
      return (value as Record<string, unknown>[]).flatMap((row, index) => referencesIn(field.fields as Fields, row, `${path}.${index}`, subject))
    return []
  })
}

type Found = {
  entity: string
  id: string
  code: string
  title: string
  operator_id: string | null
  is_gone: boolean
  facts: Readonly<Record<string, unknown>> | null
}

/** What these pointers lead to, in one question for all entities: a page of lots refers to six of them. */
async function lookUp(scope: Scope, references: readonly Reference[]): Promise<Found[]> {
  const known = references.flatMap((reference) => cachedTarget(scope, reference) ?? [])
  const unknown = references.filter(({ target, id }) => findEntity(target) && !known.some((found) => found.id === id && found.entity === target))
  if (unknown.length === 0) return known
  const parts = [...Map.groupBy(unknown, ({ target }) => target)].map(([target, group]) => {
    const ids = [...new Set(group.map(({ id }) => id))]
    return sql`select ${sql.lit(target)} as entity, r.id, r.code, r.title, r.operator_id, r.deleted_at is not null as is_gone, ${eventsOf(target, group)} as facts
      from ${sql.table(target)} as r where r.tenant_id = ${scope.tenant.id} and ${ids.length === 1 ? sql`r.id = ${ids[0]}` : sql`r.id = any(${ids}::uuid[])`}`
  })
  return [...known, ...(await sql<Found>`${sql.join(parts, sql` union all `)}`.execute(scope.db)).rows]
}

/** The columns that the rules of these references look at. */
function eventsOf(target: string, group: readonly Reference[]) {
  const names = [...new Set(group.flatMap(({ limit }) => limit?.rules.map(({ field }) => field) ?? []))]
  if (names.length === 0) return sql`null::jsonb`
  return sql`jsonb_build_object(${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(`r.${columnOf(entityOf(target), name)?.column ?? name}`)]))})`
}

function cachedTarget(scope: Scope, { target, id }: Reference): Found | undefined {
  const entity = findEntity(target)
  const row = entity && cachedRecord(scope, entity, id)
  return row && { entity: target, id, code: row.code, title: row.title, operator_id: row.operatorId, is_gone: false, facts: row }
}

/**
 * What is wrong with these references (code 'missing'): what does not exist in this tenant, and what belongs to another operator
 * than the record, and (code 'rule') what may not be taken here as the field declares: rights follow references, so a reference must not lead out of one's own house. Those who hold
 * the whole tenant in view may point anywhere in it.
 */
export async function referenceProblems(scope: Scope, references: readonly Reference[], operatorId: string | null): Promise<FieldProblem[]> {
  const isOpen = ({ entity, operator_id, is_gone }: Found): boolean => {
    if (is_gone) return false
    const isFree = entityOf(entity).owner === 'tenant' || !operator_id || !operatorId || operator_id === operatorId
    return isFree || accessScopes(scope.user, entity, 'V').some(({ kind }) => kind === 't')
  }
  const open = new Map((await lookUp(scope, references)).filter(isOpen).map((found) => [`${found.entity} ${found.id}`, found]))
  return references.flatMap(({ path, target, id, limit }): FieldProblem[] => {
    if (!findEntity(target)) return []
    const found = open.get(`${target} ${id}`)
    if (!found) return [{ path, code: 'missing', message: `There is no such ${entityOf(target).label.toLowerCase()}.` }]
    const why = limit && whyNot(limit.rules, found.facts ?? {}, limit.given)
    return why ? [{ path, code: 'rule', message: why }] : []
  })
}

/** The same as a refusal. Throws VALIDATION. */
export async function checkReferences(scope: Scope, references: readonly Reference[], operatorId: string | null): Promise<void> {
  const fields = await referenceProblems(scope, references, operatorId)
  if (fields.length) throw new Problem('VALIDATION', { fields })
}

/** Title and code of everything that these records refer to, their operators and authors included. */
export async function refsOf(scope: Scope, references: readonly Reference[]): Promise<Refs> {
  const plain = references.map(({ path, target, id }) => ({ path, target, id }))
  return Object.fromEntries((await lookUp(scope, plain)).map(({ entity, id, title, code }) => [id, { entity, title, code }]))
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
