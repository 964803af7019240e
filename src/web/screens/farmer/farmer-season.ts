// A farmer's season crop by crop: kilograms of cotton and of wheat are never added to one another.
import type { Tolerances } from '#domain/rules/tolerances.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { sellable } from '../crop/sellable.ts'
import type { Yield } from '../yield-figures.tsx'

export type CropKilograms = { cropTypeId: string; name: string; kg: Yield /** What may still be bought of it (BR-08). */; leftKg: number }

const gone = new Set(['CANCELLED', 'FAILED'])
const grams = (kg: number): number => Math.round(kg * 1000) / 1000
/** Null when no row knows it: a sum over nothing known is not zero. */
const sumKnown = (rows: readonly RecordAnswer[], name: string): number | null => {
  const known = rows.filter((row) => typeof row[name] === 'number')
  return known.length ? grams(known.reduce((sum, row) => sum + Number(row[name]), 0)) : null
}

/** One entry per crop type with something to sell, the largest ceiling or harvest first. */
export function kilogramsByCrop(crops: readonly RecordAnswer[], tolerances: Pick<Tolerances, 'purchaseOverEstimate'>): CropKilograms[] {
  const sold = crops.filter((crop) => crop.role === 'MAIN' || crop.role === 'INTERCROP')
  return [...Map.groupBy(sold, (crop) => String(crop.cropTypeId))]
    .map(([cropTypeId, rows]): CropKilograms => {
      const living = rows.filter(({ status }) => !gone.has(status))
      return {
        cropTypeId,
        name: String(rows[0]?.cropName ?? ''),
        leftKg: grams(living.reduce((sum, crop) => sum + sellable(crop, tolerances).leftKg, 0)),
        kg: {
          cap: sumKnown(living, 'yieldCapKg'),
          estimate: sumKnown(living, 'estimatedKg'),
          harvested: sumKnown(rows, 'harvestedKg') ?? 0,
          delivered: sumKnown(rows, 'purchasedKg') ?? 0,
          retained: sumKnown(rows, 'retainedKg') ?? 0,
          proposed: sumKnown(living, 'proposedKg'),
          areaHa: grams(living.reduce((sum, crop) => sum + Number(crop.areaHa), 0)),
        },
      }
    })
    .sort((one, other) => weight(other) - weight(one))
}
const weight = ({ kg }: CropKilograms): number => Math.max(kg.cap ?? 0, kg.harvested)
