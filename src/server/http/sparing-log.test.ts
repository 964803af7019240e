// Fewer lines where one cause makes many: the first at once, the others counted.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SparingLog, sparingLog } from './sparing-log.ts'

let lines: unknown[]
let log: SparingLog
beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  log = sparingLog((level, message, details) => void lines.push([level, message, details]), 1000)
})
afterEach(() => vi.useRealTimers())

describe('a sparing log', () => {
  it('writes one of a kind as it is, and nothing more', () => {
    log('a', 'warn', 'away', { error: 1 })
    vi.advanceTimersByTime(5000)
    expect(lines).toEqual([['warn', 'away', { error: 1 }]])
  })
  it('writes the first of many at once, then how many more there were, with the last', () => {
    for (let n = 0; n < 500; n++) log('a', 'warn', 'away', { n })
    expect(lines).toEqual([['warn', 'away', { n: 0 }]])
    vi.advanceTimersByTime(1000)
    expect(lines.slice(1)).toEqual([['warn', 'away', { n: 499, times: 499, withinSeconds: 1 }]])
    log('a', 'warn', 'away', { n: 500 })
    expect(lines.slice(2)).toEqual([['warn', 'away', { n: 500 }]])
  })
  it('tells kinds apart', () => {
    log('a', 'warn', 'away')
    log('b', 'error', 'gone')
    expect(lines).toEqual([
      ['warn', 'away', {}],
      ['error', 'gone', {}],
    ])
  })
  it('does not grow with what strangers send: kinds beyond a number are one', () => {
    for (let n = 0; n < 5000; n++) log(`kind ${n}`, 'info', 'refused', { n })
    expect(lines.length).toBeLessThanOrEqual(1001)
    vi.advanceTimersByTime(1000)
    expect(lines.at(-1)).toEqual(['info', 'refused', expect.objectContaining({ times: 3999 })])
  })
})
