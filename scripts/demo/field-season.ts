// What happened on the crops: sowing, germination, estimate, picking, clearing. Cotton kilograms are
// the programme's to the kilogram; no estimate passes its ceiling (BR-06), no harvest its estimate (BR-07).
import { addDays, at, type Calendar } from './calendar.ts'
import type { Crop, CropName, CroppingSystem } from './cropping.ts'
import { cottonWork, type Work } from './field-work.ts'
import { type ClaimGroup, operators } from './places.ts'
import { apportion, type Random, sum } from './random.ts'

export type Pick = { pickNo: number; day: string; kg: number; moisturePct: number; trashPct: number; bags: number; pickers: number }
export type Scouting = { day: string; pest: string; perPlant: number }
export type Season = {
  crop: Crop
  germination: { day: string; plantsPerM2: number; gapPct: number } | null
  scoutings: Scouting[]
  work: Work[]
  estimate: { day: string; method: 'BOLL_COUNT' | 'SAMPLE_PLOT'; kgPerHa: number; kg: number } | null
  picks: Pick[]
  closedOn: string | null
}

/** kg per hectare that nobody can plausibly exceed, by water regime: the programme's yield norms. */
export const yieldCeiling: Partial<Record<CropName, { RAINFED: number; IRRIGATED: number }>> = {
  COTTON: { RAINFED: 1_600, IRRIGATED: 2_400 },
  SOYBEAN: { RAINFED: 2_200, IRRIGATED: 2_200 },
  MAIZE: { RAINFED: 5_000, IRRIGATED: 5_000 },
}
const otherYields: Partial<Record<CropName, number>> = { SOYBEAN: 1_050, MAIZE: 2_300 }

export function makeSeason(systems: readonly CroppingSystem[], calendar: Calendar, chance: Random): Season[] {
  const cottonKg = cottonHarvests(systems, chance.fork('cotton yields'))
  const days = chance.fork('days')
  const walks = chance.fork('scouting')
  const works = chance.fork('work')
  return systems.flatMap((system) =>
    system.crops.map((crop): Season => {
      const kg = cottonKg.get(crop) ?? otherHarvest(crop, calendar, days)
      const emerged = addDays(crop.sowingDate, days.int(8, 13))
      const germination =
        crop.role === 'MAIN' && emerged <= calendar.anchor ? { day: emerged, plantsPerM2: germinationOf(crop.crop, days), gapPct: days.int(2, 11) } : null
      const scoutings = crop.crop === 'COTTON' ? scoutingsOf(crop, walks) : []
      const work = cottonWork(crop, scoutings.length > 0, works)
      if (!kg) return { crop, germination, scoutings, work, estimate: null, picks: [], closedOn: null }
      const estimateKg = Math.ceil((kg * days.between(1.03, 1.07)) / 5) * 5
      const picks =
        crop.crop === 'COTTON'
          ? cottonPicks(crop, kg, days)
          : [pick(1, addDays(crop.sowingDate, crop.crop === 'MAIZE' ? days.int(103, 109) : days.int(98, 103)), kg, days)]
      const cleared = addDays(picks.at(-1)?.day ?? crop.sowingDate, crop.crop === 'COTTON' ? days.int(6, 12) : days.int(2, 4))
      return {
        crop,
        germination,
        scoutings,
        work,
        estimate: {
          day: addDays(crop.sowingDate, crop.crop === 'COTTON' ? days.int(92, 100) : days.int(80, 86)),
          method: crop.crop === 'COTTON' ? 'BOLL_COUNT' : 'SAMPLE_PLOT',
          kg: estimateKg,
          kgPerHa: Math.round((estimateKg / crop.areaHa) * 10) / 10,
        },
        picks,
        // Fields with a late second crop are clear by its sowing; some of the others still stand on the anchor day.
        closedOn: hasFollower(crop, systems) || days.next() < 0.8 ? cleared : null,
      }
    }),
  )
}

const hasFollower = (crop: Crop, systems: readonly CroppingSystem[]): boolean =>
  systems.some((other) => other !== crop.system && other.parcel === crop.system.parcel && other.season !== crop.system.season)

/** kg per cotton crop: each operator's and claim's harvest divided by area, good and poor fields mixed. */
function cottonHarvests(systems: readonly CroppingSystem[], chance: Random): Map<Crop, number> {
  const harvests = new Map<Crop, number>()
  for (const operator of operators) {
    for (const claim of Object.keys(operator.cotton) as ClaimGroup[]) {
      const crops = systems.flatMap((system) =>
        system.crops.filter((crop) => crop.crop === 'COTTON' && system.parcel.farmer.operator === operator.code && system.parcel.farmer.claim === claim),
      )
      const parts = apportion(
        operator.cotton[claim]?.harvestedKg ?? 0,
        crops.map((crop) => crop.areaHa * chance.between(0.9, 1.08)),
      )
      for (const [index, crop] of crops.entries()) harvests.set(crop, parts[index] ?? 0)
    }
  }
  return harvests
}

function otherHarvest(crop: Crop, calendar: Calendar, chance: Random): number {
  const perHa = crop.role === 'MAIN' && crop.system.season === calendar.kharif.code ? otherYields[crop.crop] : undefined
  return perHa ? Math.round(crop.areaHa * perHa * chance.between(0.88, 1.1)) : 0
}

/** Three pickings about a month apart; fields with a late second crop are picked sooner. */
function cottonPicks(crop: Crop, kg: number, chance: Random): Pick[] {
  const early = crop.system.plannedEnd < addDays(crop.sowingDate, 190)
  const offsets = early
    ? [chance.int(116, 120), chance.int(138, 142), chance.int(160, 164)]
    : [chance.int(118, 127), chance.int(143, 150), chance.int(167, 174)]
  const parts = apportion(kg, [chance.between(0.4, 0.5), chance.between(0.3, 0.38), chance.between(0.16, 0.24)])
  return offsets.map((offset, index) => pick(index + 1, addDays(crop.sowingDate, offset), parts[index] ?? 0, chance))
}

/** Fields in a hundred that nobody scouted. */
const unscoutedOf100 = 5

/** Every ten days while the bolls set; on few fields never. Always below the threshold of the package. */
function scoutingsOf({ sowingDate }: Crop, chance: Random): Scouting[] {
  const isScouted = chance.int(1, 100) > unscoutedOf100
  return [30, 40, 50, 60].flatMap((offset) => {
    const one = { day: addDays(sowingDate, offset + chance.int(-2, 2)), pest: chance.pick(['Bollworm', 'Jassid']), perPlant: tenth(chance.between(0, 0.8)) }
    return isScouted ? [one] : []
  })
}

function pick(pickNo: number, day: string, kg: number, chance: Random): Pick {
  return {
    pickNo,
    day,
    kg,
    moisturePct: tenth(chance.between(6.8, 9.6)),
    trashPct: tenth(chance.between(1.2, 3.4)),
    bags: Math.max(1, Math.ceil(kg / 42)),
    pickers: Math.max(1, Math.round(kg / 75)),
  }
}
function germinationOf(crop: CropName, chance: Random): number {
  const typical: Record<CropName, number> = { COTTON: 2.1, SOYBEAN: 32, MAIZE: 6, WHEAT: 180, CHICKPEA: 28, CASTOR: 1, MARIGOLD: 4 }
  return tenth(typical[crop] * chance.between(0.85, 1.08))
}
const tenth = (value: number): number => Math.round(value * 10) / 10

/** A working hour on that day. */
export const inTheField = (day: string, chance: Random): string => at(day, chance.int(7, 17), chance.int(0, 59))
export const harvestedKg = (seasons: readonly Season[]): number => sum(seasons.flatMap((one) => one.picks.map((each) => each.kg)))
