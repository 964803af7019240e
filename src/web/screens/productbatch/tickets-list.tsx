// Tickets with the farmer's word on each, and what can be done about it at the counter: send a code, enter it, call, dispute (BR-08).
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CodeAnswer, Ticket } from '#domain/chain/ticket-answer.ts'
import { ticketStates } from '#domain/chain/tickets.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { type PastDay, searchOf } from '#web/engine/past/past-day.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useTickets } from './queries.ts'
import { isHeard } from './ticket-picker.tsx'

type ListProps = { entity: 'productbatch' | 'farmer'; id: string; version: number; mayAsk: boolean; past?: PastDay | undefined }
/** `mayAsk`: the reader buys, and may ask farmers. `past`: those of that day, of which nothing can be done any more. */
export function TicketsList({ entity, id, version, mayAsk, past }: ListProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useTickets(entity, id, version, past)
  if (error && !data) return <LoadError problem={error} title={t('The tickets could not be loaded')} retry={() => void refetch()} />
  if (past && data?.items.length === 0) return null
  return (
    <Panel title={t('Tickets')} note={t('what was bought, and the farmer’s word on it')} flush>
      {!data ? (
        <ListSkeleton rows={4} columns={3} />
      ) : data.items.length === 0 ? (
        <EmptyState title={t('Nothing was bought yet')} reason={t('Each purchase is a ticket that the farmer confirms.')} />
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.items.map((ticket) => (
            <TicketRow key={ticket.eventId} ticket={ticket} isOfFarmer={entity === 'farmer'} mayAsk={mayAsk} past={past} />
          ))}
        </Box>
      )}
    </Panel>
  )
}

function TicketRow({ ticket, isOfFarmer, mayAsk, past }: { ticket: Ticket; isOfFarmer: boolean; mayAsk: boolean; past: PastDay | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const [word, tone] = ticketStates[ticket.state]
  const isOpen = !past && ticket.state !== 'CONFIRMED' && ticket.state !== 'IMPORTED'
  const ways = { CODE: t('by a code'), CALL: t('by a call'), PAPER: t('on paper') }
  const heard = ticket.calls.find(isHeard)
  const event = (type: string, more: Record<string, string> = {}) =>
    ({
      to: '/private/farmbook/$operator/$entity/$id/create-event',
      params: { operator, entity: 'productbatch', id: ticket.lotId },
      search: { type, purchaseEventId: ticket.eventId, ...more } as never,
    }) as const
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: '1px solid', borderColor: 'divider', display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'baseline' }}>
        <Box sx={{ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 600 }}>{isOfFarmer ? ticket.lot : ticket.farmer}</Box>
          <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
            {t('Receipt {{no}}', { no: ticket.receiptNo })}, {format.time(ticket.at)}
          </Box>
        </Box>
        <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
          <Box sx={{ fontWeight: 600 }}>{format.kg(ticket.netKg)}</Box>
          <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{format.money(ticket.amount)}</Box>
        </Box>
        <StatusChip tone={tone} label={ticket.by && ticket.state === 'CONFIRMED' ? `${t(word)}, ${ways[ticket.by]}` : t(word)} />
      </Box>
      {ticket.reason ? <Box sx={{ fontSize: 13, color: 'tone.error.ink', overflowWrap: 'anywhere' }}>{ticket.reason}</Box> : null}
      {ticket.numberChangedOn ? (
        <Box sx={{ fontSize: 13, color: 'tone.error.ink' }}>
          {t('The farmer’s number was changed on {{day}}.', { day: format.date(ticket.numberChangedOn) })}
        </Box>
      ) : null}
      {isOpen && mayAsk && !isOfFarmer ? <AskFarmer ticket={ticket} /> : null}
      {isOpen && !ticket.isBuyer ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {heard ? (
            <LinkButton size="small" variant="outlined" color="inherit" {...event('PURCHASE_ATTESTED', { callId: heard.id })}>
              {t('Attest the call')}
            </LinkButton>
          ) : null}
          {ticket.state !== 'DISPUTED' ? (
            <LinkButton size="small" color="inherit" {...event('PURCHASE_DISPUTED')}>
              {t('The farmer disputes it')}
            </LinkButton>
          ) : null}
        </Box>
      ) : null}
      {isOfFarmer ? (
        <TextLink
          to="/private/farmbook/$operator/$entity/$id"
          params={{ operator, entity: 'productbatch', id: ticket.lotId }}
          search={past ? searchOf(past) : {}}
          sx={{ fontSize: 13 }}
        >
          {t('Open lot')}
        </TextLink>
      ) : null}
    </Box>
  )
}

/** At the counter: the code goes to the farmer's telephone, and is read out. */
function AskFarmer({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [answer, setAnswer] = useState<CodeAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const path = entityPath(operator, 'productbatch', ticket.lotId, 'tickets', ticket.eventId)
  const send = async <T,>(to: string, body: unknown): Promise<T | null> => {
    setBusy(true)
    setProblem(null)
    try {
      return await call<T>(`${path}/${to}`, { method: 'POST', body })
    } catch (error) {
      setProblem((error as ApiProblem).message)
      return null
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: keys.one(operator, 'productbatch', ticket.lotId) })
    }
  }
  const words: Record<CodeAnswer['outcome'], string> = {
    CONFIRMED: t('Confirmed by the farmer'),
    WRONG: t('This is not the code. Tries left: {{left}}', { left: answer?.triesLeft ?? 0 }),
    EXPIRED: t('The code has expired. Send a new one.'),
    USED_UP: t('Too many wrong codes. Send a new one.'),
    NONE: t('No code has been sent yet.'),
  }
  if (!ticket.hasPhone) return <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('This farmer has no telephone of their own: the paper is signed.')}</Box>
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button size="small" variant="outlined" disabled={isBusy} onClick={() => void send('ask', { by: 'SMS' })}>
          {ticket.codeUntil ? t('Send a new code') : t('Send a code to the farmer')}
        </Button>
        <Button size="small" color="inherit" disabled={isBusy} onClick={() => void send('ask', { by: 'CALL' })}>
          {t('Call the farmer')}
        </Button>
        {ticket.codeUntil ? (
          <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{t('valid until {{time}}', { time: format.clock(ticket.codeUntil) })}</Box>
        ) : null}
      </Box>
      {ticket.takesCode ? (
        <Box
          component="form"
          sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
          onSubmit={(event) => {
            event.preventDefault()
            void send<CodeAnswer>('code', { code }).then((replies) => {
              setAnswer(replies)
              setCode('')
            })
          }}
        >
          <TextField
            size="small"
            label={t('Code that the farmer reads out')}
            value={code}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
            slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code' } }}
            sx={{ width: 240 }}
          />
          <Button type="submit" variant="contained" disabled={code.length !== 6 || isBusy}>
            {t('Confirm')}
          </Button>
        </Box>
      ) : null}
      {answer ? (
        <Box role="status" sx={{ fontSize: 13, color: answer.outcome === 'CONFIRMED' ? 'tone.success.ink' : 'tone.error.ink' }}>
          {words[answer.outcome]}
        </Box>
      ) : null}
      {problem ? (
        <Box role="alert" sx={{ fontSize: 13, color: 'tone.error.ink' }}>
          {problem}
        </Box>
      ) : null}
    </Box>
  )
}
