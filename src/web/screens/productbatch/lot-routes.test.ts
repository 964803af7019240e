// A line on the map says where kilograms went: to the centre that weighed them, not to the nearest one drawn.
import { describe, expect, it } from 'vitest'
import type { Trace, TraceNode, TracePlot } from '#domain/chain/chain-reports.ts'
import { lotRoutes } from './lot-routes.ts'

const point = (lon: number) => ({ type: 'Point' as const, coordinates: [lon, 22] as [number, number] })
const node = (id: string, kind: TraceNode['kind'], place: string | null = null, lon = 0): TraceNode => ({
  id,
  kind,
  title: id,
  code: id,
  product: null,
  kg: 0,
  share: 0,
  claim: null,
  status: 'OPEN',
  unitType: null,
  place,
  at: null,
  point: place ? point(lon) : null,
  isOpen: true,
})
const plot = (parcelId: string, lon: number, isMapped = true): TracePlot => ({
  parcelId,
  code: parcelId,
  name: null,
  village: null,
  farmer: null,
  farmerId: null,
  point: isMapped ? point(lon) : null,
  areaHa: 1,
  isOpen: true,
  kg: 0,
  share: 0,
})
const edge = (from: string, to: string, kg: number, eventType = 'PURCHASE') => ({ from, to, kg, eventId: null, eventType })
const root = { id: 'heap', kind: 'productbatch' as const, title: 'heap', code: 'heap', kg: 900 }
const back: Trace = {
  root,
  direction: 'back',
  nodes: [
    ...['p1', 'p2', 'p3'].map((id) => node(id, 'parcel')),
    ...['c1', 'c2', 'c3'].map((id) => node(id, 'crop')),
    ...['f1', 'f2', 'f3'].map((id) => node(id, 'productbatch')),
    node('east', 'productbatch', 'East centre', 76),
    node('west', 'productbatch', 'West centre', 75),
    node('heap', 'productbatch', 'West centre', 75),
  ],
  edges: [
    ...['1', '2', '3'].flatMap((n) => [edge(`p${n}`, `c${n}`, 300, 'PLOT'), edge(`c${n}`, `f${n}`, 300, 'HARVEST')]),
    edge('f1', 'east', 300),
    edge('f2', 'west', 200),
    edge('f2', 'east', 100),
    edge('f3', 'west', 300),
    edge('east', 'heap', 400, 'HEAP_BUILT'),
    edge('west', 'heap', 500, 'HEAP_BUILT'),
  ],
  parcels: [plot('p1', 75.9), plot('p2', 75.5), plot('p3', 75.1, false)],
}
const forward: Trace = {
  root,
  direction: 'forward',
  nodes: [node('heap', 'productbatch', 'West centre', 75), node('gin', 'productbatch', 'Gin', 74)],
  edges: [edge('heap', 'gin', 900, 'DISPATCH')],
  parcels: [],
}

describe('lotRoutes', () => {
  it('leads each plot to the centres that weighed it, with the kilograms of each', () =>
    expect(lotRoutes(back, null).fromPlots.map(({ id, kg }) => [id, kg])).toEqual([
      ['p1>East centre', 300],
      ['p2>West centre', 200],
      ['p2>East centre', 100],
    ]))
  it('sums what went from place to place, and draws nothing within a place', () =>
    expect(lotRoutes(back, forward).between.map(({ id, kg }) => [id, kg])).toEqual([
      ['East centre>West centre', 400],
      ['West centre>Gin', 900],
    ]))
  it('counts a movement once that both traces tell', () => {
    const both = { ...forward, nodes: [...forward.nodes, ...back.nodes], edges: [...forward.edges, edge('east', 'heap', 400, 'HEAP_BUILT')] }
    expect(lotRoutes(back, both).between[0]?.kg).toBe(400)
  })
  it('names the centres apart from the places further on', () => {
    const { centres, places } = lotRoutes(back, forward)
    expect(centres.map(({ name }) => name)).toEqual(['East centre', 'West centre'])
    expect(places.map(({ name }) => name)).toEqual(['East centre', 'West centre', 'Gin'])
  })
})
