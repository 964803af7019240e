// The way back above a page: the list a record stands in and, below it, the records it belongs to.
import type { ReactNode } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { useOperator } from '#web/api/operator.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { listAddress } from './list-address.ts'

type Stop = { id: string; title: string /** Where it is no record of the list. */; entity?: string }

/** For PageHeader: the entity's list first, then each of `stops`. */
export const breadcrumbsOf = (entity: AnyEntity, stops: readonly Stop[] = []): ReactNode[] => [
  <ToList key="list" entity={entity} />,
  ...stops.map(({ id, title, entity: other = entity.name }) => <ToRecord key={id} entity={other} id={id} title={title} />),
]

function ToList({ entity: { name, plural } }: { entity: AnyEntity }) {
  const { t } = useTranslation()
  return <TextLink to={listAddress(useOperator(), name)}>{t(plural)}</TextLink>
}
function ToRecord({ entity, id, title }: Required<Stop>) {
  return (
    <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator: useOperator(), entity, id }}>
      {title}
    </TextLink>
  )
}
