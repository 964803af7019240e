// From the bales to the fabric: what the gins send to the spinner in Indore, carded and combed runs, yarn packed into bags with numbers,
// and the knitter in Dewas. Masses are those of the programme's books: yarn 87.0 and 71.5 % of the lint, fabric 98 % of the yarn.
import { addDays, at } from './calendar.ts'
import type { Bale, GinRun } from './ginning.ts'
import { sum } from './random.ts'

export const spinner = 'INDORE-SPINNER'
export const knitter = 'DEWAS-KNITTER'

/** A consignment of whole bale lots, on one invoice. */
export type Consignment = { invoiceNo: string; seller: string; gin: string; runs: GinRun[]; vehicle: string; sentAt: string; arrivedOn: string }
export type MillRun = {
  runNo: string
  facility: string
  process: 'SPINNING_CARDED' | 'SPINNING_COMBED' | 'KNITTING'
  operator: string
  /** The lot as the mill received it, and which of its units are used; null: all of them. */
  inputLotNo: string
  units: string[]
  startedAt: string
  endedAt: string
  inputKg: number
  outputs: { product: string; kg: number; batchNo: string }[]
  wasteKg: number
  invisibleKg: number
}
/** Yarn gathered for the knitter, packed into bags of one weight. */
export type YarnLot = {
  batchNo: string
  operator: string
  inputs: { batchNo: string; kg: number }[]
  bags: { unitNo: string; kg: number }[]
  builtAt: string
  packedAt: string
  loadedAt: string
  sscc: string
  sentAt: string
  receivedAt: string
  invoiceNo: string
}
export type Mill = { consignments: Consignment[]; spun: MillRun[]; yarn: YarnLot; knitted: MillRun[] }

const kgOf = (bales: readonly Bale[]): number => sum(bales.map(({ kg }) => kg))
const dayOf = (moment: string): string => moment.slice(0, 10)
const lastDay = (runs: readonly GinRun[]): string =>
  runs
    .map(({ endedAt }) => dayOf(endedAt))
    .sort()
    .at(-1) ?? ''
const gram = (kg: number): number => Math.round(kg * 1000) / 1000
/** Kilograms of yarn by which runs differ from the usual share; they add up to nothing over equal runs. */
const swings = { carded: [15, -10, 5, -10, 20, -35, 15], combed: [12, -8, 4, -14, 6], knitted: [6, -9, 8, -5] }

export function makeMill(runs: readonly GinRun[], season: string): Mill {
  const of = (operator: string, claim: string) => runs.filter(({ lot, claim: own }) => lot.operator === operator && own === claim)
  const firsts = of('OP1', 'ORGANIC')
  const carded = firsts.slice(0, 7)
  // The last gin lot of the second group: two of its three runs.
  const combed = [...firsts.slice(7), ...of('OP2', 'ORGANIC').slice(-3, -1)]
  const conversion = [
    ...of('OP3', 'IC1'),
    ...of('OP2', 'IC2')
      .filter(({ bales }) => bales.length === 18)
      .slice(0, 1),
  ]
  const consignments = [
    consign('KHG-SPIN-1', 'KHARGONE-GIN', 'GIN-KHARGONE', carded, 'MP09 HH2714'),
    consign('KHG-SPIN-2', 'KHARGONE-GIN', 'GIN-KHARGONE', combed, 'MP09 HG8830'),
    consign('SEN-SPIN-1', 'SENDHWA-GIN', 'GIN-SENDHWA', conversion, 'MP46 H1902'),
  ]
  const spun = [
    ...spin(
      consignments[0],
      { facility: 'SPIN-INDORE-CARDED', process: 'SPINNING_CARDED', product: 'PRD-YARN-CARDED', yarn: 0.87, waste: 0.105, stem: `IND-${season}-CD` },
      swings.carded,
    ),
    ...spin(
      consignments[1],
      {
        facility: 'SPIN-INDORE-COMBED',
        process: 'SPINNING_COMBED',
        product: 'PRD-YARN-COMBED',
        yarn: 0.715,
        waste: 0.105,
        noil: 0.155,
        stem: `IND-${season}-CB`,
      },
      swings.combed,
    ),
  ]
  const yarn = gather(
    spun.filter(({ process }) => process === 'SPINNING_CARDED'),
    season,
  )
  return { consignments, spun, yarn, knitted: knit(yarn, season) }
}

function consign(invoiceNo: string, seller: string, gin: string, runs: GinRun[], vehicle: string): Consignment {
  const day = addDays(lastDay(runs), 2)
  return { invoiceNo, seller, gin, runs, vehicle, sentAt: at(day, 7, 20), arrivedOn: day }
}

type Kind = { facility: string; process: MillRun['process']; product: string; yarn: number; waste: number; noil?: number; stem: string }
/** One run a day, of one bale lot each; invisible loss is what is usual at most (2.3). */
function spin(
  consignment: Consignment | undefined,
  { facility, process, product, yarn, waste, noil = 0, stem }: Kind,
  differences: readonly number[],
): MillRun[] {
  if (!consignment) return []
  return consignment.runs.map((bales, index): MillRun => {
    const day = addDays(consignment.arrivedOn, index + 1)
    const number = String(index + 1).padStart(2, '0')
    const inputKg = kgOf(bales.bales)
    const swing = differences[index] ?? 0
    const outputs = [{ product, kg: gram(inputKg * yarn + swing), batchNo: `${stem}-Y${number}` }]
    if (noil) outputs.push({ product: 'PRD-NOIL', kg: gram(inputKg * noil), batchNo: `${stem}-N${number}` })
    const invisibleKg = gram(inputKg * 0.025)
    const wasteKg = gram(inputKg - sum(outputs.map(({ kg }) => kg)) - invisibleKg)
    if (Math.abs(wasteKg + swing - inputKg * waste) > 0.01) throw new Error(`${stem} ${number} does not balance`)
    return {
      runNo: `${stem}-${number}`,
      facility,
      process,
      operator: bales.lot.operator,
      inputLotNo: sentAs(bales),
      units: bales.bales.map(({ no }) => no),
      startedAt: at(day, 6, 10),
      endedAt: at(day, 21, 40),
      inputKg,
      outputs,
      wasteKg,
      invisibleKg,
    }
  })
}
/** One lot after the other is weighed in. */
export const weighedInAt = ({ arrivedOn }: Consignment, index: number): string => at(arrivedOn, 16, 10 + 5 * index)
/** The same bales as the mill knows them. */
export const sentAs = ({ baleLotNo }: GinRun): string => `${baleLotNo}-IND`

const bagKg = 50
const knittedKg = 12_000
/** So much of the carded yarn as the knitter has ordered, the oldest lots first. */
function gather(runs: readonly MillRun[], season: string): YarnLot {
  const inputs: YarnLot['inputs'] = []
  let left = knittedKg
  for (const { outputs } of runs) {
    const [yarn] = outputs
    if (!yarn || left <= 0) continue
    const kg = Math.min(left, yarn.kg)
    inputs.push({ batchNo: yarn.batchNo, kg: gram(kg) })
    left = gram(left - kg)
  }
  const day = addDays(
    runs
      .map(({ endedAt }) => dayOf(endedAt))
      .sort()
      .at(-1) ?? '',
    2,
  )
  return {
    batchNo: `IND-${season}-CD-D1`,
    operator: runs[0]?.operator ?? '',
    inputs,
    bags: Array.from({ length: knittedKg / bagKg }, (_, index) => ({ unitNo: `IND-${season.slice(2)}-C${String(index + 1).padStart(4, '0')}`, kg: bagKg })),
    builtAt: at(day, 9, 5),
    packedAt: at(day, 17, 30),
    loadedAt: at(addDays(day, 1), 8, 15),
    sscc: '089012340000000014',
    sentAt: at(addDays(day, 1), 10, 0),
    receivedAt: at(addDays(day, 1), 14, 20),
    invoiceNo: 'IND-KNIT-1',
  }
}

/** Four runs of sixty bags: 98 % fabric, 0.5 % invisible, the rest cut off. */
function knit(yarn: YarnLot, season: string): MillRun[] {
  const share = yarn.bags.length / swings.knitted.length
  return swings.knitted.map((swing, index): MillRun => {
    const bags = yarn.bags.slice(index * share, (index + 1) * share)
    const inputKg = sum(bags.map(({ kg }) => kg))
    const day = addDays(dayOf(yarn.receivedAt), index + 2)
    const kg = gram(inputKg * 0.98 + swing)
    const invisibleKg = gram(inputKg * 0.005)
    return {
      runNo: `DEW-${season}-KN-0${index + 1}`,
      facility: 'KNIT-DEWAS',
      process: 'KNITTING',
      operator: yarn.operator,
      inputLotNo: `${yarn.batchNo}-DEW`,
      units: bags.map(({ unitNo }) => unitNo),
      startedAt: at(day, 7, 0),
      endedAt: at(day, 19, 30),
      inputKg,
      outputs: [{ product: 'PRD-FABRIC-KNIT', kg, batchNo: `DEW-${season}-F0${index + 1}` }],
      wasteKg: gram(inputKg - kg - invisibleKg),
      invisibleKg,
    }
  })
}
