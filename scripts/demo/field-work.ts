// The work on cotton that its package of practices plans between ploughing and the first picking, on most fields in its window. What one
// field in twenty left out is missed in the product. Rabi work comes from telephones (load-submissions.ts).
import { addDays } from './calendar.ts'
import type { Crop } from './cropping.ts'
import type { Random } from './random.ts'
import type { Cell } from './table.ts'

/** `data`: by the columns of the events table. `isOfSystem`: recorded on the cropping system, for all of its crops. */
export type Work = { type: string; day: string; data: Readonly<Record<string, Cell>>; isOfSystem?: boolean }

/** Steps left out, in a hundred. */
const leftOutOf100 = 5
/** Farmyard manure, kg per hectare. */
const manure = { min: 5_000, max: 8_000, step: 250 }
const trapsPerHa = 10

/** Work of a crop in order of its days; nothing on other crops than cotton. */
export function cottonWork(crop: Crop, isScouted: boolean, chance: Random): Work[] {
  if (crop.crop !== 'COTTON' || crop.role !== 'MAIN') return []
  const { sowingDate, areaHa } = crop
  const on = (from: number, to: number): string => addDays(sowingDate, chance.int(from, to))
  const dose = Math.round(chance.between(manure.min, manure.max) / manure.step) * manure.step
  const weeding = { operation: 'WEEDING', labour_days: Math.max(1, Math.round(areaHa * 9)) }
  const seed = {
    seed_lot_no: crop.seedLotNo,
    kg: crop.seedKg,
    supplier: 'Nimar Seed Producers',
    non_gm_proof: crop.proofRef,
    non_gm_proof_kind: crop.proofRef && 'SEED_CERTIFICATE',
  }
  const steps: Work[] = [
    { type: 'LAND_PREP', day: on(-54, -22), data: { operation: 'PLOUGHING', depth_cm: 25, tool: 'Mouldboard plough' }, isOfSystem: true },
    {
      type: 'INPUT_APPLICATION',
      day: on(-30, -9),
      data: { item: 'FYM', dose_per_ha: dose, unit: 'KG', total: Math.round(dose * areaHa), method: 'BROADCAST' },
      isOfSystem: true,
    },
    { type: 'SEED_RECEIPT', day: on(-28, -4), data: seed },
    { type: 'SEED_TREATMENT', day: on(-3, -1), data: { item: 'TRICHODERMA', g_per_kg: 4 } },
    { type: 'INTERCULTURE', day: on(17, 27), data: weeding },
    { type: 'PEST_MONITORING', day: on(31, 44), data: { trap: 'PHEROMONE', traps: Math.max(1, Math.ceil(areaHa * trapsPerHa)), lure: 'Pink bollworm' } },
    { type: 'INTERCULTURE', day: on(38, 48), data: weeding },
    ...[70, 80, 90, 100, 110].map(
      (offset): Work => ({ type: 'SCOUTING', day: on(offset - 2, offset + 2), data: { pest: 'Bollworm', count: chance.int(0, 8) / 10, unit: 'PLANT' } }),
    ),
  ]
  return steps.filter(({ type }) => chance.int(1, 100) > leftOutOf100 && (isScouted || type !== 'SCOUTING'))
}
