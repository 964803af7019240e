// Opening stock of a lot (domain dictionary 12): what a holder proposes, and an administrator approves, who did not propose it (BR-24).
import { type RawBuilder, sql } from 'kysely'
import { opening, toGrams, toKg } from '#domain/chain/ledger.ts'
import { proposalOf } from '#domain/chain/opening-stock.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
import { externalOpening, type Proposed, whyNotOpened } from '../../ledger/external-openings.ts'
import { firstFilling, post, posts } from '../../ledger/lot-ledger.ts'
import { refuseUsedOutOfState } from '../../ledger/lot-uses.ts'
import type { Lot } from '../../ledger/lots.ts'
import { notAlone } from '../../ledger/opening-alone.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep } from '../../store/step.ts'
import { openSeason } from '../open-season.ts'

const productbatch = entityOf('productbatch')
type Batch = typeof productbatch
const openings = ['OPENING_STOCK', 'OPENING_APPROVED'] as const
/** In order of occurrence. */
const openingsOf = async (scope: Scope, lotId: string, how: { voidedToo?: string } = {}) =>
  (await eventsOf(scope, productbatch, lotId, [...openings], how)).toSorted((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt))

/**
 * A proposal waits until it is approved; it is to be looked at as long. So is, also after that, each further use of a certificate from elsewhere on which nobody says the weight. What becomes
 * of one use decides about the others.
 */
const settle = (scope: Scope, { subject, event }: { subject: Pick<Lot, 'id'>; event: { eventType: string; data: object } }): Promise<void> =>
  atEndOfStep(scope, `opening stock of ${subject.id}`, async () => {
    const others = event.eventType === 'OPENING_STOCK' ? ((await externalOpening(scope, { id: '', data: event.data }))?.otherLots ?? []) : []
    for (const id of [...new Set([subject.id, ...others.sort()])]) await projectOpening(scope, id)
  })
async function projectOpening(scope: Scope, lotId: string): Promise<void> {
  const events = await openingsOf(scope, lotId)
  const approvals = new Map(events.flatMap(({ id, eventType }) => (eventType === 'OPENING_APPROVED' ? [[proposalOf(events, id)?.id, id]] : [])))
  const findings: (Finding & { eventId: string })[] = []
  for (const { id, eventType, data } of events) {
    if (eventType !== 'OPENING_STOCK' || !('kg' in data)) continue
    const approval = approvals.get(id)
    const found = await externalOpening(scope, { id, data })
    const isShared = found !== undefined && !found.isFirst && found.statedGrams === null
    if (approval && !isShared) continue
    const otherKg = toKg(found?.otherGrams ?? 0)
    const message = isShared
      ? phrase`Certificate ${found.no} from elsewhere is named for ${kilograms(otherKg)} of other opening stock, too, and nobody says which weight is on it.`
      : phrase`Opening stock of ${kilograms(data.kg)} waits for an administrator.`
    findings.push({ ruleId: '12', severity: 'REVIEW', message, figures: { askedKg: data.kg, ...(isShared ? { otherKg } : {}) }, eventId: approval ?? id })
  }
  await projectFlags(scope, productbatch, lotId, ['12'], findings)
}
/** Throws where more is entered of a certificate from elsewhere than is on it. */
async function refuseUsedUp(scope: Scope, proposal: { id: string; data: Proposed & { kg: number } }): Promise<void> {
  const found = await externalOpening(scope, proposal, { isLocked: true })
  const why = found && whyNotOpened(found, proposal.data.kg)
  if (why) throw why
}

/** Over `r`: whether it has opening stock already. */
export const hasOpening = ({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id
    and e.event_type = 'OPENING_STOCK' and e.status = 'RECORDED')`

export const openingStock: EventBehaviour<Batch, 'OPENING_STOCK'> = {
  async apply(scope, { subject, event }) {
    const { claim, externalCertificateNo, producedOn } = event.data
    await openSeason(scope, subject.seasonId)
    if (producedOn && producedOn > localDay(scope, event.occurredAt))
      throw fieldProblem('data.producedOn', 'max', 'Opening stock was made before it is entered: not after its day.')
    if (claim !== 'CONVENTIONAL' && !externalCertificateNo)
      throw fieldProblem('data.externalCertificateNo', 'required', 'Certified goods of before came with a transaction certificate: name it.')
    const replaced = [event.id, event.supersedesEventId]
    const others = (await openingsOf(scope, subject.id)).filter(({ id, eventType }) => !replaced.includes(id) && eventType === 'OPENING_STOCK')
    if (others.length) throw new Problem('STATE_CONFLICT', { message: 'This lot has opening stock already: correct that, or take it back first.' })
    await refuseFilled(scope, subject, event.occurredAt)
    await refuseUsedUp(scope, event)
  },
  async checkVoid(scope, { subject, event }) {
    // It is marked as voided by now.
    const events = await openingsOf(scope, subject.id, { voidedToo: event.id })
    const approval = events.find(({ id, eventType }) => eventType === 'OPENING_APPROVED' && proposalOf(events, id)?.id === event.id)
    if (approval) throw ruleBlocked('BR-26', 'The opening stock was approved. Take the approval back first.', { eventId: approval.id })
  },
  settle,
}

export const openingApproved: EventBehaviour<Batch, 'OPENING_APPROVED'> = {
  ...posts<Batch, 'OPENING_APPROVED'>(
    async (scope, { subject, event }) => {
      await openSeason(scope, subject.seasonId)
      const proposal = proposalOf(await openingsOf(scope, subject.id), event.id)
      if (!proposal) throw new Problem('STATE_CONFLICT', { message: 'No opening stock waits for approval.' })
      await refuseFilled(scope, subject, event.occurredAt)
      if (!('kg' in proposal.data)) throw new Error(`Proposal ${proposal.id} has no weight`)
      await refuseUsedUp(scope, { id: proposal.id, data: proposal.data })
      await post(scope, { event, movements: opening(subject.id, toGrams(proposal.data.kg)) })
    },
    (scope, { subject }) => refuseUsedOutOfState(scope, subject.id, ({ title }) => phrase`Goods of ${title} were used since. Take that back first.`),
  ),
  settle,
}

/** Opening stock is alone in its lot, so that its claim mixes with no other (BR-11); what comes in later is asked by the ledger (opening-alone.ts). */
async function refuseFilled(scope: Scope, lot: Lot, at: string): Promise<void> {
  const filling = await firstFilling(scope, lot.id, at)
  if (filling) throw notAlone(filling.id)
}
