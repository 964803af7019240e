// Which of a plot's boundaries counts: the one that was taken last, in whatever order they were recorded (domain dictionary 3.3).

export type BoundaryFact = { eventType: string /** UTC, ISO 8601. */; occurredAt: string }

/**
 * In the order of occurrence: the last is the present one. What the plot was registered with comes first, whenever that was; an edit
 * replaces what its author saw, so it comes after all that was recorded before it. `facts`: in order of recording.
 */
export function boundariesByOccurrence<T extends BoundaryFact>(facts: readonly T[]): T[] {
  let latest = ''
  const placed: { fact: T; at: string }[] = []
  for (const fact of facts) {
    const { eventType, occurredAt } = fact
    const at = eventType === 'CREATED' ? '' : eventType === 'EDITED' && occurredAt < latest ? latest : occurredAt
    if (at > latest) latest = at
    placed.push({ fact, at })
  }
  return placed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ fact }) => fact)
}
