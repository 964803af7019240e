// Members who left as long ago as the programme retains what names them (6.6), when that is, and what is against erasing it.
import { sql } from 'kysely'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { noticeDays } from '#domain/people/erasure.ts'
import type { RetentionAhead } from '#domain/tenancy/client-answers.ts'
import { organisationOf } from '#domain/tenancy/organisation.ts'
import type { Scope } from '../scope.ts'
import { openOfFarmer } from './open-of-farmer.ts'

type Within = Pick<Scope, 'db' | 'tenant'>
/** Days where the programme works. `dueOn`: by exit and setting; `erasedFrom`: that day, or ninety days after administrators were informed of it, if that is later. */
export type Leaver = {
  id: string
  code: string
  title: string
  memberNo: string
  operatorId: string
  operator: string
  leftOn: string
  dueOn: string
  erasedFrom: string
  isNoticed: boolean
}

export const retentionYears = ({ tenant }: Pick<Within, 'tenant'>): number => organisationOf(tenant.config).retentionYears

/**
 * Members who left and of whom what names them is there, whose time is over by `day`; by id, after this one, at most `limit`; or by their day. They left when they last did: an exit
 * that was taken back counts no more. `only`: this one. `afterNotice`: of whom administrators were informed, by this day of theirs, ninety days before.
 */
export async function leaversBy(
  { db, tenant, now }: Within & Pick<Scope, 'now'>,
  day: string,
  {
    after = null,
    limit,
    only = null,
    first = 'ID',
    afterNotice = false,
  }: { after?: string | null; limit: number; only?: string | null; first?: 'ID' | 'DAY'; afterNotice?: boolean },
): Promise<Leaver[]> {
  const years = retentionYears({ tenant })
  const { rows } = await sql<Leaver>`
    select f.id, f.code, f.title, f.member_no as "memberNo", f.operator_id as "operatorId", c.title as operator, to_char(x.left_on, 'YYYY-MM-DD') as "leftOn",
      to_char(y.day, 'YYYY-MM-DD') as "dueOn", to_char(greatest(y.day, z.day), 'YYYY-MM-DD') as "erasedFrom", n.noticed_on is not null as "isNoticed" from farmer as f
      join collective as c on c.tenant_id = f.tenant_id and c.id = f.operator_id
      join lateral (select (max(e.occurred_at) at time zone ${tenant.timezone})::date as left_on from event as e
        where e.tenant_id = f.tenant_id and e.subject_type = 'farmer' and e.subject_id = f.id and e.event_type = 'EXITED' and e.status = 'RECORDED') as x on true
      -- Of a 29 February the 1 March.
      join lateral (select (x.left_on + make_interval(years => ${years}::integer))::date
        + (to_char(x.left_on, 'MM-DD') = '02-29' and to_char(x.left_on + make_interval(years => ${years}::integer), 'MM-DD') = '02-28')::integer as day) as y on true
      left join erasure_notice as n on n.tenant_id = f.tenant_id and n.farmer_id = f.id and n.due_on = y.day
      join lateral (select coalesce(n.noticed_on, ${localDay({ tenant, now })}::date) + ${noticeDays}::integer as day) as z on true
    where f.tenant_id = ${tenant.id} and f.status = 'EXITED' and f.erased_on is null and f.deleted_at is null
      and (${after}::uuid is null or f.id > ${after}::uuid) and (${only}::uuid is null or f.id = ${only}::uuid)
      and y.day <= ${day}::date and (not ${afterNotice}::boolean or (n.noticed_on is not null and z.day <= ${day}::date))
    order by ${first === 'DAY' ? sql`y.day, f.id` : sql`f.id`} limit ${limit}`.execute(db)
  return rows
}

/** The record of a member and those that were merged into it: they are one person, and are erased together. */
export async function recordsOfPerson({ db, tenant }: Within, farmerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive own as (select f.id from farmer as f where f.tenant_id = ${tenant.id} and f.id = ${farmerId}::uuid
      union select m.id from own join farmer as m on m.tenant_id = ${tenant.id} and m.merged_into_id = own.id)
    select own.id from own order by own.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Why it stays for now: codes of what still runs in the name of this person, of lists in force of an open season and of certificates that are not decided,
 * of plots of others that are theirs, and rules of which a finding on a record of theirs, or that another is the same person, is to be decided. Empty: nothing is against it. */
export async function retainedBy(scope: Within, farmerId: string): Promise<string[]> {
  const { db, tenant } = scope
  const ids = await recordsOfPerson(scope, farmerId)
  const { rows } = await sql<{ code: string }>`
    select f.rule_id as code from flag as f where f.tenant_id = ${tenant.id} and f.subject_type = 'farmer' and f.subject_id = any(${ids}::uuid[])
      and f.closed_at is null and f.severity = 'REVIEW'
    union select f.rule_id from flag as f where f.tenant_id = ${tenant.id} and f.closed_at is null and f.severity = 'REVIEW'
      and f.named = any(array(select unnest(array[m.id::text, m.code]) from farmer as m where m.tenant_id = ${tenant.id} and m.id = any(${ids}::uuid[])))
    union select p.code from landowner as o join landparcel as p on p.tenant_id = o.tenant_id and p.status <> 'RETIRED' and p.deleted_at is null
      and p.farmer_id <> all(${ids}::uuid[]) and p.landowners @> jsonb_build_array(jsonb_build_object('landownerId', o.id))
      where o.tenant_id = ${tenant.id} and o.farmer_id = any(${ids}::uuid[])
    union select l.code from approvedlist as l join season as s on s.tenant_id = l.tenant_id and s.id = l.season_id and s.status = 'OPEN'
      join farmer as m on m.tenant_id = l.tenant_id and m.id = any(${ids}::uuid[])
      where l.tenant_id = ${tenant.id} and l.status in ('SIGNED', 'IN_FORCE') and l.deleted_at is null
        and l.entries @> jsonb_build_array(jsonb_build_object('farmerId', m.id::text))
    union select a.code from (
      with recursive above as (
        select x.batch_id as id, t.code from transactioncertificate as t
          join transactioncertificate_lines as x on x.tenant_id = t.tenant_id and x.parent_id = t.id
          where t.tenant_id = ${tenant.id} and t.status in ('DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'CORRECTION') and t.deleted_at is null
        union select l.input_id, above.code from above join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.voided_at is null)
      select above.code from above join crop as k on k.tenant_id = ${tenant.id} and k.id = above.id and k.farmer_id = any(${ids}::uuid[])) as a
    order by 1 limit 20`.execute(db)
  return [...(await openOfFarmer(scope, ids)), ...rows.map(({ code }) => code)]
}

/** Members that a preview names at most. */
const shownAtMost = 200

/** Whom the coming days take, in the order of their days, those whose day is past and who are still needed among them. */
export async function retentionOf(scope: Within & Pick<Scope, 'now'>): Promise<RetentionAhead> {
  const leavers = await leaversBy(scope, addDays(localDay(scope), noticeDays), { limit: shownAtMost, first: 'DAY' })
  const items = []
  for (const { operatorId: _operator, dueOn: _due, isNoticed: _noticed, ...leaver } of leavers)
    items.push({ ...leaver, retainedBy: await retainedBy(scope, leaver.id) })
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from farmer where tenant_id = ${scope.tenant.id} and erased_on is not null and merged_into_id is null`.execute(scope.db)
  return { years: retentionYears(scope), days: noticeDays, erased: rows[0]?.count ?? 0, items }
}
