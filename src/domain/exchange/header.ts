// Which column of somebody's file is which of ours: by our header, its other names or its label, whatever the
// spelling of case, spaces and hyphens; a mapping chosen by a person goes first.
import type { Column, Layout } from './layout.ts'

export type HeaderMatch = {
  /** Position in the file → our column; undefined = ignored. */
  columns: (Column | undefined)[]
  /** Headers of the file that are nobody's. */
  ignored: string[]
  /** Required columns that the file does not have. */
  missing: string[]
  /** Our columns that two of the file's claim to be. */
  doubled: string[]
}

/** Columns that we add to our own files for people, and that mean nothing on the way in. */
const ours = /^(import_row|import_problems|status|title|id|version|created_at|updated_at|operator_name)$/

export const plainHeader = (header: string): string => header.normalize('NFC').trim().toLowerCase().replace(/[\s\-./]+/g, '_').replace(/[^\p{L}\p{M}\p{N}_]/gu, '').replace(/^_+|_+$/g, '')

/** `mapping`: header of the file → our column name, '' = leave it out. */
export function matchHeader(layout: Layout, header: readonly string[], mapping: Readonly<Record<string, string>> = {}): HeaderMatch {
  const byName = new Map<string, Column>()
  // Canonical names win over aliases, aliases over labels, whatever their order.
  for (const column of layout.columns) byName.set(column.name, column)
  for (const column of layout.columns) for (const alias of column.aliases ?? []) if (!byName.has(alias)) byName.set(alias, column)
  for (const column of layout.columns) if (!byName.has(plainHeader(column.label))) byName.set(plainHeader(column.label), column)

  const columns = header.map((name) => (Object.hasOwn(mapping, name) ? byName.get(mapping[name] ?? '') : byName.get(plainHeader(name))))
  const found = columns.flatMap((column) => column?.name ?? [])
  return {
    columns,
    ignored: header.filter((name, index) => !columns[index] && name.trim() !== '' && !ours.test(plainHeader(name))),
    missing: layout.columns.filter(({ name, required }) => required && !found.includes(name)).map(({ name }) => name),
    doubled: [...new Set(found.filter((name, index) => found.indexOf(name) !== index))],
  }
}

/** Whether rows of such a file can be known again although required columns are missing: it then only changes what is there. */
export const hasKey = (match: HeaderMatch): boolean => match.columns.some((column) => column?.name === 'code')
