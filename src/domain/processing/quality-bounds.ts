// What a quality test measured, against the bounds and the grades of the lot's product (domain dictionary 4.3). Apart from the declaration, which every list of products loads.
import type { Finding } from '../kernel/entity.ts'
import { listed, phrase, word } from '../messages/message.ts'
import { type QualityCode, qualityCodes } from './qualities.ts'

export type QualityBound = { code: QualityCode; min?: number | null | undefined; max?: number | null | undefined }
type Tested = { [field in (typeof measuredAs)[QualityCode]]?: number | null | undefined } & { grade?: string | null | undefined }

/** Fields of a quality test, by the property that they measure. */
const measuredAs = { STAPLE: 'stapleMm', MICRONAIRE: 'mic', STRENGTH: 'strength', TRASH: 'trash', MOISTURE: 'moisture' } as const

/** Properties outside of their bounds; what was not measured is outside of none. */
export const outsideBounds = (test: Tested, bounds: readonly QualityBound[]): QualityCode[] =>
  bounds.flatMap(({ code, min, max }) => {
    const value = test[measuredAs[code]]
    if (typeof value !== 'number') return []
    return (typeof min === 'number' && value < min) || (typeof max === 'number' && value > max) ? [code] : []
  })

const comparable = (grade: string): string => grade.trim().toLowerCase()
/** A product without grades takes each. */
export const isOffScale = ({ grade }: Pick<Tested, 'grade'>, scale: readonly string[]): boolean =>
  !!grade && scale.length > 0 && !scale.some((one) => comparable(one) === comparable(grade))

/** A note, not a refusal: the test is what was measured, and whether it passed is what its inspector says. */
export function qualityFinding(
  test: Tested,
  product: { name: string; gradeScale: readonly string[] | null; qcParams: readonly QualityBound[] | null },
): Finding | null {
  const outside = outsideBounds(test, product.qcParams ?? [])
  if (outside.length) {
    const properties = listed(outside.map((code) => word(qualityCodes[code])))
    return { ruleId: '4.3', severity: 'WARN', message: phrase`Outside the bounds of ${product.name}: ${properties}.` }
  }
  return isOffScale(test, product.gradeScale ?? []) ? { ruleId: '4.3', severity: 'WARN', message: phrase`${product.name} has no grade ${test.grade}.` } : null
}
