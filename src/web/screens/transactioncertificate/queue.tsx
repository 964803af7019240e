// What a list of transaction certificates shows of each that waits for its body: since when, and what the checks said when it was submitted. One question for every
// page of rows.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { transactioncertificate } from '#domain/certification/transactioncertificate.ts'
import type { CertificateSummaries, CertificateSummary } from '#domain/chain/certificate-answer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, pageSize } from '#web/api/queries.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { Nothing, ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ToneText } from '#web/ui/status-chip.tsx'

const Summaries = createContext<ReadonlyMap<string, CertificateSummary>>(new Map())
const waits: ReadonlySet<string> = new Set(['SUBMITTED', 'UNDER_REVIEW'])
/** Days after which a certificate under review is overdue (domain dictionary 9, TC_AGEING). */
const ageing = 14

export function QueueFrame({ rows, children }: { rows: readonly RecordAnswer[]; children: ReactNode }) {
  const operator = useOperator()
  const pages = Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, page) => rows.slice(page * pageSize, (page + 1) * pageSize))
  const value = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...keys.entity(operator, 'transactioncertificate'), 'summaries', page.map(({ id, version }) => `${id}:${version}`)],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<CertificateSummaries>(entityPath(operator, 'certificate-summaries'), {
          signal,
          query: new URLSearchParams({ ids: page.map(({ id }) => id).join(',') }),
        }),
    })),
    combine: gather,
  })
  return <Summaries value={value}>{children}</Summaries>
}
const gather = (results: readonly { data: CertificateSummaries | undefined }[]): ReadonlyMap<string, CertificateSummary> =>
  new Map(results.flatMap(({ data }) => data?.items ?? []).map((one) => [one.id, one]))

/** Days since it was submitted; null: it waits for nobody. */
function useWaiting({ status, submittedAt }: RecordAnswer): number | null {
  const format = useFormat()
  return waits.has(status) && typeof submittedAt === 'string' ? Math.max(0, -format.daysFromToday(format.dayOf(submittedAt))) : null
}

export function WaitingCell({ row }: RowProps) {
  const days = useWaiting(row)
  return days === null ? <Nothing /> : <Waiting days={days} />
}
function Waiting({ days }: { days: number }) {
  const { t } = useTranslation()
  const words = days === 0 ? t('Today') : t('{{count}} days waiting', { count: days })
  return days > ageing ? <ToneText tone="error" label={words} /> : <span>{words}</span>
}

export function ChecksCell({ row }: RowProps) {
  const summary = useContext(Summaries).get(row.id)
  return summary ? <Outcomes of={summary} /> : <Nothing />
}
function Outcomes({ of: { ok, review, block } }: { of: CertificateSummary }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.25, verticalAlign: 'middle' }}>
      {block > 0 ? <ToneText tone="error" label={t('{{count}} checks stop it', { count: block })} /> : null}
      {review > 0 ? <ToneText tone="pending" label={t('{{count}} checks to review', { count: review })} /> : null}
      {block + review === 0 ? <ToneText tone="success" label={t('{{count}} checks hold', { count: ok })} /> : null}
    </Box>
  )
}

/** On a phone's list. */
export function CertificateCard({ row, refs }: RowProps) {
  const format = useFormat()
  const days = useWaiting(row)
  const summary = useContext(Summaries).get(row.id)
  const status = fieldOf(transactioncertificate, 'status')
  const name = (id: unknown) => (typeof id === 'string' ? refs?.[id]?.title : undefined)
  const parties = [name(row.collectiveId) ?? name(row.processorId), name(row.buyerId)].filter(Boolean).join(' → ')
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Typography variant="subtitle1" component="div" sx={{ flex: 1, minWidth: 0, fontSize: 15.5, lineHeight: 1.3, overflowWrap: 'anywhere' }}>
          {row.title}
        </Typography>
        {status ? <ShowValue field={status} value={row.status} /> : null}
      </Box>
      <Typography variant="caption" component="div" color="textSecondary">
        {parties}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mt: 0.5, fontSize: 13.5, fontVariantNumeric: 'tabular-nums' }}>
        {typeof row.certifiedKg === 'number' ? <span>{format.kg(row.certifiedKg)}</span> : null}
        {days === null ? null : <Waiting days={days} />}
        {summary && days !== null ? <Outcomes of={summary} /> : null}
      </Box>
    </>
  )
}
