// The 320 parcels and who holds their titles: mapped plots cut out of each village's fields, a few
// known by a point only, a few not mapped yet; 150 landowners, most of them the farmers themselves.
import { addDays, type Calendar } from './calendar.ts'
import { type Farmer, round7 } from './farmers.ts'
import { demoPhone, men, surnames, women } from './names.ts'
import { operators, villages } from './places.ts'
import { apportion, type Random } from './random.ts'
import { plotsFor, type Ring } from './terrain.ts'

export type Landowner = {
  operator: Farmer['operator']
  code: string
  name: string
  relationName: string | null
  ownerType: 'INDIVIDUAL' | 'JOINT' | 'TRUST' | 'GOVERNMENT'
  memberNo: string | null
  phone: string | null
  village: Farmer['village']
  consent: boolean
}
export type Parcel = {
  farmer: Farmer
  parcelNo: string
  name: string
  tenure: 'OWNED' | 'FAMILY' | 'LEASED' | 'SHARECROP' | 'FOREST_RIGHTS'
  leaseFrom: string | null
  leaseTo: string | null
  surveyNo: string
  declaredHa: number
  /** What the members of this group write on the form: hectares or acres. */
  unit: 'ha' | 'acre'
  /** The line around the field, whether anybody has mapped it yet or not. */
  outline: Ring
  ring: Ring | null
  point: [number, number] | null
  /** Hectares that crops may be planned on: the mapped area, or the declared one where there is no boundary. */
  areaHa: number
  method: 'GPS_WALK' | 'TAP_CORNERS' | 'DESKTOP_DRAW'
  mappedOn: string
  accuracyM: number
  soilType: 'BLACK' | 'ALLUVIAL' | 'RED'
  waterRegime: 'RAINFED' | 'PROTECTIVE_IRRIGATION' | 'IRRIGATED'
  landUse: [string, string, string]
  ownerCode: string
  edgeOfVillage: 'E' | null
}

/** Share of a holding that is field; the rest is home, lanes and bunds. */
const fieldShare = 0.965
const ownersWhoFarm = { OP1: 53, OP2: 41, OP3: 24 } as const
const otherOwners = { OP1: 14, OP2: 11, OP3: 7 } as const

export function makeLand(farmers: readonly Farmer[], calendar: Calendar, chance: Random): { parcels: Parcel[]; landowners: Landowner[] } {
  const landowners = operators.flatMap((operator) =>
    ownersOf(
      farmers.filter((farmer) => farmer.operator === operator.code),
      chance.fork(`${operator.code} owners`),
    ),
  )
  const parcels = operators.flatMap((operator) => {
    const own = farmers.filter((farmer) => farmer.operator === operator.code && farmer.membership !== 'EXITED')
    return parcelsOf(own, operator, landowners, calendar, chance.fork(`${operator.code} parcels`))
  })
  const leased = parcels.filter((parcel) => parcel.leaseTo)
  for (const parcel of [leased[3], leased.at(-3)]) if (parcel) parcel.leaseTo = addDays(calendar.anchor, 60)
  return { parcels, landowners }
}

function ownersOf(farmers: readonly Farmer[], chance: Random): Landowner[] {
  const operator = farmers[0]?.operator ?? 'OP1'
  const growing = farmers.filter((farmer) => farmer.membership !== 'EXITED').slice(0, ownersWhoFarm[operator])
  const themselves = growing.map(
    (farmer): Omit<Landowner, 'code'> => ({
      operator,
      name: `${farmer.firstName} ${farmer.lastName}`,
      relationName: farmer.relationName,
      ownerType: 'INDIVIDUAL',
      memberNo: farmer.memberNo,
      phone: farmer.phone,
      village: farmer.village,
      consent: true,
    }),
  )
  const places = villages.filter((village) => village.operator === operator)
  const others = Array.from({ length: otherOwners[operator] }, (_, index): Omit<Landowner, 'code'> => {
    const village = places[index % places.length] as Farmer['village']
    const ownerType = operator === 'OP3' && index % 3 === 2 ? 'GOVERNMENT' : index === 4 ? 'TRUST' : index % 2 ? 'INDIVIDUAL' : 'JOINT'
    const last = chance.pick(surnames[operator])[0]
    const first = chance.pick(index % 4 === 3 ? women : men)[0]
    if (ownerType === 'GOVERNMENT')
      return { operator, name: `Forest rights committee ${village.name}`, relationName: null, ownerType, memberNo: null, phone: null, village, consent: true }
    if (ownerType === 'TRUST')
      return { operator, name: `Shri Ram Mandir Trust ${village.name}`, relationName: null, ownerType, memberNo: null, phone: null, village, consent: true }
    return {
      operator,
      name: `${first} ${last}`,
      relationName: `${chance.pick(men)[0]} ${last}`,
      ownerType,
      memberNo: null,
      phone: demoPhone(20_000 + Number(operator.slice(2)) * 100 + index),
      village,
      consent: true,
    }
  })
  return [...themselves, ...others].map((owner, index) => ({ ...owner, code: `LO-${operator}-${String(index + 1).padStart(3, '0')}` }))
}

function parcelsOf(
  farmers: readonly Farmer[],
  operator: (typeof operators)[number],
  landowners: readonly Landowner[],
  calendar: Calendar,
  chance: Random,
): Parcel[] {
  const counts = parcelCounts(farmers, operator.parcels.total, chance)
  const wanted = farmers.flatMap((farmer, index) => {
    const number = counts[index] ?? 1
    const areas = apportion(
      Math.round(farmer.holdingHa * fieldShare * 100) / 100,
      Array.from({ length: number }, () => chance.between(0.7, 1.3)),
      0.01,
    )
    return areas.map((target, part) => ({ farmer, target, parcelNo: String(part + 1) }))
  })
  const mapped = new Map<(typeof wanted)[number], ReturnType<typeof plotsFor>[number]>()
  for (const village of villages) {
    const here = chance.shuffle(wanted.filter((one) => one.farmer.village === village))
    const targets = here.map((one) => one.target)
    for (const [index, plot] of plotsFor(village, targets, chance).entries()) mapped.set(here[index] as (typeof wanted)[number], plot)
  }
  // Small plots first: a point is enough only up to 4 ha, and what is still unmapped is not the best land.
  const bySize = [...wanted].sort((a, b) => a.target - b.target)
  const { points, unmapped } = operator.parcels
  const asPoint = new Set(bySize.slice(4, 4 + points))
  const without = new Set(bySize.slice(4 + points, 4 + points + unmapped))
  const waterOf = new Map<Farmer, Parcel['waterRegime']>(
    farmers.map((farmer) => [farmer, chance.pick(['RAINFED', 'RAINFED', 'RAINFED', 'PROTECTIVE_IRRIGATION', 'IRRIGATED'])]),
  )

  return wanted.map((one): Parcel => {
    const plot = mapped.get(one)
    if (!plot) throw new Error(`No plot for ${one.farmer.memberNo}`)
    const hasRing = !asPoint.has(one) && !without.has(one)
    const declaredHa = hasRing ? round2(plot.areaHa * chance.between(0.965, 1.045)) : one.target
    const { owner, tenure } = titleOf(one.farmer, landowners, chance)
    const isLease = tenure === 'LEASED' || tenure === 'SHARECROP'
    return {
      farmer: one.farmer,
      parcelNo: one.parcelNo,
      name: `${chance.pick(['Upper', 'Lower', 'Well', 'Road', 'Nala', 'Tank', 'Mango', 'Neem', 'Temple', 'Far'])} field`,
      tenure,
      leaseFrom: isLease ? calendar.day('05-01', -chance.int(2, 4)) : null,
      leaseTo: isLease ? calendar.day('05-31', chance.int(2, 5)) : null,
      surveyNo: `${chance.int(11, 389)}/${chance.int(1, 9)}`,
      declaredHa,
      unit: operator.code === 'OP2' ? 'acre' : 'ha',
      outline: plot.ring,
      ring: hasRing ? plot.ring : null,
      point: asPoint.has(one) ? [round7(plot.centre[0]), round7(plot.centre[1])] : null,
      areaHa: hasRing ? plot.areaHa : declaredHa,
      method: chance.pick(['GPS_WALK', 'GPS_WALK', 'GPS_WALK', 'TAP_CORNERS', 'DESKTOP_DRAW']),
      mappedOn: addDays(calendar.day('03-01'), chance.int(0, 75)),
      accuracyM: Math.round(chance.between(2.4, 7.8) * 10) / 10,
      soilType: operator.code === 'OP3' ? chance.pick(['BLACK', 'RED']) : chance.pick(['BLACK', 'BLACK', 'ALLUVIAL']),
      waterRegime: waterOf.get(one.farmer) ?? 'RAINFED',
      landUse: chance.pick([
        ['Cotton', 'Soybean', 'Cotton'],
        ['Soybean', 'Cotton', 'Maize'],
        ['Cotton', 'Cotton', 'Soybean'],
        ['Maize', 'Cotton', 'Soybean'],
      ]),
      ownerCode: owner.code,
      edgeOfVillage: hasRing ? plot.edgeOfVillage : null,
    }
  })
}

/** One parcel each at least, two from 2 ha, three from 4 ha; further second parcels until the total is met. */
function parcelCounts(farmers: readonly Farmer[], total: number, chance: Random): number[] {
  const counts = farmers.map(({ holdingHa }) => (holdingHa >= 4 ? 3 : holdingHa >= 2 ? 2 : 1))
  let left = total - counts.reduce((sum, one) => sum + one, 0)
  const candidates = chance.shuffle(farmers.flatMap(({ holdingHa }, index) => (holdingHa >= 1 && holdingHa < 2 ? [index] : [])))
  for (const index of candidates) {
    if (left <= 0) break
    counts[index] = 2
    left--
  }
  if (left !== 0) throw new Error(`${left} parcels could not be placed`)
  return counts
}

function titleOf(farmer: Farmer, landowners: readonly Landowner[], chance: Random): { owner: Landowner; tenure: Parcel['tenure'] } {
  const self = landowners.find((owner) => owner.memberNo === farmer.memberNo)
  if (self) return { owner: self, tenure: 'OWNED' }
  const owner = chance.pick(landowners.filter((one) => !one.memberNo && one.village === farmer.village))
  const tenure = owner.ownerType === 'GOVERNMENT' ? 'FOREST_RIGHTS' : owner.ownerType === 'JOINT' ? 'FAMILY' : chance.next() < 0.7 ? 'LEASED' : 'SHARECROP'
  return { owner, tenure }
}

const round2 = (value: number): number => Math.round(value * 100) / 100
