// Compliance of crops, open non-conformities, and how complete the records are.

import type { ReactNode } from 'react'
import { severities } from '#domain/kernel/terms.ts'
import { figureLists, notClosed, openOf } from '#domain/reports/figure-lists.ts'
import { type QualityPart, qualityParts, type SeasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { CardParts, IndicatorCard, toneFill } from './indicator-card.tsx'
import type { Opens } from './opens.ts'

type Severity = keyof typeof severities
const bySeverity = ['CRITICAL', 'MAJOR', 'MINOR', 'RECOMMENDATION'] as const satisfies readonly Severity[]

/** Where what is missing is found. */
const missing: Readonly<Record<QualityPart, Opens>> = {
  boundary: figureLists.unmapped,
  phone: figureLists.withoutPhone,
  consent: figureLists.activeFarmers,
  contract: figureLists.withoutContract,
  onTime: { report: 'practice-adherence' },
  photo: { report: 'internal-inspections' },
}

export function useControlCards(indicators: SeasonIndicators | undefined): ReactNode[] {
  const { t } = useTranslation()
  const format = useFormat()
  const { compliance, nonConformities, quality } = indicators ?? {}
  const open = nonConformities?.bySeverity.reduce((sum, one) => sum + one.open, 0)
  return [
    ...(compliance || !indicators
      ? [
          <IndicatorCard
            key="compliance"
            title={t('Points for compliance')}
            about={t('Mean by area of the crops that rules of schemes judge (BR-17).')}
            figure={compliance ? (compliance.score === null ? '–' : format.fixed(compliance.score, 1)) : undefined}
            unit={compliance && compliance.score !== null ? t('of {{total}}', { total: '100' }) : undefined}
            opens={{ report: 'practice-adherence' }}
          >
            {compliance ? (
              <CardParts
                parts={[
                  {
                    key: 'failing',
                    label: t('Crops that fail'),
                    value:
                      compliance.judged > 0
                        ? `${format.number(compliance.failing)} · ${format.wholeShare(compliance.failing / compliance.judged)}`
                        : format.number(0),
                    colour: toneFill(compliance.failing > 0 ? 'error' : 'success'),
                    opens: { report: 'nonconformity-log', search: { status: notClosed['filter[status]'] } },
                  },
                  { key: 'judged', label: t('Crops judged'), value: format.number(compliance.judged), colour: toneFill('neutral') },
                ]}
              />
            ) : null}
          </IndicatorCard>,
        ]
      : []),
    ...(nonConformities || !indicators
      ? [
          <IndicatorCard
            key="nonconformities"
            title={t('Open non-conformities')}
            about={t('Whatever is not closed, by severity, and the median of the days since it was opened.')}
            figure={open === undefined ? undefined : format.number(open)}
            unit={
              nonConformities?.medianDays && Math.round(nonConformities.medianDays) > 0
                ? t('half of them for {{days}} days or more', { days: format.number(Math.round(nonConformities.medianDays)) })
                : undefined
            }
            opens={figureLists.open}
          >
            <CardParts
              parts={bySeverity.flatMap((severity) => {
                const found = nonConformities?.bySeverity.find((one) => one.severity === severity)
                return found
                  ? [
                      {
                        key: severity,
                        label: t(severities[severity][0]),
                        value: format.number(found.open),
                        colour: severity === 'MAJOR' ? '#D98880' : toneFill(severities[severity][1]),
                        opens: openOf(severity),
                      },
                    ]
                  : []
              })}
            />
          </IndicatorCard>,
        ]
      : []),
    ...(quality || !indicators
      ? [
          <IndicatorCard
            key="quality"
            title={t('Quality of the records')}
            about={t('Mean of the shares below; what an import brought is not judged by when it was recorded.')}
            figure={quality ? (quality.index === null ? '–' : format.wholeShare(quality.index)) : undefined}
            opens={{ report: 'boundary-quality' }}
          >
            <CardParts
              hasBars
              parts={(quality?.parts ?? []).map(({ part, done, of }) => ({
                key: part,
                label: t(qualityParts[part]),
                value: of > 0 ? format.wholeShare(done / of) : '–',
                share: of > 0 ? done / of : 0,
                opens: missing[part],
              }))}
            />
          </IndicatorCard>,
        ]
      : []),
  ]
}
