// A form's own try: stored before it is sent, so that a tab that closes, a battery that dies or a form that is left loses nothing and enters nothing twice. While
// the try is under way its tab has a lock on it (Web Locks); what is left without one waits to be sent like everything else.
import { ApiProblem, asApiProblem } from '../client.ts'
import { dropFilesOf, sendFiles } from './files.ts'
import { blockedBy } from './order.ts'
import { isSilence, isUnreached, outcomeOf, settled } from './outcome.ts'
import { changeItem, deleteItem, type NewItem, NotStored, type OutboxItem, readOutbox, storeItem } from './store.ts'

/** Without Web Locks: longer than any try takes. */
const leftMs = 120_000
const here = new Set<string>()
const lockOf = (id: string): string => `farmbook-outbox-try:${id}`

/** What the form is to do at each turn; all of it happens before anything is read anew, and also where the form has been left. */
export type Attempt = {
  /** It is on the device, so that a draft of it would be a second one. */
  onStored: () => void
  /** It is there: nothing is left to be done. */
  onAnswer: () => void
  /** It waits on the device. */
  onWaiting: (item: OutboxItem) => void
  /** Neither sent nor stored. */
  onNotStored: (problem: NotStored) => void
  /** Whether its person still has the form before them, so that a refusal is shown there. */
  isOpen: () => boolean
}

/** Sends `item` by `send` under its id and key. Throws the ApiProblem of the try; the answer is what the server gave, or what it has under this id. */
export function tryItem<A>(owner: string, item: NewItem, former: boolean, send: () => Promise<A>, attempt: Attempt): Promise<A> {
  return withLock(item.id, async () => {
    const row = await storeItem(owner, item, 'TRYING').catch(() => null)
    if (row) attempt.onStored()
    // What it names is not sent yet, or was refused: the server would not know it.
    const isEarly = row !== null && blockedBy(row, await readOutbox(owner).catch(() => [])) !== undefined
    const outcome = isEarly
      ? { problem: new ApiProblem('OFFLINE', 0, /* i18n */ 'What this names is not sent yet.') }
      : await outcomeOf(item, row?.mayBeThere ?? false, async () => {
          await sendFiles(owner, item, () => true)
          return send()
        })
    if ('answer' in outcome) {
      // One that was never shown goes; one that its person has seen waiting is listed as sent.
      if (row) await (former ? changeItem(owner, row.seq, settled(outcome), item.key) : deleteItem(owner, row.seq, item.key)).catch(() => undefined)
      else await dropFilesOf(owner, item.body)
      attempt.onAnswer()
      return outcome.answer as A
    }
    const problem = asApiProblem(outcome.problem)
    if (isUnreached(problem)) await wait(owner, item, row, isEarly ? 0 : 1, attempt)
    else if (row) await refuse(owner, item, row, former || outcome.isThere === true, problem, outcome, attempt)
    throw problem
  })
}

async function wait(owner: string, item: NewItem, row: OutboxItem | null, tries: number, { onWaiting, onNotStored }: Attempt): Promise<void> {
  try {
    if (row) await changeItem(owner, row.seq, { state: 'WAITING', tries: row.tries + tries }, item.key)
    onWaiting(row ?? (await storeItem(owner, item)))
  } catch (error) {
    onNotStored(error instanceof NotStored ? error : new NotStored(error))
  }
}

async function refuse(
  owner: string,
  item: NewItem,
  row: OutboxItem,
  isListed: boolean,
  problem: ApiProblem,
  outcome: Parameters<typeof settled>[0],
  { isOpen }: Attempt,
): Promise<void> {
  // Shown in the form, which has it all; where nobody is there to read it, it is shown as everything else is.
  if (isOpen() && !isListed) return deleteItem(owner, row.seq, item.key, true).catch(() => undefined)
  const changes = isSilence(problem) ? ({ state: 'WAITING', tries: row.tries + 1 } as const) : settled(outcome)
  await changeItem(owner, row.seq, changes, item.key).catch(() => undefined)
}

/** Rows of forms that are gone wait to be sent. */
export async function adoptLeft(owner: string, rows: readonly OutboxItem[]): Promise<boolean> {
  let isAdopted = false
  for (const { seq, id, key, state, storedAt, tries } of rows) {
    if (state !== 'TRYING' || here.has(id) || !(await isFree(id, storedAt))) continue
    await changeItem(owner, seq, { state: 'WAITING', tries: tries + 1 }, key)
    isAdopted = true
  }
  return isAdopted
}
const isFree = async (id: string, storedAt = ''): Promise<boolean> =>
  navigator.locks ? navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => lock !== null) : !(Date.now() - Date.parse(storedAt) < leftMs)

async function withLock<A>(id: string, work: () => Promise<A>): Promise<A> {
  here.add(id)
  try {
    return navigator.locks ? ((await navigator.locks.request(lockOf(id), work)) as A) : await work()
  } finally {
    here.delete(id)
  }
}
