// Closing a finding by right: who is responsible for its rule, with a reason, and not who caused it where it is to be decided.

import { z } from 'zod'
import { canCloseFinding, settledByEvent } from '#domain/access.ts'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { isOwnAccount } from './accounts-of-person.ts'
import { type ClosedFlag, closeFlag, findFlag } from './flags.ts'
import { getRecord } from './get.ts'
import { inStep } from './step.ts'

/** The body of POST …/findings/{findingId}/close. */
export const closeBody = z.strictObject({
  reason: z.enum(['CORRECTED', 'ACCEPTED', 'NO_ISSUE']),
  note: z.string().trim().max(500).nullable().optional(),
})

/** `body` is looked at once the finding is there. Throws NOT_FOUND, VALIDATION, FORBIDDEN, STATE_CONFLICT, RULE_BLOCKED (BR-24). */
export async function closeFinding(
  scope: Scope,
  entity: AnyEntity,
  subjectId: string,
  findingId: string,
  body: () => z.infer<typeof closeBody>,
): Promise<{ finding: ClosedFlag; subject: Row }> {
  // Locked, so that an event blocked by the finding comes either before or after.
  const subject = await getRecord(scope, entity, subjectId, { lock: true })
  const found = await findFlag(scope, entity, subject.id, findingId)
  if (!found) throw new Problem('NOT_FOUND', { message: 'There is no such finding on this record.' })
  const { reason, note } = body()
  if (found.severity === 'REVIEW' && !note) throw fieldProblem('note', 'required', 'Say what was decided and why.')
  if (!canCloseFinding(scope.user, entity, subject, found.ruleId))
    throw new Problem('FORBIDDEN', { message: 'Findings of this rule are closed by whoever is responsible for it.', figures: { owner: found.owner } })
  if (found.closedAt) throw new Problem('STATE_CONFLICT', { message: 'This finding is closed already.' })
  const settling = found.severity === 'REVIEW' ? settledByEvent(entity, found.ruleId) : undefined
  if (settling)
    throw new Problem('STATE_CONFLICT', { message: phrase`This finding is settled by recording “${word(entity.events[settling]?.label ?? settling)}”.` })
  if (found.severity === 'REVIEW' && (await isOwnAccount(scope, found.openedBy)))
    throw ruleBlocked('BR-24', 'You recorded what this finding is about: somebody else must decide on it.', { findingId })
  await inStep(scope, async () => {
    await scope.behaviours[entity.name]?.closing?.(scope, subject, found)
    if (!(await closeFlag(scope, found.id, reason, note ?? null))) throw new Problem('STATE_CONFLICT', { message: 'This finding is closed already.' })
  })
  return {
    finding: { ...found, closedAt: scope.now.toISOString(), closedBy: scope.user.id, closedReason: reason, note: note ?? null },
    subject,
  }
}
