import { describe, expect, it, vi } from 'vitest'
import { onceASecond } from './ping.ts'

describe('onceASecond', () => {
  it('asks once for all who call within a second, whether it is answered or not, and again after it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const ask = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('away')))
      const ping = onceASecond(ask)
      await expect(Promise.all([ping(), ping()])).rejects.toThrow('away')
      ask.mockImplementation(() => Promise.resolve())
      await vi.advanceTimersByTimeAsync(999)
      await expect(ping()).rejects.toThrow('away')
      expect(ask).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(2)
      await ping()
      expect(ask).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })
})
