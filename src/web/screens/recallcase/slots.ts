// Hand-made screens and parts of recalls. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const RecallOverview = part(() => import('./recall-overview.tsx'), 'RecallOverview')
const RecallCard = part(() => import('./recall-card.tsx'), 'RecallCard')

export const slots: Slots = {
  recallcase: {
    overview: RecallOverview,
    card: RecallCard,
    sort: '-openedAt',
    reads: ['code', 'isDrill', 'reason', 'openedAt', 'affectedKg', 'answersCount', 'holdersCount', 'status'],
  },
}
