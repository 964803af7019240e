// The whole `$entity` branch of addresses: an entity nobody declared has no pages; what is fetched of a declaration only now is there
// before any page of it is drawn.
import { Outlet, useParams } from '@tanstack/react-router'
import { use } from 'react'
import { findEntity } from '#domain/entities.ts'
import { casesToFetch } from '#domain/kernel/late-cases.ts'
import { NotFound } from '#web/ui/not-found.tsx'

export function EntityBranch() {
  const { entity: name = '' } = useParams({ strict: false }) as { entity?: string }
  const entity = findEntity(name)
  const fetching = entity && casesToFetch(entity.fields)
  if (fetching !== undefined) use(fetching)
  return entity ? <Outlet /> : <NotFound />
}
