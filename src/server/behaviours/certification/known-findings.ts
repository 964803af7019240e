// Non-conformities of a crop as the rules look at them: what is open, what somebody has decided, and what the product has cured.
import { sql } from 'kysely'
import type { KnownFinding } from '#domain/certification/judging/decided.ts'
import type { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'

type Crop = Stored<ReturnType<typeof entityOf<'crop'>>>

/** Of a crop, and what inspections of its grower found in its season. */
export async function knownOf({ db, tenant }: Scope, { id: cropId, farmerId, seasonId }: Pick<Crop, 'id' | 'farmerId' | 'seasonId'>): Promise<KnownFinding[]> {
  const { rows } = await sql<KnownFinding>`
    select n.id, n.ref, n.status, coalesce(v.scheme_id, k.scheme_id) as "schemeId", n.rule, n.severity, n.effect_on_fail as "effectOnFail", n.opened_on as "openedOn",
      n.created_by is null and n.crop_id is not null as "isOurs", n.evidence, n.crop_id is not null as "isOfCrop",
      exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'nonconformity' and e.subject_id = n.id
        and e.event_type = 'CURED' and e.status = 'RECORDED') as "isCured"
    from nonconformity as n left join schemepop as v on v.tenant_id = ${tenant.id} and v.id = n.scheme_pop_id
    left join inspection as i on i.tenant_id = ${tenant.id} and i.id = n.inspection_id
    left join checklist as k on k.tenant_id = ${tenant.id} and k.id = i.checklist_id
    where n.tenant_id = ${tenant.id} and n.deleted_at is null
      and (n.crop_id = ${cropId}::uuid or (n.farmer_id = ${farmerId}::uuid and n.crop_id is null and i.season_id = ${seasonId}::uuid)) order by n.id`.execute(
    db,
  )
  return rows
}
