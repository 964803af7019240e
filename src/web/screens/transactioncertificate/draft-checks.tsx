// The seventeen checks while a certificate is drafted, before it is saved: what is entered is judged by the server as a saved draft is, which writes nothing. Asked anew a moment
// after the last change; an answer that is out of date is given up. Each open check leads to what in the form would change it.
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { transactioncertificate } from '#domain/certification/transactioncertificate.ts'
import type { CertificateChecks, CheckAnswer } from '#domain/chain/certificate-answer.ts'
import type { Fields } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { focusField } from '#web/engine/form/focus-field.ts'
import { type FormValues, fromFormValues } from '#web/fields/form-values.ts'
import { fieldAt, formatProblem } from '#web/fields/messages.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { KilogramChain } from '../kilogram-chain.tsx'
import { OpenCheckList } from './check-rows.tsx'

const fields: Fields = transactioncertificate.fields
/** What checks look at. What names the seller of one that is there is no longer changed. */
const parties = ['collectiveId', 'processorId'] as const
const needed = ['schemeId', 'certificationBodyId', 'sellerScopeId', 'buyerId', 'shipments', 'lines'] as const
const watched = [...parties, ...needed, 'buyerScopeId', 'replacesId', 'inputCertificates', 'declared', 'documents', 'files'] as const

/** Where in the form the answer of a check is decided. */
const decidedBy: Partial<Record<CheckAnswer['code'], (typeof watched)[number]>> = {
  ...{ T01: 'sellerScopeId', T02: 'certificationBodyId', T03: 'lines', T04: 'buyerScopeId', T05: 'shipments', T06: 'lines', T07: 'lines', T08: 'lines' },
  ...{ T09: 'inputCertificates', T10: 'lines', T11: 'shipments', T12: 'declared', T13: 'lines', T15: 'shipments', T16: 'shipments', T17: 'shipments' },
}
/** So long nothing is asked after the last change. */
const pauseMs = 600

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What is asked, once the person has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

export function DraftChecks({ record }: { record: RecordAnswer | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { timezone: zone } = useContext(FormatSettings)
  const entered = useWatch({ name: [...watched] }) as unknown[]
  const typed: FormValues = Object.fromEntries(watched.map((name, place) => [name, entered[place]]))
  const chosen = Object.fromEntries(watched.flatMap((name) => (fields[name] && !(record && fields[name].fixed) ? [[name, fields[name]]] : [])))
  const body = fromFormValues(chosen, typed, zone)
  const missing = [...(!record && parties.every((name) => isEmpty(typed[name])) ? [parties[0]] : []), ...needed.filter((name) => isEmpty(body[name]))]
  const sent = usePaused(JSON.stringify(body))
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<CertificateChecks, ApiProblem>({
    queryKey: ['certificate-checks', operator, record?.id ?? null, sent],
    queryFn: ({ signal }) =>
      call<CertificateChecks>(entityPath(operator, 'certificate-checks'), {
        method: 'POST',
        body: JSON.parse(sent),
        signal,
        query: new URLSearchParams(record ? { certificateId: record.id } : {}),
      }),
    enabled: missing.length === 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isOut = isFetching || isPlaceholderData
  if (error?.code === 'FORBIDDEN') return null
  const labelOf = (name: string): string => t(fieldAt(fields, name)?.label ?? name)
  const changeOf = ({ code }: CheckAnswer): ReactNode => {
    const name = decidedBy[code]
    if (!name) return null
    return (
      <Link component="button" type="button" onClick={() => focusField(name)} sx={{ justifySelf: 'start', fontSize: 13.5, textAlign: 'left', minHeight: 24 }}>
        {t('Change: {{field}}', { field: labelOf(name) })}
      </Link>
    )
  }
  const first = error?.fields[0]
  return (
    <>
      <Panel
        title={t('Checks')}
        note={missing.length > 0 || !data || error ? undefined : isOut ? t('Judged anew…') : t('as of {{day}}', { day: format.fullDate(data.day) })}
        flush
      >
        <Box aria-live="polite" aria-busy={isOut && missing.length === 0}>
          {missing.length > 0 ? (
            <Message>{t('The checks are shown as soon as these are entered: {{fields}}.', { fields: missing.map(labelOf).join(', ') })}</Message>
          ) : first ? (
            <Message>
              {t('Not judged yet: {{reason}}', { reason: `${labelOf(first.path)}: ${formatProblem(fieldAt(fields, first.path), first, t, format)}` })}{' '}
              <Link component="button" type="button" onClick={() => focusField(first.path)}>
                {t('Go there')}
              </Link>
            </Message>
          ) : error ? (
            <ErrorState title={t('The checks could not be loaded')} reason={t(error)} retry={() => void refetch()} />
          ) : data ? (
            <OpenCheckList checks={data.checks} changeOf={changeOf} />
          ) : (
            <Box role="status" aria-label={t('Judged anew…')} sx={{ px: 2, py: 1 }}>
              {[0, 1, 2].map((line) => (
                <Skeleton key={line} height={40} />
              ))}
            </Box>
          )}
        </Box>
      </Panel>
      <DraftChain lines={(JSON.parse(sent) as { lines?: { batchId?: string | null }[] | null }).lines ?? []} version={record?.version ?? 0} />
    </>
  )
}

/** How much of the fields behind these goods is left to be certified; crops that another certificate of the group binds count. */
function DraftChain({ lines, version }: { lines: readonly { batchId?: string | null }[]; version: number }) {
  const lotIds = [...new Set(lines.flatMap(({ batchId }) => batchId || []))].sort().join(',')
  return lotIds ? (
    <Box sx={{ mt: 1.5 }}>
      <KilogramChain of={{ lotIds }} version={version} />
    </Box>
  ) : null
}

const Message = ({ children }: { children: ReactNode }) => <Box sx={{ px: 2, py: 1.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Box>
