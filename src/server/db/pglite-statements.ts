// Prepared statements for the embedded database. PGlite reads and plans every query anew, asks for the columns of
// every answer and reads it slowly: that is most of what a short query costs, and the product asks the same few
// hundred over and over. A statement is prepared once, its columns are remembered, and it runs with one message,
// written and read by the protocol code of `pg`. It is prepared again each time its uses have doubled: there is no
// autovacuum to inform the planner that a table it knew as empty has grown.
import type { PGlite } from '@electric-sql/pglite'
import { DatabaseError, serialize } from 'pg-protocol'
import {
  type BackendMessage,
  CommandCompleteMessage,
  DataRowMessage,
  NotificationResponseMessage,
  ParameterDescriptionMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages'
import { Parser } from 'pg-protocol/dist/parser'
import type { RawAnswer, Statement as Request } from './connection.ts'

type Column = { name: string; read: (text: string) => unknown }
type Statement = {
  name: string
  parameterTypes: number[]
  columns: Column[]
  uses: number
  /** How often it may be used before it is planned anew. */
  lasts: number
}

const statementLimit = 400
/** So often the first plan of a statement is used. */
const firstPlanLasts = 100
/** How PostgreSQL numbers the type `text`. */
const textType = 25
const asIs = (text: string): string => text

export class Statements {
  readonly #pglite: PGlite
  readonly #known = new Map<string, Statement>()
  #made = 0

  /** Given each notice (NOTIFY) of the channels that this session listens to. */
  readonly #onNotice: (channel: string, payload: string) => void

  constructor(pglite: PGlite, onNotice: (channel: string, payload: string) => void = () => {}) {
    this.#pglite = pglite
    this.#onNotice = onNotice
  }

  /** Forgets all; after the schema may have changed. */
  async forget(): Promise<void> {
    if (this.#known.size === 0) return
    this.#known.clear()
    await this.#pglite.exec('deallocate all')
  }

  /**
   * In one message, one Sync at the end. Throws pg-protocol's DatabaseError, with SQLSTATE and the names of what was broken.
   * One list runs after the other: what one is about to use, another may just be preparing anew.
   */
  run(list: readonly Request[]): Promise<RawAnswer[]> {
    return this.#pglite.runExclusive(async () => {
      const messages: Buffer[] = []
      const columns: Column[][] = []
      const inUse = new Map<string, Statement>()
      for (const { text, values } of list) {
        const statement = inUse.get(text) ?? (await this.#statement(text, inUse))
        inUse.set(text, statement)
        columns.push(statement.columns)
        messages.push(
          serialize.bind({
            statement: statement.name,
            values: values.map((value, index) =>
              value === null || value === undefined ? null : (this.#pglite.serializers[statement.parameterTypes[index] ?? textType] ?? String)(value),
            ),
          }),
          serialize.execute(),
        )
      }
      const answers: RawAnswer[] = []
      let rows: RawAnswer['rows'] = []
      await this.#send([...messages, serialize.sync()], (message) => {
        if (message instanceof DataRowMessage) {
          const { fields } = message
          rows.push(list[answers.length]?.isText ? fields : rowOf(columns[answers.length] ?? [], fields))
        } else if (message instanceof CommandCompleteMessage) {
          answers.push({ rows, affected: affectedBy(message.text) })
          rows = []
        }
      })
      return answers
    })
  }

  /** `inUse`: what the message under way names already, which must stay. */
  async #statement(sql: string, inUse: ReadonlyMap<string, Statement>): Promise<Statement> {
    const known = this.#known.get(sql)
    if (known && ++known.uses < known.lasts) return known
    const oldest = () => [...this.#known].find(([text]) => !inUse.has(text)) ?? []
    const [oldText, old] = known ? [sql, known] : this.#known.size >= statementLimit ? oldest() : []
    if (oldText !== undefined && old) {
      this.#known.delete(oldText)
      await this.#send([serialize.close({ type: 'S', name: old.name }), serialize.sync()])
    }
    const statement: Statement = { name: `s${++this.#made}`, parameterTypes: [], columns: [], uses: 0, lasts: known ? 2 * known.lasts : firstPlanLasts }
    const { name } = statement
    await this.#send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }), serialize.sync()], (message) => {
      if (message instanceof ParameterDescriptionMessage) statement.parameterTypes = message.dataTypeIDs
      else if (message instanceof RowDescriptionMessage) statement.columns = this.#columnsOf(message)
    })
    this.#known.set(sql, statement)
    return statement
  }

  #columnsOf({ fields }: RowDescriptionMessage): Column[] {
    return fields.map(({ name, dataTypeID }) => {
      const parser = this.#pglite.parsers[dataTypeID]
      return { name, read: parser ? (text) => parser(text, dataTypeID) : asIs }
    })
  }

  /** Sends these messages and hands over each that comes back. An error is thrown when all have come. */
  async #send(messages: readonly Buffer[], take: (message: BackendMessage) => void = () => {}): Promise<void> {
    const parser = new Parser()
    let failure: DatabaseError | undefined
    const onRawData = (piece: Uint8Array) =>
      // A copy: the piece lies in the engine's own memory, which the next piece overwrites.
      parser.parse(Buffer.from(piece), (message) => {
        if (message instanceof DatabaseError) failure ??= message
        else if (message instanceof NotificationResponseMessage) this.#onNotice(message.channel, message.payload)
        else take(message)
      })
    await this.#pglite.execProtocolRawStream(Buffer.concat(messages), { syncToFs: false, onRawData })
    if (failure) throw failure
  }
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  columns.forEach(({ name, read }, index) => {
    const text = fields[index] ?? null
    row[name] = text === null ? null : read(text)
  })
  return row
}

/** `INSERT 0 3`, `UPDATE 1`: the number at the end, for statements that write. */
const affectedBy = (command: string): number => (/^(?:INSERT|UPDATE|DELETE|MERGE)\b/.test(command) ? Number(command.slice(command.lastIndexOf(' ') + 1)) : 0)
