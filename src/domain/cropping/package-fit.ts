// What a package of practices is made for (domain dictionary 5.1), as the server judges it and as the list of packages says it beforehand: crop, varieties, water, season, region
// and days; and which inputs it names.
import { spelledPlace } from '../kernel/place.ts'
import { onDay, phrase, type Sentence } from '../messages/message.ts'

/** Fields of a package, as stored or as answered. */
export type MadeFor = {
  cropTypeId: string
  varietyIds: readonly string[]
  waterRegimes: readonly string[]
  season: string | null
  regions: readonly string[]
  validTo: string | null
}
/** What would follow it. Null: not known yet, and then nothing speaks against it. `places`: names of where it stands, empty where nobody knows; `day`: from which it would follow. */
export type Follower = {
  cropTypeId: string | null
  varietyId: string | null
  waterRegime: string | null
  season: string | null
  places: readonly string[]
  day: string | null
}

/** A package without regions is made for any; a region is a village, a block, a district or a state, by its name. */
const isOfRegion = (regions: readonly string[], places: readonly string[]): boolean =>
  regions.length === 0 || places.length === 0 || regions.some((region) => places.some((place) => spelledPlace(place) === spelledPlace(region)))

/** What the package is not made for; null where it fits. Whether it is published is another question. */
export function misfitOf(pop: MadeFor, { cropTypeId, varietyId, waterRegime, season, places, day }: Follower): Sentence | null {
  if (cropTypeId !== null && pop.cropTypeId !== cropTypeId) return 'This package is made for another crop.'
  if (varietyId !== null && pop.varietyIds.length && !pop.varietyIds.includes(varietyId)) return 'This package is made for other varieties.'
  if (waterRegime !== null && !pop.waterRegimes.includes(waterRegime)) return 'This package is made for another water regime.'
  if (pop.season && season && pop.season !== season) return 'This package is made for another season.'
  if (!isOfRegion(pop.regions, places)) return 'This package is made for another region.'
  if (pop.validTo && day !== null && pop.validTo < day) return phrase`This package was valid until ${onDay(pop.validTo)}: nobody begins with it any more.`
  return null
}

/** Whether a package names the input, in its list or in a step. One that lists none says nothing of inputs. */
export const namesInput = (
  { inputItemIds, planEvents }: { inputItemIds: readonly string[]; planEvents: readonly { itemId?: string | null | undefined }[] },
  itemId: string,
): boolean => inputItemIds.length === 0 || inputItemIds.includes(itemId) || planEvents.some((step) => step.itemId === itemId)
