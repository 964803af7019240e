// Whether a package of practices is made for the region in which something stands (domain dictionary 5.1): of crops, flocks and ponds alike.
import type { Sentence } from '../messages/message.ts'
import { spelledPlace } from './place.ts'

/**
 * A package without regions is made for any; a region is a village, a block, a district or a state, by its name however it is spelled. `places`: names of where it stands, empty where nobody knows.
 * Null: nothing speaks against it.
 */
export const regionMisfit = (regions: readonly string[], places: readonly string[]): Sentence | null =>
  regions.length === 0 || places.length === 0 || regions.some((region) => places.some((place) => spelledPlace(place) === spelledPlace(region)))
    ? null
    : 'This package is made for another region.'
