// What the view of an animal, a flock, a pond or a production system works out beside its fields (`extra`), from recorded
// events alone.
import type { FlockDay, Weighing } from './flock-projection.ts'
import type { WaterTest } from './pond-projection.ts'
import type { WaterBounds } from './water-bounds.ts'

/** A product under restriction. `until` null: until enough warmth has gathered. */
export type Restriction = { id: string; product: string; until: string | null; degreeDaysRequired: number | null; medicine: string | null }
/** A treatment or vaccination, newest first. */
export type RecentTreatment = { eventId: string; eventType: string; at: string; medicine: string | null }
export type MilkDay = { day: string; kg: number }

export type AnimalCard = {
  /** Milk by day, at most of the last 90 days. */
  milk: MilkDay[]
  /** `id`: of a past day the day on which it began. */
  lactation: { id: string; parity: number; beginDate: string; endDate: string | null; milkKg: number | null } | null
  restrictions: Restriction[]
  recentTreatments: RecentTreatment[]
  /** What else happened, newest first: a milked animal's list of events is milkings above all. */
  latest: { eventId: string; eventType: string; at: string }[]
  weighings: { day: string; kg: number }[]
  /** Null as of a past day. */
  young: number | null
}

/** What is aimed at on days of age or culture, as the package of practices says it. */
export type TargetPoint = { day: number; weightG: number | null; mortalityPct: number | null; hdepPct: number | null }

export type FlockCard = {
  placedOn: string | null
  placed: number
  days: FlockDay[]
  weighings: Weighing[]
  layingShare: number | null
  fcr: number | null
  targets: TargetPoint[]
  restrictions: Restriction[]
}

export type PondCard = {
  stockedOn: string | null
  stocked: number
  alive: number | null
  biomassKg: number | null
  feedKg: number
  fcr: number | null
  growthPct: number | null
  harvestedKg: number
  weighings: Weighing[]
  water: WaterTest[]
  feedDays: { day: string; kg: number }[]
  targets: TargetPoint[]
  restrictions: Restriction[]
  /** Water bounds of its species in this programme. */
  bounds: WaterBounds
}

/** What lives in a production system or a unit now. */
export type Headcount = { entity: 'cow' | 'goat' | 'sheep' | 'poultrybatch' | 'aquacrop'; records: number; heads: number | null }[]
export type SystemCard = {
  headcount: Headcount
  units: { id: string; title: string; unitType: string; status: string; heads: number; capacityHead: number | null }[]
  milk: MilkDay[]
  /** Animals whose milk may not go into the tank now. `isBirth`: only because they have just given birth. */
  milkWithdrawn: { id: string; until: string | null; isBirth: boolean }[]
}
