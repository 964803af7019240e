// An order in which what lots are made of comes before them. Pure.
export type Edge = { input: string; output: string }

/** Every output once, after all outputs that it is made of; those of one depth in the order of their ids. */
export function inOrderOfDepth(edges: readonly Edge[]): string[] {
  const inputs = Map.groupBy(edges, ({ output }) => output)
  const ordered = new Set<string>()
  const open = new Set<string>()
  const visit = (lot: string): void => {
    // A lot that is made of itself by some detour cannot be: whatever comes first then will do.
    if (ordered.has(lot) || open.has(lot)) return
    open.add(lot)
    for (const { input } of inputs.get(lot) ?? []) if (inputs.has(input)) visit(input)
    ordered.add(lot)
  }
  for (const lot of [...inputs.keys()].sort()) visit(lot)
  return [...ordered]
}

/** The same in sets that can be read at once: nothing in a set is made of anything else in it, and all that it is made of is in the sets before. */
export function levelsOfDepth(edges: readonly Edge[]): string[][] {
  const inputs = Map.groupBy(edges, ({ output }) => output)
  const depths = new Map<string, number>()
  const levels: string[][] = []
  for (const lot of inOrderOfDepth(edges)) {
    const depth = Math.max(0, ...(inputs.get(lot) ?? []).map(({ input }) => (depths.get(input) ?? -1) + 1))
    depths.set(lot, depth)
    levels[depth] = [...(levels[depth] ?? []), lot]
  }
  return levels
}
