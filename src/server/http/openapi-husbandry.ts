// What the dashboards of animal husbandry are answered with, in the API document. It follows from no declaration, so it is
// written here; tests compare real answers with it.
import { trades } from '#domain/husbandry/husbandry-summary.ts'
import { type JsonSchema, listOf, object, orNull } from './openapi-schemas.ts'

const number: JsonSchema = { type: 'number' }
const integer: JsonSchema = { type: 'integer' }
const text: JsonSchema = { type: 'string' }
const id: JsonSchema = { type: 'string', format: 'uuid' }
const day: JsonSchema = { type: 'string', format: 'date' }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const kg: JsonSchema = { ...number, 'x-unit': 'kg' }
const grams: JsonSchema = { ...number, 'x-unit': 'g' }

const flock = object({
  id,
  title: text,
  birdType: text,
  status: text,
  ageDays: integer,
  placed: integer,
  alive: integer,
  lossShare: orNull({ ...number, description: 'Died and culled, of the placed.' }),
  expectedLossShare: orNull({ ...number, description: 'By the package of practices, at this age.' }),
  lastWeightG: orNull(grams),
  targetWeightG: orNull(grams),
  layingShare: orNull({ ...number, description: 'Eggs for each living hen, over seven days.' }),
  expectedLayingShare: orNull(number),
  fcr: orNull({ ...number, 'x-unit': 'kg/kg' }),
})
const pond = object({
  id,
  title: text,
  status: text,
  days: orNull({ ...integer, description: 'Since the stocking.' }),
  alive: orNull({ ...integer, description: 'Estimated between two counts.' }),
  lastWeightG: orNull(grams),
  weighedOn: orNull(day),
  biomassKg: orNull(kg),
  fcr: orNull({ ...number, 'x-unit': 'kg/kg' }),
  growth: listOf(object({ day, grams })),
  outOfBounds: { ...listOf(text), description: 'Measures of the last water test that are outside what the species bears.' },
  water: orNull(object({ at: moment, doMgL: number, ph: number, temperatureC: number, nh3MgL: orNull(number) })),
})

/** `counted`: how records by state are written, the same for every dashboard. */
export const husbandrySummarySchema = (counted: Record<string, JsonSchema>): JsonSchema =>
  object({
    statusCounts: listOf(
      object({
        entity: { enum: [...new Set(Object.values(trades).flatMap((parts) => parts.map(({ entity }) => entity)))] },
        ...counted,
        within: { type: 'object', additionalProperties: text, description: 'Values of filters: only these records are counted.' },
      }),
    ),
    dairy: orNull(
      object({
        milk: listOf(object({ day, kg, animals: integer })),
        lactating: listOf(object({ status: text, count: integer })),
        fallen: { ...listOf(object({ id, title: text, kg, averageKg: kg })), description: 'Cows that gave a fifth less than in the week before.' },
      }),
    ),
    poultry: orNull(object({ flocks: listOf(flock), eggs: listOf(object({ day, eggs: integer, hens: integer })) })),
    aqua: orNull(object({ ponds: listOf(pond) })),
    restrictions: listOf(
      object({
        id,
        entity: text,
        subjectId: id,
        title: text,
        product: text,
        until: orNull(moment),
        degreeDaysRequired: orNull(integer),
        medicine: orNull(text),
      }),
    ),
  })
