// When the milk of a tank may not leave it (animal 4, 10.1.7): from a test that found antibiotics, or may have, until a later
// test finds none or the tank is washed. Worked out from the events of the dairy by the time of their happening.
import { type HistoryEvent, inOrder } from './replay.ts'

export type TankRestriction = { eventId: string; from: string; until: string | null }

/** Restrictions of one tank, oldest first. */
export function tankRestrictions(history: readonly HistoryEvent[], unitId: string): TankRestriction[] {
  const restrictions: TankRestriction[] = []
  for (const { id, eventType, occurredAt, data } of inOrder(history)) {
    if (data.unitId !== unitId) continue
    const open = restrictions.at(-1)?.until === null ? restrictions.at(-1) : undefined
    const isPositive = eventType === 'TANK_TEST' && data.antibiotic !== 'NEG'
    if (isPositive && !open) restrictions.push({ eventId: id, from: occurredAt, until: null })
    else if (open && (eventType === 'TANK_WASH' || (eventType === 'TANK_TEST' && !isPositive))) open.until = occurredAt
  }
  return restrictions
}

export const isTankRestricted = (restrictions: readonly TankRestriction[], at: string): boolean =>
  restrictions.some(({ from, until }) => Date.parse(from) <= Date.parse(at) && (until === null || Date.parse(until) > Date.parse(at)))

/** Litres that left a tank while it was restricted, of what is recorded. */
export const dispatchedWhileRestricted = (history: readonly HistoryEvent[], unitId: string): number => {
  const restrictions = tankRestrictions(history, unitId)
  return history
    .filter(({ eventType, occurredAt, data }) => eventType === 'MILK_DISPATCH' && data.unitId === unitId && isTankRestricted(restrictions, occurredAt))
    .reduce((sum, { data }) => sum + (typeof data.litres === 'number' ? data.litres : 0), 0)
}
