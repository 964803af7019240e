// Hand-made parts of collective. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const ListVersions = part(() => import('../approvedlist/list-versions.tsx'), 'ListVersions')

export const slots: Slots = { collective: { panels: [{ id: 'lists', label: 'Approved farmer lists', place: 'tab', part: ListVersions }] } }
