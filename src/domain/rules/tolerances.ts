// Every tolerance of the rules in one table, with the rule it serves and where the figure comes from
// (domain dictionary, decision 8: values are defaults; a programme may set its own). Ratios 0..1 unless the unit says otherwise.

type Tolerance = { value: number; unit: 'ratio' | 'kg' | '%' | 'h' | 'days'; rule: string; source: string; about: string }
const row = (value: number, unit: Tolerance['unit'], rule: string, source: string, about: string): Tolerance => ({ value, unit, rule, source, about })

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
  cleaningHours: row(24, 'h', 'BR-11', 'assumption', 'A cleaning opens a changeover line for this long.'),
  deductionsMax: row(0.05, 'ratio', 'BR-29', 'assumption', 'Deductions against the price, without the manager.'),
  priceBand: row(0.2, 'ratio', 'BR-29', 'assumption', 'Price against the reference of the day.'),
  receiptWarn: row(0.005, 'ratio', '4.2', 'assumption', 'Received against dispatched: warn above.'),
  receiptBlock: row(0.02, 'ratio', '4.2', 'assumption', 'Received against dispatched: refused above.'),
  lossWithoutManager: row(0.01, 'ratio', '4.4', 'assumption', 'Loss of a lot without the operator’s manager.'),
  stockCountWarn: row(0.01, 'ratio', 'BR-30', 'assumption', 'Counted against book: warn above.'),
  stockCountReview: row(0.03, 'ratio', 'BR-30', 'assumption', 'Counted against book: review above.'),
  duplicateReview: row(0.7, 'ratio', 'BR-23', 'assumption', 'Likeness of two farmers: review from here.'),
  duplicateBlock: row(1, 'ratio', 'BR-23', 'assumption', 'Likeness of two farmers: refused from here.'),
  sowingOutsideSeason: row(45, 'days', '3.5', 'assumption', 'Sowing before the first or after the last day of the season.'),
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
