// Exports: the list a person sees, with its filter and order, as a file. Read page by page, each in a short
// transaction of its own, so that neither a long list nor a slow line holds the database or fills the memory.
import { writeXlsxStream } from 'hucre/xlsx'
import { canOn } from '#domain/access.ts'
import { entityOf, findEntity } from '#domain/entities.ts'
import { writeCell } from '#domain/exchange/cells.ts'
import { csvLine } from '#domain/exchange/csv.ts'
import { type Column, type Layout, type NamesOf, snake } from '#domain/exchange/layout.ts'
import { spokenAs } from '#domain/exchange/lookup.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { type Field, refersToOne } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { Scope } from '../scope.ts'
import { answerOfPage } from '../store/answer.ts'
import { recordsById } from '../store/get.ts'
import { listRecords } from '../store/list.ts'
import { type ListQuery, maxLimit } from '../store/list-query.ts'
import { referencesOf } from '../store/references.ts'

const exportFormats = ['csv', 'xlsx', 'geojson'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  geojson: 'application/geo+json; charset=utf-8',
}

/** Only what has a place on the map can be exported as one. */
export function exportFormatsOf(entity: AnyEntity): ExportFormat[] {
  const isMap = Object.values<Field>(entity.fields).some((field) => field.by === 'person' && factsOf(field).isPlace)
  return exportFormats.filter((format) => format !== 'geojson' || isMap)
}

/** Runs one page's reading in the person's scope. */
export type InScope = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>
type Exported = { row: Row; names: NamesOf }

/** All records of the list, page after page; personal fields are gone where the reader's role hides them. */
export async function* exportedRows(inScope: InScope, layout: Layout, query: ListQuery): AsyncGenerator<Exported> {
  let cursor: string | null = null
  do {
    const page: { rows: Exported[]; next: string | null } = await inScope(async (scope) => {
      const found = await listRecords(scope, layout.entity, { ...query, limit: maxLimit, cursor }, { large: true })
      const allowed = found.rows.filter((row) => canOn(scope.user, layout.entity, 'X', row))
      const { items } = await answerOfPage(scope, layout.entity, { ...found, rows: allowed })
      const names = await namesFor(scope, layout, items)
      return { rows: items.map((row) => ({ row, names })), next: found.next }
    })
    yield* page.rows
    cursor = page.next
  } while (cursor)
}

/** What the records that these refer to are called, and the further fields of them that the layout writes. */
async function namesFor(scope: Scope, layout: Layout, rows: readonly Row[]): Promise<NamesOf> {
  const spoken = new Map<string, { row: Row; target: string }>()
  for (const [target, references] of Map.groupBy(
    rows.flatMap((row) => referencesOf(layout.entity, row)),
    (reference) => reference.target,
  )) {
    if (!findEntity(target)) continue
    for (const row of await recordsById(scope, entityOf(target), [...new Set(references.map(({ id }) => id))])) spoken.set(row.id, { row, target })
  }
  // A needed field may itself point further on (the crop before of a cropping system).
  const further = Object.entries(layout.needs ?? {}).flatMap(([target, fields]) =>
    fields.flatMap((name) => {
      const field = findEntity(target)?.fields[name]
      return field?.target && refersToOne(field) ? [{ target, name, to: field.target }] : []
    }),
  )
  for (const { target, name, to } of further) {
    const ids = [...spoken.values()].flatMap((one) => (one.target === target && typeof one.row[name] === 'string' ? [one.row[name]] : []))
    for (const row of await recordsById(scope, entityOf(to), [...new Set(ids)])) spoken.set(row.id, { row, target: to })
  }
  const nameOf: NamesOf = (id, requested) => {
    const found = spoken.get(id)
    if (!found) return id
    const name = requested ?? spokenAs[found.target] ?? 'code'
    const value = found.row[name]
    const field = entityOf(found.target).fields[name]
    return field ? writeCell(field, value, (other) => nameOf(other)) : String(value ?? '')
  }
  return nameOf
}

/** Columns of an exported table: those of the import, then what the product has derived, which an import leaves alone. */
export function exportColumns(layout: Layout): Column[] {
  const own = layout.columns.filter((column) => column.write)
  const names = new Set(own.map(({ name }) => name))
  const derived = Object.entries(layout.entity.fields)
    .filter(
      ([name, field]) => field.by === 'system' && !factsOf(field).isNested && !factsOf(field).isPlace && !names.has(snake(name)) && !/Token$|Hash$/.test(name),
    )
    .map(
      ([name, field]): Column => ({
        name: snake(name).replace(/_id$/, ''),
        label: field.label,
        read: () => {},
        write: (row, spoken) => writeCell(field, row[name], spoken),
      }),
    )
    .filter(({ name }) => !names.has(name))
  return [...own, { name: 'status', label: 'Status', read: () => {}, write: (row) => row.status }, ...derived]
}

const cellsOf = (columns: readonly Column[], { row, names }: Exported): string[] => columns.map((column) => column.write?.(row, names) ?? '')

/** The file as bytes, made while it is being read. */
export function exportStream(format: ExportFormat, layout: Layout, rows: AsyncGenerator<Exported>): ReadableStream<Uint8Array> {
  const columns = exportColumns(layout)
  if (format === 'xlsx') {
    const table = async function* () {
      for await (const one of rows) yield cellsOf(columns, one)
    }
    return writeXlsxStream(table(), {
      name: layout.entity.plural.slice(0, 31),
      columns: columns.map(({ name }) => ({ header: name })),
      freezePane: { rows: 1 },
    })
  }
  return textStream(format === 'csv' ? csvPieces(columns, rows) : geoJsonPieces(layout.entity, columns, rows))
}

async function* csvPieces(columns: readonly Column[], rows: AsyncIterable<Exported>): AsyncGenerator<string> {
  // The mark lets Excel know that this is UTF-8; without it Devanagari is gibberish there.
  yield `\ufeff${csvLine(columns.map(({ name }) => name))}`
  for await (const one of rows) yield csvLine(cellsOf(columns, one))
}

/** One feature per record that has a place; everything else about it, further places too, in the properties, under the same names as in the table. */
async function* geoJsonPieces(entity: AnyEntity, columns: readonly Column[], rows: AsyncIterable<Exported>): AsyncGenerator<string> {
  const places = Object.entries(entity.fields)
    .filter(([, field]) => field.by === 'person' && factsOf(field).isPlace)
    // A boundary says more than a position.
    .sort(([, a], [, b]) => Number(factsOf(b).isLarge ?? false) - Number(factsOf(a).isLarge ?? false))
    .map(([name]) => name)
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const one of rows) {
    const place = places.find((name) => one.row[name])
    if (!place) continue
    const words = columns.filter(({ field, name }) => field !== place && name !== 'wkt')
    const cells = cellsOf(words, one)
    yield `${separator}${JSON.stringify({ type: 'Feature', properties: Object.fromEntries(words.map(({ name }, index) => [name, cells[index]])), geometry: one.row[place] })}`
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** Pieces of text as bytes; one is made when the reader asks for one. */
export function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 8 },
  )
}
