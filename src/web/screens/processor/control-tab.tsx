// What its certification body has found at a company: its audits, and its non-conformities with how far each is. Each leads to its page.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { auditNotices, auditResults } from '#domain/kernel/audits.ts'
import { severities } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useList } from '#web/api/queries.ts'
import { createLink } from '#web/engine/list-address.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { inSentence } from '#web/format/in-sentence.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { line } from '../record-line.ts'

const shown = 100

export function ControlTab({ record }: PanelProps) {
  const user = useUser()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {can(user, 'companyaudit', 'L') ? <Audits processorId={record.id} /> : null}
      {can(user, 'nonconformity', 'L') ? <Findings processorId={record.id} /> : null}
    </Box>
  )
}

function Audits({ processorId }: { processorId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = (one: RecordAnswer) => [
    t(auditNotices[one.kind as keyof typeof auditNotices] ?? ''),
    one.nextDueOn ? t('next by {{day}}', { day: format.fullDate(String(one.nextDueOn)) }) : null,
  ]
  const chip = (one: RecordAnswer) => {
    const [label, tone] = auditResults[one.result as keyof typeof auditResults] ?? [null, 'neutral']
    const state = entityOf('companyaudit').states[one.status as 'PLANNED']
    return label ? <StatusChip tone={tone} label={t(label)} /> : <StatusChip tone={state.tone} label={t(state.label)} />
  }
  return (
    <Lines
      entity="companyaudit"
      processorId={processorId}
      sort="-plannedOn"
      title={t('Company audits')}
      none={t('No audit yet.')}
      name={(one) => format.fullDate(String(one.startedOn ?? one.plannedOn))}
      words={words}
      chip={chip}
    />
  )
}

function Findings({ processorId }: { processorId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = (one: RecordAnswer) => [
    String(one.description ?? ''),
    t(severities[one.severity as keyof typeof severities]?.[0] ?? ''),
    t('by {{day}}', { day: format.fullDate(String(one.dueOn)) }),
  ]
  return (
    <Lines
      entity="nonconformity"
      processorId={processorId}
      sort="dueOn"
      title={t('Non-conformities')}
      none={t('Nothing was found.')}
      name={(one) => one.title}
      words={words}
      chip={({ status }) => {
        const state = entityOf('nonconformity').states[status as 'OPEN']
        return <StatusChip tone={state.tone} label={t(state.label)} />
      }}
    />
  )
}

type LinesProps = {
  entity: 'companyaudit' | 'nonconformity'
  processorId: string
  sort: string
  title: string
  none: string
  name(one: RecordAnswer): string
  words(one: RecordAnswer): (string | null)[]
  chip(one: RecordAnswer): React.ReactNode
}
function Lines({ entity, processorId, sort, title, none, name, words, chip }: LinesProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const operator = useOperator()
  const list = useList(entity, { sort, filters: { processorId: [processorId] } }, { limit: shown })
  if (list.error) return <LoadError title={t('This could not be loaded.')} problem={list.error} retry={() => void list.refetch()} />
  if (list.isPending) return <ListSkeleton />
  const mayAdd = user.grants.some(({ role }) => role === 'CERTIFICATION_BODY_AUDITOR') && can(user, entity, 'C')
  const add = mayAdd ? (
    <TextLink {...createLink(operator, entity, { name: 'processorId', id: processorId })}>
      {t('New {{thing}}', { thing: inSentence(t(entityOf(entity).label), format.language) })}
    </TextLink>
  ) : undefined
  return (
    <Panel title={title} action={add} flush>
      {list.items.length === 0 ? (
        <Typography sx={{ p: 2 }} color="textSecondary">
          {none}
        </Typography>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {list.items.map((one) => (
          <Box component="li" key={one.id} sx={line}>
            <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
              <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity, id: one.id }}>
                {name(one)}
              </TextLink>
              <Typography variant="caption" component="div" color="textSecondary">
                {words(one).filter(Boolean).join(' · ')}
              </Typography>
            </Box>
            {chip(one)}
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
