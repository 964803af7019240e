// Reconciliation of certified goods (BR-12a) of a processor or an operator: per material and claim what was there, came in, was made, used, lost and sent in a period, and
// how much of it is certified and can still be. Nothing for whoever does not read the books, and where there are none.
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readsBooks } from '#domain/books-access.ts'
import type { Reconciliation as Answer } from '#domain/chain/certificate-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { claims, materials } from '#domain/kernel/terms.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { searchOf } from '#web/engine/past/past-day.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { FigureRows } from '../figure-rows.tsx'

type Flow = Answer['items'][number]
const problems: Readonly<Record<NonNullable<Flow['problem']>, string>> = {
  UNCOVERED: /* i18n */ 'Came in without a certificate',
  YIELD: /* i18n */ 'Outside the norms of the process',
  OVERSOLD: /* i18n */ 'More certified than there was',
  BOOKS: /* i18n */ 'The books do not agree',
}
const columns: readonly [label: string, of: (flow: Flow) => number][] = [
  [/* i18n */ 'At first', ({ openKg }) => openKg],
  [/* i18n */ 'Came in', ({ receivedKg }) => receivedKg],
  [/* i18n */ 'With a certificate', ({ coveredKg }) => coveredKg],
  [/* i18n */ 'Made', ({ madeKg }) => madeKg],
  [/* i18n */ 'Used', ({ usedKg }) => usedKg],
  [/* i18n */ 'Joined or split', ({ movedKg }) => movedKg],
  [/* i18n */ 'Lost or adjusted', ({ lostKg, adjustedKg }) => adjustedKg - lostKg],
  [/* i18n */ 'Sent', ({ sentKg }) => sentKg],
  [/* i18n */ 'Certified', ({ certifiedKg }) => certifiedKg],
  [/* i18n */ 'In stock', ({ closeKg }) => closeKg],
]

/** Of a company that another record names, for whoever reads its books; `id`: of it, `version`: of the record that names it. */
export const ReconciliationOfCompany = ({ id, version }: { id: string; version: number }) => (
  <Reconciliation entity={entityOf('processor')} record={{ id, version }} isElsewhere />
)

type Holder = { entity: Pick<PanelProps['entity'], 'name'>; record: { id: string; version: number }; past?: PanelProps['past'] }
/** `isElsewhere`: on the page of another record, where there is nothing for whoever does not read these books. */
export function Reconciliation({ entity, record, past, isElsewhere = false }: Holder & { isElsewhere?: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const operator = useOperator()
  const [{ from, to }, setPeriod] = useState({ from: '', to: '' })
  const isReversed = from !== '' && to !== '' && from > to
  // The server decides about this one; a page of another record has no more of it than its id.
  const mayRead = readsBooks(user, entity.name === 'processor' ? 'processor' : 'collective')
  const query = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}), ...(past && searchOf(past)) })
  const { data, error, refetch } = useQuery<Answer, ApiProblem>({
    queryKey: [...keys.one(operator, entity.name, record.id), 'reconciliation', from, to, past, ...(isElsewhere ? [record.version] : [])],
    queryFn: ({ signal }) => call<Answer>(entityPath(operator, entity.name, record.id, 'reconciliation'), { signal, query }),
    enabled: mayRead && !isReversed,
    placeholderData: (before) => before,
  })
  const items = data?.items.filter(({ claim }) => claim !== 'CONVENTIONAL') ?? []
  const isRequested = from !== '' || to !== ''
  if (!mayRead || (isElsewhere && error && [403, 404].includes(error.status)) || (!isRequested && !error && items.length === 0)) return null
  const day = (name: 'from' | 'to', label: string) => (
    <TextField
      type="date"
      size="small"
      label={label}
      value={name === 'from' ? from : to}
      error={isReversed}
      {...(isReversed && name === 'to' ? { helperText: t('The period ends before it begins.') } : {})}
      onChange={({ target }) => setPeriod((period) => ({ ...period, [name]: target.value }))}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ width: 172 }}
    />
  )
  return (
    <Panel title={t('Certified goods')} note={t('from what came in to what is certified')}>
      <Box sx={{ display: 'flex', gap: 1.25, flexWrap: 'wrap', mb: 1.5, mt: 0.5 }}>
        {day('from', t('From day'))}
        {day('to', t('Until day'))}
      </Box>
      {error ? <ErrorState title={t('The reconciliation could not be loaded')} reason={t(error)} retry={() => void refetch()} /> : null}
      {data && items.length === 0 ? <Box sx={{ color: 'text.secondary' }}>{t('Nothing certified was there in this period.')}</Box> : null}
      <Box sx={{ display: 'grid', gap: 2 }}>
        {items.map((flow) => (
          <FlowOf key={`${flow.material} ${flow.claim}`} flow={flow} />
        ))}
      </Box>
    </Panel>
  )
}

function FlowOf({ flow }: { flow: Flow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const { material, claim, sentKg, certifiedKg, closeKg, problem } = flow
  const shown = columns.map(([label, of]) => ({ label: t(label), kg: of(flow) })).filter(({ kg }) => kg !== 0)
  const parts = [
    { key: 'certified', label: t('Certified'), kg: certifiedKg, color: 'brand.ink' },
    { key: 'sent', label: t('Sent, not certified'), kg: Math.max(0, sentKg - certifiedKg), color: 'warning.main' },
    { key: 'stock', label: t('In stock'), kg: closeKg, color: 'divider' },
  ]
  const all = parts.reduce((sum, { kg }) => sum + Math.max(0, kg), 0)
  const words = parts.map(({ label, kg }) => `${label} ${format.kg(kg)}`).join(', ')
  return (
    <Box component="section" aria-label={`${t(materials[material])}, ${t(claims[claim][0])}`} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.75 }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {t(materials[material])}
        </Box>
        <StatusChip tone={claims[claim][1]} label={t(claims[claim][0])} />
        {problem ? <StatusChip tone="error" label={t(problems[problem])} /> : null}
        <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
          {t('Can still be certified')}: <b>{format.kg(Math.max(0, sentKg + closeKg - certifiedKg))}</b>
        </Box>
      </Box>
      {all > 0 ? (
        <Box
          role="img"
          aria-label={words}
          sx={{ display: 'flex', height: 14, borderRadius: 1, overflow: 'hidden', mb: 1, border: '1px solid', borderColor: 'divider' }}
        >
          {parts.map(({ key, kg, color }) => (kg > 0 ? <Box key={key} sx={{ width: `${(kg / all) * 100}%`, bgcolor: color }} /> : null))}
        </Box>
      ) : null}
      {isPhone ? (
        <FigureRows rows={shown.map(({ label, kg }) => ({ key: label, label, value: format.kg(kg) }))} />
      ) : (
        <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.75 }}>
          {shown.map(({ label, kg }) => (
            <div key={label}>
              <Box component="dt" sx={{ fontSize: 12.5, color: 'text.secondary' }}>
                {label}
              </Box>
              <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
                {format.kg(kg)}
              </Box>
            </div>
          ))}
        </Box>
      )}
    </Box>
  )
}
