// Sends what was stored on this device, in its order, each once in effect: under the idempotency key of its content and the id that was made here. One tab
// sends at a time (Web Locks). What the server refuses stays for its person; what depends on it waits, everything else goes on.

import { call } from '../client.ts'
import { usableToken } from '../token-age.ts'
import { sendFiles } from './files.ts'
import { blockedBy } from './order.ts'
import { isSilence, isStumble, outcomeOf, pathOf, settled, storedProblem } from './outcome.ts'
import { tokenOf } from './person.ts'
import { changeItem, type OutboxItem, readOutbox } from './store.ts'
import { adoptLeft } from './trying.ts'

/** So often an answer about nothing may stop the others; then its row goes last. */
export const stumblesAtMost = 3

/** `isSilent`: the server was not reached, or gave no answer of its own; the rest waits with it. `isOther`: the session is not of that person. */
export type Flushed = { sent: number; refused: number; isSilent: boolean; isOther?: true }

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
      const ready = all.filter((item) => item.state === 'WAITING' && item.givenUp === undefined && !seen.has(item.key) && !blockedBy(item, all))
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
