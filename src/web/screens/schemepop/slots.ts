// Hand-made screens and parts of schemepop. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const BenchTab = part(() => import('./bench-tab.tsx'), 'BenchTab')
const ImpactPanel = part(() => import('./impact-panel.tsx'), 'ImpactPanel')
const RulesOverview = part(() => import('./rules-overview.tsx'), 'RulesOverview')

export const slots: Slots = {
  schemepop: { overview: RulesOverview, aboveEvent: { PUBLISHED: ImpactPanel }, panels: [{ id: 'bench', label: 'Test bench', place: 'tab', part: BenchTab }] },
}
