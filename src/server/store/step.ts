// One step of a record's history: an event, a void, or a supersede, which is both at once. What the step leaves behind is
// checked at its end, so that a supersede is judged by what it leads to and not by the state between void and replacement.
import type { Db, Scope } from '../scope.ts'

type Work = () => Promise<void>
/** The open step of a transaction: what is still to be done at its end, by name. */
const steps = new WeakMap<Db, Map<string, Work>>()

/**
 * Runs `work` as one step, then what it put off with `atEndOfStep`, in the order in which it was named first. Within a step it
 * joins that one. Work put off at the end of a step runs at once.
 */
export async function inStep<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  if (steps.has(scope.db)) return work()
  const waiting = new Map<string, Work>()
  steps.set(scope.db, waiting)
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

/** Once at the end of the step, however often it was asked for under this name (the last one counts); outside a step at once. */
export async function atEndOfStep({ db }: Scope, name: string, work: Work): Promise<void> {
  const waiting = steps.get(db)
  if (waiting) waiting.set(name, work)
  else await work()
}

/** Records of which an event has been taken back whose replacement is recorded next. */
const replaced = new WeakMap<Db, string>()

/** Runs the first half of a supersede: what it leads to is projected and judged with the replacement. */
export async function beforeReplacement<T>({ db }: Scope, subjectId: string, work: () => Promise<T>): Promise<T> {
  replaced.set(db, subjectId)
  try {
    return await work()
  } finally {
    replaced.delete(db)
  }
}

/** Whether this is the first half of a supersede on this record. */
export const isReplacementDue = ({ db }: Scope, subjectId: string): boolean => replaced.get(db) === subjectId
