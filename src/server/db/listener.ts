// Hears notices of PostgreSQL on one connection of its own, opened when somebody first listens, and again when it is lost.
import pg from 'pg'

type Heard = (payload: string | null) => void
export type Listener = { listen(channel: string, heard: Heard): Promise<() => Promise<void>>; close(): Promise<void> }

/** Before a lost connection is tried again, growing to the last. */
const pausesMs = [100, 500, 2000, 10_000] as const

export function createListener(connectionString: string): Listener {
  const channels = new Map<string, Set<Heard>>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  async function open(): Promise<void> {
    const one = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, keepAlive: true, application_name: 'farmbook listener' })
    one.on('notification', ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? '')
    })
    one.on('error', () => lose(one))
    one.on('end', () => lose(one))
    await one.connect()
    for (const channel of channels.keys()) await one.query(`listen ${channel}`)
    client = one
  }
  function lose(one: pg.Client): void {
    if (client !== one) return
    client = undefined
    one.end().catch(() => {})
    retry(0)
  }
  function retry(attempt: number): void {
    if (isClosed) return
    again = setTimeout(
      () => {
        open().then(
          () => {
            for (const heard of [...channels.values()].flatMap((of) => [...of])) heard(null)
          },
          () => retry(attempt + 1),
        )
      },
      pausesMs[Math.min(attempt, pausesMs.length - 1)],
    )
    again.unref()
  }
  return {
    async listen(channel, heard) {
      const known = channels.get(channel)
      channels.set(channel, (known ?? new Set()).add(heard))
      opening ??= open()
      await opening.catch((error: unknown) => {
        opening = undefined
        throw error
      })
      if (!known) await client?.query(`listen ${channel}`)
      return async () => void channels.get(channel)?.delete(heard)
    },
    async close() {
      isClosed = true
      clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}
