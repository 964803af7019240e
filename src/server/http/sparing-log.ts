// Fewer lines where one cause makes many: the first is written at once, those like it in the following time are counted and written as
// one line with `times`. A database that is away fails every call, and a stranger may be refused a thousand times a second.
import type { Level, Log } from './log.ts'

/** How long lines of a kind are counted. */
const withinMs = 60_000
/** More kinds at a time are counted together. */
const kindsAtMost = 1000

export type SparingLog = (kind: string, level: Level, message: string, details?: Record<string, unknown>) => void

export function sparingLog(log: Log, ms = withinMs): SparingLog {
  const counted = new Map<string, { level: Level; message: string; details: Record<string, unknown>; times: number }>()
  return (ofKind, level, message, details = {}) => {
    const kind = counted.has(ofKind) || counted.size < kindsAtMost ? ofKind : 'others'
    const known = counted.get(kind)
    if (known) {
      known.times++
      known.details = details
      return
    }
    log(level, message, details)
    const one = { level, message, details, times: 0 }
    counted.set(kind, one)
    setTimeout(() => {
      counted.delete(kind)
      // The last of them, for what it says.
      if (one.times > 0) log(one.level, one.message, { ...one.details, times: one.times, withinSeconds: ms / 1000 })
    }, ms).unref()
  }
}
