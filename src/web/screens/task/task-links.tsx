// The links of a task: what it is about, where it comes from, and the events and submissions that settled it (domain dictionary 6.3).
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { findEntity } from '#domain/entities.ts'
import { type EventSpec, eventSpecOf } from '#domain/kernel/entity.ts'
import { type Field, type Fields, refersToOne } from '#domain/kernel/field.ts'
import { rules } from '#domain/rules/catalogue.ts'
import type { TaskLinks } from '#domain/work/task-links.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { RefLink } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'

export function TaskLinksTab({ entity, record: task }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  // What settles it is mostly recorded elsewhere: asked for whenever the tab is opened.
  const { data, error, refetch } = useQuery<TaskLinks, ApiProblem>({
    queryKey: [...keys.one(operator, 'task', task.id), 'links', task.version],
    queryFn: ({ signal }) => call(entityPath(operator, 'task', task.id, 'links'), { signal }),
  })
  const about = Object.entries<Field>(entity.fields as Fields).flatMap(([name, field]): FigureRow[] => {
    const id = task[name]
    return refersToOne(field) && name !== 'assigneeId' && typeof id === 'string'
      ? [{ key: name, label: t(field.label), value: <RefLink id={id} refs={task.refs} /> }]
      : []
  })
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 760 }}>
      <Panel title={t('What it is about')}>
        {about.length > 0 ? <FigureRows rows={about} /> : <Typography color="textSecondary">{t('It names no record.')}</Typography>}
      </Panel>
      {error && !data ? <LoadError problem={error} title={t('The links could not be loaded')} retry={() => void refetch()} /> : null}
      {!error && !data ? <ListSkeleton rows={3} columns={2} /> : null}
      {data ? <From links={data} /> : null}
      {data ? <SettledBy links={data} /> : null}
    </Box>
  )
}

function From({ links: { from, refs } }: { links: TaskLinks }) {
  const { t } = useTranslation()
  const rule = from.ruleId !== null && Object.hasOwn(rules, from.ruleId) ? rules[from.ruleId as keyof typeof rules] : undefined
  const rows: FigureRow[] = [
    ...(from.ruleId === null ? [] : [{ key: 'rule', label: t('Rule'), value: rule ? `${from.ruleId}: ${t(rule.title)}` : from.ruleId, strong: false }]),
    ...from.records.map(({ entity, id }) => ({
      key: id,
      label: entity === 'task' ? t('The task before it') : t(findEntity(entity)?.label ?? entity),
      value: <RefLink id={id} refs={refs} />,
    })),
    ...(from.ruleId === null && from.createdBy ? [{ key: 'by', label: t('Given by'), value: <RefLink id={from.createdBy} refs={refs} /> }] : []),
  ]
  return (
    <Panel title={t('Where it comes from')}>
      {rows.length > 0 ? <FigureRows rows={rows} /> : <Typography color="textSecondary">{t('The product has made it.')}</Typography>}
    </Panel>
  )
}

function SettledBy({ links: { settledBy, refs } }: { links: TaskLinks }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  return (
    <Panel title={t('What settled it')}>
      {settledBy.length === 0 ? <Typography color="textSecondary">{t('Nothing yet.')}</Typography> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {settledBy.map(({ eventId, entity: name, id, eventType, occurredAt, recordedBy, submissionId }) => {
          const entity = findEntity(name)
          const spec: EventSpec | undefined = entity && eventSpecOf(entity, eventType)
          return (
            <Box component="li" key={eventId} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <TextLink to="/private/farmbook/$operator/$entity/$id/event/$eventId" params={{ operator, entity: name, id, eventId }} sx={{ fontWeight: 500 }}>
                {t(spec?.label ?? eventType)}
              </TextLink>{' '}
              · <RefLink id={id} refs={refs} />
              <Typography variant="caption" color="textSecondary" component="div">
                {[format.time(occurredAt), recordedBy ? refs[recordedBy]?.title : t('by the product')].filter(Boolean).join(', ')}
              </Typography>
              {submissionId ? (
                <Typography variant="caption" component="div">
                  {t('Sent in:')} <RefLink id={submissionId} refs={refs} />
                </Typography>
              ) : null}
            </Box>
          )
        })}
      </Box>
    </Panel>
  )
}
