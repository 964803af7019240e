// What is unusual in the history of a flock, by event (animal 7): losses (AH-19), more eggs than birds (AH-08), and figures of
// a day that its record and another event both say (AH-21). Folded in the order of happening, whoever was first to record.

import { addDays, daysBetween } from '../kernel/day.ts'
import { counted, onDay, phrase, type Sentence } from '../messages/message.ts'
import type { HusbandryAssumptions } from './assumptions.ts'
import { aliveAtDawn, count, type FlockDay, type FlockEvent, type FlockTotals, foldDays } from './flock-projection.ts'
import { lossShare } from './formulas.ts'
import type { EventFinding } from './replay.ts'

const lostFields = ['deadFemales', 'deadMales', 'deadUnsexed', 'culledFemales', 'culledMales', 'culledUnsexed'] as const
const eggFields = ['eggsGood', 'eggsCracked', 'eggsDirty', 'eggsBroken', 'good', 'cracked', 'dirty', 'broken'] as const
/** What events say of a day, by the name of the figure; more than nought counts. */
const figuresOf: readonly { what: string; of: (event: FlockEvent) => number }[] = [
  { what: 'Deaths', of: (event) => lostIn(event) },
  { what: 'Feed', of: ({ data, eventType }) => count(data, 'feedKg') + (eventType === 'FEEDING' ? count(data, 'kg') : 0) },
  { what: 'Water', of: ({ data }) => count(data, 'waterL', 'litres') },
  { what: 'Eggs', of: ({ data }) => count(data, ...eggFields) },
]

/** Birds that an event says died or were culled. */
function lostIn({ eventType, data }: FlockEvent): number {
  if (eventType === 'DAILY_RECORD') return count(data, ...lostFields)
  return eventType === 'MORTALITY' || eventType === 'CULL' ? count(data, 'count') : 0
}

export function flockFindings(events: readonly FlockEvent[], birdType: string, settings: HusbandryAssumptions): EventFinding[] {
  const found: EventFinding[] = []
  let earlier: { day: string; events: FlockEvent[] } = { day: '', events: [] }
  foldDays(events, null, (event, totals, today) => {
    if (earlier.day !== today.day) earlier = { day: today.day, events: [] }
    const now = { ...today, alive: totals.alive }
    const findings = [lossFinding(event, totals, now, birdType, settings), eggFinding(event, now, settings), twiceFinding(event, earlier.events, today.day)]
    found.push(...findings.flatMap((finding) => finding ?? []))
    earlier.events.push(event)
  })
  return found
}

/** AH-19: losses of the placed, found at the event that passes a limit; and of the day, at the event that makes it unusual. */
function lossFinding(event: FlockEvent, totals: FlockTotals, today: FlockDay, birdType: string, settings: HusbandryAssumptions): EventFinding | null {
  const lost = lostIn(event)
  if (lost <= 0) return null
  const until = totals.dead + today.dead + today.culled
  const [share, before] = [lossShare(until, totals.placed), lossShare(until - lost, totals.placed)]
  const [warned, reviewed] = settings.mortality[birdType] ?? settings.mortality.OTHER ?? [1, 1]
  const passed = (limit: number): boolean => share !== null && before !== null && share > limit && before <= limit
  const finding = (severity: 'WARN' | 'REVIEW', message: Sentence, figures: Record<string, unknown>): EventFinding => ({
    eventId: event.id,
    ruleId: 'AH-19',
    severity,
    message,
    figures,
  })
  const unusual = 'More birds have died than is usual for this kind of flock.'
  if (passed(reviewed)) return finding('REVIEW', unusual, { lossShare: share, usualShare: reviewed })
  if (passed(warned)) return finding('WARN', unusual, { lossShare: share, usualShare: warned })
  const ofDay = today.dead + today.culled
  const usual = usualLoss(totals, today, settings)
  if (ofDay < settings.mortalityAtLeast || ofDay <= usual || (ofDay - lost > usual && ofDay - lost >= settings.mortalityAtLeast)) return null
  return finding('WARN', phrase`${counted(ofDay)} birds died on ${onDay(today.day)}: more than on usual days.`, {
    day: today.day,
    dead: ofDay,
    alive: today.alive,
  })
}

/** Birds that may die on a day: a share of the living, or several times the mean of the week before it. */
function usualLoss({ days, placedOn }: FlockTotals, today: FlockDay, { mortalityOfDay, mortalityTimesMean }: HusbandryAssumptions): number {
  const week = days.filter(({ day }) => day >= addDays(today.day, -7) && day < today.day)
  const mean = week.reduce((sum, { dead, culled }) => sum + dead + culled, 0) / Math.min(7, Math.max(1, daysBetween(placedOn ?? today.day, today.day)))
  return Math.min(mortalityOfDay * aliveAtDawn(today), week.length > 0 && mean > 0 ? mortalityTimesMean * mean : Number.POSITIVE_INFINITY)
}

function eggFinding(event: FlockEvent, today: FlockDay, { eggsWarned }: HusbandryAssumptions): EventFinding | null {
  const hens = aliveAtDawn(today)
  if (count(event.data, ...eggFields) === 0 || (today.eggs ?? 0) <= hens * eggsWarned) return null
  const message = phrase`${today.eggs} eggs of ${hens} birds on ${onDay(today.day)}: more than one each.`
  return { eventId: event.id, ruleId: 'AH-08', severity: 'WARN', message, figures: { day: today.day, alive: hens } }
}

/** AH-21, at the later of two events of one day that say the same figure, one of which is the record of the day. */
function twiceFinding(event: FlockEvent, before: readonly FlockEvent[], day: string): EventFinding | null {
  const isDaily = event.eventType === 'DAILY_RECORD'
  const others = before.filter(({ eventType }) => (eventType === 'DAILY_RECORD') !== isDaily)
  const twice = figuresOf.filter(({ of }) => of(event) > 0 && others.some((other) => of(other) > 0)).map(({ what }) => what)
  if (twice.length === 0) return null
  return {
    eventId: event.id,
    ruleId: 'AH-21',
    severity: 'WARN',
    message: phrase`The day’s record of ${onDay(day)} and another event say the same thing, and both count: look whether one is too many.`,
    figures: { day, twice },
  }
}
