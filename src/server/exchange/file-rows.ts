// The rows of a stored file as an import understands them: which of its columns are ours, what stands in each row by their names, and the
// cells as they were sent for the rows that come back.
import { matchHeader } from '#domain/exchange/header.ts'
import { type Cells, type Column, type Layout, type RowReading, readRow } from '#domain/exchange/layout.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { isWholeNumber, maskOf } from '#domain/kernel/sealed-text.ts'
import { bighaOf } from '#domain/tenancy/bigha.ts'
import type { Tenant } from '../scope.ts'
import { geometryText, openSource, type Source, type SourceRow } from './sources.ts'
import type { Upload } from './upload.ts'

/** A row of the file, what stands in it by our columns, and what it asks for. */
export type ReadRow = { row: SourceRow; reading: RowReading }

export class FileRows {
  readonly #upload: Pick<Upload, 'path' | 'bytes' | 'format'>
  readonly #layout: Layout
  readonly #mapping: Readonly<Record<string, string>>
  readonly #where: { tenant: Tenant; clock(): Date }
  readonly #examples: readonly Column[]
  #columns: { header: readonly string[]; names: (string | undefined)[] } | undefined

  constructor(
    upload: Pick<Upload, 'path' | 'bytes' | 'format'>,
    layout: Layout,
    mapping: Readonly<Record<string, string>>,
    where: { tenant: Tenant; clock(): Date },
  ) {
    this.#upload = upload
    this.#layout = layout
    this.#mapping = mapping
    this.#where = where
    this.#examples = layout.columns.filter(({ example }) => example)
  }

  /** From the first row on, without examples of our own template that somebody left in. */
  open(): Source {
    const { rows, progress } = openSource(this.#upload)
    const isExample = (row: SourceRow) => this.#isExample(row)
    return {
      progress,
      rows: (async function* () {
        for await (const row of rows) if (!isExample(row)) yield row
      })(),
    }
  }

  /** How many there are; null when the file cannot be read to its end. `goOn` is called before each row and may throw. */
  async count(goOn: () => void): Promise<number | null> {
    let count = 0
    try {
      for await (const _ of this.open().rows) {
        goOn()
        count++
      }
      return count
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  }

  read(row: SourceRow): RowReading {
    const { tenant, clock } = this.#where
    return readRow(this.#layout, this.#cellsOf(row), { zone: tenant.timezone, now: clock(), bighaHa: bighaOf(tenant), geometry: row.geometry })
  }

  /**
   * As they were sent, what is stored encrypted as its mask, also where somebody put such a number into a column that is not ours, or into another one that few read;
   * a feature of a map becomes a row of the table's own columns, so that it can be corrected there.
   */
  storedCells(row: SourceRow): string[] {
    const sealed = new Set(this.#layout.columns.flatMap(({ name, sealed: isSealed }) => (isSealed ? [name] : [])))
    const isPaper = (name: string) => {
      const field = this.#layout.columns.find((column) => column.name === name)?.field
      return field !== undefined && this.#layout.entity.fields[field]?.readableBy !== undefined
    }
    const isHidden = (name: string | undefined, cell: string) =>
      name !== undefined && sealed.has(name) ? true : sealed.size > 0 && isWholeNumber(cell) && (name === undefined || isPaper(name))
    const shown = (name: string | undefined, cell = '') => (cell.trim() && isHidden(name, cell) ? maskOf(cell.replaceAll(/[\s-]/g, '')) : cell)
    const names = this.#names(row.header)
    if (!row.geometry) return row.header.map((_, index) => shown(names[index], row.cells[index]))
    const cells = this.#cellsOf(row)
    return this.#layout.columns.map(({ name }) => (name === 'wkt' ? geometryText(row.geometry) : shown(name, cells[name])))
  }

  /** Headers are matched once for a table, and anew for each shape of a map file's features. */
  #names(header: readonly string[]): (string | undefined)[] {
    if (this.#columns?.header !== header && this.#columns?.header.join('\u0000') !== header.join('\u0000')) {
      this.#columns = { header, names: matchHeader(this.#layout, header, this.#mapping).columns.map((column) => column?.name) }
    }
    return this.#columns?.names ?? []
  }
  #cellsOf({ header, cells }: SourceRow): Cells {
    const named: Record<string, string> = {}
    for (const [index, name] of this.#names(header).entries()) if (name && cells[index]?.trim()) named[name] = cells[index]
    return named
  }
  #isExample(row: SourceRow): boolean {
    const cells = this.#cellsOf(row)
    return Object.keys(cells).length === this.#examples.length && this.#examples.every(({ name, example }) => cells[name]?.trim() === example)
  }
}
