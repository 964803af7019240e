// Addresses of reports that follow from no declaration of a report: trace of a lot or plot, a lot's origin and ledger, a line's runs, the season
// in summary, the farmers of a page, processing and animal husbandry in summary.
import { z } from 'zod'
import { direction, lotLedger, lotOrigin, runHistory, traceAnswer } from '#domain/chain/chain-reports.ts'
import { chainSubjects, kilogramChain, mostDraftedLots } from '#domain/chain/kilogram-chain-answer.ts'
import { placeStock } from '#domain/chain/place-stock-answer.ts'
import { unitsFound } from '#domain/chain/unit-answer.ts'
import { cropFigures } from '#domain/cropping/crop-figures-answer.ts'
import { seasonSummary } from '#domain/cropping/season-summary-answer.ts'
import { trades } from '#domain/husbandry/husbandry-summary.ts'
import { husbandrySummary } from '#domain/husbandry/husbandry-summary-answer.ts'
import { keyOf } from '#domain/kernel/answer-shapes.ts'
import { mostFarmersAtOnce } from '#domain/people/farmers-summary.ts'
import { farmersSummary } from '#domain/people/farmers-summary-answer.ts'
import { processingFigures } from '#domain/processing/processing-figures-answer.ts'
import { processingSummary } from '#domain/processing/processing-summary-answer.ts'
import { inspectionQuality } from '#domain/reports/inspection-quality-answer.ts'
import { seasonCharts } from '#domain/reports/season-charts-answer.ts'
import { seasonIndicators } from '#domain/reports/season-indicators-answer.ts'
import { cropFiguresOf } from '../reports/crop-figures.ts'
import * as farmers from '../reports/farmers-summary.ts'
import * as husbandry from '../reports/husbandry-summary.ts'
import { inspectionQuality as qualityOfInspections } from '../reports/inspection-quality.ts'
import * as chain from '../reports/kilogram-chain.ts'
import { ledgerOfLot } from '../reports/lot-ledger.ts'
import { stockAt } from '../reports/place-stock.ts'
import * as figures from '../reports/processing-figures.ts'
import * as processing from '../reports/processing-summary.ts'
import { runsOfLine } from '../reports/run-history.ts'
import * as charts from '../reports/season-charts.ts'
import * as indicators from '../reports/season-indicators.ts'
import * as season from '../reports/season-summary.ts'
import { plotsOfLot, traceOfLot, traceOfParcel } from '../reports/trace.ts'
import { unitsByNumber, unitsOfOneLot } from '../reports/units.ts'
import { asOfQuery } from '../store/as-of.ts'
import { inPast } from '../store/past.ts'
import { asOf } from './as-of-query.ts'
import { type Route, requires, route } from './route.ts'

const seasonId = z.string().optional()
const lotIds = z
  .string()
  .transform((ids) => ids.split(','))
  .pipe(z.array(z.guid()).max(mostDraftedLots))
  .describe(`Lots of a certificate that is not saved yet, up to ${mostDraftedLots} ids separated by commas: judged as the goods of one are.`)

export const reportRoutes: readonly Route[] = [
  route({
    id: 'productbatch.trace',
    method: 'get',
    path: '/api/operators/{operator}/productbatch/{id}/trace',
    summary: 'Where a lot came from, or went',
    description:
      'Back to the plots with kilograms that sum to the lot, or forward to the last buyer. Farmers and plots out of reach are nameless. Edges name positions.',
    query: z.strictObject({ direction: direction.default('back'), ...asOf }),
    answer: traceAnswer,
    says: 'The trace.',
    handler: async (scope, { param, query, search }) => ({ json: await traceOfLot(inPast(scope, asOfQuery(scope, search)), param('id'), query.direction) }),
  }),
  route({
    id: 'productbatch.origin',
    method: 'get',
    path: '/api/operators/{operator}/productbatch/{id}/origin',
    summary: 'Which plots a lot came from',
    description: 'With kilograms that sum to the lot, heaviest first, now or as of a past day. Farmers and plots out of reach are nameless.',
    query: z.strictObject(asOf),
    answer: lotOrigin,
    says: 'The plots.',
    handler: async (scope, { param, search }) => ({ text: await plotsOfLot(inPast(scope, asOfQuery(scope, search)), param('id')) }),
  }),
  route({
    id: 'landparcel.trace',
    method: 'get',
    path: '/api/operators/{operator}/landparcel/{id}/trace',
    summary: 'What came of a plot',
    description: 'Every crop, lot and bale lot that holds some of it, now or as of a past day.',
    query: z.strictObject(asOf),
    answer: traceAnswer,
    says: 'The trace.',
    handler: async (scope, { param, search }) => ({ json: await traceOfParcel(inPast(scope, asOfQuery(scope, search)), param('id')) }),
  }),
  route({
    id: 'productbatch.ledger',
    method: 'get',
    path: '/api/operators/{operator}/productbatch/{id}/ledger',
    summary: 'Every kilogram of a lot',
    description: 'Movements in the order of time with the balance after each.',
    query: z.strictObject(asOf),
    answer: lotLedger,
    says: 'The ledger.',
    handler: async (scope, { param, search }) => ({ json: await ledgerOfLot(inPast(scope, asOfQuery(scope, search)), param('id')) }),
  }),
  route({
    id: 'productbatch.units',
    method: 'get',
    path: '/api/operators/{operator}/productbatch/{id}/units',
    summary: 'The units of a lot',
    description: 'Bales, bags or cones that it has or had, each with where it is, or was on a past day, and how it came there.',
    query: z.strictObject(asOf),
    answer: unitsFound,
    says: 'The units.',
    handler: async (scope, { param, search }) => ({ json: await unitsOfOneLot(inPast(scope, asOfQuery(scope, search)), param('id')) }),
  }),
  route({
    id: 'units.byNumber',
    method: 'get',
    path: '/api/operators/{operator}/units/{no}',
    params: { no: z.string().min(1).max(40).describe('Number or label.') },
    summary: 'A unit by its number or label',
    description: 'Where it is and every step of its life. Several where different makers gave one number; those out of reach are left out.',
    answer: unitsFound,
    says: 'The units, none where there is no such number.',
    refuse: requires('productbatch', 'V'),
    handler: async (scope, { param }) => ({ json: await unitsByNumber(scope, param('no')) }),
  }),
  route({
    id: 'processingsystem.runHistory',
    method: 'get',
    path: '/api/operators/{operator}/processingsystem/{id}/run-history',
    summary: 'The runs of a line',
    description: 'The latest 300, oldest first, with the out-turn of each; as of a past day those of then, and the 30 days before it.',
    query: z.strictObject(asOf),
    answer: runHistory,
    says: 'The runs.',
    handler: async (scope, { param, search }) => ({ json: await runsOfLine(inPast(scope, asOfQuery(scope, search)), param('id')) }),
  }),
  route({
    id: 'processingsystem.stock',
    method: 'get',
    path: '/api/operators/{operator}/processingsystem/{id}/stock',
    summary: 'What the owner of a processing system has on hand',
    description: 'Lots that the caller may list with claim, state and kilograms, and kilograms by material, now or as of a past day; at most 300 lots.',
    query: z.strictObject(asOf),
    answer: placeStock,
    says: 'The lots.',
    handler: async (scope, { param, search }) => ({ json: await stockAt(inPast(scope, asOfQuery(scope, search)), param('id')) }),
  }),
  ...(['farmer', 'landparcel', 'croppingsystem'] as const).map((kind) =>
    route({
      id: `${kind}.cropFigures`,
      method: 'get',
      path: `/api/operators/{operator}/${kind}/{id}/crop-figures`,
      summary: 'Crops of a record, with their kilograms',
      description:
        'State, claim, ceiling, kilograms harvested, bought and left to sell of each crop that the caller may view, now or as of a past day; at most 100, newest first.',
      query: z.strictObject(asOf),
      answer: cropFigures,
      says: 'The crops.',
      handler: async (scope, { param, search }) => ({ json: await cropFiguresOf(inPast(scope, asOfQuery(scope, search)), kind, param('id')) }),
    }),
  ),
  route({
    id: 'reports.kilogramChain',
    method: 'get',
    path: '/api/operators/{operator}/reports/kilogram-chain',
    summary: 'Kilograms from the ceiling of fields to certificates',
    description:
      'By season, crop type and claim: what fields may yield, what may be bought, what was harvested, bought and certified, and what is left at each step. Of the crops behind one record or behind the lots of a certificate that is drafted, or of all that the caller may list; of a record or all also as of a past day, then of at most 2,000 crops and with the ceiling that was planned.',
    query: z
      .strictObject({
        subject: z.enum(chainSubjects).optional(),
        id: z.guid().optional(),
        lotIds: lotIds.optional(),
        seasonId: seasonId.describe('Absent: all seasons; of a company or a facility the season that is on, since the goods of every season go through it.'),
        ...asOf,
      })
      .refine(({ subject, id }) => (subject === undefined) === (id === undefined), { path: ['id'], message: 'Both subject and id, or neither.' })
      .refine(({ subject, lotIds: lots, ...day }) => !lots || (subject === undefined && day.asOf === undefined && day.knownAt === undefined), {
        path: ['lotIds'],
        message: 'Without a subject, and of today.',
      }),
    answer: kilogramChain,
    says: 'The links of the chain.',
    refuse: requires('crop', 'L'),
    handler: async (scope, { query: { subject, id, lotIds: ids, seasonId }, search }) => ({
      json: await chain.kilogramChain(
        inPast(scope, asOfQuery(scope, search)),
        ids ? { subject: 'lots', ids } : subject && id ? { subject, id } : null,
        seasonId ?? null,
      ),
    }),
  }),
  route({
    id: 'reports.seasonSummary',
    method: 'get',
    path: '/api/operators/{operator}/reports/season-summary',
    summary: 'Summary of a season',
    description: 'How many records stand where, and the crops added up by crop type and claim, of all that the caller may list.',
    query: z.strictObject({ seasonId: seasonId.describe('Absent: all seasons.') }),
    answer: seasonSummary,
    says: 'The summary.',
    refuse: requires('dashboard', 'V'),
    handler: async (scope, { query }) => ({ json: await season.seasonSummary(scope, query.seasonId ?? null) }),
  }),
  route({
    id: 'reports.seasonIndicators',
    method: 'get',
    path: '/api/operators/{operator}/reports/season-indicators',
    summary: 'Figures of a season',
    description: 'Members, land, control, goods and certificates in figures, each null for whoever may not list the records behind it.',
    query: z.strictObject({ seasonId: seasonId.describe('Absent: all seasons.') }),
    answer: seasonIndicators,
    says: 'The figures.',
    refuse: requires('dashboard', 'V'),
    handler: async (scope, { query }) => ({ json: await indicators.seasonIndicators(scope, query.seasonId ?? null) }),
  }),
  route({
    id: 'reports.seasonCharts',
    method: 'get',
    path: '/api/operators/{operator}/reports/season-charts',
    summary: 'Charts of a season',
    description:
      'Area by season, planned events by village and week, non-conformities by clause, inspections by inspector, purchases by day, and from member to delivery.',
    query: z.strictObject({ seasonId: seasonId.describe('Absent: all seasons.') }),
    answer: seasonCharts,
    says: 'The charts.',
    refuse: requires('dashboard', 'V'),
    handler: async (scope, { query }) => ({ json: await charts.seasonCharts(scope, query.seasonId ?? null) }),
  }),
  route({
    id: 'reports.inspectionQuality',
    method: 'get',
    path: '/api/operators/{operator}/reports/inspection-quality',
    summary: 'The internal control in statistics',
    description:
      'What first inspections had found of what a second look found, inspectors compared at the same risk, and how many members to look at again. For the operator’s manager, its certification body and administrators.',
    query: z.strictObject({ seasonId: z.guid() }),
    answer: inspectionQuality,
    says: 'The statistics.',
    refuse: requires('collective', 'V'),
    handler: async (scope, { query }) => ({ json: await qualityOfInspections(scope, query.seasonId) }),
  }),
  route({
    id: 'reports.processingSummary',
    method: 'get',
    path: '/api/operators/{operator}/reports/processing-summary',
    summary: 'Processing summary',
    description: 'Stock by material, and the out-turn of each line against its band, of all that the caller may list.',
    answer: processingSummary,
    says: 'The summary.',
    refuse: requires('dashboard', 'V'),
    handler: async (scope) => ({ json: await processing.processingSummary(scope) }),
  }),
  route({
    id: 'reports.processingFigures',
    method: 'get',
    path: '/api/operators/{operator}/reports/processing-figures',
    summary: 'Processing over a period',
    description: 'Received, processed and sent by week and claim, yields and losses, age, cover and trace of the stock, of all that the caller may list.',
    query: z.strictObject({ seasonId: seasonId.describe('Absent: the last 365 days.') }),
    answer: processingFigures,
    says: 'The figures.',
    refuse: requires('dashboard', 'V'),
    handler: async (scope, { query }) => ({ json: await figures.processingFigures(scope, query.seasonId ?? null) }),
  }),
  route({
    id: 'reports.husbandrySummary',
    method: 'get',
    path: '/api/operators/{operator}/reports/husbandry-summary',
    summary: 'Animal husbandry summary',
    description: 'Records by state, the figures of the day worked out from recorded events, and what is held back, of all that the caller may list.',
    query: z.strictObject({ trade: keyOf(trades).optional().describe('Absent: all of animal husbandry.') }),
    answer: husbandrySummary,
    says: 'The summary.',
    refuse: requires('dashboard', 'V'),
    handler: async (scope, { query }) => ({ json: await husbandry.husbandrySummary(scope, query.trade ?? null) }),
  }),
  route({
    id: 'reports.farmersSummary',
    method: 'get',
    path: '/api/operators/{operator}/reports/farmers-summary',
    summary: 'What a list shows of each farmer',
    description: 'Plots, approval and kilograms of the season, last visit: one question for a page of farmers. Those out of reach are left out.',
    query: z.strictObject({
      farmerIds: z.string().describe(`Up to ${mostFarmersAtOnce} ids, separated by commas.`),
      seasonId: seasonId.describe('Absent: approval of the newest season, kilograms of all.'),
    }),
    answer: farmersSummary,
    says: 'The farmers.',
    refuse: requires('farmer', 'L'),
    handler: async (scope, { query }) => ({ json: await farmers.farmersSummary(scope, query.farmerIds.split(',').filter(Boolean), query.seasonId ?? null) }),
  }),
]
