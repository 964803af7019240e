// The pages of the one `$entity` branch: they find the declaration, and a hand-made screen where there is one.
import { Outlet, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { entityOf, findEntity } from '#domain/entities.ts'
import { NotFound } from '#web/ui/not-found.tsx'
import { FormSkeleton, ListSkeleton, RecordSkeleton } from '#web/ui/skeletons.tsx'
import { EventPage as RecordEvent } from './event/event-form.tsx'
import { EventView } from './event/event-view.tsx'
import { CreateForm, EditForm } from './form/entity-form.tsx'
import { EntityList } from './list/entity-list.tsx'
import { useSlots } from './slots.ts'
import { EntityView } from './view/entity-view.tsx'

type Params = { entity: string; id: string; eventId: string }
const useHere = () => {
  const params = useParams({ strict: false }) as Params
  const entity = entityOf(params.entity)
  return { ...params, entity, slots: useSlots(entity.name) }
}

/** The whole branch: an entity nobody declared has no pages. */
export function EntityBranch() {
  const { entity } = useParams({ strict: false }) as Params
  return findEntity(entity) ? <Outlet /> : <NotFound />
}

export function ListPage() {
  const { entity, slots } = useHere()
  const Screen = slots.list ?? EntityList
  return (
    <Suspense fallback={<ListSkeleton />}>
      <Screen key={entity.name} entity={entity} />
    </Suspense>
  )
}

export function CreatePage() {
  const { entity, slots } = useHere()
  const Screen = slots.create ?? CreateForm
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Screen key={entity.name} entity={entity} />
    </Suspense>
  )
}

export function ViewPage() {
  const { entity, id, slots } = useHere()
  const Screen = slots.view ?? EntityView
  return (
    <Suspense fallback={<RecordSkeleton />}>
      <Screen key={id} entity={entity} id={id} />
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

export function CreateEventPage() {
  const { entity, id, slots } = useHere()
  const Screen = slots.recordEvent ?? RecordEvent
  return (
    <Suspense fallback={<FormSkeleton />}>
      <Screen key={id} entity={entity} id={id} />
    </Suspense>
  )
}

export function EventPage() {
  const { entity, id, eventId, slots } = useHere()
  const Screen = slots.viewEvent ?? EventView
  return (
    <Suspense fallback={<RecordSkeleton />}>
      <Screen key={eventId} entity={entity} id={id} eventId={eventId} />
    </Suspense>
  )
}
