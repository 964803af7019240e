// Where the device is, for an event: asked of the device only where the person has let it, and never waited for longer than five seconds.
import { afterEach, expect, it, vi } from 'vitest'
import { allowedPosition } from './position.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
type Found = (place: { coords: { latitude: number; longitude: number; accuracy: number } }) => void
const device = (query: () => Promise<{ state: string }>, find: (found: Found, failed: () => void) => void) =>
  vi.stubGlobal('navigator', { permissions: { query }, geolocation: { getCurrentPosition: find } })
const granted = async () => ({ state: 'granted' })

it('is what the device says, no less exact than an event takes', async () => {
  device(granted, (found) => found({ coords: { latitude: 21.9, longitude: 75.6, accuracy: 250_000 } }))
  expect(await allowedPosition()).toEqual({ lat: 21.9, lng: 75.6, accuracyM: 100_000 })
})
it('is not known where the device fails, has no such thing, or does not say whether it may', async () => {
  device(granted, (_found, failed) => failed())
  expect(await allowedPosition()).toBeNull()
  vi.stubGlobal('navigator', { permissions: { query: granted } })
  expect(await allowedPosition()).toBeNull()
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: () => expect.unreachable() } })
  expect(await allowedPosition()).toBeNull()
  device(
    async () => ({ state: 'denied' }),
    () => expect.unreachable(),
  )
  expect(await allowedPosition()).toBeNull()
})
it('is waited for no longer than five seconds, also where the question itself is not answered', async () => {
  vi.useFakeTimers()
  for (const query of [granted, () => new Promise<{ state: string }>(() => {})]) {
    device(query, () => {})
    let answer: unknown = 'waiting'
    const done = allowedPosition().then((found) => {
      answer = found
    })
    await vi.advanceTimersByTimeAsync(4999)
    expect(answer).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(answer).toBeNull()
  }
})
