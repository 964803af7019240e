// Hand-made parts of mobile notifications. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const AudienceField = part(() => import('./audience-field.tsx'), 'AudienceField')
const VillagesField = part(() => import('./audience-field.tsx'), 'VillagesField')
const ReachPanel = part(() => import('./reach-panel.tsx'), 'ReachPanel')
const ReachCell = part(() => import('./reach-bar.tsx'), 'ReachCell')

export const slots: Slots = {
  mobilenotification: {
    editors: { farmerIds: AudienceField, villages: VillagesField },
    panels: [{ id: 'reach', label: /* i18n */ 'Who got it', place: 'top', part: ReachPanel, inPast: false }],
    cells: { deliveredShare: ReachCell },
  },
}
