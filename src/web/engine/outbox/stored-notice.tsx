// In place of a form whose content was stored on this device: that it is safe, when it is sent, and how to go on.
import Button from '@mui/material/Button'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { useOperator } from '#web/api/operator.ts'
import type { OutboxItem } from '#web/api/outbox/store.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { listAddress } from '../list-address.ts'
import { useEventsBefore } from './unsent-record.ts'

/** `onAgain`: begins the same form anew. */
export function StoredNotice({ entity, item, onAgain }: { entity: AnyEntity; item: OutboxItem; onAgain?: () => void }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const hasEvents = useEventsBefore(item, entity)
  return (
    <EmptyState
      isPage
      title={t('Stored on this device')}
      reason={t('{{title}}: it is sent when there is a network. Nobody else sees it before.', { title: item.title })}
      actions={
        <>
          {onAgain ? (
            <Button variant="contained" onClick={onAgain}>
              {t('Enter another')}
            </Button>
          ) : null}
          {hasEvents ? (
            <LinkButton
              to="/private/farmbook/$operator/$entity/$id/create-event"
              params={{ operator, entity: entity.name, id: item.id }}
              variant="outlined"
              color="inherit"
            >
              {t('Record event')}
            </LinkButton>
          ) : null}
          <LinkButton to="/private/farmbook/$operator/waiting-to-be-sent" params={{ operator }} variant="outlined" color="inherit">
            {t('Waiting to be sent')}
          </LinkButton>
          <LinkButton to={listAddress(operator, entity.name)} variant="outlined" color="inherit">
            {t('To the list')}
          </LinkButton>
        </>
      }
    />
  )
}
