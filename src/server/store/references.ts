// References inside a record: where they are, whether what they point to exists and may be pointed to,
// and the titles a reader needs to see instead of uuids.

import { type RawBuilder, sql } from 'kysely'
import { accessScopes } from '#domain/access.ts'
import { entityOf, findEntity } from '#domain/entities.ts'
import { type Choosable, type Given, whyNot } from '#domain/kernel/choosable.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Fields, FileMedia } from '#domain/kernel/field.ts'
import { fileTarget } from '#domain/kernel/field-kinds.ts'
import { eachReference } from '#domain/kernel/field-walk.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { queryAll, queryAllAndCommit } from '#server/db/connection.ts'
import { type Ask, type Db, type Refs, refOfCaller, type Scope } from '../scope.ts'
import { ofOperator, withinAccessScope } from './access-scope.ts'
import { awaitedTitles, nameableAwaited, otherMedia } from './awaited-files.ts'
import { columnOf } from './columns.ts'
import { readableFiles } from './file-access.ts'
import type { FlagRow } from './flags.ts'
import { cachedRecord } from './record-cache.ts'
import { isSpoken, titleColumn } from './spoken.ts'

export type Reference = {
  path: string
  target: string
  id: string
  /** Of files: only such are taken. */
  media?: FileMedia
  /** Which records of the target may be taken, and the values beside the reference that decide it. */
  limit?: { rules: readonly Choosable[]; given: Given }
  /** Somebody wrote it as a text, and nothing was looked up then: it is named to whom it is open, and to nobody else. */
  isOpenOnly?: true
}

/** Every reference in `values`, nested ones too, with its path. `subject`: the record to which the event with these values happens, or that is edited. */
export function referencesIn(fields: Fields, values: Record<string, unknown>, at = '', subject?: Row): Reference[] {
  const found: Reference[] = []
  const see: Parameters<typeof eachReference>[2] = (id, { field: { target, choosable, media }, path, siblings }) => {
    if (!target || typeof id !== 'string') return
    const given: Given = (name) => (name.startsWith('subject.') ? subject?.[name.slice('subject.'.length)] : siblings[name])
    found.push({ path: path.join('.'), target, id, ...(choosable ? { limit: { rules: choosable, given } } : {}), ...(media ? { media } : {}) })
  }
  eachReference(fields, values, see, at ? [at] : [])
  return found
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
async function lookUp(scope: Scope, references: readonly Reference[], ask: Ask = askPlainly(scope.db), isNaming = false): Promise<Found[]> {
  const { known, query } = lookUpQuery(scope, references, isNaming)
  return query ? [...known, ...(await ask(query))] : known
}
export const askPlainly =
  (db: Db): Ask =>
  async (query) =>
    (await queryAll(db, query))[0]
/** A record of the programme that belongs to nobody: no event locks it for another reason. */
const isOfCatalogue = (target: string): boolean => Object.keys(entityOf(target).belongsTo).length === 0
/**
 * `known`: what this transaction has read already or need not read; `query`: the question for the rest. `isNaming`: an event is to name them, so that an entry of a
 * catalogue is read as whoever deletes it leaves it, and stays until the event is there (docs/decisions/0106).
 */
function lookUpQuery(scope: Scope, references: readonly Reference[], isNaming = false): { known: Found[]; query: RawBuilder<Found> | null } {
  const known = new Map<string, Found>()
  const unknown = new Map<string, Reference[]>()
  const limited = new Set(references.flatMap(({ target, id, limit }) => (limit ? [`${target} ${id}`] : [])))
  for (const reference of references) {
    const key = `${reference.target} ${reference.id}`
    if (known.has(key) || !(findEntity(reference.target) || reference.target === fileTarget)) continue
    const found = reference.isOpenOnly ? undefined : (cachedTarget(scope, reference) ?? (limited.has(key) ? undefined : ofCall(scope, reference)))
    const group = reference.isOpenOnly ? `${reference.target} open` : reference.target
    if (found) known.set(key, found)
    else unknown.set(group, [...(unknown.get(group) ?? []), reference])
  }
  const parts = [...unknown.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { target, isOpenOnly } = first
    const ids = [...new Set(group.map(({ id }) => id))]
    if (isOpenOnly) return openTitles(scope, entityOf(target), ids)
    if (target === fileTarget)
      return sql`select ${sql.lit(target)} as entity, r.id, r.media_type as code, r.name as title, null::uuid as operator_id, false as is_gone, null::jsonb as facts
        from file as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${ids}::uuid[])
        union all ${awaitedTitles(scope.tenant.id, ids)}`
    const found = sql`select ${sql.lit(target)} as entity, r.id, r.code, ${sql.raw(titleColumn(scope, target, 'r'))} as title, r.operator_id, r.deleted_at is not null as is_gone, ${factsOf(target, group)} as facts
      from ${sql.table(target)} as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${ids}::uuid[])`
    return isNaming && isOfCatalogue(target) ? sql`select * from (${found} order by r.id for share) as named` : found
  })
  return { known: [...known.values()], query: parts.length ? sql<Found>`${sql.join(parts, sql` union all `)}` : null }
}

/** Those of these records that the reader may open at this address. */
const openTitles = (scope: Scope, entity: AnyEntity, ids: readonly string[]) =>
  sql`select ${sql.lit(entity.name)} as entity, r.id, r.code, ${sql.raw(titleColumn(scope, entity.name, 'r'))} as title, r.operator_id, false as is_gone, null::jsonb as facts
    from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${ids}::uuid[]) and r.deleted_at is null
      and ${withinAccessScope(scope, entity, 'V')} and ${ofOperator(scope, entity)}`

/** The columns that the rules of these references look at. */
function factsOf(target: string, group: readonly Reference[]) {
  const names = [...new Set(group.flatMap(({ limit }) => limit?.rules.map(({ field }) => field) ?? []))]
  if (names.length === 0) return sql`null::jsonb`
  return sql`jsonb_build_object(${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(`r.${columnOf(entityOf(target), name)?.column ?? name}`)]))})`
}

/** A record that this transaction has read. */
function cachedTarget(scope: Scope, { target, id }: Reference): Found | undefined {
  const entity = findEntity(target)
  const row = entity && !isSpoken(scope, entity) && cachedRecord(scope, entity, id)
  return row ? { entity: target, id, code: row.code, title: row.title, operator_id: row.operatorId, is_gone: false, facts: row } : undefined
}
/** The operator of the address and the caller: their titles are known, their fields are not. */
function ofCall(scope: Scope, { target, id }: Reference): Found | undefined {
  const found = { entity: target, id, is_gone: false, facts: null }
  if (target === 'collective' && scope.operator?.id === id) return { ...found, code: scope.operator.code, title: scope.operator.name, operator_id: null }
  const caller = target === 'user' && id === scope.user.id ? refOfCaller.get(scope.user) : undefined
  return caller && { ...found, ...caller }
}

/**
 * What is wrong with these references (code 'missing'): what does not exist in this tenant, and what belongs to another operator
 * than the record, and (code 'rule') what may not be taken here as the field declares: rights follow references, so a reference must not lead out of one's own house. Those who hold
 * the whole tenant in view may point anywhere in it.
 */
export async function referenceProblems(scope: Scope, references: readonly Reference[], operatorId: string | null, ask?: Ask): Promise<FieldProblem[]> {
  return (await referenceJudge(scope, references, ask))(references, operatorId)
}

/** The same for several records: what any of them points to is looked up at once; the answer judges one record after the other. */
export async function referenceJudge(
  scope: Scope,
  all: readonly Reference[],
  ask?: Ask,
  isNaming = false,
): Promise<(references: readonly Reference[], operatorId: string | null) => FieldProblem[]> {
  const files = all.filter(({ target }) => target === fileTarget)
  // Before the rest, after which nothing may be asked.
  const ids = files.map(({ id }) => id)
  const stored = new Map((files.length ? await readableFiles(scope, ids, { isStored: true }) : []).map((file) => [file.id, file]))
  const readable = new Set(stored.keys())
  const elsewhere = ids.filter((id) => !readable.has(id))
  const coming = await nameableAwaited(scope, elsewhere)
  for (const id of coming.keys()) readable.add(id)
  const records = all.filter(({ target }) => target !== fileTarget)
  const found = records.length ? await lookUp(scope, records, ask, isNaming) : []
  const isOpen = ({ entity, operator_id, is_gone }: Found, operatorId: string | null): boolean => {
    if (is_gone) return false
    const isFree = entityOf(entity).owner === 'tenant' || !operator_id || !operatorId || operator_id === operatorId
    return isFree || accessScopes(scope.user, entity, 'V').some(({ kind }) => kind === 't')
  }
  const byKey = new Map(found.map((one) => [`${one.entity} ${one.id}`, one]))
  return (references, operatorId) =>
    references.flatMap(({ path, target, id, limit, media }): FieldProblem[] => {
      // Said of the list: a form shows it as one field.
      // What the device has not sent yet nobody knows the kind of.
      if (target === fileTarget && media && !(stored.get(id)?.media_type ?? coming.get(id) ?? media).startsWith(media))
        return [{ path: path.replace(/\.\d+$/, ''), code: 'format', message: otherMedia(media) }]
      if (target === fileTarget)
        return readable.has(id) ? [] : [{ path: path.replace(/\.\d+$/, ''), code: 'missing', message: 'There is no such file here, or it is not yours.' }]
      if (!findEntity(target)) return []
      const one = byKey.get(`${target} ${id}`)
      if (!one || !isOpen(one, operatorId)) return [{ path, code: 'missing', message: phrase`There is no such ${small(entityOf(target).label)}.` }]
      const why = limit && whyNot(limit.rules, one.facts ?? {}, limit.given)
      return why ? [{ path, code: 'rule', message: why }] : []
    })
}

/** The same as a refusal, for an event. `known`: what the corrected event named already is not chosen anew, and must only be there. Throws VALIDATION. */
export async function checkReferences(
  scope: Scope,
  references: readonly Reference[],
  operatorId: string | null,
  known: readonly Reference[] = [],
): Promise<void> {
  const isKnown = ({ target, id }: Reference) => known.some((one) => one.target === target && one.id === id)
  const named = references.map((one) => (isKnown(one) ? plain(one) : one))
  const fields = (await referenceJudge(scope, named, undefined, true))(named, operatorId)
  if (fields.length) throw new Problem('VALIDATION', { fields })
}

/** Title and code of everything that these records refer to, their operators and authors included. */
export async function refsOf(scope: Scope, references: readonly Reference[]): Promise<Refs> {
  return toRefs(await lookUp(scope, references.map(plain)))
}
/** The same in one message with the question for findings and another one, if there are; answers their rows too. `isLast`: nothing is asked after it. */
export async function refsWith(
  scope: Scope,
  references: readonly Reference[],
  flags: RawBuilder<FlagRow> | null,
  { isLast = false, also = null }: { isLast?: boolean; also?: RawBuilder<{ against: string[] }> | null } = {},
): Promise<{ refs: Refs; rows: FlagRow[]; others: { against: string[] }[] }> {
  const { known, query } = lookUpQuery(scope, references.map(plain))
  const [rows, found, others] = await (isLast ? queryAllAndCommit : queryAll)(scope.db, flags, query, also)
  return { refs: toRefs([...known, ...found]), rows, others }
}
/** Titles are shown whatever may be chosen now. */
const plain = ({ path, target, id, isOpenOnly }: Reference): Reference => ({ path, target, id, ...(isOpenOnly ? { isOpenOnly } : {}) })
const toRefs = (found: readonly Found[]): Refs => Object.fromEntries(found.map(({ entity, id, title, code }) => [id, { entity, title, code }]))

/** References of a whole record, the common ones too. */
export function referencesOf(entity: AnyEntity, row: Partial<Row>): Reference[] {
  const common: [string, string | null | undefined, string][] = [
    ['operatorId', row.operatorId, 'collective'],
    ['createdBy', row.createdBy, 'user'],
    ['updatedBy', row.updatedBy, 'user'],
  ]
  return [...common.flatMap(([path, id, target]) => (id ? [{ path, id, target }] : [])), ...referencesIn(entity.fields, row)]
}
