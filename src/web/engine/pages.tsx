// The pages of the one `$entity` branch: they find the declaration, and a hand-made screen if there is one.
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { entityOf } from '#domain/entities.ts'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { EntityList } from './list/entity-list.tsx'
import { useSlots } from './slots.ts'

type Params = { entity: string; id: string; eventId: string }
const useHere = () => {
  const params = useParams({ strict: false }) as Params
  const entity = entityOf(params.entity)
  return { ...params, entity, slots: useSlots(entity.name) }
}

export function ListPage() {
  const { entity, slots } = useHere()
  const Screen = slots.list ?? EntityList
  return <Suspense fallback={<ListSkeleton />}><Screen key={entity.name} entity={entity} /></Suspense>
}
