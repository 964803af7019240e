// Scope certificates that run out, and transaction certificates by their state.

import type { ReactNode } from 'react'
import { entityOf } from '#domain/entities.ts'
import type { State } from '#domain/kernel/entity.ts'
import { certificatesIn } from '#domain/reports/figure-lists.ts'
import type { SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { endingWithin } from '../scopecertificate/ending-within.ts'
import { CardParts, IndicatorCard, toneFill } from './indicator-card.tsx'

export function useCertificateCards(indicators: SeasonIndicators | undefined): ReactNode[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { scope, certificates } = indicators ?? {}
  if (indicators && !scope && !certificates) return []
  const states = entityOf('transactioncertificate').states as Record<string, State>
  const days = scope?.daysLeft
  return [
    <IndicatorCard
      key="certificates"
      title={t('Certificates')}
      about={t('Days until the first valid scope certificate ends; transaction certificates by their state.')}
      figure={scope === undefined ? undefined : days === null || days === undefined ? '–' : format.number(days)}
      unit={days === null || days === undefined ? t('no valid scope certificate') : t('days to the end of the scope certificate')}
      opens={{ report: 'scope-expiry' }}
    >
      <CardParts
        parts={[
          // Among those that are reminded of: the list of them is one step away.
          ...(typeof days === 'number' && days <= 90
            ? [
                {
                  key: 'ending',
                  label: t('Ends within 90 days'),
                  value: '',
                  colour: toneFill('pending'),
                  opens: { entity: 'scopecertificate', search: endingWithin(format.today(), 90) },
                },
              ]
            : []),
          ...(certificates?.byState ?? []).map(({ status, count }) => ({
            key: status,
            label: t(states[status]?.label ?? status),
            value: format.number(count),
            colour: toneFill(states[status]?.tone ?? 'neutral'),
            opens: certificatesIn(status, certificates?.collectiveId ?? null),
          })),
          ...(certificates && certificates.medianDays !== null
            ? [
                {
                  key: 'median',
                  label: t('Submitted to issued, median'),
                  value: t('{{days}} days', { days: format.number(certificates.medianDays, 1) }),
                  opens: { report: 'certificate-register' },
                },
              ]
            : []),
          ...(certificates && certificates.byState.length === 0
            ? [{ key: 'none', label: t('No transaction certificate yet'), value: '', opens: { entity: 'transactioncertificate' } }]
            : []),
        ]}
      />
    </IndicatorCard>,
  ]
}
