// Lifecycle of what is written once and then followed by many (packages of practices, rules of schemes): drafted,
// published, overtaken by a later version, put away. The same words for each of them (domain dictionary 5.1, 5.2; animal 9.1).
import type { Choosable } from './choosable.ts'
import type { Events, States } from './entity.ts'
import { derived, longText, optional, reference } from './kinds.ts'

export const publicationStates = {
  DRAFT: { label: 'Draft', tone: 'neutral' },
  PUBLISHED: { label: 'Published', tone: 'success' },
  SUPERSEDED: { label: 'Overtaken by a newer version', tone: 'neutral' },
  ARCHIVED: { label: 'Archived', tone: 'neutral' },
} as const satisfies States

/** Events of publication; `roles`: who may decide. A published one is changed by a new version only. */
export const publication = <const R extends readonly string[]>(roles: R) =>
  ({
    PUBLISHED: {
      label: 'Publish',
      help: 'From then on it can be followed; a change needs a new version.',
      fields: { comment: optional(longText('What is new', { max: 1000 })) },
      from: ['DRAFT'],
      to: 'PUBLISHED',
      right: 'approve',
      roles,
      icon: 'verified',
    },
    SUPERSEDED: {
      label: 'Mark as overtaken',
      help: 'Those who follow it already keep it; nobody begins with it any more.',
      fields: { comment: optional(longText('Comment', { max: 500 })) },
      from: ['PUBLISHED'],
      to: 'SUPERSEDED',
      right: 'approve',
      roles,
      icon: 'swap_horiz',
    },
    ARCHIVED: {
      label: 'Archive',
      fields: { reason: optional(longText('Reason', { max: 500 })) },
      from: ['DRAFT', 'PUBLISHED', 'SUPERSEDED'],
      to: 'ARCHIVED',
      right: 'approve',
      roles,
      icon: 'archive',
    },
  }) as const satisfies Events

/** Events of what is followed in versions: publishing one supersedes those before it, each with the version that did so. `self`: the name of the entity. */
export const publicationOfVersions = <const R extends readonly string[]>(roles: R, self: string) => {
  const events = publication(roles)
  const replacedById = derived(reference('Newer version', self))
  return { ...events, SUPERSEDED: { ...events.SUPERSEDED, fields: { replacedById, ...events.SUPERSEDED.fields } } } as const satisfies Events
}

/** Packages with which somebody may begin. */
export const publishedPackages: Choosable = {
  field: 'status',
  is: ['PUBLISHED'],
  why: 'Drafts, archived packages and versions overtaken by a newer one are left out.',
}
