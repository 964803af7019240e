// BR-05 where a cropping system turns out to be grown another way than was entered, and where a crop is grown no more, or after all: what is found of the crops of its
// grower in that season follows.
import { entityOf } from '#domain/entities.ts'
import type { Finding, Stored } from '#domain/kernel/entity.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { closeFlagsOfRules, saveFlags } from '../../store/flags.ts'
import { atEndOfStep } from '../../store/step.ts'

const crop = entityOf('crop')
type Crop = Pick<Stored<typeof crop>, 'id' | 'farmerId' | 'seasonId' | 'cropTypeId'>
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
  for (const same of Map.groupBy(await grownBy(scope, farmerId, seasonId), ({ cropTypeId }) => cropTypeId).values()) {
    const own = same.filter(({ systemId }) => systemId === id)
    const [other] = same.filter(({ isOrganic }) => own.some((one) => one.isOrganic !== isOrganic))
    if (other) for (const one of own) await saveFlags(scope, crop, one.id, [parallelFinding(other.code)], { eventId: null })
    else if (own.length > 0) for (const one of same) await closeFlagsOfRules(scope, crop, one.id, ['BR-05'], 'Grown the same way')
  }
}

/** A crop was cancelled or lost, or that was a mistake: judged once the step is over, with the others of its kind. */
export const judgeSameCropLater = (scope: Scope, changed: Crop): Promise<void> =>
  atEndOfStep(scope, `crops in parallel with ${changed.id}`, () => judgeSameCrop(scope, changed))

/** `isRetired`: it is being taken back as a record and counts no more. */
export async function judgeSameCrop(scope: Scope, { id, farmerId, seasonId, cropTypeId }: Crop, { isRetired = false } = {}): Promise<void> {
  if (!farmerId || !seasonId) return
  const same = (await grownBy(scope, farmerId, seasonId)).filter((one) => one.cropTypeId === cropTypeId && !(isRetired && one.id === id))
  const one = same.find((crop) => crop.id === id) ?? same[0]
  const other = same.find(({ isOrganic }) => isOrganic !== one?.isOrganic)
  const ids = same.map((crop) => crop.id)
  if (!one || !other) for (const over of new Set([id, ...ids])) await closeFlagsOfRules(scope, crop, over, ['BR-05'], 'Grown the same way')
  // What a person has decided, with the plan for the store, stays decided.
  else if (!(await isKnown(scope, ids))) await saveFlags(scope, crop, one.id, [parallelFinding(other.code)], { eventId: null })
}

/** A finding of one of these crops is open, or was decided by a person. */
async function isKnown({ db, tenant }: Scope, cropIds: readonly string[]): Promise<boolean> {
  const known = db
    .selectFrom('flag')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('subject_type', '=', 'crop')
    .where('subject_id', 'in', [...cropIds])
    .where('rule_id', '=', 'BR-05')
    .where((is) => is.or([is('closed_at', 'is', null), is('closed_reason', 'in', ['CORRECTED', 'ACCEPTED', 'NO_ISSUE'])]))
  return (await known.limit(1).execute()).length > 0
}

/** What the farmer grows in the season, by code. */
const grownBy = (scope: Scope, farmerId: string, seasonId: string) =>
  scope.db
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
