// Asking PostgreSQL whether it answers, on a connection of its own: a pool that is in use up to the last connection says
// nothing about the database. Several who ask at once share one question.
import pg from 'pg'

/** Whoever asks again within this is given the same answer: anybody may ask. */
const rememberedMs = 1000

/** Asks once in that time, whoever calls. */
export function onceASecond(ask: () => Promise<void>): () => Promise<void> {
  let requested: { at: number; answer: Promise<void> } | undefined
  return () => {
    const now = performance.now()
    if (!requested || now - requested.at > rememberedMs) {
      const answer = ask()
      // The caller gets the error; the remembered promise itself must not end the process.
      answer.catch(() => {})
      requested = { at: now, answer }
    }
    return requested.answer
  }
}

export type Ping = { ping(): Promise<void>; close(): Promise<void> }

export function createPing(connectionString: string, withinMs: number): Ping {
  let client: pg.Client | undefined

  const drop = (one: pg.Client) => {
    if (client === one) client = undefined
    one.end().catch(() => {})
  }
  const ask = async () => {
    const known = client
    const one = known ?? new pg.Client({ connectionString, connectionTimeoutMillis: withinMs, query_timeout: withinMs, application_name: 'farmbook readiness' })
    try {
      if (!known) {
        one.on('error', () => drop(one))
        await one.connect()
        client = one
      }
      await one.query('select 1')
    } catch (error) {
      drop(one)
      throw error
    }
  }
  return {
    ping: onceASecond(ask),
    close: async () => client?.end().catch(() => {}),
  }
}
