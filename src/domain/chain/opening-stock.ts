// Opening stock (domain dictionary 12): goods from before the programme was on Farmbook, proposed by their holder and approved by an administrator.
// Their claim is that of the proposal; nothing leads further back. Pure.
import type { HistoryEvent } from '../kernel/history.ts'
import type { Claim } from '../kernel/terms.ts'
import type { LotSource } from './lot-projection.ts'

type Opening = Pick<HistoryEvent, 'id' | 'eventType' | 'occurredAt'> & { data: Readonly<Record<string, unknown>> }
/** The proposal that an approval means: the latest to have occurred before it. `events`: of one lot, in order of occurrence. */
export function proposalOf<E extends Opening>(events: readonly E[], approvalId: string): E | undefined {
  const at = events.findIndex(({ id }) => id === approvalId)
  return events.slice(0, at < 0 ? events.length : at).findLast(({ eventType }) => eventType === 'OPENING_STOCK')
}

/** What approved opening stock brings into a lot beside what came from crops and lots. `dayOf`: the programme's day of a moment. */
export function openingSources(history: readonly Opening[], dayOf: (at: string) => string): LotSource[] {
  return history.flatMap(({ id, eventType, occurredAt }): LotSource[] => {
    const proposal = eventType === 'OPENING_APPROVED' ? proposalOf(history, id) : undefined
    if (!proposal) return []
    const claim = proposal.data.claim as Claim
    const day = typeof proposal.data.producedOn === 'string' ? proposal.data.producedOn : dayOf(occurredAt)
    return [{ kind: 'opening', linkClaim: claim, claim, gmo: null, harvestFrom: null, harvestTo: null, schemes: null, day }]
  })
}
