// A form's unsent content, stored on this device while it is typed, so that a closed tab or a dead battery loses nothing.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from '#web/fields/form-values.ts'
import { useUser } from '#web/session/use-user.ts'
import { recall, recallAll, remember } from '#web/ui/device-memory.ts'

type StoredDraft = { at: string; version: number | null; values: FormValues }
const restMilliseconds = 600
/** Drafts nobody came back to are forgotten. */
const maximumAgeMilliseconds = 30 * 86_400_000

const draftsOf = (userId: string): string => `draft:${userId}:`

const fresh = (stored: StoredDraft | null): StoredDraft | null => (stored && Date.now() - Date.parse(stored.at) < maximumAgeMilliseconds ? stored : null)

/** What of an earlier draft can still be put back, and what is said of the rest. */
export type RepairedDraft = { values: FormValues; note: string | null }

/**
 * Keeps the form's drafts under `key`, once they differ from what the form began with. `restored` says when an
 * earlier draft was put back. A draft made on another version of the record is not: it could undo somebody's change.
 * `mend` takes out of it what is no longer possible.
 */
export function useDraft(
  form: UseFormReturn<FormValues, unknown, FormValues>,
  key: string,
  version: number | null,
  mend?: (values: FormValues) => RepairedDraft,
) {
  const user = useUser()
  const name = draftsOf(user.id) + key
  const [restored, setRestored] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const isDone = useRef(false)
  const { reset, watch, getValues, formState } = form
  const defaults = useRef(formState.defaultValues as FormValues)
  defaults.current = formState.defaultValues as FormValues
  const mending = useRef(mend)
  mending.current = mend

  useEffect(() => {
    const stored = fresh(recall<StoredDraft | null>(name, null))
    if (!stored || stored.version !== version) return
    const { values, note } = mending.current?.(stored.values) ?? { values: stored.values, note: null }
    reset({ ...defaults.current, ...values }, { keepDefaultValues: true })
    setRestored(stored.at)
    setSavedAt(stored.at)
    setNote(note)
  }, [name, version, reset])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const subscription = watch((values) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isDone.current) return
        // The form reports changes that it makes itself while it is set up; those are nobody's work.
        if (isSame(values, defaults.current)) {
          remember(name, null)
          setSavedAt(null)
          return
        }
        const at = new Date().toISOString()
        remember(name, { at, version, values } satisfies StoredDraft)
        setSavedAt(at)
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
    setNote(null)
    setSavedAt(null)
  }, [name])
  /** What was forgotten is nowhere else after all: it is stored again. */
  const again = useCallback(() => {
    isDone.current = false
    const at = new Date().toISOString()
    remember(name, { at, version, values: getValues() } satisfies StoredDraft)
    setSavedAt(at)
  }, [name, version, getValues])
  const discard = useCallback(() => {
    remember(name, null)
    setRestored(null)
    setNote(null)
    setSavedAt(null)
    reset(defaults.current)
  }, [name, reset])
  return { restored, note, savedAt, forget, again, discard }
}

/** Work that is stored beside no form, as long as it is not sent; counted, forgotten and erased as drafts of forms are. Null: none is stored. */
export const recallDraft = (userId: string, key: string): FormValues | null => fresh(recall<StoredDraft | null>(draftsOf(userId) + key, null))?.values ?? null
/** Null forgets it. */
export const rememberDraft = (userId: string, key: string, values: FormValues | null): void =>
  remember(draftsOf(userId) + key, values && ({ at: new Date().toISOString(), version: null, values } satisfies StoredDraft))

/** How many drafts of this person's unsent work lie on this device. */
export const countDrafts = (userId: string): number => recallAll(draftsOf(userId)).filter(({ value }) => fresh(value as StoredDraft | null)).length

/** At sign-out: the next person at this device finds nothing of it. */
export function forgetDrafts(userId: string): void {
  for (const { key } of recallAll(draftsOf(userId))) remember(key, null)
}

/** Whether two drafts say the same; what is empty says nothing, in whatever way it is empty. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other)
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => isSame((one as FormValues)[name], (other as FormValues)[name]))
}
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.values(value).every(isEmpty))
