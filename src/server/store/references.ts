// References inside a record: where they are, whether what they point to exists and may be pointed to,
// and the titles a reader needs to see instead of uuids.
import { sql } from 'kysely'
import { reach } from '#domain/access.ts'
import { entityOf, findEntity } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'

export type Pointer = { path: string; target: string; id: string }
export type Refs = Record<string, { entity: string; title: string; code: string }>

/** Every reference in `values`, nested ones too, with its path. */
export function pointersIn(fields: Fields, values: Record<string, unknown>, at = ''): Pointer[] {
  return Object.entries(fields).flatMap(([name, field]): Pointer[] => {
    const value = values[name]
    const path = at ? `${at}.${name}` : name
    if (value === null || value === undefined) return []
    if (field.kind === 'reference' && field.target) return [{ path, target: field.target, id: value as string }]
    if (field.kind === 'references' && field.target)
      return (value as string[]).map((id, index) => ({ path: `${path}.${index}`, target: field.target as string, id }))
    if (field.kind === 'record' && field.fields) return pointersIn(field.fields, value as Record<string, unknown>, path)
    if (field.kind === 'rows' && field.fields)
      return (value as Record<string, unknown>[]).flatMap((row, index) => pointersIn(field.fields as Fields, row, `${path}.${index}`))
    return []
  })
}

/**
 * What is wrong with these references (code 'missing'): what does not exist in this tenant, and what belongs to another operator
 * than the record: rights follow references, so a reference must not lead out of one's own house. Those who hold
 * the whole tenant in view may point anywhere in it.
 */
export async function pointerProblems(scope: Scope, pointers: readonly Pointer[], operatorId: string | null): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const [target, group] of Map.groupBy(pointers, (pointer) => pointer.target)) {
    const entity = findEntity(target)
    if (!entity) continue
    const ids = [...new Set(group.map(({ id }) => id))]
    const { rows } = await sql<{ id: string; operator_id: string | null }>`
      select r.id, r.operator_id from ${sql.table(target)} as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${ids}::uuid[]) and r.deleted_at is null`.execute(
      scope.db,
    )
    const isFree = reach(scope.user, target, 'V').some(({ kind }) => kind === 't')
    const known = new Set(
      rows.filter((row) => isFree || entity.owner === 'tenant' || !row.operator_id || !operatorId || row.operator_id === operatorId).map(({ id }) => id),
    )
    for (const { path, id } of group) if (!known.has(id)) problems.push({ path, code: 'missing', message: `There is no such ${entity.label.toLowerCase()}.` })
  }
  return problems
}

/** The same as a refusal. Throws VALIDATION. */
export async function checkPointers(scope: Scope, pointers: readonly Pointer[], operatorId: string | null): Promise<void> {
  const fields = await pointerProblems(scope, pointers, operatorId)
  if (fields.length) throw new Problem('VALIDATION', { fields })
}

/** Title and code of everything that these records refer to, their operators and authors included. */
export async function refsOf(scope: Scope, pointers: readonly Pointer[]): Promise<Refs> {
  const refs: Refs = {}
  for (const [target, group] of Map.groupBy(pointers, (pointer) => pointer.target)) {
    if (!findEntity(target)) continue
    const ids = [...new Set(group.map(({ id }) => id))]
    const { rows } = await sql<{ id: string; title: string; code: string }>`
      select r.id, r.title, r.code from ${sql.table(entityOf(target).name)} as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${ids}::uuid[])`.execute(
      scope.db,
    )
    for (const { id, title, code } of rows) refs[id] = { entity: target, title, code }
  }
  return refs
}

/** References of a whole record, the common ones too. */
export function pointersOf(entity: AnyEntity, row: Partial<Row>): Pointer[] {
  const common: [string, unknown, string][] = [
    ['operatorId', row.operatorId, 'collective'],
    ['createdBy', row.createdBy, 'user'],
    ['updatedBy', row.updatedBy, 'user'],
  ]
  return [...common.flatMap(([path, id, target]) => (id ? [{ path, id: id as string, target }] : [])), ...pointersIn(entity.fields, row)]
}
