// A first look at a file before anything is done with it: which of its columns we understand, which are
// missing, and a few rows to show.

import { hasKey, matchHeader } from '#domain/exchange/header.ts'
import type { Layout } from '#domain/exchange/layout.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { Places } from './places.ts'
import { openSource } from './sources.ts'
import type { Upload } from './upload.ts'

const shownRows = 5
/** Each workbook takes a thread and its memory while it is looked at. */
const places = new Places(2)

export type Inspection = {
  format: Upload['format']
  /** Columns of the file in their order, and what each is for us; null = left out. */
  columns: { header: string; column: string | null }[]
  /** Our required columns that the file has not. */
  missing: string[]
  ignored: string[]
  sample: string[][]
}

/** Throws MALFORMED for what cannot be read, VALIDATION for a table without rows. */
export const inspectUpload = (upload: Upload, layout: Layout, mapping: Readonly<Record<string, string>>): Promise<Inspection> =>
  places.take(() => inspect(upload, layout, mapping))

async function inspect(upload: Upload, layout: Layout, mapping: Readonly<Record<string, string>>): Promise<Inspection> {
  const { rows } = openSource(upload)
  const sample: string[][] = []
  const headers = new Set<string>()
  let isMap = false
  for await (const row of rows) {
    isMap ||= row.geometry !== null
    for (const name of row.header) headers.add(name)
    sample.push([...row.cells])
    if (sample.length >= shownRows) break
  }
  if (sample.length === 0) throw fieldProblem('file', 'required', 'The file has no rows.')
  const header = [...headers]
  const match = matchHeader(layout, header, mapping)
  return {
    format: upload.format,
    columns: header.map((name, index) => ({ header: name, column: match.columns[index]?.name ?? null })),
    missing: match.missing.filter((name) => !(isMap && name === 'wkt')),
    ignored: match.ignored,
    sample,
  }
}

/** What must be right about the columns before it is worth trying a row. Throws VALIDATION naming each column. */
export function refuseUnusable(layout: Layout, { columns, missing }: Inspection, mapping: Readonly<Record<string, string>>): void {
  const match = matchHeader(
    layout,
    columns.map(({ header }) => header),
    mapping,
  )
  const unknown = Object.entries(mapping).filter(([, name]) => name !== '' && !layout.columns.some((column) => column.name === name))
  const fields = [
    ...unknown.map(([header, name]) => ({ path: `mapping.${header.slice(0, 60)}`, code: 'choice', message: phrase`There is no column ${name.slice(0, 60)}.` })),
    ...match.doubled.map((name) => ({ path: name, code: 'taken', message: 'Two columns of the file are meant to be this one.' })),
    // A file that only names records by their code changes them and needs nothing else.
    ...(hasKey(match) ? [] : missing.map((name) => ({ path: name, code: 'required', message: 'The file has no such column.' }))),
  ]
  if (fields.length) throw new Problem('VALIDATION', { message: 'The columns of the file do not fit.', fields })
}
