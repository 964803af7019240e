// Hand-made screens and parts of anomalies. Fetched when first shown.
import { part } from '#web/engine/part.ts'
import type { Slots } from '#web/engine/slots.ts'

const AnomalyOverview = part(() => import('./anomaly-overview.tsx'), 'AnomalyOverview')

export const slots: Slots = {
  anomaly: {
    overview: AnomalyOverview,
    title: (record, { t }) => t(record.title),
    suggestedEvent: (record) => (record.may.includes('CLOSED') ? 'CLOSED' : undefined),
    sort: '-lastOn',
    views: () => [
      { name: /* i18n */ 'To be looked at', search: { 'filter[status]': 'OPEN' } },
      { name: /* i18n */ 'Closed', search: { 'filter[status]': 'CLOSED,CLEARED' } },
    ],
  },
}
