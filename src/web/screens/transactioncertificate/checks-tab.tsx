// The seventeen checks of a transaction certificate (BR-12): what each says now, and what it looked at. What stops it stands first in the summary, so that the
// seller knows what is missing and the body what to look at.
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import type { CertificateChecks, CheckAnswer } from '#domain/chain/certificate-answer.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { searchOf } from '#web/engine/past/past-day.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { FigureRows } from '../figure-rows.tsx'
import { CheckRow, OpenCheckList, outcomes } from './check-rows.tsx'
import { PrintCertificate } from './print-certificate.tsx'

/** A part of the record's own: what changes the record asks them anew. */
function useChecks({ record, past }: Pick<PanelProps, 'record' | 'past'>) {
  const operator = useOperator()
  return useQuery<CertificateChecks, ApiProblem>({
    queryKey: [...keys.one(operator, 'transactioncertificate', record.id), 'checks', record.version, past],
    queryFn: ({ signal }) =>
      call<CertificateChecks>(entityPath(operator, 'transactioncertificate', record.id, 'checks'), {
        signal,
        query: new URLSearchParams(past && searchOf(past)),
      }),
  })
}
const countOf = ({ checks }: CertificateChecks, outcome: CheckAnswer['outcome']): number => checks.filter((one) => one.outcome === outcome).length

/** While it is drafted or decided on: what stops it and what is to be reviewed, in full; the others by their codes. Nothing for whoever does not read its checks. */
export function OpenChecks({ record }: Pick<PanelProps, 'record'>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useChecks({ record })
  if (!data) return null
  return (
    <Panel title={t('Checks')} note={t('as of {{day}}', { day: format.fullDate(data.day) })} flush>
      <OpenCheckList checks={data.checks} />
    </Panel>
  )
}

/** Before it is submitted or issued: the server refuses both while a check stops it. */
export const ChecksBefore = ({ record }: PanelProps) => (
  <Box sx={{ mb: 1.5 }}>
    <OpenChecks record={record} />
  </Box>
)

export function ChecksTab({ entity, record, past }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = useChecks({ record, ...(past && { past }) })
  if (error) return <ErrorState title={t('The checks could not be loaded')} reason={t(error)} retry={() => void refetch()} />
  if (!data)
    return (
      <Panel>
        <ListSkeleton rows={8} columns={2} />
      </Panel>
    )
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Panel
        title={t('Checks')}
        note={t('as of {{day}}', { day: format.fullDate(data.day) })}
        action={past ? <PrintCertificate entity={entity} record={record} past={past} /> : null}
      >
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {(['BLOCK', 'REVIEW', 'OK'] as const).map((outcome) => (
            <StatusChip key={outcome} tone={outcomes[outcome][1]} label={`${t(outcomes[outcome][0])}: ${format.number(countOf(data, outcome))}`} />
          ))}
        </Box>
        <FigureRows
          rows={[
            ...data.lots.flatMap(({ id, title, reservedKg, issuedKg }) =>
              reservedKg || issuedKg
                ? [{ key: id, label: title, note: issuedKg ? t('Certified') : t('Reserved'), value: format.kg(issuedKg || reservedKg) }]
                : [],
            ),
            ...(data.nextNo ? [{ key: 'next', label: t('Next number of the certification body'), value: data.nextNo }] : []),
          ]}
        />
      </Panel>
      {data.checks.length === 0 ? <Box sx={{ px: 0.5, color: 'text.secondary' }}>{t('It had not been judged by then.')}</Box> : null}
      <Panel title={t('What each check says')} flush>
        <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.checks.map((check) => (
            <CheckRow key={check.code} check={check} />
          ))}
        </Box>
      </Panel>
    </Box>
  )
}
