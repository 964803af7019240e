// On a list that an operator's address narrows to what is that operator's: the way to everything that the reader may read, for whoever works across operators
// (a certification body, a buyer, a company, the administrator).
import { worksAcross } from '#domain/access.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { useOperator } from '#web/api/operator.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAccess } from '#web/session/use-access.ts'
import { LinkButton } from '#web/ui/links.tsx'

export function OfAllOperators({ entity }: { entity: AnyEntity }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const access = useAccess()
  if (operator === '-' || !worksAcross(access?.roles ?? [])) return null
  return (
    <LinkButton
      to="/private/farmbook/$operator/$entity/list"
      params={{ operator: '-', entity: entity.name }}
      variant="outlined"
      color="inherit"
      title={t('Here are those of this operator. Yours of all operators and companies are there.')}
    >
      {t('Of all operators')}
    </LinkButton>
  )
}
