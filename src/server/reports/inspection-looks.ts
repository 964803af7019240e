// What the statistics of an internal control are made of: members, non-conformities by the look that found them, and looks of the certification body.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { secondLooks } from '#domain/reports/second-looks.ts'
import type { Findings } from '#domain/rules/inspection-quality.ts'
import type { Scope } from '../scope.ts'

const season = entityOf('season')
type Season = Pick<Stored<typeof season>, 'id' | 'startDate' | 'endDate'>
/** One person at one holding on one day. */
export type Look = { farmerId: string; kind: keyof typeof secondLooks; person: string; by: string; on: string; found: Findings }

type Member = { id: string; stays: string; name: string; isActive: boolean }
/** Whoever is or was a member; `stays`: the record that stays of theirs. The caller has asked who may see them. */
export async function membersOf({ db, tenant }: Scope, operatorId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select f.id, coalesce(f.merged_into_id, f.id) as stays, f.title as name, f.status = 'ACTIVE' as "isActive" from farmer as f
    where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.deleted_at is null order by f.title, f.id`.execute(db)
  return rows
}

type Found = { farmerId: string; rule: string; openedOn: string; inspectionId: string | null; createdBy: string | null }
/** `result` null: nobody gave one. */
type Seen = { farmerId: string; day: string; inspectorId: string | null; inspectionId: string | null; result: string | null }
export type FoundBy = { of(seen: Seen): Findings }

/**
 * Non-conformities of the operator's members, without recommendations and without what the product closed because its inspection was taken back. A look has found
 * those of its inspection; one without a checklist, those that its person entered with its day. With none, a result other than approved is a nameless one.
 */
export async function findingsOf({ db, tenant }: Scope, operatorId: string): Promise<FoundBy> {
  const { rows } = await sql<Found>`
    select n.farmer_id as "farmerId", n.rule, n.opened_on as "openedOn", n.inspection_id as "inspectionId", n.created_by as "createdBy" from nonconformity as n
    where n.tenant_id = ${tenant.id} and n.operator_id = ${operatorId}::uuid and n.farmer_id is not null and n.severity <> 'RECOMMENDATION' and n.deleted_at is null
      and not exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'nonconformity' and e.subject_id = n.id and e.event_type = 'CURED'
        and e.status = 'RECORDED' and n.status = 'CLOSED' and n.inspection_id is not null)`.execute(db)
  const byFarmer = Map.groupBy(rows, ({ farmerId }) => farmerId)
  return {
    of({ farmerId, day, inspectorId, inspectionId, result }) {
      const own = (byFarmer.get(farmerId) ?? []).filter((one) =>
        inspectionId
          ? one.inspectionId === inspectionId
          : one.inspectionId === null && inspectorId !== null && one.createdBy === inspectorId && one.openedOn === day,
      )
      const rules = [...new Set(own.map(({ rule }) => rule))]
      return { rules, unnamed: rules.length === 0 && result !== null && result !== 'APPROVED' }
    },
  }
}

/**
 * Non-conformities of the operator's members whose day of correction was in the season or has passed while they are open: how many there are, and how many of them
 * were closed or their correction reported by that day, and not returned since. Of recommendations and of what was taken back none.
 */
export async function correctedInTime(scope: Scope, operatorId: string, { startDate, endDate }: Season): Promise<{ done: number; of: number }> {
  const { db, tenant } = scope
  const today = localDay(scope)
  const { rows } = await sql<{ done: number; of: number }>`
    select count(*) as of, count(*) filter (where exists (
        select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'nonconformity' and e.subject_id = n.id and e.event_type in ('ACTION_SENT', 'CLOSED')
          and e.status = 'RECORDED' and (e.occurred_at at time zone ${tenant.timezone}::text)::date <= n.due_on
          and not exists (select from event as b where b.tenant_id = ${tenant.id} and b.subject_type = 'nonconformity' and b.subject_id = n.id
            and b.event_type = 'ACTION_RETURNED' and b.status = 'RECORDED' and (b.occurred_at, b.subject_version) > (e.occurred_at, e.subject_version)))) as done
    from nonconformity as n
    where n.tenant_id = ${tenant.id} and n.operator_id = ${operatorId}::uuid and n.farmer_id is not null and n.severity <> 'RECOMMENDATION' and n.deleted_at is null
      and n.due_on < ${today}::date and (n.due_on between ${startDate}::date and ${endDate}::date or n.due_on < ${startDate}::date and n.status = 'OPEN')
      and not exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'nonconformity' and e.subject_id = n.id and e.event_type = 'CURED'
        and e.status = 'RECORDED' and n.status = 'CLOSED' and n.inspection_id is not null)`.execute(db)
  return rows[0] ?? { done: 0, of: 0 }
}

type Inspection = { id: string; farmerId: string; day: string; inspectorId: string | null; inspector: string; result: string | null }
type Audited = {
  id: string
  farmerIds: string[]
  until: string
  by: string
  auditorId: string | null
  findings: { severity: string; rule: string; farmerId?: string | null }[]
}

/** Inspections by the certification body that were submitted for the season, and its audits that ended in it or in the months after, by day. */
export async function externalLooks({ db, tenant }: Scope, operatorId: string, { id, startDate, endDate }: Season, findings: FoundBy): Promise<Look[]> {
  const { rows: inspections } = await sql<Inspection>`
    select i.id, i.farmer_id as "farmerId", coalesce(i.started_on, i.submitted_on) as day, i.inspector_id as "inspectorId", coalesce(u.title, '') as inspector, i.result from inspection as i
    left join "user" as u on u.tenant_id = ${tenant.id} and u.id = i.inspector_id
    where i.tenant_id = ${tenant.id} and i.operator_id = ${operatorId}::uuid and i.season_id = ${id}::uuid and i.kind = 'EXTERNAL' and i.status in ('SUBMITTED', 'APPROVED')
      and i.deleted_at is null and i.submitted_on is not null order by i.submitted_on, i.id`.execute(db)
  const { rows: audits } = await sql<Audited>`
    select e.id, e.data->'farmerIds' as "farmerIds", e.data->>'until' as until, coalesce(e.data->'findings', '[]') as findings, e.recorded_by as "auditorId", coalesce(u.title, '') as by
    from event as e left join "user" as u on u.tenant_id = ${tenant.id} and u.id = e.recorded_by
    where e.tenant_id = ${tenant.id} and e.subject_type = 'collective' and e.subject_id = ${operatorId}::uuid and e.event_type = 'EXTERNAL_AUDIT' and e.status = 'RECORDED'
      and (e.data->>'until')::date between ${startDate}::date and (${endDate}::date + interval '3 months') order by e.data->>'until', e.id`.execute(db)
  const ofInspections = inspections.map(
    ({ id: inspectionId, farmerId, day, inspectorId, inspector, result }): Look => ({
      farmerId,
      kind: 'EXTERNAL',
      person: inspectorId ?? '',
      by: inspector,
      on: day,
      found: findings.of({ farmerId, day, inspectorId, inspectionId, result }),
    }),
  )
  const ofAudits = audits.flatMap(({ farmerIds, until, by, auditorId, findings: found }) =>
    farmerIds.map((farmerId): Look => {
      const rules = found.filter((one) => one.farmerId === farmerId && one.severity !== 'RECOMMENDATION').map(({ rule }) => rule)
      return { farmerId, kind: 'AUDIT', person: auditorId ?? '', by, on: until, found: { rules: [...new Set(rules)], unnamed: false } }
    }),
  )
  return [...ofInspections, ...ofAudits]
}
