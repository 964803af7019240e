// What a task requires to be shown before it is closed: above the form that closes it, and on its page with the way to that form.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { EvidencePanel, Required, requiredOf } from '#web/engine/event/required-evidence.tsx'
import { EventIcon } from '#web/engine/event-icons.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'

/** Above the form; nothing where nothing is required. */
export function TaskEvidence({ record }: PanelProps) {
  const { t } = useTranslation()
  return <EvidencePanel required={requiredOf(record)} title={t('To be shown for this task')} />
}

/** On the page of the task: what is required, and the form that takes it. */
export function CloseWithEvidence({ task }: { task: RecordAnswer }) {
  const { t } = useTranslation()
  const operator = useOperator()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t('To be shown for this task')}
        </Typography>
        <Required required={requiredOf(task)} />
      </Box>
      <LinkButton
        to="/private/farmbook/$operator/$entity/$id/create-event"
        params={{ operator, entity: 'task', id: task.id }}
        search={{ type: 'DONE' }}
        variant="contained"
        startIcon={<EventIcon type="DONE" icon="done_all" />}
      >
        {t('Done')}
      </LinkButton>
    </Box>
  )
}
