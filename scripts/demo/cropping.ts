// What grows where: 470 cropping systems with 720 crops over two seasons. Hectares per crop and per
// cotton claim are those of the programme's books; no system is larger than its parcel allows (BR-03).
import { addDays, type Calendar } from './calendar.ts'
import type { Farmer } from './farmers.ts'
import type { Parcel } from './parcels.ts'
import { type ClaimGroup, operators } from './places.ts'
import { apportion, type Random, sum } from './random.ts'

export type CropName = 'COTTON' | 'SOYBEAN' | 'MAIZE' | 'WHEAT' | 'CHICKPEA' | 'CASTOR' | 'MARIGOLD'
export type Crop = {
  system: CroppingSystem
  crop: CropName
  variety: string
  role: 'MAIN' | 'BORDER' | 'TRAP'
  areaHa: number
  sowingDate: string
  seedSource: 'GROUP' | 'OWN_SAVED' | 'COMPANY'
  seedLotNo: string
  seedKg: number
  seedTreated: 'UNTREATED' | 'BIO'
  proofRef: string | null
}
export type CroppingSystem = { parcel: Parcel; season: string; areaHa: number; plannedSowing: string; plannedEnd: string; previousCrop: string; crops: Crop[] }

/** Hectares of the two seasons' main crops; cotton's follow from the claims in places.ts. */
const mainHa = { SOYBEAN: 78, MAIZE: 39, WHEAT: 120, CHICKPEA: 60 } as const
const systemsInAll = 470
const cropsInAll = 720

/** Cultivar and kg of seed per hectare, inside the variety's norm (BR-20). */
const seed: Record<CropName, { varieties: [string, number][]; lot: string }> = {
  COTTON: {
    varieties: [
      ['RVJK-SGF-1', 9],
      ['RVJK-SGF-2', 4.2],
    ],
    lot: 'COT',
  },
  SOYBEAN: {
    varieties: [
      ['JS 20-34', 72],
      ['JS 95-60', 75],
    ],
    lot: 'SOY',
  },
  MAIZE: { varieties: [['Jawahar Maize 216', 20]], lot: 'MAI' },
  WHEAT: {
    varieties: [
      ['Lok-1', 100],
      ['Sujata', 95],
    ],
    lot: 'WHE',
  },
  CHICKPEA: { varieties: [['JG 11', 78]], lot: 'CHI' },
  CASTOR: { varieties: [['Jwala 48-1', 9]], lot: 'CAS' },
  MARIGOLD: { varieties: [['Pusa Narangi', 1.5]], lot: 'MAR' },
}
const gmRisk: readonly CropName[] = ['COTTON', 'SOYBEAN', 'MAIZE']

/** Crops stand on mapped plots: what is neither drawn nor pointed at gives no certified kilograms. */
export function makeCropping(all: readonly Parcel[], calendar: Calendar, chance: Random): CroppingSystem[] {
  const parcels = all.filter(({ ring, point }) => ring !== null || point !== null)
  const cotton = cottonParcels(parcels, chance.fork('cotton land'))
  const taken = new Set(cotton.map((one) => one.parcel))
  const rest = parcels.filter((parcel) => !taken.has(parcel) && parcel.farmer.membership !== 'PENDING')
  const pulses = divide(rest, ['SOYBEAN', 'MAIZE'], chance.fork('soy and maize land'))
  const early = relayParcels(cotton, pulses, systemsInAll - cotton.length - pulses.length)
  const rabi = divide([...pulses.map((one) => one.parcel), ...early], ['WHEAT', 'CHICKPEA'], chance.fork('rabi land'))

  const sow = chance.fork('sowing')
  const kharif = [
    ...cotton.map(({ parcel, ha }) => cottonSystem(parcel, ha, early.includes(parcel), calendar, sow)),
    ...pulses.map(({ parcel, ha, crop }) => simpleSystem(parcel, ha, crop, calendar, false, sow)),
  ]
  addTrapCrops(kharif, cropsInAll - systemsInAll - cotton.length, calendar, chance.fork('trap crops'))
  return [...kharif, ...rabi.map(({ parcel, ha, crop }) => simpleSystem(parcel, ha, crop, calendar, early.includes(parcel), sow))]
}

/** Per operator and claim: parcels of approved members until their land carries the cotton, then the exact hectares over them. */
function cottonParcels(parcels: readonly Parcel[], chance: Random): { parcel: Parcel; ha: number }[] {
  return operators.flatMap((operator) =>
    (Object.keys(operator.cotton) as ClaimGroup[]).flatMap((claim) => {
      const target = operator.cotton[claim]?.ha ?? 0
      const suitable = chance.shuffle(
        parcels.filter(({ farmer, ring, point }) => farmer.operator === operator.code && farmer.claim === claim && isApproved(farmer) && (ring ?? point)),
      )
      const chosen: Parcel[] = []
      for (const parcel of suitable) {
        if (sum(chosen.map((one) => one.areaHa)) * 0.9 >= target) break
        chosen.push(parcel)
      }
      const parts = apportion(
        target,
        chosen.map((one) => one.areaHa * chance.between(0.985, 1.015)),
        0.01,
      )
      return chosen.map((parcel, index) => ({ parcel, ha: parts[index] ?? 0 }))
    }),
  )
}
export const isApproved = (farmer: Farmer): boolean => farmer.result === 'APPROVED' || farmer.result === 'CONDITIONAL'

/** Two crops over parcels in the proportion of their hectares; one crop per parcel, exact hectares. */
function divide<C extends keyof typeof mainHa>(
  land: readonly Parcel[],
  [first, second]: readonly [C, C],
  chance: Random,
): { parcel: Parcel; ha: number; crop: C }[] {
  const mixed = chance.shuffle(land)
  const all = sum(mixed.map((one) => one.areaHa))
  const wanted = (all * mainHa[first]) / (mainHa[first] + mainHa[second])
  const cut = mixed.findIndex((_, index) => sum(mixed.slice(0, index + 1).map((one) => one.areaHa)) >= wanted) + 1
  return (
    [
      [first, mixed.slice(0, cut)],
      [second, mixed.slice(cut)],
    ] as const
  ).flatMap(([crop, chosen]) => {
    const parts = apportion(
      mainHa[crop],
      chosen.map((one) => one.areaHa),
      0.01,
    )
    return chosen.map((parcel, index) => ({ parcel, ha: parts[index] ?? 0, crop }))
  })
}

/** Cotton land that is cleared early for late wheat: as many parcels as the number of systems asks, large enough for the hectares. */
function relayParcels(cotton: readonly { parcel: Parcel }[], pulses: readonly { parcel: Parcel }[], systems: number): Parcel[] {
  const count = systems - pulses.length
  const needed = (mainHa.WHEAT + mainHa.CHICKPEA) / 0.93 - sum(pulses.map((one) => one.parcel.areaHa))
  const bySize = cotton.map((one) => one.parcel).sort((a, b) => a.areaHa - b.areaHa)
  for (let start = 0; start + count <= bySize.length; start++) {
    const chosen = bySize.slice(start, start + count)
    if (sum(chosen.map((one) => one.areaHa)) >= needed) return chosen
  }
  throw new Error('Not enough land for the rabi crops')
}

function cottonSystem(parcel: Parcel, ha: number, cleared: boolean, calendar: Calendar, chance: Random): CroppingSystem {
  const sowingDate = cleared ? addDays(calendar.day('06-06'), chance.int(0, 4)) : addDays(calendar.day('06-12'), chance.int(0, 15))
  const border = Math.max(0.01, Math.round(ha * 3.5) / 100)
  const system: CroppingSystem = {
    parcel,
    season: calendar.kharif.code,
    areaHa: round2(Math.min(parcel.areaHa, ha + border + 0.02)),
    plannedSowing: addDays(sowingDate, chance.int(-4, 3)),
    plannedEnd: cleared ? addDays(sowingDate, 178) : addDays(sowingDate, 198),
    previousCrop: parcel.landUse[0],
    crops: [],
  }
  system.crops.push(
    cropOf(system, 'COTTON', 'MAIN', ha, sowingDate, calendar, chance),
    cropOf(system, 'MAIZE', 'BORDER', border, addDays(sowingDate, chance.int(0, 5)), calendar, chance),
  )
  return system
}

function simpleSystem(parcel: Parcel, ha: number, crop: keyof typeof mainHa, calendar: Calendar, late: boolean, chance: Random): CroppingSystem {
  const isRabi = crop === 'WHEAT' || crop === 'CHICKPEA'
  const sowingDate = !isRabi
    ? addDays(calendar.day('06-17'), chance.int(0, 14))
    : late
      ? addDays(calendar.day('12-08'), chance.int(0, 12))
      : addDays(calendar.day('11-01'), chance.int(0, 20))
  const days = { SOYBEAN: 106, MAIZE: 112, WHEAT: 128, CHICKPEA: 112 }[crop]
  const system: CroppingSystem = {
    parcel,
    season: isRabi ? calendar.rabi.code : calendar.kharif.code,
    areaHa: ha,
    // Late wheat is planned for after the cotton is off the field, whatever the day it went in.
    plannedSowing: late ? sowingDate : addDays(sowingDate, chance.int(-5, 2)),
    plannedEnd: addDays(sowingDate, days),
    previousCrop: isRabi ? (late ? 'Cotton' : 'Soybean') : parcel.landUse[0],
    crops: [],
  }
  system.crops.push(cropOf(system, crop, 'MAIN', ha, sowingDate, calendar, chance))
  return system
}

/** Castor or marigold on a hundredth of a hectare in some of the cotton, until the number of crops is met. */
function addTrapCrops(kharif: readonly CroppingSystem[], count: number, calendar: Calendar, chance: Random): void {
  const withRoom = chance.shuffle(kharif.filter((system) => system.crops.length === 2 && system.areaHa - sum(system.crops.map((one) => one.areaHa)) >= 0.0099))
  if (withRoom.length < count) throw new Error(`Room for ${withRoom.length} trap crops, ${count} wanted`)
  for (const system of withRoom.slice(0, count)) {
    const main = system.crops[0] as Crop
    system.crops.push(cropOf(system, chance.next() < 0.6 ? 'CASTOR' : 'MARIGOLD', 'TRAP', 0.01, addDays(main.sowingDate, chance.int(0, 8)), calendar, chance))
  }
}

function cropOf(system: CroppingSystem, crop: CropName, role: Crop['role'], areaHa: number, sowingDate: string, calendar: Calendar, chance: Random): Crop {
  const [variety, rate] = chance.pick(seed[crop].varieties)
  const group = system.parcel.farmer.operator
  const saved = crop !== 'COTTON' && chance.next() < 0.4
  return {
    system,
    crop,
    variety,
    role,
    areaHa,
    sowingDate,
    seedSource: saved ? 'OWN_SAVED' : crop === 'COTTON' || group === 'OP1' ? 'GROUP' : 'COMPANY',
    seedLotNo: saved ? `OWN-${calendar.year - 1}` : `${group}-${seed[crop].lot}-${String(calendar.year).slice(2)}-${chance.int(1, 4)}`,
    seedKg: Math.max(0.01, round2(areaHa * rate * chance.between(0.97, 1.03))),
    seedTreated: chance.next() < 0.5 ? 'BIO' : 'UNTREATED',
    proofRef: gmRisk.includes(crop) ? `NGM-${group}-${calendar.year}-${seed[crop].lot}` : null,
  }
}

const round2 = (value: number): number => Math.round(value * 100) / 100
