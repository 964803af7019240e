// The way to the list of an entity, offered to whoever may work with it: a manager opens the own group, and lists none.
import { can } from '#domain/access.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { useOperator } from '#web/api/operator.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { listAddress } from './list-address.ts'

/** Whether the reader works with the list of these records. */
export function useMayList({ name, listRoles }: AnyEntity): boolean {
  const user = useUser()
  return can(user, name, 'L') && (!listRoles || user.grants.some(({ role }) => listRoles.includes(role)))
}

/** Nothing for whoever would be refused there. */
export function ToListButton({ entity, variant = 'outlined' }: { entity: AnyEntity; variant?: 'outlined' | 'contained' }) {
  const { t } = useTranslation()
  const operator = useOperator()
  if (!useMayList(entity)) return null
  return (
    <LinkButton to={listAddress(operator, entity.name)} variant={variant} {...(variant === 'outlined' ? { color: 'inherit' as const } : {})}>
      {t('To the list')}
    </LinkButton>
  )
}
