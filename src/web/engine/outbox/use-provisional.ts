// Records that are on this device alone (domain dictionary 6.1): usable here, and here only, until the server has them. A form offers them, and what names one is
// sent after it.
import { useMemo } from 'react'
import type { Refs } from '#web/api/answers.ts'
import type { Provisional } from '#web/fields/form-context.ts'
import { useOutbox } from './use-outbox.ts'

const none = { records: [] as readonly Provisional[], refs: {} as Refs }

/** `ownId`: of the record in the form, which is not offered to itself. */
export function useProvisional(isOn: boolean, ownId: string): { records: readonly Provisional[]; refs: Refs } {
  const items = useOutbox()
  return useMemo(() => {
    if (!isOn || !items) return none
    const unsent = items.filter(({ id, state, subject }) => state !== 'SENT' && state !== 'TRYING' && !subject && id !== ownId)
    return {
      records: unsent.map(({ id, entity, title, body }) => ({ id, entity, title, values: body })),
      refs: Object.fromEntries(unsent.map(({ id, entity, title }) => [id, { entity, title, code: '' }])),
    }
  }, [isOn, items, ownId])
}
