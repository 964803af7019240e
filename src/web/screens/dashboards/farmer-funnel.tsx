// From member to delivery: how many have come how far. Each step counts those of the step before, and opens its list.

import Box from '@mui/material/Box'
import { figureLists } from '#domain/reports/figure-lists.ts'
import type { SeasonCharts } from '#domain/reports/season-charts-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { linkOf, type Opens } from './opens.ts'

const greens = ['#2F5D47', '#3F7A5C', '#5F9A78', '#86B29A'] as const

export function FarmerFunnel({ funnel }: { funnel: NonNullable<SeasonCharts['funnel']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const steps: { key: string; words: string; count: number; opens: Opens }[] = [
    { key: 'farmers', words: t('Active farmers'), count: funnel.farmers, opens: figureLists.activeFarmers },
    { key: 'mapped', words: t('with a mapped plot'), count: funnel.mapped, opens: figureLists.mapped },
    {
      key: 'approved',
      words: t('and approved'),
      count: funnel.approved,
      opens: figureLists.approved,
    },
    { key: 'delivered', words: t('and delivered'), count: funnel.delivered, opens: { report: 'purchase-register' } },
  ]
  return (
    <Panel title={t('From member to delivery')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
        {steps.map(({ key, words, count, opens }, at) => (
          <Box component="li" key={key} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 128px', gap: 1.5, alignItems: 'center' }}>
            <Box sx={{ display: 'flex', justifyContent: 'center' }}>
              <Box aria-hidden sx={{ height: 36, borderRadius: '4px', bgcolor: greens[at], width: `${Math.max(2, (100 * count) / funnel.farmers)}%` }} />
            </Box>
            <TextLink {...linkOf(operator, opens)} sx={{ color: 'text.primary', fontWeight: 400, lineHeight: 1.25 }}>
              <Box component="span" sx={{ display: 'block', fontSize: 16, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
                {format.number(count)}
                {at > 0 ? (
                  <Box component="span" sx={{ fontSize: 12.5, fontWeight: 400, color: 'text.secondary', ml: 0.75 }}>
                    {format.wholeShare(count / funnel.farmers)}
                  </Box>
                ) : null}
              </Box>
              <Box component="span" sx={{ fontSize: 12.5, color: 'text.secondary' }}>
                {words}
              </Box>
            </TextLink>
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
