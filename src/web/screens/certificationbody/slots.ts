// Hand-made screens and parts of certificationbody. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const BodyOverview = part(() => import('./body-overview.tsx'), 'BodyOverview')

export const slots: Slots = {
  certificationbody: { overview: BodyOverview },
}
