// From a package that is followed to a draft of its next version: the same name, and the number after the highest.
import { can } from '#domain/access.ts'
import { useOperator } from '#web/api/operator.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkButton } from '#web/ui/links.tsx'

export function NewVersion({ entity, record: pop }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const user = useUser()
  if (pop.status === 'DRAFT' || !can(user, entity.name, 'C') || typeof pop.name !== 'string') return null
  return (
    <LinkButton
      to="/private/farmbook/$operator/$entity/create"
      params={{ operator, entity: entity.name }}
      search={{ duplicate_from_id: pop.id, name: pop.name }}
      variant="outlined"
    >
      {t('New version')}
    </LinkButton>
  )
}
