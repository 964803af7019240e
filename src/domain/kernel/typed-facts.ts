// A column that people type with a record and that events change, too: the last edit says what was known then, and what was recorded
// since counts by the time at which it happened.

export type TypedFact = { eventType: string /** UTC, ISO 8601. */; occurredAt: string; data: Readonly<Record<string, unknown>> }

/** The value that a creation or an edit gave to a field; undefined when it did not touch it. */
export const typedValue = ({ data }: Pick<TypedFact, 'data'>, name: string): unknown =>
  (data.changes as Record<string, { to: unknown }> | undefined)?.[name]?.to

/** By occurrence, then by recording. `facts`: in order of recording. */
export const byOccurrence = <T extends Pick<TypedFact, 'occurredAt'>>(facts: readonly T[]): T[] =>
  [...facts].sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : a.occurredAt > b.occurredAt ? 1 : 0))

/** What was typed last for this field (null: nothing) and the events recorded since, by occurrence. `facts`: in order of recording. */
export function sinceTyped<T extends TypedFact>(facts: readonly T[], name: string): { typed: unknown; later: T[] } {
  const at = facts.findLastIndex((fact) => typedValue(fact, name) !== undefined)
  const last = facts[at]
  return { typed: last ? typedValue(last, name) : null, later: byOccurrence(facts.slice(at + 1)) }
}
