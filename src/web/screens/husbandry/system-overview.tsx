// A production system in summary: what lives in it, its milk, how full its units are, and the ways to record what
// happened to the herd or to one animal or pond.

import Box from '@mui/material/Box'
import { entityOf } from '#domain/entities.ts'
import { housingunit } from '#domain/husbandry/housingunit.ts'
import type { SystemCard } from '#domain/husbandry/husbandry-cards.ts'
import { lastWholeDay } from '#domain/husbandry/husbandry-summary.ts'
import type { State } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { type PastDay, searchOf } from '#web/engine/past/past-day.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { Related } from '#web/engine/view/related.tsx'
import { inSentence } from '#web/format/in-sentence.ts'
import { useFormat } from '#web/format/use-format.ts'
import { ChevronRightOutlined as ArrowIcon } from '#web/icons/chevron-right-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours } from '#web/theme/tokens.ts'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useDetailRows } from '../detail-rows.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { chartColours } from './chart-frame.tsx'
import { DayBars } from './day-bars.tsx'
import { KeyFigures } from './key-figures.tsx'

/** Pages on which something is recorded of the herd, by what lives there. */
const recordings: Readonly<Record<string, { species: string; label: string }>> = {
  cow: { species: 'cow', label: 'Record on a cow' },
  goat: { species: 'goats', label: 'Record on a goat' },
  sheep: { species: 'sheep', label: 'Record on a sheep' },
  aquacrop: { species: 'aquaculture', label: 'Record on a pond' },
}
const milkStates = ['ACTIVE', 'PAUSED']

/** Of a past day what it says of how the herd was; what the system is, is among the fields of that page. */
export function SystemOverview({ entity, record, past }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const card = record.extra as SystemCard | undefined
  if (!card) return null
  const milk = lastWholeDay(card.milk, past?.day ?? format.today())
  const figures = [
    ...card.headcount.map(({ entity: name, records, heads }) => ({
      key: name,
      label: t(entityOf(name).plural),
      value: format.number(name === 'poultrybatch' || name === 'aquacrop' ? records : (heads ?? records)),
      note: (name === 'poultrybatch' || name === 'aquacrop') && heads ? t('{{number}} living', { number: format.number(heads) }) : '',
    })),
    ...(milk ? [{ key: 'milk', label: t('Milk, {{day}}', { day: inSentence(format.date(milk.day), format.language) }), value: format.kg(milk.kg) }] : []),
  ]
  const milkPanel = milk ? (
    <Panel title={t('Milk by day')} note={t('kg, the line is the week before')}>
      <DayBars
        days={card.milk.map(({ day, kg }) => ({ day, value: kg }))}
        label={t('Milk by day, last {{kg}}', { kg: format.kg(milk.kg) })}
        formatFigure={(kg) => format.number(kg, 1)}
      />
    </Panel>
  ) : null
  if (past)
    return (
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <KeyFigures figures={figures} />
        {milkPanel}
        <Units card={card} past={past} />
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <KeyFigures figures={figures} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Recordings record={record} card={card} />
          {milkPanel}
          <Units card={card} />
          <LatestEvents entity={entity} record={record} />
        </Box>
        <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Place entity={entity} record={record} />
          <Related entity={entity} id={record.id} />
        </Box>
      </Box>
    </Box>
  )
}

function Units({ card, past }: { card: SystemCard; past?: PastDay }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const types = housingunit.fields.unitType.choices ?? []
  const states = housingunit.states as Record<string, State>
  if (card.units.length === 0) return null
  return (
    <Panel title={t('Units')} note={t('heads of the room there is')} flush>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {card.units.map(({ id, title, unitType, status, heads, capacityHead }) => {
          const state = states[status]
          const isOver = capacityHead !== null && heads > capacityHead
          return (
            <Box component="li" key={id} sx={{ px: 2, py: 1.25, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
              <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1, rowGap: 0.25 }}>
                <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'housingunit', id }} search={past ? searchOf(past) : {}}>
                  {title}
                </TextLink>
                <Box component="span" sx={{ fontSize: 12.5, color: 'text.secondary' }}>
                  {t(types.find(({ value }) => value === unitType)?.label ?? unitType)}
                </Box>
                {state && status !== 'IN_USE' ? <StatusChip tone={state.tone} label={t(state.label)} /> : null}
                {unitType === 'BULK_TANK' ? null : (
                  <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
                    <b>{format.number(heads)}</b>
                    {capacityHead === null ? '' : ` / ${format.number(capacityHead)}`}
                  </Box>
                )}
              </Box>
              {capacityHead === null ? null : (
                <Box aria-hidden sx={{ mt: 0.75, height: 6, borderRadius: 3, bgcolor: gaugeColours.track, overflow: 'hidden' }}>
                  <Box
                    sx={{ height: '100%', width: `${Math.min(1, heads / capacityHead) * 100}%`, bgcolor: isOver ? chartColours.bad : gaugeColours.delivered }}
                  />
                </Box>
              )}
            </Box>
          )
        })}
      </Box>
    </Panel>
  )
}

function Recordings({ record, card }: { record: RecordAnswer; card: SystemCard }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const ways = card.headcount.flatMap(({ entity }) => (recordings[entity] ? [recordings[entity]] : []))
  const isDairy = (record.milkSpecies as string[] | null)?.length && milkStates.includes(record.status)
  if (ways.length === 0 && !isDairy) return null
  const link = (species: string, label: string) => (
    <LinkButton
      key={species}
      fullWidth
      variant="outlined"
      color="inherit"
      endIcon={<ArrowIcon />}
      to="/private/farmbook/$operator/productionsystem/$id/$species/create-event"
      params={{ operator, id: record.id, species }}
      sx={{ justifyContent: 'space-between' }}
    >
      {t(label)}
    </LinkButton>
  )
  return (
    <Panel title={t('Record')}>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(220px, 1fr))' } }}>
        {isDairy ? link('dairy', 'Milk, tank and collection') : null}
        {ways.map(({ species, label }) => link(species, label))}
      </Box>
    </Panel>
  )
}

const details = [
  'systemType',
  'landParcelId',
  'farmerId',
  'village',
  'managementType',
  'milkSpecies',
  'waterSource',
  'claimStatus',
  'startDate',
  'vetName',
  'vetPhone',
] as const

function Place({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const detailRows = useDetailRows(entity, record)
  return (
    <Panel title={t('What it is')}>
      <FigureRows rows={detailRows(details)} />
    </Panel>
  )
}
