// Hand-made screens and parts of nonconformity. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const DueCell = part(() => import('../due.tsx'), 'DueCell')
const NonconformityOverview = part(() => import('./nonconformity-overview.tsx'), 'NonconformityOverview')

export const slots: Slots = {
  nonconformity: { overview: NonconformityOverview, sort: 'dueOn', cells: { dueOn: DueCell } },
}
