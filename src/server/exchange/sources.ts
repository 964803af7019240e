// A file as a stream of rows, whatever its format: cells as text under headers, and a geometry where the file
// has one. Only a piece of the file and one row are in memory at a time.

import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse'
import { polygonText } from '#domain/exchange/cells/places.ts'
import { unescaped } from '#domain/exchange/csv.ts'
import type { Geometry } from '#domain/exchange/layout.ts'
import { delimiterOf, encodingOf, notInUtf8 } from '#domain/exchange/text-file.ts'
import { streamGeoJson } from '#domain/geo/read-geojson.ts'
import { streamKml } from '#domain/geo/read-kml.ts'
import type { Shape } from '#domain/geo/shapes.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import type { Upload } from './upload.ts'
import { workbookRows } from './workbook.ts'
import { zippedShapes } from './zipped-shapefile.ts'

export type SourceRow = {
  /** As a spreadsheet numbers it: the header is row 1. Features of a map file are numbered from 1. */
  number: number
  header: readonly string[]
  cells: readonly string[]
  geometry: Geometry | null
}
export type Source = {
  /** Rows in order. Throws MALFORMED at the point where the file cannot be read on. */
  rows: AsyncGenerator<SourceRow>
  /** Share of the file that has been read, 0..1. */
  progress(): number
}

/** A cell longer than this is no cell; a boundary of 5,000 corners has 200 kB. */
const longestRow = 1_000_000
const mostColumns = 500

export function openSource({ path, bytes, format }: Pick<Upload, 'path' | 'bytes' | 'format'>): Source {
  if (format === 'xlsx') {
    let read = 0
    const rows = xlsxRows(path, (position) => {
      read = position
    })
    return { rows, progress: () => Math.min(1, read / bytes) }
  }
  if (format === 'shapefile') {
    let read = 0
    const rows = shapeRows(
      zippedShapes(path, (share) => {
        read = share
      }),
    )
    return { rows, progress: () => read }
  }
  const stream = createReadStream(path, { highWaterMark: 64 * 1024 })
  const progress = () => Math.min(1, stream.bytesRead / bytes)
  if (format === 'csv') return { rows: csvRows(stream), progress }
  const shapes = format === 'geojson' ? streamGeoJson(textOf(stream)) : streamKml(textOf(stream))
  return { rows: shapeRows(shapes), progress }
}

const unreadable = (message: Sentence, cause?: unknown): Problem => new Problem('MALFORMED', { message, cause })

/** Text of a file as it arrives: UTF-8, or UTF-16 when its first bytes say so (what Excel calls Unicode text). */
async function* textOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  try {
    for await (const chunk of stream) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      yield decoder.decode(chunk, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? unreadable(notInUtf8, error) : error
  }
}

async function* csvRows(stream: AsyncIterable<Buffer>): AsyncGenerator<SourceRow> {
  const text = textOf(stream)
  const first = await text.next()
  const head = first.done ? '' : first.value
  let header: string[] | undefined
  let number = 0
  try {
    for await (const cells of records(joined(head, text), delimiterOf(head))) {
      number++
      if (!header) {
        header = headerFrom(cells.map(unescaped))
        continue
      }
      if (cells.some((cell) => cell.trim())) yield { number, header, cells: cells.map(unescaped), geometry: null }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable(
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? phrase`Row ${number + 1} is longer than a row can be; is a quotation mark missing?`
        : /QUOTE/.test(error.code)
          ? phrase`The file cannot be read after row ${number}: a quotation mark is missing, or stands where none may be.`
          : phrase`The file cannot be read after row ${number}.`,
      error,
    )
  }
  if (!header) throw unreadable('The file has no header row.')
}

/**
 * Records piece by piece. Not the parser's own stream: that forgets the rows it has read ahead when it fails, so that
 * how far a broken file gets would depend on who is quicker. Throws CsvError after the last sound record.
 */
async function* records(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const ready: string[][] = []
  let failure: Error | undefined
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    on_record: (record: string[]) => {
      ready.push(record)
      return null
    },
  })
  parser.on('error', (error) => {
    failure ??= error
  })
  const finished = (send: (done: () => void) => void) => new Promise<void>((resolve) => send(resolve))
  try {
    for await (const piece of text) {
      await finished((done) => parser.write(piece, () => done()))
      yield* ready.splice(0)
      if (failure) throw failure
    }
    await finished((done) => {
      parser.once('error', done).once('end', done)
      parser.resume()
      parser.end()
    })
    yield* ready.splice(0)
    if (failure) throw failure
  } finally {
    parser.destroy()
  }
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

function headerFrom(cells: readonly string[]): string[] {
  if (cells.length > mostColumns) throw unreadable(phrase`More than ${mostColumns} columns.`)
  return cells.map((cell) => cell.trim())
}

async function* xlsxRows(path: string, onProgress: (bytes: number) => void): AsyncGenerator<SourceRow> {
  let header: string[] | undefined
  for await (const { index, cells } of workbookRows(path, { mostCells: mostColumns, longestRow, onProgress })) {
    if (!header) header = headerFrom(cells)
    else yield { number: index + 1, header, cells, geometry: null }
  }
  if (!header) throw unreadable('The first sheet of the workbook is empty.')
}

/** One feature is one row; its properties are the cells. */
async function* shapeRows(shapes: AsyncIterable<Shape>): AsyncGenerator<SourceRow> {
  let number = 0
  for await (const { name, properties, polygon, point, problem } of shapes) {
    number++
    const words: Record<string, unknown> = { ...(name ? { name } : {}), ...properties }
    const header = Object.keys(words).slice(0, mostColumns)
    yield { number, header, cells: header.map((key) => propertyText(words[key])), geometry: { polygon, point, problem } }
  }
}
const propertyText = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : typeof value === 'boolean'
        ? value
          ? 'Y'
          : 'N'
        : String(value)

/** The geometry of a row as a cell, for the file of rejects. */
export const geometryText = (geometry: Geometry | null): string => (geometry?.polygon ? polygonText(geometry.polygon) : '')
