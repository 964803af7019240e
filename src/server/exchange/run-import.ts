// Running an import behind the answer that it has started: rows are read one by one and carried out in transactions of five
// hundred or fewer. New records are made in sets; every other row, and the rows of a set that the database refuses, go one by
// one behind a savepoint each, so that good rows go in and bad ones come back. While the database carries out one transaction
// the rows of the next are read; only these two are in memory.
import { randomUUIDv7 } from 'node:crypto'
import type { User } from '#domain/access.ts'
import { matchHeader } from '#domain/exchange/header.ts'
import { type Cells, type Column, type Layout, type RowContext, type RowReading, readRow } from '#domain/exchange/layout.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Database } from '../db/database.ts'
import { tidy } from '../db/maintenance.ts'
import { inTries, isOfMoment } from '../db/tries.ts'
import type { Db, Scope } from '../scope.ts'
import { attempt } from '../store/attempt.ts'
import { type Counts, insertLines, interrupted, type Line, noteEnd, noteProgress } from './import-jobs.ts'
import { Lookups, NotFound } from './lookups.ts'
import { type RowResult, refusal, saveRow } from './save-row.ts'
import { makeSet, newRowSets } from './save-set.ts'
import { geometryText, openSource, type SourceRow } from './sources.ts'
import type { Upload } from './upload.ts'

/** At most so many rows stand or fall together when the database fails, and are made in one set. */
const rowsPerTransaction = 500
/** A transaction holds the only connection where the database is embedded: everybody else waits about this long for a turn, not longer. */
const maximumHoldMs = 250
const fewestRows = 10
/** A dry run sees the rows before it only within one transaction, so its transactions are longer. */
const rowsPerDryRun = 500
/** So many new rows change what the planner should know: a database server sees to few of them by itself. */
const worthTidying = { pglite: 200, postgres: 1000 } as const
/** While an import runs, first after these, then after ten times as many: it would be planned to its end for a table that was empty. */
const tidyFirstAt = 1000
/** More rows with findings are counted but not stored one by one. */
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
  /** Aborted when the process ends. */
  stop: AbortSignal
  /** The person as they stand now, asked again in each transaction. Throws FORBIDDEN, with a sentence, when they may not import here any more. */
  userNow(db: Db): Promise<User>
}

/** The process ends: what is in stays in, the rest is not started. */
class Stopped extends Error {}
/** A database that is being restarted is back within seconds; the rows of a transaction are carried out anew. */
const longestPauseMs = 3000

/** Carries the import out and removes the file. Never throws: how it went is in the job. */
export async function runImport(order: ImportOrder): Promise<void> {
  const { database, scope, jobId, upload } = order
  const end = (state: 'DONE' | 'FAILED' | 'INTERRUPTED', message: string | null) =>
    database.transaction(scope.tenant.id, (db) => noteEnd(db, scope.tenant.id, jobId, state, message))
  try {
    const { created, changed } = await new Import(order).run()
    if (created + changed >= worthTidying[database.engine] && !order.isDryRun) await tidy(database)
    await end('DONE', null)
  } catch (error) {
    const isTheirs = error instanceof Problem && error.status < 500
    const isStopped = error instanceof Stopped
    if (!isTheirs && !isStopped) order.log('import failed', error)
    const ours = 'Something went wrong on our side. Rows counted so far are in; send the file again for the rest.'
    await (isStopped ? end('INTERRUPTED', interrupted) : end('FAILED', isTheirs ? error.message : ours)).catch((second: unknown) =>
      order.log('import state not kept', second),
    )
  } finally {
    await upload.dispose().catch(() => {})
  }
}

/** In this transaction, with the person's rights as they are now. */
type Caller = Pick<Scope, 'db' | 'user'>

/** A row of the file, what stands in it by our columns, and what it asks for. */
type ReadRow = { row: SourceRow; reading: RowReading }

class Import {
  readonly #order: ImportOrder
  readonly #examples: readonly Column[]
  readonly #lookups = new Lookups()
  /** Keys of the file's rows, so that a row that comes twice is reported and does not overwrite its first self. */
  readonly #seen = new Set<string>()
  readonly #counts: Counts = { created: 0, changed: 0, unchanged: 0, flagged: 0, rejected: 0 }
  #columns: { header: readonly string[]; names: (string | undefined)[] } | undefined

  constructor(order: ImportOrder) {
    this.#order = order
    this.#examples = order.layout.columns.filter(({ example }) => example)
  }

  async run(): Promise<Counts> {
    const { upload, isDryRun } = this.#order
    const source = openSource(upload)
    const isShared = this.#order.database.engine === 'pglite'
    let limit = isDryRun ? rowsPerDryRun : fewestRows
    let batch: ReadRow[] = []
    let running = Promise.resolve()
    let tidyAt = tidyFirstAt
    try {
      for await (const row of source.rows) {
        const cells = this.#cellsOf(row)
        if (this.#isExample(cells)) continue
        batch.push({ row, reading: readRow(this.#order.layout, cells, this.#contextOf(row)) })
        if (batch.length < limit) continue
        await running
        if (!isDryRun && this.#counts.created >= tidyAt) {
          tidyAt = this.#counts.created * 10
          await tidy(this.#order.database)
        }
        const from = performance.now()
        running = this.#carryOut(batch, source.progress())
        // What it throws is thrown where it is awaited, which may be after more rows have been read.
        running.catch(() => {})
        if (isShared) await running
        const bearable = isShared ? Math.max(fewestRows, Math.round((limit * maximumHoldMs) / (performance.now() - from))) : rowsPerTransaction
        if (!isDryRun) limit = Math.min(rowsPerTransaction, bearable)
        batch = []
      }
    } finally {
      // A file that cannot be read on ends the import after the rows before.
      await running
    }
    if (batch.length) await this.#carryOut(batch, 1)
    return this.#counts
  }

  /** Another transaction in the way, or a database that is away for a moment, costs nobody their import. */
  async #carryOut(rows: readonly ReadRow[], progress: number): Promise<void> {
    await inTries(() => this.#tryRows(rows, progress), { isTransient: isOfMoment, longestPauseMs })
  }

  async #tryRows(rows: readonly ReadRow[], progress: number): Promise<void> {
    if (this.#order.stop.aborted) throw new Stopped()
    const { database, scope, jobId, isDryRun } = this.#order
    const tenantId = scope.tenant.id
    const before = { ...this.#counts }
    const seenBefore = this.#seen.size
    const tasks: (() => void)[] = []
    const write = <T>(work: (db: Db) => Promise<T>) => database.transaction(tenantId, work, { isWrite: true })
    const saveLines = (db: Db, lines: readonly Line[]) => {
      insertLines(db, tenantId, jobId, lines)
      noteProgress(db, tenantId, jobId, progress, this.#counts)
    }
    try {
      if (isDryRun) {
        let lines: Line[] = []
        await write(async (db) => {
          lines = await this.#rows(db, rows, [])
          throw new DryRunOver()
        }).catch((error: unknown) => {
          if (!(error instanceof DryRunOver)) throw error
        })
        this.#lookups.forget()
        await write(async (db) => saveLines(db, lines))
      } else {
        await write(async (db) => saveLines(db, await this.#rows(db, rows, tasks)))
      }
    } catch (error) {
      // The transaction is gone, and with it what it counted and remembered.
      Object.assign(this.#counts, before)
      for (const key of [...this.#seen].slice(seenBefore)) this.#seen.delete(key)
      this.#lookups.forget()
      throw error
    }
    for (const task of tasks) task()
  }

  async #rows(db: Db, rows: readonly ReadRow[], tasks: (() => void)[]): Promise<Line[]> {
    const lines: Line[] = []
    const user = await this.#order.userNow(db)
    const readings = new Map<SourceRow, RowReading>()
    for (const { row, reading } of rows) {
      // What cannot even be read is reported without asking the database.
      if (reading.problems.length) this.#reject(lines, row, reading.problems)
      else readings.set(row, reading)
    }
    const scope = this.#scopeIn({ db, user }, (task) => tasks.push(task))
    const sets = await newRowSets(scope, this.#order.layout, readings, this.#seen, this.#lookups, async (reading) =>
      // An operator that is not there is reported row by row.
      this.#operatorId(scope, reading.operatorCode).catch((error: unknown) => {
        if (isOfMoment(error)) throw error
        return undefined
      }),
    )
    for (const set of sets) {
      const made = set.fresh ? await makeSet(scope, this.#order.layout.entity, set.fresh, this.#lookups) : undefined
      for (const [index, row] of set.rows.entries()) {
        const [one, reading] = [made?.[index], readings.get(row)]
        // The rows of the sets are those that were read.
        if (!reading) continue
        if (!one) await this.#tryRow({ db, user }, row, reading, lines, tasks)
        else if ('error' in one) this.#refuse(lines, row, one.error)
        else {
          this.#counts.created++
          this.#seen.add(one.key)
          if (one.findings.length) this.#flag(lines, row, one.findings)
        }
      }
    }
    return lines
  }

  #scopeIn(caller: Caller, afterCommit: Scope['afterCommit']): Scope {
    return { ...this.#order.scope, ...caller, source: 'IMPORT', newId: () => randomUUIDv7(), afterCommit }
  }

  async #tryRow(caller: Caller, row: SourceRow, reading: RowReading, lines: Line[], tasks: (() => void)[]): Promise<void> {
    const own: (() => void)[] = []
    const scope = this.#scopeIn(caller, (task) => own.push(task))
    try {
      const { outcome, findings } = await attempt(scope.db, () => this.#save(scope, reading))
      this.#lookups.settle(true)
      this.#counts[outcome]++
      tasks.push(...own)
      if (findings.length) this.#flag(lines, row, findings)
    } catch (error) {
      this.#lookups.settle(false)
      this.#refuse(lines, row, error)
    }
  }

  #refuse(lines: Line[], row: SourceRow, error: unknown): void {
    // No fault of the row: the whole transaction is tried again.
    if (isOfMoment(error)) throw error
    const problems = refusal(this.#order.layout, error)
    if (!problems) this.#order.log(`row ${row.number} of an import failed`, error)
    this.#reject(lines, row, problems ?? [{ column: '', code: 'INTERNAL', message: 'This row could not be processed. It has been noted for us.' }])
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
  #isExample(cells: Cells): boolean {
    return Object.keys(cells).length === this.#examples.length && this.#examples.every(({ name, example }) => cells[name]?.trim() === example)
  }

  /** As they were sent; a feature of a map becomes a row of the table's own columns, so that it can be corrected there. */
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
  const value = tenant.config.bighaHa
  return typeof value === 'number' && value > 0 && value < 10 ? value : null
}
