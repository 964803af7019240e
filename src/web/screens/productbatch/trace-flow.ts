// The trace as the graph draws it: nodes that hold kilograms, links that carry them, in columns from
// the plots on the left. Also folds the many small contributors of a large lot into one expandable row.

export type FlowNode = {
  id: string
  /** What it is: plot, crop, lot, heap, run, batch …; names the column and picks the colour. */
  kind: string
  label: string
  /** Second line: the farmer, the place, the date. */
  note?: string
  kg: number
  /** Stands for this many folded nodes. */
  folded?: string[]
  /** What stayed behind or was lost: drawn below the flow and never passed on. */
  rest?: boolean
}
export type FlowLink = { from: string; to: string; kg: number }
export type Flow = { nodes: FlowNode[]; links: FlowLink[] }

/** Column of every node: one right of its furthest source. A source that is not at the start stands just left of what it feeds. Throws on a cycle. */
export function columnsOf(flow: Flow): Map<string, number> {
  const sources = new Map<string, string[]>(flow.nodes.map((node) => [node.id, []]))
  const targets = new Map<string, string[]>(flow.nodes.map((node) => [node.id, []]))
  for (const link of flow.links) {
    sources.get(link.to)?.push(link.from)
    targets.get(link.from)?.push(link.to)
  }
  const column = new Map<string, number>()
  const open = new Set<string>()
  const visit = (id: string): number => {
    const known = column.get(id)
    if (known !== undefined) return known
    if (open.has(id)) throw new Error(`The trace goes round in a circle at ${id}`)
    open.add(id)
    const found = Math.max(-1, ...(sources.get(id) ?? []).map(visit)) + 1
    open.delete(id)
    column.set(id, found)
    return found
  }
  for (const node of flow.nodes) visit(node.id)
  for (const node of flow.nodes) {
    const next = (targets.get(node.id) ?? []).map((id) => column.get(id) ?? 0)
    if (!sources.get(node.id)?.length && next.length) column.set(node.id, Math.max(0, Math.min(...next) - 1))
  }
  return column
}

/**
 * Keeps the `most` heaviest sources (and those in `keep`) and folds the rest into one node; what is fed by folded nodes alone
 * is folded with them. Kilograms are conserved: the folded node has exactly what its members had.
 */
export function foldSmall(
  flow: Flow,
  most: number,
  keep: ReadonlySet<string> = new Set(),
  wording: (count: number, kind: string) => string = (count, kind) => `… ${count} more ${kind}s`,
): Flow {
  const column = columnsOf(flow)
  const inColumn = (index: number) => flow.nodes.filter((node) => column.get(node.id) === index && !node.rest).sort((a, b) => b.kg - a.kg)
  const first = inColumn(0)
  if (first.length <= most + 1) return { nodes: [...first, ...flow.nodes.filter((node) => column.get(node.id) !== 0 || node.rest)], links: flow.links }
  const folded = new Map<string, string>()
  const shown = first.filter((node, index) => index < most || keep.has(node.id))
  for (const node of first) if (!shown.includes(node)) folded.set(node.id, 'fold:0')
  const last = Math.max(0, ...column.values())
  for (let index = 1; index < last; index++) {
    const only = inColumn(index).filter((node) => {
      const into = flow.links.filter((link) => link.to === node.id)
      return into.length > 0 && into.every((link) => folded.get(link.from) === `fold:${index - 1}`) && !keep.has(node.id)
    })
    // Folding a lone node would hide its name and win nothing.
    if (only.length > 1) for (const node of only) folded.set(node.id, `fold:${index}`)
  }
  const groups = new Map<string, FlowNode[]>()
  for (const node of flow.nodes) {
    const group = folded.get(node.id)
    if (group) groups.set(group, [...(groups.get(group) ?? []), node])
  }
  const stand = [...groups].map(([id, members]): FlowNode => {
    const kind = members[0]?.kind ?? ''
    return { id, kind, label: wording(members.length, kind), kg: members.reduce((total, node) => total + node.kg, 0), folded: members.map((node) => node.id) }
  })
  const rest = flow.nodes.filter((node) => !folded.has(node.id) && !shown.includes(node))
  const links = new Map<string, FlowLink>()
  for (const link of flow.links) {
    const from = folded.get(link.from) ?? link.from
    const to = folded.get(link.to) ?? link.to
    const key = `${from}>${to}`
    links.set(key, { from, to, kg: (links.get(key)?.kg ?? 0) + link.kg })
  }
  return { nodes: [...shown, ...stand, ...rest], links: [...links.values()] }
}

/**
 * Draws runs of one place as one bar when there are more than `most` of them, and with them the lots of one product that
 * came of them. Kilograms are conserved; the shares of what lies before stay exact while all runs draw from one heap.
 */
export function foldAlike(flow: Flow, most: number, wording: (count: number, like: FlowNode) => string): Flow {
  const group = new Map<string, string>()
  for (const [label, runs] of Map.groupBy(
    flow.nodes.filter((node) => node.kind === 'run'),
    (node) => node.label,
  )) {
    if (runs.length <= most) continue
    for (const run of runs) group.set(run.id, `alike:run:${label}`)
    const made = flow.nodes.filter(
      (node) =>
        flow.links.some((link) => link.to === node.id && runs.some((run) => run.id === link.from)) &&
        flow.links.every((link) => link.to !== node.id || runs.some((run) => run.id === link.from)),
    )
    for (const [key, lots] of Map.groupBy(made, (node) => `alike:${node.kind}:${node.label}:${label}`))
      if (lots.length > 1) for (const lot of lots) group.set(lot.id, key)
  }
  if (group.size === 0) return flow
  const members = Map.groupBy(
    flow.nodes.filter((node) => group.has(node.id)),
    (node) => group.get(node.id) as string,
  )
  const links = new Map<string, FlowLink>()
  for (const { from, to, kg } of flow.links) {
    const [start, end] = [group.get(from) ?? from, group.get(to) ?? to]
    links.set(`${start}>${end}`, { from: start, to: end, kg: (links.get(`${start}>${end}`)?.kg ?? 0) + kg })
  }
  const stand = [...members].map(([id, nodes]): FlowNode => {
    const first = nodes[0] as FlowNode
    return {
      id,
      kind: first.kind,
      label: first.kind === 'waste' ? first.label : wording(nodes.length, first),
      kg: nodes.reduce((sum, node) => sum + node.kg, 0),
      folded: nodes.map((node) => node.id),
    }
  })
  return { nodes: [...flow.nodes.filter((node) => !group.has(node.id)), ...stand], links: [...links.values()] }
}
