// In place of curves that have nothing to draw yet: why, and the event that begins them.

import { useOperator } from '#web/api/operator.ts'
import { type PanelProps, useSlots } from '#web/engine/slots.ts'
import { eventLabel } from '#web/engine/view/event-lines.tsx'
import { firstEvent } from '#web/engine/view/first-event.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function NothingYet({ entity, record, title, reason }: PanelProps & { title: string; reason: string }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const next = firstEvent(entity, record, useSlots(entity.name), useFormat().today())
  return (
    <Panel>
      <EmptyState
        title={title}
        reason={reason}
        actions={
          next ? (
            <LinkButton
              to="/private/farmbook/$operator/$entity/$id/create-event"
              params={{ operator, entity: entity.name, id: record.id }}
              search={{ type: next }}
              variant="outlined"
              color="inherit"
            >
              {t(eventLabel(entity, next))}
            </LinkButton>
          ) : null
        }
      />
    </Panel>
  )
}
