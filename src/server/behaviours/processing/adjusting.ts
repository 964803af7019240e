// Adjustments of a lot (BR-30): proposed by whoever keeps it or by a stock count, approved by somebody else. What changes the books by more than the programme's share takes the
// certification body's agreement besides (docs/decisions/0096).
import { adjustmentsOf, proposalTypes } from '#domain/chain/adjustments.ts'
import { gone, toGrams } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, percent, phrase } from '#domain/messages/message.ts'
import { largeAdjustments } from '../../ledger/large-adjustments.ts'
import { post, posts } from '../../ledger/lot-ledger.ts'
import type { Lot } from '../../ledger/lots.ts'
import { settleProposals, type Waiting, waitingOf } from '../../ledger/proposals.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { isOwnAccount } from '../../store/accounts-of-person.ts'
import { eventsOf, type HistoryEvent as LotEvent } from '../../store/caused-events.ts'
import { closeFlagsOfEvent } from '../../store/flags.ts'
import { atEndOfStep, isBeforeReplacement } from '../../store/step.ts'
import { notedBody, requireAgreedBody, requireOwnBody } from '../certification/own-body.ts'
import { tolerances } from '../open-season.ts'
import { checked } from './checked-event.ts'

const productbatch = entityOf('productbatch')
type Batch = typeof productbatch
type On<K extends EventTypeOf<Batch>> = EventBehaviour<Batch, K>

/** BR-30: a proposal that waits is to be looked at, also when its approval is taken back. */
function withProposals<K extends EventTypeOf<Batch>>(behaviour: On<K>): On<K> {
  return { ...behaviour, settle: (scope, { subject }) => settleProposals(scope, subject.id) }
}
export const adjust = withProposals(
  checked<'ADJUST'>(
    async (scope, { subject, event }) => {
      const { deltaKg } = event.data
      if (deltaKg === 0) throw fieldProblem('data.deltaKg', 'min', 'There is nothing to adjust.')
      // In place of an approved proposal only one of the same figure is accepted: that is what was approved.
      const replaced = event.supersedesEventId ? await approvalOf(scope, subject.id, event.supersedesEventId) : undefined
      if (replaced && replaced.proposal.data.deltaKg !== deltaKg) throw approved(replaced.approval)
    },
    (scope, { subject, event }) =>
      isBeforeReplacement(scope) && !event.data.causeEventId ? refuseOrphans(scope, subject.id) : refuseApproved(scope, subject.id, event.id),
  ),
)
const approved = (eventId: string) => ruleBlocked('BR-26', 'The adjustment was approved. Take the approval back first.', { eventId })
/** BR-26: an approved proposal stays until its approval is taken back, or one of the same figure takes its place. `proposal`: its id, or the event that caused it. */
export async function refuseApproved(scope: Scope, lotId: string, proposal: string): Promise<void> {
  const found = await approvalOf(scope, lotId, proposal)
  if (found) throw approved(found.approval)
}
/** At the end of the step every approval has its proposal. */
const refuseOrphans = (scope: Scope, lotId: string): Promise<void> =>
  atEndOfStep(scope, `approvals of ${lotId}`, async () => {
    const entries = await eventsOf(scope, productbatch, lotId, [...proposalTypes, 'ADJUST_APPROVED'])
    const matched = new Set(adjustmentsOf(entries).approvals.values())
    const orphan = entries.find(({ id, eventType }) => eventType === 'ADJUST_APPROVED' && !matched.has(id))
    if (orphan) throw approved(orphan.id)
  })
async function approvalOf(scope: Scope, lotId: string, id: string): Promise<{ proposal: LotEvent; approval: string } | undefined> {
  const entries = await eventsOf(scope, productbatch, lotId, [...proposalTypes, 'ADJUST_APPROVED'], { voidedToo: id })
  const proposal = entries.find((entry) => entry.id === id || entry.data.causeEventId === id)
  // While its replacement is recorded both are there; the approval is that of the first.
  const approval = proposal && adjustmentsOf(entries.filter(({ supersedesEventId }) => supersedesEventId !== id)).approvals.get(proposal.id)
  return proposal && approval ? { proposal, approval } : undefined
}
/** What an approval of that moment may be of; what was proposed later is another matter. */
const approvable = async (scope: Scope, lot: Lot, until: string, except?: string) =>
  (await waitingOf(scope, lot, { until, ...(except ? { except } : {}) })).filter(({ deltaKg }) => deltaKg !== 0)
type Deciding = { data: { adjustEventId?: string | null | undefined }; occurredAt: string }
/** The proposal that an event is about: the named one, or the only one that waits, which it names from then on, with its figure. */
async function named(scope: Scope, lot: Lot, { data, occurredAt }: Deciding): Promise<{ adjustEventId?: string; deltaKg?: number }> {
  const open = await approvable(scope, lot, occurredAt)
  const found = data.adjustEventId ? open.find(({ proposal }) => proposal.id === data.adjustEventId) : open.length === 1 ? open[0] : undefined
  return found ? { adjustEventId: found.proposal.id, deltaKg: found.deltaKg } : {}
}
/** Throws STATE_CONFLICT where none waits, VALIDATION where several do and none is named, RULE_BLOCKED where it is of the same person (BR-24). */
async function proposalFor(scope: Scope, lot: Lot, { id, data, occurredAt }: Deciding & { id: string }): Promise<Waiting> {
  const open = await approvable(scope, lot, occurredAt, id)
  if (!data.adjustEventId && open.length > 1)
    throw fieldProblem('data.adjustEventId', 'required', phrase`${open.length} adjustments wait for approval: say which.`)
  const found = open.find(({ proposal }) => proposal.id === data.adjustEventId)
  if (!found) throw new Problem('STATE_CONFLICT', { message: 'No adjustment waits for approval.' })
  await refuseSamePerson(scope, found.proposal)
  return found
}
/** BR-24: also where somebody else has proposed something after it. */
async function refuseSamePerson(scope: Scope, { eventType, recordedBy }: Pick<LotEvent, 'eventType' | 'recordedBy'>): Promise<void> {
  if (!(await isOwnAccount(scope, recordedBy))) return
  throw ruleBlocked('BR-24', 'A second person decides on this adjustment: you have had your part in it.', { event: eventType })
}

/**
 * The certification body's part of an adjustment that is too large for one approval; it moves nothing. Another figure is agreed to anew. Only the body that agreed takes it back,
 * also when it certifies the holder no more; from then on the administrator does, too.
 */
export const adjustAgreed: On<'ADJUST_AGREED'> = {
  async complete(scope, subject, event) {
    return { ...(await named(scope, subject, event)), ...(await notedBody(scope, subject)) }
  },
  check: (scope, { subject }) => requireOwnBody(scope, subject),
  async apply(scope, { subject, event }) {
    const { proposal, deltaKg } = await proposalFor(scope, subject, event)
    const others = (await eventsOf(scope, productbatch, subject.id, ['ADJUST_AGREED'])).filter(({ id }) => id !== event.id)
    if (others.some(({ data }) => data.adjustEventId === proposal.id && toGrams(data.deltaKg ?? 0) === toGrams(deltaKg)))
      throw new Problem('STATE_CONFLICT', { message: 'The certification body has agreed to this adjustment already.' })
  },
  async checkVoid(scope, { subject, event }) {
    await requireAgreedBody(scope, event.data.certificationBodyId ?? null, subject)
    await refuseApproved(scope, subject.id, event.data.adjustEventId ?? event.id)
  },
}

/** Approves one proposal. BR-30: what changes the books by more than their share needs the certification body, too. */
export const adjustApproved: On<'ADJUST_APPROVED'> = withProposals({
  complete: named,
  ...posts<Batch, 'ADJUST_APPROVED'>(async (scope, { subject, event }) => {
    const { proposal, deltaKg } = await proposalFor(scope, subject, event)
    const tooLarge = await whyTooLarge(scope, subject, { deltaKg, at: event.occurredAt })
    if (tooLarge) {
      const agreed = (await eventsOf(scope, productbatch, subject.id, ['ADJUST_AGREED'])).find(
        ({ data, occurredAt }) =>
          data.adjustEventId === proposal.id && toGrams(data.deltaKg ?? 0) === toGrams(deltaKg) && Date.parse(occurredAt) <= Date.parse(event.occurredAt),
      )
      if (!agreed) throw tooLarge
      await refuseSamePerson(scope, agreed)
    }
    await post(scope, { event, movements: gone(subject.id, -toGrams(deltaKg), 'ADJUST') })
    // The proposal's own finding, and that of the stock count it came from.
    for (const id of [proposal.id, proposal.data.causeEventId]) if (id) await closeFlagsOfEvent(scope, id, 'Adjustment approved', 'SETTLED')
  }),
})

/** BR-30: why one approval is not enough; null: it is. */
async function whyTooLarge(scope: Scope, lot: Lot, { deltaKg, at }: { deltaKg: number; at: string }): Promise<Problem | null> {
  const most = tolerances(scope).stockCountReview
  const [found] = await largeAdjustments(scope, lot, [{ deltaKg, at }], true)
  if (!found) return null
  if (found.of === 'books')
    return ruleBlocked(
      'BR-30',
      phrase`${kilograms(Math.abs(deltaKg))} are more than ${percent(most)} of the ${kilograms(found.bookKg)} in the books: the certification body agrees to the adjustment first.`,
      { deltaKg, bookKg: found.bookKg },
    )
  const { adjustedKg, sumKg } = found
  if (found.of === 'run')
    return ruleBlocked(
      'BR-30',
      phrase`With adjustments since goods last moved ${kilograms(Math.abs(sumKg))} are more than ${percent(most)} of the ${kilograms(found.bookKg)} in the books before them: the certification body agrees to the adjustment first.`,
      { deltaKg, adjustedKg, bookKg: found.bookKg },
    )
  const { cameKg } = found
  if (found.of === 'lineage')
    return ruleBlocked(
      'BR-30',
      phrase`With adjustments of the same goods in other lots ${kilograms(Math.abs(sumKg))} are more than ${percent(most)} of the ${kilograms(cameKg)} that came in: the certification body agrees to the adjustment first.`,
      { deltaKg, adjustedKg, cameKg },
    )
  return ruleBlocked(
    'BR-30',
    phrase`With earlier adjustments ${kilograms(Math.abs(sumKg))} are more than ${percent(most)} of the ${kilograms(cameKg)} that came in: the certification body agrees to the adjustment first.`,
    { deltaKg, adjustedKg, cameKg },
  )
}

export const stockCounted: On<'STOCK_COUNTED'> = withProposals({})
