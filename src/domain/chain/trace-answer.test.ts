// A trace from the server names positions; the screens draw names. An edge that loses its ends would draw a plot that sold nothing.
import { describe, expect, it } from 'vitest'
import type { TraceAnswer } from './chain-reports.ts'
import { traceOf } from './trace-answer.ts'

const common = { code: 'C', share: 1, kg: 10, status: 'OPEN', isOpen: true } as const
const answer: TraceAnswer = {
  root: { id: 'heap', kind: 'productbatch', title: 'Heap', code: 'C', kg: 10 },
  direction: 'back',
  parcels: [{ ...common, parcelId: 'plot', name: null, village: null, farmer: null, farmerId: null, point: null, areaHa: null, claim: 'ORGANIC' }],
  crops: [{ ...common, id: 'crop', title: 'Cotton', product: 'Cotton', claim: null, place: null, at: null, plot: 0 }],
  lots: [
    { ...common, id: 'farm', title: 'Farm lot', claim: null, unitType: 'FARM_LOT', at: null, product: 0, place: null },
    { ...common, id: 'heap', title: 'Heap', claim: null, unitType: 'HEAP', at: null, product: 0, place: 0 },
  ],
  products: ['Seed cotton'],
  places: [{ title: 'Centre', point: { type: 'Point', coordinates: [75.6, 22.1] } }],
  events: [
    { id: 'e1', eventType: 'PURCHASE' },
    { id: 'e2', eventType: 'HARVEST' },
  ],
  edges: [
    [2, 3, 10, 0],
    [1, 2, 10, 1],
  ],
}

describe('traceOf', () => {
  it('names the ends of each edge, plots before crops before lots, and each crop’s plot', () => {
    expect(traceOf(answer).edges).toEqual([
      { from: 'farm', to: 'heap', kg: 10, eventId: 'e1', eventType: 'PURCHASE' },
      { from: 'crop', to: 'farm', kg: 10, eventId: 'e2', eventType: 'HARVEST' },
      { from: 'plot', to: 'crop', kg: 10, eventId: null, eventType: 'SOWING' },
    ])
  })
  it('gives a plot out of reach its code, and lots their product and place', () => {
    const { nodes, parcels } = traceOf(answer)
    expect(nodes.map(({ id, title, product, place }) => [id, title, product, place])).toEqual([
      ['plot', 'C', null, null],
      ['crop', 'Cotton', 'Cotton', null],
      ['farm', 'Farm lot', 'Seed cotton', null],
      ['heap', 'Heap', 'Seed cotton', 'Centre'],
    ])
    expect(nodes[3]?.point).toEqual({ type: 'Point', coordinates: [75.6, 22.1] })
    expect(parcels.map(({ parcelId }) => parcelId)).toEqual(['plot'])
  })
  it('shows no plots of origin forward', () => {
    expect(traceOf({ ...answer, direction: 'forward' }).parcels).toEqual([])
  })
})
