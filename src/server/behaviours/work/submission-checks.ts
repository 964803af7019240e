// What the rules say of a submission before anybody has looked at it: it is carried out on trial, by the same functions, and taken back.
import type { Finding } from '#domain/kernel/entity.ts'
import { problemCatalogue } from '#domain/kernel/problems.ts'
import type { Sentence } from '#domain/messages/message.ts'
import { spelledRow } from '#domain/messages/spelled-row.ts'
import type { Scope } from '../../scope.ts'
import { actingFor, carryOutSubmission, type Outcome, type Submission } from './apply-submission.ts'

export type Check = NonNullable<Submission['autoChecks']>[number]

/** With the rights of a manager who would approve it; at most thirty. `throws`: what would refuse it. */
export async function checksOf(scope: Scope, row: Submission, { throws = false }: { throws?: boolean } = {}): Promise<Check[]> {
  const forAnother: Finding[] = []
  const acting = { ...(await actingFor(scope, row, 'OPERATOR_MANAGER')), sentIn: { isApprovedByAnother: true, forAnother } }
  const outcome = await carryOutSubmission(acting, row, { causeEventId: null, choices: null, isTrial: true })
  if (throws && outcome.is === 'APPLY_FAILED') throw outcome.problem
  return readChecks(outcome.is === 'APPLIED' ? { ...outcome, findings: [...forAnother, ...outcome.findings] } : outcome)
}

function readChecks(outcome: Outcome): Check[] {
  const check = (ruleId: string, result: Check['outcome'], field: string | null, sentence: Sentence): Check => ({
    ruleId,
    outcome: result,
    field,
    ...spelledRow(sentence),
  })
  if (outcome.is === 'APPLIED') return outcome.findings.slice(0, 30).map(({ ruleId, severity, message }: Finding) => check(ruleId, severity, null, message))
  if (outcome.is === 'CONFLICT')
    return outcome.fields.slice(0, 30).map((field) => check('BR-33', 'REVIEW', field, 'Others have changed this field since it was captured.'))
  const { details, sentence, code } = outcome.problem
  const fields = details.fields ?? []
  if (fields.length === 0) return [check(details.ruleId ?? '6.1', 'BLOCK', null, sentence ?? problemCatalogue[code][1])]
  return fields.slice(0, 30).map(({ path, message }) => check(details.ruleId ?? '6.1', 'BLOCK', fieldName(path), message))
}
/** `data.kg` of an event is the answer `kg`. */
export const fieldName = (path: string): string => path.replace(/^data\./, '').slice(0, 120)
