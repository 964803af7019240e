// Rows of a file that make a record and, where it is not there, another one that it stands in (a crop and its cropping system): the
// others are made first, in a set of their own, and leave with the rows for which they were made.

import { entityOf } from '#domain/entities.ts'
import type { SaveStep } from '#domain/exchange/layout.ts'
import type { Lookup, Placed } from '#domain/exchange/lookup.ts'
import type { AnyEntity, Finding } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { attempt } from '../store/attempt.ts'
import type { Written } from '../store/create.ts'
import { createMany, type Made } from '../store/create-many.ts'
import type { Lookups } from './lookups.ts'
import { newBodyOf, place, RowRefused } from './save-row.ts'

/** A record that is to be there first and was not when the rows were read. `stand`: in the place of its id until it has one. */
export type Need = { key: string; stand: string; entity: AnyEntity; lookup: Lookup; operatorId: string | null; body: Record<string, unknown>; placed: Placed[] }
/** A record to be made. `key`: by what it is known in the file; null: by itself alone. */
export type Fresh = { body: Record<string, unknown>; key: string | null; need: Need | null }
export type MadeRow = { error: unknown } | (Written & { key: string })
export const keyed = (made: Made, key: string | null): MadeRow => ('error' in made ? made : { ...made, key: key ?? made.row.id })

/** The body of a step with what it names in its places; undefined where something is not found: the row's own way reports it. */
export async function placedBody(step: SaveStep, find: (lookup: Lookup) => Promise<string>): Promise<Record<string, unknown> | undefined> {
  const body = step.placed.length ? structuredClone(step.body) : step.body
  try {
    await place(body, step.placed, find)
    return body
  } catch (error) {
    if (error instanceof RowRefused) return undefined
    throw error
  }
}

/** What the rows of a batch need, each once whoever names it. */
export class Needs {
  readonly #scope: Scope
  readonly #lookups: Lookups
  readonly #stands = new Map<string, string>()

  constructor(scope: Scope, lookups: Lookups) {
    this.#scope = scope
    this.#lookups = lookups
  }

  /** The id of the record of this step, or what it is to be made from; undefined where the row must go by itself. */
  async of(step: SaveStep, operatorId: string | null): Promise<{ id: string; need: Need | null } | undefined> {
    const lookup = step.key
    const body = await placedBody(step, (one) => this.#lookups.find(this.#scope, one, operatorId, []))
    const [id, key] = lookup ? [this.#lookups.found(lookup, operatorId), this.#lookups.identityOf(lookup, operatorId)] : []
    if (!lookup || !body || id === undefined || !key) return undefined
    if (id !== null) return { id, need: null }
    const stand = this.#stands.get(key) ?? this.#scope.newId()
    this.#stands.set(key, stand)
    const entity = entityOf(step.entity)
    return { id: stand, need: { key, stand, entity, lookup, operatorId, body: newBodyOf(this.#scope, entity, body, operatorId), placed: [] } }
  }
}

/** So often a set is started anew without rows that are refused; then its rows go one by one. */
const passes = 3

/** What became of each; undefined when they must go one by one: nothing of the set has happened then. */
export async function makeWithNeeds(scope: Scope, entity: AnyEntity, fresh: readonly Fresh[], lookups: Lookups): Promise<MadeRow[] | undefined> {
  const refused = new Map<Fresh, unknown>()
  for (let pass = 0; pass < passes; pass++) {
    try {
      const rest = fresh.filter((one) => !refused.has(one))
      const made = await attempt(scope.db, () => makePass(scope, entity, rest, lookups))
      return fresh.map((one) => made.get(one) ?? { error: refused.get(one) })
    } catch (error) {
      if (!(error instanceof StartAnew)) throw error
      if (error.refused.size === 0) return undefined
      for (const [one, why] of error.refused) refused.set(one, why)
    }
  }
  return undefined
}

/** Nothing of the pass counts: these rows are refused, and what was made for them must not stay. Without any: the rows go one by one. */
class StartAnew extends Error {
  readonly refused: ReadonlyMap<Fresh, unknown>
  constructor(refused: ReadonlyMap<Fresh, unknown> = new Map()) {
    super('Start anew')
    this.name = 'StartAnew'
    this.refused = refused
  }
}

async function makePass(scope: Scope, entity: AnyEntity, rows: readonly Fresh[], lookups: Lookups): Promise<Map<Fresh, MadeRow>> {
  const { ids, findings, refused } = await makeNeeds(scope, rows, lookups)
  // Rows that a refused one was to make something for: they make it from what they say themselves.
  const waiting = rows.filter((one) => one.need && !ids.has(one.need.key) && !refused.has(one))
  const able = rows.filter(({ need }) => !need || ids.has(need.key))
  for (const { body, need } of able) if (need) await place(body, need.placed, async () => ids.get(need.key) ?? need.stand)
  const made = await createMany(
    scope,
    entity,
    able.map(({ body }) => body),
  )
  if (!made) throw new StartAnew()
  const result = new Map<Fresh, MadeRow>([...refused].map(([one, error]) => [one, { error }]))
  const left = new Map<Fresh, unknown>()
  for (const [index, one] of able.entries()) {
    const record = made[index]
    if (!record) continue
    const key = one.need ? (one.key?.replaceAll(one.need.stand, ids.get(one.need.key) ?? one.need.stand) ?? null) : one.key
    const own = findings.get(one)
    if ('error' in record) {
      if (own) left.set(one, record.error)
      result.set(one, record)
    } else result.set(one, keyed({ ...record, findings: [...(own ?? []), ...record.findings] }, key))
  }
  if (left.size) throw new StartAnew(left)
  if (waiting.length) throw new StartAnew(new Map([...refused].slice(0, 1)))
  return result
}

/** By need its id; what was found of those made, and why not, by the row that comes first with it. */
async function makeNeeds(
  scope: Scope,
  rows: readonly Fresh[],
  lookups: Lookups,
): Promise<{ ids: Map<string, string>; findings: Map<Fresh, readonly Finding[]>; refused: Map<Fresh, unknown> }> {
  const firsts = new Map<string, { row: Fresh; need: Need }>()
  for (const row of rows) if (row.need && !firsts.has(row.need.key)) firsts.set(row.need.key, { row, need: row.need })
  // Rows that went by themselves meanwhile may have made it.
  for (const [operatorId, group] of Map.groupBy(firsts.values(), ({ need }) => need.operatorId))
    await lookups.findMany(
      scope,
      group.map(({ need }) => need.lookup),
      operatorId,
    )
  const ids = new Map<string, string>()
  const findings = new Map<Fresh, readonly Finding[]>()
  const refused = new Map<Fresh, unknown>()
  for (const { need } of firsts.values()) {
    const id = lookups.found(need.lookup, need.operatorId)
    if (id === undefined) throw new StartAnew()
    if (id) ids.set(need.key, id)
  }
  const missing = [...firsts.values()].filter(({ need }) => !ids.has(need.key))
  for (const [entity, group] of Map.groupBy(missing, ({ need }) => need.entity)) {
    const made = await createMany(
      scope,
      entity,
      group.map(({ need }) => need.body),
    )
    if (!made) throw new StartAnew()
    for (const [index, { row, need }] of group.entries()) {
      const one = made[index]
      if (!one) continue
      if ('error' in one) refused.set(row, one.error)
      else {
        ids.set(need.key, one.row.id)
        findings.set(row, one.findings)
      }
    }
  }
  return { ids, findings, refused }
}
