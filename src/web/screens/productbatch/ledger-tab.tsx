// The lot's ledger: every movement with the balance after it, where it came from or went to.
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { findEntity } from '#domain/entities.ts'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { eventLabel } from '#web/engine/view/event-lines.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { useLedger } from './queries.ts'

const accounts: Readonly<Record<string, string>> = {
  PRODUCED: /* i18n */ 'Made',
  PURCHASED: /* i18n */ 'Bought',
  RECEIVED: /* i18n */ 'Received',
  CONSUMED: /* i18n */ 'Used',
  SHIPPED: /* i18n */ 'Sent on',
  LOSS: /* i18n */ 'Lost',
  ADJUST: /* i18n */ 'Adjusted',
  QUARANTINE: /* i18n */ 'Held back',
  RELEASE: /* i18n */ 'Released',
  TC_RESERVE: /* i18n */ 'Reserved',
  TC_ISSUE: /* i18n */ 'Issued',
  TC_RELEASE: /* i18n */ 'Reservation ended',
}

export function LedgerTab({ record: lot, past }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data, error, refetch } = useLedger(lot.id, past)
  if (error) return <LoadError problem={error} title={t('The ledger could not be loaded')} retry={() => void refetch()} />
  if (!data)
    return (
      <Panel>
        <ListSkeleton rows={6} columns={5} />
      </Panel>
    )
  if (data.items.length === 0)
    return (
      <Panel>
        <EmptyState title={t('No kilogram has moved yet')} reason={t('Purchases, heaps, runs and dispatches write here by themselves.')} />
      </Panel>
    )
  const link = (entity: string, id: string, words: string) => (
    <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity, id }}>
      {words}
    </TextLink>
  )
  const writeKg = format.massColumn(data.items.map(({ deltaKg }) => deltaKg))
  const writeBalance = format.massColumn(data.items.map(({ balanceKg }) => balanceKg))
  return (
    <Panel
      title={t('Ledger')}
      note={
        data.isCut ? t('the latest {{count}} movements', { count: data.items.length }) : t('{{count}} movements, oldest first', { count: data.items.length })
      }
      flush
    >
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small" aria-label={t('Ledger')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('When')}</TableCell>
              <TableCell>{t('Account')}</TableCell>
              <TableCell>{t('Event')}</TableCell>
              <TableCell>{t('Other lot')}</TableCell>
              <TableCell align="right">{format.massUnit}</TableCell>
              <TableCell align="right">{t('Balance')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data.items.map((line) => {
              const subject = findEntity(line.event.subjectType)
              const isTaken = line.event.status !== 'RECORDED'
              return (
                <TableRow key={line.id} sx={isTaken ? { '& td': { color: 'text.secondary' } } : {}}>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{format.time(line.at)}</TableCell>
                  <TableCell>{t(accounts[line.account] ?? line.account)}</TableCell>
                  <TableCell>
                    <TextLink
                      to="/private/farmbook/$operator/$entity/$id/event/$eventId"
                      params={{ operator, entity: line.event.subjectType, id: line.event.subjectId, eventId: line.event.id }}
                    >
                      {subject ? t(eventLabel(subject, line.event.eventType)) : line.event.eventType}
                    </TextLink>
                    {isTaken ? ` (${line.event.status === 'SUPERSEDED' ? t('corrected') : t('taken back')})` : ''}
                  </TableCell>
                  <TableCell>
                    {line.lots.slice(0, 3).map((other, index) => (
                      <span key={other.id}>
                        {index ? ', ' : ''}
                        {link('productbatch', other.id, other.title)}
                      </span>
                    ))}
                    {line.lots.length > 3 ? ` +${line.lots.length - 3}` : ''}
                  </TableCell>
                  <TableCell align="right" sx={{ fontWeight: 600, color: line.deltaKg < 0 ? 'error.main' : 'success.main' }}>
                    {line.deltaKg < 0 ? '−' : '+'}
                    {writeKg(Math.abs(line.deltaKg))}
                  </TableCell>
                  <TableCell align="right">{writeBalance(line.balanceKg)}</TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </Box>
    </Panel>
  )
}
