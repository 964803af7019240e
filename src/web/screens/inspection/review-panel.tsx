// Reviewing a submitted inspection: its result and signatures beside two decisions, to accept it or to return it with what is missing.
// Returned, it is taken back: the visit and its findings do not count until it is submitted again.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { canOn } from '#domain/access.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { useVoidEvent } from '#web/api/mutations.ts'
import { useEvents } from '#web/api/queries.ts'
import { Refusal } from '#web/engine/refusal.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Decide } from '../decide.tsx'
import { PhotoRow } from './photo-row.tsx'
import { termsOf } from './visit-terms.ts'

export function ReviewPanel({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const user = useUser()
  const { events } = useEvents(entity.name, record.id)
  const submission = events.find(({ eventType }) => eventType === 'SUBMITTED')
  const [label, tone] = termsOf(entity.name).results[String(record.result)] ?? ['', 'neutral']
  const signatures = [termsOf(entity.name).theirs[0], 'inspectorSignature'].flatMap(
    (name) => (submission?.data as Record<string, string[] | undefined> | undefined)?.[name] ?? [],
  )
  const mayReturn = canOn(user, entity, 'A', record as Row) || record.inspectorId === user.id
  return (
    <Panel title={t('Review')}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <StatusChip tone={tone} label={t(label)} />
          {typeof record.score === 'number' ? <Box sx={{ fontWeight: 600 }}>{format.share(record.score)}</Box> : null}
          <Box sx={{ color: 'text.secondary' }}>{t('{{count}} findings', { count: Number(record.findingCount ?? 0) })}</Box>
        </Box>
        {record.conditions ? <Box>{String(record.conditions)}</Box> : null}
        {record.summary ? <Box sx={{ color: 'text.secondary' }}>{String(record.summary)}</Box> : null}
        {signatures.length > 0 ? (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <PhotoRow files={signatures} />
          </Box>
        ) : null}
        <Decide entity={entity} record={record} choices={[{ type: 'REVIEWED', words: 'comment', look: 'primary' }]} label={t('Comment')} />
        {submission && mayReturn ? <Return entity={entity.name} id={record.id} eventId={submission.id} /> : null}
      </Box>
    </Panel>
  )
}

function Return({ entity, id, eventId }: { entity: string; id: string; eventId: string }) {
  const { t } = useTranslation()
  const back = useVoidEvent(entity, id, eventId)
  const [note, setNote] = useState('')
  return (
    <Box sx={{ display: 'grid', gap: 1, borderTop: '1px solid', borderColor: 'divider', pt: 1.5 }}>
      {back.error ? <Refusal problem={back.error} /> : null}
      <TextField
        multiline
        label={t('What is missing')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Button
        variant="outlined"
        color="inherit"
        disabled={note.trim() === '' || back.isPending}
        onClick={() => back.mutate({ reason: 'INCORRECT_DATA', note: note.trim() })}
        sx={{ justifySelf: 'start' }}
      >
        {t('Return to the inspector')}
      </Button>
    </Box>
  )
}
