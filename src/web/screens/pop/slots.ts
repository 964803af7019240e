// Hand-made screens and parts of pop. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const PopOverview = part(() => import('./pop-overview.tsx'), 'PopOverview')

export const slots: Slots = {
  pop: { overview: PopOverview },
}
