// How long milk, meat, eggs or fish are held back after a medicine (animal 10.1). A label gives hours, days, or degree-days
// for what lives in water; the longest period of a product counts, and people may make it longer, never shorter.
import { daysBetween } from '../kernel/day.ts'

/** A row of a medicine's withdrawal periods, as its label says it. */
export type LabelPeriod = { species: string; product: string; value: number; unit: string }
export type WithdrawalTime = { product: string } & ({ basis: 'TIME'; endAt: string; statutoryEndAt: string } | { basis: 'DEGREE_DAYS'; degreeDays: number })
/** Milk of the first days after a birth is colostrum (animal 10.1, assumption). */
export const colostrumDays = 5
const hourMs = 3_600_000
const msOf: Readonly<Record<string, number>> = { HOURS: hourMs, DAYS: 24 * hourMs }

/** What a medicine holds back, one entry a product. `lastDose`: a moment. `longerDays`: asked for beyond the label. A period of nought holds nothing back. */
export function withdrawalTimes(
  periods: readonly LabelPeriod[],
  { species, lastDose, longerDays = 0 }: { species: string; lastDose: string; longerDays?: number },
): WithdrawalTime[] {
  const own = periods.filter((one) => one.species === species && one.value > 0)
  return [...Map.groupBy(own, ({ product }) => product)].map(([product, rows]): WithdrawalTime => {
    const byWarmth = rows.filter(({ unit }) => unit === 'DEGREE_DAYS')
    if (byWarmth.length) return { product, basis: 'DEGREE_DAYS', degreeDays: Math.max(...byWarmth.map(({ value }) => value)) }
    const label = Math.max(...rows.map(({ value, unit }) => value * (msOf[unit] ?? 0)))
    const end = (ms: number) => new Date(Date.parse(lastDose) + ms).toISOString()
    return { product, basis: 'TIME', statutoryEndAt: end(label), endAt: end(Math.max(label, longerDays * 24 * hourMs)) }
  })
}

/** Longest time without a reading over which the water is taken to have been as cold as it was (animal 10.1, rule 4). */
const blindDays = 7

/**
 * Degree-days gathered from the day after `from` to the end of `until`: the mean temperature of each day. A day without a
 * reading counts the lowest of the seven readings before it; after seven blind days nothing more is gathered.
 */
export function degreeDays(readings: readonly { day: string; temperatureC: number }[], from: string, until: string): number {
  const byDay = Map.groupBy(readings, ({ day }) => day)
  let sum = 0
  for (let ahead = 1; ahead <= daysBetween(from, until); ahead++) {
    const day = new Date(Date.parse(from) + ahead * 24 * hourMs).toISOString().slice(0, 10)
    const own = byDay.get(day)
    if (own) sum += own.reduce((total, { temperatureC }) => total + temperatureC, 0) / own.length
    else {
      const before = readings.filter((one) => one.day < day).sort((one, other) => one.day.localeCompare(other.day))
      const last = before.at(-1)
      if (last && daysBetween(last.day, day) <= blindDays) sum += Math.max(0, Math.min(...before.slice(-7).map(({ temperatureC }) => temperatureC)))
    }
  }
  return sum
}
