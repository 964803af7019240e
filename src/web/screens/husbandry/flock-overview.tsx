// A flock in summary: how many live of those placed, deaths against what is usual, eggs or growth against the package of
// practices, what it ate. The curves follow from the days' records.

import Box from '@mui/material/Box'
import { aliveAtDawn } from '#domain/husbandry/flock-projection.ts'
import { targetOn } from '#domain/husbandry/formulas.ts'
import type { FlockCard, TargetPoint } from '#domain/husbandry/husbandry-cards.ts'
import { addDays, daysBetween } from '#domain/kernel/day.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { inSentence } from '#web/format/in-sentence.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useDetailRows } from '../detail-rows.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { chartColours } from './chart-frame.tsx'
import { Curve, type Line } from './curve.tsx'
import { DayBars, type DayValue } from './day-bars.tsx'
import { GrowthPanel } from './growth-panel.tsx'
import { type KeyFigure, KeyFigures } from './key-figures.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { RestrictionsPanel } from './restrictions.tsx'
import { StockPlan } from './stock-plan.tsx'

/** Of a past day what it says of how the flock was; what it is, is among the fields of that page. */
export function FlockOverview({ entity, record, past }: PanelProps) {
  const { t } = useTranslation()
  const today = useFormat().today()
  const card = record.extra as FlockCard | undefined
  if (!card) return null
  if (past)
    return (
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <RestrictionsPanel restrictions={card.restrictions} />
        <Figures record={record} card={card} today={past.day} />
        <Eggs card={card} record={record} />
        <Growth card={card} record={record} />
        <Deaths card={card} record={record} />
        <FeedAndWater card={card} />
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <RestrictionsPanel restrictions={card.restrictions} />
      <Figures record={record} card={card} today={today} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          {card.placedOn ? null : (
            <NothingYet entity={entity} record={record} title={t('Not placed yet')} reason={t('The balance of living birds begins with the placement.')} />
          )}
          <Eggs card={card} record={record} />
          <Growth card={card} record={record} />
          <Deaths card={card} record={record} />
          <StockPlan record={record} of="poultryBatchId" />
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Place entity={entity} record={record} card={card} />
          <FeedAndWater card={card} />
        </Box>
      </Box>
    </Box>
  )
}

/** The day of life of a plain day: packages of practices count from hatching. */
const ageOf = (record: RecordAnswer, day: string): number => daysBetween(String(record.hatchDate), day)
const aimedAt = (record: RecordAnswer, targets: readonly TargetPoint[], name: 'weightG' | 'mortalityPct' | 'hdepPct', from: string, to: string): DayValue[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) + 1 }, (_, at) => addDays(from, at)).flatMap((day) => {
    const value = targetOn(targets, ageOf(record, day), name)
    return value === null ? [] : [{ day, value }]
  })

function Figures({ record, card, today }: { record: RecordAnswer; card: FlockCard; today: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const age = ageOf(record, today)
  const loss = typeof record.mortalityShare === 'number' ? record.mortalityShare : null
  const targetLoss = targetOn(card.targets, age, 'mortalityPct')
  const targetLaying = targetOn(card.targets, age, 'hdepPct')
  const last = card.weighings.at(-1)
  const targetWeight = last ? targetOn(card.targets, ageOf(record, last.day), 'weightG') : null
  const against = (words: string, isBad: boolean): Pick<KeyFigure, 'note' | 'tone'> => ({ note: words, tone: isBad ? 'error' : 'success' })
  const figures: KeyFigure[] = [
    {
      key: 'alive',
      label: t('Birds alive'),
      value: card.placedOn ? format.number(Number(record.aliveCount ?? 0)) : null,
      unit: t('of {{total}}', { total: format.number(card.placed) }),
    },
    { key: 'age', label: t('Age'), value: age > 140 ? t('{{count}} weeks', { count: Math.floor(age / 7) }) : t('{{count}} days', { count: Math.max(0, age) }) },
    {
      key: 'loss',
      label: t('Died so far'),
      value: loss === null ? null : format.share(loss),
      ...(loss !== null && targetLoss !== null ? against(t('usual {{share}}', { share: format.share(targetLoss / 100) }), loss > targetLoss / 100) : {}),
    },
    {
      key: 'laying',
      label: t('Laying rate, 7 days'),
      value: card.layingShare === null ? null : format.share(card.layingShare),
      ...(card.layingShare !== null && targetLaying !== null
        ? against(t('aimed at {{share}}', { share: format.share(targetLaying / 100) }), card.layingShare < targetLaying / 100 - 0.02)
        : {}),
    },
    {
      key: 'weight',
      label: t('Mean weight'),
      value: last && card.layingShare === null ? format.number(last.grams) : null,
      unit: t('g'),
      ...(last && targetWeight !== null ? against(t('aimed at {{grams}} g', { grams: format.number(targetWeight) }), last.grams < targetWeight * 0.93) : {}),
    },
    { key: 'fcr', label: t('Feed conversion'), value: card.layingShare === null && card.fcr !== null ? format.fixed(card.fcr, 2) : null, unit: t('kg/kg') },
  ]
  return <KeyFigures figures={figures} />
}

function Eggs({ card, record }: { card: FlockCard; record: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const days = card.days.filter(({ eggs }) => eggs !== null).slice(-60)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const share = (one: (typeof days)[number]) => (aliveAtDawn(one) > 0 ? (one.eggs ?? 0) / aliveAtDawn(one) : 0)
  const good = last.eggs ? (last.goodEggs ?? 0) / last.eggs : null
  return (
    <Panel
      title={t('Laying rate')}
      note={[
        t('{{day}}: {{count}} eggs', { count: last.eggs ?? 0, day: format.date(last.day) }),
        good === null ? '' : t('{{share}} of them good', { share: format.share(good) }),
      ]
        .filter(Boolean)
        .join(', ')}
    >
      <DayBars
        days={days.map((one) => ({ day: one.day, value: share(one) }))}
        most={1}
        targets={aimedAt(record, card.targets, 'hdepPct', first.day, last.day).map(({ day, value }) => ({ day, value: value / 100 }))}
        label={t('Laying rate, last {{share}}', { share: format.share(share(last)) })}
        formatFigure={(value) => format.wholeShare(value)}
      />
    </Panel>
  )
}

function Growth({ card, record }: { card: FlockCard; record: RecordAnswer }) {
  const [first, last] = [card.weighings[0], card.weighings.at(-1)]
  if (!first || !last) return null
  return <GrowthPanel weighings={card.weighings} aimed={aimedAt(record, card.targets, 'weightG', first.day, addDays(last.day, 7))} />
}

function Deaths({ card, record }: { card: FlockCard; record: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [first, last] = [card.days[0], card.days.at(-1)]
  if (!first || !last || card.placed === 0 || first === last) return null
  let gone = 0
  const points = card.days.map(({ day, dead, culled }) => {
    gone += dead + culled
    return { day, value: (gone / card.placed) * 100 }
  })
  const worst = card.days.reduce((most, one) => (one.dead > most.dead ? one : most), first)
  const lines: Line[] = [
    { key: 'dead', label: t('Died so far'), colour: chartColours.bad, points },
    { key: 'usual', label: t('Usual'), colour: chartColours.aimed, isTarget: true, points: aimedAt(record, card.targets, 'mortalityPct', first.day, last.day) },
  ]
  return (
    <Panel
      title={t('Deaths')}
      note={
        worst.dead > 0
          ? t('most in a day: {{number}}, {{day}}', { day: inSentence(format.date(worst.day), format.language), number: format.number(worst.dead) })
          : ''
      }
    >
      <Curve
        lines={lines}
        label={t('Died so far, {{share}}', { share: format.share(gone / card.placed) })}
        formatFigure={(value) => format.share(value / 100)}
        height={160}
      />
    </Panel>
  )
}

function Place({ entity, record, card }: PanelProps & { card: FlockCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const detailRows = useDetailRows(entity, record)
  return (
    <Panel title={t('The flock')}>
      <FigureRows
        rows={[
          ...detailRows(['birdType', 'strainId', 'unitId', 'farmerId']),
          ...(card.placedOn ? [{ key: 'placed', label: t('Placed on'), value: format.date(card.placedOn), strong: false }] : []),
          ...detailRows(['popId']),
        ]}
      />
    </Panel>
  )
}

function FeedAndWater({ card }: { card: FlockCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = card.days.findLast(({ feedKg }) => feedKg !== null)
  if (!last || last.feedKg === null || last.alive <= 0) return null
  const total = card.days.reduce((sum, { feedKg }) => sum + (feedKg ?? 0), 0)
  return (
    <Panel title={t('Feed and water')} note={format.date(last.day)}>
      <FigureRows
        rows={[
          {
            key: 'feed',
            label: t('Feed'),
            note: t('{{grams}} g a bird', { grams: format.number((last.feedKg * 1000) / last.alive, 1) }),
            value: format.kg(last.feedKg),
          },
          ...(last.waterL === null
            ? []
            : [
                {
                  key: 'water',
                  label: t('Water'),
                  note: t('{{ratio}} L for a kg of feed', { ratio: format.number(last.waterL / last.feedKg, 1) }),
                  value: `${format.number(last.waterL)} ${t('L')}`,
                },
              ]),
          { key: 'total', label: t('Feed so far'), value: format.kg(Math.round(total)) },
        ]}
      />
    </Panel>
  )
}
