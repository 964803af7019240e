// Members who left as long ago as the programme retains what names them (6.6), when that is, and what is against erasing it.
import { sql } from 'kysely'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { noticeDays } from '#domain/people/erasure.ts'
import type { RetentionAhead } from '#domain/tenancy/client-answers.ts'
import { organisationOf } from '#domain/tenancy/organisation.ts'
import type { Scope } from '../scope.ts'
import { openOfFarmer } from './open-of-farmer.ts'

type Within = Pick<Scope, 'db' | 'tenant'>
/** `leftOn`: a day where the programme works. */
export type Leaver = { id: string; code: string; title: string; memberNo: string; operatorId: string; operator: string; leftOn: string; erasedFrom: string }

export const retentionYears = ({ tenant }: Pick<Within, 'tenant'>): number => organisationOf(tenant.config).retentionYears

/**
 * Members who left and of whom what names them is there, whose time is over by `day`; by id, after this one, at most `limit`; or by their day. They left when they last did: an exit
 * that was taken back counts no more. `only`: this one.
 */
export async function leaversBy(
  { db, tenant }: Within,
  day: string,
  { after = null, limit, only = null, first = 'ID' }: { after?: string | null; limit: number; only?: string | null; first?: 'ID' | 'DAY' },
): Promise<Leaver[]> {
  const years = retentionYears({ tenant })
  const { rows } = await sql<Leaver>`
    select f.id, f.code, f.title, f.member_no as "memberNo", f.operator_id as "operatorId", c.title as operator, to_char(x.left_on, 'YYYY-MM-DD') as "leftOn",
      to_char(y.day, 'YYYY-MM-DD') as "erasedFrom" from farmer as f
      join collective as c on c.tenant_id = f.tenant_id and c.id = f.operator_id
      join lateral (select (max(e.occurred_at) at time zone ${tenant.timezone})::date as left_on from event as e
        where e.tenant_id = f.tenant_id and e.subject_type = 'farmer' and e.subject_id = f.id and e.event_type = 'EXITED' and e.status = 'RECORDED') as x on true
      -- Of a 29 February the 1 March.
      join lateral (select (x.left_on + make_interval(years => ${years}::integer))::date
        + (to_char(x.left_on, 'MM-DD') = '02-29' and to_char(x.left_on + make_interval(years => ${years}::integer), 'MM-DD') = '02-28')::integer as day) as y on true
    where f.tenant_id = ${tenant.id} and f.status = 'EXITED' and f.erased_on is null and f.deleted_at is null
      and (${after}::uuid is null or f.id > ${after}::uuid) and (${only}::uuid is null or f.id = ${only}::uuid)
      and y.day <= ${day}::date
    order by ${first === 'DAY' ? sql`y.day, f.id` : sql`f.id`} limit ${limit}`.execute(db)
  return rows
}

/** Why it stays for now: codes of what still runs in the name of this member, of lists in force of an open season and
 * of certificates that are not decided, and rules of which a finding on the record is to be decided. Empty: nothing is against it. */
export async function retainedBy(scope: Within, farmerId: string): Promise<string[]> {
  const { db, tenant } = scope
  const { rows } = await sql<{ code: string }>`
    select f.rule_id as code from flag as f where f.tenant_id = ${tenant.id} and f.subject_type = 'farmer' and f.subject_id = ${farmerId}::uuid
      and f.closed_at is null and f.severity = 'REVIEW'
    union select l.code from approvedlist as l join season as s on s.tenant_id = l.tenant_id and s.id = l.season_id and s.status = 'OPEN'
      where l.tenant_id = ${tenant.id} and l.status in ('SIGNED', 'IN_FORCE') and l.deleted_at is null
        and l.entries @> jsonb_build_array(jsonb_build_object('farmerId', ${farmerId}::text))
    union select a.code from (
      with recursive above as (
        select x.batch_id as id, t.code from transactioncertificate as t
          join transactioncertificate_lines as x on x.tenant_id = t.tenant_id and x.parent_id = t.id
          where t.tenant_id = ${tenant.id} and t.status in ('DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'CORRECTION') and t.deleted_at is null
        union select l.input_id, above.code from above join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.voided_at is null)
      select above.code from above join crop as k on k.tenant_id = ${tenant.id} and k.id = above.id and k.farmer_id = ${farmerId}::uuid) as a
    order by 1 limit 20`.execute(db)
  return [...(await openOfFarmer(scope, farmerId)), ...rows.map(({ code }) => code)]
}

/** Members that a preview names at most. */
const shownAtMost = 200

/** Whom the coming days take, in the order of their days, those whose day is past and who are still needed among them. */
export async function retentionOf(scope: Within & Pick<Scope, 'now'>): Promise<RetentionAhead> {
  const leavers = await leaversBy(scope, addDays(localDay(scope), noticeDays), { limit: shownAtMost, first: 'DAY' })
  const items = []
  for (const { operatorId: _, ...leaver } of leavers) items.push({ ...leaver, retainedBy: await retainedBy(scope, leaver.id) })
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from farmer where tenant_id = ${scope.tenant.id} and erased_on is not null and merged_into_id is null`.execute(scope.db)
  return { years: retentionYears(scope), days: noticeDays, erased: rows[0]?.count ?? 0, items }
}
