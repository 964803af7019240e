// The chain's own addresses in the API document: trace, ledger, runs, and what the public may ask. They follow from
// no declaration, so they are written here; tests compare real answers with them.

import { longestCode } from '#domain/chain/public-code.ts'
import { journeySteps } from '#domain/chain/public-page.ts'
import { summaryEntities } from '#domain/cropping/season-summary.ts'
import { trades } from '#domain/husbandry/husbandry-summary.ts'
import { claims, materials, processes, seasonResults } from '#domain/kernel/terms.ts'
import { mostFarmersAtOnce } from '#domain/people/farmers-summary.ts'
import { processingEntities } from '#domain/processing/processing-summary.ts'
import { asOfParameters } from '#server/store/as-of.ts'
import { husbandrySummarySchema } from './openapi-husbandry.ts'
import { type JsonSchema, listOf, object, orNull, ref } from './openapi-schemas.ts'

const number: JsonSchema = { type: 'number' }
const integer: JsonSchema = { type: 'integer' }
const text: JsonSchema = { type: 'string' }
const flag: JsonSchema = { type: 'boolean' }
const id: JsonSchema = { type: 'string', format: 'uuid' }
const kg = (description?: string): JsonSchema => ({ ...number, 'x-unit': 'kg', ...(description ? { description } : {}) })
const share: JsonSchema = { ...number, minimum: 0, maximum: 1.000001 }
const claim: JsonSchema = { enum: Object.keys(claims) }
const seasonResult: JsonSchema = { enum: Object.keys(seasonResults) }
const point: JsonSchema = object({ type: { const: 'Point' }, coordinates: { type: 'array', items: number, minItems: 2, maxItems: 2 } })
const root: JsonSchema = object({ id, kind: { enum: ['productbatch', 'landparcel'] }, title: text, code: text, kg: kg() })
const plot: JsonSchema = object({
  parcelId: id,
  code: text,
  name: orNull(text),
  village: orNull(text),
  farmer: orNull(text),
  farmerId: orNull(id),
  point: orNull(point),
  areaHa: orNull({ ...number, 'x-unit': 'ha' }),
  isOpen: { ...flag, description: 'False: out of the caller’s reach.' },
  kg: kg('Parts sum to the traced lot, to the gram.'),
  share,
  claim,
  status: text,
})
const node = {
  id,
  title: text,
  code: text,
  kg: kg('Back: kilograms of the traced lot that came through here. Forward: kilograms of this that came from the traced thing.'),
  share,
  claim: orNull(claim),
  status: text,
  at: orNull({ type: 'string', format: 'date' }),
  isOpen: { ...flag, description: 'False: out of the caller’s reach.' },
} satisfies Record<string, JsonSchema>

const counted = {
  counts: { type: 'object', additionalProperties: integer, description: 'Records in each state.' },
  flagged: { ...integer, description: 'Records with an open finding.' },
} satisfies Record<string, JsonSchema>
const band = orNull(object({ material: { enum: Object.keys(materials) }, min: number, max: number }))

export const chainSchemas: Record<string, JsonSchema> = {
  Trace: object({
    root,
    direction: { enum: ['back', 'forward'] },
    parcels: { ...listOf(plot), description: 'Back: all plots of origin. Forward from a plot: that plot.' },
    crops: listOf(
      object({
        ...node,
        product: orNull(text),
        place: orNull(text),
        plot: { ...integer, description: 'Position of its plot; all its kilograms come from there.' },
      }),
    ),
    lots: listOf(
      object({
        ...node,
        unitType: text,
        product: orNull({ ...integer, description: 'Position in products.' }),
        place: orNull({ ...integer, description: 'Position in places.' }),
      }),
    ),
    products: listOf(text),
    places: listOf(object({ title: text, point: orNull(point) })),
    events: listOf(object({ id, eventType: text })),
    edges: listOf({
      type: 'array',
      items: number,
      minItems: 4,
      maxItems: 4,
      description: 'From and to (positions over plots, crops and lots, in this order), kilograms, position of the event.',
    }),
  }),
  LotOrigin: object({ root, parcels: listOf(plot) }),
  Ledger: object({
    batchId: id,
    title: text,
    onHandKg: kg(),
    reservedKg: kg(),
    availableKg: kg(),
    totals: { type: 'object', additionalProperties: kg(), description: 'Sums by account.' },
    isCut: { ...flag, description: 'Only the newest 2,000 lines are shown.' },
    items: listOf(
      object({
        id,
        at: { type: 'string', format: 'date-time' },
        account: text,
        deltaKg: kg(),
        balanceKg: kg(),
        event: object({ id, eventType: text, subjectType: text, subjectId: id, status: text }),
        lots: listOf(object({ eventId: id, id, title: text, deltaKg: kg() })),
      }),
    ),
  }),
  RunHistory: object({
    items: listOf(
      object({
        id,
        at: { type: 'string', format: 'date-time' },
        process: { enum: Object.keys(processes) },
        inputKg: kg(),
        wasteKg: kg(),
        invisibleKg: kg(),
        share: orNull(share),
        outputs: listOf(object({ productId: id, product: text, material: { enum: Object.keys(materials) }, kg: kg(), share: number })),
      }),
    ),
    norm: band,
    meanShare: orNull(share),
    throughputKg30Days: kg(),
  }),
  SeasonSummary: object({
    statusCounts: listOf(object({ entity: { enum: [...summaryEntities] }, ...counted })),
    plots: orNull(
      object({
        count: integer,
        mapped: integer,
        claims: listOf(object({ claim: orNull(claim), plots: integer, areaHa: { ...number, 'x-unit': 'ha' } })),
        box: orNull({ type: 'array', items: number, minItems: 4, maxItems: 4, description: 'West, south, east, north of all mapped plots.' }),
      }),
    ),
    cropTypes: listOf(
      object({
        cropTypeId: id,
        name: text,
        claims: listOf(
          object({
            claim: orNull(claim),
            crops: integer,
            areaHa: { ...number, 'x-unit': 'ha', description: 'Main crops only: intercrops share the plot.' },
            capKg: kg(),
            estimatedKg: kg(),
            harvestedKg: kg(),
            purchasedKg: kg(),
            leftKg: kg(),
          }),
        ),
        weeks: listOf(object({ from: { type: 'string', format: 'date' }, harvestedKg: kg(), purchasedKg: kg() })),
      }),
    ),
  }),
  ProcessingSummary: object({
    statusCounts: listOf(object({ entity: { enum: [...processingEntities] }, ...counted })),
    stock: orNull(
      listOf(object({ material: { enum: Object.keys(materials) }, lots: integer, onHandKg: kg(), availableKg: kg(), onHoldKg: kg('In lots held back.') })),
    ),
    lines: orNull(
      listOf(
        object({
          id,
          title: text,
          code: text,
          process: orNull({ enum: Object.keys(processes) }),
          runs: integer,
          lastRunAt: orNull({ type: 'string', format: 'date-time' }),
          lastShare: orNull(share),
          meanShare: orNull(share),
          norm: band,
          throughputKg30Days: kg(),
        }),
      ),
    ),
  }),
  HusbandrySummary: husbandrySummarySchema(counted),
  FarmersSummary: object({
    items: listOf(
      object({
        farmerId: id,
        plots: orNull(
          object({
            count: integer,
            areaHa: { ...number, 'x-unit': 'ha', description: 'Mapped area where there is one, else the declared.' },
            claims: listOf(object({ claim: orNull(claim), areaHa: { ...number, 'x-unit': 'ha' } })),
          }),
        ),
        approval: orNull(object({ isDecided: flag, inspected: seasonResult, result: seasonResult })),
        crops: listOf(
          object({
            cropTypeId: id,
            name: text,
            capKg: orNull(kg('Null: no norm.')),
            estimatedKg: orNull(kg('Null: no approved estimate.')),
            harvestedKg: kg(),
            purchasedKg: kg(),
          }),
        ),
        lastVisitOn: orNull({ type: 'string', format: 'date' }),
      }),
    ),
  }),
  PublicPage: object({
    kind: { enum: ['crop', 'batch'] },
    programme: text,
    group: text,
    product: text,
    variety: orNull(text),
    units: orNull(integer),
    season: orNull(text),
    harvestYear: orNull(integer),
    stages: orNull(listOf(object({ label: text, month: orNull(text), isReached: flag }))),
    claim,
    claimState: { enum: ['valid', 'none', 'onHold'] },
    certificate: orNull(object({ scheme: text, body: text, number: orNull(text), validTo: orNull({ type: 'string', format: 'date' }), isValid: flag })),
    place: object({ district: text, state: text, country: text }),
    square: orNull({
      type: 'array',
      items: number,
      minItems: 4,
      maxItems: 4,
      description: 'West, south, east, north of the cell of 10 km that most comes from.',
    }),
    squareShare: orNull({ ...number, minimum: 0, maximum: 1, description: 'How much of it comes from there.' }),
    farmers: orNull({ ...integer, minimum: 10 }),
    impact: orNull(object({ premiumPerKg: orNull(number), currency: text, organicHa: orNull(number) })),
    checks: object({ inspections: orNull(integer), gmo: orNull(text), syntheticSprays: orNull(integer), plantSprays: orNull(integer) }),
    journey: listOf(object({ step: { enum: Object.keys(journeySteps) }, district: orNull(text), from: text, to: orNull(text) })),
    proof: object({ events: integer, intact: flag, hash: orNull(text) }),
    checkedAt: { type: 'string', format: 'date-time' },
  }),
  PublicCode: object({
    pages: listOf(object({ kind: { enum: ['crop', 'batch'] }, address: text })),
    certificates: listOf(
      object({
        number: text,
        scheme: text,
        body: text,
        holder: text,
        validFrom: { type: 'string', format: 'date' },
        validTo: { type: 'string', format: 'date' },
        validity: { enum: ['valid', 'not yet', 'expired', 'suspended', 'withdrawn'] },
      }),
    ),
  }),
}

type Path = Record<
  string,
  {
    operationId: string
    tags: string[]
    summary: string
    description?: string
    parameters?: JsonSchema[]
    security?: JsonSchema[]
    responses: Record<string, JsonSchema>
  }
>
/** The paths; `refusals` writes the answers that every address has in common. */
export function chainPaths(refusals: (...codes: 'VALIDATION'[]) => Record<string, JsonSchema>): Record<string, Path> {
  const base = '/api/operators/{operator}'
  const inOperator: JsonSchema = { $ref: '#/components/parameters/operator' }
  const given: JsonSchema[] = [inOperator, { $ref: '#/components/parameters/id' }]
  const json = (schema: string, description: string): JsonSchema => ({ description, content: { 'application/json': { schema: ref(schema) } } })
  const get = (operationId: string, summary: string, schema: string, description: string, more: JsonSchema[] = []): Path => ({
    get: {
      operationId,
      tags: operationId.split('.').slice(0, 1),
      summary,
      description,
      parameters: [...given, ...more],
      responses: { 200: json(schema, summary), ...refusals('VALIDATION') },
    },
  })
  const past = asOfParameters.map((name) => ({ name, in: 'query', schema: { type: 'string' } }))
  const direction = { name: 'direction', in: 'query', schema: { enum: ['back', 'forward'], default: 'back' } }
  const token = [
    { name: 'kind', in: 'path', required: true, schema: { enum: ['crop', 'batch'] } },
    { name: 'qrToken', in: 'path', required: true, schema: { type: 'string', minLength: 22, maxLength: 22 } },
  ]
  const open = (operationId: string, summary: string, content: JsonSchema): Path => ({
    get: {
      operationId,
      tags: ['public'],
      summary,
      parameters: token,
      security: [],
      responses: { 200: { description: summary, content }, 404: { $ref: '#/components/responses/404' } },
    },
  })
  return {
    [`${base}/productbatch/{id}/trace`]: get(
      'productbatch.trace',
      'Where a lot came from, or went',
      'Trace',
      'Back to the plots with kilograms that sum to the lot, or forward to the last buyer. Farmers and plots out of reach are nameless. Edges name positions.',
      [direction, ...past],
    ),
    [`${base}/productbatch/{id}/origin`]: get(
      'productbatch.origin',
      'Which plots a lot came from',
      'LotOrigin',
      'With kilograms that sum to the lot, heaviest first. Farmers and plots out of reach are nameless.',
    ),
    [`${base}/landparcel/{id}/trace`]: get('landparcel.trace', 'What came of a plot', 'Trace', 'Every crop, lot and bale lot that holds some of it.'),
    [`${base}/productbatch/{id}/ledger`]: get(
      'productbatch.ledger',
      'Every kilogram of a lot',
      'Ledger',
      'Movements in the order of time with the balance after each.',
      past,
    ),
    [`${base}/processingsystem/{id}/run-history`]: get(
      'processingsystem.runHistory',
      'The runs of a line',
      'RunHistory',
      'The latest 300, oldest first, with the out-turn of each.',
    ),
    [`${base}/reports/season-summary`]: {
      get: {
        operationId: 'reports.seasonSummary',
        tags: ['reports'],
        summary: 'Summary of a season',
        description: 'How many records stand where, and the crops added up by crop type and claim, of all that the caller may list.',
        parameters: [inOperator, { name: 'seasonId', in: 'query', schema: id, description: 'Absent: all seasons.' }],
        responses: { 200: json('SeasonSummary', 'Summary of a season'), ...refusals('VALIDATION') },
      },
    },
    [`${base}/reports/processing-summary`]: {
      get: {
        operationId: 'reports.processingSummary',
        tags: ['reports'],
        summary: 'Processing summary',
        description: 'Stock by material, and the out-turn of each line against its band, of all that the caller may list.',
        parameters: [inOperator],
        responses: { 200: json('ProcessingSummary', 'Processing summary'), ...refusals('VALIDATION') },
      },
    },
    [`${base}/reports/husbandry-summary`]: {
      get: {
        operationId: 'reports.husbandrySummary',
        tags: ['reports'],
        summary: 'Animal husbandry summary',
        description: 'Records by state, the figures of the day worked out from recorded events, and what is held back, of all that the caller may list.',
        parameters: [inOperator, { name: 'trade', in: 'query', schema: { enum: Object.keys(trades) }, description: 'Absent: all of animal husbandry.' }],
        responses: { 200: json('HusbandrySummary', 'Animal husbandry summary'), ...refusals('VALIDATION') },
      },
    },
    [`${base}/reports/farmers-summary`]: {
      get: {
        operationId: 'reports.farmersSummary',
        tags: ['reports'],
        summary: 'What a list shows of each farmer',
        description: 'Plots, approval and kilograms of the season, last visit: one question for a page of farmers. Those out of reach are left out.',
        parameters: [
          inOperator,
          { name: 'farmerIds', in: 'query', required: true, schema: text, description: `Up to ${mostFarmersAtOnce} ids, separated by commas.` },
          { name: 'seasonId', in: 'query', schema: id, description: 'Absent: approval of the newest season, kilograms of all.' },
        ],
        responses: { 200: json('FarmersSummary', 'What a list shows of each farmer'), ...refusals('VALIDATION') },
      },
    },
    '/api/public/code': {
      get: {
        operationId: 'public.code',
        tags: ['public'],
        summary: 'What a typed or scanned code leads to',
        description: 'The address on a label, its code alone, or the exact number of a scope certificate. Transaction certificates are never public.',
        parameters: [{ name: 'code', in: 'query', required: true, schema: { ...text, maxLength: longestCode } }],
        security: [],
        responses: { 200: json('PublicCode', 'What a typed or scanned code leads to'), ...refusals('VALIDATION') },
      },
    },
    '/api/public/{kind}/{qrToken}': open('public.page', 'What anybody may know who scanned a code', { 'application/json': { schema: ref('PublicPage') } }),
    '/api/public/qr/{kind}/{qrToken}.svg': open('public.qr', 'The QR symbol of a public page', { 'image/svg+xml': { schema: text } }),
  }
}
