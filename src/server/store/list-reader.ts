// Rows of a list from texts to the JSON of an answer, compiled once for each set of columns of an entity: no record is built
// for what is only passed on. What decides the reader's rights on a row is read as values, everything else stays text.
import { type RawBuilder, sql } from 'kysely'
import { rightsFields } from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import type { Field, Fields } from '#domain/kernel/field.ts'
import type { TextRow } from '#server/db/connection.ts'
import { textValue } from '#server/db/text-values.ts'
import type { NamedInTexts } from '../scope.ts'
import { alwaysListed, type Stored } from './columns.ts'
import { type Reference, referencesIn } from './references.ts'

export type ListReader = {
  /** The columns for a select from `r`. */
  columns: RawBuilder<unknown>
  /** What rights and findings are decided by. */
  deciding(row: TextRow): Row
  references(row: TextRow): Reference[]
  /** The fields of the record as JSON, without the braces. `hidden`: written as null; `instead`: values that are not the stored ones. */
  json(row: TextRow, hidden: readonly string[], instead: Readonly<Record<string, unknown>>): string
}

/** How many sets of columns an entity has readers of at a time; callers choose them. */
const mostReaders = 100
const readers = new WeakMap<AnyEntity, Map<string, ListReader>>()

/** `today`: names of fields that are worked out from others when they are read. `named`: the same whenever the entity is. */
export function listReader(entity: AnyEntity, stored: readonly Stored[], today: readonly string[], named?: NamedInTexts): ListReader {
  const known = readers.get(entity) ?? new Map<string, ListReader>()
  readers.set(entity, known)
  const key = [...stored.map(({ name }) => name), '|', ...today].join()
  const found = known.get(key)
  if (found) return found
  if (known.size >= mostReaders) known.clear()
  const made = compile(entity, stored, today, named)
  known.set(key, made)
  return made
}

function compile(entity: AnyEntity, stored: readonly Stored[], today: readonly string[], named?: NamedInTexts): ListReader {
  const columns = stored.map(({ name, type }, index) => ({ name, index, ...textValue(type), label: `${index ? ',' : ''}${JSON.stringify(name)}:` }))
  const wanted = new Set([...alwaysListed, ...rightsFields(entity), ...today])
  const deciders = columns.filter(({ name }) => wanted.has(name))
  const references = stored.flatMap(referencesOf)
  const read = columns.filter(({ name }) => named?.reads.includes(name))
  const namedIn = (row: TextRow): readonly Reference[] => {
    if (!named || read.length < named.reads.length) return []
    return named.of(Object.fromEntries(read.map(({ name, index, value }) => [name, row[index] == null ? null : value(row[index])])))
  }
  return {
    columns: sql.raw(stored.map(({ column }) => `r."${column}"`).join(', ')),
    deciding(row) {
      const values: Record<string, unknown> = {}
      for (const { name, index, value } of deciders) {
        const text = row[index] ?? null
        values[name] = text === null ? null : value(text)
      }
      // Only what rights, findings and values of today look at; nobody else is handed it.
      return values as Row
    },
    references: (row) => [
      ...references.flatMap(({ index, of }) => {
        const text = row[index] ?? null
        return text === null ? [] : of(text)
      }),
      ...namedIn(row),
    ],
    json(row, hidden, instead) {
      const isPlain = hidden.length === 0 && today.length === 0
      let all = ''
      for (const { name, index, json, label } of columns) {
        const text = row[index] ?? null
        if (!isPlain && hidden.includes(name)) all += `${label}null`
        else if (!isPlain && name in instead) all += label + JSON.stringify(instead[name] ?? null)
        else all += text === null ? `${label}null` : label + json(text)
      }
      return all
    },
  }
}

type Pointer = { index: number; of(text: string): Reference[] }
/** Common columns that refer to records. */
const commonTargets: Readonly<Record<string, string>> = { operatorId: 'collective', createdBy: 'user', updatedBy: 'user' }

/** Where a column refers to other records: it names one or several, or a record in it does. */
function referencesOf({ name, type, field }: Stored, index: number): Pointer[] {
  const target = field ? field.target : commonTargets[name]
  if (target && type === 'uuid') return [{ index, of: (id) => [{ path: name, target, id }] }]
  if (!field || !(target || hasReferences(field.fields))) return []
  const { value } = textValue(type)
  return [{ index, of: (text) => referencesIn({ [name]: field }, { [name]: value(text) }) }]
}
const hasReferences = (fields: Fields | undefined): boolean => Object.values(fields ?? {}).some((field: Field) => field.target || hasReferences(field.fields))
