// Finding the records that a table speaks of by code, name or number. Answers are remembered for the length of
// an import, because ten thousand plots belong to two thousand growers; what a row that was taken back had
// found or made is forgotten with it.
import { sql } from 'kysely'
import { findEntity } from '#domain/entities.ts'
import { isUuid, type Lookup, spokenAs } from '#domain/exchange/lookup.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { columnOf } from '../store/columns.ts'

/** Nobody is called that, or several are. */
export class NotFound extends Error {
  readonly code: 'missing' | 'ambiguous'
  constructor(code: 'missing' | 'ambiguous', message: string) {
    super(message)
    this.name = 'NotFound'
    this.code = code
  }
}

const rememberedAtMost = 20_000
const keyOf = (operatorId: string | null, lookup: Lookup): string => `${operatorId} ${JSON.stringify(lookup)}`

export class Lookups {
  readonly #known = new Map<string, string>()
  #fresh = new Map<string, string>()

  /** Keeps what was found since the last call, or forgets it when the row was taken back. */
  settle(isCommitted: boolean): void {
    if (this.#known.size > rememberedAtMost) this.#known.clear()
    if (isCommitted) for (const [key, id] of this.#fresh) this.#known.set(key, id)
    this.#fresh = new Map()
  }
  forget(): void {
    this.#known.clear()
    this.#fresh.clear()
  }

  /** The id of the record. `steps`: ids that earlier steps of the row gave. Throws NotFound. */
  async find(scope: Scope, lookup: Lookup, operatorId: string | null, steps: readonly string[]): Promise<string> {
    if ('step' in lookup) return steps[lookup.step] ?? ''
    const key = keyOf(operatorId, lookup)
    const known = this.#known.get(key) ?? this.#fresh.get(key)
    if (known) return known
    const entity = findEntity(lookup.target)
    if (!entity) throw new NotFound('missing', `${lookup.target} cannot be referred to.`)
    const id = 'text' in lookup ? await byText(scope, entity, lookup.text, operatorId) : await this.#byFields(scope, entity, lookup.by, operatorId, steps)
    this.#fresh.set(key, id)
    return id
  }

  /** Finds what these texts name, one question per entity, so that `find` need not ask for each. What is not found, or not alone, is left to it. */
  async findTexts(scope: Scope, lookups: readonly Lookup[], operatorId: string | null): Promise<void> {
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
      rows.length
        ? `Several ${entity.plural.toLowerCase()} fit; please say more exactly which.`
        : `There is no such ${entity.label.toLowerCase()}${spoken ? `: ${spoken}` : ''}.`,
    )
  }
}

/** Ids, at most two, of live records with these values; text fields compare as text, everything else as its type. */
export async function matching(scope: Scope, entity: AnyEntity, values: readonly (readonly [string, unknown])[], operatorId: string | null): Promise<string[]> {
  const conditions = values.map(([name, value]) => {
    const stored = columnOf(entity, name)
    if (!stored) throw new Error(`${entity.name} has no ${name}`)
    return value === null ? sql`${sql.ref(`r.${stored.column}`)} is null` : sql`${sql.ref(`r.${stored.column}`)} = ${value}::${sql.raw(stored.type)}`
  })
  const { rows } = await sql<{ id: string }>`
    select r.id from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${ofOperator(entity, operatorId)}
    ${conditions.length ? sql`and ${sql.join(conditions, sql` and `)}` : sql``} limit 2`.execute(scope.db)
  return rows.map(({ id }) => id)
}

const ofOperator = (entity: AnyEntity, operatorId: string | null) =>
  entity.owner === 'operator' && operatorId ? sql`r.operator_id = ${operatorId}::uuid` : sql`true`

/** By uuid, by code, by what people call it, or by any text that is unique by itself; the code wins. */
async function byText(scope: Scope, entity: AnyEntity, text: string, operatorId: string | null): Promise<string> {
  const label = entity.label.toLowerCase()
  const columns = ['code', ...namesOf(entity)]
  const either = isUuid(text)
    ? [sql`r.id = ${text}::uuid`]
    : columns.map((name) => sql`${sql.ref(`r.${columnOf(entity, name)?.column ?? name}`)} = ${name === 'code' ? text.toUpperCase() : text}`)
  const { rows } = await sql<{ id: string; code: string }>`
    select r.id, r.code from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${ofOperator(entity, operatorId)}
    and (${sql.join(either, sql` or `)}) limit 3`.execute(scope.db)
  const found = rows.find(({ code }) => code === text.toUpperCase()) ?? (rows.length === 1 ? rows[0] : undefined)
  if (found) return found.id
  throw new NotFound(
    rows.length ? 'ambiguous' : 'missing',
    rows.length ? `Several ${entity.plural.toLowerCase()} are called ${text}; please use the code.` : `There is no ${label} ${text.slice(0, 60)}.`,
  )
}

/** The same for many texts; only those that name exactly one record. */
async function byTexts(scope: Scope, entity: AnyEntity, texts: readonly string[], operatorId: string | null): Promise<Map<string, string>> {
  const names = ['code', ...namesOf(entity)]
  const arms = names.map((name) => {
    const column = sql.ref(`r.${columnOf(entity, name)?.column ?? name}`)
    const values = name === 'code' ? texts.map((text) => text.toUpperCase()) : texts
    return sql`select r.id, ${column} as name, ${name === 'code'}::boolean as is_code from ${sql.table(entity.name)} as r
      where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and ${ofOperator(entity, operatorId)} and ${column} = any(${values}::text[])`
  })
  const { rows } = await sql<{ id: string; name: string; is_code: boolean }>`${sql.join(arms, sql` union all `)}`.execute(scope.db)
  const byCode = new Map(rows.filter(({ is_code }) => is_code).map(({ name, id }) => [name, id]))
  const byName = Map.groupBy(
    rows.filter(({ is_code }) => !is_code),
    ({ name }) => name,
  )
  return new Map(
    texts.flatMap((text) => {
      const ids = new Set((byName.get(text) ?? []).map(({ id }) => id))
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
