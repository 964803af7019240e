// …/{id}/create-event and …/{id}/event/{eventId}: hand-made where there is one, else generic.
import { Suspense } from 'react'
import { FormSkeleton, RecordSkeleton } from '#web/ui/skeletons.tsx'
import { useHere } from '../here.ts'
import { EventPage as RecordEvent } from './event-form.tsx'
import { EventView } from './event-view.tsx'

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
