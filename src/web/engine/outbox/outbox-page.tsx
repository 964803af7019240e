// …/waiting-to-be-sent: everything that this person entered on this device without a network: what waits, what was refused and why, what has been sent.
// Nobody else sees it, and it is nowhere but here.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { findEntity } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import { hasStumbled } from '#web/api/outbox/flush.ts'
import { blockedBy, names } from '#web/api/outbox/order.ts'
import { problemOfItem } from '#web/api/outbox/outcome.ts'
import { giveUp, type OutboxItem, type OutboxState, retryItem } from '#web/api/outbox/store.ts'
import { fieldAt } from '#web/fields/messages.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { eventFormFields } from '../event/event-body.ts'
import { StoredFiles } from './stored-files.tsx'
import { useEventsBefore } from './unsent-record.ts'
import { useFlushing } from './use-flushing.ts'
import { useOutbox } from './use-outbox.ts'

const states: Partial<Record<OutboxState, { label: string; tone: 'pending' | 'error' | 'success' }>> = {
  WAITING: { label: /* i18n */ 'Waiting to be sent', tone: 'pending' },
  REFUSED: { label: /* i18n */ 'Refused', tone: 'error' },
  SENT: { label: /* i18n */ 'Sent', tone: 'success' },
}

export function OutboxPage() {
  const { t } = useTranslation()
  const items = useOutbox()
  const { flush, isSending } = useFlushing({ automatically: false })
  const [doomed, setDoomed] = useState<OutboxItem | null>(null)
  if (!items) return <PageLoader />
  const unsent = items.filter(({ state }) => state === 'WAITING' || state === 'REFUSED')
  const sent = items.filter(({ state }) => state === 'SENT').toReversed()
  const lines = (some: readonly OutboxItem[]) => (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {some.map((item) => (
        <Line key={item.seq} item={item} all={items} onDelete={() => setDoomed(item)} />
      ))}
    </Box>
  )
  return (
    <Box sx={{ maxWidth: 860 }}>
      <PageHeader
        title={t('Waiting to be sent')}
        note={t('What you entered on this device without a network. It is sent in this order as soon as there is one; until then it is nowhere else.')}
        actions={
          unsent.some(({ state }) => state === 'WAITING') ? (
            <Button variant="contained" loading={isSending} onClick={flush}>
              {t('Send now')}
            </Button>
          ) : null
        }
      />
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {unsent.length > 0 ? (
          <Panel title={t('Not sent yet')} flush>
            {lines(unsent)}
          </Panel>
        ) : (
          <EmptyState title={t('Everything has been sent')} reason={t('What you enter without a network is stored on this device and listed here.')} />
        )}
        {sent.length > 0 ? (
          <Panel title={t('Sent')} note={t('Listed for seven days.')} flush>
            {lines(sent)}
          </Panel>
        ) : null}
      </Box>
      <ConfirmDialog
        open={doomed !== null}
        dangerous
        title={t('Delete what was not sent?')}
        confirm={t('Delete')}
        cancel={t('Stay')}
        onCancel={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed) void giveUp(doomed.owner, doomed.seq)
          setDoomed(null)
        }}
      >
        {doomed && doomed.tries > 0 && doomed.state === 'WAITING'
          ? t('“{{title}}” may have arrived although no answer came. Here it cannot be brought back.', { title: doomed.title })
          : t('“{{title}}” is on this device alone. It cannot be brought back.', { title: doomed?.title ?? '' })}
        {doomed && !doomed.subject && unsent.some(({ subject }) => subject?.id === doomed.id) ? ` ${t('Its events stay here and wait.')}` : null}
        {doomed && !doomed.subject && unsent.some((item) => item.seq !== doomed.seq && !item.subject && names(item, doomed.id))
          ? ` ${t('What names it is sent without it, and may be refused.')}`
          : null}
      </ConfirmDialog>
    </Box>
  )
}

function Line({ item, all, onDelete }: { item: OutboxItem; all: readonly OutboxItem[]; onDelete: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const entity = findEntity(item.entity)
  const spec = item.subject && (entity?.events as Record<string, EventSpec> | undefined)?.[item.subject.eventType]
  const fields = spec ? eventFormFields(spec) : (entity?.fields ?? {})
  const hasPassed = item.state === 'WAITING' && hasStumbled(item)
  const problem = item.state === 'REFUSED' ? problemOfItem(item) : null
  const state = states[item.state]
  const first = item.state === 'WAITING' ? blockedBy(item, all) : undefined
  const { operator, entity: kind } = item
  const hasEvents = useEventsBefore(item, entity)
  const what = spec ? t(spec.label) : t('New {{thing}}', { thing: t(entity?.label ?? kind) })
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderTop: '1px solid', borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {item.state === 'SENT' || item.isThere ? (
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: kind, id: item.subject?.id ?? item.id }}>
              {item.title}
            </TextLink>
          ) : (
            <strong>{item.title}</strong>
          )}
          <Typography variant="caption" component="div" color="textSecondary">
            {[what, t('entered {{when}}', { when: format.time(item.capturedAt) })].join(' · ')}
          </Typography>
        </Box>
        {state ? <StatusChip tone={state.tone} label={t(state.label)} /> : null}
      </Box>
      {problem ? (
        <Box role="note" sx={{ mt: 1, fontSize: 14, color: 'tone.error.ink', overflowWrap: 'anywhere' }}>
          {t(problem)}
          {problem.fields.length > 0 ? (
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {problem.fields.map((field) => {
                const path = field.path.replace(/^data\./, '')
                return <li key={path + field.code}>{[t(fieldAt(fields, path)?.label ?? path), t(field)].join(': ')}</li>
              })}
            </Box>
          ) : null}
        </Box>
      ) : null}
      {item.state === 'SENT' ? null : <StoredFiles item={item} />}
      {hasPassed ? (
        <Typography variant="caption" component="div" sx={{ mt: 0.5, color: 'tone.pending.ink' }}>
          {t('The server could not take this. It is tried again after everything else.')}
        </Typography>
      ) : null}
      {item.givenUp === undefined ? null : (
        <Typography variant="caption" component="div" sx={{ mt: 0.5, color: 'tone.pending.ink' }}>
          {t('Waits: “{{title}}” was deleted on this device before it was sent.', { title: item.givenUp })}
        </Typography>
      )}
      {first ? (
        <Typography variant="caption" component="div" sx={{ mt: 0.5, color: 'tone.pending.ink' }}>
          {first.state === 'REFUSED'
            ? t('Waits for “{{title}}”, which was refused.', { title: first.title })
            : t('Sent after “{{title}}”, which it names.', { title: first.title })}
        </Typography>
      ) : null}
      {item.state === 'SENT' ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          {item.isThere ? null : item.subject ? (
            <LinkButton
              size="small"
              variant="outlined"
              color="inherit"
              to="/private/farmbook/$operator/$entity/$id/create-event"
              params={{ operator, entity: kind, id: item.subject.id }}
              search={{ type: item.subject.eventType, stored: item.id } as never}
            >
              {t('Open and correct')}
            </LinkButton>
          ) : (
            <LinkButton
              size="small"
              variant="outlined"
              color="inherit"
              to="/private/farmbook/$operator/$entity/create"
              params={{ operator, entity: kind }}
              search={{ stored: item.id } as never}
            >
              {t('Open and correct')}
            </LinkButton>
          )}
          {hasEvents ? (
            <LinkButton
              size="small"
              variant="outlined"
              color="inherit"
              to="/private/farmbook/$operator/$entity/$id/create-event"
              params={{ operator, entity: kind, id: item.id }}
            >
              {t('Record event')}
            </LinkButton>
          ) : null}
          {(item.state === 'REFUSED' && !item.isThere) || item.givenUp !== undefined ? (
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              // The same content under the same key.
              onClick={() => void retryItem(item)}
            >
              {t('Try again')}
            </Button>
          ) : null}
          <Button size="small" variant="outlined" color="inherit" onClick={onDelete}>
            {t('Delete')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
