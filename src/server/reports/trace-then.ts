// A trace of the past: what its plots, crops and lots were then. The kilograms and links of the answer are of that time already.
import { sql } from 'kysely'
import type { TraceAnswer } from '#domain/chain/chain-reports.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { cropsThen } from '../ledger/crops-then.ts'
import { placesOf } from '../ledger/lot-handling.ts'
import { lotsThen } from '../ledger/lots-then.ts'
import { namedThen, renamedThen } from '../ledger/named-then.ts'
import { organicStatusOf } from '../queries/organic-status.ts'
import type { Past, Scope } from '../scope.ts'
import { withinAccessScope } from '../store/access-scope.ts'
import { recordAsOf } from '../store/as-of.ts'
import { recordsById } from '../store/get.ts'
import { readFoldsAhead } from '../store/grower-then.ts'
import { changedSince } from '../store/past.ts'

const landparcel = entityOf('landparcel')
type PastScope = Scope & { past: Past }

export async function asItWas(scope: PastScope, trace: TraceAnswer): Promise<TraceAnswer> {
  const crops = await cropsThen(
    scope,
    trace.crops.map(({ id }) => id),
  )
  const lots = await lotsThen(
    scope,
    trace.lots.map(({ id }) => id),
  )
  const plots = await plotsThen(
    scope,
    trace.parcels.map(({ parcelId }) => parcelId),
  )
  const growers = await growersOf(
    scope,
    trace.parcels.flatMap(({ parcelId, farmerId }) => plots.get(parcelId)?.farmerId ?? farmerId ?? []),
  )
  const [cropNames, lotNames] = [await namesOf(scope, 'crop', trace.crops), await namesOf(scope, 'productbatch', trace.lots)]
  const { places, placeOf } = await placesThen(
    scope,
    trace.lots.map(({ id }) => id),
  )
  return {
    ...trace,
    root: {
      ...trace.root,
      title: (trace.root.kind === 'productbatch' ? lotNames.get(trace.root.id)?.title : plots.get(trace.root.id)?.title) ?? trace.root.title,
    },
    products: await productsThen(scope, trace),
    places,
    parcels: trace.parcels.map((plot) => {
      const then = plots.get(plot.parcelId)
      if (!then) return { ...plot, farmer: growers.get(plot.farmerId ?? '') ?? plot.farmer }
      const { farmerId } = then
      const grower = { farmer: growers.get(farmerId) ?? null, farmerId: growers.has(farmerId) ? farmerId : null }
      const lies = { village: then.village, point: then.centroid ?? then.point }
      const own = { name: then.title, areaHa: then.mappedAreaHa ?? then.declaredAreaHa, ...lies, ...grower }
      return { ...plot, claim: organicStatusOf(scope, then), status: then.status, ...(plot.isOpen ? own : {}) }
    }),
    crops: trace.crops.map((crop) => {
      const { claimStatus: claim = crop.claim, status = crop.status, sowingDate: at = crop.at } = crops.get(crop.id) ?? {}
      const { title = crop.title, cropName = crop.product, village = crop.place } = cropNames.get(crop.id) ?? {}
      return { ...crop, claim, status, at, title, product: cropName, place: crop.isOpen ? village : null }
    }),
    lots: trace.lots.map((lot) => {
      const { claimStatus: claim = lot.claim, status = lot.status, producedOn: at = lot.at } = lots.get(lot.id) ?? {}
      return { ...lot, claim, status, at, title: lotNames.get(lot.id)?.title ?? lot.title, place: placeOf(lot.id) }
    }),
  }
}

type Plot = Stored<typeof landparcel>
/** Those of them about which anything was recorded, voided or dated since. */
async function plotsThen(scope: PastScope, ids: readonly string[]): Promise<Map<string, Plot>> {
  const { rows } = await sql<{ id: string }>`select p.id from landparcel as p where p.tenant_id = ${scope.tenant.id} and p.id = any(${[...ids]}::uuid[])
    and ${changedSince(scope, sql`(('landparcel', p.id), ('farmer', p.farmer_id))`)}`.execute(scope.db)
  const then = new Map<string, Plot>()
  const changed = rows.map(({ id }) => id)
  const present = await recordsById(scope, landparcel, changed)
  await readFoldsAhead(scope, landparcel, present)
  for (const row of present) then.set(row.id, (await recordAsOf(scope, landparcel, row, scope.past)).row)
  return then
}

/** Where these lots lay: the places in their order, and of a lot the position of its own. */
async function placesThen(scope: PastScope, lotIds: readonly string[]): Promise<{ places: TraceAnswer['places']; placeOf: (lotId: string) => number | null }> {
  const lay = await placesOf(scope, lotIds)
  const ids = [...new Set(lotIds.flatMap((id) => lay.get(id)?.processingSystemId ?? []))]
  const found = await namedThen(scope, entityOf('processingsystem'), ids)
  const positions = new Map(found.map(({ id }, index) => [id, index]))
  return {
    places: found.map(({ title, point }) => ({ title, point })),
    placeOf: (lotId) => positions.get(lay.get(lotId)?.processingSystemId ?? '') ?? null,
  }
}

/** Crops or lots that were renamed since, with the names that they had. */
async function namesOf<Name extends 'crop' | 'productbatch'>(scope: PastScope, name: Name, nodes: readonly { id: string }[]) {
  const then = await renamedThen(
    scope,
    entityOf(name),
    nodes.map(({ id }) => id),
  )
  return new Map(then.map((one) => [one.id, one]))
}

/** The products of the lots, in the places that they have in the answer. */
async function productsThen(scope: PastScope, { lots, products }: TraceAnswer): Promise<string[]> {
  const { rows } = await sql<{ id: string; productId: string }>`select b.id, b.product_id as "productId" from productbatch as b
    where b.tenant_id = ${scope.tenant.id} and b.id = any(${lots.map(({ id }) => id)}::uuid[])`.execute(scope.db)
  const productOf = new Map(rows.map(({ id, productId }) => [id, productId]))
  const ids = products.map((_, place) => productOf.get(lots.find(({ product }) => product === place)?.id ?? ''))
  const then = await renamedThen(
    scope,
    entityOf('product'),
    ids.filter((id) => id !== undefined),
  )
  const titles = new Map(then.map(({ id, title }) => [id, title]))
  return products.map((title, place) => titles.get(ids[place] ?? '') ?? title)
}

/** What these growers were called, of whom the reader may see. */
async function growersOf(scope: PastScope, farmerIds: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(farmerIds)]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string }>`select r.id from farmer as r where r.tenant_id = ${scope.tenant.id} and r.id = any(${ids}::uuid[])
    and r.deleted_at is null and ${withinAccessScope(scope, entityOf('farmer'), 'V')}`.execute(scope.db)
  const then = await namedThen(
    scope,
    entityOf('farmer'),
    rows.map(({ id }) => id),
  )
  return new Map(then.map(({ id, title }) => [id, title]))
}
