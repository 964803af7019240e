// From the centres to the bales: gin lots built from what was bought, sent and weighed in at two gins,
// 24 runs and their bales. Masses balance in every run (BR-09) and add up to the programme's books.
import { addDays, at } from './calendar.ts'
import type { ClaimGroup, Operator } from './places.ts'
import type { Ticket } from './purchases.ts'
import { apportion, type Random, sum } from './random.ts'

/** What a centre buys of one claim goes into one lot, until a gin lot is built from it; then the next is started. */
export type CentreLot = {
  batchNo: string
  operator: Operator['code']
  centre: string
  claim: ClaimGroup
  openedOn: string /** Null: still being filled. */
  closedOn: string | null
  tickets: Ticket[]
  kg: number
}
export type GinLot = {
  batchNo: string
  operator: Operator['code']
  claim: ClaimGroup
  centre: string
  kg: number
  builtOn: string
  inputs: { batchNo: string; kg: number }[]
  gin: string
  buyer: string
  /** The same goods as the gin knows them. */
  sentAs: string
  invoiceNo: string
  vehicle: string
  sentAt: string
  receivedAt: string
}
export type Bale = { no: string; kg: number; moisturePct: number; stapleMm: number; mic: number }
export type GinRun = {
  runNo: string
  gin: string
  claim: ClaimGroup
  lot: GinLot
  cleanedAt: string | null
  startedAt: string
  endedAt: string
  inputKg: number
  lintKg: number
  seedKg: number
  trashKg: number
  invisibleKg: number
  lintLotNo: string
  seedLotNo: string
  baleLotNo: string
  bales: Bale[]
}

type Plan = { operator: Operator['code']; claim: ClaimGroup; gin: string; lots: { kg: number; runs: number; bales: number; looseKg: number }[] }
/** Which lots go to which gin, in how many runs, giving how many bales of 170 kg; loose lint stays behind in one lot per gin. */
const plans: readonly Plan[] = [
  {
    operator: 'OP1',
    claim: 'ORGANIC',
    gin: 'GIN-KHARGONE',
    lots: [
      { kg: 30_000, runs: 4, bales: 60, looseKg: 0 },
      { kg: 30_000, runs: 3, bales: 60, looseKg: 0 },
      { kg: 24_000, runs: 3, bales: 48, looseKg: 0 },
    ],
  },
  {
    operator: 'OP2',
    claim: 'ORGANIC',
    gin: 'GIN-KHARGONE',
    lots: [
      { kg: 30_000, runs: 3, bales: 61, looseKg: 0 },
      { kg: 24_000, runs: 3, bales: 48, looseKg: 106 },
    ],
  },
  { operator: 'OP1', claim: 'IC2', gin: 'GIN-SENDHWA', lots: [{ kg: 12_000, runs: 2, bales: 24, looseKg: 0 }] },
  { operator: 'OP2', claim: 'IC2', gin: 'GIN-SENDHWA', lots: [{ kg: 18_800, runs: 2, bales: 37, looseKg: 38 }] },
  { operator: 'OP3', claim: 'IC2', gin: 'GIN-SENDHWA', lots: [{ kg: 14_080, runs: 2, bales: 28, looseKg: 0 }] },
  { operator: 'OP3', claim: 'IC1', gin: 'GIN-SENDHWA', lots: [{ kg: 21_120, runs: 2, bales: 42, looseKg: 0 }] },
]
const gins = {
  'GIN-KHARGONE': { short: 'KHG', buyer: 'KHARGONE-GIN', trashKg: 3_864, invisibleKg: 690, mustClean: false },
  'GIN-SENDHWA': { short: 'SEN', buyer: 'SENDHWA-GIN', trashKg: 1_980, invisibleKg: 396, mustClean: true },
} as const
const baleKg = 170

export function makeChain(tickets: readonly Ticket[], year: number, chance: Random): { centreLots: CentreLot[]; ginLots: GinLot[]; runs: GinRun[] } {
  const season = `KH${String(year).slice(2)}`
  const yards = plans.map((plan) => new Yard(plan, season, chance).work(tickets))
  const ginLots = yards.flatMap((yard) => yard.built)
  const runs = (Object.keys(gins) as (keyof typeof gins)[]).flatMap((gin) =>
    runsOf(
      gin,
      ginLots.filter((lot) => lot.gin === gin),
      season,
      chance.fork(gin),
    ),
  )
  return { centreLots: yards.flatMap((yard) => yard.lots), ginLots, runs }
}
const short = (claim: ClaimGroup): string => (claim === 'ORGANIC' ? 'ORG' : claim)

/** What an operator's centres hold of one claim: tickets come in, and as soon as there is enough a gin lot goes out. */
class Yard {
  readonly lots: CentreLot[] = []
  readonly built: GinLot[] = []
  readonly #plan: Plan
  readonly #season: string
  readonly #chance: Random
  /** kg that each lot still has. */
  readonly #left = new Map<CentreLot, number>()

  constructor(plan: Plan, season: string, chance: Random) {
    this.#plan = plan
    this.#season = season
    this.#chance = chance
  }

  work(tickets: readonly Ticket[]): this {
    const { operator, claim, lots } = this.#plan
    const own = tickets.filter((ticket) => ticket.claim === claim && ticket.season.crop.system.parcel.farmer.operator === operator)
    const waiting = lots.map(({ kg }, index) => ({ kg, number: index + 1 }))
    for (const [index, ticket] of own.entries()) {
      this.#fill(ticket)
      const isLastOfDay = own[index + 1]?.at.slice(0, 10) !== ticket.at.slice(0, 10)
      const next = waiting[0]
      if (!next || !isLastOfDay || sum([...this.#left.values()]) < next.kg) continue
      waiting.shift()
      this.#build(next, addDays(ticket.at.slice(0, 10), 1))
    }
    if (waiting.length) throw new Error(`${operator} ${claim}: ${waiting.length} lots short of cotton`)
    return this
  }

  #fill(ticket: Ticket): void {
    const here = this.lots.filter(({ centre }) => centre === ticket.centre)
    let lot = here.find(({ closedOn }) => closedOn === null)
    if (!lot) {
      const { operator, claim } = this.#plan
      lot = {
        batchNo: `${operator}-${this.#season}-${ticket.centre.slice(3, 6)}-${short(claim)}-${here.length + 1}`,
        operator,
        centre: ticket.centre,
        claim,
        openedOn: ticket.at.slice(0, 10),
        closedOn: null,
        tickets: [],
        kg: 0,
      }
      this.lots.push(lot)
    }
    lot.tickets.push(ticket)
    lot.kg = sum([lot.kg, ticket.netKg])
    this.#left.set(lot, sum([this.#left.get(lot) ?? 0, ticket.netKg]))
  }

  /** From the oldest lots first; what they hold is closed on that day, and new tickets begin new lots. */
  #build({ kg, number }: { kg: number; number: number }, builtOn: string): void {
    const inputs: GinLot['inputs'] = []
    for (const lot of this.lots) {
      const left = this.#left.get(lot) ?? 0
      const taken = Math.min(left, sum([kg, -sum(inputs.map((one) => one.kg))]))
      lot.closedOn ??= builtOn
      if (taken <= 0) continue
      inputs.push({ batchNo: lot.batchNo, kg: taken })
      this.#left.set(lot, sum([left, -taken]))
    }
    const { operator, claim } = this.#plan
    const gin = gins[this.#plan.gin as keyof typeof gins]
    const stem = `${operator}-${this.#season}-${short(claim)}`
    const largest = [...inputs].sort((a, b) => b.kg - a.kg)[0]
    this.built.push({
      batchNo: `${stem}-H${number}`,
      operator,
      claim,
      centre: this.lots.find(({ batchNo }) => batchNo === largest?.batchNo)?.centre ?? '',
      kg,
      builtOn,
      inputs,
      gin: this.#plan.gin,
      buyer: gin.buyer,
      sentAs: `${stem}-${gin.short}${number}`,
      invoiceNo: `${operator}/${this.#season}/${short(claim)}/${number}`,
      vehicle: `MP10 H${this.#chance.int(1000, 9899)}`,
      sentAt: at(addDays(builtOn, 1), 7, this.#chance.int(0, 59)),
      receivedAt: at(addDays(builtOn, 1), 15, this.#chance.int(0, 59)),
    })
  }
}

/** The runs of one gin, one a day, lots in the order of their arrival. */
function runsOf(gin: keyof typeof gins, lots: readonly GinLot[], season: string, chance: Random): GinRun[] {
  const { short: name, trashKg, invisibleKg, mustClean } = gins[gin]
  const inOrder = [...lots].sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1))
  const shares = inOrder.flatMap((lot) => {
    const plan = plans.find((one) => one.operator === lot.operator && one.claim === lot.claim)?.lots[Number(lot.batchNo.slice(-1)) - 1]
    if (!plan) throw new Error(`No plan for ${lot.batchNo}`)
    const bales = apportion(
      plan.bales,
      Array.from({ length: plan.runs }, () => 1),
    )
    const lint = bales.map((count, index) => count * baleKg + (index === plan.runs - 1 ? plan.looseKg : 0))
    // More or less cotton for the same lint: the out-turn varies by about one per cent from run to run.
    const inputs = apportion(
      lot.kg,
      lint.map((kg) => kg * chance.between(0.988, 1.012)),
    )
    return lint.map((lintKg, index) => ({ lot, lintKg, inputKg: inputs[index] ?? 0, baleCount: bales[index] ?? 0 }))
  })
  const trash = apportion(
    trashKg,
    shares.map((one) => one.inputKg),
  )
  const invisible = apportion(
    invisibleKg,
    shares.map((one) => one.inputKg),
  )
  let day = ''
  let baleNumber = 0
  return shares.map(({ lot, lintKg, inputKg, baleCount }, index): GinRun => {
    const earliest = addDays(lot.receivedAt.slice(0, 10), 1)
    day = day && addDays(day, 1) > earliest ? addDays(day, 1) : earliest
    const number = String(index + 1).padStart(2, '0')
    const weights = apportion(
      baleCount * baleKg,
      Array.from({ length: baleCount }, () => chance.between(0.985, 1.015)),
      0.5,
    )
    return {
      runNo: `${name}-${season}-${number}`,
      gin,
      claim: lot.claim,
      lot,
      cleanedAt: mustClean ? at(addDays(day, -1), 19, chance.int(0, 50)) : null,
      startedAt: at(day, 8, chance.int(0, 20)),
      endedAt: at(day, 17, chance.int(0, 50)),
      inputKg,
      lintKg,
      trashKg: trash[index] ?? 0,
      invisibleKg: invisible[index] ?? 0,
      seedKg: inputKg - lintKg - (trash[index] ?? 0) - (invisible[index] ?? 0),
      lintLotNo: `${name}-${season}-L${number}`,
      seedLotNo: `${name}-${season}-S${number}`,
      baleLotNo: `${name}-${season}-B${number}`,
      bales: weights.map(
        (kg): Bale => ({
          no: `${name}-${season.slice(2)}-${String(++baleNumber).padStart(4, '0')}`,
          kg,
          moisturePct: tenth(chance.between(6.5, 8.4)),
          stapleMm: tenth(chance.between(27.2, 29.4)),
          mic: tenth(chance.between(3.6, 4.6)),
        }),
      ),
    }
  })
}
const tenth = (value: number): number => Math.round(value * 10) / 10
