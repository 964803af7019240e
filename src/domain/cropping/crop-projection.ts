// The projection of a crop: its dates, kilograms, estimate and treatments, folded from its events by the days on which they
// happened (domain dictionary 3.5). The crop's columns are a cache of this; a test compares the two.

import type { EventData, EventTypeOf } from '../kernel/entity.ts'
import type { crop } from './crop.ts'

type CropEventOf<K extends EventTypeOf<typeof crop>> = {
  id: string
  eventType: K
  /** UTC, ISO 8601. */
  occurredAt: string
  recordedAt: string
  /** Tenant-local day. */
  day: string
  recordedBy: string | null
  data: EventData<typeof crop, K>
}
/** By its type, with the data of that. */
export type CropEvent = { [K in EventTypeOf<typeof crop>]: CropEventOf<K> }[EventTypeOf<typeof crop>]
type EstimateMethod = EventData<typeof crop, 'YIELD_ESTIMATE'>['method']
export type CropTreatment = {
  eventId: string
  itemId: string
  occurredAt: string
  recordedAt: string
  day: string /** Null: as the input says. */
  phiDays: number | null
}
export type CropHarvest = { eventId: string; occurredAt: string; day: string; kg: number; phiOverride: string | null }
export type CropProjection = {
  sowingDate: string | null
  /** Hectares sown; null before sowing. */
  sownHa: number | null
  germinationDate: string | null
  harvestStart: string | null
  harvestEnd: string | null
  harvestedKg: number
  retainedKg: number
  proposedKg: number | null
  estimatedKg: number | null
  estimateMethod: EstimateMethod | null
  estimateApprovedBy: string | null
  /** Per cent of the crop lost, 0..100. */
  lossShare: number | null
  /** Plant protection and treated seed. */
  treatments: CropTreatment[]
  /** The days of the sowing and of each sowing again. */
  sowings: string[]
  /** What the last sowing said of the seed; null before sowing. */
  seed: EventData<typeof crop, 'SOWING'> | null
  harvests: CropHarvest[]
  /** Which estimate each approval decided on; null: on none. */
  approvals: { eventId: string; occurredAt: string; recordedAt: string; estimate: { eventId: string; occurredAt: string } | null }[]
  /** The day on which it was harvested, closed or lost entirely; null while it stands. */
  endedOn: string | null
  /** Why the product lowered the claim for something that is no treatment (BR-04); null when it did not. */
  loweredBecause: string | null
  qrRevokedAt: string | null
}

type Estimate = { eventId: string; kg: number; method: EstimateMethod; occurredAt: string; at: number; approvedBy: string | null }

/**
 * Folds events by occurrence, then by recording. `events`: in order of recording; `areaHa`: planned area, until a sowing says how
 * much was sown. An approval decides on the latest estimate before it that had been recorded by then: one recorded later waits
 * for its own approval. A loss lowers every estimate made before it by its share. Masses to the gram.
 */
export function cropProjection(events: readonly CropEvent[], areaHa: number): CropProjection {
  const projection: CropProjection = {
    sowingDate: null,
    sownHa: null,
    germinationDate: null,
    harvestStart: null,
    harvestEnd: null,
    harvestedKg: 0,
    retainedKg: 0,
    proposedKg: null,
    estimatedKg: null,
    estimateMethod: null,
    estimateApprovedBy: null,
    lossShare: null,
    treatments: [],
    sowings: [],
    seed: null,
    harvests: [],
    approvals: [],
    endedOn: null,
    loweredBecause: null,
    qrRevokedAt: null,
  }
  const estimates: Estimate[] = []
  let approved: Estimate | null = null
  const inOrder = events
    .map((event, at) => ({ event, at }))
    .sort((a, b) => (a.event.occurredAt < b.event.occurredAt ? -1 : a.event.occurredAt > b.event.occurredAt ? 1 : a.at - b.at))
  for (const { event, at } of inOrder) {
    const { id, eventType, occurredAt, recordedAt, day, recordedBy, data } = event
    if (eventType === 'SOWING' || eventType === 'RESOWING') {
      Object.assign(projection, { sowingDate: day, sownHa: data.areaHa, germinationDate: null, seed: data })
      projection.sowings.push(day)
    } else if (eventType === 'GERMINATION_COUNT') {
      projection.germinationDate ??= day
    } else if (eventType === 'YIELD_ESTIMATE') {
      estimates.push({
        eventId: id,
        kg: gram(data.kgPerHa * (projection.sownHa ?? areaHa)),
        method: data.method,
        occurredAt,
        at,
        approvedBy: null,
      })
    } else if (eventType === 'ESTIMATE_APPROVED') {
      const seen = estimates.findLast((one) => one.at < at)
      const isNew = seen !== undefined && seen !== approved
      if (isNew) approved = Object.assign(seen, { approvedBy: recordedBy })
      projection.approvals.push({ eventId: id, occurredAt, recordedAt, estimate: isNew ? { eventId: seen.eventId, occurredAt: seen.occurredAt } : null })
    } else if (eventType === 'CROP_LOSS') {
      const { share } = data
      projection.lossShare = lostTogether(projection.lossShare, share)
      for (const one of estimates) one.kg = gram(one.kg * (1 - share))
      if (projection.lossShare >= 100) projection.endedOn ??= day
    } else if (eventType === 'HARVEST') {
      projection.harvestedKg = gram(projection.harvestedKg + data.kg)
      projection.harvestStart ??= day
      projection.harvestEnd = day
      projection.harvests.push({ eventId: id, occurredAt, day, kg: data.kg, phiOverride: data.phiOverride ?? null })
    } else if (eventType === 'RETAINED') {
      projection.retainedKg = gram(projection.retainedKg + data.kg)
    } else if (eventType === 'PLANT_PROTECTION' || eventType === 'SEED_TREATMENT') {
      projection.treatments.push({
        eventId: id,
        itemId: data.itemId,
        occurredAt,
        recordedAt,
        day,
        phiDays: ('phiDays' in data ? data.phiDays : null) ?? null,
      })
    } else if (eventType === 'CROP_CLOSE' || eventType === 'CLOSED') {
      projection.endedOn ??= day
    } else if (eventType === 'CLAIM_LOWERED') {
      projection.loweredBecause = data.reason
    } else if (eventType === 'QR_REVOKED') {
      projection.qrRevokedAt = recordedAt
    }
  }
  const last = estimates.at(-1)
  if (last && last !== approved) projection.proposedKg = last.kg
  if (approved) Object.assign(projection, { estimatedKg: approved.kg, estimateMethod: approved.method, estimateApprovedBy: approved.approvedBy })
  return projection
}
/** Per cent lost, after a further share of what still stood (0..1). */
export const lostTogether = (lossShare: number | null, share: number): number => Math.round((100 - (100 - (lossShare ?? 0)) * (1 - share)) * 10) / 10
const gram = (kg: number): number => Math.round(kg * 1000) / 1000
