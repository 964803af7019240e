// Approving some of the fields that a submission changes: which of them, why not the others, and whether those go back or are rejected for good.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { submission as declared } from '#domain/work/submission.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { EventIcon } from '#web/engine/event-icons.tsx'
import { Refusal } from '#web/engine/refusal.tsx'
import { sentenceIn } from '#web/locales/stored-sentence.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { checksIn } from './checks-panel.tsx'
import { useFormatAnswer } from './format-answer.ts'
import type { Read } from './read-answers.ts'
import { reviewIn } from './review.ts'

/** `parts`: names of the fields; `labelOf`: in words; `read`: what was sent for them; `contested`: those that others have changed, too. */
type Props = {
  submission: RecordAnswer
  parts: readonly string[]
  read: readonly Read[]
  contested: readonly string[]
  labelOf: (name: string) => string
  onDone: (subject: RecordAnswer) => void
}
type Rest = 'RETURN' | 'REJECT'
const { label, icon, fields } = declared.events.SPLIT

export function ApproveInPart({ submission, parts, read, contested, labelOf, onDone }: Props) {
  const { t } = useTranslation()
  const formatAnswer = useFormatAnswer(submission.refs ?? {})
  const send = useRecordEvent('submission', submission.id)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const id = useId()
  if (!submission.may.includes('SPLIT') || parts.length < 2) return null
  if (!isOpen)
    return (
      <Button variant="outlined" color="inherit" startIcon={<EventIcon type="SPLIT" icon={icon} />} onClick={() => setOpen(true)}>
        {t(label)}
      </Button>
    )
  const proposedFor = (name: string): string => {
    const one = read.find((answer) => answer.name === name)
    return one ? formatAnswer(one, one.proposed) : ''
  }
  /** Why the part would not go through with this field. */
  const against = (name: string): string => {
    if (contested.includes(name)) return t('Others have changed this field since it was captured.')
    const isOf = (path: string | null | undefined): boolean => path?.split('.')[0] === name
    const found =
      reviewIn(submission).failure?.fields?.find(({ path }) => isOf(path)) ??
      checksIn(submission).find(({ outcome, field }) => outcome === 'BLOCK' && isOf(field))
    return found ? t(sentenceIn(found)) : ''
  }
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
              sx={{ display: 'flex', alignItems: 'flex-start', m: 0, ml: -1, minHeight: 44 }}
              control={
                <Checkbox
                  checked={chosen.includes(name)}
                  onChange={() => tick(name)}
                  slotProps={{ input: { 'aria-label': labelOf(name), 'aria-describedby': `${id}-${name}` } }}
                />
              }
              label={
                <Box sx={{ py: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                  {labelOf(name)}
                  <Box id={`${id}-${name}`} sx={{ fontSize: 13.5, color: 'text.secondary', whiteSpace: 'pre-line' }}>
                    {proposedFor(name) || '–'}
                    {against(name) ? (
                      <Box>
                        <ToneText tone="error" label={against(name)} />
                      </Box>
                    ) : null}
                  </Box>
                </Box>
              }
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
