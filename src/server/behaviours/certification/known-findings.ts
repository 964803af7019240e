// Non-conformities of a crop as the rules look at them: what is open, what somebody has decided, and what the product has cured.
import { sql } from 'kysely'
import type { KnownFinding } from '#domain/certification/judging/decided.ts'
import type { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'

type Crop = Stored<ReturnType<typeof entityOf<'crop'>>>

type Known = Pick<Crop, 'id' | 'farmerId' | 'seasonId'>
/** Of a crop, and what inspections of its grower found in its season. */
export const knownOf = async (scope: Scope, crop: Known): Promise<KnownFinding[]> => (await knownOfCrops(scope, [crop])).get(crop.id) ?? []

/** Of many crops, by their ids, in one statement. */
export async function knownOfCrops({ db, tenant }: Scope, crops: readonly Known[]): Promise<Map<string, KnownFinding[]>> {
  const { rows } = await sql<KnownFinding & { ofCrop: string }>`
    select w.id as "ofCrop", n.id, n.ref, n.status, coalesce(v.scheme_id, k.scheme_id) as "schemeId", n.rule, n.severity, n.effect_on_fail as "effectOnFail", n.opened_on as "openedOn",
      n.created_by is null and n.crop_id is not null as "isOurs", n.evidence, n.crop_id is not null as "isOfCrop",
      exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'nonconformity' and e.subject_id = n.id
        and e.event_type = 'CURED' and e.status = 'RECORDED') as "isCured",
      n.status = 'SANCTIONED' or n.sanction_state = 'PROPOSED' and exists (select from event as e where e.tenant_id = ${tenant.id}
        and e.subject_type = 'nonconformity' and e.subject_id = n.id and e.event_type in ('ESCALATED', 'SANCTION_IMPOSED') and e.status = 'RECORDED'
        and not exists (select from event as x where x.tenant_id = ${tenant.id} and x.subject_type = 'nonconformity' and x.subject_id = n.id
          and x.event_type in ('SANCTION_REFUSED', 'SANCTION_LIFTED') and x.status = 'RECORDED'
          and (x.occurred_at, x.subject_version) > (e.occurred_at, e.subject_version))) as "awaitsPeople"
    from unnest(${crops.map(({ id }) => id)}::uuid[], ${crops.map(({ farmerId }) => farmerId)}::uuid[], ${crops.map(({ seasonId }) => seasonId)}::uuid[]) as w (id, farmer_id, season_id)
    join nonconformity as n on n.tenant_id = ${tenant.id} and n.deleted_at is null and (n.crop_id = w.id or (n.farmer_id = w.farmer_id and n.crop_id is null))
    left join schemepop as v on v.tenant_id = ${tenant.id} and v.id = n.scheme_pop_id
    left join inspection as i on i.tenant_id = ${tenant.id} and i.id = n.inspection_id
    left join checklist as k on k.tenant_id = ${tenant.id} and k.id = i.checklist_id
    where n.crop_id = w.id or i.season_id = w.season_id order by n.id`.execute(db)
  const found = Map.groupBy(rows, ({ ofCrop }) => ofCrop)
  return new Map([...found].map(([id, of]) => [id, of.map(({ ofCrop: _, ...known }) => known)]))
}
