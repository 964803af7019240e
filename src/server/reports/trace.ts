// The trace of a lot or a plot (BR-27), back to the plots or forward to the last buyer, with kilograms that add up:
// back, everything is in kilograms of the traced lot, and the plots' parts sum to it; forward, in kilograms of each
// thing that came of it. Two messages to the database: the record with its edges, then everything on the way.
import { sql } from 'kysely'
import type { Direction, LotOrigin, PlotAnswer, TraceAnswer, TraceRoot } from '#domain/chain/chain-reports.ts'
import { apportion, toGrams, toKg } from '#domain/chain/ledger.ts'
import { type Edge, sharesBack, sharesForward } from '#domain/chain/trace-graph.ts'
import { entityOf } from '#domain/entities.ts'
import { queryAll, queryAllAndCommit } from '#server/db/connection.ts'
import type { Past, Scope } from '../scope.ts'
import { recordAsOf } from '../store/as-of.ts'
import { getRecord } from '../store/get.ts'
import { isPast } from '../store/past.ts'
import { cropsOfPlotThen } from './crop-figures.ts'
import { edgesAbove, edgesBelow, type LotEdge } from './lot-graph.ts'
import { type OriginRows, onePlot, originNow, originOfLot, plotsOf, shareOf, withShares } from './lot-plots.ts'
import { type CropRow, cropsOf, type EventRow, eventTypesOf, type LotRow, lotsOf, type ThingRow, thingsOf } from './trace-nodes.ts'
import { asItWas } from './trace-then.ts'
import { seen, type Visible, visible } from './visible.ts'

const [productbatch, landparcel] = [entityOf('productbatch'), entityOf('landparcel')]

/** In a scope of the past: as it was. `isLast`: it is the last question of its call, unless the past is read. Throws NOT_FOUND. */
export async function traceOfLot(scope: Scope, id: string, direction: Direction, isLast = true): Promise<TraceAnswer> {
  const { past } = scope
  const edgesOf = (direction === 'back' ? edgesAbove : edgesBelow)(scope, sql`select ${id}::uuid`)
  if (past) {
    const lot = (await recordAsOf(scope, productbatch, await getRecord(scope, productbatch, id), past)).row
    const [edges] = await queryAll(scope.db, edgesOf)
    const root = rootOf('productbatch', { ...lot, kg: Number(lot.closedQtyKg ?? 0) })
    const answer = await (direction === 'back' ? back(scope, root, edges, originThen(root, edges)) : forward(scope, root, edges, []))
    return asItWas({ ...scope, past }, answer)
  }
  const [lots, edges] = await queryAll(scope.db, visible(scope, productbatch, id, 'closedQtyKg'), edgesOf)
  const root = rootOf('productbatch', seen(productbatch, lots))
  return direction === 'back' ? back(scope, root, edges, originNow(scope, id), isLast) : forward(scope, root, edges, [], isLast)
}

/** The plots behind a lot, heaviest first, as JSON of a LotOrigin. In a scope of the past those of then. Throws NOT_FOUND. */
export async function plotsOfLot(scope: Scope, id: string): Promise<string> {
  if (!scope.past) return originOfLot(scope, id)
  const { root, parcels } = await traceOfLot(scope, id, 'back')
  return JSON.stringify({ root, parcels } satisfies LotOrigin)
}

/** Forward from a plot: every crop, lot and bale lot that holds some of it. In a scope of the past: as it was. Throws NOT_FOUND. */
export async function traceOfParcel(scope: Scope, id: string): Promise<TraceAnswer> {
  if (isPast(scope)) return parcelThen(scope, id)
  const grown = sql`select c.id from crop as c where c.tenant_id = ${scope.tenant.id} and c.parcel_id = ${id}::uuid and c.deleted_at is null and c.harvested_kg > 0`
  const [parcels, crops, edges] = await queryAll(
    scope.db,
    visible(scope, landparcel, id, null),
    sql<{ id: string; kg: number }>`select c.id, c.harvested_kg as kg from crop as c where c.tenant_id = ${scope.tenant.id} and c.id in (${grown})`,
    edgesBelow(scope, grown),
  )
  const kg = toKg(crops.reduce((sum, crop) => sum + toGrams(crop.kg), 0))
  return forward(scope, rootOf('landparcel', { ...seen(landparcel, parcels), kg }), edges, crops)
}

async function parcelThen(scope: Scope & { past: Past }, id: string): Promise<TraceAnswer> {
  const { row: plot, crops } = await cropsOfPlotThen(scope, id)
  const grown = crops.flatMap(({ id: cropId, harvestedKg }) => (harvestedKg ? [{ id: cropId, kg: harvestedKg }] : []))
  const kg = toKg(grown.reduce((sum, crop) => sum + toGrams(crop.kg), 0))
  const [edges] = await queryAll(scope.db, edgesBelow(scope, sql`select unnest(${grown.map((crop) => crop.id)}::uuid[])`))
  return asItWas(scope, await forward(scope, rootOf('landparcel', { id: plot.id, title: plot.title, code: plot.code, kg }), edges, grown))
}

const rootOf = (kind: TraceRoot['kind'], { id, title, code, kg }: Visible): TraceRoot => ({ id, kind, title, code, kg: kg ?? 0 })

/** Of a time in the past: the crops behind the lot by the links that counted then, in grams that sum to the lot. */
function originThen(root: TraceRoot, edges: readonly LotEdge[]): OriginRows {
  const shares = sharesBack(root.id, edges)
  const crops = [...new Set(edges.filter(({ fromKind }) => fromKind === 'crop').map(({ from }) => from))].sort()
  const weights = crops.map((id) => shares.get(id) ?? 0)
  const grams = crops.length && root.kg > 0 ? apportion(toGrams(root.kg), weights) : crops.map(() => 0)
  return sql`select * from unnest(${crops}::uuid[], ${grams.map(toKg)}::numeric[], ${weights}::numeric[]) as o (crop_id, kg, exact_kg)`
}

async function back(scope: Scope, root: TraceRoot, edges: readonly LotEdge[], origin: OriginRows, isLast = true): Promise<TraceAnswer> {
  const shares = sharesBack(root.id, edges)
  const into = new Map<string, number>()
  for (const { to, kg } of edges) into.set(to, (into.get(to) ?? 0) + kg)
  const [plots, ...rest] = await (scope.past || !isLast ? queryAll : queryAllAndCommit)(scope.db, plotsOf(scope, origin), ...nodesOf(scope, edges, root))
  return answerOf({
    root,
    direction: 'back',
    parcels: withShares(plots),
    found: foundIn(rest),
    edges,
    weigh: (id) => ({ share: shares.get(id) ?? 0, kg: (shares.get(id) ?? 0) * root.kg }),
    edgeKg: ({ to, kg }) => ((shares.get(to) ?? 0) * kg * root.kg) / (into.get(to) ?? 1),
  })
}

async function forward(
  scope: Scope,
  root: TraceRoot,
  all: readonly LotEdge[],
  crops: readonly { id: string; kg: number }[],
  isLast = true,
): Promise<TraceAnswer> {
  const grown = crops.map(({ id, kg }): Edge => ({ from: root.id, to: id, kg }))
  const shares = sharesForward(root.id, [...grown, ...all])
  const edges = all.filter(({ from, to }) => shares.has(from) && shares.has(to))
  const edgeKg = ({ from, kg }: Edge) => (shares.get(from) ?? 0) * kg
  const into = new Map<string, number>()
  for (const edge of [...grown, ...edges]) into.set(edge.to, (into.get(edge.to) ?? 0) + gram(edgeKg(edge)))
  const [plots, ...rest] = await (scope.past || !isLast ? queryAll : queryAllAndCommit)(
    scope.db,
    onePlot(scope, root.id),
    ...nodesOf(scope, edges, root, crops),
  )
  return answerOf({
    root,
    direction: 'forward',
    parcels: withShares(plots).map((plot) => ({ ...plot, kg: root.kg })),
    found: foundIn(rest),
    edges,
    weigh: (id) => ({ share: shares.get(id) ?? 0, kg: id === root.id ? root.kg : (into.get(id) ?? 0) }),
    edgeKg,
  })
}

type Found = { crops: readonly CropRow[]; lots: readonly LotRow[]; things: readonly ThingRow[]; events: readonly EventRow[] }
/** In the order of their ids, in which they were registered: the same trace is the same answer, however the database came to it. */
const foundIn = ([crops, lots, things, events]: readonly [CropRow[], LotRow[], ThingRow[], EventRow[]]): Found => ({
  crops: inOrder(crops, idOf),
  lots: inOrder(lots, idOf),
  things: inOrder(things, idOf),
  events: inOrder(events, idOf),
})
const idOf = ({ id }: { id: string }): string => id
const inOrder = <T>(rows: readonly T[], key: (row: T) => string): T[] => rows.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))

function nodesOf(scope: Scope, edges: readonly LotEdge[], root: TraceRoot, grown: readonly { id: string }[] = []) {
  const crops = new Set(grown.map(({ id }) => id))
  const lots = new Set(root.kind === 'productbatch' ? [root.id] : [])
  for (const { from, fromKind, to } of edges) {
    ;(fromKind === 'crop' ? crops : lots).add(from)
    lots.add(to)
  }
  const events = new Set(edges.map(({ eventId }) => eventId))
  return [cropsOf(scope, [...crops]), lotsOf(scope, [...lots]), thingsOf(scope, [...lots]), eventTypesOf(scope, [...events])] as const
}

type Drawn = {
  root: TraceRoot
  direction: Direction
  parcels: PlotAnswer[]
  found: Found
  edges: readonly LotEdge[]
  weigh: (id: string) => { share: number; kg: number }
  edgeKg: (edge: LotEdge) => number
}
/** Positions: plots, then crops, then lots. */
function answerOf({ root, direction, parcels, found, edges, weigh, edgeKg }: Drawn): TraceAnswer {
  const positions = new Map<string, number>()
  const placed = (id: string) => positions.set(id, positions.size)
  for (const { parcelId } of parcels) placed(parcelId)
  for (const { id } of found.crops) placed(id)
  for (const { id } of found.lots) placed(id)
  const at = (id: string): number => positions.get(id) ?? -1
  const weighed = (id: string) => {
    const { share, kg } = weigh(id)
    return { kg: gram(kg), share: shareOf(share) }
  }
  const used = (ids: readonly (string | null)[]) => found.things.filter(({ id }) => ids.includes(id))
  const products = used([...new Set(found.lots.map(({ productId }) => productId))])
  const places = used([...new Set(found.lots.map(({ placeId }) => placeId))])
  const numbered = (things: readonly { id: string }[]) => new Map(things.map(({ id }, index) => [id, index]))
  const [productAt, placeAt, eventAt] = [numbered(products), numbered(places), numbered(found.events)]
  return {
    root,
    direction,
    parcels,
    crops: found.crops.map(({ parcelId, ...crop }) => ({ ...crop, ...weighed(crop.id), plot: at(parcelId) })),
    lots: found.lots.map(({ productId, placeId, ...lot }) => ({
      ...lot,
      ...weighed(lot.id),
      product: productAt.get(productId) ?? null,
      place: placeAt.get(placeId ?? '') ?? null,
    })),
    products: products.map(({ title }) => title),
    places: places.map(({ title, point }) => ({ title, point })),
    events: [...found.events],
    edges: inOrder(edges, ({ eventId, from, to }) => `${eventId} ${from} ${to}`).map((edge) => [
      at(edge.from),
      at(edge.to),
      gram(edgeKg(edge)),
      eventAt.get(edge.eventId) ?? -1,
    ]),
  }
}
const gram = (kg: number): number => Math.round(kg * 1000) / 1000
