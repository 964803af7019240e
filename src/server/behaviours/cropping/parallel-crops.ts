// BR-05 where a cropping system turns out to be grown another way than was entered: what is found of the crops of its grower in that season follows.
import { entityOf } from '#domain/entities.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { closeFlagsOfRules, saveFlags } from '../../store/flags.ts'

const crop = entityOf('crop')
type System = Pick<Stored<ReturnType<typeof entityOf<'croppingsystem'>>>, 'id' | 'farmerId' | 'seasonId'>

/** The same crop grown organically and not, see `code`. */
export const parallelFinding = (code: string): Finding => ({
  ruleId: 'BR-05',
  severity: 'REVIEW',
  message: phrase`The same crop is grown organically and not, see ${code}: lots need separate storage and a plan.`,
  figures: { code },
})

/** After the system was written: its crops that are grown in parallel are found, and where none is any more, what was found before is settled. */
export async function judgeParallel(scope: Scope, { id, farmerId, seasonId }: System): Promise<void> {
  if (farmerId === null) return
  const rows = await scope.db
    .selectFrom('crop as c')
    .innerJoin('croppingsystem as s', (join) => join.onRef('s.id', '=', 'c.cropping_system_id').on('s.tenant_id', '=', scope.tenant.id))
    .select(['c.id', 'c.code', 'c.crop_type_id as cropTypeId', 's.id as systemId', 's.managed_organically as isOrganic'])
    .where('c.tenant_id', '=', scope.tenant.id)
    .where('c.farmer_id', '=', farmerId)
    .where('c.season_id', '=', seasonId)
    .where('c.status', 'not in', ['CANCELLED', 'FAILED'])
    .where('c.deleted_at', 'is', null)
    .orderBy('c.code')
    .execute()
  for (const same of Map.groupBy(rows, ({ cropTypeId }) => cropTypeId).values()) {
    const own = same.filter(({ systemId }) => systemId === id)
    const [other] = same.filter(({ isOrganic }) => own.some((one) => one.isOrganic !== isOrganic))
    if (other) for (const one of own) await saveFlags(scope, crop, one.id, [parallelFinding(other.code)], { eventId: null })
    else if (own.length > 0) for (const one of same) await closeFlagsOfRules(scope, crop, one.id, ['BR-05'], 'Grown the same way')
  }
}
