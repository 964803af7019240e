// Proposed adjustments of a lot and their approvals (BR-30). An approval names its proposal, or means the only one that waited.
type Entry = { id: string; eventType: string; data: Readonly<Record<string, unknown>> }
export type Adjustments<E> = {
  /** Not approved yet, in order of recording. */ open: E[] /** Proposal → its approval. */
  approvals: ReadonlyMap<string, string>
}

/** `entries`: ADJUST and ADJUST_APPROVED in order of recording. */
export function adjustmentsOf<E extends Entry>(entries: readonly E[]): Adjustments<E> {
  const open: E[] = []
  const approvals = new Map<string, string>()
  for (const entry of entries) {
    if (entry.eventType === 'ADJUST') open.push(entry)
    else {
      const named = open.findIndex(({ id }) => id === entry.data.adjustEventId)
      const [proposal] = open.splice(Math.max(0, named), 1)
      if (proposal) approvals.set(proposal.id, entry.id)
    }
  }
  return { open, approvals }
}
