// Values of animal husbandry that are assumptions or differ between programmes (animal 5.3, 7, 8, 10.1): one place, each of
// them replaceable by the setting `husbandry` of a programme.
import { z } from 'zod'

export type Bound = { least: number | null; most: number | null }
export type WaterTable = Readonly<Record<string, Readonly<Partial<Record<string, Bound>>>>>

export const husbandryAssumptions = {
  /** Days of colostrum after a birth. */
  colostrumDays: 5,
  /** Days after which the stage of a lactation changes. */
  freshDays: 21,
  earlyDays: 100,
  /** Days after a birth before an animal counts as open again. */
  waitingDays: { CATTLE: 60, BUFFALO: 60, GOAT: 45, SHEEP: 45 } as Readonly<Record<string, number>>,
  /** Two births of one animal lie at least so many days apart (animal 5.5: the shortest gestation that is accepted). */
  betweenBirthsDays: { CATTLE: 200, BUFFALO: 230, GOAT: 110, SHEEP: 110 } as Readonly<Record<string, number>>,
  /** Withdrawal where the label does not name the species or the medicine is used off-label, in days; degree-days in water. */
  cascadeDays: { MEAT: 28, MILK: 7, EGGS: 7 } as Readonly<Record<string, number>>,
  cascadeDegreeDays: 500,
  /** Eggs for each hen and day: above the first a warning, above the second a mistake; a flock lays from the third on. */
  eggsWarned: 1,
  eggsAtMost: 1.1,
  laysFrom: 0.05,
  /** Deaths and culls of a flock, cumulative and of the placed: a warning above the first, a review above the second. */
  mortality: { BROILER: [0.03, 0.08], LAYER: [0.05, 0.1], OTHER: [0.05, 0.1] } as Readonly<Record<string, readonly [number, number]>>,
  /** Deaths and culls of one day, of the living; and how many times the mean of the week before. */
  mortalityOfDay: 0.005,
  mortalityTimesMean: 3,
  /** Fewer dead on one day are never more than usual. */
  mortalityAtLeast: 3,
  /** A mean weight older than this says nothing about how many fish a harvest took. */
  weighingDays: 14,
  /** kg of birds on a square metre of floor: a warning above the first, a review above the second; other birds are not judged. */
  densityKgPerM2: { BROILER: [33, 42] } as Readonly<Record<string, readonly [number, number]>>,
  /** Animals on a square metre of water; other species are not judged. */
  stockedPerM2: { SHRIMP: 60, CARP: 1.2 } as Readonly<Record<string, number>>,
  /** Carcass weight, of the live weight. */
  carcass: [0.3, 0.75] as readonly [number, number],
}
export type HusbandryAssumptions = typeof husbandryAssumptions

const positive = z.number().nonnegative()
const bySpecies = z.record(z.string(), positive)
const settings = z
  .object({
    colostrumDays: positive,
    freshDays: positive,
    earlyDays: positive,
    waitingDays: bySpecies,
    betweenBirthsDays: bySpecies,
    cascadeDays: bySpecies,
    cascadeDegreeDays: positive,
    eggsWarned: positive,
    eggsAtMost: positive,
    laysFrom: positive,
    mortality: z.record(z.string(), z.tuple([positive, positive])),
    mortalityOfDay: positive,
    mortalityTimesMean: positive,
    mortalityAtLeast: positive,
    weighingDays: positive,
    densityKgPerM2: z.record(z.string(), z.tuple([positive, positive])),
    stockedPerM2: bySpecies,
    carcass: z.tuple([positive, positive]),
    water: z.record(z.string(), z.record(z.string(), z.object({ least: z.number().nullable(), most: z.number().nullable() }))),
  })
  .partial()

/** The assumptions with what the configuration of a programme says instead of them. A value of the wrong kind is not used. */
export function husbandrySettings(config: Readonly<Record<string, unknown>>): HusbandryAssumptions & { water: WaterTable } {
  const own = settings.safeParse(config.husbandry ?? {})
  const { water = {}, ...given } = own.success ? own.data : {}
  const merged = Object.entries(husbandryAssumptions).map(([name, value]) => {
    const set = (given as Record<string, unknown>)[name]
    const isTable = typeof value === 'object' && !Array.isArray(value)
    return [name, set === undefined ? value : isTable ? { ...value, ...(set as object) } : set]
  })
  return { ...(Object.fromEntries(merged) as HusbandryAssumptions), water: water as WaterTable }
}
