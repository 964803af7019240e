// The withdrawals of an animal, a flock or a pond as a pure projection over what was given to it and what came to it with
// animals of another stock (animal 10.1): recorded late, voided or transferred, the same history gives the same withdrawals.
import { addDays, dayIn, startOfDay } from '../kernel/day.ts'
import type { HusbandryAssumptions } from './assumptions.ts'
import type { HistoryEvent } from './replay.ts'
import { type LabelPeriod, withdrawalTimes } from './withdrawal-times.ts'

export type Medicine = { withdrawals: readonly LabelPeriod[]; medicineClass: string }
export type ProjectedWithdrawal = {
  /** The event that the product is withdrawn for; of inherited ones that of the stock it came from. */
  eventId: string
  product: string
  medicineId: string | null
  basis: 'TIME' | 'DEGREE_DAYS'
  startAt: string
  lastDoseAt: string | null
  statutoryEndAt: string | null
  effectiveEndAt: string | null
  degreeDaysRequired: number | null
}
export type WithdrawalContext = { species: string; zone: string; medicines: ReadonlyMap<string, Medicine>; settings: HusbandryAssumptions }

/** Events that may withdraw a product. */
export const withdrawingEvents = ['TREATMENT', 'VACCINATION', 'DRY_OFF', 'RESTRICTION', 'PARTURITION'] as const

const endOfDay = (day: string, zone: string): string => new Date(Date.parse(startOfDay(addDays(day, 1), zone)) - 1000).toISOString()

/** From the first dose to the last: those listed, and of a course from the beginning of its first day to the end of its last, where the programme is. */
export function courseOf(
  { occurredAt, data }: Pick<HistoryEvent, 'occurredAt' | 'data'>,
  zone: string,
): { firstDose: string; lastDose: string; lastDay: string } {
  const doses = ((data.doses ?? []) as { at: string }[]).map(({ at }) => at)
  const [from, to] = [data.startDate, data.endDate].map((day) => (typeof day === 'string' ? day : null))
  // A course that names its first and its last day is those days, whenever it was recorded.
  const moments = [...(from && to ? [] : [occurredAt]), ...doses, ...(from ? [startOfDay(from, zone)] : []), ...(to ? [endOfDay(to, zone)] : [])].map(
    Date.parse,
  )
  const lastDose = new Date(Math.max(...moments)).toISOString()
  return { firstDose: new Date(Math.min(...moments)).toISOString(), lastDose, lastDay: dayIn(zone, new Date(lastDose)) }
}

export function projectWithdrawals(history: readonly HistoryEvent[], context: WithdrawalContext): ProjectedWithdrawal[] {
  return history.flatMap((event) => withdrawnBy(event, context))
}

function withdrawnBy(event: HistoryEvent, { species, zone, medicines, settings }: WithdrawalContext): ProjectedWithdrawal[] {
  const { id: eventId, eventType, occurredAt, data } = event
  const until = (product: string, end: string): ProjectedWithdrawal => ({
    eventId,
    product,
    medicineId: null,
    basis: 'TIME',
    startAt: occurredAt,
    lastDoseAt: null,
    statutoryEndAt: end,
    effectiveEndAt: end,
    degreeDaysRequired: null,
  })
  if (eventType === 'RESTRICTION') return [until(data.product as string, new Date(data.until as string).toISOString())]
  if (eventType === 'PARTURITION') return [until('MILK', new Date(Date.parse(occurredAt) + settings.colostrumDays * 86_400_000).toISOString())]
  if (!(withdrawingEvents as readonly string[]).includes(eventType)) return []
  const medicineId = ((data.medicineId ?? data.product) as string | null | undefined) ?? null
  const medicine = medicineId === null ? undefined : medicines.get(medicineId)
  if (!medicine) return []
  const { firstDose, lastDose } = courseOf(event, zone)
  const use = {
    species,
    lastDose,
    medicineClass: medicine.medicineClass,
    offLabel: data.offLabel === true,
    longerDays: (data.longerWithdrawalDays as number | null | undefined) ?? 0,
  }
  return withdrawalTimes(medicine.withdrawals, use, settings).map(({ product, basis, statutoryEndAt, endAt, degreeDays }) => ({
    eventId,
    product,
    medicineId,
    basis,
    startAt: firstDose,
    lastDoseAt: lastDose,
    statutoryEndAt,
    effectiveEndAt: endAt,
    degreeDaysRequired: degreeDays,
  }))
}

/** Whether it is in force at a moment. `warmth`: degree-days gathered since the last dose. */
export function isInForce(one: Pick<ProjectedWithdrawal, 'startAt' | 'effectiveEndAt' | 'degreeDaysRequired'>, at: string, warmth: () => number): boolean {
  const moment = Date.parse(at)
  if (Date.parse(one.startAt) > moment) return false
  if (one.effectiveEndAt !== null && Date.parse(one.effectiveEndAt) > moment) return true
  return one.degreeDaysRequired !== null && warmth() < one.degreeDaysRequired
}

/**
 * What a stock takes over with animals received at `at` from one whose withdrawals these are. `gathered`: degree-days
 * that the animals have had already: the water that received them gathers the rest.
 */
export function inherited(withdrawals: readonly ProjectedWithdrawal[], at: string, gathered: (one: ProjectedWithdrawal) => number): ProjectedWithdrawal[] {
  return withdrawals.flatMap((one) => {
    if (!isInForce(one, at, () => gathered(one))) return []
    const lastDoseAt = one.lastDoseAt !== null && Date.parse(one.lastDoseAt) < Date.parse(at) ? at : one.lastDoseAt
    const left = one.degreeDaysRequired === null ? null : Math.max(1, Math.ceil(one.degreeDaysRequired - gathered(one)))
    return [{ ...one, startAt: at, lastDoseAt, degreeDaysRequired: left }]
  })
}

/** One a treatment and product: received twice, it begins with the first and ends with the last. */
export function joined(withdrawals: readonly ProjectedWithdrawal[]): ProjectedWithdrawal[] {
  const later = (one: string | null, other: string | null) => (one === null || (other !== null && Date.parse(other) > Date.parse(one)) ? other : one)
  const all = new Map<string, ProjectedWithdrawal>()
  for (const one of withdrawals) {
    const key = `${one.eventId} ${one.product}`
    const known = all.get(key)
    all.set(
      key,
      known
        ? {
            ...known,
            startAt: Date.parse(one.startAt) < Date.parse(known.startAt) ? one.startAt : known.startAt,
            lastDoseAt: later(known.lastDoseAt, one.lastDoseAt),
            effectiveEndAt: later(known.effectiveEndAt, one.effectiveEndAt),
            degreeDaysRequired:
              known.degreeDaysRequired === null && one.degreeDaysRequired === null
                ? null
                : Math.max(known.degreeDaysRequired ?? 0, one.degreeDaysRequired ?? 0),
          }
        : one,
    )
  }
  return [...all.values()]
}
