// The farmer's word on a ticket (BR-08): confirmed by a code or by a call that somebody else than the buyer attests, or disputed. What is open about it is a
// finding of the ticket's event, which the word settles.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { closeFlag, reopenSettled } from '../../store/flags.ts'
import { atEndOfStep } from '../../store/step.ts'

const productbatch = entityOf('productbatch')
type Batch = typeof productbatch
type On<K extends keyof Batch['events'] & string> = EventBehaviour<Batch, K>
export type TicketRow = { id: string; recordedBy: string | null; data: Record<string, unknown> }

/** The ticket of this lot that the event is about. Throws VALIDATION. */
export async function ticketOf({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, lotId: string, eventId: string): Promise<TicketRow> {
  const found = await db
    .selectFrom('event')
    .select(['id', 'recorded_by', sql<Record<string, unknown>>`data`.as('data')])
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', eventId)
    .where('subject_type', '=', 'productbatch')
    .where('subject_id', '=', lotId)
    .where('event_type', '=', 'PURCHASE')
    .where('status', '=', 'RECORDED')
    .executeTakeFirst()
  if (!found) throw fieldProblem('data.purchaseEventId', 'missing', 'This lot has no such ticket.')
  return { id: found.id, recordedBy: found.recorded_by, data: found.data }
}

/** BR-24: whoever bought does not speak for the farmer. */
export function refuseBuyer({ user }: Pick<Scope, 'user'>, { recordedBy }: TicketRow): void {
  if (recordedBy === user.id) throw ruleBlocked('BR-24', 'You have recorded this ticket: somebody else speaks for the farmer.', {})
}

/** What was recorded about a ticket, oldest first: asked, confirmed, attested, disputed. `ms`: since then. */
export async function wordsAbout(
  { db, tenant, now }: Pick<Scope, 'db' | 'tenant' | 'now'>,
  lotId: string,
  ticketId: string,
): Promise<{ eventType: string; ms: number }[]> {
  const { rows } = await sql<{ eventType: string; at: string }>`select e.event_type as "eventType", to_json(e.recorded_at)#>>'{}' as at from event as e
    where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = ${lotId}::uuid and e.status = 'RECORDED'
      and e.event_type in ('PURCHASE_ASKED', 'PURCHASE_CONFIRMED', 'PURCHASE_ATTESTED', 'PURCHASE_DISPUTED') and e.data->>'purchaseEventId' = ${ticketId}::text
    order by e.recorded_at, e.id`.execute(db)
  return rows.map(({ eventType, at }) => ({ eventType, ms: now.getTime() - Date.parse(at) }))
}

/** Whether the farmer's number was entered or changed shortly before the ticket; the day on which it was. */
export async function numberChangedOn(scope: Scope, { data }: TicketRow): Promise<string | null> {
  const days = tolerancesOf(scope.tenant.config.tolerances).phoneChangeDays
  const since = addDays(localDay(scope), -days)
  const { rows } = await sql<{ at: string }>`select to_json(e.occurred_at)#>>'{}' as at from crop as c
    join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = 'farmer' and e.subject_id = c.farmer_id and e.status = 'RECORDED'
      and (e.event_type = 'EDITED' and e.data->'changes' ?| array['phone', 'noPhone'] or e.event_type = 'CREATED' and e.source <> 'IMPORT' and e.data#>>'{changes,phone,to}' is not null) and e.recorded_at >= ${since}::date
    where c.tenant_id = ${scope.tenant.id} and c.id = ${String(data.cropId)}::uuid order by e.recorded_at desc limit 1`.execute(scope.db)
  return rows[0] ? localDay(scope, rows[0].at) : null
}

/**
 * At the end of the step: that nobody confirmed a ticket, and a dispute of it, are settled by a confirmation that occurred since, whichever was recorded
 * first, and open again when it is taken back.
 */
const settled = (scope: Scope, lotId: string, ticketId: string): Promise<void> =>
  atEndOfStep(scope, `words on ${ticketId}`, async () => {
    const { rows: words } = await sql<{ id: string; eventType: string; occurredAt: string }>`
      select e.id, e.event_type as "eventType", to_json(e.occurred_at)#>>'{}' as "occurredAt" from event as e
      where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'productbatch' and e.subject_id = ${lotId}::uuid and e.status = 'RECORDED'
        and e.event_type in ('PURCHASE_CONFIRMED', 'PURCHASE_ATTESTED', 'PURCHASE_DISPUTED') and e.data->>'purchaseEventId' = ${ticketId}::text`.execute(
      scope.db,
    )
    const confirmedAt = Math.max(...words.flatMap(({ eventType, occurredAt }) => (eventType === 'PURCHASE_DISPUTED' ? [] : Date.parse(occurredAt))))
    const disputes = words.filter(({ eventType }) => eventType === 'PURCHASE_DISPUTED')
    const after = disputes.filter(({ occurredAt }) => Date.parse(occurredAt) > confirmedAt).map(({ id }) => id)
    const open = confirmedAt === -Infinity ? [ticketId, ...after] : after
    const closed = [ticketId, ...disputes.map(({ id }) => id)].filter((id) => !open.includes(id))
    await reopenSettled(scope, open)
    const flags = closed.length
      ? await scope.db
          .selectFrom('flag')
          .select(['id'])
          .where('tenant_id', '=', scope.tenant.id)
          .where('event_id', 'in', closed)
          .where('rule_id', '=', 'BR-08')
          .where('severity', '=', 'REVIEW')
          .where('closed_at', 'is', null)
          .execute()
      : []
    for (const { id } of flags) await closeFlag(scope, id, 'SETTLED', 'Confirmed by the farmer')
  })

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
    refuseBuyer(scope, ticket)
    const call = await scope.db
      .selectFrom('delivery')
      .innerJoin('outbox', (join) => join.onRef('outbox.id', '=', 'delivery.source_id').onRef('outbox.tenant_id', '=', 'delivery.tenant_id'))
      .innerJoin('event', (join) => join.onRef('event.id', '=', 'outbox.event_id').onRef('event.tenant_id', '=', 'outbox.tenant_id'))
      .select(['delivery.state', sql<string | null>`event.data ->> 'purchaseEventId'`.as('ticketId')])
      .where('delivery.tenant_id', '=', scope.tenant.id)
      .where('delivery.id', '=', event.data.callId)
      .where('delivery.channel', '=', 'IVR_VOICE')
      .where('event.event_type', '=', 'PURCHASE_ASKED')
      .executeTakeFirst()
    if (!call || call.ticketId !== ticket.id || !['DELIVERED', 'HEARD'].includes(call.state))
      throw fieldProblem('data.callId', 'rule', 'There is no answered call to the farmer about this ticket.')
  },
  async apply(scope, { subject, event, flag }) {
    const day = await numberChangedOn(scope, await ticketOf(scope, subject.id, event.data.purchaseEventId))
    if (day) flag(warnOfNumber(day))
  },
  settle: (scope, { subject, event }) => settled(scope, subject.id, event.data.purchaseEventId),
}

export const disputed: On<'PURCHASE_DISPUTED'> = {
  async check(scope, { subject, event }) {
    refuseBuyer(scope, await ticketOf(scope, subject.id, event.data.purchaseEventId))
  },
  async apply(scope, { subject, event, flag }) {
    const ticket = await ticketOf(scope, subject.id, event.data.purchaseEventId)
    flag({
      ruleId: 'BR-08',
      severity: 'REVIEW',
      message: phrase`The farmer disputes ticket ${String(ticket.data.receiptNo)}: ${event.data.reason}.`,
      figures: { purchaseEventId: ticket.id },
    })
  },
  settle: (scope, { subject, event }) => settled(scope, subject.id, event.data.purchaseEventId),
}
