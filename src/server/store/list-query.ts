// What a list may be asked for, read from the address and checked against the declaration: unknown
// parameters, fields that are not declared for sorting or filtering, and odd values are refused by name.

import type { AnyEntity } from '#domain/kernel/entity.ts'
import { systemPattern } from '#domain/kernel/external-ids.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { listed, phrase, type Sentence } from '#domain/messages/message.ts'
import { columnOf, type Stored, smallColumnsOf } from './columns.ts'
import { isUuid } from './get.ts'

export type SortKey = { name: string; descending: boolean }
export type Filter = { name: string; op: 'in' | 'gte' | 'lte' | 'is'; values: string[] }
export type ListQuery = {
  limit: number
  cursor: string | null
  sort: SortKey[]
  q: string | null
  filters: Filter[]
  count: boolean
  /** Names of the fields that are wanted beside the common ones; null: all that a list carries. */
  fields: readonly string[] | null
}

export const maxLimit = 200
export const defaultLimit = 50
/** Common columns with an index of their own. */
const commonSorts = ['createdAt', 'updatedAt', 'title', 'code']
const commonFilters = ['id', 'status', 'code', 'operatorId', 'createdAt', 'updatedAt', 'createdBy', 'source', 'tags']
/** Filters that are no column: open findings by rule ('any' = some), an identifier in another system (`TRACENET:123`). */
const virtualFilters = ['flag', 'externalId']
const namesIdentifier = new RegExp(`^${systemPattern}:\\s*\\S`, 'i')

export const sortableNames = (entity: AnyEntity): string[] => [
  ...commonSorts,
  ...Object.entries(entity.fields).flatMap(([name, field]) => (field.sort ? [name] : [])),
]
/** Fields that may stand in `fields`: those that a list carries, large ones excepted. */
export const selectableNames = (entity: AnyEntity): string[] => smallColumnsOf(entity).map(({ name }) => name)
/** Fields that may stand in filter[…]: declared for filter or sort, references, choices of few values. */
export const filterableNames = (entity: AnyEntity): string[] => [
  ...commonFilters,
  ...virtualFilters,
  ...Object.entries(entity.fields).flatMap(([name, field]) => (field.filter || field.sort || factsOf(field).isFilter ? [name] : [])),
]

/** Reads the parameters of a list. Throws VALIDATION naming every parameter that is not understood. */
export function listQuery(entity: AnyEntity, parameters: URLSearchParams): ListQuery {
  const problems: FieldProblem[] = []
  const refuse = (path: string, code: string, message: Sentence) => {
    problems.push({ path, code, message })
  }
  const query: ListQuery = { limit: defaultLimit, cursor: null, sort: [], q: null, filters: [], count: false, fields: null }
  for (const [key, value] of parameters) {
    if (key === 'limit') {
      query.limit = Number(value)
      if (!/^\d{1,4}$/.test(value) || query.limit < 1 || query.limit > maxLimit) refuse('limit', 'max', phrase`A whole number from 1 to ${maxLimit}.`)
    } else if (key === 'cursor') query.cursor = value || null
    else if (key === 'sort') query.sort.push(...sortKeys(entity, value, refuse))
    else if (key === 'q') {
      query.q = value.trim() || null
      if (value.length > 200) refuse('q', 'max', 'At most 200 characters.')
    } else if (key === 'count') {
      query.count = value === 'true'
      if (value !== 'true' && value !== 'false') refuse('count', 'type', 'true or false.')
    } else if (key === 'fields') {
      query.fields = [...(query.fields ?? []), ...value.split(',').filter(Boolean)]
      for (const name of query.fields.filter((one) => !selectableNames(entity).includes(one)))
        refuse('fields', 'choice', phrase`A list has no ${name.slice(0, 60)}. Possible: ${listed(selectableNames(entity))}.`)
    } else {
      const filter = readFilter(entity, key, value, refuse)
      if (filter) addFilter(query.filters, filter)
    }
  }
  if (query.sort.length > 4) refuse('sort', 'max', 'At most four fields.')
  if (problems.length) throw new Problem('VALIDATION', { fields: problems })
  return query
}

type Refuse = (path: string, code: string, message: Sentence) => void

function sortKeys(entity: AnyEntity, value: string, refuse: Refuse): SortKey[] {
  return value
    .split(',')
    .filter(Boolean)
    .flatMap((part) => {
      const name = part.replace(/^-/, '')
      if (sortableNames(entity).includes(name)) return [{ name, descending: part.startsWith('-') }]
      refuse('sort', 'choice', phrase`Cannot sort by ${name.slice(0, 60)}. Possible: ${listed(sortableNames(entity))}.`)
      return []
    })
}

const isOperation = (text: string): text is Filter['op'] => /^(in|gte|lte|is)$/.test(text)

function readFilter(entity: AnyEntity, key: string, value: string, refuse: Refuse): Filter | undefined {
  const [, name, op = 'in'] = /^filter\[([A-Za-z0-9]+)\](?:\[(gte|lte|is)\])?$/.exec(key) ?? []
  if (!name) return void refuse(key.slice(0, 80), 'unknown', 'This parameter is not known here.')
  const stored = columnOf(entity, name)
  const isKnown = op === 'is' ? stored !== undefined || name === 'flag' : filterableNames(entity).includes(name)
  if (!isKnown || !isOperation(op))
    return void refuse(key.slice(0, 80), 'unknown', phrase`Cannot filter by this. Possible: ${listed(filterableNames(entity))}.`)
  // A comma may be part of it: several are several parameters.
  const values =
    op === 'in' && name !== 'externalId'
      ? value
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean)
      : [value.trim()]
  if (values.length > 200) return void refuse(key, 'max', 'At most 200 values.')
  if (op === 'is') {
    if (value !== 'empty' && value !== 'set') return void refuse(key, 'choice', 'empty or set.')
  } else if (name === 'externalId') {
    if (op !== 'in') return void refuse(key, 'unknown', 'Only numbers, dates and times have an order here.')
    if (!namesIdentifier.test(value.trim()) || value.length > 200 || value.includes('\u0000'))
      return void refuse(key, 'format', 'The system and the identifier there, like TRACENET:123.')
  } else if (stored) {
    if (op !== 'in' && !isOrdered(stored)) return void refuse(key, 'unknown', 'Only numbers, dates and times have an order here.')
    const wrong = values.find((one) => !fits(stored, one))
    if (wrong !== undefined) return void refuse(key, 'type', phrase`Not a value of this field: ${wrong.slice(0, 60)}`)
  }
  return { name, op, values }
}

/** The same filter named twice means any of both. */
function addFilter(filters: Filter[], filter: Filter): void {
  const same = filter.op === 'in' && filters.find(({ name, op }) => name === filter.name && op === 'in')
  if (same) same.values.push(...filter.values)
  else filters.push(filter)
}

const isOrdered = ({ type }: Stored): boolean => ['integer', 'numeric', 'date', 'timestamptz'].includes(type)

/** Whether a word of the address can be a value of this column. */
export function fits({ type, field }: Pick<Stored, 'type' | 'field'>, value: string): boolean {
  if (value.length > 200 || value.includes('\u0000')) return false
  if (type.startsWith('uuid')) return isUuid(value)
  if (type === 'integer') return /^-?\d{1,9}$/.test(value)
  if (type === 'numeric') return /^-?\d{1,14}(\.\d{1,9})?$/.test(value)
  if (type === 'boolean') return value === 'true' || value === 'false'
  if (type === 'date') return isDay(value)
  if (type === 'timestamptz')
    return isDay(value.slice(0, 10)) && /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(value) && !Number.isNaN(Date.parse(value))
  return type !== 'jsonb' && (!field?.choices || field.choices.some((choice) => choice.value === value))
}
const isDay = (text: string): boolean => /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
