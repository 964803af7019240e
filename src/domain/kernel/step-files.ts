// Events that a package of practices can plan take files, so that what a step asks for as evidence can be shown with the event that does it
// (domain dictionary 5.1): photo, document, signature. Of crops, their ground, flocks and ponds alike.
import type { Events } from './entity.ts'
import { attachments } from './kinds.ts'

const files = attachments()

export type WithFiles<E extends Events, P extends string> = {
  readonly [K in keyof E]: K extends P ? Omit<E[K], 'fields'> & { readonly fields: E[K]['fields'] & { readonly files: typeof files } } : E[K]
}

/** `planned`: types that a package can plan; those that have files already stay as they are. */
export const withFiles = <const E extends Events, const P extends string>(events: E, planned: readonly P[]): WithFiles<E, P> =>
  Object.fromEntries(
    Object.entries(events).map(([type, event]) => [
      type,
      (planned as readonly string[]).includes(type) && !event.fields.files ? { ...event, fields: { ...event.fields, files } } : event,
    ]),
  ) as WithFiles<E, P>

/** The types that a package can plan, with their labels, in this order. */
export const labelsOf = <E extends Events, const P extends keyof E & string>(events: E, planned: readonly P[]): Readonly<Record<P, string>> =>
  Object.fromEntries(planned.map((type) => [type, events[type]?.label ?? type])) as Record<P, string>
