// From the server's trace to the drawing: crops stand behind their plots, parts of a lot behind the lot, and every run
// becomes a bar of its own between what it took and what it gave, with what was lost. Kilograms are never made here:
// what a run took is read from ledgers, the rest is what is left over.
import type { LotLedger, Trace, TraceEdge, TraceNode } from '#domain/chain/chain-reports.ts'
import type { Flow, FlowLink, FlowNode } from './trace-flow.ts'

/** Sentences the drawing needs, already in the reader's language. */
export type TraceWords = { kg: (kg: number) => string; day: (day: string) => string; onHand: string; lost: string; wasteAndLosses: string; run: string }
export type TraceInput = {
  back: Trace | null
  forward: Trace | null
  ledgers: readonly LotLedger[] /** Material of a product by its name. */
  materialOf: (product: string | null) => string | null
  words: TraceWords
}

const parting = new Set(['DISPATCH', 'SPLIT'])
/** Less than a gram is rounding. */
const gram = 0.0005

/** Lots whose ledger is needed to know what runs took: inputs of runs, the root itself. */
export function lotsToRead(forward: Trace | null): string[] {
  return forward ? [...new Set([forward.root.id, ...forward.edges.filter((edge) => edge.eventType === 'PROCESS_RUN').map((edge) => edge.from)])] : []
}

export function traceFlow(input: TraceInput): Flow {
  const { back, forward } = input
  const rootId = (back ?? forward)?.root.id
  if (!rootId) return { nodes: [], links: [] }
  const nodes = new Map<string, TraceNode>([...(forward?.nodes ?? []), ...(back?.nodes ?? [])].map((node) => [node.id, node]))
  // Back and forward meet only in the root; an edge stands in one of them.
  const edges = [...(back?.edges ?? []), ...(forward?.edges ?? [])]
  const alias = aliases(edges, nodes, rootId)
  const real = (id: string): string => {
    let at = id
    while (alias.has(at)) at = alias.get(at) as string
    return at
  }
  const links = new Map<string, FlowLink>()
  const add = (from: string, to: string, kg: number) => {
    if (from === to || kg < gram) return
    const key = `${from}>${to}`
    links.set(key, { from, to, kg: (links.get(key)?.kg ?? 0) + kg })
  }
  const runs = new Map<string, TraceEdge[]>()
  for (const edge of edges) {
    if (edge.eventType === 'PROCESS_RUN' && edge.eventId) runs.set(edge.eventId, [...(runs.get(edge.eventId) ?? []), edge])
    else if (!(nodes.get(edge.from)?.kind === 'parcel' && nodes.get(edge.to)?.kind === 'crop')) add(real(edge.from), real(edge.to), edge.kg)
  }
  const made: FlowNode[] = [...runs].map(([eventId, group]) => runNode(eventId, group, input, nodes, real, add))
  const waste = made.flatMap(({ id, kg }): FlowNode[] => {
    const left = kg - sum([...links.values()].filter((link) => link.from === id))
    if (left < gram || !forward) return []
    add(id, `waste:${id}`, left)
    return [{ id: `waste:${id}`, kind: 'waste', label: input.words.wasteAndLosses, kg: left }]
  })
  const shown = [...nodes.values()].filter((node) => !alias.has(node.id)).map((node) => toFlowNode(node, input, rootId))
  const rest = forward ? restNodes(rootId, input, [...links.values()], add) : []
  return {
    nodes: [...shown, ...made, ...waste, ...rest].filter(
      (node) => node.id === rootId || [...links.values()].some((link) => link.from === node.id || link.to === node.id),
    ),
    links: [...links.values()],
  }
}

/** Crops are drawn as their plot, parts of a lot as the lot they were parted from (the root always as itself). */
function aliases(edges: readonly TraceEdge[], nodes: ReadonlyMap<string, TraceNode>, rootId: string): Map<string, string> {
  const into = Map.groupBy(edges, (edge) => edge.to)
  const alias = new Map<string, string>()
  for (const node of nodes.values()) {
    const [first, ...others] = into.get(node.id) ?? []
    if (!first || node.id === rootId) continue
    if (node.kind === 'crop') alias.set(node.id, first.from)
    else if (others.length === 0 && parting.has(first.eventType)) alias.set(node.id, first.from)
  }
  return alias
}

function runNode(
  eventId: string,
  group: readonly TraceEdge[],
  { forward, ledgers, words }: TraceInput,
  nodes: ReadonlyMap<string, TraceNode>,
  real: (id: string) => string,
  add: (from: string, to: string, kg: number) => void,
): FlowNode {
  const id = `run:${eventId}`
  const isForward = forward?.edges.includes(group[0] as TraceEdge) ?? false
  let kg = 0
  for (const [from, out] of Map.groupBy(group, (edge) => edge.from)) {
    const consumed = -sum(
      (ledgers.find((ledger) => ledger.batchId === from)?.items ?? [])
        .filter((line) => line.event.id === eventId && line.account === 'CONSUMED')
        .map((line) => ({ kg: line.deltaKg })),
    )
    // Forward, only what of the input came from the root counts; without its ledger, what is known to have come out.
    const taken = isForward && consumed > gram ? consumed * (nodes.get(from)?.share ?? 1) : sum(out)
    add(real(from), id, taken)
    kg += taken
  }
  for (const [to, parts] of Map.groupBy(group, (edge) => edge.to)) add(id, real(to), sum(parts))
  const made = nodes.get((group[0] as TraceEdge).to)
  return { id, kind: 'run', label: made?.place ?? words.run, note: [words.kg(kg), made?.at ? words.day(made.at) : ''].filter(Boolean).join(', '), kg }
}

function toFlowNode(node: TraceNode, { back, materialOf, words }: TraceInput, rootId: string): FlowNode {
  if (node.kind === 'parcel')
    return { id: node.id, kind: 'plot', label: node.title, kg: node.kg, note: back?.parcels.find((plot) => plot.parcelId === node.id)?.farmer ?? node.code }
  if (node.unitType === 'FARM_LOT') return { id: node.id, kind: 'lot', label: node.title, note: farmerOf(node.id, back) ?? node.title, kg: node.kg }
  const material = materialOf(node.product)
  const kind =
    material === 'COTTONSEED' || material === 'GIN_TRASH' || material === 'CUTTING_WASTE'
      ? material
      : node.unitType === 'BALE_LOT' || node.unitType === 'BALE'
        ? 'bale'
        : material === 'SEED_COTTON' || material === 'GRAIN'
          ? 'heap'
          : 'batch'
  const isRoot = node.id === rootId
  return {
    id: node.id,
    kind,
    label: kind === 'heap' || isRoot ? [node.title, kind === 'heap' ? node.place : ''].filter(Boolean).join(', ') : (node.product ?? node.title),
    note: [words.kg(node.kg), kind === 'heap' || isRoot ? '' : node.title].filter(Boolean).join(', '),
    kg: node.kg,
  }
}

/** Who brought a farm lot: the farmer of the plot behind it. */
function farmerOf(lotId: string, back: Trace | null): string | null {
  const crop = back?.edges.find((edge) => edge.to === lotId && edge.eventType === 'HARVEST')?.from
  const plot = crop ? back?.edges.find((edge) => edge.to === crop)?.from : undefined
  return back?.parcels.find((one) => one.parcelId === plot)?.farmer ?? null
}

/** What of the root neither went on nor was lost is still there: here, on its way, or at the buyer's. */
function restNodes(
  rootId: string,
  { forward, ledgers, words }: TraceInput,
  links: readonly FlowLink[],
  add: (from: string, to: string, kg: number) => void,
): FlowNode[] {
  // Of a lot that nothing was taken from yet, all is left: that needs no drawing.
  if (!links.some((link) => link.from === rootId)) return []
  const ledger = ledgers.find((one) => one.batchId === rootId)
  const lost = -(ledger?.totals.LOSS ?? 0)
  const left = (forward?.root.kg ?? 0) - lost - sum(links.filter((link) => link.from === rootId))
  const rest: FlowNode[] = []
  if (left > gram && ledger)
    rest.push({
      id: 'rest:left',
      kind: 'rest',
      label: words.onHand,
      note: lost > gram ? `${words.kg(lost)} ${words.lost}` : undefined,
      kg: left,
      rest: true,
    } as FlowNode)
  else if (lost > gram) rest.push({ id: 'rest:lost', kind: 'rest', label: words.lost, kg: lost, rest: true })
  for (const node of rest) add(rootId, node.id, node.kg)
  return rest
}

const sum = (parts: readonly { kg: number }[]): number => parts.reduce((total, part) => total + part.kg, 0)
