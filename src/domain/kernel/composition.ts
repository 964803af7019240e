// What a product is made of (domain dictionary 4.3), and how much of its weight a transaction certificate may certify (5.5): net × organic share.
import { kilograms, percent, phrase, type Sentence } from '../messages/message.ts'
import type { Material } from './terms.ts'

export type Composition = readonly { material: Material; share: number; organic: boolean }[]

/** 0..1; a product without a composition is all of what went in. */
export function organicShareOf(composition: Composition): number {
  const whole = composition.reduce((sum, { share }) => sum + share, 0)
  const organic = composition.reduce((sum, part) => sum + (part.organic ? part.share : 0), 0)
  return whole > 0 ? Math.round((organic / whole) * 1e6) / 1e6 : 1
}
/** What is called organic, and what is made with organic material (4.3); below, nothing is claimed. */
export const labelShares = { organic: 0.95, madeWith: 0.7 } as const
export const labelOf = (organicShare: number): keyof typeof labelShares | null =>
  organicShare >= labelShares.organic ? 'organic' : organicShare >= labelShares.madeWith ? 'madeWith' : null
/** Why a line may not certify this much; null: it may. `mostKg`: null where nothing of it is certified. */
export function whyNotCertified(line: { netKg: number; certifiedKg: number; organicShare: number }): { mostKg: number | null; why: Sentence } | null {
  if (labelOf(line.organicShare) === null) return { mostKg: null, why: belowLabel }
  const mostKg = certifiableOf(line.netKg, line.organicShare)
  if (line.certifiedKg <= mostKg) return null
  return { mostKg, why: phrase`${percent(line.organicShare)} of this product is organic: at most ${kilograms(mostKg)} of it can be certified.` }
}
export const belowLabel = 'Less than 70 % of this product is organic: nothing of it is certified.'
/** In kg, to the gram below. */
export const certifiableOf = (netKg: number, organicShare: number): number => Math.floor(Math.round(netKg * organicShare * 1e6) / 1e3) / 1e3
