// A ticket through its corrections (BR-08): who bought in any version of it, and what was recorded about any of them. A correction is a new event, and a
// farmer's dispute of an earlier version stays with it.
import { type RawBuilder, sql } from 'kysely'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { callOf, spokenAt, spokenVersion } from '../../queries/farmer-words.ts'
import type { Scope } from '../../scope.ts'
import { accountsOfCaller } from '../../store/accounts-of-person.ts'
import { isUuid } from '../../store/get.ts'

/** `versions`: ids of the ticket and of those that it corrects, oldest first. `buyers`: whoever recorded any of them. */
export type TicketRow = { id: string; versions: readonly string[]; buyers: readonly string[]; data: Record<string, unknown> }
type Within = Pick<Scope, 'db' | 'tenant'>
type Version = { id: string; recordedBy: string | null; isCurrent: boolean; data: Record<string, unknown> }

/** Every version of a ticket of this lot, oldest first, from any one of them. */
async function versionsOf({ db, tenant }: Within, lotId: string, eventId: string): Promise<Version[]> {
  if (!isUuid(eventId)) return []
  const { rows } = await sql<Version>`
    with recursive earlier as (
      select e.id, e.supersedes_event_id from event as e
        where e.tenant_id = ${tenant.id} and e.id = ${eventId}::uuid and e.subject_type = 'productbatch' and e.subject_id = ${lotId}::uuid and e.event_type = 'PURCHASE'
      union all
      select e.id, e.supersedes_event_id from earlier as l join event as e on e.tenant_id = ${tenant.id} and e.id = l.supersedes_event_id
    ), version as (
      select l.id from earlier as l where l.supersedes_event_id is null
      union all
      select e.id from version as v join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = ${lotId}::uuid
        and e.event_type = 'PURCHASE' and e.supersedes_event_id = v.id
    )
    select e.id, e.recorded_by as "recordedBy", e.status = 'RECORDED' as "isCurrent", e.data from version as v
    join event as e on e.tenant_id = ${tenant.id} and e.id = v.id order by e.subject_version`.execute(db)
  return rows
}

/** The ticket of this lot that the event is about, as it stands. Throws VALIDATION where it was taken back or corrected. */
export async function ticketOf(scope: Within, lotId: string, eventId: string): Promise<TicketRow> {
  const versions = await versionsOf(scope, lotId, eventId)
  const found = versions.find(({ id }) => id === eventId)
  if (!found?.isCurrent) throw fieldProblem('data.purchaseEventId', 'missing', 'This lot has no such ticket.')
  return { id: found.id, data: found.data, ...familyOf(versions) }
}

/** The same, whichever version the event is about; `current`: the version that counts, null where the ticket was taken back. */
export async function ticketFamilyOf(
  scope: Within,
  lotId: string,
  eventId: string,
): Promise<Pick<TicketRow, 'versions' | 'buyers'> & { current: string | null }> {
  const versions = await versionsOf(scope, lotId, eventId)
  return { ...familyOf(versions), current: versions.find(({ isCurrent }) => isCurrent)?.id ?? null }
}

const familyOf = (versions: readonly Version[]): Pick<TicketRow, 'versions' | 'buyers'> => ({
  versions: versions.map(({ id }) => id),
  buyers: versions.flatMap(({ recordedBy }) => (recordedBy === null ? [] : [recordedBy])),
})

/** BR-24: whoever bought, or corrected what was bought, does not speak for the farmer, and takes none of the farmer's words back. */
export async function refuseBuyer(scope: Scope, { buyers }: Pick<TicketRow, 'buyers'>): Promise<void> {
  const own = await accountsOfCaller(scope)
  if (buyers.some((id) => own.has(id))) throw ruleBlocked('BR-24', 'You have recorded this ticket: somebody else speaks for the farmer.', {})
}

/** BR-24: nor does a buyer of any version close what is to be decided about the ticket, as the manager that they may be as well. */
export async function refuseBuyerClosing(
  scope: Scope,
  lotId: string,
  { id, ruleId, severity, eventId }: { id: string; ruleId: string; severity: string; eventId: string | null },
): Promise<void> {
  if (ruleId !== 'BR-08' || eventId === null) return
  const { rows } = await sql<{
    ticketId: string | null
  }>`select case when e.event_type = 'PURCHASE' then e.id::text else e.data->>'purchaseEventId' end as "ticketId"
    from event as e where e.tenant_id = ${scope.tenant.id} and e.id = ${eventId}::uuid and e.subject_type = 'productbatch' and e.subject_id = ${lotId}::uuid
      and (${severity} = 'REVIEW' or exists (select from flag as f where f.tenant_id = ${scope.tenant.id} and f.id = ${id}::uuid and f.aspect = 'SLIP'))`.execute(
    scope.db,
  )
  if (rows[0]?.ticketId) await refuseBuyer(scope, await ticketFamilyOf(scope, lotId, rows[0].ticketId))
}

/** The same as SQL of a finding `f`, so that what is refused is not offered. */
export const isTicketBuyer = ({ tenant, user }: Pick<Scope, 'tenant' | 'user'>): RawBuilder<boolean> => sql<boolean>`
  case when f.rule_id = 'BR-08' and (f.severity = 'REVIEW' or f.aspect = 'SLIP') and f.event_id is not null then exists (
    with recursive earlier as (
      select t.id, t.supersedes_event_id, t.recorded_by from event as v join event as t on t.tenant_id = ${tenant.id} and t.subject_type = 'productbatch' and t.subject_id = f.subject_id
        and t.event_type = 'PURCHASE' and t.id::text = case when v.event_type = 'PURCHASE' then v.id::text else v.data->>'purchaseEventId' end
        where v.tenant_id = ${tenant.id} and v.id = f.event_id
      union all
      select e.id, e.supersedes_event_id, e.recorded_by from earlier as l join event as e on e.tenant_id = ${tenant.id} and e.id = l.supersedes_event_id
    ), version as (
      select l.id, l.recorded_by from earlier as l where l.supersedes_event_id is null
      union all
      select e.id, e.recorded_by from version as n join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = f.subject_id
        and e.event_type = 'PURCHASE' and e.supersedes_event_id = n.id
    ) select from version where version.recorded_by = ${user.id}::uuid) else false end`

export type TicketWordRow = {
  id: string
  eventType: string
  ticketId: string
  /** Of a question: by code or by call. */
  by: string | null
  recordedBy: string | null
  occurredAt: string
  /** Since it was recorded. */
  ms: number
  /** The order in which they were recorded. */
  version: number
  /** The place of what the farmer said: of an attested call and of a code where it was asked for, of other words as they occurred. */
  spokenAt: string
  spokenVersion: number
}
/** What was recorded about these versions of a ticket, in the order of recording: asked, confirmed, attested, disputed. */
export async function wordsAbout(
  { db, tenant, now }: Pick<Scope, 'db' | 'tenant' | 'now'>,
  lotId: string,
  { versions }: Pick<TicketRow, 'versions'>,
): Promise<TicketWordRow[]> {
  const { rows } = await sql<Omit<TicketWordRow, 'ms'> & { at: string }>`select e.id, e.event_type as "eventType", e.data->>'purchaseEventId' as "ticketId",
      e.data->>'by' as by, e.recorded_by as "recordedBy", to_json(e.occurred_at)#>>'{}' as "occurredAt", to_json(e.recorded_at)#>>'{}' as at, e.subject_version as version,
      to_json(${spokenAt('e', 'said')})#>>'{}' as "spokenAt", ${spokenVersion('e', 'said')} as "spokenVersion"
    from event as e ${callOf({ tenant }, 'e', 'said')} where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = ${lotId}::uuid and e.status = 'RECORDED'
      and e.event_type in ('PURCHASE_ASKED', 'PURCHASE_CONFIRMED', 'PURCHASE_ATTESTED', 'PURCHASE_DISPUTED') and e.data->>'purchaseEventId' = any(${[...versions]}::text[])
    order by e.subject_version`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, ms: now.getTime() - Date.parse(at) }))
}

/** Whether one of two words was spoken before the other: by its moment, and of one moment as they were recorded. */
export const isBefore = (one: Pick<TicketWordRow, 'spokenAt' | 'spokenVersion'>, other: Pick<TicketWordRow, 'spokenAt' | 'spokenVersion'>): boolean =>
  Date.parse(one.spokenAt) - Date.parse(other.spokenAt) < 0 ||
  (Date.parse(one.spokenAt) === Date.parse(other.spokenAt) && one.spokenVersion < other.spokenVersion)
