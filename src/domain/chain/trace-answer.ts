// From the answer of the server, in which edges name positions, to a trace whose edges name its nodes.
import type { Trace, TraceAnswer, TraceEdge, TraceNode } from './chain-reports.ts'

export function traceOf({ root, direction, parcels, crops, lots, products, places, events, edges }: TraceAnswer): Trace {
  const nodes: TraceNode[] = [
    ...parcels.map(({ parcelId, code, name, village, point, isOpen, kg, share, claim, status }) => ({
      ...{ id: parcelId, kind: 'parcel' as const, title: name ?? code, code, product: null, kg, share, claim, status },
      ...{ unitType: null, place: village, at: null, point, isOpen },
    })),
    ...crops.map(({ plot: _, ...crop }) => ({ ...crop, kind: 'crop' as const, unitType: null, point: null })),
    ...lots.map(({ product, place, ...lot }) => {
      const found = place === null ? undefined : places[place]
      return {
        ...lot,
        kind: 'productbatch' as const,
        product: product === null ? null : (products[product] ?? null),
        place: found?.title ?? null,
        point: found?.point ?? null,
      }
    }),
  ]
  const idAt = (position: number): string => nodes[position]?.id ?? ''
  return {
    root,
    direction,
    nodes,
    edges: [
      ...edges.map(
        ([from, to, kg, event]): TraceEdge => ({
          from: idAt(from),
          to: idAt(to),
          kg,
          eventId: events[event]?.id ?? null,
          eventType: events[event]?.eventType ?? '',
        }),
      ),
      ...crops.map(({ id, plot, kg }): TraceEdge => ({ from: idAt(plot), to: id, kg, eventId: null, eventType: 'SOWING' })),
    ],
    parcels: direction === 'back' ? parcels.map(({ claim: _claim, status: _status, ...plot }) => plot) : [],
  }
}
