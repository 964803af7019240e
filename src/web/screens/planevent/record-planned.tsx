// From a planned event to the form that does it: on the crop, flock or pond it is planned for.

import { findEntity } from '#domain/entities.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { LinkButton } from '#web/ui/links.tsx'

export function RecordPlanned({ entity, record }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const done = entity.final?.includes(record.status) || record.status === 'SKIPPED'
  const subject = Object.entries(entity.fields as Fields).find(
    ([name, { target }]) =>
      typeof record[name] === 'string' && typeof record.eventType === 'string' && record.eventType in (findEntity(target ?? '')?.events ?? {}),
  )
  if (!subject || done) return null
  const [name, { target = '' }] = subject
  return (
    <LinkButton
      to="/private/farmbook/$operator/$entity/$id/create-event"
      params={{ operator, entity: target, id: String(record[name]) }}
      search={{ plan_event_id: record.id }}
      variant="contained"
    >
      {t('Record it')}
    </LinkButton>
  )
}
