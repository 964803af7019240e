// The whole `$entity` branch of addresses: an entity nobody declared has no pages.
import { Outlet, useParams } from '@tanstack/react-router'
import { findEntity } from '#domain/entities.ts'
import { NotFound } from '#web/ui/not-found.tsx'

export function EntityBranch() {
  const { entity = '' } = useParams({ strict: false }) as { entity?: string }
  return findEntity(entity) ? <Outlet /> : <NotFound />
}
