// The figures of processing over a period, as they are answered (domain dictionary 11.2): what came in, was processed and sent by week and claim,
// what runs yielded and lost, how old the stock is and what covers it. Each part is of the lots and lines that the caller may list.
import { z } from 'zod'
import { count, day, id, keyOf, kg, moment, number, position, share, text, words } from '../kernel/answer-shapes.ts'
import { claims, materials, processes } from '../kernel/terms.ts'

const claim = keyOf(claims)
const material = keyOf(materials)
export const ageClasses = ['0-30', '31-60', '61-90', '91+'] as const

const yielded = z.object({
  process: keyOf(processes),
  inKg: kg,
  outputs: z.array(z.object({ material, kg, share: number.describe('Of what went in.') })),
  wasteKg: kg,
  wasteShare: number,
  invisibleKg: kg,
  invisibleShare: number,
  runs: count,
})
const restricted = z.object({ id, title: text, kg, days: count, reason: text, words })
const cover = z.object({
  holder: text,
  holderId: id,
  material,
  claim,
  productIds: z.array(id).describe('Of this material, that came in.'),
  lots: count,
  receivedKg: kg,
  coveredKg: kg.describe('By dispatches that are on an issued transaction certificate.'),
  gapShare: share.describe(
    'The gap of BR-12a: certified goods that came in without a certificate, of those that came in. The movements themselves cannot have one: the ledger is in double entries.',
  ),
})
export const processingFigures = z
  .object({
    from: day,
    to: day,
    weeks: z.array(z.object({ week: day.describe('Its Monday.'), claim, receivedKg: kg, processedKg: kg, dispatchedKg: kg })),
    yields: z.array(yielded).describe('By process, in the order of the chain.'),
    flows: z.array(z.object({ from: material, to: z.union([material, z.enum(['WASTE', 'INVISIBLE'])]), kg })).describe('What became what in runs and presses.'),
    lines: z.array(
      z.object({ id, title: text, runDays: count, processedKg: kg, capacityShare: number.nullable().describe('Processed / (capacity × days with a run).') }),
    ),
    stock: z.array(
      z.object({
        claim,
        age: z.enum(ageClasses).describe('Days since it was made or received.'),
        kg,
        uncertifiedKg: kg.describe('Without a transaction certificate.'),
        lots: count,
      }),
    ),
    receipts: z.object({ count, p50: number.nullable(), p95: number.nullable() }).describe('|received − sent| / sent.'),
    restricted: z.array(restricted).describe('The longest restricted first; at most 20.'),
    restrictedKg: kg,
    traceability: z.object({ onHandKg: kg, mappedKg: kg.describe('Whose origin leads to plots with a boundary.'), share: share.nullable() }),
    cover: z.array(cover).describe('Certified goods received, by holder, material and claim.'),
    bales: z.object({
      count,
      meanKg: kg.nullable(),
      lightestKg: kg.nullable(),
      heaviestKg: kg.nullable(),
      outside: count.describe('Lighter than 140 kg or heavier than 230 kg.'),
    }),
    cycles: z.array(z.object({ material, lots: count, days: number.describe('Median from the purchase of the seed cotton, weighted by kilograms.') })),
    certificates: z
      .array(z.object({ id, title: text, status: text, at: moment, issuedAt: moment.nullable(), kg }))
      .describe('Transaction certificates, oldest first; at most 60.'),
    routes: z
      .array(z.object({ from: z.object({ name: text, at: position }), to: z.object({ name: text, at: position }), kg, dispatches: count }))
      .describe('Dispatches between places, most kilograms first; at most 40.'),
  })
  .meta({ id: 'ProcessingFigures' })
export type ProcessingFigures = z.infer<typeof processingFigures>
