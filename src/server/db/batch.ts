// Several statements in one message to PostgreSQL, on a client of `pg`: parsed once per connection and named, bound and
// executed each, one Sync at the end. Statements between two Syncs are one transaction. PostgreSQL parses and plans a text
// once and not each time, and does not describe its columns again; pg's own queries wait for an answer each.
import type pg from 'pg'
import utils from 'pg/lib/utils.js'
import { serialize } from 'pg-protocol'
import type { RawAnswer, Statement } from './connection.ts'
import { codeOf } from './tries.ts'

type Column = { name: string; read: (text: string) => unknown }
/** A statement as this connection knows it. `columns` null: not known yet. */
type Prepared = { name: string; text: string; columns: Column[] | null; isParsed: boolean }

/** Texts remembered per connection; the one used longest ago is closed for a new one. */
const statementLimit = 500

class PreparedStatements {
  readonly #known = new Map<string, Prepared>()
  #made = 0

  /** `closed`: names to be closed on the connection before anything else. */
  prepare(text: string, closed: string[]): Prepared {
    const known = this.#known.get(text)
    if (known) this.#known.delete(text)
    const statement = known ?? { name: `f${++this.#made}`, text, columns: null, isParsed: false }
    this.#known.set(text, statement)
    if (this.#known.size > statementLimit) {
      const [oldest] = this.#known.values()
      if (oldest) {
        this.#known.delete(oldest.text)
        if (oldest.isParsed) closed.push(oldest.name)
      }
    }
    return statement
  }
  /** Names go on, because those on the server stay until the connection ends. */
  restart(): void {
    this.#known.clear()
  }
  /** Forgets what may not be there: the message in which it was to be parsed failed. */
  forget(statements: readonly Prepared[]): void {
    for (const statement of statements) if (!statement.isParsed) this.#known.delete(statement.text)
  }
}

const preparedOf = new WeakMap<pg.ClientBase, PreparedStatements>()

/** Runs the statements in their order, in one round trip. Throws the first error; the ones after it have not run. */
export function runBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<RawAnswer[]> {
  return new Promise<RawAnswer[]>((resolve, reject) => {
    const prepared = preparedOf.get(client) ?? new PreparedStatements()
    preparedOf.set(client, prepared)
    client.query(new Batch(client, prepared, statements, resolve, reject))
  }).catch((error: unknown) => {
    // The stack of the caller, not that of the socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    if (!isOutdated(error)) throw error
    // A migration has changed a table under a running process. The same transaction succeeds with statements parsed anew.
    preparedOf.get(client)?.restart()
    throw Object.assign(error, { code: '40001' })
  })
}

const isOutdated = (error: unknown): error is Error =>
  error instanceof Error && codeOf(error) === '0A000' && /cached plan must not change result type/.test(error.message)

/** What `pg` calls while the messages of the answer come in. */
class Batch implements pg.Submittable {
  readonly #client: pg.ClientBase
  readonly #known: PreparedStatements
  readonly #values: (string | Buffer | null)[][]
  readonly #statements: Prepared[]
  readonly #isText: readonly boolean[]
  readonly #closed: string[] = []
  readonly #answers: RawAnswer[] = []
  readonly #resolve: (answers: RawAnswer[]) => void
  readonly #reject: (error: unknown) => void
  #failure: unknown
  #current: RawAnswer = { rows: [], affected: 0 }

  constructor(
    client: pg.ClientBase,
    known: PreparedStatements,
    statements: readonly Statement[],
    resolve: (answers: RawAnswer[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#client = client
    this.#known = known
    // Values first: one that cannot be written must not leave half a message as text.
    this.#values = statements.map(({ values }) => values.map((value) => utils.prepareValue(value)))
    this.#isText = statements.map(({ isText = false }) => isText)
    this.#statements = statements.map(({ text }) => known.prepare(text, this.#closed))
    this.#resolve = resolve
    this.#reject = reject
  }

  /** As one piece: the system is asked to send once, not for each part. */
  submit(connection: pg.Connection): void {
    const parts = this.#closed.map((name) => serialize.close({ type: 'S', name }))
    const started = new Set<string>()
    for (const [index, statement] of this.#statements.entries()) {
      const { name, text } = statement
      if (!statement.isParsed && !started.has(name)) {
        started.add(name)
        parts.push(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
      }
      parts.push(serialize.bind({ statement: name, values: this.#values[index] ?? [] }), serialize.execute())
    }
    connection.stream.write(Buffer.concat([...parts, serialize.sync()]))
  }

  get #statement(): Prepared | undefined {
    return this.#statements[this.#answers.length]
  }
  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const statement = this.#statement
    if (statement) statement.columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(this.#client, dataTypeID) }))
  }
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure !== undefined) return
    try {
      if (this.#isText[this.#answers.length]) return void this.#current.rows.push(fields)
      const row: Record<string, unknown> = {}
      const columns = this.#statement?.columns ?? []
      columns.forEach(({ name, read }, index) => {
        const text = fields[index]
        row[name] = text === null || text === undefined ? null : read(text)
      })
      this.#current.rows.push(row)
    } catch (error) {
      this.#failure = error
    }
  }
  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#statement
    if (statement) {
      statement.isParsed = true
      statement.columns ??= []
    }
    this.#answers.push({ rows: this.#current.rows, affected: affectedBy(text) })
    this.#current = { rows: [], affected: 0 }
  }
  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }
  handlePortalSuspended(): void {}
  handleCopyInResponse(connection: { sendCopyFail(message: string): void }): void {
    connection.sendCopyFail('Not offered here')
  }
  handleCopyData(): void {}
  handleError(error: unknown): void {
    this.#known.forget(this.#statements)
    this.#reject(error)
  }
  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#resolve(this.#answers)
    else this.#reject(this.#failure)
  }
}

const readerOf = (client: pg.ClientBase, type: number): ((text: string) => unknown) => client.getTypeParser(type, 'text')

/** `INSERT 0 3`, `UPDATE 1`, `SELECT 5`: the number at the end. */
function affectedBy(command: string): number {
  const count = Number(command.slice(command.lastIndexOf(' ') + 1))
  return Number.isNaN(count) ? 0 : count
}
