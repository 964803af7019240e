// Tabs of a certification body: what it is accredited for and until when, the scope certificates that it has issued, the transaction certificates that wait with it, and
// who audits for it. Each record leads to its page.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { entityOf } from '#domain/entities.ts'
import type { Field, Tone } from '#domain/kernel/field.ts'
import type { BodyAuditors } from '#domain/people/body-auditors-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { RefLink, ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { noticeDays } from '../due.tsx'
import { line } from '../record-line.ts'
import { Line, Lines, Records } from '../record-list.tsx'

type Accreditation = { schemeId: string; from: string; to?: string | null }

export function AccreditationTab({ record: body }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const all = (body.schemes as Accreditation[] | null) ?? []
  const validityOf = ({ from, to }: Accreditation): { tone: Tone; words: string } => {
    const today = format.today()
    if (from > today) return { tone: 'neutral', words: t('not yet') }
    if (!to) return { tone: 'success', words: t('running') }
    const days = format.daysFromToday(to)
    if (days < 0) return { tone: 'error', words: t('ended') }
    return days <= noticeDays ? { tone: 'pending', words: t('ends in {{count}} days', { count: days }) } : { tone: 'success', words: t('running') }
  }
  return (
    <Panel title={t('Accredited for')} note={t('A certificate of a scheme can be issued only while the accreditation for it runs.')} flush>
      {all.length === 0 ? (
        <Typography sx={{ p: 2 }} color="textSecondary">
          {t('No scheme entered yet.')}
        </Typography>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {all.map((one) => {
          const { tone, words } = validityOf(one)
          return (
            <Box component="li" key={`${one.schemeId}:${one.from}`} sx={line}>
              <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
                <RefLink id={one.schemeId} refs={body.refs} />
                <Typography variant="caption" component="div" color="textSecondary">
                  {one.to
                    ? t('{{from}} to {{to}}', { from: format.fullDate(one.from), to: format.fullDate(one.to) })
                    : t('since {{date}}', { date: format.fullDate(one.from) })}
                </Typography>
              </Box>
              <StatusChip tone={tone} label={words} />
            </Box>
          )
        })}
      </Box>
    </Panel>
  )
}

export function CertificatesTab({ record: body }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Records
      entity="scopecertificate"
      filters={{ certificationBodyId: [body.id] }}
      sort="-validTo"
      state="validity"
      empty={t('No scope certificate yet.')}
      words={({ collectiveId, processorId, schemeId, validFrom, validTo }, refs) => [
        refs?.[String(collectiveId ?? processorId)]?.title,
        refs?.[String(schemeId)]?.title,
        t('{{from}} to {{to}}', { from: format.fullDate(String(validFrom)), to: format.fullDate(String(validTo)) }),
      ]}
    />
  )
}

/** Submitted or under review, what waits longest first. */
export function InboxTab({ record: body }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Records
      entity="transactioncertificate"
      filters={{ certificationBodyId: [body.id], status: ['SUBMITTED', 'UNDER_REVIEW'] }}
      sort="submittedAt"
      state="status"
      empty={t('No certificate waits for this body.')}
      words={({ collectiveId, processorId, buyerId, submittedAt }, refs) => [
        refs?.[String(collectiveId ?? processorId)]?.title,
        refs?.[String(buyerId)]?.title,
        typeof submittedAt === 'string' ? t('submitted on {{date}}', { date: format.fullDate(format.dayOf(submittedAt)) }) : null,
      ]}
    />
  )
}

export function AuditorsTab({ record: body }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data, error, refetch } = useQuery<BodyAuditors, ApiProblem>({
    queryKey: [...keys.one(operator, 'certificationbody', body.id), 'auditors'],
    queryFn: ({ signal }) => call(entityPath(operator, 'certificationbody', body.id, 'auditors'), { signal }),
  })
  if (error) return <LoadError problem={error} title={t('The list could not be loaded')} retry={() => void refetch()} />
  const items = data?.items ?? []
  return (
    <Panel title={t('Auditors')} note={data?.isMore ? t('Only the first {{number}} are shown.', { number: format.number(items.length) }) : ''} flush>
      {data ? null : <ListSkeleton rows={4} columns={2} />}
      {data && items.length === 0 ? (
        <EmptyState title={t('No auditors yet')} reason={t('People are listed here whose role as an auditor names this body.')} />
      ) : null}
      <Lines label={t('Auditors')}>
        {items.map((one) => (
          <Line key={one.id} entity="user" one={one} words={[one.code]}>
            <ShowValue field={fieldOf(entityOf('user'), 'status') as Field} value={one.status} />
          </Line>
        ))}
      </Lines>
    </Panel>
  )
}
