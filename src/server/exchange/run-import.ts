// Carrying out an import, by a worker: rows are read one by one and carried out in transactions of five hundred or fewer, each of
// which writes how far it is. New records are made in sets; every other row, and the rows of a set that the database refuses, go one by
// one behind a savepoint each, so that good rows go in and bad ones come back. While the database carries out one transaction
// the rows of the next are read; only these two are in memory. Whoever takes the import up again begins after the last set.

import { can, type User } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import { withCustomColumns } from '#domain/exchange/custom-columns.ts'
import type { Layout, RowReading } from '#domain/exchange/layout.ts'
import { kindsOf, layoutOf } from '#domain/exchange/layouts.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { mayWorkAcross, mayWorkIn } from '#domain/may-work-in.ts'
import { phrase, type Sentence, small, spelled, spellOut } from '#domain/messages/message.ts'
import { newId } from '#server/store/new-id.ts'
import type { Database } from '../db/database.ts'
import { tidy } from '../db/maintenance.ts'
import { inTries, isOfMoment } from '../db/tries.ts'
import type { Behaviours, ChosenOperator, Db, Scope, Sealing, Tenant } from '../scope.ts'
import { attempt } from '../store/attempt.ts'
import { notify, notifyingJob } from '../store/notify.ts'
import { FileRows, type ReadRow } from './file-rows.ts'
import type { Counts, Line } from './import-jobs.ts'
import { noteEnd, noteSet, restoreUpload, Superseded, type Taken, takeImport } from './import-progress.ts'
import { Lookups, NotFound } from './lookups.ts'
import { type RowResult, refusal, saveRow } from './save-row.ts'
import { makeSet, newRowSets } from './save-set.ts'
import { SeenKeys } from './seen-keys.ts'
import type { SourceRow } from './sources.ts'
import type { Upload } from './upload.ts'

/** At most so many rows stand or fall together when the database fails, and are made in one set. */
const rowsPerTransaction = 500
/** A transaction holds the only connection where the database is embedded: everybody else waits about this long for a turn, not longer. */
const maximumHoldMs = 250
const fewestRows = 10
/**
 * On a database server only those wait who want what its rows have locked. Tickets and dispatches share the lock of group and company (docs/decisions/0138) until the end of
 * their transaction, and whoever suspends one of these is refused after four seconds.
 */
const maximumShareMs = 1000
/** A dry run sees the rows before it only within one transaction, so its transactions are longer: with fewer rows, more of them would name what is not there. */
const maximumTrialMs = 500
const fewestTrialRows = 50
/** So many new rows change what the planner should know: a database server sees to few of them by itself. */
const worthTidying = { pglite: 200, postgres: 1000 } as const
/** While an import runs, first after these, then after ten times as many: it would be planned to its end for a table that was empty. */
const tidyFirstAt = 1000
/** More rows with findings are counted but not stored one by one. */
const flagLimit = 5_000

export type ImportOrder = {
  database: Database
  behaviours: Behaviours
  sealing?: Sealing | undefined
  tenant: Tenant
  importId: string
  clock(): Date
  log(message: string, error: unknown): void
  /** Aborted when the process ends. */
  stop: AbortSignal
  /** The person as they stand now, asked again in each transaction; null when they may not come in any more. */
  personNow(tenant: Tenant, userId: string, db: Db): Promise<User | null>
  jobWaits?: Scope['jobWaits']
}

/** The process ends: what is in stays in, the rest is left to whoever takes it up. */
class Stopped extends Error {}
/** A database that is being restarted is back within seconds; the rows of a transaction are carried out anew. */
const longestPauseMs = 3000
const notAnyMore = 'The import was stopped: its sender may not import here any more. Rows counted so far are in.'

/**
 * Carries an import out, from after its last set to its end, or until the process ends ('stopped'). Nothing happens to one that has
 * ended. How it went is in the job; throws only what will pass, such as a database that is away, and may be called again then.
 */
export async function runImport(order: ImportOrder): Promise<'ended' | 'stopped'> {
  const { database, tenant, importId } = order
  const found = await database.transaction(tenant.id, (db) => takeImport(db, tenant.id, importId), { isWrite: true })
  if (!found) return 'ended'
  const { taken, operator, keys } = found
  const end = (state: 'DONE' | 'FAILED', message: Sentence | null) =>
    inTries(
      () =>
        database.transaction(
          tenant.id,
          async (db) => {
            const ended = await noteEnd(db, taken, state, message)
            if (!ended || taken.is_dry_run) return
            const { userId, ...figures } = ended
            const scope = notifyingJob(db, tenant, { now: order.clock(), jobWaits: order.jobWaits })
            notify(scope, 'IMPORT_DONE', { type: 'user', id: userId, operatorId: null }, { key: `IMPORT_DONE ${importId}`, userIds: [userId], figures })
          },
          { isWrite: true },
        ),
      { isTransient: isOfMoment, longestPauseMs },
    )
  let upload: Pick<Upload, 'path' | 'bytes' | 'format' | 'dispose'> | undefined
  try {
    if (operator === undefined) throw new Problem('FORBIDDEN', { message: notAnyMore })
    upload = await restoreUpload(database, taken)
    const layout = layoutFor(taken)
    const { created, changed } = await new Import(order, { taken, operator, layout, upload, keys }).run()
    if (created + changed >= worthTidying[database.engine] && !taken.is_dry_run) await tidy(database)
    await end('DONE', null)
    return 'ended'
  } catch (error) {
    if (error instanceof Stopped) return 'stopped'
    if (error instanceof Superseded) return 'ended'
    if (isOfMoment(error)) throw error
    const isTheirs = error instanceof Problem && error.status < 500
    if (!isTheirs) order.log('import failed', error)
    await end('FAILED', isTheirs ? error.sentence : 'Something went wrong on our side. Rows counted so far are in; send the file again for the rest.')
    return 'ended'
  } finally {
    await upload?.dispose().catch(() => {})
  }
}

function layoutFor({ entity: name, kind: wanted }: Taken): Layout {
  const entity = findEntity(name)
  const kind = entity && kindsOf(entity).find((one) => one === wanted)
  const layout = kind && layoutOf(entity, kind)
  if (!layout) throw new Error(`There is no import of ${name} (${wanted})`)
  return layout
}

/** In this transaction, with the person's rights as they are now. */
type Caller = Pick<Scope, 'db' | 'user'>

/** What is taken up: the import, its file, and what its earlier sets were about. */
type Subject = { taken: Taken; operator: ChosenOperator | null; layout: Layout; upload: Pick<Upload, 'path' | 'bytes' | 'format'>; keys: readonly string[] }

class Import {
  readonly #order: ImportOrder
  readonly #taken: Taken
  readonly #layout: Layout
  readonly #operator: ChosenOperator | null
  readonly #file: FileRows
  readonly #lookups = new Lookups()
  readonly #seen: SeenKeys
  readonly #counts: Counts
  #totalRows: number | null

  constructor(order: ImportOrder, { taken, operator, layout, upload, keys }: Subject) {
    this.#order = order
    this.#taken = taken
    const custom = withCustomColumns(layout, taken.mapping)
    this.#layout = custom.layout
    this.#operator = operator
    this.#file = new FileRows(upload, custom.layout, custom.mapping, { tenant: order.tenant, clock: order.clock })
    this.#seen = new SeenKeys(keys)
    this.#counts = {
      created: taken.created_rows,
      changed: taken.changed_rows,
      unchanged: taken.unchanged_rows,
      flagged: taken.flagged_rows,
      rejected: taken.rejected_rows,
    }
    this.#totalRows = taken.total_rows
  }

  async run(): Promise<Counts> {
    const isDryRun = this.#taken.is_dry_run
    this.#totalRows ??= await this.#file.count(() => this.#goOn())
    const source = this.#file.open()
    const isEmbedded = this.#order.database.engine === 'pglite'
    const isBounded = isEmbedded || (this.#layout.entity.name === 'productbatch' && this.#layout.kind !== 'records')
    const fewest = isDryRun ? fewestTrialRows : fewestRows
    const holdMs = isEmbedded ? (isDryRun ? maximumTrialMs : maximumHoldMs) : maximumShareMs
    let limit = isDryRun && !isBounded ? rowsPerTransaction : fewest
    let batch: ReadRow[] = []
    let running = Promise.resolve()
    let tidyAt = tidyFirstAt
    try {
      for await (const row of source.rows) {
        if (row.number <= this.#taken.done_row) continue
        batch.push({ row, reading: this.#file.read(row) })
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
        if (isBounded) await running
        const bearable = isBounded ? Math.max(fewest, Math.round((limit * holdMs) / (performance.now() - from))) : rowsPerTransaction
        // What the next rows take is a guess from these.
        limit = Math.min(rowsPerTransaction, bearable, isBounded ? limit * 3 : rowsPerTransaction)
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

  /** Throws Stopped. */
  #goOn(): void {
    if (this.#order.stop.aborted) throw new Stopped()
  }

  async #tryRows(rows: readonly ReadRow[], progress: number): Promise<void> {
    this.#goOn()
    const { database, tenant } = this.#order
    const before = { ...this.#counts }
    const tasks: (() => void)[] = []
    const write = <T>(work: (db: Db) => Promise<T>) => database.transaction(tenant.id, work, { isWrite: true })
    const note = (db: Db, lines: readonly Line[]) => {
      const lastRow = rows.at(-1)?.row.number ?? this.#taken.done_row
      return noteSet(db, this.#taken, { lastRow, totalRows: this.#totalRows, progress, counts: this.#counts, lines, keys: this.#seen.fresh })
    }
    try {
      if (this.#taken.is_dry_run) {
        let lines: Line[] = []
        await write(async (db) => {
          lines = await this.#rows(db, rows, [])
          throw new DryRunOver()
        }).catch((error: unknown) => {
          if (!(error instanceof DryRunOver)) throw error
        })
        this.#lookups.forget()
        await write((db) => note(db, lines))
      } else {
        await write(async (db) => note(db, await this.#rows(db, rows, tasks)))
      }
    } catch (error) {
      // The transaction is gone, and with it what it counted and remembered.
      Object.assign(this.#counts, before)
      this.#seen.settle(false)
      this.#lookups.forget()
      throw error
    }
    this.#seen.settle(true)
    for (const task of tasks) task()
  }

  /** Rights are those of the moment: whoever is suspended, or loses the right or the operator, imports no further row. Throws FORBIDDEN. */
  async #userNow(db: Db): Promise<User> {
    const { personNow, tenant } = this.#order
    const user = await personNow(tenant, this.#taken.created_by, db)
    const mayHere = user && can(user, this.#layout.entity.name, 'I') && (this.#operator ? mayWorkIn(user, this.#operator.id) : mayWorkAcross(user))
    if (!mayHere) throw new Problem('FORBIDDEN', { message: notAnyMore })
    return user
  }

  async #rows(db: Db, rows: readonly ReadRow[], tasks: (() => void)[]): Promise<Line[]> {
    const lines: Line[] = []
    const user = await this.#userNow(db)
    const readings = new Map<SourceRow, RowReading>()
    for (const { row, reading } of rows) {
      // What cannot even be read is reported without asking the database.
      if (reading.problems.length) this.#reject(lines, row, reading.problems.map(spellOut))
      else readings.set(row, reading)
    }
    const scope = this.#scopeIn({ db, user }, (task) => tasks.push(task))
    const sets = await newRowSets(scope, this.#layout, readings, this.#seen, this.#lookups, async (reading) =>
      // An operator that is not there is reported row by row.
      this.#operatorId(scope, reading.operatorCode).catch((error: unknown) => {
        if (isOfMoment(error)) throw error
        return undefined
      }),
    )
    for (const set of sets) {
      const made = set.fresh ? await makeSet(scope, this.#layout.entity, set.fresh, this.#lookups) : undefined
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
    const { tenant, behaviours, sealing, jobWaits } = this.#order
    return {
      ...caller,
      tenant,
      behaviours,
      sealing,
      operator: this.#operator,
      now: this.#order.clock(),
      source: 'IMPORT',
      requestId: this.#taken.id,
      importRun: this,
      newId,
      afterCommit,
      ...(jobWaits ? { jobWaits: (topic, payload) => jobWaits(topic, { ...payload, tenantId: tenant.id }) } : {}),
    }
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
    const problems = refusal(this.#layout, error)
    if (!problems) this.#order.log(`row ${row.number} of an import failed`, error)
    this.#reject(
      lines,
      row,
      problems?.map(spellOut) ?? [{ column: '', code: 'INTERNAL', message: 'This row could not be processed. It has been noted for us.' }],
    )
  }

  #reject(lines: Line[], row: SourceRow, problems: Line['problems']): void {
    this.#counts.rejected++
    lines.push({ row: row.number, outcome: 'REJECTED', cells: this.#file.storedCells(row), problems })
  }

  async #save(scope: Scope, reading: RowReading): Promise<RowResult> {
    const layout = this.#layout
    const result = await saveRow(scope, layout, reading, await this.#operatorId(scope, reading.operatorCode), this.#lookups)
    if (result.key !== null) {
      if (this.#seen.has(result.key))
        throw new Problem('DUPLICATE', { message: phrase`This row is about the same ${small(layout.entity.label)} as an earlier row of the file.` })
      this.#seen.add(result.key)
    }
    return result
  }

  /** The operator of the address; a column may repeat it, or choose it where the address is for all. */
  async #operatorId(scope: Scope, code: string | null): Promise<string | null> {
    if (this.#layout.entity.owner === 'tenant') return scope.operator?.id ?? null
    if (scope.operator) {
      if (code && code.toUpperCase() !== scope.operator.code && code !== scope.operator.id)
        throw new Problem('VALIDATION', {
          fields: [
            { path: 'operator_code', code: 'choice', message: phrase`This import is for ${scope.operator.code}; ${code.slice(0, 40)} is another operator.` },
          ],
        })
      return scope.operator.id
    }
    if (!code) throw new Problem('VALIDATION', { fields: [{ path: 'operator_code', code: 'required', message: 'To which operator does this row belong?' }] })
    try {
      return await this.#lookups.find(scope, { target: 'collective', text: code }, null, [])
    } catch (error) {
      if (error instanceof NotFound) throw new Problem('VALIDATION', { fields: [{ path: 'operator_code', code: error.code, message: error.sentence }] })
      throw error
    }
  }

  #flag(lines: Line[], row: SourceRow, findings: readonly Finding[]): void {
    this.#counts.flagged++
    if (this.#counts.flagged > flagLimit) return
    lines.push({
      row: row.number,
      outcome: 'FLAGGED',
      cells: [],
      problems: findings.map(({ ruleId, severity, message }) => ({ column: '', code: ruleId, ...spelled(message), ruleId, severity })),
    })
  }
}

/** Ends the transaction of a dry run: everything is undone, nothing has gone wrong. */
class DryRunOver extends Error {}
