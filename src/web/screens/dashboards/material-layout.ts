// Where the bands of the material flow lie: materials in columns in the order of the chain, bands to one scale, losses at the end of their
// column. Pure.
import type { Material } from '#domain/kernel/terms.ts'
import type { ProcessingFigures } from '#domain/processing/processing-figures-answer.ts'

export type FlowEnd = Material | 'WASTE' | 'INVISIBLE'
type Flow = ProcessingFigures['flows'][number]
export type FlowNode = { key: string; end: FlowEnd; column: number; kg: number; y: number; height: number }
export type FlowBand = { key: string; from: FlowNode; to: FlowNode; kg: number; y0: number; y1: number; height: number }

const columns: readonly (readonly Material[])[] = [
  ['SEED_COTTON'],
  ['LINT', 'COTTONSEED', 'GIN_TRASH'],
  ['BALE', 'OIL', 'CAKE'],
  ['YARN', 'NOIL', 'SPINNING_WASTE'],
  ['FABRIC'],
  ['GARMENT', 'CUTTING_WASTE'],
]
const columnOf = (material: FlowEnd): number => {
  const found = columns.findIndex((own) => own.some((one) => one === material))
  return found < 0 ? columns.length - 1 : found
}

/** `height`: of the drawing, in pixels. Lost kilograms end one column on, a node for each column. */
export function layOut(flows: readonly Flow[], height: number, gap = 14): { nodes: FlowNode[]; bands: FlowBand[]; columns: number } {
  const real = flows.filter(({ from, to, kg }) => kg > 0 && from !== to)
  const keyOf = (flow: Flow) => (flow.to === 'WASTE' || flow.to === 'INVISIBLE' ? `${flow.to} ${columnOf(flow.from) + 1}` : flow.to)
  const nodes = new Map<string, Omit<FlowNode, 'y' | 'height'> & { inKg: number; outKg: number }>()
  const node = (key: string, end: FlowEnd, column: number) => {
    const known = nodes.get(key) ?? { key, end, column, kg: 0, inKg: 0, outKg: 0 }
    nodes.set(key, known)
    return known
  }
  for (const flow of real) {
    node(flow.from, flow.from, columnOf(flow.from)).outKg += flow.kg
    const key = keyOf(flow)
    node(key, flow.to, key === flow.to ? columnOf(flow.to) : columnOf(flow.from) + 1).inKg += flow.kg
  }
  const used = [...new Set([...nodes.values()].map(({ column }) => column))].sort((one, other) => one - other)
  const byColumn = used.map((column) => [...nodes.values()].filter((one) => one.column === column))
  for (const one of nodes.values()) one.kg = Math.max(one.inKg, one.outKg)
  // The fullest column decides the scale.
  const scale = Math.min(
    ...byColumn.map(
      (own) =>
        (height - gap * (own.length - 1)) /
        Math.max(
          1,
          own.reduce((total, { kg }) => total + kg, 0),
        ),
    ),
  )
  const placed = new Map<string, FlowNode>()
  byColumn.forEach((own, column) => {
    let y = 0
    for (const { key, end, kg } of own.toSorted((one, other) => Number(isLoss(one.end)) - Number(isLoss(other.end)) || other.kg - one.kg)) {
      placed.set(key, { key, end, column, kg, y, height: Math.max(2, kg * scale) })
      y += Math.max(2, kg * scale) + gap
    }
  })
  const filled = { out: new Map<string, number>(), in: new Map<string, number>() }
  const place = (side: Map<string, number>, key: string, size: number): number => {
    const at = side.get(key) ?? 0
    side.set(key, at + size)
    return at
  }
  const bands = real
    .toSorted((one, other) => (placed.get(keyOf(one))?.y ?? 0) - (placed.get(keyOf(other))?.y ?? 0))
    .flatMap((flow): FlowBand[] => {
      const [from, to] = [placed.get(flow.from), placed.get(keyOf(flow))]
      if (!from || !to) return []
      const size = flow.kg * scale
      return [
        {
          key: `${flow.from} ${to.key}`,
          from,
          to,
          kg: flow.kg,
          y0: from.y + place(filled.out, from.key, size),
          y1: to.y + place(filled.in, to.key, size),
          height: Math.max(1, size),
        },
      ]
    })
  return { nodes: [...placed.values()], bands, columns: used.length }
}
const isLoss = (end: FlowEnd): boolean => end === 'WASTE' || end === 'INVISIBLE'
