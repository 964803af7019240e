// What packages of practices of crops, flocks and ponds have in common: evidence of a step, and the status of a planned
// event (domain dictionary 3.5, 5.1; animal 9.2, 9.3).
import type { States } from './entity.ts'

export const planEvidence = { PHOTO: 'Photo', GPS: 'GPS position', DOC: 'Document', SIGNATURE: 'Signature' } as const
export type Evidence = keyof typeof planEvidence

/** The weight of a critical step (animal 9.3: critical 10); the highest that a package can give. Such a step makes a task (6.3). */
export const criticalWeight = 10

export const plannedStates = {
  PLANNED: { label: 'Planned', tone: 'neutral' },
  DUE: { label: 'Due', tone: 'progress' },
  DONE_ON_TIME: { label: 'Done in time', tone: 'success' },
  DONE_LATE: { label: 'Done outside its days', tone: 'pending' },
  MISSED: { label: 'Missed', tone: 'error' },
  SKIPPED: { label: 'Left out', tone: 'neutral' },
  NOT_APPLICABLE: { label: 'Does not apply', tone: 'neutral' },
} as const satisfies States
