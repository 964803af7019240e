// Proposed adjustments of a lot and their approvals (BR-30). An approval names its proposal; one from before that stands for the only one of a person that waited.
type Entry = { id: string; eventType: string; occurredAt: string; supersedesEventId?: string | null; data: Readonly<Record<string, unknown>> }
export type Adjustments<E> = {
  /** Not approved yet, in order of occurrence. */ open: E[] /** Proposal → its approval. */
  approvals: ReadonlyMap<string, string>
}

/** Types of events that propose an adjustment: a person's, and a count of the stock. */
export const proposalTypes = ['ADJUST', 'STOCK_COUNTED'] as const
/** `entries`: proposals and ADJUST_APPROVED in order of recording; they are judged in order of occurrence. A proposal in place of another has its approval. */
export function adjustmentsOf<E extends Entry>(entries: readonly E[]): Adjustments<E> {
  const open: E[] = []
  const approvals = new Map<string, string>()
  for (const entry of entries.toSorted((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt))) {
    if (entry.eventType !== 'ADJUST_APPROVED') open.push(entry)
    else {
      const named = open.findIndex(({ id, supersedesEventId }) => [id, supersedesEventId].includes(entry.data.adjustEventId as string | undefined))
      const at = named >= 0 ? named : open.findIndex(({ eventType }) => eventType === 'ADJUST')
      const [proposal] = at >= 0 ? open.splice(at, 1) : []
      if (proposal) approvals.set(proposal.id, entry.id)
    }
  }
  return { open, approvals }
}
