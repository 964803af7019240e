// The trace of a lot or a plot (BR-27), back to the plots or forward to the last buyer, with kilograms that add up:
// back, everything is in kilograms of the traced lot, and the plots' parts sum to it; forward, in kilograms of each
// thing that came of it.

import type { Direction, Trace, TraceEdge, TraceNode } from '#domain/chain/chain-reports.ts'
import { apportion, toGrams, toKg } from '#domain/chain/ledger.ts'
import { sharesBack, sharesForward } from '#domain/chain/trace-graph.ts'
import { entityOf } from '#domain/entities.ts'
import type { AsOf, Scope } from '../scope.ts'
import { recordAsOf } from '../store/as-of.ts'
import { getRecord } from '../store/get.ts'
import { edgesAbove, edgesBelow, type LotEdge } from './lot-graph.ts'
import { describe } from './trace-nodes.ts'

/** Throws NOT_FOUND. */
export async function traceOfLot(scope: Scope, id: string, direction: Direction, asOf: AsOf | null = null): Promise<Trace> {
  const now = await getRecord(scope, entityOf('productbatch'), id)
  const lot = asOf ? (await recordAsOf(scope, entityOf('productbatch'), now, asOf)).row : now
  const root = { id: lot.id, kind: 'productbatch' as const, title: lot.title, code: lot.code, kg: (lot.closedQtyKg as number | null) ?? 0 }
  return direction === 'back' ? back(scope, root, asOf) : forward(scope, root, [lot.id], [], asOf)
}

/** Forward from a plot: every crop, lot and bale lot that holds some of it. Throws NOT_FOUND. */
export async function traceOfParcel(scope: Scope, id: string): Promise<Trace> {
  const parcel = await getRecord(scope, entityOf('landparcel'), id)
  const rows = await scope.db
    .selectFrom('crop')
    .select(['id', 'harvested_kg'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('parcel_id', '=', parcel.id)
    .where('deleted_at', 'is', null)
    .execute()
  const crops = rows.filter(({ harvested_kg }) => (harvested_kg ?? 0) > 0)
  const edges = crops.map(
    (crop): LotEdge => ({
      from: parcel.id,
      to: crop.id,
      kg: crop.harvested_kg as number,
      fromKind: 'parcel',
      toKind: 'crop',
      eventId: null,
      eventType: 'SOWING',
    }),
  )
  const kg = toKg(edges.reduce((sum, edge) => sum + toGrams(edge.kg), 0))
  return forward(
    scope,
    { id: parcel.id, kind: 'landparcel', title: parcel.title, code: parcel.code, kg },
    crops.map((crop) => crop.id),
    edges,
  )
}

async function back(scope: Scope, root: Trace['root'], asOf: AsOf | null): Promise<Trace> {
  const edges = await edgesAbove(scope, [root.id], asOf)
  const shares = sharesBack(root.id, edges)
  const inputsOf = Map.groupBy(edges, (edge) => edge.to)
  const scaled = edges.map((edge): TraceEdge => {
    const total = (inputsOf.get(edge.to) ?? []).reduce((sum, one) => sum + one.kg, 0)
    return {
      from: edge.from,
      to: edge.to,
      kg: gram(((shares.get(edge.to) ?? 0) * edge.kg * root.kg) / total),
      eventId: edge.eventId,
      eventType: edge.eventType,
    }
  })
  const { nodes, origins } = await describe(scope, idsByKind(edges, root))
  // Plots' parts are divided to the gram, so that the list sums to the lot.
  const plots = [...origins.values()]
    .map((origin) => ({ ...origin, share: shares.get(origin.parcelId) ?? 0 }))
    .sort((a, b) => b.share - a.share || (a.code < b.code ? -1 : 1))
  const parts =
    plots.length && root.kg > 0
      ? apportion(
          toGrams(root.kg),
          plots.map(({ share }) => share),
        )
      : plots.map(() => 0)
  return {
    root,
    direction: 'back',
    edges: scaled,
    parcels: plots.map((plot, index) => ({ ...plot, kg: toKg(parts[index] ?? 0) })),
    nodes: [...nodes.values()].map((node): TraceNode => ({ ...node, share: shares.get(node.id) ?? 0, kg: gram((shares.get(node.id) ?? 0) * root.kg) })),
  }
}

async function forward(scope: Scope, root: Trace['root'], seeds: readonly string[], first: readonly LotEdge[], asOf: AsOf | null = null): Promise<Trace> {
  const edges = [...first, ...(await edgesBelow(scope, seeds, asOf))]
  const shares = sharesForward(root.id, edges)
  const inside = edges.filter((edge) => shares.has(edge.from) && shares.has(edge.to))
  const edgesShown = inside.map(
    (edge): TraceEdge => ({ from: edge.from, to: edge.to, kg: gram((shares.get(edge.from) ?? 0) * edge.kg), eventId: edge.eventId, eventType: edge.eventType }),
  )
  const intoKg = new Map<string, number>()
  for (const { to, kg } of edgesShown) intoKg.set(to, gram((intoKg.get(to) ?? 0) + kg))
  const { nodes } = await describe(scope, idsByKind(inside, root))
  return {
    root,
    direction: 'forward',
    edges: edgesShown,
    parcels: [],
    nodes: [...nodes.values()].map(
      (node): TraceNode => ({ ...node, share: shares.get(node.id) ?? 0, kg: node.id === root.id ? root.kg : (intoKg.get(node.id) ?? 0) }),
    ),
  }
}

function idsByKind(edges: readonly LotEdge[], root: Trace['root']): Record<'parcel' | 'crop' | 'productbatch', string[]> {
  const ids = { parcel: new Set<string>(), crop: new Set<string>(), productbatch: new Set<string>() }
  ids[root.kind === 'landparcel' ? 'parcel' : 'productbatch'].add(root.id)
  for (const edge of edges) {
    ids[edge.fromKind].add(edge.from)
    ids[edge.toKind].add(edge.to)
  }
  return { parcel: [...ids.parcel], crop: [...ids.crop], productbatch: [...ids.productbatch] }
}
const gram = (kg: number): number => Math.round(kg * 1000) / 1000
