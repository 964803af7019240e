// The rows of a herd's milking: who is milked, where the milk of each goes at first, and what is sent of what was typed.
import type { SentRows } from '#web/engine/form/resolver.ts'
import type { FormValues } from '#web/fields/form-values.ts'
import { readKg } from '../processingsystem/run-draft.ts'

/** Animals that are milked, each in a list of its own. */
export type MilkedEntity = 'cow' | 'goat' | 'sheep'
export type MilkingRow = { entity: MilkedEntity; animalId: string; kg: string; destination: string; remark: string | null }
/** Milk of whoever is listed here may not go into the tank. `isBirth`: because she has just given birth. */
export type RestrictedMilk = ReadonlyMap<string, { until: string | null; isBirth: boolean }>

/** States of a lactation in which a cow is milked. */
export const milkedStates = ['FRESH', 'EARLY', 'LACTATING'] as const
/** A milking that differs by more from the last one is looked at twice (assumption). */
const oddShare = 0.4

export const firstRows = (animals: readonly { id: string; entity: MilkedEntity }[], restricted: RestrictedMilk): MilkingRow[] =>
  animals.map(({ id, entity }) => {
    const own = restricted.get(id)
    return { entity, animalId: id, kg: '', destination: own ? (own.isBirth ? 'Colostrum' : 'Treatment') : 'MilkTank', remark: null }
  })

/** Far from what she gave last, so that a slip of the finger is seen while typing. */
export const isOdd = (typed: string, lastKg: number | null): boolean => {
  const kg = readKg(typed)
  return !!typed.trim() && !Number.isNaN(kg) && lastKg !== null && lastKg > 0 && Math.abs(kg - lastKg) / lastKg > oddShare
}

export function milkSums(rows: readonly MilkingRow[]): { animals: number; kg: number; tankKg: number } {
  const filled = rows.filter(({ kg }) => kg.trim() && !Number.isNaN(readKg(kg)))
  const sum = (some: readonly MilkingRow[]) => Math.round(some.reduce((total, { kg }) => total + readKg(kg), 0) * 100) / 100
  return { animals: filled.length, kg: sum(filled), tankKg: sum(filled.filter(({ destination }) => destination === 'MilkTank')) }
}

/** Who was not milked is not sent; figures go as they were read. */
export function sentMilking(formValues: FormValues): { formValues: FormValues; rows: SentRows } {
  const all = (formValues.rows ?? []) as MilkingRow[]
  const sent = all.flatMap(({ kg }, row) => (kg.trim() ? row : []))
  const rows = sent
    .flatMap((row) => all[row] ?? [])
    .map(({ entity, animalId, kg, ...one }) => ({
      [`${entity}Id`]: animalId,
      kg: Number.isNaN(readKg(kg)) ? kg : String(readKg(kg)),
      ...one,
    }))
  return { formValues: { ...formValues, rows }, rows: { rows: sent } }
}
