// One raw connection of either engine, a Kysely over it, and the transactions of the port: enter role
// and tenant in one message with `begin`, run, commit or roll back.
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Db, Requested } from '../scope.ts'
import { isTimeoutOrLoss } from './tries.ts'

export type RawAnswer = { rows: unknown[]; affected: number }
/** A row as the database sends it: the text of each column in their order. */
export type TextRow = readonly (string | null)[]
/** `isText`: its rows are answered as they come, for whoever writes them on as text. */
export type Statement = { text: string; values: readonly unknown[]; isText?: true }
export type Connection = {
  /** These statements in their order, in one message and one answer. Throws the first error; what stands after it has not run. */
  batch(statements: readonly Statement[]): Promise<RawAnswer[]>
  /** Several statements in one message, without parameters. */
  script(sql: string): Promise<unknown>
}

/** Every message of statements that a transaction sends, by their texts: for counting and for metrics. Costs nothing while nobody listens. */
export const statementChannel = channel('farmbook.statements')

/** Carries a message out within a span of its own; `texts`: of its statements. */
export type Traced = <T>(texts: readonly string[], run: () => Promise<T>) => Promise<T>
let traced: Traced | null = null
/** Null ends it. */
export const traceMessages = (by: Traced | null): void => {
  traced = by
}

export const appRole = 'farmbook_app'
export const platformRole = 'farmbook_platform'

/** One for the process, also where this file is loaded twice: the development server loads the app anew at each save, over the database that stays open. */
type Shared = { open: AsyncLocalStorage<{ isOpen: boolean }>; transactions: WeakMap<Db, Transaction> }
const shared = Symbol.for('farmbook.connection')
const known: Shared | undefined = Reflect.get(globalThis, shared)
const { open, transactions }: Shared = known ?? { open: new AsyncLocalStorage(), transactions: new WeakMap() }
Reflect.set(globalThis, shared, { open, transactions })

/**
 * Runs `work` in one transaction on `connection`, entered with the statements of `enter`. These go out with the first statement
 * of `work`, so that a call which asks one thing waits for one answer.
 */
export async function inTransaction<T>(connection: Connection, enter: readonly Statement[], work: (db: Db) => Promise<T>): Promise<T> {
  const mark = { isOpen: true }
  const transaction = new Transaction(connection, enter)
  const db = new Kysely({ dialect: oneConnection(transaction) })
  transactions.set(db, transaction)
  try {
    const result = await open.run(mark, () => work(db))
    await transaction.commit()
    return result
  } catch (error) {
    throw await transaction.rollback(error)
  } finally {
    mark.isOpen = false
  }
}

const transactionOf = (db: Db): Transaction => {
  const found = transactions.get(db)
  if (!found) throw new Error('This is not the handle of a transaction')
  return found
}

/** Another handle on the same transaction. What is remembered by handle is forgotten with it: for one set of many that are read after each other. */
export function apart(db: Db): Db {
  const transaction = transactionOf(db)
  const handle = new Kysely({ dialect: oneConnection(transaction) })
  transactions.set(handle, transaction)
  return handle
}
/** Carries out what opens a transaction of its own while one is open, for what must be seen before that one ends; where there is one connection alone it would wait for ever. */
export const besides = <T>(work: () => Promise<T>): Promise<T> => open.run({ isOpen: false }, work)

/** Something that Kysely has compiled, or can; `Row`: what its rows are. */
export type Compilable<Row = unknown> = { compile(db: Db): CompiledQuery<Row> } | { compile(): CompiledQuery<Row> }
/** The rows of each. */
export type RowsOf<Q extends readonly (Compilable | null)[]> = {
  -readonly [I in keyof Q]: Exclude<Q[I], null> extends Compilable<infer Row> ? Requested<Row>[] : never
}
const compiled = (db: Db, query: Compilable): Statement => {
  const { sql, parameters } = query.compile(db)
  return { text: sql, values: parameters, ...(query instanceof TextQuery ? { isText: true } : {}) }
}
/** A question whose rows are wanted as the texts that the database sends. */
export class TextQuery {
  readonly #query: Compilable
  constructor(query: Compilable) {
    this.#query = query
  }
  compile(db: Db): CompiledQuery<TextRow> {
    return this.#query.compile(db)
  }
}

/** Several statements that do not need each other's answers, in one round trip. Answers the rows of each; a null is no statement and has none. */
export const queryAll = <const Q extends readonly (Compilable | null)[]>(db: Db, ...queries: Q): Promise<RowsOf<Q>> => ask(db, queries, [])

/**
 * The same, and the transaction is committed with them: nothing may be asked afterwards. For calls that only read: what is to be
 * checked first may go in the same message, because a call that is refused has written nothing.
 */
export const queryAllAndCommit = <const Q extends readonly (Compilable | null)[]>(db: Db, ...queries: Q): Promise<RowsOf<Q>> => ask(db, queries, [commit])

async function ask<const Q extends readonly (Compilable | null)[]>(db: Db, queries: Q, last: readonly Statement[]): Promise<RowsOf<Q>> {
  const statements = queries.flatMap((query) => (query ? [compiled(db, query)] : []))
  const answers = statements.length ? await transactionOf(db).send([...statements, ...last]) : []
  let index = 0
  // What the database answers is what each query says its rows are.
  return rowsOf<Q>(queries.map((query) => (query ? answers[index++]?.rows : [])))
}
const rowsOf = <Q extends readonly (Compilable | null)[]>(rows: readonly (unknown[] | undefined)[]): RowsOf<Q> => rows as RowsOf<Q>

/** The same questions for each of several, in one round trip. */
export async function queryEach<const Q extends readonly Compilable[]>(db: Db, sets: readonly Q[]): Promise<RowsOf<Q>[]> {
  const rows = await ask<readonly Compilable[]>(db, sets.flat(), [])
  let next = 0
  return sets.map((set) => {
    next += set.length
    return rowsOf<Q>(rows.slice(next - set.length, next))
  })
}

/**
 * A statement to be sent with the next one, and `check` over its rows: what it throws ends the transaction before anything
 * has come of it, and counts for more than any other failure. When nothing else is asked it is sent at the end.
 */
export function checkFirst<Row>(db: Db, query: Compilable<Row>, check: (rows: Row[]) => void): void {
  const statement = compiled(db, query)
  // What the database answers is what the query says its rows are, as everywhere.
  transactionOf(db).guards.push({ statement, check: (rows) => check(rows as Row[]) })
}

/**
 * A write whose answer nobody needs: it is sent before the next statement and in the same message, or with the commit. What the
 * database refuses is thrown there.
 */
export function sendWithNext(db: Db, query: Compilable): void {
  transactionOf(db).waiting.push(compiled(db, query))
}

/** Several statements in one text, without parameters and within the transaction: migrations while a backup is restored. */
export const scriptWithin = (db: Db, text: string): Promise<void> => transactionOf(db).script(text)

/** After a rollback to a savepoint: writes put off since then have not happened either. */
export function dropWaiting(db: Db): void {
  transactionOf(db).waiting = []
}

/** A savepoint that is sent with the next statement. `withdraw` answers whether it, and what waits after it, could be taken away before it was sent. */
export function savepointWithNext(db: Db, name: string): { withdraw(): boolean } {
  const transaction = transactionOf(db)
  const savepoint: Statement = { text: `savepoint ${name}`, values: [] }
  transaction.waiting.push(savepoint)
  return {
    withdraw() {
      const index = transaction.waiting.indexOf(savepoint)
      if (index < 0) return false
      transaction.waiting = transaction.waiting.slice(0, index)
      return true
    },
  }
}

/**
 * Whether statements are planned each time, with tables as large as they are now, or as usual. A plan made while a table was small
 * is used until the table is analysed; a set that looks up hundreds of rows by it would read all rows hundreds of times.
 */
export function planEachTime(db: Db, isWanted: boolean): void {
  transactionOf(db).waiting.push({ text: `select set_config('plan_cache_mode', $1, true)`, values: [isWanted ? 'force_custom_plan' : 'auto'] })
}

type Guard = { statement: Statement; check: (rows: unknown[]) => void }

class Transaction {
  readonly #connection: Connection
  readonly #beginning: readonly Statement[]
  /** What is to be sent before anything else; null once it has been. */
  #enter: readonly Statement[] | null
  guards: Guard[] = []
  waiting: Statement[] = []
  refusal: { error: unknown } | undefined
  isEnded = false

  constructor(connection: Connection, enter: readonly Statement[]) {
    this.#connection = connection
    this.#beginning = [begin, ...enter]
    this.#enter = this.#beginning
  }

  async send(statements: readonly Statement[]): Promise<RawAnswer[]> {
    const { guards, waiting } = this
    // What is one message from its beginning to its end is one transaction by itself.
    const isWhole = this.#enter !== null && statements.at(-1) === commit
    const enter = isWhole ? (this.#enter ?? []).filter((one) => one !== begin) : (this.#enter ?? [])
    this.#enter = null
    this.guards = []
    this.waiting = []
    const before = [...enter, ...guards.map(({ statement }) => statement), ...waiting]
    const all = [...before, ...(isWhole ? statements.slice(0, -1) : statements)]
    if (this.isEnded) throw new Error('This transaction has been committed already')
    if (this.refusal) throw this.refusal.error
    if (all.length === 0) return []
    // A whole transaction that fails has ended by that.
    this.isEnded = isWhole
    const answers = await this.#message(all).catch((error: unknown) => this.#checkAnew(guards, error))
    // Also when a check refuses: it has been committed all the same.
    this.isEnded = statements.at(-1) === commit
    this.refusal = firstRefusal(guards, answers.slice(enter.length))
    if (this.refusal) throw this.refusal.error
    return answers.slice(before.length)
  }
  async script(text: string): Promise<void> {
    // Whatever is to be sent first.
    await this.send([{ text: 'select 1', values: [] }])
    await this.#connection.script(text)
  }
  #message(statements: readonly Statement[]): Promise<RawAnswer[]> {
    if (statementChannel.hasSubscribers) statementChannel.publish(statements.map(({ text }) => text))
    if (traced === null) return this.#connection.batch(statements)
    return traced(
      statements.map(({ text }) => text),
      () => this.#connection.batch(statements),
    )
  }
  /**
   * A statement has failed, and the answers of what was to be checked went with its message. They are asked for again, in a transaction
   * started anew: without them it is not known whether the caller may hear of the failure. Throws the refusal, or the failure. After a
   * time-out or a lost connection nothing is asked: that is answered 503, which says nothing of the record, and asking would wait as long again.
   */
  async #checkAnew(guards: readonly Guard[], error: unknown): Promise<never> {
    if (guards.length > 0 && isTimeoutOrLoss(error)) {
      this.isEnded = false
      this.refusal = { error }
    } else if (guards.length > 0) {
      if (!this.isEnded) await this.#connection.script('rollback').catch(() => {})
      this.isEnded = false
      const answers = await this.#message([...this.#beginning, ...guards.map(({ statement }) => statement)]).catch(() => [])
      this.refusal = firstRefusal(guards, answers.slice(this.#beginning.length)) ?? { error }
    }
    throw this.refusal ? this.refusal.error : error
  }
  async check(): Promise<void> {
    if (this.guards.length === 0) return
    const { waiting } = this
    this.waiting = []
    await this.send([])
    this.waiting = [...waiting, ...this.waiting]
  }
  async commit(): Promise<void> {
    if (this.isEnded || (this.#enter && this.guards.length === 0 && this.waiting.length === 0)) return
    // What is to be checked may still end the transaction, so it cannot go with the commit.
    await this.check()
    await this.send([commit])
  }
  /** Answers the error to be thrown: what was to be checked first counts for more than what came of it. */
  async rollback(error: unknown): Promise<unknown> {
    let first = error
    await this.check().catch((other: unknown) => (first = other))
    // A lost connection cannot roll back; the server has done it already. The first error is the one to report.
    if (!this.#enter && !this.isEnded) await this.#connection.script('rollback').catch(() => {})
    return first
  }
}

/** All of them are asked, because each may have something to forget; the first refusal counts. */
function firstRefusal(guards: readonly Guard[], answers: readonly RawAnswer[]): { error: unknown } | undefined {
  // They could not be asked: nothing follows from that.
  if (answers.length === 0) return undefined
  const refusals = guards.flatMap(({ check }, index) => {
    try {
      check(answers[index]?.rows ?? [])
      return []
    } catch (error) {
      return [{ error }]
    }
  })
  return refusals[0]
}

/** With one connection, a transaction opened inside another would wait for itself for ever: say so instead. */
export function refuseToNest(): void {
  if (open.getStore()?.isOpen) throw new Error('A transaction is open already: use its db instead of opening a second one')
}

const begin: Statement = { text: 'begin', values: [] }
const commit: Statement = { text: 'commit', values: [] }
/**
 * For the length of the transaction: the role, and the tenant that row security asks for. Nothing is compiled: a question for a few rows by key whose lists the planner
 * takes for long ones is answered in a millisecond and would be compiled for half a second, anew each time.
 */
export const enterTenant = (tenantId: number): Statement[] => {
  if (!Number.isSafeInteger(tenantId) || tenantId < 1) throw new Error(`Not a tenant id: ${tenantId}`)
  return [
    { text: `select set_config('role', $1, true), set_config('app.tenant_id', $2, true), set_config('jit', 'off', true)`, values: [appRole, String(tenantId)] },
  ]
}
export const enterPlatform: readonly Statement[] = [{ text: `select set_config('role', $1, true)`, values: [platformRole] }]

/** Kysely's own transactions are switched off: the port opened one already. */
function oneConnection(transaction: Transaction): Dialect {
  const refuse = async () => {
    throw new Error('This handle is inside a transaction already')
  }
  const only: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const [answer] = await transaction.send([{ text: sql, values: parameters }])
      // Kysely says what the rows of its statement are.
      return { rows: (answer?.rows ?? []) as R[], numAffectedRows: BigInt(answer?.affected ?? 0) }
    },
    // biome-ignore lint/correctness/useYield: part of Kysely's interface; large answers are read by keyset pages instead
    async *streamQuery() {
      throw new Error('Streaming is not offered; read by pages')
    },
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => only,
      releaseConnection: async () => {},
      destroy: async () => {},
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
    }),
  }
}
