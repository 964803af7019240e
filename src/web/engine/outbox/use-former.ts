// What was stored on this device and is opened again to be corrected.
import type { OutboxItem } from '#web/api/outbox/store.ts'
import { useOutbox } from './use-outbox.ts'

/** By the id in the address. Null: the address names none, or it has been sent or deleted; undefined while that is looked up. */
export function useFormer(id: string | undefined): OutboxItem | null | undefined {
  const items = useOutbox()
  if (id === undefined) return null
  return items ? (items.find((item) => item.id === id && item.state !== 'SENT') ?? null) : undefined
}
