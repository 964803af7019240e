// Rows of a file that make new records and nothing else, gathered into sets: consecutive ones, so that whatever an earlier row
// changes is seen by a later one. Everything else is left to save-row.ts.
import { type RawBuilder, sql } from 'kysely'
import type { Layout, RowReading, SaveStep } from '#domain/exchange/layout.ts'
import { isUuid } from '#domain/exchange/lookup.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { planEachTime, together } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { attempt } from '../store/attempt.ts'
import { columnOf } from '../store/columns.ts'
import { canCreateMany, createMany, type Made } from '../store/create-many.ts'
import { problemOfViolation } from '../store/violations.ts'
import type { Lookups } from './lookups.ts'
import { fileKeyOf, keySetsOf, newBodyOf, place, RowRefused } from './save-row.ts'
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
  lookups: Lookups,
  operatorOf: (reading: RowReading) => Promise<string | null | undefined>,
): Promise<RowSet[]> {
  const candidates = new Map<SourceRow, Candidate>()
  if (canCreateMany(scope, layout.entity)) {
    const keys = new Set(seen)
    for (const candidate of await candidatesAmong(scope, layout.entity, readings, lookups, operatorOf)) {
      // A row about the same as an earlier one is reported so, after the earlier one is in.
      if (keys.has(candidate.key)) continue
      keys.add(candidate.key)
      candidates.set(candidate.row, candidate)
    }
    for (const known of await knownAmong(scope, layout.entity, [...candidates.values()])) candidates.delete(known)
  }
  const sets: RowSet[] = []
  for (const row of readings.keys()) {
    const candidate = candidates.get(row)
    const last = sets.at(-1)
    const set: RowSet = last && !!last.bodies === !!candidate ? last : { rows: [], ...(candidate ? { bodies: [], keys: [] } : {}) }
    if (set !== last) sets.push(set)
    set.rows.push(row)
    if (!candidate) continue
    set.bodies?.push(newBodyOf(scope, layout.entity, candidate.body, candidate.operatorId))
    set.keys?.push(candidate.key)
  }
  return sets.map((set) => (set.rows.length < fewest ? { rows: set.rows } : set))
}

/** Rows of one step that makes or finds one record, what they name found, recognised by unique fields. */
async function candidatesAmong(
  scope: Scope,
  entity: AnyEntity,
  readings: ReadonlyMap<SourceRow, RowReading>,
  lookups: Lookups,
  operatorOf: (reading: RowReading) => Promise<string | null | undefined>,
): Promise<Candidate[]> {
  const rows: { row: SourceRow; step: SaveStep; operatorId: string | null }[] = []
  for (const [row, reading] of readings) {
    const [step, ...more] = reading.steps
    if (!step || more.length || step.do !== 'save' || step.entity !== entity.name || step.key) continue
    if (step.body.code !== undefined && step.body.code !== null) continue
    // An earlier row may make or rename what this one names.
    if (step.placed.some(({ lookup }) => !('target' in lookup) || lookup.target === entity.name)) continue
    // What no text of the database can hold is refused row by row.
    if (JSON.stringify([step.placed, reading.operatorCode]).includes('\\u0000')) continue
    const operatorId = await operatorOf(reading)
    if (operatorId !== undefined) rows.push({ row, step, operatorId })
  }
  planEachTime(scope.db, true)
  for (const [operatorId, group] of Map.groupBy(rows, (one) => one.operatorId))
    await lookups.findTexts(
      scope,
      group.flatMap(({ step }) => step.placed.map(({ lookup }) => lookup)),
      operatorId,
    )
  planEachTime(scope.db, false)
  const candidates: Candidate[] = []
  for (const { row, step, operatorId } of rows) {
    const body = step.placed.length ? structuredClone(step.body) : step.body
    // What is not found is reported by the row's own way.
    const isPlaced = await place(body, step.placed, (lookup) => lookups.find(scope, lookup, operatorId, [])).then(
      () => true,
      (error: unknown) => {
        if (error instanceof RowRefused) return false
        throw error
      },
    )
    const sets = isPlaced ? keySetsOf(entity, body) : []
    if (sets[0] && sets.flat().every(([name, value]) => isLookedUp(entity, name, value)))
      candidates.push({ row, operatorId, body, sets, key: fileKeyOf(entity, operatorId, sets[0]) })
  }
  return candidates
}
/** Values of text and identifiers only: anything else might not be a value of its type, and is refused row by row. */
function isLookedUp(entity: AnyEntity, name: string, value: unknown): boolean {
  const type = columnOf(entity, name)?.type
  return typeof value === 'string' && (type === 'uuid' ? isUuid(value) : type === 'text' && !value.includes('\u0000'))
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
