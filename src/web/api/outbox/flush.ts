// Sends what was stored on this device, in its order, each once in effect: under the idempotency key of its content and the id that was made here. One tab
// sends at a time (Web Locks). What the server refuses stays for its person; what depends on it waits, everything else goes on.

import { call } from '../client.ts'
import { usableToken } from '../token-age.ts'
import { sendFiles } from './files.ts'
import { isSilence, isStumble, outcomeOf, pathOf, settled, storedProblem } from './outcome.ts'
import { tokenOf } from './person.ts'
import { changeItem, isIn, type OutboxItem, readOutbox } from './store.ts'
import { adoptLeft } from './trying.ts'

/** So often an answer about nothing may stop the others; then its row goes last. */
export const stumblesAtMost = 3

/** `isSilent`: the server was not reached, or gave no answer of its own; the rest waits with it. `isOther`: the session is not of that person. */
export type Flushed = { sent: number; refused: number; isSilent: boolean; isOther?: true }

/** What another item that is not sent yet must come before: a farmer before the plot that names him. Of two that name each other the earlier goes first. */
export const blockedBy = (item: OutboxItem, all: readonly OutboxItem[]): OutboxItem | undefined =>
  all.find((other) => isBefore(other, item) && (other.seq < item.seq || !leadsTo(other, item, all, new Set())))

const isBefore = (other: OutboxItem, item: OutboxItem): boolean =>
  other.seq !== item.seq && other.state !== 'SENT' && !other.isThere && !other.subject && names(item, other.id)
const leadsTo = (from: OutboxItem, to: OutboxItem, all: readonly OutboxItem[], seen: Set<number>): boolean =>
  all.some((other) => {
    if (!isBefore(other, from) || seen.has(other.seq)) return false
    seen.add(other.seq)
    return other.seq === to.seq || leadsTo(other, to, all, seen)
  })

/** Whether it names the record with this id. */
export const names = ({ body, subject }: OutboxItem, id: string): boolean => subject?.id === id || isIn(body, id)

/**
 * Sends everything of `owner` that waits, by a token of that person alone. `isStill`: whether that person is the one signed in here, looked at before each is sent.
 * Null: another tab is sending.
 */
export async function flushOutbox(owner: string, isStill: () => boolean): Promise<Flushed | null> {
  return alone(owner, async () => {
    const result: Flushed = { sent: 0, refused: 0, isSilent: false }
    const seen = new Set<string>()
    let token: string | null = null
    let stumbles = 0
    await adoptLeft(owner, await readOutbox(owner))
    for (;;) {
      // Read anew each time: meanwhile one may have been added, corrected or deleted.
      const all = await readOutbox(owner)
      const ready = all.filter((item) => item.state === 'WAITING' && !seen.has(item.key) && !blockedBy(item, all))
      const next = ready.find((item) => !hasStumbled(item)) ?? ready[0]
      if (!next || !isStill()) return result
      token = usableToken(token, Date.now())
      if (!token) {
        const own = await tokenOf(owner)
        if (own === 'other') return { ...result, isOther: true }
        if (own === 'silent') return { ...result, isSilent: true }
        token = own.token
        // It took its time.
        if (!isStill()) return result
      }
      seen.add(next.key)
      const { body, key } = next
      const sent = token
      const outcome = await outcomeOf(
        next,
        next.mayBeThere ?? false,
        async () => {
          await sendFiles(owner, next, isStill, sent)
          return call(pathOf(next), { method: 'POST', body, idempotencyKey: key, token: sent })
        },
        sent,
      )
      if ('problem' in outcome && isSilence(outcome.problem)) {
        const isOfRow = isStumble(outcome.problem)
        const own = isOfRow ? { stumbles: (next.stumbles ?? 0) + 1, problem: storedProblem(outcome.problem) } : {}
        await changeItem(owner, next.seq, { tries: next.tries + 1, ...own }, key)
        stumbles += 1
        // One row that cannot be digested does not stop the others; two in one round are the way, not the rows.
        if (isOfRow && stumbles < 2 && hasStumbled({ stumbles: own.stumbles ?? 0 })) continue
        return { ...result, isSilent: true }
      }
      stumbles = 0
      if ('problem' in outcome) result.refused += 1
      else result.sent += 1
      await changeItem(owner, next.seq, { ...settled(outcome), tries: next.tries + 1 }, key)
    }
  })
}
/** Whether it goes last. */
export const hasStumbled = ({ stumbles = 0 }: Pick<OutboxItem, 'stumbles'>): boolean => stumbles >= stumblesAtMost

/** Tabs of browsers without Web Locks at least do not send twice from one page; the server's key does the rest. */
const running = new Set<string>()
async function alone<T>(owner: string, work: () => Promise<T>): Promise<T | null> {
  if (running.has(owner)) return null
  running.add(owner)
  try {
    const { locks } = navigator
    if (!locks) return await work()
    return await locks.request(`farmbook-outbox:${owner}`, { ifAvailable: true }, (lock) => (lock ? work() : null))
  } finally {
    running.delete(owner)
  }
}
