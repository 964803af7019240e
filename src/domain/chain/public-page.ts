// What anybody who scans a code may know of a crop or a lot: the allow-list of domain dictionary 13.1 as a type.
// Whatever is not a field here cannot reach a public page: no person, no plot, no kilogram of one farmer, no price,
// no internal id. Counts of people below ten are left out (BR-35).
import type { Claim } from '../kernel/terms.ts'

/** Fewer farmers than this are "a smallholder group", and nothing is averaged over them (BR-35). */
export const leastFarmers = 10

/** valid: the claim holds today · none: nothing is claimed · onHold: quarantined, recalled or suspended, shown in red. */
export type ClaimState = 'valid' | 'none' | 'onHold'
export const journeySteps = {
  SOWN: 'Sown',
  PICKED: 'Picked by hand',
  HARVESTED: 'Harvested',
  WEIGHED: 'Weighed and bought',
  HEAPED: 'Gathered at the centre',
  GINNED: 'Ginned',
  BALED: 'Pressed into bales',
  PROCESSED: 'Processed',
  SHIPPED: 'Sent on',
} as const
export type JourneyStep = {
  step: keyof typeof journeySteps
  district: string | null /** YYYY-MM, no finer. */
  from: string /** Last month, when it took longer. */
  to: string | null
}

export type PublicPage = {
  kind: 'crop' | 'batch'
  /** Name of the programme (tenant) and of the grower group. */
  programme: string
  group: string
  /** "Cotton lint", or the crop's name. */
  product: string
  variety: string | null
  /** Bales, cones …, where the lot is counted in them. */
  units: number | null
  season: string | null
  harvestYear: number | null
  /** Crop only: the stages reached, each with its month. */
  stages: { label: string; month: string | null; isReached: boolean }[] | null
  claim: Claim
  claimState: ClaimState
  certificate: { scheme: string; body: string; number: string | null; validTo: string | null; isValid: boolean } | null
  place: { district: string; state: string; country: string }
  /** The 10 km square that more of it comes from than from any other: west, south, east, north. Null when no plot is mapped. */
  square: [number, number, number, number] | null
  /** How much of it comes from there, 0..1 to the hundredth: 1 = all. Null without a square. */
  squareShare: number | null
  /** Null below ten. */
  farmers: number | null
  /** Null below ten farmers; premium in minor units per kg, the group's mean. */
  impact: { premiumPerKg: number | null; currency: string; organicHa: number | null } | null
  checks: {
    inspections: number | null
    gmo: 'NEGATIVE' | 'PENDING' | 'UNTESTED' | 'POSITIVE' | null
    syntheticSprays: number | null
    plantSprays: number | null
  }
  journey: JourneyStep[]
  /** Hashes of the recorded events behind this page, worked out again when it was asked for. */
  proof: { events: number; intact: boolean; hash: string | null }
  /** ISO, when all this was looked up. */
  checkedAt: string
}
