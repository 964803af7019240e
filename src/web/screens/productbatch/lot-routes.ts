// Ways the kilograms took over the land: from each plot to the centre that weighed them, and from place to place after.

import type { Trace } from '#domain/chain/chain-reports.ts'
import type { Position } from '#domain/kernel/kinds.ts'

export type LotPlace = { name: string; at: Position }
export type LotRoute = { id: string; parcelId: string | null; from: Position; to: Position; kg: number }
export type LotRoutes = { places: LotPlace[] /** Places that plots deliver to. */; centres: LotPlace[]; fromPlots: LotRoute[]; between: LotRoute[] }

export function lotRoutes(back: Trace, forward: Trace | null): LotRoutes {
  const places = new Map<string, LotPlace>()
  const placeOf = new Map<string, LotPlace>()
  for (const node of [...back.nodes, ...(forward?.nodes ?? [])]) {
    if (node.kind !== 'productbatch' || !node.point || !node.place) continue
    const place = places.get(node.place) ?? { name: node.place, at: node.point.coordinates }
    places.set(node.place, place)
    placeOf.set(node.id, place)
  }
  const out = Map.groupBy(back.edges, (edge) => edge.from)
  const centres = new Set<LotPlace>()
  const fromPlots = back.parcels.flatMap(({ parcelId, point }): LotRoute[] => {
    if (!point) return []
    return [...delivered(parcelId, out, placeOf)].map(([to, kg]) => {
      centres.add(to)
      return { id: `${parcelId}>${to.name}`, parcelId, from: point.coordinates, to: to.at, kg }
    })
  })
  const between = new Map<string, LotRoute>()
  // What both traces hold is one movement.
  const edges = new Map([...back.edges, ...(forward?.edges ?? [])].map((edge) => [`${edge.from}>${edge.to}`, edge]))
  for (const { from, to, kg } of edges.values()) {
    const [here, there] = [placeOf.get(from), placeOf.get(to)]
    if (!here || !there || here === there) continue
    const id = `${here.name}>${there.name}`
    const route = between.get(id) ?? { id, parcelId: null, from: here.at, to: there.at, kg: 0 }
    route.kg += kg
    between.set(id, route)
  }
  return { places: [...places.values()], centres: [...centres], fromPlots, between: [...between.values()] }
}

/** Kilograms of a plot by the first place they came to. Up to there they are not mixed, so an edge's kg are the plot's own. */
function delivered(parcelId: string, out: ReadonlyMap<string, Trace['edges']>, placeOf: ReadonlyMap<string, LotPlace>): Map<LotPlace, number> {
  const kgs = new Map<LotPlace, number>()
  const seen = new Set<string>()
  const ahead = [parcelId]
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    for (const { to, kg } of out.get(id) ?? []) {
      const place = placeOf.get(to)
      if (place) kgs.set(place, (kgs.get(place) ?? 0) + kg)
      else ahead.push(to)
    }
  }
  return kgs
}
