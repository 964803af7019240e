// Hand-made screens and parts of schemepop. Fetched when first shown.
import { can } from '#domain/access.ts'
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const BenchTab = part(() => import('./bench-tab.tsx'), 'BenchTab')
const DiffTab = part(() => import('./diff-tab.tsx'), 'DiffTab')
const ImpactPanel = part(() => import('./impact-panel.tsx'), 'ImpactPanel')
const RulesOverview = part(() => import('./rules-overview.tsx'), 'RulesOverview')
const UsedByTab = part(() => import('./used-by-tab.tsx'), 'UsedByTab')

export const slots: Slots = {
  schemepop: {
    overview: RulesOverview,
    aboveEvent: { PUBLISHED: ImpactPanel },
    panels: [
      { id: 'bench', label: 'Test bench', place: 'tab', part: BenchTab, inPast: false },
      { id: 'diff', label: 'Differences', place: 'tab', part: DiffTab, inPast: false },
      { id: 'crops', label: 'Used by', place: 'tab', part: UsedByTab, isFor: (user) => can(user, 'crop', 'L'), inPast: false },
    ],
  },
}
