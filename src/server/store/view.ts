// A record with everything its page shows, in one message: its findings are known by the id of the address, and the titles of what
// it refers to are read by the database beside the row, because only the row knows their ids.
import { type RawBuilder, sql } from 'kysely'
import { findEntity } from '#domain/entities.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import { factsOf, fileTarget } from '#domain/kernel/field-kinds.ts'
import { queryAll, queryAllAndCommit } from '#server/db/connection.ts'
import { columnName, literal, quoted } from '#server/db/names.ts'
import { lineKey, linesTable } from '#server/db/schema.ts'
import type { Refs, Scope } from '../scope.ts'
import { ofOperator, withinAccessScope } from './access-scope.ts'
import { type Answer, answerWith, extraOf, offered, titledFor, withoutHiddenFiles } from './answer.ts'
import { allColumns, toRow } from './columns.ts'
import { flagsOf, flagsQuery } from './flags.ts'
import { isUuid, notHere } from './get.ts'
import { againstColumn, offeredOf } from './offers.ts'
import { spokenOf, titleColumn } from './spoken.ts'

type ViewRow = Record<string, unknown> & { view_against?: string[]; view_refs: (readonly [entity: string, id: string, title: string, code: string][] | null)[] }

/** What a person may see of a record; the last question of its call, unless its behaviour asks for more. Throws NOT_FOUND. */
export async function viewRecord(scope: Scope, entity: AnyEntity, id: string): Promise<{ row: Row; answer: Answer & { refs: Refs } }> {
  if (!isUuid(id)) throw notHere(entity)
  const { view, titled, spoken } = scope.behaviours[entity.name] ?? {}
  const against = againstColumn(scope, entity)
  const query = sql<ViewRow>`select ${allColumns(entity)}, ${titlesIn(scope, entity)} as view_refs${against ? sql`, ${against} as view_against` : sql``} from ${sql.table(entity.name)} as r
    where r.tenant_id = ${scope.tenant.id} and r.id = ${id} and r.deleted_at is null and ${withinAccessScope(scope, entity, 'V')} and ${ofOperator(scope, entity)}`
  const [[found], flags] = await (view || titled || (spoken && scope.language) ? queryAll : queryAllAndCommit)(scope.db, query, flagsQuery(scope, entity, [id]))
  if (!found) throw notHere(entity)
  const row = toRow(entity, found)
  const extra = await extraOf(scope, entity, row)
  const refs: Refs = Object.fromEntries(found.view_refs.flatMap((list) => list ?? []).map(([name, of, title, code]) => [of, { entity: name, title, code }]))
  const answer = { ...answerWith(scope, entity, row, flagsOf(flags).get(row.id)), ...(await spokenOf(scope, entity, [id])).get(row.id) }
  const may = offeredOf(scope, entity, row, offered(scope, entity, answer, extra), found.view_against ?? [])
  const shown = withoutHiddenFiles(entity, row, answer, await titledFor(scope, entity, row, refs))
  return { row, answer: { ...answer, ...extra, may, refs: shown } }
}

const remembered = new WeakMap<AnyEntity, Map<string, RawBuilder<unknown>>>()
/** SQL over `r`: for each entity that it refers to, the list of [entity, id, title, code]. */
function titlesIn(scope: Pick<Scope, 'language' | 'behaviours'>, entity: AnyEntity): RawBuilder<unknown> {
  const byLanguage = remembered.get(entity) ?? new Map<string, RawBuilder<unknown>>()
  const known = byLanguage.get(scope.language ?? '')
  if (known) return known
  const references: Pointer[] = [
    ...(entity.owner !== 'tenant' ? [{ target: 'collective', id: 'r.operator_id' }] : []),
    { target: 'user', id: 'r.created_by' },
    { target: 'user', id: 'r.updated_by' },
    ...Object.entries<Field>(entity.fields).flatMap(([name, field]) => referencesOf(entity, name, field)),
  ]
  const lists = [...Map.groupBy(references, ({ target }) => target)].flatMap(([target, group]) => {
    if (!findEntity(target) && target !== fileTarget) return []
    const ids = group.flatMap(({ id }) => id ?? [])
    const all = [...(ids.length ? [`array[${ids.join(', ')}]`] : []), ...group.flatMap(({ list }) => (list ? `coalesce(${list}, '{}')` : []))].join(' || ')
    const [title, code] = target === fileTarget ? ['t.name', 'media_type'] : [titleColumn(scope, target, 't'), 'code']
    return `(select json_agg(json_build_array(${literal(target)}, t.id, ${title}, t.${code})) from ${quoted(target)} as t
      where t.tenant_id = r.tenant_id and t.id = any(${all}))`
  })
  const made = sql.raw(`json_build_array(${lists.join(', ')})`)
  remembered.set(entity, byLanguage.set(scope.language ?? '', made))
  return made
}

/** SQL of one id, or of a list of them that may be null. */
type Pointer = { target: string; id?: string; list?: string }

function referencesOf(entity: AnyEntity, name: string, field: Field): Pointer[] {
  const { target, kind, fields = {} } = field
  const column = `r.${quoted(columnName(name))}`
  if (target) return [kind === 'reference' ? { target, id: column } : { target, list: column }]
  if (factsOf(field).hasTable)
    return Object.entries(fields).flatMap(([inner, { target: of, kind: ofKind }]) => {
      if (!of) return []
      const own = `l.${quoted(columnName(inner))}`
      const [one, each] = factsOf({ kind: ofKind }).isList ? ['u.id', `, unnest(${own}) as u(id)`] : [own, '']
      return [
        {
          target: of,
          list: `array(select ${one} from ${quoted(linesTable(entity, name))} as l${each} where l.tenant_id = r.tenant_id and l.${lineKey.parent} = r.id)`,
        },
      ]
    })
  return pathsIn(fields, '$[*]').map(({ target: of, path }) => ({
    target: of,
    list: `array(select (p #>> '{}')::uuid from jsonb_path_query(${column}, ${literal(path)}) as p)`,
  }))
}

/** Paths into JSON to each reference of these fields; a list on the way, and a record where a list could be, are walked into. */
const pathsIn = (fields: Fields, at: string): { target: string; path: string }[] =>
  Object.entries(fields).flatMap(([name, { target, fields: inner }]) => {
    const path = `${at}."${name}"[*]`
    return target ? [{ target, path }] : inner ? pathsIn(inner, path) : []
  })
