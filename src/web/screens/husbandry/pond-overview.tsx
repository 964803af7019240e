// A pond in summary: how many are estimated to live and what they weigh together, growth against the package of
// practices, the water against what the animals bear, and the feed.

import Box from '@mui/material/Box'
import { targetOn } from '#domain/husbandry/formulas.ts'
import type { PondCard } from '#domain/husbandry/husbandry-cards.ts'
import { isOutOfBounds, type WaterMeasure } from '#domain/husbandry/water-bounds.ts'
import { addDays, daysBetween } from '#domain/kernel/day.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { useDetailRows } from '../detail-rows.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { chartColours } from './chart-frame.tsx'
import { Curve } from './curve.tsx'
import { DayBars } from './day-bars.tsx'
import { GrowthPanel } from './growth-panel.tsx'
import { type KeyFigure, KeyFigures } from './key-figures.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { RestrictionsPanel } from './restrictions.tsx'
import { StockPlan } from './stock-plan.tsx'

const measures: Readonly<Record<WaterMeasure, { label: string; unit: string; decimals: number }>> = {
  doMgL: { label: 'Oxygen', unit: 'mg/L', decimals: 1 },
  ph: { label: 'pH', unit: '', decimals: 1 },
  temperatureC: { label: 'Temperature', unit: '°C', decimals: 1 },
  nh3MgL: { label: 'Free ammonia', unit: 'mg/L', decimals: 3 },
  tanMgL: { label: 'Total ammonia', unit: 'mg/L', decimals: 2 },
  nitriteMgL: { label: 'Nitrite', unit: 'mg/L', decimals: 2 },
  salinityPpt: { label: 'Salinity', unit: 'ppt', decimals: 1 },
}

/** Of a past day what it says of how the stock was; what it is, is among the fields of that page. */
export function PondOverview({ entity, record, past }: PanelProps) {
  const { t } = useTranslation()
  const today = useFormat().today()
  const card = record.extra as PondCard | undefined
  if (!card) return null
  if (past)
    return (
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <RestrictionsPanel restrictions={card.restrictions} />
        <Figures record={record} card={card} today={past.day} />
        <Growth card={card} record={record} />
        <Water card={card} />
        <Feed card={card} />
        <LastWater card={card} title={t('Water')} />
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <RestrictionsPanel restrictions={card.restrictions} />
      <Figures record={record} card={card} today={today} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          {card.stockedOn ? null : (
            <NothingYet entity={entity} record={record} title={t('Not stocked yet')} reason={t('Growth and biomass begin with the stocking.')} />
          )}
          <Growth card={card} record={record} />
          <Water card={card} />
          <Feed card={card} />
          <StockPlan record={record} of="aquaCropId" />
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <LastWater card={card} title={t('Water now')} />
          <Place entity={entity} record={record} card={card} />
        </Box>
      </Box>
    </Box>
  )
}

function Figures({ record, card, today }: { record: RecordAnswer; card: PondCard; today: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = card.weighings.at(-1)
  const aimed = last && card.stockedOn ? targetOn(card.targets, daysBetween(card.stockedOn, last.day), 'weightG') : null
  const areaHa = Number(record.waterAreaM2) / 10_000
  const figures: KeyFigure[] = [
    { key: 'days', label: t('In the pond'), value: card.stockedOn ? t('{{count}} days', { count: daysBetween(card.stockedOn, today) }) : null },
    {
      key: 'alive',
      label: t('Estimated alive'),
      value: card.alive === null ? null : format.number(card.alive),
      unit: t('of {{total}}', { total: format.number(card.stocked) }),
      note: card.stocked > 0 && card.alive !== null ? format.share(card.alive / card.stocked) : '',
    },
    {
      key: 'weight',
      label: t('Mean weight'),
      value: last ? format.number(last.grams, last.grams < 10 ? 1 : 0) : null,
      unit: t('g'),
      ...(aimed !== null && last
        ? { note: t('aimed at {{grams}} g', { grams: format.number(aimed) }), tone: last.grams < aimed * 0.9 ? 'error' : 'success' }
        : {}),
    },
    {
      key: 'biomass',
      label: t('Biomass'),
      value: card.biomassKg === null ? null : format.kg(Math.round(card.biomassKg)),
      ...(areaHa > 0 && card.biomassKg !== null ? { note: t('{{kg}} a hectare', { kg: format.kg(Math.round(card.biomassKg / areaHa)) }) } : {}),
    },
    { key: 'fcr', label: t('Feed conversion'), value: card.fcr === null ? null : format.fixed(card.fcr, 2), unit: t('kg/kg') },
    { key: 'growth', label: t('Growth a day'), value: card.growthPct === null ? null : format.share(card.growthPct / 100) },
    { key: 'harvest', label: t('Harvested'), value: card.harvestedKg > 0 ? format.kg(card.harvestedKg) : null },
  ]
  return <KeyFigures figures={figures} />
}

function Growth({ card, record }: { card: PondCard; record: RecordAnswer }) {
  const { stockedOn } = card
  const last = card.weighings.at(-1)
  if (!stockedOn || !last) return null
  const until = [addDays(last.day, 30), String(record.plannedHarvestDate ?? '')].sort()[0] || addDays(last.day, 30)
  const aimed = Array.from({ length: daysBetween(stockedOn, until) + 1 }, (_, at) => at).flatMap((at) => {
    const value = targetOn(card.targets, at, 'weightG')
    return value === null ? [] : [{ day: addDays(stockedOn, at), value }]
  })
  return <GrowthPanel weighings={card.weighings} aimed={aimed} />
}

/** Small drawings side by side, each with the band in which the animals do well. */
function Water({ card }: { card: PondCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const tests = card.water.slice(-30)
  if (tests.length < 2) return null
  return (
    <Panel title={t('Water')} note={t('green: what the animals bear')}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, columnGap: 2.5, rowGap: 1.5 }}>
        {(Object.keys(measures) as WaterMeasure[]).map((measure) => {
          const { label, unit, decimals } = measures[measure]
          const points = tests.flatMap((test) => (test[measure] === null ? [] : [{ day: test.day, value: test[measure] as number }]))
          const last = points.at(-1)
          if (!last || points.length < 2) return null
          return (
            <Box key={measure} sx={{ minWidth: 0 }}>
              <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: 13.5, fontWeight: 500 }}>
                {[t(label), unit].filter(Boolean).join(', ')}
              </Box>
              <Curve
                hasKey={false}
                isFromZero={measure === 'doMgL' || measure === 'nh3MgL'}
                height={116}
                band={card.bounds[measure]}
                lines={[
                  { key: measure, label: t(label), colour: isOutOfBounds(card.bounds, measure, last.value) ? chartColours.bad : chartColours.water, points },
                ]}
                label={`${t(label)}: ${format.quantity(last.value, unit, decimals)}`}
                formatFigure={(value) => format.number(value, measure === 'nh3MgL' ? 2 : 1)}
              />
            </Box>
          )
        })}
      </Box>
    </Panel>
  )
}

function Feed({ card }: { card: PondCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const days = card.feedDays.slice(-60)
  if (days.length < 2) return null
  return (
    <Panel title={t('Feed')} note={t('{{kg}} so far', { kg: format.kg(Math.round(card.feedKg)) })}>
      <DayBars days={days.map(({ day, kg }) => ({ day, value: kg }))} label={t('Feed')} formatFigure={(kg) => format.number(kg, 1)} height={130} />
    </Panel>
  )
}

function LastWater({ card, title }: { card: PondCard; title: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = card.water.at(-1)
  if (!last) return null
  return (
    <Panel title={title} note={format.time(last.at)}>
      <FigureRows
        rows={(Object.keys(measures) as WaterMeasure[]).flatMap((measure) => {
          const value = last[measure]
          if (value === null) return []
          const { label, unit, decimals } = measures[measure]
          const { least, most } = card.bounds[measure]
          const isBad = isOutOfBounds(card.bounds, measure, value)
          const bound = [
            least === null ? '' : t('at least {{least}}', { least: format.number(least, 2) }),
            most === null ? '' : t('at most {{most}}', { most: format.number(most, 2) }),
          ]
          return [
            {
              key: measure,
              label: t(label),
              note: bound.filter(Boolean).join(', '),
              value: isBad ? <ToneText tone="error" label={format.quantity(value, unit, decimals)} /> : format.quantity(value, unit, decimals),
            },
          ]
        })}
      />
    </Panel>
  )
}

function Place({ entity, record, card }: PanelProps & { card: PondCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const detailRows = useDetailRows(entity, record)
  const species = (record.species ?? []) as { scientificName: string; share: number }[]
  return (
    <Panel title={t('The stock')}>
      <FigureRows
        rows={[
          ...species.map(({ scientificName, share }) => ({
            key: scientificName,
            label: <i>{scientificName}</i>,
            value: format.wholeShare(share),
            strong: false,
          })),
          ...detailRows(['unitId', 'farmerId', 'waterAreaM2']),
          ...(card.stockedOn ? [{ key: 'stocked', label: t('Stocked on'), value: format.date(card.stockedOn), strong: false }] : []),
          ...detailRows(['plannedHarvestDate', 'popId']),
        ]}
      />
    </Panel>
  )
}
