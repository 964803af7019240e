// Crops as the product knows them: whoever sends in what happened on one names it by its id.
import type { DemoClient } from './demo-client.ts'
import { staffFor } from './staff.ts'

/** Ids of the main crops of a season, by member, plot and kind. */
export async function mainCrops(client: DemoClient, code: string, season: string): Promise<Map<string, string>> {
  const manager = staffFor('OPERATOR_MANAGER', code)
  const names = async (entity: string, by: string) => new Map([...(await client.idsByCode(manager, code, entity, by))].map(([name, id]) => [id, name]))
  const [members, types, seasons] = [await names('farmer', 'memberNo'), await names('croptype', 'code'), await client.idsByCode(manager, code, 'season')]
  const parcels = new Map<string, { farmerId: string; parcelNo: string }>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await client.send(manager, code, `/landparcel?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    for (const one of page.items) parcels.set(one.id, one)
    cursor = page.next
  }
  const found = new Map<string, string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await client.send(
      manager,
      code,
      `/crop?limit=200&filter[seasonId]=${seasons.get(season)}&filter[role]=MAIN${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    for (const { id, parcelId, cropTypeId } of page.items) {
      const parcel = parcels.get(parcelId)
      if (parcel) found.set(`${members.get(parcel.farmerId)}/${parcel.parcelNo}/${types.get(cropTypeId)}`, id)
    }
    cursor = page.next
  }
  return found
}
