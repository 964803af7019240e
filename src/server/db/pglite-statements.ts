// Prepared statements for the embedded database. PGlite reads and plans every query anew, which is most of what
// a short query costs; the product asks the same few hundred over and over. A statement is prepared once, run
// with one message instead of five, and prepared again now and then: there is no autovacuum to tell the planner
// that a table it knew as empty has grown.
import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import type { RawAnswer } from './connection.ts'

const { serialize } = protocol
type Statement = { name: string; types: number[]; uses: number }

const keptAtMost = 400
/** After so many runs the statement is planned anew. */
const plannedFor = 200

export class Statements {
  readonly #pglite: PGlite
  readonly #known = new Map<string, Statement>()
  #made = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** Forgets all; after the schema may have changed. */
  async forget(): Promise<void> {
    if (this.#known.size === 0) return
    this.#known.clear()
    await this.#pglite.exec('deallocate all')
  }

  run(sql: string, parameters: readonly unknown[]): Promise<RawAnswer> {
    return this.#pglite.runExclusive(async () => {
      const { name, types } = await this.#statement(sql)
      const values = parameters.map((value, index) =>
        value === null || value === undefined ? null : (this.#pglite.serializers[types[index] ?? 25] ?? String)(value),
      )
      const { messages } = await this.#send(
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      )
      const [answer] = parse.parseResults(messages, this.#pglite.parsers)
      return { rows: answer?.rows ?? [], affected: answer?.affectedRows ?? 0 }
    })
  }

  async #statement(sql: string): Promise<Statement> {
    const known = this.#known.get(sql)
    if (known && ++known.uses < plannedFor) return known
    const old = known ?? (this.#known.size >= keptAtMost ? this.#known.values().next().value : undefined)
    if (old) {
      for (const [text, statement] of this.#known) if (statement === old) this.#known.delete(text)
      await this.#send(serialize.close({ type: 'S', name: old.name }), serialize.sync())
    }
    const name = `s${++this.#made}`
    const { messages } = await this.#send(serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }), serialize.sync())
    const statement = { name, types: parse.parseDescribeStatementResults(messages), uses: 0 }
    this.#known.set(sql, statement)
    return statement
  }

  #send(...messages: Uint8Array[]) {
    return this.#pglite.execProtocol(Buffer.concat(messages))
  }
}
