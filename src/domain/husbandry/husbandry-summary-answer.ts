// The dashboards of animal husbandry, as they are answered: only of what the person may list.
import { z } from 'zod'
import { count, day, id, inUnit, kg, moment, number, text, whole } from '../kernel/answer-shapes.ts'
import { statusCountsWithin } from '../kernel/status-counts.ts'
import { trades } from './husbandry-summary.ts'
import { waterMeasures } from './water-bounds.ts'

const grams = inUnit('g')
const flock = z.object({
  id,
  title: text,
  birdType: text,
  status: text,
  ageDays: whole,
  placed: count,
  alive: count,
  lossShare: number.nullable().describe('Died and culled, of the placed.'),
  expectedLossShare: number.nullable().describe('By the package of practices, at this age.'),
  lastWeightG: grams.nullable(),
  targetWeightG: grams.nullable(),
  layingShare: number.nullable().describe('Eggs for each living hen, over seven days.'),
  expectedLayingShare: number.nullable(),
  fcr: inUnit('kg/kg').nullable(),
})
const pond = z.object({
  id,
  title: text,
  status: text,
  days: whole.nullable().describe('Since the stocking.'),
  alive: count.nullable().describe('Estimated between two counts.'),
  lastWeightG: grams.nullable(),
  weighedOn: day.nullable(),
  biomassKg: kg.nullable(),
  fcr: inUnit('kg/kg').nullable(),
  growth: z.array(z.object({ day, grams })),
  outOfBounds: z.array(z.enum(waterMeasures)).describe('Measures of the last water test that are outside what the species bears.'),
  water: z.object({ at: moment, doMgL: number, ph: number, temperatureC: number, nh3MgL: number.nullable() }).nullable(),
})
const dairy = z.object({
  milk: z.array(z.object({ day, kg, animals: count })).describe('A day nobody milked on is left out.'),
  lactating: z.array(z.object({ status: text, count })).describe('Living females by the state of their lactation.'),
  fallen: z.array(z.object({ id, title: text, kg, averageKg: kg })).describe('Cows that gave a fifth less than in the week before.'),
})
const poultry = z.object({ flocks: z.array(flock), eggs: z.array(z.object({ day, eggs: count, hens: count })) })
const restricted = z.object({
  id,
  entity: text,
  subjectId: id,
  title: text,
  product: text,
  until: moment.nullable().describe('Null: until enough warmth has gathered.'),
  degreeDaysRequired: whole.nullable(),
  medicine: text.nullable(),
})
const entitiesOfTrades = [...new Set(Object.values(trades).flatMap((parts) => parts.map(({ entity }) => entity)))]
export const husbandrySummary = z
  .object({
    statusCounts: z.array(statusCountsWithin(entitiesOfTrades)),
    dairy: dairy.nullable().describe('Null where a trade was not asked for or is not theirs to see.'),
    poultry: poultry.nullable(),
    aqua: z.object({ ponds: z.array(pond) }).nullable(),
    restrictions: z.array(restricted),
  })
  .meta({ id: 'HusbandrySummary' })
export type HusbandrySummary = z.infer<typeof husbandrySummary>
export type DairySummary = z.infer<typeof dairy>
export type MilkSummaryDay = DairySummary['milk'][number]
export type PoultrySummary = z.infer<typeof poultry>
export type EggDay = PoultrySummary['eggs'][number]
export type FlockSummary = z.infer<typeof flock>
export type PondSummary = z.infer<typeof pond>
export type AquaSummary = { ponds: PondSummary[] }
export type RestrictedAnimal = z.infer<typeof restricted>
