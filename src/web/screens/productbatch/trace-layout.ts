// Where every bar and band of a trace goes: a left-to-right flow in which all widths are kilograms to
// one scale. Pure arithmetic without drawing, so that it can be proved: bands fill their bars exactly,
// bars never overlap, and a picked plot's share is the same kg on the graph, in the list and on the map.
import { columnsOf, type Flow, type FlowNode } from './trace-flow.ts'

export type LayoutOptions = {
  width: number
  /** Height in px that the heaviest column's kilograms take, gaps not counted. */
  barHeight: number
  /** Room a bar takes at least (a line of text stands beside it) and the space to the next, by column: 'first', 'last' or between. */
  spacing: Readonly<Record<Place, { minPitch: number; gap: number }>>
  nodeWidth: number
  /** Room for labels left of the first and right of the last column. */
  left: number
  right: number
}
type Place = 'first' | 'between' | 'last'
export const defaultLayout: LayoutOptions = {
  width: 980,
  barHeight: 210,
  nodeWidth: 12,
  left: 96,
  right: 190,
  // Between, up to four lines of text stand above each bar; in the last column beside it.
  spacing: { first: { minPitch: 22, gap: 10 }, between: { minPitch: 10, gap: 66 }, last: { minPitch: 36, gap: 14 } },
}
/** Farmers' lots lie beside their plots, row by row, and are spaced like them. */
const placeOf = (column: number, count: number, nodes: readonly FlowNode[]): Place =>
  column === 0 || (column === 1 && column < count - 1 && nodes.every((node) => node.kind === 'lot' || node.rest))
    ? 'first'
    : column === count - 1
      ? 'last'
      : 'between'
/** Between plots and lots stands a name and a figure: that step is wider than the others, the more of them there are. */
const lotStep = (count: number): number => (count > 5 ? 1.75 : 1.35)

export type PlacedNode = FlowNode & { column: number; x: number; y: number; height: number }
export type PlacedBand = {
  key: string
  from: string
  to: string
  kg: number
  thickness: number
  /** Middle of the band where it leaves and where it arrives. */
  x0: number
  y0: number
  x1: number
  y1: number
  path: string
}
export type TraceLayout = {
  width: number
  height: number
  pxPerKg: number
  columns: { x: number; kinds: string[] }[]
  nodes: PlacedNode[]
  bands: PlacedBand[]
}

/** Places a flow. The flow must be acyclic (columnsOf throws otherwise). Nodes without kilograms get a hairline. */
export function layoutTrace(flow: Flow, options: Partial<LayoutOptions> = {}): TraceLayout {
  const set = { ...defaultLayout, ...options }
  const columnOf = columnsOf(flow)
  const count = Math.max(0, ...columnOf.values()) + 1
  const columns: FlowNode[][] = Array.from({ length: count }, () => [])
  for (const node of flow.nodes) columns[columnOf.get(node.id) ?? 0]?.push(node)

  const heaviest = Math.max(1e-9, ...columns.map((nodes) => sum(nodes.map((node) => node.kg))))
  const pxPerKg = set.barHeight / heaviest
  const places = columns.map((nodes, column) => placeOf(column, count, nodes))
  const wide = places[1] === 'first' ? lotStep(count) : 1
  const step = count > 1 ? (set.width - set.left - set.right - set.nodeWidth) / (count - 2 + wide) : 0
  const xOf = (column: number) => set.left + (column > 0 ? (column - 1 + wide) * step : 0)
  const placed = new Map<string, PlacedNode>()
  columns.forEach((nodes, column) => {
    const x = xOf(column)
    const wanted = nodes.map((node) => ({ node, height: Math.max(1, node.kg * pxPerKg), centre: centreOf(node.id, flow, placed) }))
    // The first column keeps the caller's order (largest first); later ones follow what feeds them, or bands would cross for nothing.
    if (column > 0) wanted.sort((a, b) => Number(a.node.rest ?? false) - Number(b.node.rest ?? false) || (a.centre ?? Infinity) - (b.centre ?? Infinity))
    const spacing = set.spacing[places[column] ?? 'between']
    const flowing = wanted.filter(({ node }) => !node.rest)
    const tops = column === 0 ? stacked(wanted, spacing) : settled(flowing, spacing)
    // What stayed behind goes below everything and moves nothing.
    const foot = flowing.map(({ height }, index) => (tops[index] ?? 0) + height)
    for (const { node, height } of column === 0 ? [] : wanted.slice(flowing.length)) {
      const feet = flow.links.filter((link) => link.to === node.id).map((link) => bottomOf(placed.get(link.from)))
      const top = Math.max(...foot, ...feet) + Math.max(spacing.minPitch, 30) / 2
      tops.push(top)
      foot.push(top + Math.max(height, 20))
    }
    // What stays behind ends half way, so that nobody reads it as part of the next step.
    wanted.forEach(({ node, height }, index) => {
      placed.set(node.id, { ...node, column, x: node.rest && column < count - 1 ? x - step * 0.42 : x, y: tops[index] ?? 0, height })
    })
  })
  const highest = Math.min(0, ...[...placed.values()].map((node) => node.y))
  for (const node of placed.values()) node.y -= highest
  const height = Math.max(
    0,
    ...[...placed.values()].map((node) => node.y + Math.max(node.height, set.spacing[node.column === count - 1 ? 'last' : 'first'].minPitch)),
  )
  return {
    width: set.width,
    height,
    pxPerKg,
    columns: columns.map((nodes, column) => ({ x: xOf(column), kinds: [...new Set(nodes.filter((node) => !node.rest).map((node) => node.kind))] })),
    nodes: [...placed.values()],
    bands: bandsOf(flow, placed, pxPerKg, set.nodeWidth),
  }
}

/** Kilograms of the picked node in every node and band: kg × share, shares mixing as the masses did (BR-27). */
export function shareThrough(flow: Flow, picked: string): { nodes: Map<string, number>; bands: Map<string, number> } {
  const byColumn = columnsOf(flow)
  const order = [...flow.nodes].sort((a, b) => (byColumn.get(a.id) ?? 0) - (byColumn.get(b.id) ?? 0))
  const share = new Map<string, number>()
  for (const node of order) {
    if (node.id === picked) {
      share.set(node.id, 1)
      continue
    }
    const into = flow.links.filter((link) => link.to === node.id)
    const total = sum(into.map((link) => link.kg))
    share.set(node.id, total > 0 ? sum(into.map((link) => link.kg * (share.get(link.from) ?? 0))) / total : 0)
  }
  return {
    nodes: new Map(flow.nodes.map((node) => [node.id, node.kg * (share.get(node.id) ?? 0)])),
    bands: new Map(flow.links.map((link) => [bandKey(link.from, link.to), link.kg * (share.get(link.from) ?? 0)])),
  }
}

export const bandKey = (from: string, to: string): string => `${from}>${to}`

/** A band's outline scaled to part of its width, around the same middle: how a share is drawn inside the whole. */
export function bandPath(band: Pick<PlacedBand, 'x0' | 'y0' | 'x1' | 'y1'>, thickness: number): string {
  const half = Math.max(0.5, thickness / 2)
  const bend = (band.x0 + band.x1) / 2
  const p = (value: number) => Math.round(value * 100) / 100
  return [
    `M${p(band.x0)},${p(band.y0 - half)}`,
    `C${p(bend)},${p(band.y0 - half)} ${p(bend)},${p(band.y1 - half)} ${p(band.x1)},${p(band.y1 - half)}`,
    `V${p(band.y1 + half)}`,
    `C${p(bend)},${p(band.y1 + half)} ${p(bend)},${p(band.y0 + half)} ${p(band.x0)},${p(band.y0 + half)}Z`,
  ].join('')
}

const bottomOf = (node: PlacedNode | undefined): number => (node ? node.y + node.height : 0)

type Wanted = { node: FlowNode; height: number; centre: number | undefined }

function centreOf(id: string, flow: Flow, placed: ReadonlyMap<string, PlacedNode>): number | undefined {
  const feeding = flow.links.flatMap((link) => {
    const from = link.to === id ? placed.get(link.from) : undefined
    return from ? [{ kg: Math.max(link.kg, 1e-9), y: from.y + from.height / 2 }] : []
  })
  const weight = sum(feeding.map((one) => one.kg))
  return weight > 0 ? sum(feeding.map((one) => one.kg * one.y)) / weight : undefined
}

type Spacing = { minPitch: number; gap: number }
function stacked(wanted: readonly Wanted[], { minPitch, gap }: Spacing): number[] {
  let at = 0
  return wanted.map(({ height }) => {
    const row = Math.max(height, minPitch)
    const top = at + (row - height) / 2
    at += row + gap
    return top
  })
}

/** Each bar as near to what feeds it as the others allow: runs that collide are pooled and centred together. */
function settled(wanted: readonly Wanted[], { minPitch, gap }: Spacing): number[] {
  type Pool = { from: number; rows: number[]; size: number; wish: number; weight: number }
  const pools: Pool[] = []
  const top = (pool: Pool) => pool.wish - pool.size / 2
  wanted.forEach(({ height, centre }, index) => {
    const row = Math.max(height, minPitch)
    const before = pools.at(-1)
    pools.push({ from: index, rows: [row], size: row, wish: centre ?? (before ? top(before) + before.size + gap + row / 2 : row / 2), weight: 1 })
    for (
      let last = pools.at(-1), previous = pools.at(-2);
      last && previous && top(last) < top(previous) + previous.size + gap;
      last = pools.at(-1), previous = pools.at(-2)
    ) {
      const size = previous.size + gap + last.size
      // Where the pool's middle must be for each half to sit, on average, where it wished to.
      const wish =
        ((previous.wish + (size - previous.size) / 2) * previous.weight + (last.wish - (size - last.size) / 2) * last.weight) / (previous.weight + last.weight)
      pools.splice(-2, 2, { from: previous.from, rows: [...previous.rows, ...last.rows], size, wish, weight: previous.weight + last.weight })
    }
  })
  return pools.flatMap((pool) => {
    let at = top(pool)
    return pool.rows.map((row, offset) => {
      const height = wanted[pool.from + offset]?.height ?? row
      const y = at + (row - height) / 2
      at += row + gap
      return y
    })
  })
}

function bandsOf(flow: Flow, placed: ReadonlyMap<string, PlacedNode>, pxPerKg: number, nodeWidth: number): PlacedBand[] {
  const middle = (id: string) => (placed.get(id)?.y ?? 0) + (placed.get(id)?.height ?? 0) / 2
  const leaving = new Map<string, number>()
  const arriving = new Map<string, number>()
  const starts = new Map<string, number>()
  const ends = new Map<string, number>()
  for (const link of [...flow.links].sort((a, b) => middle(a.to) - middle(b.to))) {
    const at = leaving.get(link.from) ?? placed.get(link.from)?.y ?? 0
    starts.set(bandKey(link.from, link.to), at)
    leaving.set(link.from, at + link.kg * pxPerKg)
  }
  for (const link of [...flow.links].sort((a, b) => middle(a.from) - middle(b.from))) {
    const at = arriving.get(link.to) ?? placed.get(link.to)?.y ?? 0
    ends.set(bandKey(link.from, link.to), at)
    arriving.set(link.to, at + link.kg * pxPerKg)
  }
  return flow.links.map((link) => {
    const key = bandKey(link.from, link.to)
    const thickness = link.kg * pxPerKg
    const band = {
      key,
      ...link,
      thickness,
      x0: (placed.get(link.from)?.x ?? 0) + nodeWidth,
      y0: (starts.get(key) ?? 0) + thickness / 2,
      x1: placed.get(link.to)?.x ?? 0,
      y1: (ends.get(key) ?? 0) + thickness / 2,
    }
    return { ...band, path: bandPath(band, thickness) }
  })
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
