// Where a programme can be: time zones that exist.

/** A place's zone, like Asia/Kolkata, or UTC. An offset is none: it knows no summer time and no history. */
export function isZone(name: string): boolean {
  if (!/^(UTC|[A-Z][\w+-]*(\/[A-Z][\w+-]*)+)$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
