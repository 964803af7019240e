// Approving what both sides have changed: possible when a side is chosen for each of these fields, and for the version that was looked at.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type AnyEntity, stateLabel } from '#domain/kernel/entity.ts'
import { submission as declared } from '#domain/work/submission.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useRecordEvent } from '#web/api/mutations.ts'
import { EventIcon } from '#web/engine/event-icons.tsx'
import { Refusal } from '#web/engine/refusal.tsx'
import { type TFunction, useTranslation } from '#web/locales/translation.ts'
import { ToneText } from '#web/ui/status-chip.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import type { ChoiceByField, Merge } from './review.ts'

type Props = { submission: RecordAnswer; merge: Merge; contested: readonly string[]; chosen: ChoiceByField; onDone: (subject: RecordAnswer) => void }

/** What became of an approval, as a notice; undefined where it is applied or there is nothing more to say. */
export function outcomeOf(entity: AnyEntity, subject: RecordAnswer, t: TFunction): { severity: 'success' | 'warning' | 'error'; message: string } | undefined {
  if (!['APPLIED', 'APPLY_FAILED', 'CONFLICT'].includes(subject.status)) return undefined
  const message = t(stateLabel(entity, subject.status))
  return { severity: subject.status === 'APPLIED' ? 'success' : subject.status === 'CONFLICT' ? 'warning' : 'error', message }
}

export function ApproveWithChoices({ submission, merge, contested, chosen, onDone }: Props) {
  const { t } = useTranslation()
  const send = useRecordEvent('submission', submission.id)
  const open = contested.filter((field) => chosen[field] === undefined)
  if (!submission.may.includes('RESOLVED')) return null
  const approve = async () => {
    const choices = contested.map((field) => ({ field, take: chosen[field] }))
    const body = { eventType: 'RESOLVED', occurredAt: new Date().toISOString(), data: { version: merge.version, choices } }
    const recorded = await send.mutateAsync(body).catch(() => null)
    if (!recorded) return
    const notice = outcomeOf(declared, recorded.subject, t)
    if (notice) showToast(notice)
    onDone(recorded.subject)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {send.error ? <Refusal problem={send.error} /> : null}
      {open.length > 0 ? <ToneText tone="error" label={t('Choose for {{count}} fields that both sides have changed.', { count: open.length })} /> : null}
      <Button
        variant="contained"
        disabled={open.length > 0}
        loading={send.isPending}
        startIcon={<EventIcon type="RESOLVED" icon="call_merge" />}
        onClick={() => void approve()}
      >
        {t(declared.events.RESOLVED.label)}
      </Button>
    </Box>
  )
}
