// Hand-made screens and parts of nonconformity. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const DueCell = part(() => import('../due.tsx'), 'DueCell')
const overview = () => import('./nonconformity-overview.tsx')
const NonconformityOverview = part(overview, 'NonconformityOverview')
const EvidenceWords = part(overview, 'EvidenceWords')

export const slots: Slots = {
  nonconformity: { overview: NonconformityOverview, sort: 'dueOn', cells: { dueOn: DueCell }, shows: { evidence: EvidenceWords } },
}
