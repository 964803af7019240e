// A condition on a record, as data: judged over a record that was read (`judge`), and compiled to SQL by the store
// (store/condition.ts). One value decides both, so a record and a list cannot be decided differently.
export type Predicate =
  | { readonly is: 'all' }
  | { readonly is: 'none' }
  /** The field has one of the values; of a field that is a list, any entry. A field without value has none of them. */
  | { readonly is: 'oneOf'; readonly field: string; readonly values: readonly string[] }
  /** The field is a list without entries. */
  | { readonly is: 'empty'; readonly field: string }
  | { readonly is: 'any' | 'every'; readonly of: readonly Predicate[] }

export const all: Predicate = { is: 'all' }
export const none: Predicate = { is: 'none' }

/** `field` undefined: the declaration names none. Without values nothing is one of them. */
export const oneOf = (field: string | undefined, values: readonly string[] | undefined): Predicate =>
  field && values?.length ? { is: 'oneOf', field, values } : none

export function any(...parts: readonly Predicate[]): Predicate {
  const some = parts.filter((part) => part.is !== 'none')
  if (some.some((part) => part.is === 'all')) return all
  return some.length > 1 ? { is: 'any', of: some } : (some[0] ?? none)
}

export function every(...parts: readonly Predicate[]): Predicate {
  const some = parts.filter((part) => part.is !== 'all')
  if (some.some((part) => part.is === 'none')) return none
  return some.length > 1 ? { is: 'every', of: some } : (some[0] ?? all)
}

/** Whether a record fulfils it, as a function: made once, asked for every row of a list. */
export function judge(predicate: Predicate): (row: Readonly<Record<string, unknown>>) => boolean {
  switch (predicate.is) {
    case 'all':
      return () => true
    case 'none':
      return () => false
    case 'oneOf': {
      const { field, values } = predicate
      const wanted: ReadonlySet<unknown> = new Set(values)
      return (row) => {
        const value = row[field]
        return Array.isArray(value) ? value.some((one) => wanted.has(one)) : wanted.has(value)
      }
    }
    case 'empty': {
      const { field } = predicate
      return (row) => {
        const value = row[field]
        return Array.isArray(value) && value.length === 0
      }
    }
    case 'any': {
      const parts = predicate.of.map(judge)
      return (row) => parts.some((part) => part(row))
    }
    case 'every': {
      const parts = predicate.of.map(judge)
      return (row) => parts.every((part) => part(row))
    }
  }
}
