// What a package of practices for flocks or ponds is made for (animal 9, domain dictionary 5.1), as the server judges it and as the list of packages says it beforehand: birds or species, and
// the region.
import { regionMisfit } from '../kernel/package-region.ts'
import type { Sentence } from '../messages/message.ts'
import { speciesGroup } from './water-bounds.ts'

/** Fields of a package, as stored or as answered. */
export type MadeForBirds = { birdType: string; strainId: string | null; regions: readonly string[] }
export type MadeForFish = { speciesGroup: string; regions: readonly string[] }
type Species = Parameters<typeof speciesGroup>[0]

/** `places`: names of where the unit stands, empty where nobody knows. Null: not known yet, and then nothing speaks against the package. */
export function flockMisfit(pop: MadeForBirds, flock: { birdType: string | null; strainId: string | null }, places: readonly string[]): Sentence | null {
  const isOther =
    (flock.birdType !== null && pop.birdType !== flock.birdType) || (pop.strainId !== null && flock.strainId !== null && pop.strainId !== flock.strainId)
  return isOther ? 'This package is for other birds.' : regionMisfit(pop.regions, places)
}
export function pondMisfit(pop: MadeForFish, { species }: { species: Species | null }, places: readonly string[]): Sentence | null {
  const own = species === null ? 'OTHER' : speciesGroup(species)
  const isOther = own !== 'OTHER' && pop.speciesGroup !== 'OTHER' && pop.speciesGroup !== own
  return isOther ? 'This package is for other species.' : regionMisfit(pop.regions, places)
}
