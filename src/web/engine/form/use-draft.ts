// A form's unsent content, kept on this device while it is typed, so that a closed tab or a dead battery loses nothing.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Draft } from '#web/fields/draft.ts'
import { useUser } from '#web/session/use-user.ts'
import { recall, remember } from '#web/ui/device-memory.ts'

type Kept = { at: string; version: number | null; values: Draft }
const restMilliseconds = 600
/** Drafts nobody came back to are forgotten. */
const maximumAgeMilliseconds = 30 * 86_400_000

const fresh = (kept: Kept | null): Kept | null => (kept && Date.now() - Date.parse(kept.at) < maximumAgeMilliseconds ? kept : null)

/**
 * Keeps the form's drafts under `key`. `restored` tells when an earlier draft was put back.
 * A draft made on another version of the record is not put back: it could undo somebody's change.
 */
export function useDraft(form: UseFormReturn<Draft, unknown, Draft>, key: string, version: number | null) {
  const user = useUser()
  const name = `draft:${user.id}:${key}`
  const [restored, setRestored] = useState<string | null>(null)
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const isDone = useRef(false)
  const { reset, watch, formState } = form
  const defaults = useRef(formState.defaultValues as Draft)
  defaults.current = formState.defaultValues as Draft

  useEffect(() => {
    const kept = fresh(recall<Kept | null>(name, null))
    if (!kept || kept.version !== version) return
    reset({ ...defaults.current, ...kept.values }, { keepDefaultValues: true })
    setRestored(kept.at)
    setKeptAt(kept.at)
  }, [name, version, reset])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const subscription = watch((values) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isDone.current) return
        const at = new Date().toISOString()
        remember(name, { at, version, values } satisfies Kept)
        setKeptAt(at)
      }, restMilliseconds)
    })
    return () => {
      clearTimeout(timer)
      subscription.unsubscribe()
    }
  }, [name, version, watch])

  /** Saved, or given up: nothing to keep any more. */
  const forget = useCallback(() => {
    isDone.current = true
    remember(name, null)
    setRestored(null)
    setKeptAt(null)
  }, [name])
  const discard = useCallback(() => {
    remember(name, null)
    setRestored(null)
    setKeptAt(null)
    reset(defaults.current)
  }, [name, reset])
  return { restored, keptAt, forget, discard }
}
