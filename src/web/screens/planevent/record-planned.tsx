// From a planned event to the form that does it: on the crop, flock or pond it is planned for. On a phone at the foot of the page.
import useMediaQuery from '@mui/material/useMediaQuery'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { PhoneAction } from '#web/ui/phone-action.tsx'
import { subjectOf } from './planned-for.ts'

export function RecordPlanned({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const done = entity.final?.includes(record.status) || record.status === 'SKIPPED'
  const subject = subjectOf(entity, record)
  if (!subject || done) return null
  const button = (
    <LinkButton
      to="/private/farmbook/$operator/$entity/$id/create-event"
      params={{ operator, entity: subject.entity.name, id: subject.id }}
      search={{ plan_event_id: record.id }}
      variant="contained"
      fullWidth={isPhone}
    >
      {t('Record it')}
    </LinkButton>
  )
  return isPhone ? <PhoneAction>{button}</PhoneAction> : button
}
