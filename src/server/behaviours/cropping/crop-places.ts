// Where a crop stands, by the names of the places: what is made for a region (packages, yield norms) asks for it (domain dictionary 5.1, BR-06).
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { recordMap, recordsById } from '../../store/get.ts'

type Placed = Pick<Stored<Declarations['croppingsystem']>, 'id' | 'farmerId' | 'village'>
type CropType = Stored<Declarations['croptype']>
type Crop = Stored<Declarations['crop']>

/** Names of where these stand (cropping systems, flocks, ponds), by id: the village of the plot, and village, block, district and state of its grower. One statement; none where neither a package nor a yield norm names a region. */
export async function placesOf(
  scope: Scope,
  systems: readonly Placed[],
  asking: readonly ({ regions: readonly string[] } | undefined)[],
): Promise<Map<string, string[]>> {
  if (!asking.some((one) => one?.regions.length)) return new Map()
  const growers = await recordMap(
    scope,
    entityOf('farmer'),
    systems.flatMap(({ farmerId }) => farmerId ?? []),
  )
  return new Map(
    systems.map(({ id, farmerId, village }) => {
      const grower = growers.get(farmerId ?? '')
      return [id, [village, grower?.village, grower?.block, grower?.district, grower?.state].flatMap((name) => name || [])]
    }),
  )
}

/** What its yield norms ask of where a crop stands. */
export const regionsOfNorms = ({ yieldNorms }: Pick<CropType, 'yieldNorms'>): { regions: string[] } => ({
  regions: yieldNorms.flatMap(({ region }) => region || []),
})

/** Places of a crop for its yield norm: as noted when it was planned, or else, of one from before any norm named a region, as they are; null while none does. */
export async function placesForNorm(
  scope: Scope,
  { places, croppingSystemId, cropTypeId }: Pick<Crop, 'places' | 'croppingSystemId' | 'cropTypeId'>,
): Promise<string[] | null> {
  if (places?.length) return places
  const [cropType] = await recordsById(scope, entityOf('croptype'), [cropTypeId])
  if (!cropType || regionsOfNorms(cropType).regions.length === 0) return null
  const [system] = await recordsById(scope, entityOf('croppingsystem'), [croppingSystemId])
  return system ? ((await placesOf(scope, [system], [regionsOfNorms(cropType)])).get(system.id) ?? null) : null
}
