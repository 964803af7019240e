// The lots that follow when something becomes known of a scope certificate of the group that grew their goods (domain dictionary 4.4; docs/decisions/0167).
import { sql } from 'kysely'
import { schemesOn, sharedSchemes } from '#domain/chain/lot-schemes.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay, startOfDay } from '#domain/kernel/day.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { atEndOfStep } from '../store/step.ts'
import { certificatesOfGroup } from './scheme-certificates.ts'
import { projectLotsMadeOf } from './settle-lots.ts'

/** At the end of the step: the lots of what this group picked from a day to another one, where they are of other schemes by its certificates now. */
export const schemesChanged = (scope: Scope, collectiveId: string, from: string, to: string): Promise<void> =>
  atEndOfStep(scope, `schemes of ${collectiveId} from ${from} to ${to}`, () => followCertificates(scope, collectiveId, from, to))

type FarmLot = { cropId: string; claim: Claim | null; schemeIds: string[] | null; pickings: string[] }
async function followCertificates(scope: Scope, collectiveId: string, from: string, to: string): Promise<void> {
  const { tenant } = scope
  const [after, before] = [startOfDay(from, tenant.timezone), startOfDay(addDays(to, 1), tenant.timezone)]
  const { rows: lots } = await sql<FarmLot>`
    select b.crop_id as "cropId", b.claim_status as claim, b.scheme_ids as "schemeIds", jsonb_agg(distinct l.at) as pickings
    from productbatch as b join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = b.id and l.input_kind = 'crop' and l.voided_at is null
    where b.tenant_id = ${tenant.id} and b.operator_id = ${collectiveId}::uuid and b.unit_type = 'FARM_LOT' and exists (select from lot_link as o
      where o.tenant_id = ${tenant.id} and o.output_id = b.id and o.voided_at is null and o.at >= ${after}::timestamptz and o.at < ${before}::timestamptz)
    group by b.id, b.crop_id, b.claim_status, b.scheme_ids`.execute(scope.db)
  if (lots.length === 0) return
  const certificates = await certificatesOfGroup(scope, collectiveId)
  const isOther = ({ claim, schemeIds, pickings }: FarmLot): boolean =>
    sharedSchemes(
      claim,
      pickings.map((at) => ({ schemes: schemesOn(certificates, localDay(scope, at)) })),
    ).join() !== (schemeIds ?? []).join()
  const crops = [...new Set(lots.filter(isOther).map(({ cropId }) => cropId))].sort()
  for (const crop of await recordsById(scope, entityOf('crop'), crops)) await projectLotsMadeOf(scope, crop)
}
