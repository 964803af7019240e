// …/{entity}/{id}: the hand-made page where there is one, else the generic.
import { Suspense } from 'react'
import { RecordSkeleton } from '#web/ui/skeletons.tsx'
import { useHere } from '../here.ts'
import { EntityView } from './entity-view.tsx'

export function ViewPage() {
  const { entity, id, slots } = useHere()
  const Screen = slots.view ?? EntityView
  return (
    <Suspense fallback={<RecordSkeleton />}>
      <Screen key={id} entity={entity} id={id} />
    </Suspense>
  )
}
