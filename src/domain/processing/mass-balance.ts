// The gap of BR-12a by holder and claim (domain dictionary 11.2), of what came in by material.
import type { ProcessingFigures } from './processing-figures-answer.ts'

type Cover = ProcessingFigures['cover'][number]
export type HolderGap = Pick<Cover, 'holder' | 'holderId' | 'claim' | 'productIds' | 'receivedKg' | 'coveredKg' | 'gapShare'>

const grams = (kg: number) => Math.round(kg * 1000) / 1000

/** The largest gap first. */
export function gapsOf(cover: readonly Cover[]): HolderGap[] {
  return [...Map.groupBy(cover, ({ holderId, claim }) => `${holderId} ${claim}`).values()]
    .flatMap((own) => {
      const [first] = own
      if (!first) return []
      const sum = (name: 'receivedKg' | 'coveredKg') => grams(own.reduce((total, one) => total + one[name], 0))
      const [receivedKg, coveredKg] = [sum('receivedKg'), sum('coveredKg')]
      const { holder, holderId, claim } = first
      const productIds = [...new Set(own.flatMap((one) => one.productIds))]
      return [{ holder, holderId, claim, productIds, receivedKg, coveredKg, gapShare: receivedKg ? Math.max(0, 1 - coveredKg / receivedKg) : 0 }]
    })
    .sort((one, other) => other.gapShare - one.gapShare || other.receivedKg - one.receivedKg)
}
