// What is missing of the suspensions of a company by the lapse of its certificates, once one is known that was in force meanwhile: it is not suspended for these days (docs/decisions/0143). Pure.
import { isLapsedAt, type Party, type PartyMove } from './party-then.ts'

export type LapseMove = { eventType: 'SCOPE_LAPSED' | 'SCOPE_RESTORED'; at: string }
/** `to` null: it is suspended still. */
type Suspension = { from: string; to: string | null; endedBy: PartyMove | null }
/** From the first moment of a certificate in force to the first without one; `to` null: it is in force today. */
export type InForce = { from: string; to: string | null }

const isBefore = (one: string, other: string | null): boolean => other === null || Date.parse(one) < Date.parse(other)

function suspensionsOf(party: Party): Suspension[] {
  const found: Suspension[] = []
  for (const { eventType, at } of party.events) {
    const last = found.at(-1)
    const isOpen = last?.to === null
    if (isLapsedAt(party, at) !== isOpen) {
      if (isOpen) Object.assign(last, { to: at, endedBy: eventType })
      else found.push({ from: at, to: null, endedBy: null })
    }
  }
  return found
}

/** The first days of a suspension on which a certificate was in force. One that people have ended stays up to its end: what they recorded builds on it. */
function firstMissed(party: Party, inForce: readonly InForce[]): LapseMove[] {
  for (const suspension of suspensionsOf(party))
    for (const { from, to } of inForce) {
      const start = isBefore(from, suspension.from) ? suspension.from : from
      if (!isBefore(start, to) || !isBefore(start, suspension.to)) continue
      const again: LapseMove[] = to !== null && isBefore(to, suspension.to) ? [{ eventType: 'SCOPE_LAPSED', at: to }] : []
      if (again.length || suspension.endedBy !== 'REINSTATED') return [{ eventType: 'SCOPE_RESTORED', at: start }, ...again]
    }
  return []
}

/** In the order in which they are to be recorded. `inForce`: in order, without overlap. */
export function missedRestorations(party: Party, inForce: readonly InForce[]): LapseMove[] {
  const first = firstMissed(party, inForce)
  if (!first.length) return []
  // What is recorded last comes last among what occurred at one moment.
  const events = [...party.events, ...first].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return [...first, ...missedRestorations({ ...party, events }, inForce)]
}
