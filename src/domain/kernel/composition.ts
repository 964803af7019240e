// What a product is made of (domain dictionary 4.3), and how much of its weight a transaction certificate may certify (5.5): net × organic share.
import type { Material } from './terms.ts'

export type Composition = readonly { material: Material; share: number; organic: boolean }[]

/** 0..1; a product without a composition is all of what went in. */
export function organicShareOf(composition: Composition): number {
  const whole = composition.reduce((sum, { share }) => sum + share, 0)
  return whole > 0 ? composition.reduce((sum, { share, organic }) => sum + (organic ? share : 0), 0) / whole : 1
}
/** In kg, to the gram below. */
export const certifiableOf = (netKg: number, organicShare: number): number => Math.floor(Math.round(netKg * organicShare * 1e6) / 1e3) / 1e3
