// The case of two plots that lie over each other, as their events leave it (BR-02). Pure: which boundaries are on the table, who has agreed to
// them, and whether that settles it. Nothing of it is stored, so that a boundary recorded late or taken back opens and closes a case by itself.
import type { Polygon } from '../kernel/kinds.ts'

export type CaseEvent = {
  id: string
  eventType: string
  recordedAt: string
  recordedBy: string | null
  data: Readonly<Record<string, unknown>>
}
/** `events`: of this plot that name the other one, in order of recording. */
export type CaseSide = { code: string; hash: string; boundary: Polygon; events: readonly CaseEvent[] }
export type Agreement = { by: string | null; at: string }
export type SideNow = {
  /** Where the plot is to lie by what is on the table. */
  boundary: Polygon
  hash: string
  proposal: { event: CaseEvent; boundary: Polygon } | null
  agreed: Agreement | null
}
export type CaseNow = { own: SideNow; other: SideNow; terms: string }

const half = 16
/** Both boundaries as one short text, the same from either side. What was agreed to one pair of them says nothing about another. */
export function termsOf(one: { code: string; hash: string }, other: { code: string; hash: string }): string {
  const [first, second] = one.code < other.code ? [one, other] : [other, one]
  return `${first.hash.slice(0, half)}-${second.hash.slice(0, half)}`
}

/** What was said since the case was last settled: a case that opens again begins anew. */
export const sinceSettled = (events: readonly CaseEvent[]): readonly CaseEvent[] =>
  events.slice(events.findLastIndex(({ eventType }) => eventType === 'OVERLAP_SETTLED') + 1)

/** A proposal stands until its side replaces or withdraws it, and as long as the boundary is the one that it was to replace. */
function proposalOf({ hash, events }: CaseSide, hashOf: (boundary: Polygon) => string): Omit<SideNow, 'agreed'> | null {
  const step = sinceSettled(events).findLast(({ eventType }) => eventType === 'OVERLAP_PROPOSED' || eventType === 'OVERLAP_WITHDRAWN')
  if (step?.eventType !== 'OVERLAP_PROPOSED' || step.data.baseHash !== hash) return null
  const boundary = step.data.boundary as Polygon
  return { boundary, hash: hashOf(boundary), proposal: { event: step, boundary } }
}

/** Who proposes agrees to what lay on the table then with the own proposal; a withdrawal takes back both. */
function agreementOf(events: readonly CaseEvent[], terms: string): Agreement | null {
  const since = sinceSettled(events)
  const step = since.slice(since.findLastIndex(({ eventType }) => eventType === 'OVERLAP_WITHDRAWN') + 1)
  const found = step.findLast(({ eventType, data }) => (eventType === 'OVERLAP_PROPOSED' || eventType === 'OVERLAP_ACCEPTED') && data.terms === terms)
  return found ? { by: found.recordedBy, at: found.recordedAt } : null
}

/** `hashOf`: the fingerprint of a boundary. */
export function caseNow(own: CaseSide, other: CaseSide, hashOf: (boundary: Polygon) => string): CaseNow {
  const lies = (side: CaseSide): Omit<SideNow, 'agreed'> => ({ boundary: side.boundary, hash: side.hash, proposal: null })
  const [mine, theirs] = [proposalOf(own, hashOf) ?? lies(own), proposalOf(other, hashOf) ?? lies(other)]
  const terms = termsOf({ code: own.code, hash: mine.hash }, { code: other.code, hash: theirs.hash })
  return { own: { ...mine, agreed: agreementOf(own.events, terms) }, other: { ...theirs, agreed: agreementOf(other.events, terms) }, terms }
}

/** Settled as they lie: what these very boundaries share was accepted, and is no dispute any more. */
export const isSettled = (own: Pick<CaseSide, 'code' | 'hash' | 'events'>, other: Pick<CaseSide, 'code' | 'hash'>): boolean => {
  const last = own.events.findLast(({ eventType }) => eventType === 'OVERLAP_SETTLED')
  return last?.data.terms === termsOf(own, other)
}

/** People who have spoken for either side since the case opened: they do not decide it as third persons. */
export const spokenBy = (...sides: readonly Pick<CaseSide, 'events'>[]): ReadonlySet<string | null> =>
  new Set(sides.flatMap(({ events }) => sinceSettled(events).map(({ recordedBy }) => recordedBy)))

export const caseStates = {
  OPEN: ['Nothing proposed', 'error'],
  PROPOSED: ['Boundary proposed', 'pending'],
  ACCEPTED: ['Accepted by one side', 'progress'],
} as const
/** How far a case has come: nobody has said where to lie, a boundary is on the table, or one side takes both as they are registered. */
export function stateOf({ own, other }: CaseNow): keyof typeof caseStates {
  if (own.proposal || other.proposal) return 'PROPOSED'
  return own.agreed || other.agreed ? 'ACCEPTED' : 'OPEN'
}
/** Whose word is missing for what is on the table. */
export function turnOf({ own, other }: Pick<CaseNow, 'own' | 'other'>): 'OWN' | 'OTHER' | 'BOTH' {
  if (own.agreed && !other.agreed) return 'OTHER'
  return other.agreed && !own.agreed ? 'OWN' : 'BOTH'
}
