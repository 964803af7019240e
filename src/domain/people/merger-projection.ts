// What the mergers of a member's record (decision 83) lead to: into which record it went, under which names it took over others, and which one is proposed.
export type MergerColumns = { mergedIntoId: string | null; aliases: string | null; survivorId: string | null }
type Fact = { eventType: string; data: Readonly<Record<string, unknown>> }

/** Names and numbers of a record, each once. */
export const aliasesOf = (names: readonly (string | null)[]): string => [...new Set(names.filter((name) => name))].join(' · ').slice(0, 400)

/** `facts`: in order of recording; the last decides. A proposal is over once it was decided, or the record that was named has become part of this one. */
export function mergerColumns(facts: readonly Fact[]): MergerColumns {
  const all = (eventType: string, name: string): string[] =>
    facts.flatMap(({ eventType: type, data }) => (type === eventType && typeof data[name] === 'string' ? [data[name]] : []))
  const mergedIntoId = all('MERGED', 'survivorId').at(-1) ?? null
  const proposed = all('MERGE_REQUESTED', 'survivorId').at(-1) ?? null
  const isOver = mergedIntoId !== null || all('TAKEN_OVER', 'mergedId').some((id) => id === proposed)
  return { mergedIntoId, aliases: aliasesOf(all('TAKEN_OVER', 'aliases')) || null, survivorId: isOver ? null : proposed }
}
