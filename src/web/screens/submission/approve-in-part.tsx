// Approving some of the fields that a submission changes: which of them, why not the others, and whether those go back or are rejected for good.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { submission as declared } from '#domain/work/submission.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { EventIcon } from '#web/engine/event-icons.tsx'
import { Refusal } from '#web/engine/refusal.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { showToast } from '#web/ui/toasts.tsx'

/** `parts`: names of the fields; `labelOf`: in words. */
type Props = { submission: RecordAnswer; parts: readonly string[]; labelOf: (name: string) => string; onDone: (subject: RecordAnswer) => void }
type Rest = 'RETURN' | 'REJECT'
const { label, icon, fields } = declared.events.SPLIT

export function ApproveInPart({ submission, parts, labelOf, onDone }: Props) {
  const { t } = useTranslation()
  const send = useRecordEvent('submission', submission.id)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  if (!submission.may.includes('SPLIT') || parts.length < 2) return null
  if (!isOpen)
    return (
      <Button variant="outlined" color="inherit" startIcon={<EventIcon type="SPLIT" icon={icon} />} onClick={() => setOpen(true)}>
        {t(label)}
      </Button>
    )
  const tick = (name: string) => setChosen((now) => (now.includes(name) ? now.filter((one) => one !== name) : [...now, name]))
  const missing =
    chosen.length === 0
      ? t('Choose what you accept.')
      : chosen.length === parts.length
        ? t('Everything is chosen: approve it as a whole.')
        : reason.trim() === ''
          ? t('Say why the rest is not accepted.')
          : null
  const decide = async (rest: Rest) => {
    const body = {
      eventType: 'SPLIT',
      occurredAt: new Date().toISOString(),
      data: { fields: parts.filter((one) => chosen.includes(one)), rest, reason: reason.trim() },
    }
    const recorded = await send.mutateAsync(body).catch(() => null)
    if (!recorded) return
    showToast({ severity: 'success', message: t('Recorded: {{event}}', { event: t(label) }) })
    onDone(recorded.subject)
  }
  return (
    <Box component="section" aria-label={t(label)} sx={{ display: 'grid', gap: 1, p: 1.5, border: '1px solid', borderColor: 'edge', borderRadius: 1 }}>
      {send.error ? <Refusal problem={send.error} /> : null}
      <Typography variant="body2" color="textSecondary">
        {t('What you choose is applied at once, as a submission of its own. The rest goes back, or is rejected.')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {parts.map((name) => (
          <li key={name}>
            <FormControlLabel
              sx={{ display: 'flex', m: 0, ml: -1, minHeight: 44 }}
              control={<Checkbox checked={chosen.includes(name)} onChange={() => tick(name)} />}
              label={labelOf(name)}
            />
          </li>
        ))}
      </Box>
      <TextField
        label={t(fields.reason.label)}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {missing ? (
        <Typography variant="body2" color="textSecondary" role="status">
          {missing}
        </Typography>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {(
          [
            ['RETURN', t('Approve these, return the rest'), 'contained', 'primary'],
            ['REJECT', t('Approve these, reject the rest'), 'outlined', 'error'],
          ] as const
        ).map(([rest, words, variant, color]) => (
          <Button
            key={rest}
            variant={variant}
            color={color}
            disabled={missing !== null || send.isPending}
            loading={send.isPending && (send.variables?.data as { rest?: Rest } | undefined)?.rest === rest}
            onClick={() => void decide(rest)}
          >
            {words}
          </Button>
        ))}
        <Button variant="text" color="inherit" onClick={() => setOpen(false)}>
          {t('Cancel')}
        </Button>
      </Box>
    </Box>
  )
}
