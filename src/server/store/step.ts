// One step of a record's history: an event, a void, or a supersede, which is both at once. What the step leaves behind is
// checked at its end, so that a supersede is judged by what it leads to and not by the state between void and replacement.
import type { Finding } from '#domain/kernel/entity.ts'
import type { Db, Scope } from '../scope.ts'

type Work = () => Promise<void>
/**
 * `waiting`: what is still to be done at its end, by name. `isBetween`: an event is voided, and what takes its place is not recorded
 * yet. `recorded`: events that the step added, with the findings that their answer holds.
 */
type Step = { waiting: Map<string, Work>; isBetween: boolean; recorded: Map<string, Finding[]>; voided: Set<string> }
/** The open step of a transaction. */
const steps = new WeakMap<Db, Step>()

/**
 * Runs `work` as one step, then what it put off with `atEndOfStep`, in the order in which it was named first. Within a step it
 * joins that one. Work put off at the end of a step runs at once.
 */
export async function inStep<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  if (steps.has(scope.db)) return work()
  const waiting = new Map<string, Work>()
  steps.set(scope.db, { waiting, isBetween: false, recorded: new Map(), voided: new Set() })
  try {
    const result = await work()
    for (const [name, last] of waiting) {
      waiting.delete(name)
      await last()
    }
    return result
  } finally {
    steps.delete(scope.db)
  }
}

/** Runs `work` as if no step were open: it has steps of its own, and what they leave behind is judged at their ends, so that it can be refused by itself. */
export async function outsideStep<T>({ db }: Scope, work: () => Promise<T>): Promise<T> {
  const open = steps.get(db)
  steps.delete(db)
  try {
    return await work()
  } finally {
    if (open) steps.set(db, open)
  }
}

/** Once at the end of the step, however often it was asked for under this name (the last one counts); outside a step at once. */
export async function atEndOfStep({ db }: Scope, name: string, work: Work): Promise<void> {
  const step = steps.get(db)
  if (step) step.waiting.set(name, work)
  else await work()
}

/** Nothing else waits for the end of the step. Outside a step: always. */
export const isLastOfStep = ({ db }: Scope): boolean => (steps.get(db)?.waiting.size ?? 0) === 0

/** The step has recorded this event. `findings` are answered with it: what is projected at the end of the step is added. */
export function noteRecorded({ db }: Scope, eventId: string, findings: Finding[]): void {
  steps.get(db)?.recorded.set(eventId, findings)
}
export function noteVoided({ db }: Scope, eventId: string): void {
  steps.get(db)?.voided.add(eventId)
}
/** A finding that was projected for an event of this step. */
export function answerWith({ db }: Scope, eventId: string | null, finding: Finding): void {
  if (eventId !== null) steps.get(db)?.recorded.get(eventId)?.push(finding)
}
/** Events that this step has recorded and voided so far. */
export function changesOfStep({ db }: Scope): { recorded: string[]; voided: string[] } {
  const step = steps.get(db)
  return { recorded: [...(step?.recorded.keys() ?? [])], voided: [...(step?.voided ?? [])] }
}
/** The void half of a supersede: nothing is judged or projected for good until the replacement is recorded. */
export async function beforeReplacement<T>({ db }: Scope, work: () => Promise<T>): Promise<T> {
  const step = steps.get(db)
  if (!step) throw new Error('A supersede is one step')
  step.isBetween = true
  try {
    return await work()
  } finally {
    step.isBetween = false
  }
}
export const isBeforeReplacement = ({ db }: Scope): boolean => steps.get(db)?.isBetween ?? false

/** What stands for the open step in a WeakMap of what its work has gathered; outside a step, the transaction. */
export const stepKey = ({ db }: Scope): object => steps.get(db) ?? db
