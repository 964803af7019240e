// How long milk, meat, eggs or fish are withdrawn after a medicine (animal 10.1). A label gives hours, days, or degree-days
// for what lives in water; the longest period of a product counts, and people may make it longer, never shorter.
import { daysBetween } from '../kernel/day.ts'
import { type HusbandryAssumptions, husbandryAssumptions } from './assumptions.ts'

/** A row of a medicine's withdrawal periods, as its label says it. */
export type LabelPeriod = { species: string; product: string; value: number; unit: string }
/** Until when a product may not be used: until `endAt`, and until `degreeDays` have gathered where they are asked for. */
export type WithdrawalTime = { product: string; basis: 'TIME' | 'DEGREE_DAYS'; statutoryEndAt: string | null; endAt: string | null; degreeDays: number | null }
/** How a medicine was used. `longerDays`: asked for beyond the label. */
export type MedicineUse = { species: string; lastDose: string; medicineClass?: string; offLabel?: boolean; longerDays?: number }

const hourMs = 3_600_000
const msOf: Readonly<Record<string, number>> = { HOURS: hourMs, DAYS: 24 * hourMs }
/** Without periods on their label these leave no residues that anybody waits for. */
const withoutResidues = new Set(['VACCINE', 'VITAMIN', 'PHYTO_HOMEO', 'DISINFECTANT', 'PROBIOTIC'])
const productsOf = (species: string): readonly string[] =>
  species === 'FISH' || species === 'SHRIMP' ? ['MEAT'] : species === 'POULTRY' ? ['MEAT', 'EGGS'] : ['MILK', 'MEAT']

/**
 * What may not be used after a medicine, one entry a product. Where the label does not name the species, or the medicine was
 * used off-label, the periods of the cascade are the least (animal 10.1.3). People make a period longer, never shorter.
 */
export function withdrawalTimes(
  periods: readonly LabelPeriod[],
  { species, lastDose, medicineClass = '', offLabel = false, longerDays = 0 }: MedicineUse,
  { cascadeDays, cascadeDegreeDays }: Pick<HusbandryAssumptions, 'cascadeDays' | 'cascadeDegreeDays'> = husbandryAssumptions,
): WithdrawalTime[] {
  const own = periods.filter((one) => one.species === species)
  const isUnnamed = own.length === 0 && !(periods.length === 0 && withoutResidues.has(medicineClass))
  const isCascade = offLabel || isUnnamed
  const inWater = species === 'FISH' || species === 'SHRIMP'
  const products = [...new Set([...own.map(({ product }) => product), ...(isCascade || (longerDays > 0 && own.length === 0) ? productsOf(species) : [])])]
  return products.flatMap((product): WithdrawalTime[] => {
    const rows = own.filter((one) => one.product === product)
    const most = (values: number[]) => Math.max(0, ...values)
    const floor = isCascade && productsOf(species).includes(product)
    const degreeDays = most([...rows.flatMap(({ unit, value }) => (unit === 'DEGREE_DAYS' ? [value] : [])), floor && inWater ? cascadeDegreeDays : 0])
    const label = most([...rows.map(({ value, unit }) => value * (msOf[unit] ?? 0)), floor && !inWater ? (cascadeDays[product] ?? 0) * 24 * hourMs : 0])
    const requested = Math.max(label, longerDays * 24 * hourMs)
    const end = (ms: number) => (ms > 0 ? new Date(Date.parse(lastDose) + ms).toISOString() : null)
    if (degreeDays === 0 && requested === 0) return []
    return [
      {
        product,
        basis: degreeDays > 0 ? 'DEGREE_DAYS' : 'TIME',
        statutoryEndAt: end(label) ?? (degreeDays > 0 ? null : lastDose),
        endAt: end(requested),
        degreeDays: degreeDays > 0 ? degreeDays : null,
      },
    ]
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
