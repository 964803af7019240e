// Inputs that the package of practices of a crop names (domain dictionary 5.1): its list, and what its steps ask for. Another one is noted where it is recorded,
// and refused by nothing: what was put on the field was put there. A package that lists none says nothing of inputs.
import { namesInput } from '#domain/cropping/package-fit.ts'
import { entityOf } from '#domain/entities.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { phrase } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import type { Crop } from './crop-state.ts'

/** Of an input on these crops; null where the packages of all of them name it. */
export async function packageFinding(scope: Scope, crops: readonly Pick<Crop, 'popId'>[], itemId: string): Promise<Finding | null> {
  const followed = [...new Set(crops.flatMap(({ popId }) => popId ?? []))].sort()
  if (followed.length === 0) return null
  const other = (await recordsById(scope, entityOf('pop'), followed)).find((one) => !namesInput(one, itemId))
  if (!other) return null
  const [item] = await recordsById(scope, entityOf('inputitem'), [itemId])
  return {
    ruleId: '5.1',
    severity: 'WARN',
    message: phrase`${item?.title ?? ''} is not among the inputs of the package ${other.title}.`,
    figures: { itemId },
  }
}
