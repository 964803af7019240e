// The search part of an address, read and written as plain text. The router's own way reads `?q=123` as a
// number and `?a=null` as nothing, which turns a farmer's phone number into a page that breaks.
import type { FlatSearch } from './list-query.ts'

/** `?a=1&b=x` → {a: '1', b: 'x'}; the last of several wins. */
export const readSearch = (search: string): FlatSearch => Object.fromEntries(new URLSearchParams(search))

/** Brackets and commas of filters stay readable; empty values are left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) if (value !== undefined && value !== null && value !== '') params.set(key, String(value))
  const text = params.toString().replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%2C', ',')
  return text ? `?${text}` : ''
}
