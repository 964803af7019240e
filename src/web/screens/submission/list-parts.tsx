// What a list of submissions shows beside their own fields: who sent each, from which village its farmer is, and how old it is. The villages of a page of rows are
// one question.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { can } from '#domain/access.ts'
import { submission } from '#domain/work/submission.ts'
import { waitingStates } from '#domain/work/waiting.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, pageSize } from '#web/api/queries.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { Nothing, ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { submissionTitle } from './title.ts'

type Farmers = { items: readonly { id: string; village: string | null }[] }
const Villages = createContext<ReadonlyMap<string, string>>(new Map())
const waits: ReadonlySet<string> = new Set(waitingStates)

/** Whom it is about: named by its form, or its record itself. */
function farmerOf({ farmerId, targetType, targetId }: RecordAnswer): string | undefined {
  const id = farmerId ?? (targetType === 'farmer' ? targetId : null)
  return typeof id === 'string' ? id : undefined
}

export function VillagesFrame({ rows, children }: { rows: readonly RecordAnswer[]; children: ReactNode }) {
  const operator = useOperator()
  const user = useUser()
  const pages = Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, page) => [
    ...new Set(rows.slice(page * pageSize, (page + 1) * pageSize).flatMap((row) => farmerOf(row) ?? [])),
  ])
  const value = useQueries({
    queries: pages.map((ids) => ({
      queryKey: [...keys.entity(operator, 'farmer'), 'villages', ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<Farmers>(entityPath(operator, 'farmer'), {
          signal,
          query: new URLSearchParams({ 'filter[id]': ids.join(','), fields: 'village', limit: String(pageSize) }),
        }),
      enabled: ids.length > 0 && can(user, 'farmer', 'L'),
    })),
    combine: gather,
  })
  return <Villages value={value}>{children}</Villages>
}
const gather = (results: readonly { data: Farmers | undefined }[]): ReadonlyMap<string, string> =>
  new Map(results.flatMap(({ data }) => data?.items ?? []).flatMap(({ id, village }) => (village ? [[id, village] as const] : [])))

const useVillage = (row: RecordAnswer): string | undefined => useContext(Villages).get(farmerOf(row) ?? '')
const senderOf = ({ row, refs }: RowProps): string | undefined => refs?.[String(row.createdBy)]?.title

export function VillageCell({ row }: RowProps) {
  return useVillage(row) ?? <Nothing />
}
export function SenderCell(props: RowProps) {
  return senderOf(props) ?? <Nothing />
}

/** Whole days since it came in; of what waits for somebody longer than the two days in which it is to be looked at, so that it is seen. */
export function AgeCell({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (typeof row.receivedAt !== 'string') return <Nothing />
  const days = Math.max(0, -format.daysFromToday(format.dayOf(row.receivedAt)))
  const words = days === 0 ? t('Today') : t('{{count}} days', { count: days })
  return waits.has(row.status) && days > 2 ? <ToneText tone="pending" label={words} /> : <span>{words}</span>
}

/** On a phone's list. */
export function SubmissionCard({ row, refs }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const status = fieldOf(submission, 'status')
  const about = [senderOf({ row, ...(refs ? { refs } : {}) }), useVillage(row)].filter(Boolean).join(' · ')
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Typography variant="subtitle1" component="div" sx={{ flex: 1, minWidth: 0, fontSize: 15.5, lineHeight: 1.3, overflowWrap: 'anywhere' }}>
          {submissionTitle(row, { t, format, refs })}
        </Typography>
        {status ? <ShowValue field={status} value={row.status} /> : null}
      </Box>
      <Typography variant="caption" component="div" color="textSecondary">
        {about}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mt: 0.5, fontSize: 13.5 }}>
        <AgeCell row={row} />
        {row.flags?.length ? <ToneText tone="pending" label={row.flags.map((flag) => t(flag)).join(' ')} /> : null}
      </Box>
    </>
  )
}
