// The phone's receiver while somebody walks a plot: the latest reading, whether it is good enough, the line so far,
// and the raw trace stored as evidence. Keeps the screen awake where the browser can.
import { useCallback, useEffect, useRef, useState } from 'react'
import { averageFix, countsAsNext, type Fix } from './walk.ts'

export type WalkState = {
  /** off: not asked · waiting: no reading yet · on · denied · absent: no receiver or no secure page. */
  receiver: 'off' | 'waiting' | 'on' | 'denied' | 'absent'
  latest: Fix | null
  /** Corners set by themselves while walking. */
  recording: boolean
}
/** Readings of the last seconds that are averaged into a corner set by hand. */
const cornerMs = 4_000
/** A reading older than this says nothing about where the person is now. */
const staleMs = 10_000

export function useWalk({ active, onCorner }: { active: boolean; onCorner: (fix: Fix) => void }) {
  const [state, setState] = useState<WalkState>({ receiver: 'off', latest: null, recording: false })
  const recent = useRef<Fix[]>([])
  const trace = useRef<Fix[]>([])
  const lastStored = useRef<Fix | undefined>(undefined)
  const recording = useRef(false)
  const latestOnCorner = useRef(onCorner)
  latestOnCorner.current = onCorner

  useEffect(() => {
    if (!active) return
    if (!('geolocation' in navigator)) {
      setState({ receiver: 'absent', latest: null, recording: false })
      return
    }
    setState((before) => ({ ...before, receiver: 'waiting' }))
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        const fix: Fix = { position: [coords.longitude, coords.latitude], accuracyM: coords.accuracy, at: timestamp }
        recent.current = [...recent.current.filter((one) => timestamp - one.at <= cornerMs), fix]
        setState((before) => ({ ...before, receiver: 'on', latest: fix }))
        if (!recording.current) return
        trace.current.push(fix)
        if (!countsAsNext(lastStored.current, fix)) return
        lastStored.current = fix
        latestOnCorner.current(fix)
      },
      (error) =>
        setState((before) => ({
          ...before,
          receiver: error.code === error.PERMISSION_DENIED ? 'denied' : error.code === error.POSITION_UNAVAILABLE ? 'absent' : 'waiting',
        })),
      { enableHighAccuracy: true, maximumAge: 0, timeout: staleMs },
    )
    let awake: WakeLockSentinel | undefined
    let over = false
    // Phones sleep after half a minute and the receiver with them.
    navigator.wakeLock?.request('screen').then(
      (lock) => {
        if (over) void lock.release()
        else awake = lock
      },
      () => {},
    )
    return () => {
      over = true
      navigator.geolocation.clearWatch(watch)
      void awake?.release()
      recording.current = false
      recent.current = []
      setState({ receiver: 'off', latest: null, recording: false })
    }
  }, [active])

  const setRecording = useCallback((on: boolean) => {
    recording.current = on
    if (on) lastStored.current = undefined
    setState((before) => ({ ...before, recording: on }))
  }, [])
  /** Sets a corner where the person stands, from the readings of the last seconds. False when none was good enough. */
  const markCorner = useCallback((): boolean => {
    const fix = averageFix(recent.current.filter((one) => Date.now() - one.at <= staleMs))
    if (!fix) return false
    trace.current.push(fix)
    lastStored.current = fix
    latestOnCorner.current(fix)
    return true
  }, [])
  const takeTrace = useCallback(() => trace.current, [])
  return { ...state, setRecording, markCorner, takeTrace }
}
