// Purchase tickets at the collection centres: 1,050 of them, nine tenths of what was picked, each
// after the picking it comes from (BR-08). Weights are what scales show, not round numbers (BR-32).
import { addDays, at, type Calendar } from './calendar.ts'
import type { Season } from './field-season.ts'
import { type ClaimGroup, operators } from './places.ts'
import { apportion, type Random, sum } from './random.ts'

export type Ticket = {
  ticketNo: string
  season: Season
  claim: ClaimGroup
  centre: string
  at: string
  grossKg: number
  tareKg: number
  netKg: number
  moisturePct: number
  /** Rupees per kg. */
  pricePerKg: number
  premiumPerKg: number
}

const ticketsInAll = 1_050

export function makeTickets(seasons: readonly Season[], calendar: Calendar, chance: Random): Ticket[] {
  const cotton = seasons.filter((one) => one.crop.crop === 'COTTON' && one.picks.length > 0)
  const boughtKg = new Map<Season, number>()
  for (const operator of operators) {
    for (const claim of Object.keys(operator.cotton) as ClaimGroup[]) {
      const theirs = cotton.filter(({ crop }) => crop.system.parcel.farmer.operator === operator.code && crop.system.parcel.farmer.claim === claim)
      const picked = theirs.map((one) => sum(one.picks.map((pick) => pick.kg)))
      const parts = apportion(operator.cotton[claim]?.purchasedKg ?? 0, picked)
      for (const [index, season] of theirs.entries()) boughtKg.set(season, parts[index] ?? 0)
    }
  }
  // Everybody comes at least once per picking; those with more cotton come more often.
  const visits = apportion(
    ticketsInAll - cotton.length * 3,
    cotton.map((one) => boughtKg.get(one) ?? 0),
  )
  const drafts = cotton.flatMap((season, index) => deliveries(season, boughtKg.get(season) ?? 0, 3 + (visits[index] ?? 0), chance))
  return numbered(withSameWeights(drafts), calendar, chance)
}

/** Planted (BR-32): on one day late in the season nine farmers bring exactly 100.0 kg each to one centre; a later cart of the same picking brings what is missing. */
const planted = { centre: 'CC-KASRAWAD', farmers: 9, kg: 100 }
function withSameWeights(drafts: readonly Draft[]): Draft[] {
  const atCentre = drafts.filter(
    ({ season: { crop } }) => crop.system.parcel.farmer.village.centre === planted.centre && crop.system.parcel.farmer.claim === 'ORGANIC',
  )
  for (const day of [...new Set(atCentre.map((one) => one.day))].sort().reverse()) {
    const pairs = pairsFor(atCentre, day)
    if (pairs.length < planted.farmers) continue
    const changed = new Map<Draft, Draft>()
    for (const [first, other] of pairs.slice(0, planted.farmers)) {
      changed.set(first, { ...first, day, netKg: planted.kg })
      changed.set(other, { ...other, netKg: Number((other.netKg + first.netKg - planted.kg).toFixed(1)) })
    }
    return drafts.map((one) => changed.get(one) ?? one)
  }
  throw new Error(`No day on which ${planted.farmers} farmers can bring ${planted.kg} kg each to ${planted.centre}`)
}
/** One of each farmer: two deliveries of one picking, of which one can be on that day and the other makes up for the difference. */
function pairsFor(drafts: readonly Draft[], day: string): [Draft, Draft][] {
  const byFarmer = Map.groupBy(drafts, ({ season }) => season.crop.system.parcel.farmer)
  return [...byFarmer.values()].flatMap((own) => {
    for (const first of own) {
      const isNear = first.pickedOn < day && day <= addDays(first.pickedOn, 14)
      const other = own.find(
        (one) => one !== first && one.season === first.season && one.pickedOn === first.pickedOn && one.netKg + first.netKg > planted.kg + 40,
      )
      if (isNear && other) return [[first, other] satisfies [Draft, Draft]]
    }
    return []
  })
}

type Draft = Pick<Ticket, 'season' | 'netKg'> & { day: string; pickedOn: string }

/** One crop's deliveries: its kilograms over the pickings, each picking's over a few visits in the days after. */
function deliveries(season: Season, kg: number, visits: number, chance: Random): Draft[] {
  const picked = season.picks.map((pick) => pick.kg)
  const perPick = apportion(kg, picked)
  const extra = apportion(visits - season.picks.length, picked)
  return season.picks.flatMap((pick, index): Draft[] => {
    const count = 1 + (extra[index] ?? 0)
    const nets = apportion(
      perPick[index] ?? 0,
      Array.from({ length: count }, () => chance.between(0.7, 1.3)),
      0.5,
    )
    return nets.map((netKg) => ({ season, netKg, pickedOn: pick.day, day: addDays(pick.day, chance.int(2, 11)) }))
  })
}

/** In time order; one scale weighs at most one delivery every four minutes. */
function numbered(drafts: readonly Draft[], calendar: Calendar, chance: Random): Ticket[] {
  const inOrder = [...drafts].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const perCentre = new Map<string, number>()
  const perDay = new Map<string, number>()
  return inOrder.map(({ season, netKg, day }): Ticket => {
    const { farmer } = season.crop.system.parcel
    const centre = farmer.village.centre
    const number = (perCentre.get(centre) ?? 0) + 1
    perCentre.set(centre, number)
    const slot = (perDay.get(centre + day) ?? 0) + 1
    perDay.set(centre + day, slot)
    const minutes = 8 * 60 + slot * 4 + chance.int(0, 2)
    const tareKg = Math.max(0.5, Math.ceil(netKg / 42) * 0.5)
    const organic = farmer.claim === 'ORGANIC'
    return {
      ticketNo: `${centre.slice(3, 6)}-${String(calendar.year).slice(2)}-${String(number).padStart(4, '0')}`,
      season,
      claim: farmer.claim,
      centre,
      at: at(day, Math.floor(minutes / 60), minutes % 60),
      grossKg: Number((netKg + tareKg).toFixed(1)),
      tareKg,
      netKg,
      moisturePct: Math.round(chance.between(7, 9.8) * 10) / 10,
      pricePerKg: Number((chance.int(710, 752) / 10).toFixed(2)),
      premiumPerKg: organic ? 6 : 3,
    }
  })
}
