// An animal as a card: what it is and how it is, which of its products are restricted, its milk or growth, where it comes from.

import Box from '@mui/material/Box'
import { ageOn, dailyGainG } from '#domain/husbandry/formulas.ts'
import type { AnimalCard } from '#domain/husbandry/husbandry-cards.ts'
import { lastWholeDay } from '#domain/husbandry/husbandry-summary.ts'
import { daysBetween } from '#domain/kernel/day.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { eventLabel } from '#web/engine/view/event-lines.tsx'
import { RefLink } from '#web/fields/show.tsx'
import { inSentence } from '#web/format/in-sentence.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useDetailRows } from '../detail-rows.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { chartColours } from './chart-frame.tsx'
import { Curve } from './curve.tsx'
import { DayBars } from './day-bars.tsx'
import { useFormatAge } from './format-age.ts'
import { type KeyFigure, KeyFigures } from './key-figures.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { RestrictionsPanel } from './restrictions.tsx'

/** Of a past day what it says of how the animal was; who it is, is among the fields of that page. */
export function AnimalOverview({ entity, record, past }: PanelProps) {
  const { t } = useTranslation()
  const today = useFormat().today()
  const card = record.extra as AnimalCard | undefined
  if (!card) return null
  if (past)
    return (
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <RestrictionsPanel restrictions={card.restrictions} />
        <Figures record={record} card={card} today={past.day} />
        <Milk card={card} />
        <Growth card={card} />
        <EventsPanel entity={entity} record={record} past={past} title={t('What happened')} events={card.latest} />
        <EventsPanel entity={entity} record={record} past={past} title={t('Last treatments')} events={card.recentTreatments} />
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <RestrictionsPanel restrictions={card.restrictions} />
      <Figures record={record} card={card} today={today} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Milk card={card} />
          <Growth card={card} />
          {card.milk.length === 0 && card.weighings.length < 2 && card.latest.length === 0 ? (
            <NothingYet entity={entity} record={record} title={t('Nothing recorded yet')} reason={t('What happens to the animals appears here.')} />
          ) : null}
          <EventsPanel entity={entity} record={record} title={t('What happened')} events={card.latest} />
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Identity entity={entity} record={record} card={card} />
          <EventsPanel entity={entity} record={record} title={t('Last treatments')} events={card.recentTreatments} />
        </Box>
      </Box>
    </Box>
  )
}

function Figures({ record, card, today }: { record: RecordAnswer; card: AnimalCard; today: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const formatAge = useFormatAge()
  const last = lastWholeDay(card.milk, today)
  const week = card.milk.filter(({ day }) => last && day < last.day).slice(-7)
  const average = week.length >= 3 ? week.reduce((sum, { kg }) => sum + kg, 0) / week.length : null
  const heads = [record.females, record.males, record.young].map(Number).reduce((sum, one) => sum + (Number.isFinite(one) ? one : 0), 0)
  const isMilked = last !== undefined && record.lactationStatus !== 'DRY'
  const figures: KeyFigure[] =
    record.recordKind === 'GROUP'
      ? [
          { key: 'heads', label: t('Animals'), value: format.number(heads) },
          { key: 'females', label: t('Females'), value: format.number(Number(record.females ?? 0)) },
          { key: 'males', label: t('Males'), value: format.number(Number(record.males ?? 0)) },
          { key: 'young', label: t('Young'), value: format.number(Number(record.young ?? 0)) },
        ]
      : [
          { key: 'age', label: t('Age'), value: formatAge(ageOn(String(record.birthDate), today)), note: record.birthDateEstimated ? t('estimated') : '' },
          {
            key: 'milk',
            label: isMilked ? t('Milk, {{day}}', { day: inSentence(format.date(last.day), format.language) }) : t('Milk'),
            value: isMilked ? format.kg(last.kg) : null,
            ...(isMilked && average !== null ? comparison(last.kg, average, t('week before {{kg}}', { kg: format.kg(Math.round(average * 10) / 10) })) : {}),
          },
          {
            key: 'lactation',
            label: t('Lactation'),
            value: card.lactation ? String(card.lactation.parity) : null,
            ...(card.lactation && !card.lactation.endDate
              ? { note: t('{{count}} days in milk', { count: daysBetween(card.lactation.beginDate, today) }) }
              : card.lactation?.endDate
                ? { note: t('dry since {{day}}', { day: format.dateWithin(card.lactation.endDate) }) }
                : {}),
          },
          {
            key: 'yield',
            label: t('Milk of this lactation'),
            value: card.lactation?.milkKg ? format.kg(card.lactation.milkKg) : null,
            note: t('on record'),
          },
          {
            key: 'weight',
            label: t('Weight'),
            value: typeof record.lastWeightKg === 'number' ? format.kg(record.lastWeightKg) : null,
            ...gain(card, t, format),
          },
          { key: 'fleece', label: t('Last fleece'), value: typeof record.lastFleeceKg === 'number' ? format.kg(record.lastFleeceKg) : null },
        ]
  return <KeyFigures figures={figures} />
}

const comparison = (now: number, average: number, note: string): Pick<KeyFigure, 'note' | 'tone'> => ({
  note,
  tone: now <= average * 0.8 ? 'error' : 'neutral',
})

function gain(card: AnimalCard, t: ReturnType<typeof useTranslation>['t'], format: ReturnType<typeof useFormat>): Pick<KeyFigure, 'note'> {
  const [first, last] = card.weighings.slice(-2)
  const grams = first && last ? dailyGainG({ day: first.day, grams: first.kg * 1000 }, { day: last.day, grams: last.kg * 1000 }) : null
  return grams === null ? {} : { note: t('{{grams}} g a day', { grams: format.number(grams) }) }
}

function Milk({ card }: { card: AnimalCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const last = card.milk.at(-1)
  if (!last) return null
  const formatFigure = (kg: number) => format.number(kg, 1)
  return (
    <Panel title={t('Milk by day')} note={t('kg, the line is the week before')}>
      <DayBars
        days={card.milk.map(({ day, kg }) => ({ day, value: kg }))}
        label={t('Milk by day, last {{kg}}', { kg: format.kg(last.kg) })}
        formatFigure={formatFigure}
      />
    </Panel>
  )
}

function Growth({ card }: { card: AnimalCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (card.weighings.length < 2) return null
  return (
    <Panel title={t('Weight')} note="kg">
      <Curve
        hasKey={false}
        label={t('Weight')}
        lines={[{ key: 'kg', label: t('Weight'), colour: chartColours.measured, points: card.weighings.map(({ day, kg }) => ({ day, value: kg })) }]}
        formatFigure={(kg) => format.number(kg, 1)}
      />
    </Panel>
  )
}

/** Tags, breed, state and where it comes from: only what is known. */
const details = [
  'pashuAadhaar',
  'rfid',
  'euAnimalId',
  'breedId',
  'sex',
  'healthStatus',
  'reproStatus',
  'lactationStatus',
  'unitId',
  'groupIds',
  'origin',
  'claimStatus',
] as const

function Identity({ entity, record, card }: PanelProps & { card: AnimalCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const detailRows = useDetailRows(entity, record)
  const parent = (label: string, id: unknown, words: unknown): FigureRow[] =>
    typeof id === 'string' || words
      ? [{ key: label, label: t(label), value: typeof id === 'string' ? <RefLink id={id} refs={record.refs} /> : String(words), strong: false }]
      : []
  const isGroup = record.recordKind === 'GROUP'
  return (
    <Panel title={t('Who it is')}>
      <FigureRows
        rows={[
          ...detailRows(details.filter((name) => !(isGroup && name === 'sex'))),
          ...parent('Dam', record.damId, record.damText),
          ...parent('Sire', record.sireId, record.sireText),
          ...(card.young ? [{ key: 'young', label: t('Young in the herd book'), value: format.number(card.young), strong: false }] : []),
        ]}
      />
    </Panel>
  )
}

type Happened = { eventId: string; eventType: string; at: string; medicine?: string | null }

/** Treatments, and what else happened beside the milkings: each a link to what was recorded, but for what was known on a past day, which may have been taken back since. */
function EventsPanel({ entity, record, past, title, events }: PanelProps & { title: string; events: readonly Happened[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  if (events.length === 0) return null
  return (
    <Panel title={title}>
      <FigureRows
        rows={events.map(({ eventId, eventType, at, medicine }) => ({
          key: eventId,
          label: past?.isKnownThen ? (
            (medicine ?? t(eventLabel(entity, eventType)))
          ) : (
            <TextLink to="/private/farmbook/$operator/$entity/$id/event/$eventId" params={{ operator, entity: entity.name, id: record.id, eventId }}>
              {medicine ?? t(eventLabel(entity, eventType))}
            </TextLink>
          ),
          value: format.date(format.dayOf(at)),
          strong: false,
        }))}
      />
    </Panel>
  )
}
