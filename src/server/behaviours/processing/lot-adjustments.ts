// Adjustments of a lot (BR-30): proposed by one person, approved by another. A proposal that waits is a finding of the lot.
import { adjustmentsOf } from '#domain/chain/adjustments.ts'
import { gone, toGrams } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Finding } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kgText, percentText } from '#domain/rules/verdict.ts'
import { onHandAt, post, posts } from '../../ledger/lot-ledger.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf, type HistoryEvent as LotEvent } from '../../store/caused-events.ts'
import { closeFlagsOfEvent } from '../../store/flags.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep, isBeforeReplacement } from '../../store/step.ts'
import { tolerances } from '../open-season.ts'

const productbatch = entityOf('productbatch')

const waiting = (deltaKg: number): Finding => ({
  ruleId: 'BR-30',
  severity: 'REVIEW',
  message: `An adjustment of ${deltaKg} kg waits for approval.`,
  figures: { deltaKg },
})
/** BR-30: a proposal that waits is to be looked at, also when its approval is taken back. */
const withProposals = (behaviour: EventBehaviour): EventBehaviour => ({
  ...behaviour,
  settle: (scope, { subject }) =>
    atEndOfStep(scope, `proposals of ${subject.id}`, async () => {
      const { open } = adjustmentsOf(await eventsOf<AnyEntity, string>(scope, productbatch, subject.id, ['ADJUST', 'ADJUST_APPROVED']))
      const findings = open.map(({ id, data }) => ({ ...waiting(Number(data.deltaKg)), eventId: id }))
      await projectFlags(scope, productbatch, subject.id, ['BR-30'], findings)
    }),
})
export const adjust = withProposals({
  apply: async (scope, { subject, event, flag }) => {
    const { deltaKg } = event.data
    if (deltaKg === 0) throw fieldProblem('data.deltaKg', 'min', 'There is nothing to adjust.')
    // In place of an approved proposal only one of the same figure is accepted: that is what was approved.
    const replaced = event.supersedesEventId ? await approvalOf(scope, subject.id, event.supersedesEventId) : undefined
    if (replaced && replaced.proposal.data.deltaKg !== deltaKg) throw approved(replaced.approval)
    if (replaced) return
    flag(waiting(Number(deltaKg)))
  },
  checkVoid: (scope, { subject, event }) =>
    isBeforeReplacement(scope) && !event.data.causeEventId ? refuseOrphans(scope, subject.id) : refuseApproved(scope, subject.id, event.id),
})
const approved = (eventId: string) => ruleBlocked('BR-26', 'The adjustment was approved. Take the approval back first.', { eventId })
/** BR-26: an approved proposal stays until its approval is taken back, or one of the same figure takes its place. `proposal`: its id, or the event that caused it. */
export async function refuseApproved(scope: Scope, lotId: string, proposal: string): Promise<void> {
  const found = await approvalOf(scope, lotId, proposal)
  if (found) throw approved(found.approval)
}
/** At the end of the step every approval has its proposal. */
const refuseOrphans = (scope: Scope, lotId: string): Promise<void> =>
  atEndOfStep(scope, `approvals of ${lotId}`, async () => {
    const entries = await eventsOf(scope, productbatch, lotId, ['ADJUST', 'ADJUST_APPROVED'])
    const matched = new Set(adjustmentsOf(entries).approvals.values())
    const orphan = entries.find(({ id, eventType }) => eventType === 'ADJUST_APPROVED' && !matched.has(id))
    if (orphan) throw approved(orphan.id)
  })
async function approvalOf(scope: Scope, lotId: string, id: string): Promise<{ proposal: LotEvent; approval: string } | undefined> {
  const entries = await eventsOf(scope, productbatch, lotId, ['ADJUST', 'ADJUST_APPROVED'], { voidedToo: id })
  const proposal = entries.find((entry) => entry.id === id || entry.data.causeEventId === id)
  // While its replacement is recorded both are there; the approval is that of the first.
  const approval = proposal && adjustmentsOf(entries.filter(({ supersedesEventId }) => supersedesEventId !== id)).approvals.get(proposal.id)
  return proposal && approval ? { proposal, approval } : undefined
}
/** Approves one proposal: the named one, or the only one that waits. */
export const adjustApproved = withProposals(
  posts(async (scope, { subject, event }) => {
    const entries = await eventsOf<AnyEntity, string>(scope, productbatch, subject.id, ['ADJUST', 'ADJUST_APPROVED'])
    // What was proposed later than this is another matter.
    const { open } = adjustmentsOf(entries.filter(({ id, occurredAt }) => id !== event.id && Date.parse(occurredAt) <= Date.parse(event.occurredAt)))
    const named = event.data.adjustEventId as string | null | undefined
    const proposal = named ? open.find(({ id }) => id === named) : open[0]
    if (!proposal) throw new Problem('STATE_CONFLICT', { message: 'No adjustment waits for approval.' })
    if (!named && open.length > 1) throw fieldProblem('data.adjustEventId', 'required', `${open.length} adjustments wait for approval: say which.`)
    const deltaKg = proposal.data.deltaKg as number
    const bookKg = await onHandAt(scope, subject, event.occurredAt)
    const most = tolerances(scope).stockCountReview
    if (deltaKg > 0 && deltaKg > bookKg * most)
      throw ruleBlocked(
        'BR-30',
        `${kgText(deltaKg)} are more than ${percentText(most)} of the ${kgText(bookKg)} in the books: an adjustment cannot add them.`,
        {
          deltaKg,
          bookKg,
        },
      )
    await post(scope, { event, movements: gone(subject.id, -toGrams(deltaKg), 'ADJUST') })
    // The proposal's own finding, and that of the stock count it came from.
    for (const id of [proposal.id, proposal.data.causeEventId]) if (id) await closeFlagsOfEvent(scope, id as string, 'Adjustment approved', 'SETTLED')
  }),
)
