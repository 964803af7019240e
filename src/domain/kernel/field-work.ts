// Fields of field work that crops and cropping systems share: watering and applying an input (domain dictionary 3.4 and 3.5).
import { choice, integer, optional, quantity, reference, text } from './kinds.ts'

export const irrigationFields = {
  method: choice('Method', { FURROW: 'Furrow', FLOOD: 'Flood', DRIP: 'Drip', SPRINKLER: 'Sprinkler' }),
  mm: optional(quantity('Water', 'mm', { min: 1, max: 200, decimals: 0 })),
  hours: optional(quantity('Duration', 'h', { min: 0.1, max: 240, decimals: 1 })),
}

/** What was applied, and how much of it. */
export const applicationFields = {
  itemId: reference('Input', 'inputitem'),
  lotNo: optional(text('Lot', { max: 40 })),
  dosePerHa: quantity('Dose per ha', 'per ha', { min: 0.001, max: 100_000 }),
  unit: choice('Unit', { KG: 'kg', G: 'g', L: 'L', ML: 'mL', COUNT: 'pieces' }),
  total: quantity('Total used', 'unit', { min: 0.001, max: 1_000_000 }),
}

export const waitingPeriod = optional(integer('Waiting period', { max: 365, unit: 'days', help: 'Empty: as the input says.' }))
