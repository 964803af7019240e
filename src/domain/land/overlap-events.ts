// What two growers whose plots lie over each other say about it (domain dictionary 3.3, BR-02): recorded on each plot by addresses of their own
// (server/http/overlap-routes.ts), which know the other plot. They move no status; the boundaries that come of them do.
import type { Events } from '../kernel/entity.ts'
import { choice, date, derived, longText, optional, polygon, text } from '../kernel/kinds.ts'

/** Whatever became of the plot since: what was said stays said. */
const ever = ['DRAFT', 'MAPPED', 'VERIFIED', 'DISPUTED', 'RETIRED'] as const
const other = text('Other plot', { max: 32 })
const message = optional(longText('Message', { max: 500 }))
/** Both boundaries that it speaks of, by their fingerprints (`termsOf`). */
const terms = text('Boundaries meant', { max: 64 })

export const settlements = { AGREED: 'Agreed by both sides', DECIDED: 'Decided by a third person' } as const

export const overlapEvents = {
  OVERLAP_PROPOSED: {
    label: 'Boundary proposed to the neighbour',
    fields: { otherParcelCode: other, boundary: polygon('Boundary'), baseHash: derived(text('Boundary until then', { max: 64 })), terms, message },
    from: ever,
    system: true,
    icon: 'polyline',
  },
  OVERLAP_ACCEPTED: {
    label: 'Boundaries accepted',
    fields: { otherParcelCode: other, terms, message },
    from: ever,
    system: true,
    icon: 'handshake',
  },
  OVERLAP_WITHDRAWN: {
    label: 'Proposal withdrawn',
    fields: { otherParcelCode: other, message },
    from: ever,
    system: true,
    icon: 'undo',
  },
  OVERLAP_WALK: {
    label: 'Walk along the line requested',
    fields: { otherParcelCode: other, on: date('On'), message },
    from: ever,
    system: true,
    icon: 'directions_walk',
  },
  OVERLAP_DECIDED: {
    label: 'Overlap decided by a third person',
    fields: { otherParcelCode: other, terms, reason: longText('Reason', { max: 500 }) },
    from: ever,
    system: true,
    icon: 'fact_check',
  },
  OVERLAP_SETTLED: {
    label: 'Overlap settled',
    fields: { otherParcelCode: other, terms, how: choice('How', settlements), causeEventId: derived(text('Cause', { max: 36 })) },
    from: ever,
    system: true,
    icon: 'handshake',
  },
} as const satisfies Events
