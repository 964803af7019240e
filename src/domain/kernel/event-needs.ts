// What a record must be like, besides its state, before an event can be recorded on it: declared at the event or for all events
// of an entity, with the sentence that says why not. The server leaves such events out of `may`, the screens show the sentence.
// Only what the record itself and the person show; the event's own rules refuse the rest when it is recorded.
import type { Acting, AnyEntity, EventNeed, EventSpec, Row } from './entity.ts'

const ownEyes: EventNeed = {
  why: 'This needs a second pair of eyes: you entered this record yourself.',
  on: ['createdBy'],
  fails: ({ createdBy }, { id }) => createdBy === id,
}

/** Names of the fields that the needs of an entity's events look at. */
export const neededFields = (entity: AnyEntity): string[] =>
  [
    ...(entity.needs ?? []),
    ...(entity.editNeeds ?? []),
    ...Object.values(entity.events as Record<string, EventSpec>).flatMap((event) => needsOf(event)),
  ].flatMap(({ on }) => on)

const needsOf = (event: EventSpec): readonly EventNeed[] => [...(event.needs ?? []), ...(event.excludesActorOf?.includes('created') ? [ownEyes] : [])]

/** The first sentence against recording this event on this record, its state and the rights aside; null when nothing is against it. */
export function needAgainst(entity: AnyEntity, event: EventSpec, record: Row, who: Acting): string | null {
  const own = (entity.needs ?? []).filter(({ except }) => !except?.some((name) => entity.events[name] === event))
  return firstAgainst([...own, ...needsOf(event)], record, who)
}

/** The first sentence of these needs that the record does not meet; null when it meets all, as far as it has their fields. */
export const firstAgainst = (needs: readonly EventNeed[] | undefined, record: Row, who: Acting): string | null =>
  needs?.find(({ on, fails }) => on.every((name) => record[name as keyof Row] !== undefined) && fails(record, who))?.why ?? null
