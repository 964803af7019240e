// Opening stock of a lot (domain dictionary 12): what a holder proposes, and an administrator approves, who did not propose it (BR-24).
import { type RawBuilder, sql } from 'kysely'
import { opening, toGrams } from '#domain/chain/ledger.ts'
import { proposalOf } from '#domain/chain/opening-stock.ts'
import { entityOf } from '#domain/entities.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
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

/** A proposal waits until it is approved; it is to be looked at as long. */
const settle = (scope: Scope, { subject }: { subject: Pick<Lot, 'id'> }): Promise<void> =>
  atEndOfStep(scope, `opening stock of ${subject.id}`, async () => {
    const events = await openingsOf(scope, subject.id)
    const approved = new Set(events.flatMap((event) => (event.eventType === 'OPENING_APPROVED' ? (proposalOf(events, event.id)?.id ?? []) : [])))
    const findings = events.flatMap((event): (Finding & { eventId: string })[] => {
      if (event.eventType !== 'OPENING_STOCK' || approved.has(event.id)) return []
      const kg = 'kg' in event.data ? Number(event.data.kg) : 0
      const message = phrase`Opening stock of ${kilograms(kg)} waits for an administrator.`
      return [{ ruleId: '12', severity: 'REVIEW', message, figures: { askedKg: kg }, eventId: event.id }]
    })
    await projectFlags(scope, productbatch, subject.id, ['12'], findings)
  })

/** Over `r`: whether it has opening stock already. */
export const hasOpening = ({ tenant }: Pick<Scope, 'tenant'>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id
    and e.event_type = 'OPENING_STOCK' and e.status = 'RECORDED')`

export const openingStock: EventBehaviour<Batch, 'OPENING_STOCK'> = {
  async apply(scope, { subject, event }) {
    const { claim, externalCertificateNo } = event.data
    await openSeason(scope, subject.seasonId)
    if (claim !== 'CONVENTIONAL' && !externalCertificateNo)
      throw fieldProblem('data.externalCertificateNo', 'required', 'Certified goods of before came with a transaction certificate: name it.')
    const replaced = [event.id, event.supersedesEventId]
    const others = (await openingsOf(scope, subject.id)).filter(({ id, eventType }) => !replaced.includes(id) && eventType === 'OPENING_STOCK')
    if (others.length) throw new Problem('STATE_CONFLICT', { message: 'This lot has opening stock already: correct that, or take it back first.' })
    await refuseFilled(scope, subject, event.occurredAt)
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
      await post(scope, { event, movements: opening(subject.id, toGrams('kg' in proposal.data ? Number(proposal.data.kg) : 0)) })
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
