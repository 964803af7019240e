// What a list of farmers says about each beside his own record: plots, approval and kilograms of the season, the last visit.
import type { Claim, SeasonResult } from '../kernel/terms.ts'

/** One page of a list (the largest a list answers with). */
export const mostFarmersAtOnce = 200
/** What counts as having been at the farmer's: events of the farmer. */
export const visitEvents = ['VISIT', 'INTERNAL_INSPECTION'] as const

/** Plots as they stand now, whatever the season; retired ones are left out. Mapped area where there is one, else the declared (ha). */
export type FarmerPlots = { count: number; areaHa: number; claims: { claim: Claim | null; areaHa: number }[] }
/** Null figures are not known: no norm, no approved estimate. Cancelled and failed crops count for what was picked and bought only. */
export type FarmerCrop = {
  cropTypeId: string
  name: string
  capKg: number | null
  estimatedKg: number | null
  harvestedKg: number
  purchasedKg: number
}
export type FarmerApproval = { isDecided: boolean; inspected: SeasonResult; result: SeasonResult }
export type FarmerSummary = {
  farmerId: string
  /** Null without the right to see plots. */
  plots: FarmerPlots | null
  /** Of the season asked for, or the newest; null: nothing is known of it yet, or it is not for this reader. */
  approval: FarmerApproval | null
  /** By crop type, because kilograms of cotton and of wheat are never added; the largest first. */
  crops: FarmerCrop[]
  /** YYYY-MM-DD in the programme's time zone. */
  lastVisitOn: string | null
}
export type FarmersSummary = { items: FarmerSummary[] }
