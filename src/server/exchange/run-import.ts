// Running an import behind the answer that it has begun: rows are read one by one and carried out in
// transactions of a hundred or fewer, each row behind a savepoint of its own, so that good rows go in and bad ones come
// back. Nothing waits in memory but the rows of one transaction.
import { randomUUIDv7 } from 'node:crypto'
import { matchHeader } from '#domain/exchange/header.ts'
import { type Cells, type Layout, type RowContext, type RowReading, readRow } from '#domain/exchange/layout.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Database } from '../db/database.ts'
import { tidy } from '../db/maintenance.ts'
import type { Db, Scope } from '../scope.ts'
import { attempt } from '../store/attempt.ts'
import { type Counts, insertLines, type Line, noteEnd, noteProgress } from './import-jobs.ts'
import { Lookups, NotFound } from './lookups.ts'
import { type RowResult, refusal, saveRow } from './save-row.ts'
import { geometryText, openSource, type SourceRow } from './sources.ts'
import type { Upload } from './upload.ts'

/** At most so many rows stand or fall together when the database fails. */
const rowsPerTransaction = 100
/** A transaction holds the only connection where the database is embedded: everybody else waits about this long for a turn, not longer. */
const maximumHoldMs = 250
const fewestRows = 10
/** A dry run sees the rows before it only within one transaction, so its transactions are longer. */
const rowsPerDryRun = 500
/** So many new rows change what the planner of the embedded database should know; a server's own sees to that itself. */
const worthTidying = 200
/** More rows with findings are counted but not kept one by one. */
const flagLimit = 5_000

export type ImportOrder = {
  database: Database
  /** Whose import it is; its `db` is not used. */
  scope: Scope
  layout: Layout
  jobId: string
  upload: Upload
  mapping: Readonly<Record<string, string>>
  isDryRun: boolean
  log(message: string, error: unknown): void
}

/** Carries the import out and removes the file. Never throws: how it went is in the job. */
export async function runImport(order: ImportOrder): Promise<void> {
  const { database, scope, jobId, upload } = order
  const end = (state: 'DONE' | 'FAILED', message: string | null) =>
    database.transaction(scope.tenant.id, (db) => noteEnd(db, scope.tenant.id, jobId, state, message))
  try {
    const { created, changed } = await new Import(order).run()
    if (created + changed >= worthTidying && !order.isDryRun) await tidy(database)
    await end('DONE', null)
  } catch (error) {
    const isTheirs = error instanceof Problem && error.status < 500
    if (!isTheirs) order.log('import failed', error)
    await end('FAILED', isTheirs ? error.message : 'Something went wrong on our side. Rows counted so far are in; send the file again for the rest.').catch(
      (second: unknown) => order.log('import state not kept', second),
    )
  } finally {
    await upload.dispose().catch(() => {})
  }
}

class Import {
  readonly #order: ImportOrder
  readonly #lookups = new Lookups()
  /** Keys of the file's rows, so that a row that comes twice is told and does not overwrite its first self. */
  readonly #seen = new Set<string>()
  readonly #counts: Counts = { created: 0, changed: 0, unchanged: 0, flagged: 0, rejected: 0 }
  #columns: { header: readonly string[]; names: (string | undefined)[] } | undefined

  constructor(order: ImportOrder) {
    this.#order = order
  }

  async run(): Promise<Counts> {
    const { upload, isDryRun } = this.#order
    const source = openSource(upload)
    let limit = isDryRun ? rowsPerDryRun : fewestRows
    let batch: SourceRow[] = []
    for await (const row of source.rows) {
      if (this.#isExample(row)) continue
      batch.push(row)
      if (batch.length < limit) continue
      const from = performance.now()
      await this.#carryOut(batch, source.progress())
      if (!isDryRun) limit = Math.min(rowsPerTransaction, Math.max(fewestRows, Math.round((limit * maximumHoldMs) / (performance.now() - from))))
      batch = []
    }
    if (batch.length) await this.#carryOut(batch, 1)
    return this.#counts
  }

  async #carryOut(rows: readonly SourceRow[], progress: number): Promise<void> {
    const { database, scope, jobId, isDryRun } = this.#order
    const tenantId = scope.tenant.id
    const before = { ...this.#counts }
    const seenBefore = this.#seen.size
    const tasks: (() => void)[] = []
    const saveLines = async (db: Db, lines: readonly Line[]) => {
      await insertLines(db, tenantId, jobId, lines)
      await noteProgress(db, tenantId, jobId, progress, this.#counts)
    }
    try {
      if (isDryRun) {
        let lines: Line[] = []
        await database
          .transaction(tenantId, async (db) => {
            lines = await this.#rows(db, rows, [])
            throw new DryRunOver()
          })
          .catch((error: unknown) => {
            if (!(error instanceof DryRunOver)) throw error
          })
        this.#lookups.forget()
        await database.transaction(tenantId, (db) => saveLines(db, lines))
      } else {
        await database.transaction(tenantId, async (db) => saveLines(db, await this.#rows(db, rows, tasks)))
      }
    } catch (error) {
      // The transaction is gone, and with it what it counted and remembered.
      Object.assign(this.#counts, before)
      for (const key of [...this.#seen].slice(seenBefore)) this.#seen.delete(key)
      throw error
    }
    for (const task of tasks) task()
  }

  async #rows(db: Db, rows: readonly SourceRow[], tasks: (() => void)[]): Promise<Line[]> {
    const lines: Line[] = []
    for (const row of rows) {
      const reading = readRow(this.#order.layout, this.#cellsOf(row), this.#contextOf(row))
      // What cannot even be read is told without asking the database.
      if (reading.problems.length) this.#reject(lines, row, reading.problems)
      else await this.#tryRow(db, row, reading, lines, tasks)
    }
    return lines
  }

  async #tryRow(db: Db, row: SourceRow, reading: RowReading, lines: Line[], tasks: (() => void)[]): Promise<void> {
    const own: (() => void)[] = []
    const scope: Scope = {
      ...this.#order.scope,
      db,
      source: 'IMPORT',
      newId: () => randomUUIDv7(),
      afterCommit: (task) => {
        own.push(task)
      },
    }
    try {
      const { outcome, findings } = await attempt(db, () => this.#save(scope, reading))
      this.#lookups.settle(true)
      this.#counts[outcome]++
      tasks.push(...own)
      if (findings.length) this.#flag(lines, row, findings)
    } catch (error) {
      this.#lookups.settle(false)
      const problems = refusal(this.#order.layout, error)
      if (!problems) this.#order.log(`row ${row.number} of an import failed`, error)
      this.#reject(lines, row, problems ?? [{ column: '', code: 'INTERNAL', message: 'This row could not be processed. It has been noted for us.' }])
    }
  }

  #reject(lines: Line[], row: SourceRow, problems: Line['problems']): void {
    this.#counts.rejected++
    lines.push({ row: row.number, outcome: 'REJECTED', cells: this.#storedCells(row), problems })
  }

  #contextOf({ geometry }: SourceRow): RowContext {
    const { tenant, now } = this.#order.scope
    return { zone: tenant.timezone, now, bighaHa: bighaOf(this.#order.scope), geometry }
  }

  async #save(scope: Scope, reading: RowReading): Promise<RowResult> {
    const { layout } = this.#order
    const result = await saveRow(scope, layout, reading, await this.#operatorId(scope, reading.operatorCode), this.#lookups)
    if (result.key !== null) {
      if (this.#seen.has(result.key))
        throw new Problem('DUPLICATE', { message: `This row is about the same ${layout.entity.label.toLowerCase()} as an earlier row of the file.` })
      this.#seen.add(result.key)
    }
    return result
  }

  /** The operator of the address; a column may repeat it, or choose it where the address is for all. */
  async #operatorId(scope: Scope, code: string | null): Promise<string | null> {
    if (this.#order.layout.entity.owner !== 'operator') return scope.operator?.id ?? null
    if (scope.operator) {
      if (code && code.toUpperCase() !== scope.operator.code && code !== scope.operator.id)
        throw new Problem('VALIDATION', {
          fields: [{ path: 'operator_code', code: 'choice', message: `This import is for ${scope.operator.code}; ${code.slice(0, 40)} is another operator.` }],
        })
      return scope.operator.id
    }
    if (!code) throw new Problem('VALIDATION', { fields: [{ path: 'operator_code', code: 'required', message: 'To which operator does this row belong?' }] })
    try {
      return await this.#lookups.find(scope, { target: 'collective', text: code }, null, [])
    } catch (error) {
      if (error instanceof NotFound) throw new Problem('VALIDATION', { fields: [{ path: 'operator_code', code: error.code, message: error.message }] })
      throw error
    }
  }

  /** Headers are matched once for a table, and anew for each shape of a map file's features. */
  #names(header: readonly string[]): (string | undefined)[] {
    if (this.#columns?.header !== header && this.#columns?.header.join('\u0000') !== header.join('\u0000')) {
      this.#columns = { header, names: matchHeader(this.#order.layout, header, this.#order.mapping).columns.map((column) => column?.name) }
    }
    return this.#columns?.names ?? []
  }
  #cellsOf({ header, cells }: SourceRow): Cells {
    const named: Record<string, string> = {}
    for (const [index, name] of this.#names(header).entries()) if (name && cells[index]?.trim()) named[name] = cells[index]
    return named
  }

  /** The example row of our own template, left in by somebody. */
  #isExample(row: SourceRow): boolean {
    const cells = this.#cellsOf(row)
    const examples = this.#order.layout.columns.filter(({ example }) => example)
    return Object.keys(cells).length === examples.length && examples.every(({ name, example }) => cells[name]?.trim() === example)
  }

  /** As they were sent; a feature of a map becomes a row of the table's own columns, so that it can be mended there. */
  #storedCells(row: SourceRow): string[] {
    if (!row.geometry) return row.header.map((_, index) => row.cells[index] ?? '')
    const cells = this.#cellsOf(row)
    return this.#order.layout.columns.map(({ name }) => (name === 'wkt' ? geometryText(row.geometry) : (cells[name] ?? '')))
  }

  #flag(lines: Line[], row: SourceRow, findings: readonly Finding[]): void {
    this.#counts.flagged++
    if (this.#counts.flagged > flagLimit) return
    lines.push({
      row: row.number,
      outcome: 'FLAGGED',
      cells: [],
      problems: findings.map(({ ruleId, severity, message }) => ({ column: '', code: ruleId, message, ruleId, severity })),
    })
  }
}

/** Ends the transaction of a dry run: everything is undone, nothing has gone wrong. */
class DryRunOver extends Error {}

const bighaOf = ({ tenant }: Scope): number | null => {
  const value = (tenant.config as { bighaHa?: unknown }).bighaHa
  return typeof value === 'number' && value > 0 && value < 10 ? value : null
}
