// A planned event on one page: its days against today, what is to be done and shown for it, what it is planned for, and what came of it.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { EventSpec } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { Bound, Outside } from '#domain/kernel/step-bounds.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { Related } from '#web/engine/view/related.tsx'
import { RefLink, ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useDetailRows } from '../detail-rows.tsx'
import { useDue } from '../due.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { HeadFacts } from '../head-facts.tsx'
import { boundLine, outsideWords } from '../pop/bound-words.ts'
import { DaysBar } from './days-bar.tsx'
import { subjectOf } from './planned-for.ts'

export function PlanEventOverview({ entity, record }: PanelProps) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Days entity={entity} record={record} />
        <Work entity={entity} record={record} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <PlannedFor entity={entity} record={record} />
        <Related entity={entity} id={record.id} />
        <LatestEvents entity={entity} record={record} />
        <RecordFacts record={record} />
      </Box>
    </Box>
  )
}

type PartProps = Pick<PanelProps, 'entity' | 'record'>

const dayOf = (record: RecordAnswer, name: string): string | null => (typeof record[name] === 'string' ? (record[name] as string) : null)

/** When it is to be done, and what came of it. */
function Days({ entity, record }: PartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [due, from, to, doneOn] = [dayOf(record, 'due'), dayOf(record, 'windowStart'), dayOf(record, 'windowEnd'), dayOf(record, 'doneOn')]
  const late = useDue(to ?? due ?? '', record.status)
  const facts: [string, React.ReactNode][] = [
    [
      t('Due on'),
      <Box key="due" component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {due ? format.longDay(due) : '–'}
        {late ? <StatusChip label={late.words} tone={late.tone} /> : null}
      </Box>,
    ],
    [t('In its days'), from && to ? `${format.date(from)} – ${format.date(to)}` : '–'],
    doneOn ? [t('Done on'), <DoneOn key="done" entity={entity} record={record} day={doneOn} />] : [t('Must be done'), record.mandatory ? t('Yes') : t('No')],
  ]
  return (
    <Panel>
      <HeadFacts facts={facts} columns="1.6fr 1fr 1fr" leading={0} />
      {due && from && to ? <DaysBar from={from} to={to} due={due} doneOn={doneOn} today={format.today()} /> : null}
    </Panel>
  )
}

/** The day, leading to the event that did it. */
function DoneOn({ entity, record, day }: PartProps & { day: string }) {
  const format = useFormat()
  const operator = useOperator()
  const subject = subjectOf(entity, record)
  const eventId = dayOf(record, 'fulfilledByEventId')
  if (!subject || !eventId) return <>{format.date(day)}</>
  return (
    <TextLink to="/private/farmbook/$operator/$entity/$id/event/$eventId" params={{ operator, entity: subject.entity.name, id: subject.id, eventId }}>
      {format.date(day)}
    </TextLink>
  )
}

/** What is to be done, with what, and what has to be shown for it. */
function Work({ entity, record }: PartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const detail = useDetailRows(entity, record)
  const subject = subjectOf(entity, record)
  const type = String(record.eventType)
  const label = (subject?.entity.events as Record<string, EventSpec> | undefined)?.[type]?.label
  const missing = new Set((record.evidenceMissing as string[] | null) ?? [])
  const outside = (record.outside ?? []) as Outside[]
  const of = { entity: subject?.entity.name ?? '', eventType: type }
  const evidence = (record.evidence as string[] | null) ?? []
  const choices = (entity.fields.evidence as Field).choices ?? []
  const rows: FigureRow[] = [
    { key: 'eventType', label: t('Event'), value: label ? t(label) : type, strong: false },
    ...(Number(record.occurrenceNo) > 1
      ? [{ key: 'occurrenceNo', label: t('Occurrence'), value: format.number(Number(record.occurrenceNo)), strong: false }]
      : []),
    ...(typeof record.plannedQty === 'number'
      ? [{ key: 'plannedQty', label: t('Planned quantity'), value: [format.number(record.plannedQty), record.unit].filter(Boolean).join(' '), strong: false }]
      : []),
    ...((record.bounds ?? []) as Bound[]).map((bound) => ({ key: bound.figure, ...boundLine(bound, of, { t, format }), strong: false })),
    ...detail(['itemId', 'leftOutBecause', 'popId', 'poultryPopId', 'aquaPopId']),
    { key: 'weight', label: t('Weight in the score'), value: format.number(Number(record.weight)), strong: false },
  ]
  return (
    <Panel title={t('What to do')}>
      {typeof record.instruction === 'string' && record.instruction ? (
        <Typography sx={{ fontSize: 17, whiteSpace: 'pre-line', maxWidth: 680, overflowWrap: 'anywhere', mb: 1.5 }}>{record.instruction}</Typography>
      ) : null}
      {Array.isArray(record.audio) && record.audio.length > 0 ? (
        <Box sx={{ mb: 1.5 }}>
          <ShowValue field={entity.fields.audio as Field} value={record.audio} />
        </Box>
      ) : null}
      {evidence.length > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
          <Typography variant="caption" color="textSecondary">
            {t('Evidence')}
          </Typography>
          {evidence.map((kind) => (
            <StatusChip
              key={kind}
              label={t(choices.find(({ value }) => value === kind)?.label ?? kind)}
              tone={missing.has(kind) ? 'error' : typeof record.doneOn === 'string' ? 'success' : 'neutral'}
            />
          ))}
        </Box>
      ) : null}
      {missing.size > 0 ? (
        <Typography role="note" sx={{ color: 'tone.error.ink', mb: 1.5 }}>
          {t('Recorded without: {{what}}', {
            what: format.list([...missing].map((kind) => t(choices.find(({ value }) => value === kind)?.label ?? kind))),
          })}
        </Typography>
      ) : null}
      {outside.length > 0 ? (
        <Box role="note" sx={{ color: 'tone.error.ink', mb: 1.5 }}>
          <Typography>{t('Done in part: recorded outside what the package asks.')}</Typography>
          {outside.map((one) => (
            <Typography key={one.figure}>{outsideWords(one, of, { t, format })}</Typography>
          ))}
        </Box>
      ) : null}
      <FigureRows rows={rows} />
    </Panel>
  )
}

function PlannedFor({ entity, record }: PartProps) {
  const { t } = useTranslation()
  const rows: FigureRow[] = ['cropId', 'croppingSystemId', 'poultryBatchId', 'aquaCropId', 'farmerId'].flatMap((name) => {
    const id = record[name]
    const { label } = entity.fields[name] as Field
    return typeof id === 'string' ? [{ key: name, label: t(label), value: <RefLink id={id} refs={record.refs} />, strong: false }] : []
  })
  const village = typeof record.village === 'string' && record.village ? [{ key: 'village', label: t('Village'), value: record.village, strong: false }] : []
  return (
    <Panel title={t('Planned for')}>
      <FigureRows rows={[...rows, ...village]} />
    </Panel>
  )
}
