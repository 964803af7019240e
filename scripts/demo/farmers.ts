// The 200 farmers: who, where, how much land, in what state with the group. Numbers per operator
// are those of places.ts; two farmers of one village never resemble each other in both names.
import { addDays, at, type Calendar, daysBetween } from './calendar.ts'
import { demoPhone, men, type Name, surnames, women } from './names.ts'
import { type ClaimGroup, type HoldingClass, type Operator, operators, type Village, villages } from './places.ts'
import { apportion, type Random } from './random.ts'

export type SeasonResult = 'APPROVED' | 'CONDITIONAL' | 'SANCTIONED' | 'REJECTED'
export type Farmer = {
  operator: Operator['code']
  memberNo: string
  firstName: string
  lastName: string
  localName: string
  relationName: string
  gender: 'F' | 'M'
  birthYear: number
  phone: string | null
  village: Village
  home: [lon: number, lat: number]
  holdingHa: number
  joinedOn: string
  contractSignedOn: string
  consentAt: string
  membership: 'ACTIVE' | 'PENDING' | 'SUSPENDED' | 'EXITED'
  /** Decision of the kharif season's approval committee; only for active members. */
  result: SeasonResult | null
  conditions: string | null
  /** Whether the running rabi season's inspection has reached this farmer yet. */
  rabiInspected: boolean
  /** Conversion status of all of this farmer's land. */
  claim: ClaimGroup
  /** Day from which conversion counts (BR-04's S). */
  conversionStart: string
}

/** Metres per degree near 22 degrees north. */
const metresPerDegree = { lon: 103_100, lat: 110_800 }

export function makeFarmers(calendar: Calendar, chance: Random): Farmer[] {
  const phones = { next: 1 }
  return operators.flatMap((operator) => ofOperator(operator, calendar, chance.fork(operator.code), phones))
}

function ofOperator(operator: Operator, calendar: Calendar, chance: Random, phones: { next: number }): Farmer[] {
  const land = chance.shuffle(operator.holdings.flatMap((kind) => holdingsOf(kind, chance)))
  const members = land.length
  const ownVillages = villages.filter((village) => village.operator === operator.code)
  const gender = chance.shuffle(spread<'F' | 'M'>(members, [['F', operator.women]], 'M'))
  const noPhone = chance.shuffle(spread<boolean>(members, [[true, operator.withoutPhone]], false))
  const { pending, suspended, exited, sanctioned, rejected, conditional } = operator.membership
  const membership = chance.shuffle(
    spread<Farmer['membership']>(
      members,
      [
        ['PENDING', pending],
        ['SUSPENDED', suspended],
        ['EXITED', exited],
      ],
      'ACTIVE',
    ),
  )
  const active = members - pending - suspended - exited
  const results = chance.shuffle(
    spread<SeasonResult>(
      active,
      [
        ['SANCTIONED', sanctioned],
        ['REJECTED', rejected],
        ['CONDITIONAL', conditional],
      ],
      'APPROVED',
    ),
  )
  const used = new Map<Village, Name[][]>()
  let nextResult = 0

  return land.map((holdingHa, index): Farmer => {
    const village = ownVillages[index % ownVillages.length] as Village
    const [first, last, relation] = nameIn(village, gender[index] === 'F' ? women : men, surnames[operator.code], used, chance)
    const isActive = membership[index] === 'ACTIVE'
    const result = isActive ? (results[nextResult++] ?? null) : null
    const claim = claimOf(operator, index)
    const conversionStart = conversionDay(operator, claim, calendar, chance)
    const joinedOn = addDays(conversionStart, -chance.int(20, 90))
    const angle = chance.between(0, 2 * Math.PI)
    const distance = chance.between(60, 320)
    return {
      operator: operator.code,
      memberNo: `${operator.code}-${String(index + 1).padStart(3, '0')}`,
      firstName: first[0],
      lastName: last[0],
      localName: `${first[1]} ${last[1]}`,
      relationName: `${relation[0]} ${last[0]}`,
      gender: gender[index] ?? 'M',
      birthYear: calendar.year - chance.int(24, 68),
      phone: noPhone[index] ? null : demoPhone(phones.next++),
      village,
      // Homes stand south of the fields, in the village.
      home: [
        round7(village.lon + (distance * Math.cos(angle)) / metresPerDegree.lon),
        round7(village.lat - (450 + distance * Math.sin(angle)) / metresPerDegree.lat),
      ],
      holdingHa,
      joinedOn,
      contractSignedOn: renewed(addDays(joinedOn, chance.int(0, 10)), index, calendar),
      consentAt: at(joinedOn, chance.int(8, 17), chance.int(0, 59)),
      membership: membership[index] ?? 'ACTIVE',
      result,
      conditions:
        result === 'CONDITIONAL'
          ? chance.pick(['Widen the buffer on the road side before the next sowing', 'Keep the input register up to date', 'Separate store for seed cotton'])
          : null,
      rabiInspected: false,
      claim,
      conversionStart,
    }
  })
}

/** The smallest holding of the class for each, and the rest divided: the sum is exact and nobody leaves the class. */
/** Contracts run two years and are signed anew; every sixteenth member has let his run out. */
function renewed(signedOn: string, index: number, { anchor }: Calendar): string {
  const termDays = 730
  const terms = index % 16 === 15 ? 0 : Math.max(0, Math.floor(daysBetween(signedOn, anchor) / termDays))
  return addDays(signedOn, terms * termDays)
}

function holdingsOf({ count, hectares, min }: HoldingClass, chance: Random): number[] {
  const above = apportion(
    Number((hectares - count * min).toFixed(2)),
    Array.from({ length: count }, () => chance.between(0.3, 1.7)),
    0.01,
  )
  return above.map((part) => Number((min + part).toFixed(2)))
}

/** `counts` of the named values and the rest for everybody else. */
function spread<T>(length: number, counts: [value: T, count: number][], rest: T): T[] {
  const named = counts.flatMap(([value, count]) => Array.from({ length: count }, () => value))
  return [...named, ...Array.from({ length: length - named.length }, () => rest)]
}

/** Which conversion group a farmer belongs to: chosen so that each group has land enough for its cotton. */
function claimOf(operator: Operator, index: number): ClaimGroup {
  if (operator.code === 'OP1') return index % 5 === 3 ? 'IC2' : 'ORGANIC'
  if (operator.code === 'OP2') return index % 3 === 1 ? 'IC2' : 'ORGANIC'
  return index % 5 < 2 ? 'IC2' : 'IC1'
}

/** Cotton sown in June counts 24 full months or more, 12 to 23, or fewer, by this day. */
function conversionDay(operator: Operator, claim: ClaimGroup, calendar: Calendar, chance: Random): string {
  const [yearsBefore, monthDay] = operator.registered
  const registered = calendar.day(monthDay, -yearsBefore)
  const start =
    claim === 'ORGANIC'
      ? addDays(calendar.day('06-01', -5), chance.int(0, 900))
      : claim === 'IC2'
        ? addDays(calendar.day('08-01', -2), chance.int(0, 270))
        : addDays(calendar.day('07-10', -1), chance.int(0, 270))
  return start < registered ? registered : start
}

/** A first name, surname and father's or husband's name that nobody in the village has in a like combination. */
function nameIn(village: Village, firstNames: readonly Name[], lastNames: readonly Name[], used: Map<Village, Name[][]>, chance: Random): [Name, Name, Name] {
  const taken = used.get(village) ?? []
  used.set(village, taken)
  for (let attempt = 0; attempt < 500; attempt++) {
    const chosen: [Name, Name, Name] = [chance.pick(firstNames), chance.pick(lastNames), chance.pick(men)]
    const [first, last, relation] = chosen
    if (first === relation) continue
    if (taken.some(([otherFirst, otherLast, otherRelation]) => otherRelation === relation || (otherFirst === first && otherLast === last))) continue
    taken.push(chosen)
    return chosen
  }
  throw new Error(`No name left for ${village.name}`)
}

export const round7 = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
