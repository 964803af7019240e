// Where a lot's kilograms came from and where they went (BR-27). Edges say how many kilograms of the
// output came from the input; a lot's origin is its inputs' shares, multiplied along every path.

/** `kg` of lot `to` came from `from` (parcel → crop → lot → lot …). */
export type Edge = { from: string; to: string; kg: number }

/**
 * BR-27 back: share(child ← parent) = kg / Σ kg of the child's inputs, multiplied along the path, summed over paths.
 * Answers for every ancestor of `root` (itself included, 1) the share of `root` that comes from it. Nodes without
 * inputs are the origins: their shares sum to 1. Throws on a cycle, which the lots' states make impossible.
 */
export function sharesBack(root: string, edges: readonly Edge[]): Map<string, number> {
  const inputs = groupBy(edges, (edge) => edge.to)
  const shares = new Map<string, number>([[root, 1]])
  for (const node of inOrder(root, (id) => (inputs.get(id) ?? []).map((edge) => edge.from))) {
    const own = shares.get(node) ?? 0
    const into = inputs.get(node) ?? []
    const total = into.reduce((sum, edge) => sum + edge.kg, 0)
    if (!(total > 0)) continue
    for (const edge of into) shares.set(edge.from, (shares.get(edge.from) ?? 0) + (own * edge.kg) / total)
  }
  return shares
}

/**
 * BR-27 forward: for every descendant of `root` (itself included, 1) the share of that descendant which comes from `root`.
 * Needs all inputs of every descendant, also those that do not come from `root`.
 */
export function sharesForward(root: string, edges: readonly Edge[]): Map<string, number> {
  const outputs = groupBy(edges, (edge) => edge.from)
  const inputs = groupBy(edges, (edge) => edge.to)
  const shares = new Map<string, number>([[root, 1]])
  for (const node of inOrder(root, (id) => (outputs.get(id) ?? []).map((edge) => edge.to))) {
    if (node === root) continue
    const into = inputs.get(node) ?? []
    const total = into.reduce((sum, edge) => sum + edge.kg, 0)
    shares.set(node, total > 0 ? into.reduce((sum, edge) => sum + (shares.get(edge.from) ?? 0) * edge.kg, 0) / total : 0)
  }
  return shares
}

/** Ancestors without inputs: where the trace begins. */
export function origins(root: string, edges: readonly Edge[]): Map<string, number> {
  const outputs = new Set(edges.map((edge) => edge.to))
  return new Map([...sharesBack(root, edges)].filter(([node]) => !outputs.has(node)))
}
/** Nodes reachable from `root`, each after everything that leads to it (topological order by depth-first search, without recursion). */
function inOrder(root: string, next: (node: string) => string[]): string[] {
  const done: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const stack: { node: string; rest: string[] }[] = [{ node: root, rest: next(root) }]
  state.set(root, 'open')
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const child = top.rest.pop()
    if (child === undefined) {
      state.set(top.node, 'done')
      done.push(top.node)
      stack.pop()
    } else if (state.get(child) === 'open') throw new Error(`The trace runs in a circle at ${child}`)
    else if (!state.has(child)) {
      state.set(child, 'open')
      stack.push({ node: child, rest: next(child) })
    }
  }
  return done.reverse()
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}
