// The farmer's word on a ticket (BR-08): confirmed by a code or by a call that somebody else than the buyer attests, or disputed. What is open about it is a
// finding of the ticket's event, which the word settles.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { isSignedBySlip } from '../../queries/signed-slips.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { accountsOfCaller } from '../../store/accounts-of-person.ts'
import { closeFlag, reopenSettled } from '../../store/flags.ts'
import { isUuid } from '../../store/get.ts'
import { endCode } from '../../store/purchase-codes.ts'
import { atEndOfStep } from '../../store/step.ts'
import { judgeSlip } from './slip-findings.ts'
import { isBefore, refuseBuyer, type TicketRow, type TicketWordRow, ticketFamilyOf, ticketOf, wordsAbout } from './ticket-versions.ts'

const productbatch = entityOf('productbatch')
type Batch = typeof productbatch
type On<K extends keyof Batch['events'] & string> = EventBehaviour<Batch, K>
/** Whether the farmer's number was entered or changed shortly before the ticket; the day on which it was. */
export async function numberChangedOn(scope: Scope, { data }: TicketRow): Promise<string | null> {
  const days = tolerancesOf(scope.tenant.config.tolerances).phoneChangeDays
  const since = addDays(localDay(scope), -days)
  const { rows } = await sql<{ at: string }>`select to_json(e.occurred_at)#>>'{}' as at from crop as c
    join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = 'farmer' and e.subject_id = c.farmer_id and e.status = 'RECORDED'
      and (e.event_type = 'EDITED' and e.data->'changes' ?| array['phone', 'noPhone', 'phoneOwner'] or e.event_type = 'CREATED' and e.source <> 'IMPORT' and e.data#>>'{changes,phone,to}' is not null) and e.recorded_at >= ${since}::date
    where c.tenant_id = ${scope.tenant.id} and c.id = ${String(data.cropId)}::uuid order by e.recorded_at desc limit 1`.execute(scope.db)
  return rows[0] ? localDay(scope, rows[0].at) : null
}

/**
 * At the end of the step: that nobody confirmed a ticket, and a dispute of it, are settled by a confirmation that occurred since, whichever was recorded
 * first, and open again when it is taken back. A confirmation ends the disputes before it in every version; only one of the version that counts confirms it. None
 * says anything of where the ticket was written.
 */
const settled = (scope: Scope, lotId: string, ticketId: string): Promise<void> =>
  atEndOfStep(scope, `words on ${ticketId}`, async () => {
    const { current, ...family } = await ticketFamilyOf(scope, lotId, ticketId)
    const words = await wordsAbout(scope, lotId, family)
    const confirmations = words.filter(isConfirmation)
    const disputes = words.filter(({ eventType }) => eventType === 'PURCHASE_DISPUTED')
    const isOver = (dispute: TicketWordRow): boolean => confirmations.some((one) => isBefore(dispute, one))
    const over = disputes.filter(isOver).map(({ id }) => id)
    const after = disputes.filter((dispute) => !isOver(dispute)).map(({ id }) => id)
    const isConfirmed = confirmations.some((one) => one.ticketId === current)
    const own = current === null ? [] : [current]
    const closed = [...(isConfirmed ? own : []), ...over]
    // What its slip has settled stays so.
    const isOpenAgain = !isConfirmed && current !== null && !(await isSigned(scope, current))
    await reopenSettled(scope, [...(isOpenAgain ? own : []), ...after])
    // The slip alone confirms it again, also where that had not been found before.
    if (!isConfirmed && !isOpenAgain && current !== null) {
      await reopenSettled(scope, own, 'SLIP')
      await judgeSlip(scope, current, { isOver: false })
    }
    const flags = closed.length
      ? await scope.db
          .selectFrom('flag')
          .select(['id'])
          .where('tenant_id', '=', scope.tenant.id)
          .where('event_id', 'in', closed)
          .where('rule_id', '=', 'BR-08')
          .where(({ and, eb, or }) => or([and([eb('severity', '=', 'REVIEW'), eb('aspect', 'is', null)]), eb('aspect', '=', 'SLIP')]))
          .where('closed_at', 'is', null)
          .execute()
      : []
    for (const { id } of flags) await closeFlag(scope, id, 'SETTLED', 'Confirmed by the farmer')
  })
async function isSigned({ db, ...within }: Scope, ticketId: string): Promise<boolean> {
  const { rows } = await sql<{
    isSigned: boolean
  }>`select ${isSignedBySlip(within, 'e')} as "isSigned" from event as e where e.tenant_id = ${within.tenant.id} and e.id = ${ticketId}::uuid`.execute(db)
  return rows[0]?.isSigned ?? false
}
const isConfirmation = ({ eventType }: { eventType: string }): boolean => eventType === 'PURCHASE_CONFIRMED' || eventType === 'PURCHASE_ATTESTED'

const warnOfNumber = (day: string) => ({
  ruleId: 'BR-08' as const,
  severity: 'REVIEW' as const,
  message: phrase`The farmer’s telephone number was changed on ${onDay(day)}, shortly before it confirmed a ticket.`,
  figures: { changedOn: day },
})

export const confirmed: On<'PURCHASE_CONFIRMED'> = {
  isFinal: true,
  async apply(_scope, { event, flag }) {
    const { numberChangedOn: day } = event.data
    if (day) flag(warnOfNumber(day))
  },
  settle: (scope, { subject, event }) => settled(scope, subject.id, String(event.data.purchaseEventId)),
}

export const attested: On<'PURCHASE_ATTESTED'> = {
  async check(scope, { subject, event }) {
    const ticket = await ticketOf(scope, subject.id, event.data.purchaseEventId)
    await refuseBuyer(scope, ticket)
    const words = await wordsAbout(scope, subject.id, ticket)
    const disputes = words.filter(({ eventType }) => eventType === 'PURCHASE_DISPUTED')
    const own = await accountsOfCaller(scope)
    if (disputes.some(({ recordedBy }) => own.has(recordedBy ?? '')))
      throw ruleBlocked('BR-24', 'You have recorded the farmer’s dispute of this ticket: somebody else attests the call.', {})
    const call = await scope.db
      .selectFrom('delivery')
      .innerJoin('outbox', (join) => join.onRef('outbox.id', '=', 'delivery.source_id').onRef('outbox.tenant_id', '=', 'delivery.tenant_id'))
      .innerJoin('event', (join) => join.onRef('event.id', '=', 'outbox.event_id').onRef('event.tenant_id', '=', 'outbox.tenant_id'))
      .select(['delivery.state', 'event.id as requestId', sql<string | null>`event.data ->> 'purchaseEventId'`.as('ticketId')])
      .where('delivery.tenant_id', '=', scope.tenant.id)
      .where('delivery.id', '=', isUuid(event.data.callId) ? event.data.callId : null)
      .where('delivery.channel', '=', 'IVR_VOICE')
      .where('event.event_type', '=', 'PURCHASE_ASKED')
      .executeTakeFirst()
    if (!call || call.ticketId !== ticket.id || !['DELIVERED', 'HEARD'].includes(call.state))
      throw fieldProblem('data.callId', 'rule', 'There is no answered call to the farmer about this ticket.')
    // What the farmer said before disputing the ticket is no answer to the dispute. One that occurs after what is attested stands without this.
    const requested = words.find(({ id }) => id === call.requestId)
    if (requested && disputes.some((dispute) => isBefore(requested, dispute) && Date.parse(dispute.occurredAt) <= Date.parse(event.occurredAt)))
      throw fieldProblem('data.callId', 'rule', 'This call was before the farmer disputed the ticket: call again.')
  },
  async apply(scope, { subject, event, flag }) {
    const day = await numberChangedOn(scope, await ticketOf(scope, subject.id, event.data.purchaseEventId))
    if (day) flag(warnOfNumber(day))
  },
  settle: (scope, { subject, event }) => settled(scope, subject.id, event.data.purchaseEventId),
}

export const disputed: On<'PURCHASE_DISPUTED'> = {
  async check(scope, { subject, event }) {
    await refuseBuyer(scope, await ticketOf(scope, subject.id, event.data.purchaseEventId))
  },
  async checkVoid(scope, { subject, event }) {
    await refuseBuyer(scope, await ticketFamilyOf(scope, subject.id, event.data.purchaseEventId))
  },
  async apply(scope, { subject, event, flag }) {
    const ticket = await ticketOf(scope, subject.id, event.data.purchaseEventId)
    await endCode(scope, ticket.id)
    flag({
      ruleId: 'BR-08',
      severity: 'REVIEW',
      message: phrase`The farmer disputes ticket ${String(ticket.data.receiptNo)}: ${event.data.reason}.`,
      figures: { purchaseEventId: ticket.id },
    })
  },
  settle: (scope, { subject, event }) => settled(scope, subject.id, event.data.purchaseEventId),
}
