// The season in summary: how many records stand where, and the season's crops added up by crop type and claim.
// Kilograms of cotton and of wheat are never added to one another, so every sum belongs to one crop type.
import type { AnyEntity } from '../kernel/entity.ts'
import { type Field, refersToOne } from '../kernel/field.ts'

/** The nouns a season is read by, in the order of the work. */
export const summaryEntities = ['farmer', 'landparcel', 'croppingsystem', 'crop', 'productbatch', 'processingsystem', 'submission', 'nonconformity'] as const

/** Area counts main crops only, because intercrops share the plot with them; kilograms count every crop, cancelled and failed ones with what was picked before. */
export type Sums = {
  /** Neither cancelled nor failed. */
  crops: number
  areaHa: number
  capKg: number
  estimatedKg: number
  harvestedKg: number
  purchasedKg: number
  /** What the farmers keep of it. */
  retainedKg: number
  /** Harvested, and neither retained by the farmer nor bought yet. */
  leftKg: number
}
const names = ['crops', 'areaHa', 'capKg', 'estimatedKg', 'harvestedKg', 'purchasedKg', 'retainedKg', 'leftKg'] as const

/** Adds parts up, kilograms to the gram and hectares to the square metre, so that thousands of weights leave no dust. */
export function addUp(parts: readonly Sums[]): Sums {
  const total = (name: keyof Sums) => Math.round(parts.reduce((sum, part) => sum + part[name] * 10_000, 0)) / 10_000
  return Object.fromEntries(names.map((name) => [name, total(name)])) as Sums
}

/** Name of the entity's field for the season that a record belongs to, if it has one. What else of it names a season (a sanction of a non-conformity) narrows no list. */
export const seasonField = (entity: AnyEntity): string | undefined =>
  Object.entries(entity.fields as Record<string, Field>).find(([name, field]) => name === 'seasonId' && refersToOne(field, 'season'))?.[0]
