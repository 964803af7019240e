// …/{entity}/list: the hand-made list where there is one, else the generic. Fetched without the forms.
import { Suspense } from 'react'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { useHere } from '../here.ts'
import { EntityList } from './entity-list.tsx'

export function ListPage() {
  const { entity, slots } = useHere()
  const Screen = slots.list ?? EntityList
  return (
    <Suspense fallback={<ListSkeleton />}>
      <Screen key={entity.name} entity={entity} />
    </Suspense>
  )
}
