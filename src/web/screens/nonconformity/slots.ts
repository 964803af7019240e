// Hand-made screens and parts of nonconformity. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const DueCell = part(() => import('../due.tsx'), 'DueCell')

export const slots: Slots = {
  nonconformity: { sort: 'dueOn', cells: { dueOn: DueCell } },
}
