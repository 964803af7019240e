// Bytes in the unit a person compares them in.
import type { Format } from '#web/format/format.ts'

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** 0 → "0 kB", 1,234,567 → "1.2 MB". */
export function sizeOf(bytes: number, format: Pick<Format, 'number'>): string {
  let value = bytes / 1000
  let at = 0
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000
    at++
  }
  return `${format.number(value, value < 10 && value > 0 ? 1 : 0)} ${units[at]}`
}
