// What an operator or a company was at a moment, by the events that admit it, suspend it, reinstate it and end it (domain dictionary 4.1, 5.4). Pure.
// A suspension counts from when it occurred, whenever it is recorded; of before it was entered here a party is what it was first.

export const partyMoves = ['ACTIVATED', 'SUSPENDED', 'REINSTATED', 'EXITED', 'WITHDRAWN'] as const
export type PartyMove = (typeof partyMoves)[number]
export type PartyStatus = 'APPLICANT' | 'ACTIVE' | 'SUSPENDED' | 'EXITED' | 'WITHDRAWN'
/** `events`: in order of occurrence. `status`: today's. */
export type Party = { title: string; status: string; createdAt: string; events: readonly { eventType: PartyMove; at: string }[] }

const statusAfter: Readonly<Record<PartyMove, PartyStatus>> = {
  ACTIVATED: 'ACTIVE',
  SUSPENDED: 'SUSPENDED',
  REINSTATED: 'ACTIVE',
  EXITED: 'EXITED',
  WITHDRAWN: 'WITHDRAWN',
}

export function partyStatusAt({ status, createdAt, events }: Party, at: string): PartyStatus {
  const moment = Date.parse(at)
  const last = events.findLast((event) => Date.parse(event.at) <= moment)
  if (last) return statusAfter[last.eventType]
  if (status === 'APPLICANT') return 'APPLICANT'
  // A programme brings what was sent before a company was entered here: it has been admitted since.
  return events.some(({ eventType }) => eventType === 'ACTIVATED') && Date.parse(createdAt) <= moment ? 'APPLICANT' : 'ACTIVE'
}

/** Suspended or gone: it neither buys nor sends certified goods, and gets no certificate for them. An applicant is a beginner, whom the rules for its goods judge. */
export const isOutOfTrade = (status: string): boolean => status === 'SUSPENDED' || status === 'EXITED' || status === 'WITHDRAWN'
