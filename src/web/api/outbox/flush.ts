// Sends what was stored on this device, in its order, each once in effect: under the idempotency key of its content and the id that was made here. One tab
// sends at a time (Web Locks). What the server refuses stays for its person; what depends on it waits, everything else goes on.
import { ApiProblem, asApiProblem, call } from '../client.ts'
import { entityPath } from '../operator.ts'
import { changeItem, deleteItem, type OutboxItem, readOutbox, type StoredProblem } from './store.ts'

/** As long as what was sent is listed on the device. */
const listedMs = 7 * 86_400_000

/** `isSilent`: the server was not reached, or gave no answer of its own; the rest waits with it. */
export type Flushed = { sent: number; refused: number; isSilent: boolean }

/** What another item that is not sent yet must come before: a farmer before the plot that names him. */
export const blockedBy = (item: OutboxItem, all: readonly OutboxItem[]): OutboxItem | undefined =>
  all.find((other) => other.seq < item.seq && other.state !== 'SENT' && !other.subject && names(item, other.id))

const names = ({ body, subject }: OutboxItem, id: string): boolean => subject?.id === id || isIn(body, id)
const isIn = (value: unknown, id: string): boolean =>
  value === id || (typeof value === 'object' && value !== null && Object.entries(value).some(([name, one]) => name !== 'id' && isIn(one, id)))

/** No answer, or none about the content: trying the same again may help. */
const isSilence = ({ code, status, isPassing }: ApiProblem): boolean => isPassing || code === 'UNREADABLE' || status === 401 || status === 408 || status === 425
export const isUnreached = ({ code }: ApiProblem): boolean => code === 'OFFLINE' || code === 'TIMEOUT'

const storedProblem = ({ code, status, message, fields, ruleId, words }: ApiProblem): StoredProblem => ({
  code,
  status,
  message,
  fields,
  ...(ruleId ? { ruleId } : {}),
  ...(words ? { words } : {}),
})
export const problemOfItem = ({ problem }: OutboxItem): ApiProblem | null =>
  problem && new ApiProblem(problem.code as ApiProblem['code'], problem.status, problem.message, problem)

/**
 * Sends everything of `owner` that waits. `isStill`: whether that person is the one signed in here, looked at before each is sent. Null: another tab is sending.
 */
export async function flushOutbox(owner: string, isStill: () => boolean): Promise<Flushed | null> {
  return alone(owner, async () => {
    const result: Flushed = { sent: 0, refused: 0, isSilent: false }
    const seen = new Set<number>()
    for (const { seq, sentAt } of await readOutbox(owner)) if (sentAt && Date.now() - Date.parse(sentAt) > listedMs) await deleteItem(owner, seq)
    for (;;) {
      // Read anew each time: meanwhile one may have been added, corrected or deleted.
      const all = await readOutbox(owner)
      const next = all.find((item) => item.state === 'WAITING' && !seen.has(item.seq) && !blockedBy(item, all))
      if (!next || !isStill()) return result
      seen.add(next.seq)
      const problem = await sendItem(next)
      if (problem && isSilence(problem)) {
        await changeItem(owner, next.seq, { tries: next.tries + 1 })
        return { ...result, isSilent: true }
      }
      if (problem) result.refused += 1
      else result.sent += 1
      const outcome = problem
        ? ({ state: 'REFUSED', problem: storedProblem(problem) } as const)
        : ({ state: 'SENT', problem: null, sentAt: new Date().toISOString() } as const)
      await changeItem(owner, next.seq, { ...outcome, tries: next.tries + 1 })
    }
  })
}

/** Null: the server has it. */
async function sendItem(item: OutboxItem): Promise<ApiProblem | null> {
  try {
    await call(pathOf(item), { method: 'POST', body: item.body, idempotencyKey: item.key })
    return null
  } catch (error) {
    const problem = asApiProblem(error)
    if (isSilence(problem)) return problem
    // An earlier try may have arrived though its answer did not, so long ago that its key is forgotten: then what is there has this very id.
    return (await isThere(item)) ? null : problem
  }
}

async function isThere(item: OutboxItem): Promise<boolean> {
  try {
    await call(`${pathOf(item)}/${encodeURIComponent(item.id)}`)
    return true
  } catch {
    return false
  }
}
const pathOf = ({ operator, entity, subject }: OutboxItem): string =>
  subject ? entityPath(operator, entity, subject.id, 'events') : entityPath(operator, entity)

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
