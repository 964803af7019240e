// How many members each inspector has seen, in the first round and in later ones.
import Box from '@mui/material/Box'
import type { SeasonCharts } from '#domain/reports/season-charts-answer.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { linkOf } from './opens.ts'

const mostInspectors = 8

export function InspectorBars({ inspectors }: { inspectors: NonNullable<SeasonCharts['inspectors']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const most = Math.max(1, ...inspectors.map(({ first, second }) => Math.max(first, second)))
  const rounds = [
    { key: 'first', words: t('First round'), colour: gaugeColours.delivered },
    { key: 'second', words: t('Later rounds'), colour: gaugeColours.harvested },
  ] as const
  return (
    <Panel
      title={t('Inspections by inspector')}
      note={inspectors.length > mostInspectors ? t('The largest {{number}}', { number: format.number(mostInspectors) }) : undefined}
      action={<TextLink {...linkOf(operator, { report: 'inspection-performance' })}>{t('All inspectors')}</TextLink>}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {inspectors.slice(0, mostInspectors).map((one) => (
          <Box component="li" key={one.inspectorId ?? ''} sx={{ fontSize: 13 }}>
            <Box component="span">{one.inspector || t('Unknown')}</Box>
            {rounds.map(({ key, colour, words }) => (
              <Box key={key} sx={{ display: 'flex', alignItems: 'center', gap: 1, height: 16 }}>
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Box
                    role="img"
                    aria-label={`${words}: ${format.number(one[key])}`}
                    sx={{ height: 9, borderRadius: '2px', bgcolor: colour, width: `${(100 * one[key]) / most}%` }}
                  />
                </Box>
                <Box component="span" sx={{ width: 40, textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
                  {format.number(one[key])}
                </Box>
              </Box>
            ))}
          </Box>
        ))}
      </Box>
      <Box
        component="ul"
        aria-label={t('Rounds')}
        sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12.5, color: 'text.secondary' }}
      >
        {rounds.map(({ key, colour, words }) => (
          <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <Box aria-hidden component="span" sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: colour }} />
            {words}
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
