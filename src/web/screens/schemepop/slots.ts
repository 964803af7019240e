// Hand-made screens and parts of schemepop. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const RulesOverview = part(() => import('./rules-overview.tsx'), 'RulesOverview')

export const slots: Slots = {
  schemepop: { overview: RulesOverview },
}
