// The way back above a page: the list a record stands in and, below it, the records it belongs to.
import type { ReactNode } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { useOperator } from '#web/api/operator.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { listAddress } from './list-address.ts'
import { useMayList } from './to-list.tsx'

type Stop = { id: string; title: string /** Where it is no record of the list. */; entity?: string }

/** For PageHeader: the entity's list first, then each of `stops`. */
export const breadcrumbsOf = (entity: AnyEntity, stops: readonly Stop[] = []): ReactNode[] => [
  <ToList key="list" entity={entity} />,
  ...stops.map(({ id, title, entity: other = entity.name }) => <ToRecord key={id} entity={other} id={id} title={title} />),
]

/** Said, and no link, to whoever may not list them. */
function ToList({ entity }: { entity: AnyEntity }) {
  const { t } = useTranslation()
  const operator = useOperator()
  return useMayList(entity) ? <TextLink to={listAddress(operator, entity.name)}>{t(entity.plural)}</TextLink> : t(entity.plural)
}
function ToRecord({ entity, id, title }: Required<Stop>) {
  return (
    <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator: useOperator(), entity, id }}>
      {title}
    </TextLink>
  )
}
