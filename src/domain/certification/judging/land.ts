// MIN_BUFFER, ROTATION, PARALLEL_PRODUCTION and AREA_SHARE: what lies beside the plot, what it carried before, and what grows with the crop.
import { neighbourUses as uses } from '../../kernel/terms.ts'
import { counted, listed, percent, phrase, word } from '../../messages/message.ts'
import type { EarlierSeason } from './facts.ts'
import { type Evaluator, failed, isOver, met, notApplicable, notChecked, notYet, partly, rounded } from './judgement.ts'

const sideLabels = { N: 'North', E: 'East', S: 'South', W: 'West' } as const

/** BR-13: hectares along the border that are not harvested as certified = length of the side × (asked − there); of several neighbours on a side the one that lacks most. */
export const minBuffer: Evaluator<'MIN_BUFFER'> = ({ neighbourUses, metres }, { plot }) => {
  if (plot.neighbours.length === 0) return notChecked('What lies beside the plot is not recorded.')
  const near = plot.neighbours.filter(({ use }) => neighbourUses.some((one) => one === use))
  if (near.length === 0) return notApplicable('Nothing lies beside the plot that needs a buffer.')
  const open = near.filter(({ hasBarrier }) => !hasBarrier)
  if (open.length === 0) return met('A physical barrier lies between the plot and each neighbour that needs a buffer.')
  const narrow = open.filter(({ bufferM }) => bufferM < metres)
  const [narrowest] = [...open].sort((one, other) => one.bufferM - other.bufferM)
  if (narrow.length === 0 || !narrowest) return met(phrase`The narrowest buffer is ${narrowest?.bufferM} m wide, ${metres} m asked.`)
  const missing = new Map([...Map.groupBy(narrow, ({ side }) => side)].map(([side, of]) => [side, metres - Math.min(...of.map(({ bufferM }) => bufferM))]))
  const excludedHa = plot.sideM && [...missing].reduce((sum, [side, width]) => sum + ((plot.sideM?.[side] ?? 0) * width) / 10_000, 0)
  const where = listed(narrow.map(({ side, use, bufferM }) => phrase`${word(sideLabels[side])} (${word(uses[use])}): ${bufferM} m`))
  return excludedHa === null
    ? failed(phrase`Buffer too narrow: ${where}; ${metres} m asked.`)
    : {
        ...failed(phrase`Buffer too narrow: ${where}; ${metres} m asked. About ${rounded(excludedHa, 3)} ha at the border are not harvested as certified.`),
        excludedHa: rounded(excludedHa, 4),
      }
}

/** Border and trap rows are not what a plot carries in a season. */
export const isOfRotation = ({ role }: { role: string }): boolean => role === 'MAIN' || role === 'INTERCROP'

/** Seasons in which the plot lay fallow are no seasons of a crop: they neither break a sequence nor count in it. */
export const rotation: Evaluator<'ROTATION'> = ({ maxSeasons, legumeEvery }, { crop, earlierSeasons, otherCrops }) => {
  if (!isOfRotation(crop)) return notApplicable('This crop is itself grown beside another one.')
  if (crop.isPerennial) return notApplicable('A perennial crop stays where it is.')
  const cropped = earlierSeasons.filter(({ cropTypeIds }) => cropTypeIds.length > 0)
  const sequence = 1 + runLength(cropped, (season) => season.cropTypeIds.includes(crop.cropTypeId))
  if (sequence > maxSeasons)
    return failed(phrase`${crop.cropName} stands on this plot for ${counted(sequence)} seasons in a row; at most ${maxSeasons} are allowed.`)
  if (cropped.length === 0) return notChecked('No earlier season of this plot is recorded.')
  // Where all that is recorded is the same crop, an earlier season could make the row longer.
  if (sequence > cropped.length && cropped.length < maxSeasons)
    return notChecked(phrase`Only ${counted(cropped.length)} earlier seasons of this plot are recorded; ${maxSeasons} are needed to judge.`)
  if (!legumeEvery) return met(phrase`${crop.cropName} stands on this plot for ${counted(sequence)} seasons in a row; at most ${maxSeasons} are allowed.`)
  if (crop.isLegume || otherCrops.some((one) => one.isOfSystem && one.isLegume && isOfRotation(one))) return met('A legume stands on this plot this season.')
  const without = 1 + runLength(cropped, ({ hasLegume }) => !hasLegume)
  // Where none of the recorded seasons had one, what stood before them is not known.
  const isSeen = without <= cropped.length
  if (isSeen && without < legumeEvery)
    return met(phrase`A legume stood on this plot ${counted(without)} seasons ago; one is asked every ${legumeEvery} seasons.`)
  if (!isSeen && without < legumeEvery)
    return notYet(phrase`A legume is asked every ${legumeEvery} seasons; ${counted(cropped.length)} earlier seasons are recorded.`)
  return partly(phrase`No legume within the last ${counted(legumeEvery)} seasons of this plot.`)
}
function runLength(seasons: readonly EarlierSeason[], continues: (season: EarlierSeason) => boolean): number {
  const end = seasons.findIndex((season) => !continues(season))
  return end < 0 ? seasons.length : end
}

/** BR-05: what the same grower grows in the same season on land that is not managed organically. What was lost is not grown. */
export const parallelProduction: Evaluator<'PARALLEL_PRODUCTION'> = ({ forbids }, { crop, otherCrops, system }) => {
  if (!system.isManagedOrganically) return notApplicable('This crop is not managed organically.')
  const isAlike = (one: { cropTypeId: string; varietyId: string }): boolean =>
    forbids === 'ANY_CROP' || (forbids === 'SAME_CROP' ? one.cropTypeId === crop.cropTypeId : one.varietyId === crop.varietyId)
  const wrong = otherCrops.filter((one) => !one.isManagedOrganically && !one.isLost && isAlike(one))
  return wrong.length === 0
    ? met('Nothing comparable is grown conventionally by the same farmer this season.')
    : failed(phrase`Grown conventionally by the same farmer this season: ${listed(wrong.map(({ code }) => code))}.`)
}

export const areaShare: Evaluator<'AREA_SHARE'> = ({ role, minShare }, facts) => {
  const { crop, otherCrops, system } = facts
  if (!isOfRotation(crop)) return notApplicable('This crop is itself grown beside another one.')
  const areaHa = otherCrops.filter((one) => one.isOfSystem && one.role === role).reduce((sum, one) => sum + one.areaHa, 0)
  const actual = system.areaHa > 0 ? areaHa / system.areaHa : 0
  if (actual + 1e-9 >= minShare) return met(phrase`${rounded(areaHa, 4)} ha, ${percent(actual)} of the system; at least ${percent(minShare)} is asked.`)
  if (crop.sowingDate === null && !isOver(facts)) return notYet(phrase`Nothing is sown yet; ${percent(actual)} of ${percent(minShare)} is planned.`)
  return areaHa > 0
    ? partly(phrase`${rounded(areaHa, 4)} ha, ${percent(actual)} of the system; at least ${percent(minShare)} is asked.`)
    : failed(phrase`None of the system carries it; at least ${percent(minShare)} is asked.`)
}
