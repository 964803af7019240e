// Received, processed and dispatched kilograms by week, parted by claim, to one scale.
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { neutral } from '#web/theme/tokens.ts'
import { Panel } from '#web/ui/panel.tsx'
import { fluidWidth, useWidth } from '#web/ui/use-width.ts'
import { claimFill, claimOrder, useClaimWord } from './claim-fill.ts'

const edges = { height: 190, left: 58, bottom: 26, top: 12 }
const series = { receivedKg: /* i18n */ 'Received', processedKg: /* i18n */ 'Processed', dispatchedKg: /* i18n */ 'Dispatched' } as const
type Series = keyof typeof series

export function ProcessingWeeks({ weeks }: { weeks: ProcessingFigures['weeks'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const claimWord = useClaimWord()
  const [name, setName] = useState<Series>('processedKg')
  const [holder, width] = useWidth(640)
  const days = [...new Set(weeks.map(({ week }) => week))]
  const claims = [...new Set(weeks.map(({ claim }) => claim))].sort((one, other) => claimOrder(one) - claimOrder(other))
  const of = (week: string) => weeks.filter((one) => one.week === week).toSorted((one, other) => claimOrder(one.claim) - claimOrder(other.claim))
  const largest = Math.max(0, ...days.map((week) => of(week).reduce((sum, one) => sum + one[name], 0)))
  const most = Math.max(1, largest)
  const y = (kg: number) => edges.top + (1 - kg / most) * (edges.height - edges.top - edges.bottom)
  const pitch = Math.min(64, (width - edges.left) / Math.max(1, days.length))
  // Words of the axis stand apart whatever the number of weeks.
  const every = Math.max(1, Math.ceil(54 / pitch))
  return (
    <Panel
      title={t('Week by week')}
      note={t('kg by claim')}
      action={
        <ToggleButtonGroup
          size="small"
          exclusive
          value={name}
          onChange={(_event, next: Series | null) => next && setName(next)}
          aria-label={t('Which kilograms')}
        >
          {(Object.keys(series) as Series[]).map((one) => (
            <ToggleButton key={one} value={one} sx={{ px: 1.25, py: 0.25, textTransform: 'none' }}>
              {t(series[one])}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      }
    >
      <Box ref={holder} sx={fluidWidth}>
        <svg
          role="img"
          aria-label={days.map((week) => `${format.date(week)}: ${format.kg(of(week).reduce((sum, one) => sum + one[name], 0))}`).join(', ')}
          width={width}
          height={edges.height}
          style={{ display: 'block', fontFamily: 'inherit', fontVariantNumeric: 'tabular-nums' }}
        >
          {(largest > 0 ? [0.5, 1] : []).map((share) => (
            <g key={share}>
              <line x1={edges.left} x2={width} y1={y(most * share)} y2={y(most * share)} stroke={neutral.line} />
              <text x={edges.left - 8} y={y(most * share) + 4} textAnchor="end" fontSize={12} fill={neutral.ink2}>
                {format.number(most * share, 0)}
              </text>
            </g>
          ))}
          {days.map((week, index) => {
            let reached = 0
            return (
              <g key={week}>
                {of(week).map((one) => {
                  const kg = one[name]
                  const rect = (
                    <rect
                      key={one.claim}
                      x={edges.left + index * pitch + pitch * 0.15}
                      width={pitch * 0.7}
                      y={y(reached + kg)}
                      height={y(reached) - y(reached + kg)}
                      fill={claimFill(one.claim)}
                    >
                      <title>{`${format.date(week)}, ${claimWord(one.claim)}: ${format.kg(kg)}`}</title>
                    </rect>
                  )
                  reached += kg
                  return rect
                })}
                {index % every === 0 ? (
                  <text x={edges.left + index * pitch + pitch / 2} y={edges.height - 8} textAnchor="middle" fontSize={12} fill={neutral.ink2}>
                    {format.date(week)}
                  </text>
                ) : null}
              </g>
            )
          })}
          <line x1={edges.left} x2={width} y1={y(0)} y2={y(0)} stroke={neutral.edge} />
        </svg>
      </Box>
      <Legend claims={claims} />
    </Panel>
  )
}

/** Which fill is which claim. */
export function Legend({ claims }: { claims: readonly ProcessingFigures['stock'][number]['claim'][] }) {
  const { t } = useTranslation()
  const claimWord = useClaimWord()
  return (
    <Box component="ul" aria-label={t('Claims')} sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 12.5 }}>
      {claims.map((claim) => (
        <Box component="li" key={claim} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box aria-hidden component="span" sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: claimFill(claim) }} />
          {claimWord(claim)}
        </Box>
      ))}
    </Box>
  )
}
