// Rows of a file that make new records and nothing else, gathered into sets: consecutive ones, so that whatever an earlier row
// changes is seen by a later one. Everything else is left to save-row.ts.
import { type RawBuilder, sql } from 'kysely'
import type { Layout, RowReading } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { planEachTime, together } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { attempt } from '../store/attempt.ts'
import { columnOf } from '../store/columns.ts'
import { canCreateMany, createMany, type Made } from '../store/create-many.ts'
import { problemOfViolation } from '../store/violations.ts'
import { fileKeyOf, keySetsOf, newBodyOf } from './save-row.ts'
import type { SourceRow } from './sources.ts'

/** With `bodies`, these rows make one record each; without, they go one by one. */
export type RowSet = { rows: SourceRow[]; bodies?: Record<string, unknown>[]; keys?: string[] }
/** Fewer are not worth a set. */
const fewest = 2

type Candidate = { row: SourceRow; operatorId: string | null; body: Record<string, unknown>; sets: ReturnType<typeof keySetsOf>; key: string }

/** All rows in their order, cut into sets and single ones. `seen`: keys of the file's earlier rows. */
export async function newRowSets(
  scope: Scope,
  layout: Layout,
  readings: ReadonlyMap<SourceRow, RowReading>,
  seen: ReadonlySet<string>,
  operatorOf: (reading: RowReading) => Promise<string | null | undefined>,
): Promise<RowSet[]> {
  const candidates = new Map<SourceRow, Candidate>()
  if (canCreateMany(scope, layout.entity)) {
    const keys = new Set(seen)
    for (const [row, reading] of readings) {
      const candidate = await candidateOf(row, layout.entity, reading, operatorOf)
      // A row about the same as an earlier one is reported so, after the earlier one is in.
      if (!candidate || keys.has(candidate.key)) continue
      keys.add(candidate.key)
      candidates.set(row, candidate)
    }
    for (const known of await knownAmong(scope, layout.entity, [...candidates.values()])) candidates.delete(known)
  }
  const sets: RowSet[] = []
  for (const row of readings.keys()) {
    const candidate = candidates.get(row)
    const last = sets.at(-1)
    if (last && !!last.bodies === !!candidate) last.rows.push(row)
    else sets.push({ rows: [row], ...(candidate ? { bodies: [], keys: [] } : {}) })
    if (!candidate) continue
    const set = sets.at(-1) as Required<RowSet>
    set.bodies.push(newBodyOf(scope, layout.entity, candidate.body, candidate.operatorId))
    set.keys.push(candidate.key)
  }
  return sets.map((set) => (set.rows.length < fewest ? { rows: set.rows } : set))
}

/** A row of one step that makes or finds one record, without references to be looked up, recognised by unique fields. */
async function candidateOf(
  row: SourceRow,
  entity: AnyEntity,
  { steps, operatorCode }: RowReading,
  operatorOf: (reading: RowReading) => Promise<string | null | undefined>,
): Promise<Candidate | undefined> {
  const [step, ...more] = steps
  if (!step || more.length || step.do !== 'save' || step.entity !== entity.name || step.key || step.placed.length) return undefined
  const body = step.body
  if (body.code !== undefined && body.code !== null) return undefined
  const sets = keySetsOf(entity, body)
  // Values of text columns only: anything else might not be a value of its type, and is refused row by row.
  if (!sets[0] || sets.flat().some(([name, value]) => typeof value !== 'string' || value.includes('\u0000') || columnOf(entity, name)?.type !== 'text'))
    return undefined
  const operatorId = await operatorOf({ steps, operatorCode, problems: [] })
  return operatorId === undefined ? undefined : { row, operatorId, body, sets, key: fileKeyOf(entity, operatorId, sets[0]) }
}

/** Rows whose record is there already, asked for by each set of unique fields and operator at once. */
async function knownAmong(scope: Scope, entity: AnyEntity, candidates: readonly Candidate[]): Promise<SourceRow[]> {
  const groups = Map.groupBy(
    candidates.flatMap((candidate) => candidate.sets.map((set) => ({ candidate, set }))),
    ({ candidate, set }) => JSON.stringify([candidate.operatorId, set.map(([name]) => name)]),
  )
  const questions: { query: RawBuilder<unknown>; rows: ReadonlyMap<string, SourceRow> }[] = []
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const columns = first.set.map(([name]) => columnOf(entity, name))
    const owned = entity.owner === 'operator' && first.candidate.operatorId
    // Lists and no join: whatever the planner knows of the table, it is read once at most.
    const conditions = columns.map((column, index) => {
      const values = [...new Set(group.map(({ set }) => String(set[index]?.[1])))]
      return sql`${sql.ref(`r.${column?.column}`)} = any(${values}::${sql.raw(column?.type ?? 'text')}[])`
    })
    questions.push({
      rows: new Map(group.map(({ candidate, set }) => [JSON.stringify(set.map(([, value]) => value)), candidate.row])),
      query: sql`select ${sql.join(columns.map((column, index) => sql`${sql.ref(`r.${column?.column}`)}::text as ${sql.ref(`c${index}`)}`))}
        from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null
          ${owned ? sql`and r.operator_id = ${owned}::uuid` : sql``} and ${sql.join(conditions, sql` and `)}`,
    })
  }
  if (questions.length === 0) return []
  planEachTime(scope.db, true)
  const answers = await together(scope.db, ...questions.map(({ query }) => query))
  planEachTime(scope.db, false)
  return questions.flatMap(({ rows }, index) => (answers[index] ?? []).flatMap((found) => rows.get(JSON.stringify(Object.values(found))) ?? []))
}

/** What became of each; undefined when they must go one by one: nothing of the set has happened then. */
export async function makeSet(scope: Scope, entity: AnyEntity, bodies: readonly unknown[]): Promise<Made[] | undefined> {
  planEachTime(scope.db, true)
  try {
    return await attempt(scope.db, () => createMany(scope, entity, bodies))
  } catch (error) {
    // What somebody else has written meanwhile, or a value that the database cannot take: the row is found one by one.
    if (error instanceof Problem || problemOfViolation(error)) return undefined
    throw error
  } finally {
    planEachTime(scope.db, false)
  }
}
