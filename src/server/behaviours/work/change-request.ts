// A request to change a certified fact of a record (domain dictionary 1.5): sent in by whoever may edit the record and decided by somebody else. Judged when it
// comes in, so that nothing waits for a decision that could not be carried out.
import { canOn, certifiedAmong } from '#domain/access.ts'
import { findEntity } from '#domain/entities.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { patchSchema } from '#domain/kernel/schemas.ts'
import { meaningOf } from '#domain/work/submitted.ts'
import type { Scope } from '../../scope.ts'
import { findRecord, isUuid } from '../../store/get.ts'
import { refuseAll } from '../../store/write.ts'
import type { Submission } from './apply-submission.ts'

/** Throws VALIDATION where it is about no certified fact of a record that the sender sees, FORBIDDEN where the sender does not edit such records. */
export async function checkRequest(scope: Scope, row: Submission): Promise<void> {
  const entity = meaningOf(findEntity, row.formCode, row.targetType, [])?.entity
  if (!entity) throw fieldProblem('targetType', 'choice', 'There is no such kind of record.')
  const target = row.targetId && isUuid(row.targetId) ? await findRecord(scope, entity, row.targetId) : undefined
  if (!target || target.operatorId !== row.operatorId) throw fieldProblem('targetId', 'missing', 'The record that it is about is not there any more.')
  if (!canOn(scope.user, entity, 'E', target)) throw new Problem('FORBIDDEN')
  const own = patchSchema(entity).shape
  refuseAll(
    row.answers.flatMap(({ field }, at) =>
      Object.hasOwn(own, field) ? [] : [{ path: `answers.${at}.field`, code: 'unknown', message: 'This field is not known here.' }],
    ),
  )
  const names = row.answers.map(({ field }) => field)
  if (certifiedAmong(entity, target, names).length === 0)
    throw fieldProblem('answers', 'rule', 'Nothing of this is a certified fact of the record as it stands: edit the record itself.')
  if (entity.name === 'farmer') row.farmerId = target.id
  else if (typeof target.farmerId === 'string') row.farmerId = target.farmerId
}
