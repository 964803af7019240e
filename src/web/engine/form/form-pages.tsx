// …/{entity}/create and …/{entity}/{id}/edit: the hand-made form where there is one, else the generic.
import { Suspense } from 'react'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useHere } from '../here.ts'
import { CreateForm, EditForm } from './entity-form.tsx'

export function CreatePage() {
  const { entity, slots } = useHere()
  const Screen = slots.create ?? CreateForm
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Screen key={entity.name} entity={entity} />
    </Suspense>
  )
}

export function EditPage() {
  const { entity, id, slots } = useHere()
  const Screen = slots.edit ?? EditForm
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Screen key={id} entity={entity} id={id} />
    </Suspense>
  )
}
