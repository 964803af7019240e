// Hand-made screens and parts of scheme. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const SchemeOverview = part(() => import('./scheme-overview.tsx'), 'SchemeOverview')

export const slots: Slots = {
  scheme: { overview: SchemeOverview },
}
