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

export const plainHeader = (header: string): string =>
  header
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s\-./]+/g, '_')
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, '')
    .replace(/^_+|_+$/g, '')

/** `mapping`: header of the file → our column name, '' = leave it out. */
export function matchHeader(layout: Layout, header: readonly string[], mapping: Readonly<Record<string, string>> = {}): HeaderMatch {
  const claims = header.map((name) => claimOf(layout, name, mapping))
  // The plainest claim to a column wins: what a person said, then its own name, then another name, then its label.
  const strongest = new Map<Column, number>()
  for (const claim of claims) if (claim) strongest.set(claim.column, Math.min(claim.strength, strongest.get(claim.column) ?? 9))
  const columns = claims.map((claim) => (claim && strongest.get(claim.column) === claim.strength ? claim.column : undefined))
  const found = columns.flatMap((column) => column?.name ?? [])
  return {
    columns,
    ignored: header.filter((name, index) => !columns[index] && name.trim() !== '' && !ours.test(plainHeader(name))),
    missing: layout.columns.filter((column) => isMissed(column, found)).map(({ name }) => name),
    doubled: [...new Set(found.filter((name, index) => found.indexOf(name) !== index))],
  }
}

/** Whether a file with these columns lacks this one. */
export const isMissed = (
  { name, required = false, instead }: Pick<Column, 'name' | 'required'> & { instead?: string | undefined | null },
  found: readonly string[],
): boolean => required && !found.includes(name) && !(instead && found.includes(instead))

function claimOf(layout: Layout, header: string, mapping: Readonly<Record<string, string>>): { column: Column; strength: number } | undefined {
  const find = (is: (column: Column) => boolean, strength: number) => {
    const column = layout.columns.find(is)
    return column && { column, strength }
  }
  if (Object.hasOwn(mapping, header)) return find(({ name }) => name === mapping[header], 0)
  const plain = plainHeader(header)
  if (!plain) return undefined
  return (
    find(({ name }) => name === plain, 1) ?? find(({ aliases }) => aliases?.includes(plain) ?? false, 2) ?? find(({ label }) => plainHeader(label) === plain, 3)
  )
}

/** Whether rows of such a file can be known again although required columns are missing: it then only changes what is there. */
export const hasKey = (match: HeaderMatch): boolean => match.columns.some((column) => column?.name === 'code')
