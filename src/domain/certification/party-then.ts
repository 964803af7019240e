// What an operator or a company was at a moment, by the events that admit it, suspend it, reinstate it and end it (domain dictionary 4.1, 5.4). A company
// whose last scope certificate lapses is suspended by the product until one is in force again; what a person decided, the product does not end (docs/decisions/0143). Pure.
// A suspension counts from when it occurred, whenever it is recorded; of before it was entered here a party is what it was first.

import type { AnyEntity } from '../kernel/entity.ts'
import { declaredStates, isPossible, type StateMachine } from '../kernel/history.ts'

export const partyMoves = ['ACTIVATED', 'SUSPENDED', 'REINSTATED', 'EXITED', 'WITHDRAWN', 'SCOPE_LAPSED', 'SCOPE_RESTORED'] as const
export type PartyMove = (typeof partyMoves)[number]
export type PartyStatus = 'APPLICANT' | 'ACTIVE' | 'SUSPENDED' | 'EXITED' | 'WITHDRAWN'
/** `events`: in order of occurrence. `status`: today's. */
export type Party = { title: string; status: string; createdAt: string; events: readonly { eventType: PartyMove; at: string }[] }
/** `byLapse`: suspended by the product, since no scope certificate was in force any more. */
type PartyState<S extends string = PartyStatus> = { status: S; byLapse: boolean }

const decided: Readonly<Record<Exclude<PartyMove, 'SCOPE_LAPSED' | 'SCOPE_RESTORED'>, PartyStatus>> = {
  ACTIVATED: 'ACTIVE',
  SUSPENDED: 'SUSPENDED',
  REINSTATED: 'ACTIVE',
  EXITED: 'EXITED',
  WITHDRAWN: 'WITHDRAWN',
}

/** Only who is active is suspended by a lapse, and only that suspension ends with it; undefined: the move changes nothing. */
function byProduct(state: PartyState<string>, move: string): PartyState<'ACTIVE' | 'SUSPENDED'> | undefined {
  if (move === 'SCOPE_LAPSED') return state.status === 'ACTIVE' ? { status: 'SUSPENDED', byLapse: true } : undefined
  return state.byLapse ? { status: 'ACTIVE', byLapse: false } : undefined
}
const isByProduct = (move: string): move is 'SCOPE_LAPSED' | 'SCOPE_RESTORED' => move === 'SCOPE_LAPSED' || move === 'SCOPE_RESTORED'

function partyAt({ status, createdAt, events }: Party, at: string): PartyState {
  const moment = Date.parse(at)
  // A programme brings what was sent before a company was entered here: it has been admitted since.
  const isApplicant = status === 'APPLICANT' || (events.some(({ eventType }) => eventType === 'ACTIVATED') && Date.parse(createdAt) <= moment)
  let state: PartyState = { status: isApplicant ? 'APPLICANT' : 'ACTIVE', byLapse: false }
  for (const { eventType, at: occurredAt } of events) {
    if (Date.parse(occurredAt) > moment) break
    state = isByProduct(eventType) ? (byProduct(state, eventType) ?? state) : { status: decided[eventType], byLapse: false }
  }
  return state
}
export const partyStatusAt = (party: Party, at: string): PartyStatus => partyAt(party, at).status
/** As people decided. Where a scope certificate of the day is asked for, its lapse says all that the suspension by it says. */
export function decidedStatusAt(party: Party, at: string): PartyStatus {
  const { status, byLapse } = partyAt(party, at)
  return byLapse ? 'ACTIVE' : status
}
/** Whether it was suspended by a lapse. */
export const isLapsedAt = (party: Party, at: string): boolean => partyAt(party, at).byLapse

/** The states of a company, with who suspended it. */
export function companyStates(entity: AnyEntity): StateMachine<PartyState<string>> {
  const declared = declaredStates(entity)
  return {
    start: (status) => ({ status, byLapse: false }),
    step(state, event, spec) {
      if (isByProduct(event.eventType)) return isPossible(entity, spec, state.status) ? byProduct(state, event.eventType) : undefined
      const status = declared.step(state.status, event, spec)
      return status === undefined ? undefined : { status, byLapse: state.byLapse && status === state.status }
    },
    statusOf: ({ status }) => status,
    moves: new Set<string>(partyMoves),
  }
}

/** Suspended or gone: it neither buys nor sends certified goods, and gets no certificate for them. An applicant is a beginner, whom the rules for its goods judge. */
export const isOutOfTrade = (status: string): boolean => status === 'SUSPENDED' || status === 'EXITED' || status === 'WITHDRAWN'
