// What a crop's events say together: its dates, kilograms and estimate. The crop's columns are a cache of
// this, written with every event and after every event taken back; a test replays it.

export type CropEvent = { eventType: string /** Tenant-local day. */; day: string; recordedBy: string | null; data: Readonly<Record<string, unknown>> }
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
  estimateMethod: string | null
  estimateApprovedBy: string | null
  /** Per cent of the crop lost, 0..100. */
  lossShare: number | null
  /** Plant protection with its own waiting period (null: as the input says). */
  treatments: { itemId: string; day: string; phiDays: number | null }[]
}

/**
 * Folds events in the order in which they were recorded. `areaHa`: planned area, until a sowing says how much was sown.
 * An approval turns the last proposal into the estimate; a loss after it lowers it by its share; masses to the gram.
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
  }
  let method: string | null = null
  for (const { eventType, day, recordedBy, data } of events) {
    const kg = Number(data.kg ?? 0)
    if (eventType === 'SOWING' || eventType === 'RESOWING') {
      Object.assign(projection, { sowingDate: day, sownHa: Number(data.areaHa), germinationDate: null })
    } else if (eventType === 'GERMINATION_COUNT') {
      projection.germinationDate ??= day
    } else if (eventType === 'YIELD_ESTIMATE') {
      projection.proposedKg = gram(Number(data.kgPerHa) * (projection.sownHa ?? areaHa))
      method = data.method as string
    } else if (eventType === 'ESTIMATE_APPROVED' && projection.proposedKg !== null) {
      Object.assign(projection, { estimatedKg: projection.proposedKg, estimateMethod: method, estimateApprovedBy: recordedBy, proposedKg: null })
    } else if (eventType === 'CROP_LOSS') {
      const share = Number(data.share)
      projection.lossShare = Math.round((100 - (100 - (projection.lossShare ?? 0)) * (1 - share)) * 10) / 10
      if (projection.estimatedKg !== null) projection.estimatedKg = gram(projection.estimatedKg * (1 - share))
    } else if (eventType === 'HARVEST') {
      projection.harvestedKg = gram(projection.harvestedKg + kg)
      if (!projection.harvestStart || day < projection.harvestStart) projection.harvestStart = day
      if (!projection.harvestEnd || day > projection.harvestEnd) projection.harvestEnd = day
    } else if (eventType === 'RETAINED') {
      projection.retainedKg = gram(projection.retainedKg + kg)
    } else if (eventType === 'PLANT_PROTECTION') {
      projection.treatments.push({ itemId: data.itemId as string, day, phiDays: (data.phiDays as number | null | undefined) ?? null })
    }
  }
  return projection
}
const gram = (kg: number): number => Math.round(kg * 1000) / 1000
