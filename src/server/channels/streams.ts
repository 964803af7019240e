// Whoever has an inbox open in this process: one call of theirs stays open, and is woken when the database says that their inbox
// has changed. Nobody asks again and again.
import type { Database } from '../db/database.ts'
import { inboxChannel } from './inbox.ts'

/** Tabs and devices of one person at a time; one more ends the oldest. */
const perPerson = 8

type Watch = { wake(): void; end(): void }
export type InboxStreams = {
  /** Answers how to stop. `wake` is called for every change, `end` when the process ends or somebody else takes the place. */
  watch(tenantId: number, userId: string, watch: Watch): Promise<() => void>
  readonly count: number
  close(): void
}

export function createInboxStreams(database: Pick<Database, 'listen'>): InboxStreams {
  const open = new Map<string, Set<Watch>>()
  let listening: Promise<unknown> | undefined
  const all = () => [...open.values()].flatMap((of) => [...of])

  function heard(payload: string | null): void {
    if (payload === null) {
      for (const { wake } of all()) wake()
      return
    }
    const [tenant = '', ids = ''] = payload.split(' ')
    for (const id of ids.split(',')) for (const { wake } of open.get(`${tenant} ${id}`) ?? []) wake()
  }
  return {
    async watch(tenantId, userId, watch) {
      listening ??= database.listen(inboxChannel, heard)
      await listening.catch((error: unknown) => {
        listening = undefined
        throw error
      })
      const key = `${tenantId} ${userId}`
      const own = open.get(key) ?? new Set<Watch>()
      open.set(key, own.add(watch))
      if (own.size > perPerson) [...own][0]?.end()
      return () => {
        own.delete(watch)
        if (own.size === 0 && open.get(key) === own) open.delete(key)
      }
    },
    get count() {
      return all().length
    },
    close() {
      for (const { end } of all()) end()
    },
  }
}
