// Rows of a file that make new records and nothing else, gathered into sets: consecutive ones, so that whatever an earlier row
// changes is seen by a later one. Everything else is left to save-row.ts.
import { type RawBuilder, sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Layout, RowReading, SaveStep } from '#domain/exchange/layout.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { planEachTime, queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { attempt } from '../store/attempt.ts'
import { columnOf } from '../store/columns.ts'
import { canCreateMany, createMany } from '../store/create-many.ts'
import { problemOfViolation } from '../store/violations.ts'
import { isComparable, type Lookups } from './lookups.ts'
import { fileKeyOf, keySetsOf, newBodyOf } from './save-row.ts'
import { type Fresh, keyed, type MadeRow, makeWithNeeds, Needs, placedBody } from './set-needs.ts'
import type { SourceRow } from './sources.ts'

/** With `fresh`, these rows make one record each; without, they go one by one. */
export type RowSet = { rows: SourceRow[]; fresh?: Fresh[] }
/** Fewer are not worth a set. */
const fewest = 2

type Requested = { row: SourceRow; save: SaveStep; ensure: SaveStep | undefined; operatorId: string | null }
/** `once`: what no two rows of a set may share. */
type Candidate = Fresh & { row: SourceRow; operatorId: string | null; sets: ReturnType<typeof keySetsOf>; once: string }

/** All rows in their order, cut into sets and single ones. `seen`: of the file's earlier rows. */
export async function newRowSets(
  scope: Scope,
  layout: Layout,
  readings: ReadonlyMap<SourceRow, RowReading>,
  seen: { has(key: string): boolean },
  lookups: Lookups,
  operatorOf: (reading: RowReading) => Promise<string | null | undefined>,
): Promise<RowSet[]> {
  const candidates = new Map<SourceRow, Candidate>()
  if (canCreateMany(scope, layout.entity)) {
    const keys = new Set<string>()
    for (const candidate of await candidatesAmong(scope, layout.entity, readings, lookups, operatorOf)) {
      // A row about the same as an earlier one is reported so, after the earlier one is in.
      if (keys.has(candidate.once) || seen.has(candidate.once)) continue
      keys.add(candidate.once)
      candidates.set(candidate.row, candidate)
    }
    for (const known of await knownAmong(scope, layout.entity, [...candidates.values()])) candidates.delete(known)
  }
  const sets: RowSet[] = []
  for (const row of readings.keys()) {
    const candidate = candidates.get(row)
    const last = sets.at(-1)
    const set = last && !!last.fresh === !!candidate ? last : { rows: [], ...(candidate ? { fresh: [] } : {}) }
    if (set !== last) sets.push(set)
    set.rows.push(row)
    if (candidate) set.fresh?.push(candidate)
  }
  return sets.map((set) => (set.rows.length < fewest ? { rows: set.rows } : set))
}

/** Rows that make or find one record, and perhaps another one that it stands in; what they name found, recognised by unique fields. */
async function candidatesAmong(
  scope: Scope,
  entity: AnyEntity,
  readings: ReadonlyMap<SourceRow, RowReading>,
  lookups: Lookups,
  operatorOf: (reading: RowReading) => Promise<string | null | undefined>,
): Promise<Candidate[]> {
  const rows: Requested[] = []
  for (const [row, reading] of readings) {
    const steps = stepsFor(scope, entity, reading)
    if (!steps) continue
    const operatorId = await operatorOf(reading)
    if (operatorId !== undefined) rows.push({ row, ...steps, operatorId })
  }
  planEachTime(scope.db, true)
  for (const [operatorId, group] of Map.groupBy(rows, (one) => one.operatorId))
    await lookups.findMany(
      scope,
      group.flatMap(({ save, ensure }) => [...[...save.placed, ...(ensure?.placed ?? [])].map(({ lookup }) => lookup), ...(ensure?.key ? [ensure.key] : [])]),
      operatorId,
    )
  planEachTime(scope.db, false)
  const needs = new Needs(scope, lookups)
  const candidates: Candidate[] = []
  for (const requested of rows) {
    const { row, save, ensure, operatorId } = requested
    const needed = ensure ? await needs.of(ensure, operatorId) : { id: '', need: null }
    if (!needed) continue
    const given = await placedBody(save, (lookup) => lookups.find(scope, lookup, operatorId, [needed.id]))
    const sets = given ? keySetsOf(entity, given) : []
    const key = sets[0] ? fileKeyOf(entity, operatorId, sets[0]) : null
    // What is recognised by all that it says is new where that in which it stands is, and it is the first in it.
    const once = key ?? needed.need?.key
    if (!given || !once || !sets.flat().every(([name, value]) => isComparable(entity, name, value))) continue
    const need = needed.need && { ...needed.need, placed: save.placed.filter(({ lookup }) => 'step' in lookup) }
    candidates.push({ row, operatorId, body: newBodyOf(scope, entity, given, operatorId, save.unsaid), sets, key, once, need })
  }
  return candidates
}

/** What a row asks for, where it may be made in a set. */
function stepsFor(scope: Scope, entity: AnyEntity, { steps, operatorCode }: RowReading): Pick<Requested, 'save' | 'ensure'> | undefined {
  const [save, ensure, ...more] = [...steps].reverse()
  if (!save || more.length || save.do !== 'save' || save.entity !== entity.name || save.key) return undefined
  if (ensure && (ensure.do !== 'ensure' || !ensure.key || ensure.entity === entity.name || !canCreateMany(scope, entityOf(ensure.entity)))) return undefined
  if (save.body.code !== undefined && save.body.code !== null) return undefined
  // An earlier row may make or rename what this one names.
  const made = [entity.name, ensure?.entity]
  const names = [...save.placed, ...(ensure?.placed ?? [])].map(({ lookup }) => lookup)
  if (names.some((lookup) => ('target' in lookup ? made.includes(lookup.target) : !ensure))) return undefined
  // What no text of the database can hold is refused row by row.
  if (JSON.stringify([names, ensure?.key, operatorCode]).includes('\\u0000')) return undefined
  return { save, ...{ ensure } }
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
    const owned = entity.owner !== 'tenant' && first.candidate.operatorId
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
  const answers = await queryAll(scope.db, ...questions.map(({ query }) => query))
  planEachTime(scope.db, false)
  return questions.flatMap(({ rows }, index) => (answers[index] ?? []).flatMap((found) => rows.get(JSON.stringify(Object.values(found))) ?? []))
}

/** What became of each; undefined when they must go one by one: nothing of the set has happened then. */
export async function makeSet(scope: Scope, entity: AnyEntity, fresh: readonly Fresh[], lookups: Lookups): Promise<MadeRow[] | undefined> {
  planEachTime(scope.db, true)
  try {
    if (fresh.some(({ need }) => need)) return await makeWithNeeds(scope, entity, fresh, lookups)
    const bodies = fresh.map(({ body }) => body)
    const made = await attempt(scope.db, () => createMany(scope, entity, bodies))
    return made?.map((one, index) => keyed(one, fresh[index]?.key ?? null))
  } catch (error) {
    // What somebody else has written meanwhile, or a value that the database cannot take: the row is found one by one.
    if (error instanceof Problem || problemOfViolation(error)) return undefined
    throw error
  } finally {
    planEachTime(scope.db, false)
  }
}
