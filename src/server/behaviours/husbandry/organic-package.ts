// AH-15: an organic package of practices holds only inputs that are allowed or restricted by the schemes of its operator, feeds that are organic or in conversion, and
// medicines that are allowed in organic husbandry. Judged when it is published, by what the list of inputs said at that moment: a published package is not changed.
import { type Declarations, entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { recordMap } from '../../store/get.ts'
import { itemsUsedAnywhere, itemsUsedAt } from '../cropping/input-permissions.ts'

type Package = Pick<Stored<Declarations['poultrypop' | 'aquapop']>, 'organic' | 'collectiveId' | 'planEvents'>

/** Throws RULE_BLOCKED AH-15, naming all that is in the way. */
export async function refuseNotOrganic(scope: Scope, { organic, collectiveId, planEvents }: Package, { occurredAt }: { occurredAt: string }): Promise<void> {
  if (!organic) return
  const idsOf = (name: 'itemId' | 'feedItemId' | 'medicineId'): string[] => [...new Set(planEvents.flatMap((step) => step[name] ?? []))]
  const uses = idsOf('itemId').map((itemId) => ({ itemId, occurredAt, recordedAt: scope.now.toISOString() }))
  // A package of the whole programme may be followed under any of its schemes.
  const inputs = collectiveId ? await itemsUsedAt(scope, collectiveId, uses) : await itemsUsedAnywhere(scope, uses)
  const feeds = await recordMap(scope, entityOf('feeditem'), idsOf('feedItemId'))
  const medicines = await recordMap(scope, entityOf('medicine'), idsOf('medicineId'))
  const wrong = [
    ...inputs.filter(({ permission }) => permission !== 'ALLOWED' && permission !== 'RESTRICTED').map(({ item, itemId }) => item?.title ?? itemId),
    ...[...feeds.values()].filter(({ claimStatus }) => claimStatus === 'CONVENTIONAL').map(({ title }) => title),
    ...[...medicines.values()].filter(({ organicAllowed }) => !organicAllowed).map(({ title }) => title),
  ]
  if (wrong.length > 0)
    throw ruleBlocked('AH-15', phrase`An organic package holds only what is allowed in organic husbandry. Take these out: ${listed(wrong)}.`, {
      count: wrong.length,
    })
}
