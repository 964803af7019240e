// A transaction that the database rolled back because of another one (a deadlock, a serialisation failure) is carried out
// anew: nothing of it has happened. The pause is random, so that the same two do not meet again at once.
import { setTimeout } from 'node:timers/promises'
import { codeOf } from '#domain/kernel/error-code.ts'

/** Tries in all. */
export const triesAtMost = 5
const shortPauseMs = 60

/** Whether the same transaction may well succeed at once: serialisation failure, deadlock. */
export const isWorthAnotherTry = (error: unknown): boolean => /^(40001|40P01)$/.test(String(codeOf(error)))

/** The same, and what passes with a little more time: a lock, a pool in use, a database that is being restarted. For work nobody waits at the line for. */
export const isOfMoment = (error: unknown): boolean => isWorthAnotherTry(error) || /^(55P03|53...|08...|25P0[34]|57P0[1-5])$/.test(String(codeOf(error)))

/** Whether a statement waited as long as it may, or the connection was lost: the same question again would wait as long, or reach nobody. */
export const isTimeoutOrLoss = (error: unknown): boolean => /^(55P03|57014|08...|25P0[34]|57P0[1-5])$/.test(String(codeOf(error)))

export type TryOptions = { isTransient?: (error: unknown) => boolean /** Grows with each try. */; longestPauseMs?: number }

/** Runs `transaction` until it succeeds or fails for a reason of its own; after the last try its error is thrown. */
export async function inTries<T>(
  transaction: () => Promise<T>,
  { isTransient = isWorthAnotherTry, longestPauseMs = shortPauseMs }: TryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt >= triesAtMost || !isTransient(error)) throw error
      await setTimeout(Math.random() * longestPauseMs * attempt)
    }
  }
}
