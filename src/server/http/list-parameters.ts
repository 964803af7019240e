// What a list of an entity may be asked for, as parameters in the API document.
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { filterableNames, sortableNames } from '#server/store/list-query.ts'
import type { JsonSchema } from './openapi-schemas.ts'

/** Order, search and filter: of a list and of its file. */
export const findingParameters = (entity: AnyEntity): JsonSchema[] => [
  {
    name: 'sort',
    in: 'query',
    description: `Up to four of ${sortableNames(entity).join(', ')}, each with - before it for descending.`,
    schema: { type: 'string' },
  },
  { name: 'q', in: 'query', description: 'Words that begin words of the record, or sound like them.', schema: { type: 'string', maxLength: 200 } },
  {
    name: 'filter',
    in: 'query',
    style: 'deepObject',
    explode: true,
    description:
      'filter[name]=a,b means any of; filter[name][gte] and [lte] bound numbers, dates and times; filter[name][is]=empty or set. filter[flag] takes ids of rules, or any.',
    schema: { type: 'object', properties: Object.fromEntries(filterableNames(entity).map((name) => [name, {}])) },
  },
]

/** Of a page of a list: also which fields, and how many there are. */
export const listParameters = (entity: AnyEntity): JsonSchema[] => [
  ...findingParameters(entity),
  {
    name: 'fields',
    in: 'query',
    description: 'Only these fields of each record, comma separated, beside id, operatorId, code, title, version, status and what the rights depend on.',
    schema: { type: 'string' },
  },
  { name: 'count', in: 'query', description: 'Also the total, counted up to 10,000.', schema: { type: 'boolean' } },
]
