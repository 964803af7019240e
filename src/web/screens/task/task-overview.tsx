// A task on one page: what is to be done, for whom, until when, its steps to tick, and the button that closes it.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { entityOf } from '#domain/entities.ts'
import { type Field, type Fields, refersToOne } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOne } from '#web/api/queries.ts'
import { requiredOf } from '#web/engine/event/required-evidence.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { LatestEvents } from '#web/engine/view/history.tsx'
import { Instruction } from '#web/engine/view/listen.tsx'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { formatValue } from '#web/fields/format-value.ts'
import { RefLink, ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type Choice, Decide } from '../decide.tsx'
import { useDue } from '../due.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { HeadFacts } from '../head-facts.tsx'
import { RecordPlanned } from '../planevent/record-planned.tsx'
import { Checklist } from './checklist.tsx'
import { TaskComments } from './task-comments.tsx'
import { CloseWithEvidence } from './task-evidence.tsx'
import { teamWords } from './team-words.ts'

const closing: readonly Choice[] = [
  { type: 'DONE', words: 'outcome', look: 'primary' },
  { type: 'STARTED', look: 'plain' },
]
/** Closed on its form, with what is required. */
const beginning: readonly Choice[] = [{ type: 'STARTED', look: 'plain' }]
const verifying: readonly Choice[] = [{ type: 'VERIFIED', words: 'comment', look: 'primary' }]

export function TaskOverview({ entity, record: task }: PanelProps) {
  const { t } = useTranslation()
  const planned = usePlanned(task)
  const isShown = requiredOf(task).length > 0 && task.may.includes('DONE')
  const choices = task.status === 'DONE' && task.fourEyes ? verifying : isShown ? beginning : closing
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <WhatAndWhen task={task} entity={entity} />
        <Checklist entity={entity} task={task} />
        {planned ? <Planned plan={planned} /> : null}
        {!planned && (isShown || choices.some(({ type }) => task.may.includes(type))) ? (
          <Panel title={t(titleOf(task.status))}>
            <Box sx={{ pt: 1, display: 'grid', gap: 1.5 }}>
              {isShown ? <CloseWithEvidence task={task} /> : null}
              <Decide
                entity={entity}
                record={task}
                choices={choices}
                label={choices === verifying ? t('Comment, if any') : t('What came of it, if anything is worth noting')}
              />
            </Box>
          </Panel>
        ) : null}
        <TaskComments entity={entity} record={task} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <About task={task} entity={entity} />
        <LatestEvents entity={entity} record={task} />
        <RecordFacts record={task} />
      </Box>
    </Box>
  )
}

/** The planned event of the task while that is not recorded; undefined: nothing stands in its way. */
function usePlanned({ type, planEventId, status }: PanelProps['record']): RecordAnswer | undefined {
  const isOfPlan = type === 'PLAN_EVENT' && typeof planEventId === 'string' && !['DONE', 'VERIFIED', 'CANCELLED'].includes(status)
  const { data } = useOne('planevent', isOfPlan ? planEventId : undefined)
  return data && !data.status.startsWith('DONE_') ? data : undefined
}

function Planned({ plan }: { plan: RecordAnswer }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('It is done when this is recorded')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between', pt: 1 }}>
        <Typography sx={{ fontWeight: 500 }}>{plan.title}</Typography>
        <RecordPlanned entity={entityOf('planevent')} record={plan} />
      </Box>
      <Instruction step={plan} />
    </Panel>
  )
}

const titleOf = (status: string): string =>
  status === 'DONE' ? /* i18n */ 'Is it done as it should be?' : status === 'BLOCKED' ? /* i18n */ 'Can it go on?' : /* i18n */ 'Is it done?'

type PartProps = { task: PanelProps['record']; entity: PanelProps['entity'] }

function WhatAndWhen({ task, entity }: PartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const day = String(task.dueDate)
  const due = useDue(day, task.status)
  const days = format.daysFromToday(day)
  const fields = entity.fields as Fields
  const facts: [string, React.ReactNode][] = [
    [
      t('Due on'),
      <Box key="due" component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {format.longDay(day)}
        {due ? <StatusChip label={due.words} tone={due.tone} /> : null}
        {!due && days > 1 && days < 60 ? <span style={{ fontWeight: 400 }}>{t('in {{count}} days', { count: days })}</span> : null}
      </Box>,
    ],
    [t('For'), typeof task.assigneeId === 'string' ? <RefLink key="who" id={task.assigneeId} refs={task.refs} /> : (teamWords(t, task.team) ?? '–')],
    [t('Kind'), <ShowValue key="kind" field={fields.type as Field} value={task.type} />],
    [t('Priority'), <ShowValue key="priority" field={fields.priority as Field} value={task.priority} />],
  ]
  return (
    <Panel>
      <HeadFacts facts={facts} columns="1.5fr 1fr 1fr 1fr" leading={0} />
      {typeof task.details === 'string' && task.details ? (
        <Typography sx={{ mt: 2, pt: 2, borderTop: '1px solid', borderColor: 'divider', whiteSpace: 'pre-line', maxWidth: 680 }}>{task.details}</Typography>
      ) : null}
    </Panel>
  )
}

/** What it concerns, and what it asks for besides. */
function About({ task, entity }: PartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const fields = entity.fields as Fields
  const links: FigureRow[] = Object.entries(fields).flatMap(([name, field]) => {
    const id = task[name]
    return refersToOne(field) && name !== 'assigneeId' && typeof id === 'string'
      ? [{ key: name, label: t(field.label), value: <RefLink id={id} refs={task.refs} /> }]
      : []
  })
  const others: FigureRow[] = ['evidence', 'recurrence', 'recurrenceInterval', 'recurrenceUntil', 'estimateHours', 'ruleId', 'location'].flatMap((name) => {
    const field = fields[name]
    const words = field ? formatValue(field, task[name], { t, format, refs: task.refs }) : ''
    return field && words ? [{ key: name, label: t(field.label), value: words, strong: false }] : []
  })
  const eyes: FigureRow[] = task.fourEyes ? [{ key: 'fourEyes', label: t('Then verified by another person'), value: t('Yes'), strong: false }] : []
  if (links.length + others.length + eyes.length === 0) return null
  return (
    <Panel title={t('What it is about')}>
      <FigureRows rows={[...links, ...others, ...eyes]} />
    </Panel>
  )
}
