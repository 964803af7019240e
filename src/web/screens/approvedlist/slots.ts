// Hand-made screens and parts of approvedlist. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { EntitySlots, Slots } from '#web/engine/slots.ts'

const FingerprintEditor = part(() => import('./fingerprint-editor.tsx'), 'FingerprintEditor')
const ListOverview = part(() => import('./list-overview.tsx'), 'ListOverview')

/** The version in the reader's words. */
const versionTitle: NonNullable<EntitySlots['title']> = (record, { t }) =>
  typeof record.versionNo === 'number' ? t('Version {{version}}', { version: record.versionNo }) : record.title

export const slots: Slots = { approvedlist: { title: versionTitle, overview: ListOverview, editors: { hash: FingerprintEditor }, sort: '-versionNo' } }
