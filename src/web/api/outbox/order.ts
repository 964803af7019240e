// In which order what waits on this device is sent: what names a record that is not sent yet, or happened to it, after that record.
import { isIn, type OutboxItem } from './store.ts'

/** What another item that is not sent yet must come before: a farmer before the plot that names him. Of two that name each other the earlier goes first. */
export const blockedBy = (item: OutboxItem, all: readonly OutboxItem[]): OutboxItem | undefined =>
  all.find((other) => isBefore(other, item) && (other.seq < item.seq || !leadsTo(other, item, all, new Set())))

const isBefore = (other: OutboxItem, item: OutboxItem): boolean =>
  other.seq !== item.seq && other.state !== 'SENT' && !other.isThere && !other.subject && names(item, other.id)
const leadsTo = (from: OutboxItem, to: OutboxItem, all: readonly OutboxItem[], seen: Set<number>): boolean =>
  all.some((other) => {
    if (!isBefore(other, from) || seen.has(other.seq)) return false
    seen.add(other.seq)
    return other.seq === to.seq || leadsTo(other, to, all, seen)
  })

/** Whether it names the record with this id. */
export const names = ({ body, subject }: OutboxItem, id: string): boolean => subject?.id === id || isIn(body, id)
