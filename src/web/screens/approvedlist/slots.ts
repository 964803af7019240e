// Hand-made screens and parts of approvedlist. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const FingerprintEditor = part(() => import('./fingerprint-editor.tsx'), 'FingerprintEditor')
const ListOverview = part(() => import('./list-overview.tsx'), 'ListOverview')

export const slots: Slots = { approvedlist: { overview: ListOverview, editors: { hash: FingerprintEditor }, sort: '-versionNo' } }
