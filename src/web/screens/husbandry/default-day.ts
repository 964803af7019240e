// What a day's record of this flock has to ask: the classes of birds that were placed, eggs only of birds that lay, and
// the last day on record beside it.
import type { FlockDay } from '#domain/husbandry/flock-projection.ts'
import type { FlockCard } from '#domain/husbandry/husbandry-cards.ts'
import type { RecordAnswer } from '#web/api/answers.ts'

export type BirdClass = 'Females' | 'Males' | 'Unsexed'
const placed: readonly (readonly [BirdClass, string])[] = [
  ['Females', 'placedFemale'],
  ['Males', 'placedMale'],
  ['Unsexed', 'placedUnsexed'],
]
/** Birds for laying, or may. */
const laying: ReadonlySet<unknown> = new Set(['EGGS', 'BREEDING', 'DUAL'])

export function defaultDay(
  flock: Pick<RecordAnswer, string>,
  card: FlockCard | undefined,
): { classes: BirdClass[]; lays: boolean; last: FlockDay | undefined } {
  const classes = placed.flatMap(([name, field]) => (Number(flock[field] ?? 0) > 0 ? [name] : []))
  return {
    classes: classes.length > 0 ? classes : ['Unsexed'],
    lays: laying.has(flock.purpose) || (card?.days.some(({ eggs }) => eggs !== null) ?? false),
    last: card?.days.findLast(({ feedKg }) => feedKg !== null),
  }
}
