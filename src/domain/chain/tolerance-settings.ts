// The tolerances as settings of a programme: a form field each, what PATCH takes, and the order in which warning, review and
// refusal must stand. Used by the form and by the server. An empty field means the default of tolerances.ts.
import type { z } from 'zod'
import type { Field } from '../kernel/field.ts'
import { shape } from '../kernel/field-schemas.ts'
import { integer, optional, quantity, share } from '../kernel/kinds.ts'
import type { FieldProblem } from '../kernel/problems.ts'
import { type ToleranceName, type Tolerances, tolerancesOf } from '../rules/tolerances.ts'

/** Ratios are shown in per cent. */
const ratio = (label: string, max: number) => optional(share(label, { max }))

export const toleranceFields = {
  areaSum: ratio('Cropping systems together, of the area of their parcel', 2),
  areaDifferenceWarn: ratio('Declared against mapped area: warning above', 1),
  areaDifferenceReview: ratio('Declared against mapped area: review above', 1),
  bufferDefault: optional(integer('Buffer to conventional fields, at least, where no scheme says its own', { max: 1000, unit: 'm' })),
  startUnconfirmed: optional(integer('Start of conversion without the certification body, at most back', { max: 120, unit: 'months' })),
  estimateOverMedian: ratio('Estimate, of the median of the village: review above', 5),
  harvestWarn: ratio('Harvest, of the estimate: warning above', 3),
  harvestReview: ratio('Harvest, of the estimate: review above', 3),
  harvestBlock: ratio('Harvest, of the estimate: refused above', 3),
  sowingOutsideSeason: optional(integer('Sowing before or after the season, at most', { max: 365, unit: 'days' })),
  purchaseOverEstimate: ratio('Purchases of a crop, of its estimate, at most', 3),
  purchaseConfirmation: optional(integer('A farmer confirms a ticket within', { min: 1, max: 720, unit: 'hours' })),
  phoneChangeDays: optional(integer('A number changed before a ticket is confirmed: review within', { min: 0, max: 365, unit: 'days' })),
  ticketDistance: optional(integer('From a ticket to its centre, at most', { min: 1, max: 500, unit: 'km' })),
  weighingReview: optional(integer('A ticket without position or scale: review above', { min: 0, max: 5000, unit: 'kg' })),
  slipReview: optional(integer('A ticket that a slip alone confirms: review above', { min: 0, max: 5000, unit: 'kg' })),
  deductionsMax: ratio('Deductions from the price without the manager, at most', 1),
  priceBand: ratio('Price away from the reference price: review above', 5),
  paymentDue: optional(integer('From a purchase to its payment, at most', { min: 1, max: 365, unit: 'days' })),
  massDifference: ratio('Input of a run without explanation, at most', 0.2),
  invisibleBlock: ratio('Invisible loss of a run, of what is usual: refused above', 10),
  capacityWarn: ratio('Throughput of a day, of the capacity: warning above', 5),
  driftSigmas: optional(quantity('Drift of the out-turn: review above', 'σ', { max: 10, decimals: 2 })),
  yarnConstant: ratio('Yarn of clean lint without waste of the mill', 1),
  cardWaste: ratio('Waste of blow room and cards, of the lint', 0.3),
  hardWaste: ratio('Hard waste of a mill, of the lint', 0.2),
  yarnAround: ratio('Yarn of lint with known trash, away from what is expected: warning above', 0.2),
  cleaningHours: optional(integer('A cleaning opens a changeover line for', { max: 720, unit: 'hours' })),
  receiptWarn: ratio('Received against dispatched: warning above', 1),
  receiptBlock: ratio('Received against dispatched: refused above', 1),
  lossWithoutManager: ratio('Loss of a lot without the manager, at most', 1),
  stockCountWarn: ratio('Counted against book stock: warning above', 1),
  stockCountReview: ratio('Counted against book stock: review above', 1),
  closingCount: optional(integer('Stock is counted before a season is closed, at most', { min: 0, max: 365, unit: 'days' })),
  duplicateReview: ratio('Likeness of two farmers: review from', 1),
  duplicateBlock: ratio('Likeness of two farmers: refused from', 1),
  visitGap: optional(integer('Between two visits of a season, at least', { max: 365, unit: 'days' })),
  riskMedium: optional(integer('Risk of a farmer is medium from so many points', { min: 1, max: 17 })),
  riskHigh: optional(integer('Risk of a farmer is high from so many points', { min: 1, max: 17 })),
  tcWeight: ratio('Goods of a certificate against its shipments, at most apart', 0.1),
  tcShipments: optional(integer('Shipments of a certificate, at most', { min: 1, max: 100 })),
  tcSpan: optional(integer('From its first to its last shipment, at most', { min: 1, max: 3, unit: 'months' })),
  tcSubmission: optional(integer('From the last shipment to its submission, at most', { min: 1, max: 365, unit: 'days' })),
  tcReservation: optional(integer('Kilograms stay reserved while it is corrected for', { min: 1, max: 365, unit: 'days' })),
  tcGap: ratio('Certified goods without a certificate, of those that came in: review above', 1),
  labReportAge: optional(integer('A laboratory report counts for goods in stock, at most', { min: 1, max: 120, unit: 'months' })),
  listAge: optional(integer('An approved farmer list is replaced after, at most', { min: 1, max: 60, unit: 'months' })),
  retestDays: optional(integer('After a positive result, new samples within', { min: 1, max: 60, unit: 'days' })),
  correctionCheck: optional(integer('A reported correction is looked at within', { min: 1, max: 365, unit: 'days' })),
  recallTime: optional(integer('Answers to a recall, within', { min: 1, max: 720, unit: 'hours' })),
  recallAnswer: ratio('What a holder found against its books, at most apart', 1),
  ginDistance: optional(integer('From the plots to the gin, at most', { min: 1, max: 5000, unit: 'km' })),
  groupSpread: optional(integer('Members of a group lie apart, at most', { min: 1, max: 5000, unit: 'km' })),
  icsGood: optional(integer('The risk of an internal control is low from so many points', { min: 1, max: 100 })),
  icsPoor: optional(integer('The risk of an internal control is high below so many points', { min: 1, max: 100 })),
  roundWeightShare: ratio('Weights that end in 0 kg, of a centre’s tickets of a month: review above', 1),
  roundWeightTickets: optional(integer('Round weights are looked at from so many tickets', { min: 2, max: 1000 })),
  sameWeightFarmers: optional(integer('Farmers with the same weight on a day: review from', { min: 2, max: 100 })),
  ticketsPerMinute: optional(integer('Tickets of a scale within a minute: review above', { min: 1, max: 60 })),
  pickingDays: optional(integer('Delivered after sowing: review before', { min: 1, max: 365, unit: 'days' })),
  cloneFarmers: optional(integer('Farmers of a village with the same yield: review from', { min: 2, max: 100 })),
  stackPlots: optional(integer('Boundaries captured from one spot: review from', { min: 2, max: 100 })),
  stackMetres: optional(integer('One spot is within', { min: 1, max: 1000, unit: 'm' })),
  messageApproval: optional(integer('A message goes out without approval to so many telephones, at most', { min: 0, max: 100_000 })),
  ghostDeliveries: optional(integer('Deliveries of a farmer of whom nothing else is known: review from', { min: 1, max: 100 })),
} as const satisfies Record<ToleranceName, Field>

export const toleranceSections: Readonly<Record<string, readonly ToleranceName[]>> = {
  'Land parcels': ['areaSum', 'areaDifferenceWarn', 'areaDifferenceReview', 'bufferDefault', 'startUnconfirmed'],
  Crops: ['sowingOutsideSeason', 'estimateOverMedian', 'harvestWarn', 'harvestReview', 'harvestBlock'],
  Purchase: [
    'purchaseOverEstimate',
    'purchaseConfirmation',
    'phoneChangeDays',
    'ticketDistance',
    'weighingReview',
    'slipReview',
    'deductionsMax',
    'priceBand',
    'paymentDue',
  ],
  Processing: ['massDifference', 'invisibleBlock', 'capacityWarn', 'driftSigmas', 'yarnConstant', 'cardWaste', 'hardWaste', 'yarnAround', 'cleaningHours'],
  'Lots and store': ['receiptWarn', 'receiptBlock', 'lossWithoutManager', 'stockCountWarn', 'stockCountReview', 'closingCount', 'labReportAge'],
  'Transaction certificates': ['tcWeight', 'tcShipments', 'tcSpan', 'tcSubmission', 'tcReservation', 'tcGap', 'ginDistance'],
  'Non-conformities': ['correctionCheck'],
  'Mobile notifications': ['messageApproval'],
  Recalls: ['retestDays', 'recallTime', 'recallAnswer'],
  Farmers: ['duplicateReview', 'duplicateBlock', 'visitGap', 'listAge', 'groupSpread', 'riskMedium', 'riskHigh', 'icsGood', 'icsPoor'],
  Anomalies: [
    'roundWeightShare',
    'roundWeightTickets',
    'sameWeightFarmers',
    'ticketsPerMinute',
    'pickingDays',
    'cloneFarmers',
    'stackPlots',
    'stackMetres',
    'ghostDeliveries',
  ],
}

/** What PATCH takes: any of them; null = the default again. */
export const tolerancesPatch = (shape(toleranceFields, { partial: true }) as unknown as z.ZodObject).strict()

/** What may not be crossed: the milder consequence begins at the smaller figure. */
const ordered: readonly (readonly [milder: ToleranceName, graver: ToleranceName])[] = [
  ['areaDifferenceWarn', 'areaDifferenceReview'],
  ['harvestWarn', 'harvestReview'],
  ['harvestReview', 'harvestBlock'],
  ['receiptWarn', 'receiptBlock'],
  ['stockCountWarn', 'stockCountReview'],
  ['duplicateReview', 'duplicateBlock'],
  ['riskMedium', 'riskHigh'],
  ['icsPoor', 'icsGood'],
]

/** `own`: what a programme has set, null where it follows the default. */
export function crossedTolerances(own: Readonly<Partial<Record<ToleranceName, number | null>>>): FieldProblem[] {
  const all: Tolerances = tolerancesOf(own)
  return ordered
    .filter(([milder, graver]) => all[milder] > all[graver])
    .map(([, graver]) => ({ path: graver, code: 'min', message: 'The graver consequence begins at a higher figure than the milder one.' }))
}
