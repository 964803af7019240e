// Who may audit a company (BR-24, as for inspections of farmers): an active auditor of the body that certifies it, who does not work for the company and has named no tie to it.
import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'

const user = entityOf('user')
type Audited = { processorId: string; certificationBodyId: string | null }

/** Throws RULE_BLOCKED BR-24. */
export async function checkAuditor(scope: Scope, audited: Audited, userId: string): Promise<void> {
  const why = await whyNotAuditor(scope, audited, userId)
  if (why) throw ruleBlocked('BR-24', why, { inspectorId: userId })
}

async function whyNotAuditor(scope: Scope, { processorId, certificationBodyId }: Audited, userId: string): Promise<Sentence | null> {
  const [who] = await recordsById(scope, user, [userId])
  if (!who) return 'There is no such person.'
  if (who.status !== 'ACTIVE' && who.status !== 'INVITED') return phrase`${who.title} does not work here any more.`
  const audits = who.roles.some(
    ({ role, certificationBodyIds }) =>
      role === 'CERTIFICATION_BODY_AUDITOR' && certificationBodyId !== null && (certificationBodyIds ?? []).includes(certificationBodyId),
  )
  if (!audits) return phrase`${who.title} is no auditor of the body that certifies this company.`
  if (who.roles.some(({ role, processorIds }) => role === 'PROCESSOR_USER' && (processorIds ?? []).includes(processorId)))
    return phrase`${who.title} works for this company: another auditor must come.`
  const tie = (who.companyConflicts ?? []).find((one) => one.processorId === processorId)
  return tie ? phrase`${who.title} is not independent of this company (${tie.relation}): another auditor must come.` : null
}
