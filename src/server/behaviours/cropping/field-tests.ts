// What the tests of a crop in the field say (BR-15): its columns.
import { resultOf, type Sample, samplesOf } from '#domain/chain/lot-states.ts'
import type { CropEvent } from '#domain/cropping/crop-projection.ts'
import type { Crop } from './crop-state.ts'

const isTest = ({ eventType }: CropEvent): boolean => eventType === 'SAMPLE_TAKEN' || eventType === 'LAB_RESULT'

/** Samples with their results. `facts`: events of the crop in order of recording. */
export const samplesOfField = (facts: readonly CropEvent[]): Sample[] =>
  samplesOf(facts.filter(isTest).sort((one, other) => (one.occurredAt < other.occurredAt ? -1 : one.occurredAt > other.occurredAt ? 1 : 0)))

/** Null where no sample was taken; the number is of the last negative report, unless the field is positive. */
export function testsOfField(facts: readonly CropEvent[]): Pick<Crop, 'gmoStatus' | 'gmoTestId'> {
  const samples = samplesOfField(facts)
  const gmoStatus = resultOf({ samples }, 'GMO')
  const negative = samples
    .filter(({ kind, result }) => kind === 'GMO' && result === 'NEGATIVE')
    .sort((one, other) => ((one.resultAt ?? '') < (other.resultAt ?? '') ? -1 : 1))
  return { gmoStatus, gmoTestId: gmoStatus === 'POSITIVE' ? null : (negative.at(-1)?.reportNo ?? null) }
}
