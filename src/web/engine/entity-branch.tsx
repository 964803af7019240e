// The whole `$entity` branch of addresses: an entity nobody declared has no pages; what is fetched of a declaration only now is there
// before any page of it is drawn.
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { use } from 'react'
import { fetchEntities, fetchEntity, findEntity } from '#domain/entities.ts'
import { casesToFetch } from '#domain/kernel/late-cases.ts'
import { fetchWords } from '#web/locales/i18n.ts'
import { NotFound } from '#web/ui/not-found.tsx'

export function EntityBranch() {
  const { entity: name = '' } = useParams({ strict: false }) as { entity?: string }
  // A list speaks of its own records; a record, of all that refer to it.
  const isList = useLocation({ select: ({ pathname }) => pathname.endsWith('/list') })
  const entity = findEntity(name)
  const declaring = entity && (isList ? fetchEntity(name) : fetchEntities())
  if (declaring !== undefined) use(declaring)
  for (const words of isList ? fetchWords('lists', name) : fetchWords()) use(words)
  const fetching = entity && casesToFetch(entity.fields)
  if (fetching !== undefined) use(fetching)
  return entity ? <Outlet /> : <NotFound />
}
