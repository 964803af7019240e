// What a list is asked for, and how that is written: the same names in the browser's address as in the API's,
// so an address can be read, shared, and exported as it stands.

/** `filters`: field → accepted values; a range is written under `field.gte` and `field.lte`, `empty` or `set` under `field.is`. */
export type ListQuery = { q: string; sort: string; filters: Readonly<Record<string, readonly string[]>> }
export type FlatSearch = Readonly<Record<string, string>>

const filterName = /^filter\[([A-Za-z]\w*)\](?:\[(gte|lte|is)\])?$/
const nameOf = (field: string): string => {
  const [name, bound] = field.split('.')
  return bound ? `filter[${name}][${bound}]` : `filter[${name}]`
}

/** Reads `q`, `sort` and `filter[…]` from an address; anything else is left alone. */
export function readListQuery(search: FlatSearch): ListQuery {
  const filters: Record<string, string[]> = {}
  for (const [key, value] of Object.entries(search)) {
    const match = filterName.exec(key)
    // A comma may be part of an identifier: there is one of them.
    if (match?.[1] && value) filters[match[2] ? `${match[1]}.${match[2]}` : match[1]] = match[1] === 'externalId' ? [value] : value.split(',').filter(Boolean)
  }
  return { q: search.q ?? '', sort: search.sort ?? '', filters }
}

/** The address part of a query; empty parts are left out. */
export function writeListQuery({ q, sort, filters }: Partial<ListQuery>): Record<string, string> {
  const search: Record<string, string> = {}
  if (q) search.q = q
  if (sort) search.sort = sort
  for (const [field, values] of Object.entries(filters ?? {})) if (values.length > 0) search[nameOf(field)] = values.join(',')
  return search
}

export const listParams = (query: Partial<ListQuery>, more: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({ ...writeListQuery({ ...query, ...(query.q ? { q: query.q.trim() } : {}) }), ...more })
