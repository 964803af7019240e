// Who may audit a company and decide on what is found there (BR-24, as for inspections of farmers): an active auditor of the body that certifies it, who does not work for the company and has
// named no tie to it, by any account of theirs. Of administrators, who decide on sanctions, the second half alone is required.
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, type Sentence } from '#domain/messages/message.ts'
import { productItself, type Scope } from '../../scope.ts'
import { accountsOf } from '../../store/accounts-of-person.ts'
import { recordsById } from '../../store/get.ts'

const user = entityOf('user')
type Account = Stored<typeof user>
type Audited = { processorId: string; certificationBodyId: string | null }

/** Throws RULE_BLOCKED BR-24. */
export async function checkAuditor(scope: Scope, audited: Audited, userId: string): Promise<void> {
  const accounts = await accountsById(scope, userId)
  refuse(whyNotAuditor(audited, accounts) ?? whyDependent(audited, accounts), userId)
}

/** Of whoever decides on an audit or a non-conformity of a company. Throws RULE_BLOCKED BR-24. */
export async function checkDecider(
  scope: Scope,
  { processorId, certificationBodyId }: { processorId: string | null; certificationBodyId: string | null },
): Promise<void> {
  if (processorId === null || scope.user === productItself) return
  const audited = { processorId, certificationBodyId }
  if (!scope.user.grants.some(({ role }) => role === 'ADMIN')) return checkAuditor(scope, audited, scope.user.id)
  refuse(whyDependent(audited, await accountsById(scope, scope.user.id)), scope.user.id)
}

function refuse(why: Sentence | null, userId: string): void {
  if (why) throw ruleBlocked('BR-24', why, { inspectorId: userId })
}

type Accounts = { who: Account | undefined; all: readonly Account[] }
/** The account, and all of the same person. */
async function accountsById(scope: Scope, userId: string): Promise<Accounts> {
  const ids = (await accountsOf(scope, [userId])).get(userId) ?? [userId]
  const all = await recordsById(scope, user, [...ids])
  return { who: all.find(({ id }) => id === userId), all }
}

const isActive = ({ status }: Account): boolean => status === 'ACTIVE' || status === 'INVITED'

function whyNotAuditor({ certificationBodyId }: Audited, { who }: Accounts): Sentence | null {
  if (!who) return 'There is no such person.'
  if (!isActive(who)) return phrase`${who.title} does not work here any more.`
  const audits = who.roles.some(
    ({ role, certificationBodyIds }) =>
      role === 'CERTIFICATION_BODY_AUDITOR' && certificationBodyId !== null && (certificationBodyIds ?? []).includes(certificationBodyId),
  )
  return audits ? null : phrase`${who.title} is no auditor of the body that certifies this company.`
}

/** An account that has ended works for nobody; a tie that it named stays one. */
function whyDependent({ processorId }: Audited, { who, all }: Accounts): Sentence | null {
  if (!who) return null
  const works = all
    .filter(({ status }) => status !== 'DEACTIVATED')
    .some(({ roles }) => roles.some((one) => one.role === 'PROCESSOR_USER' && (one.processorIds ?? []).includes(processorId)))
  if (works) return phrase`${who.title} works for this company: another auditor must come.`
  const tie = all.flatMap(({ companyConflicts }) => companyConflicts ?? []).find((one) => one.processorId === processorId)
  return tie ? phrase`${who.title} is not independent of this company (${tie.relation}): another auditor must come.` : null
}
