// Every tolerance of the rules in one table, with the rule it serves and where the figure comes from
// (domain dictionary, decision 8: values are defaults; a programme may set its own). Ratios 0..1 unless the unit says otherwise.

import type { RuleId } from './catalogue.ts'

type Tolerance = { value: number; unit: 'ratio' | 'kg' | 'km' | '%' | 'h' | 'days' | 'months' | 'count' | 'm'; rule: RuleId; source: string; about: string }
const row = (value: number, unit: Tolerance['unit'], rule: RuleId, source: string, about: string): Tolerance => ({ value, unit, rule, source, about })

export const toleranceTable = {
  areaSum: row(1.02, 'ratio', 'BR-03', 'assumption', 'Cropping systems of one time may cover this much of the parcel.'),
  areaDifferenceWarn: row(0.1, 'ratio', 'BR-03', 'assumption', 'Declared against mapped area: warn above.'),
  areaDifferenceReview: row(0.25, 'ratio', 'BR-03', 'assumption', 'Declared against mapped area: review above.'),
  estimateOverMedian: row(1.3, 'ratio', 'BR-06', 'assumption', 'Estimate against the median of village and water regime.'),
  harvestWarn: row(1, 'ratio', 'BR-07', 'assumption', 'Harvest against estimate: warn above.'),
  harvestReview: row(1.1, 'ratio', 'BR-07', 'assumption', 'Harvest against estimate: review above.'),
  harvestBlock: row(1.25, 'ratio', 'BR-07', 'assumption', 'Harvest against estimate: refused above.'),
  purchaseOverEstimate: row(1.1, 'ratio', 'BR-08', 'assumption', 'Purchases of a crop against its estimate.'),
  massDifference: row(0.005, 'ratio', 'BR-09', 'assumption', 'What a run may leave unexplained of its input.'),
  capacityWarn: row(1.2, 'ratio', '4.2', 'assumption', 'Daily throughput against capacity.'),
  invisibleBlock: row(3, 'ratio', 'BR-10', 'assumption', 'Invisible loss of a run against the usual most: refused above this many times.'),
  driftSigmas: row(2, 'ratio', 'BR-10', 'assumption', 'Standard deviations of the mean of the latest runs from the history.'),
  yarnConstant: row(0.975, 'ratio', 'BR-10', 'SITRA', 'Yarn of clean lint without any waste of the mill (2.3).'),
  cardWaste: row(0.055, 'ratio', 'BR-10', 'assumption', 'Waste of blow room and cards, of the lint.'),
  hardWaste: row(0.01, 'ratio', 'BR-10', 'assumption', 'Hard waste of a mill, of the lint.'),
  yarnAround: row(0.03, 'ratio', 'BR-10', 'assumption', 'Yarn of lint whose trash is known, away from what is expected of it.'),
  cleaningHours: row(24, 'h', 'BR-11', 'assumption', 'A cleaning opens a changeover line for this long.'),
  purchaseConfirmation: row(48, 'h', 'BR-08', '9', 'Until the farmer must have confirmed a ticket.'),
  phoneChangeDays: row(14, 'days', 'BR-08', 'assumption', 'A number that was changed this shortly before it confirms a ticket is reviewed.'),
  ticketDistance: row(2, 'km', 'BR-08', 'assumption', 'From the place where a ticket is written to its centre.'),
  weighingReview: row(
    5000,
    'kg',
    'BR-08',
    'assumption',
    'A ticket without a position or without its scale is a warning, and is reviewed above this net weight.',
  ),
  slipReview: row(5000, 'kg', 'BR-08', 'assumption', 'A ticket that only a slip confirms is a warning, and is reviewed above this net weight.'),
  deductionsMax: row(0.05, 'ratio', 'BR-29', 'assumption', 'Deductions against the price, without the manager.'),
  priceBand: row(0.2, 'ratio', 'BR-29', 'assumption', 'Price against the reference of the day.'),
  paymentDue: row(15, 'days', 'BR-29', 'assumption', 'From a purchase to the payment of its price.'),
  receiptWarn: row(0.005, 'ratio', '4.2', 'assumption', 'Received against dispatched: warn above.'),
  receiptBlock: row(0.02, 'ratio', '4.2', 'assumption', 'Received against dispatched: refused above.'),
  lossWithoutManager: row(0.01, 'ratio', '4.4', 'assumption', 'Loss of a lot without the operator’s manager.'),
  stockCountWarn: row(0.01, 'ratio', 'BR-30', 'assumption', 'Counted against book: warn above.'),
  closingCount: row(30, 'days', 'BR-28', 'assumption', 'Stock is counted this shortly before a season is closed, or from its last day on.'),
  stockCountReview: row(0.03, 'ratio', 'BR-30', 'assumption', 'Counted against book: review above.'),
  duplicateReview: row(0.7, 'ratio', 'BR-23', 'assumption', 'Likeness of two farmers: review from here.'),
  duplicateBlock: row(1, 'ratio', 'BR-23', 'assumption', 'Likeness of two farmers: refused from here.'),
  sowingOutsideSeason: row(45, 'days', '3.5', 'assumption', 'Sowing before the first or after the last day of the season.'),
  startUnconfirmed: row(
    12,
    'months',
    'BR-04',
    'assumption: as many months as may be recognised',
    'Start of conversion before its recording, without the certification body.',
  ),
  visitGap: row(30, 'days', 'BR-21', 'assumption', 'Two visits of a season lie at least this far apart to count as two.'),
  tcWeight: row(0.001, 'ratio', 'BR-12', '7', 'Goods of a transaction certificate against its shipments.'),
  tcShipments: row(100, 'count', 'BR-12', 'GOTS 2017 news', 'Shipments of a transaction certificate.'),
  tcSpan: row(3, 'months', 'BR-12', 'GOTS 2017 news', 'Between the first and the last shipment of a transaction certificate.'),
  tcSubmission: row(90, 'days', 'BR-12', 'assumption', 'From the last shipment to the submission of its certificate.'),
  tcReservation: row(30, 'days', 'BR-12', 'assumption', 'Kilograms stay reserved for a certificate that is to be corrected.'),
  tcGap: row(0.005, 'ratio', 'BR-12a', '7', 'Certified goods without a certificate, of those that came in.'),
  retestDays: row(3, 'days', 'BR-15', 'assumption', 'After a positive result, for samples of lots of the same sources.'),
  recallTime: row(4, 'h', 'BR-27', 'assumption', 'From opening a recall until every holder has answered.'),
  recallAnswer: row(0.005, 'ratio', 'BR-27', 'assumption', 'What a holder has found against its books.'),
  groupSpread: row(100, 'km', '5.4', 'assumption', 'Between the two members of a group who live or farm furthest apart.'),
  ginDistance: row(500, 'km', 'BR-16', 'GOTS gins news', 'From the centre of the plots to the gin.'),
  bufferDefault: row(7, 'm', 'BR-13', '7', 'Buffer to GM cotton and conventional fields, or a barrier, where no scheme of the crop says its own.'),
  labReportAge: row(12, 'months', 'BR-31', '7', 'From the report of a laboratory until a lot of which goods are left is tested anew.'),
  listAge: row(12, 'months', 'BR-31', 'assumption', 'From the day on which an approved farmer list came into force until the next one.'),
  riskMedium: row(4, 'count', 'BR-34', 'assumption', 'Points from which the risk of a farmer is medium.'),
  riskHigh: row(8, 'count', 'BR-34', 'assumption', 'Points from which the risk of a farmer is high.'),
  icsGood: row(80, 'count', '5.4', 'assumption', 'Points of the internal control from which its risk is low.'),
  icsPoor: row(60, 'count', '5.4', 'assumption', 'Points of the internal control below which its risk is high.'),
  roundWeightShare: row(0.6, 'ratio', 'BR-32', 'assumption', 'Weights that end in 0 kg, of the tickets of a centre and month.'),
  roundWeightTickets: row(20, 'count', 'BR-32', 'assumption', 'Tickets of a centre and month from which round weights are looked at.'),
  sameWeightFarmers: row(5, 'count', 'BR-32', 'assumption', 'Farmers with exactly the same weight at a centre on a day.'),
  ticketsPerMinute: row(1, 'count', 'BR-32', '7', 'Tickets of a scale within a minute.'),
  pickingDays: row(100, 'days', 'BR-32', 'assumption', 'From sowing to the first picking that is possible.'),
  cloneFarmers: row(4, 'count', 'BR-32', 'assumption', 'Farmers of a village with the same yield.'),
  stackPlots: row(5, 'count', 'BR-32', 'assumption', 'Boundaries captured from one spot.'),
  stackMetres: row(15, 'count', 'BR-32', 'assumption', 'Metres within which that is one spot.'),
  correctionCheck: row(30, 'days', '5.2', 'assumption', 'From the report of a correction until somebody has looked at it; reminded again after as many.'),
  messageApproval: row(500, 'count', '6.2', 'assumption', 'Telephones that a message reaches without the approval of somebody else.'),
  ghostDeliveries: row(1, 'count', 'BR-32', 'assumption', 'Deliveries of a farmer of whom nothing else is known.'),
} as const satisfies Record<string, Tolerance>

export type ToleranceName = keyof typeof toleranceTable
export type Tolerances = Readonly<Record<ToleranceName, number>>

/** The defaults, with what the programme's own settings replace. Anything that is not a finite, non-negative number is ignored. */
export function tolerancesOf(own: unknown = {}): Tolerances {
  const given = typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : {}
  const usable = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
  return Object.fromEntries(Object.entries(toleranceTable).map(([name, { value }]) => [name, usable(given[name]) ? given[name] : value])) as Tolerances
}
export const defaultTolerances: Tolerances = tolerancesOf()
