// An animal, a flock and a pond as a card on a phone's list: what it is, how it stands, and the one figure of its trade.

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { entityOf } from '#domain/entities.ts'
import { boundsOf, isOutOfBounds } from '#domain/husbandry/water-bounds.ts'
import type { Finding, State } from '#domain/kernel/entity.ts'
import type { Field, Tone } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip, ToneText } from '#web/ui/status-chip.tsx'
import { AgeCell, AliveCell, FlockAgeCell } from './list-cells.tsx'

function Shell({
  title,
  under,
  chip,
  figures,
  finding,
}: {
  title: string
  under: ReactNode
  chip: ReactNode
  figures: readonly ReactNode[]
  finding: Finding | undefined
}) {
  const { t } = useTranslation()
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle1" component="div" sx={{ fontSize: 15.5, lineHeight: 1.3, overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          <Typography variant="caption" component="div" color="textSecondary">
            {under}
          </Typography>
        </Box>
        <Box sx={{ flexShrink: 0, maxWidth: '48%' }}>{chip}</Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mt: 0.75, fontSize: 13.5, fontVariantNumeric: 'tabular-nums' }}>
        {figures.filter(Boolean).map((figure, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the figures of one card stand always in the same order
          <span key={at}>{figure}</span>
        ))}
      </Box>
      {finding ? (
        <Box sx={{ mt: 0.75 }}>
          <ToneText tone="pending" label={t(finding)} />
        </Box>
      ) : null}
    </>
  )
}

function useChoice(entityName: string) {
  const { t } = useTranslation()
  const fields = entityOf(entityName).fields as Record<string, Field>
  return (row: RecordAnswer, name: string): { label: string; tone: Tone } | null => {
    const chosen = fields[name]?.choices?.find(({ value }) => value === row[name])
    return chosen ? { label: t(chosen.label), tone: chosen.tone ?? 'neutral' } : null
  }
}
function useStatus(entityName: string) {
  const { t } = useTranslation()
  const states = entityOf(entityName).states as Record<string, State>
  return (row: RecordAnswer): ReactNode => {
    const state = states[row.status]
    return state ? <StatusChip label={t(state.label)} tone={state.tone} /> : null
  }
}

function AnimalCardOf({ row, entity }: RowProps & { entity: 'cow' | 'goat' | 'sheep' }) {
  const { t } = useTranslation()
  const format = useFormat()
  const formatChoice = useChoice(entity)
  const state = useStatus(entity)
  const health = formatChoice(row, 'healthStatus')
  const isIll = health && row.healthStatus !== 'HEALTHY'
  const [milk, breeding, sex] = [formatChoice(row, 'lactationStatus'), formatChoice(row, 'reproStatus'), formatChoice(row, 'sex')]
  const isGroup = row.recordKind === 'GROUP'
  const heads = ['females', 'males', 'young'].reduce((sum, name) => sum + Number(row[name] ?? 0), 0)
  return (
    <Shell
      title={row.title}
      under={
        isGroup ? (
          t('{{count}} animals', { count: heads })
        ) : (
          <>
            {[sex?.label, ''].filter(Boolean).join('')} · <AgeCell row={row} />
          </>
        )
      }
      chip={
        row.status !== 'ALIVE' ? (
          state(row)
        ) : isIll ? (
          <StatusChip label={health.label} tone={health.tone} />
        ) : milk && row.lactationStatus !== 'NONE' ? (
          <StatusChip label={milk.label} tone={milk.tone} />
        ) : (
          state(row)
        )
      }
      figures={[
        typeof row.lastMilkKg === 'number' && row.lactationStatus !== 'DRY' ? t('last milking {{kg}}', { kg: format.kg(row.lastMilkKg) }) : null,
        breeding && row.reproStatus !== 'OPEN' ? breeding.label : null,
        typeof row.lastFleeceKg === 'number' ? t('last fleece {{kg}}', { kg: format.kg(row.lastFleeceKg) }) : null,
        typeof row.lastWeightKg === 'number' ? format.kg(row.lastWeightKg) : null,
      ]}
      finding={row.flags?.[0]}
    />
  )
}
export const CowCard = ({ row }: RowProps) => <AnimalCardOf row={row} entity="cow" />
export const GoatCard = ({ row }: RowProps) => <AnimalCardOf row={row} entity="goat" />
export const SheepCard = ({ row }: RowProps) => <AnimalCardOf row={row} entity="sheep" />

export function FlockCard({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const formatChoice = useChoice('poultrybatch')
  const state = useStatus('poultrybatch')
  return (
    <Shell
      title={row.title}
      under={
        <>
          {[formatChoice(row, 'birdType')?.label, row.unitName].filter(Boolean).join(' · ')} · <FlockAgeCell row={row} />
        </>
      }
      chip={state(row)}
      figures={[
        typeof row.aliveCount === 'number' ? <AliveCell key="alive" row={row} /> : null,
        typeof row.mortalityShare === 'number' ? t('{{share}} died', { share: format.share(row.mortalityShare) }) : null,
        typeof row.lastWeightG === 'number' && row.purpose !== 'EGGS' ? `${format.number(row.lastWeightG)} ${t('g')}` : null,
      ]}
      finding={row.flags?.[0]}
    />
  )
}

export function PondCard({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const state = useStatus('aquacrop')
  const oxygen = typeof row.lastDoMgL === 'number' ? row.lastDoMgL : null
  return (
    <Shell
      title={row.title}
      under={[row.unitName, typeof row.stockingDate === 'string' ? t('stocked {{day}}', { day: format.recentDay(row.stockingDate) }) : '']
        .filter(Boolean)
        .join(' · ')}
      chip={state(row)}
      figures={[
        typeof row.biomassKg === 'number' ? t('about {{kg}}', { kg: format.kg(Math.round(row.biomassKg)) }) : null,
        typeof row.lastWeightG === 'number' ? `${format.number(row.lastWeightG, row.lastWeightG < 10 ? 1 : 0)} ${t('g')}` : null,
        oxygen === null ? null : isOutOfBounds(boundsOf(String(row.speciesGroup)), 'doMgL', oxygen) ? (
          <ToneText key="do" tone="error" label={t('oxygen {{value}}', { value: `${format.fixed(oxygen, 1)} mg/L` })} />
        ) : (
          t('oxygen {{value}}', { value: `${format.fixed(oxygen, 1)} mg/L` })
        ),
      ]}
      finding={row.flags?.[0]}
    />
  )
}
