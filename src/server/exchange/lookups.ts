// Finding the records that a table speaks of by code, name or number. Answers are remembered for the length of
// an import, because ten thousand plots belong to two thousand growers; what a row that was taken back had
// found or made is forgotten with it.

import { sql } from 'kysely'
import { findEntity } from '#domain/entities.ts'
import { goesOnIn, isUuid, type Lookup, spokenAs } from '#domain/exchange/lookup.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { phrase, type Sentence, small } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { columnOf } from '../store/columns.ts'

/** Nobody is called that, or several are. */
export class NotFound extends Error {
  readonly code: 'missing' | 'ambiguous'
  readonly sentence: Sentence
  /** Of which entity. */
  readonly target: string
  constructor(code: 'missing' | 'ambiguous', target: string, message: Sentence) {
    super(String(message))
    this.sentence = message
    this.target = target
    this.name = 'NotFound'
    this.code = code
  }
}

const rememberedAtMost = 20_000
const keyOf = (operatorId: string | null, lookup: Lookup): string => `${operatorId} ${JSON.stringify(lookup)}`

export class Lookups {
  readonly #known = new Map<string, string>()
  #fresh = new Map<string, string>()
  /** Asked for last time and not there. */
  readonly #absent = new Set<string>()

  /** Keeps what was found since the last call, or forgets it when the row was taken back. */
  settle(isCommitted: boolean): void {
    if (this.#known.size > rememberedAtMost) this.#known.clear()
    if (isCommitted) for (const [key, id] of this.#fresh) this.#known.set(key, id)
    this.#fresh = new Map()
  }
  forget(): void {
    this.#known.clear()
    this.#fresh.clear()
    this.#absent.clear()
  }

  /** What `findMany` has found: an id, null where nothing is called that; undefined where `find` has to be asked. */
  found(lookup: Lookup, operatorId: string | null): string | null | undefined {
    const key = keyOf(operatorId, lookup)
    return this.#known.get(key) ?? (this.#absent.has(key) ? null : undefined)
  }
  /** The same text for the same fields, however the records in them are named. Undefined where one of those was not found. */
  identityOf(lookup: Lookup, operatorId: string | null): string | undefined {
    const values = 'by' in lookup ? this.#valuesOf(lookup.by, operatorId) : undefined
    return values && 'target' in lookup ? JSON.stringify([operatorId, lookup.target, values]) : undefined
  }
  #valuesOf(by: Readonly<Record<string, string | Lookup>>, operatorId: string | null): (readonly [string, string])[] | undefined {
    const values = Object.entries(by).flatMap(([name, value]) => {
      const known = typeof value === 'string' ? value : this.found(value, operatorId)
      return known ? [[name, known] as const] : []
    })
    return values.length === Object.keys(by).length ? values : undefined
  }

  /** The id of the record. `steps`: ids that earlier steps of the row gave. Throws NotFound. */
  async find(scope: Scope, lookup: Lookup, operatorId: string | null, steps: readonly string[]): Promise<string> {
    if ('step' in lookup) return steps[lookup.step] ?? ''
    const key = keyOf(operatorId, lookup)
    const known = this.#known.get(key) ?? this.#fresh.get(key)
    if (known) return known
    const entity = findEntity(lookup.target)
    if (!entity) throw new NotFound('missing', lookup.target, phrase`${lookup.target} cannot be referred to.`)
    const id = 'text' in lookup ? await byText(scope, entity, lookup.text, operatorId) : await this.#byFields(scope, entity, lookup.by, operatorId, steps)
    this.#fresh.set(key, id)
    return id
  }

  /** Finds what these name, one question per entity and way of naming, so that `find` need not ask for each. What is not found, or not alone, is left to it. */
  async findMany(scope: Scope, lookups: readonly Lookup[], operatorId: string | null): Promise<void> {
    const inner = lookups.flatMap((lookup) => ('by' in lookup ? Object.values(lookup.by).flatMap((value) => (typeof value === 'string' ? [] : value)) : []))
    if (inner.length) await this.findMany(scope, inner, operatorId)
    await this.#findTexts(scope, lookups, operatorId)
    await this.#findByFields(scope, lookups, operatorId)
  }

  async #findByFields(scope: Scope, lookups: readonly Lookup[], operatorId: string | null): Promise<void> {
    const wanted = new Map<string, { entity: AnyEntity; names: string[]; keys: Map<string, string> }>()
    for (const lookup of lookups) {
      const key = keyOf(operatorId, lookup)
      if (!('by' in lookup) || this.#known.has(key)) continue
      const [entity, values] = [findEntity(lookup.target), this.#valuesOf(lookup.by, operatorId)]
      if (!entity || !values?.every(([name, value]) => isComparable(entity, name, value))) continue
      const names = values.map(([name]) => name)
      const group = wanted.get(JSON.stringify([entity.name, names])) ?? { entity, names, keys: new Map<string, string>() }
      wanted.set(JSON.stringify([entity.name, names]), group)
      group.keys.set(key, JSON.stringify(values.map(([, value]) => value)))
    }
    for (const { entity, names, keys } of wanted.values()) {
      const found = await byValues(scope, entity, names, [...new Set(keys.values())], operatorId)
      for (const [key, values] of keys) {
        const ids = found.get(values) ?? []
        const [id] = ids
        this.#absent.delete(key)
        if (!id) this.#absent.add(key)
        else if (ids.length === 1) this.#known.set(key, id)
      }
    }
  }

  async #findTexts(scope: Scope, lookups: readonly Lookup[], operatorId: string | null): Promise<void> {
    const texts = new Map<string, Set<string>>()
    for (const lookup of lookups) {
      if (!('text' in lookup) || isUuid(lookup.text) || this.#known.has(keyOf(operatorId, lookup))) continue
      texts.set(lookup.target, (texts.get(lookup.target) ?? new Set()).add(lookup.text))
    }
    for (const [target, wanted] of texts) {
      const entity = findEntity(target)
      if (!entity) continue
      for (const [text, id] of await byTexts(scope, entity, [...wanted], operatorId)) this.#known.set(keyOf(operatorId, { target, text }), id)
    }
  }

  async #byFields(
    scope: Scope,
    entity: AnyEntity,
    by: Readonly<Record<string, string | Lookup>>,
    operatorId: string | null,
    steps: readonly string[],
  ): Promise<string> {
    const values: [string, string][] = []
    for (const [name, value] of Object.entries(by)) values.push([name, typeof value === 'string' ? value : await this.find(scope, value, operatorId, steps)])
    const rows = await matching(scope, entity, values, operatorId)
    const [id] = rows
    if (rows.length === 1 && id !== undefined) return id
    const spoken = Object.values(by)
      .filter((value) => typeof value === 'string' && value)
      .join(' ')
    throw new NotFound(
      rows.length ? 'ambiguous' : 'missing',
      entity.name,
      rows.length
        ? phrase`Several ${small(entity.plural)} fit; please say more exactly which.`
        : phrase`There is no such ${small(entity.label)}${spoken ? `: ${spoken}` : ''}.`,
    )
  }
}

/** Values of text and identifiers only: anything else might not be a value of its type, and the database would refuse the question. */
export function isComparable(entity: AnyEntity, name: string, value: unknown): boolean {
  const type = columnOf(entity, name)?.type
  return typeof value === 'string' && (type === 'uuid' ? isUuid(value) : type === 'text' && !value.includes('\u0000'))
}

/** Ids of live records with any of these lists of values (each as JSON), by list. */
async function byValues(
  scope: Scope,
  entity: AnyEntity,
  names: readonly string[],
  wanted: readonly string[],
  operatorId: string | null,
): Promise<Map<string, string[]>> {
  const columns = names.flatMap((name) => columnOf(entity, name) ?? [])
  const lists = wanted.map((values): unknown[] => JSON.parse(values))
  // Lists and no join: whatever the planner knows of the table, it is read once at most.
  const conditions = columns.map(({ column, type }, index) => {
    const values = [...new Set(lists.map((list) => String(list[index])))]
    return sql`${sql.ref(`r.${column}`)} = any(${values}::${sql.raw(type)}[])`
  })
  const { rows } = await sql<{ id: string; list: string[] }>`
    select r.id, array[${sql.join(columns.map(({ column }) => sql`${sql.ref(`r.${column}`)}::text`))}] as list from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${ofOperator(entity, operatorId)} and ${sql.join(conditions, sql` and `)}`.execute(
    scope.db,
  )
  const found = new Map<string, string[]>()
  for (const { id, list } of rows) found.set(JSON.stringify(list), [...(found.get(JSON.stringify(list)) ?? []), id])
  return found
}

/** Ids, at most two, of live records with these values; text fields compare as text, everything else as its type. */
export async function matching(scope: Scope, entity: AnyEntity, values: readonly (readonly [string, unknown])[], operatorId: string | null): Promise<string[]> {
  const conditions = values.map(([name, value]) => {
    const stored = columnOf(entity, name)
    if (!stored) throw new Error(`${entity.name} has no ${name}`)
    return value === null ? sql`${sql.ref(`r.${stored.column}`)} is null` : sql`${sql.ref(`r.${stored.column}`)} = ${value}::${sql.raw(stored.type)}`
  })
  const { rows } = await sql<Found>`
    select r.id, ${isInForce(entity)} as "isInForce" from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${ofOperator(entity, operatorId)}
    ${conditions.length ? sql`and ${sql.join(conditions, sql` and `)}` : sql``} order by 2 desc limit 2`.execute(scope.db)
  return inForceOf(rows).map(({ id }) => id)
}

type Found = { id: string; isInForce: boolean }
/** Whether what is unique of it is so among the others: a record in another state has left it to them. */
const isInForce = ({ uniqueIn }: AnyEntity) => (uniqueIn ? sql`r.status = any(${[...uniqueIn]}::text[])` : sql`true`)
/** Those in force, where there are any. */
const inForceOf = <T extends Found>(found: readonly T[]): readonly T[] => (found.some((one) => one.isInForce) ? found.filter((one) => one.isInForce) : found)

const ofOperator = (entity: AnyEntity, operatorId: string | null) =>
  entity.owner !== 'tenant' && operatorId ? sql`r.operator_id = ${operatorId}::uuid` : sql`true`

/** Whom a row of `r` stands for, where it is spoken of: itself, or the record into which it was merged. */
function recordSpokenOf(entity: AnyEntity) {
  const goesOn = columnOf(entity, goesOnIn[entity.name] ?? '')
  return goesOn ? sql`coalesce(${sql.ref(`r.${goesOn.column}`)}, r.id)` : sql`r.id`
}

/** By uuid, by code, by what people call it, or by any text that is unique by itself; the code wins. */
async function byText(scope: Scope, entity: AnyEntity, text: string, operatorId: string | null): Promise<string> {
  const columns = ['code', ...namesOf(entity)]
  const either = isUuid(text)
    ? [sql`r.id = ${text}::uuid`]
    : columns.map((name) => sql`${sql.ref(`r.${columnOf(entity, name)?.column ?? name}`)} = ${name === 'code' ? text.toUpperCase() : text}`)
  const { rows: all } = await sql<Found & { code: string }>`
    select ${recordSpokenOf(entity)} as id, r.code, ${isInForce(entity)} as "isInForce" from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${ofOperator(entity, operatorId)}
    and (${sql.join(either, sql` or `)}) order by 3 desc limit 3`.execute(scope.db)
  const rows = inForceOf(all)
  const found = all.find(({ code }) => code === text.toUpperCase()) ?? (rows.length === 1 ? rows[0] : undefined)
  if (found) return found.id
  throw new NotFound(
    rows.length ? 'ambiguous' : 'missing',
    entity.name,
    rows.length
      ? phrase`Several ${small(entity.plural)} are called ${text}; please use the code.`
      : phrase`There is no ${small(entity.label)} ${text.slice(0, 60)}.`,
  )
}

/** The same for many texts; only those that name exactly one record. */
async function byTexts(scope: Scope, entity: AnyEntity, texts: readonly string[], operatorId: string | null): Promise<Map<string, string>> {
  const names = ['code', ...namesOf(entity)]
  const arms = names.map((name) => {
    const column = sql.ref(`r.${columnOf(entity, name)?.column ?? name}`)
    const values = name === 'code' ? texts.map((text) => text.toUpperCase()) : texts
    return sql`select ${recordSpokenOf(entity)} as id, ${column} as name, ${name === 'code'}::boolean as is_code, ${isInForce(entity)} as "isInForce" from ${sql.table(entity.name)} as r
      where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${ofOperator(entity, operatorId)} and ${column} = any(${values}::text[])`
  })
  const { rows } = await sql<Found & { name: string; is_code: boolean }>`${sql.join(arms, sql` union all `)}`.execute(scope.db)
  const byCode = new Map(rows.filter(({ is_code }) => is_code).map(({ name, id }) => [name, id]))
  const byName = Map.groupBy(
    rows.filter(({ is_code }) => !is_code),
    ({ name }) => name,
  )
  return new Map(
    texts.flatMap((text) => {
      const ids = new Set(inForceOf(byName.get(text) ?? []).map(({ id }) => id))
      const id = byCode.get(text.toUpperCase()) ?? (ids.size === 1 ? [...ids][0] : undefined)
      return id ? [[text, id] as const] : []
    }),
  )
}

/** Text fields by which one record is known: what people say, and what is unique alone. */
function namesOf(entity: AnyEntity): string[] {
  const alone = (entity.unique ?? []).flatMap((set: readonly string[]) => {
    const own = set.filter((name) => name !== 'operatorId')
    const [only] = own
    const field = own.length === 1 && only !== undefined ? entity.fields[only] : undefined
    return field && field.by === 'person' && ['text', 'email'].includes(field.kind) ? own : []
  })
  const spoken = spokenAs[entity.name]
  return [...new Set(spoken ? [spoken, ...alone] : alone)]
}
