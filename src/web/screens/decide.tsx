// Deciding or closing something where it is read: a few words if wanted, and the buttons for what may be done. What is
// recorded is an ordinary event; a refusal is shown in place and what was written stays.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { EventIcon } from '#web/engine/event-icons.tsx'
import { Refusal } from '#web/engine/refusal.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'

export type Choice = {
  type: string
  /** Field of the event that takes the words; none: they stay for another choice. */
  words?: string
  look: 'primary' | 'plain' | 'grave'
}

type DecideProps = {
  entity: AnyEntity
  record: RecordAnswer
  choices: readonly Choice[]
  /** What the words are: an outcome, a reason. */
  label: string
  /** What became of it, where that is more than the event. */
  report?: (subject: RecordAnswer) => { severity: 'success' | 'warning' | 'error'; message: string } | undefined
  onDone?: (type: string, subject: RecordAnswer) => void
}

export function Decide({ entity, record, choices, label, report, onDone }: DecideProps) {
  const { t } = useTranslation()
  const send = useRecordEvent(entity.name, record.id)
  const [words, setWords] = useState('')
  const [requested, setRequested] = useState<string | null>(null)
  const events = entity.events as Record<string, EventSpec>
  const possible = choices.filter(({ type }) => record.may.includes(type))
  if (possible.length === 0) return null
  const isMissing = requested !== null && words.trim() === ''
  const decide = async ({ type, words: field }: Choice) => {
    const needs = field !== undefined && (events[type]?.fields[field] as Field | undefined)?.required
    if (needs && words.trim() === '') return setRequested(type)
    setRequested(null)
    const body = { eventType: type, occurredAt: new Date().toISOString(), data: field && words.trim() ? { [field]: words.trim() } : {} }
    // The answer may take this panel off the page before it can say so: what follows hangs on the call, not on the panel.
    const recorded = await send.mutateAsync(body).catch(() => null)
    if (!recorded) return
    const [first] = recorded.findings
    showToast(
      report?.(recorded.subject) ??
        (first
          ? { severity: 'warning', message: t(first) }
          : { severity: 'success', message: t('Recorded: {{event}}', { event: t(events[type]?.label ?? type) }) }),
    )
    setWords('')
    onDone?.(type, recorded.subject)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {send.error ? <Refusal problem={send.error} /> : null}
      {possible.some(({ words: field }) => field) ? (
        <TextField
          label={label}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          multiline
          minRows={2}
          error={isMissing}
          helperText={isMissing ? t('“{{event}}” needs a few words: why.', { event: t(events[requested]?.label ?? '') }) : undefined}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {possible.map((choice) => (
          <Button
            key={choice.type}
            variant={choice.look === 'primary' ? 'contained' : 'outlined'}
            color={choice.look === 'primary' ? 'primary' : choice.look === 'grave' ? 'error' : 'inherit'}
            loading={send.isPending && send.variables?.eventType === choice.type}
            disabled={send.isPending}
            startIcon={<EventIcon type={choice.type} icon={events[choice.type]?.icon} />}
            onClick={() => void decide(choice)}
            sx={{ flexGrow: choice.look === 'primary' ? 1 : 0 }}
          >
            {t(events[choice.type]?.label ?? choice.type)}
          </Button>
        ))}
      </Box>
    </Box>
  )
}
