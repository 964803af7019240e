// What a task requires to be shown before it is closed: above the form that closes it, with the way to let the device say where it is, and on its page with the
// way to that form.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { planEvidence } from '#domain/kernel/plan.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { allowedPosition, position } from '#web/engine/event/position.ts'
import { EventIcon } from '#web/engine/event-icons.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { MyLocationOutlined as Locate } from '#web/icons/my-location-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { requiredOf } from './moves.ts'

/** Above the form; nothing where nothing is required. */
export function TaskEvidence({ record }: PanelProps) {
  const { t } = useTranslation()
  const required = requiredOf(record)
  if (required.length === 0) return null
  return (
    <Box sx={{ mb: 1.5 }}>
      <Panel title={t('To be shown for this task')} note={required.length > 1 ? t('One file for each of them; a position needs none.') : undefined}>
        <Required required={required} />
        {required.includes('GPS') ? <PositionOfDevice /> : null}
      </Panel>
    </Box>
  )
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

function Required({ required }: { required: readonly (keyof typeof planEvidence)[] }) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {required.map((one) => (
        <li key={one}>{t(planEvidence[one])}</li>
      ))}
    </Box>
  )
}

/** The form sends the position where the person has let the product look; here they are asked. */
function PositionOfDevice() {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const here = useQuery({ queryKey: ['position', 'allowed'], queryFn: allowedPosition, staleTime: 60_000 })
  const [isLooking, setLooking] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  const look = async () => {
    setLooking(true)
    const found = await position()
    setLooking(false)
    setUnknown(!found)
    if (found) queries.setQueryData(['position', 'allowed'], found)
  }
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1.5 }}>
      {here.data ? (
        <Typography>{t('This device knows where it is, to {{distance}}.', { distance: format.quantity(here.data.accuracyM, 'm', 0) })}</Typography>
      ) : (
        <>
          <Button variant="outlined" color="inherit" startIcon={<Locate />} loading={isLooking} onClick={() => void look()} sx={{ minHeight: 44 }}>
            {t('Let this device say where it is')}
          </Button>
          {isUnknown ? <Typography color="error">{t('This device does not know where it is, or may not say so.')}</Typography> : null}
        </>
      )}
    </Box>
  )
}
