// What the page of a past day has of its own, of a record of any kind. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import { everyRecord, type Slots } from '#web/engine/slots.ts'

const PastOverview = part(() => import('./past-overview.tsx'), 'PastOverview')

export const slots: Slots = { [everyRecord]: { panels: [{ id: 'overview', label: 'Summary', place: 'top', part: PastOverview, inPast: true }] } }
