// Who closes a finding depends on how severe it is (domain dictionary 5.2): the operator's manager a minor one, an inspector
// a major one after a visit, the certification body a critical one. Who found it may correct its entry, and not make it milder than that (0095).
import { sql } from 'kysely'
import { closerOf, foundOn, isOwnEntry } from '#domain/certification/nonconformity.ts'
import { sanctionOf, sanctionStates } from '#domain/certification/sanction-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { roles, severities } from '#domain/kernel/terms.ts'
import { onDay, phrase, small } from '#domain/messages/message.ts'
import { type Change, defineBehaviour, type EventChange, guardedBy, productItself, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { bringVillageOfTasks, setVillage } from '../village-of-subject.ts'
import { moveFindingTask, retireTasks, settleFindingTask } from '../work/caused-tasks.ts'
import { checkAuditor, checkDecider } from './company-auditors.ts'
import { companyOf, refuseGrowers, refuseOthersGoods } from './company-of-finding.ts'
import { findingsSpoken } from './findings-spoken.ts'
import { certifierFor, hasEnded, hasEndedAt, isOfOtherBody, ownCertifier, requireOwnBody } from './own-body.ts'
import { escalated, imposed, lifted, lockGroupFirst, refused, refuseUndecided, reported, returned } from './sanctions.ts'
import { refuseUnrelated } from './subject-of-finding.ts'
import { countOpen } from './update-compliance.ts'

const nonconformity = entityOf('nonconformity')
type Nonconformity = Stored<typeof nonconformity>

/** The crop counts what is open on it; what the product itself opens or cures it has counted. */
const count = async (scope: Scope, { cropId }: { cropId: string | null }): Promise<void> => {
  if (cropId !== null && scope.user !== productItself) await countOpen(scope, cropId)
}

/** What decides who closes it, by when, and what it stops. */
const decisive = [...(['severity', 'rule', 'clause', 'schemePopId', 'openedOn', 'dueOn', 'description', 'evidence'] as const), ...foundOn] as const
const subjectFields = ['farmerId', 'parcelId', 'cropId', 'openedOn'] as const
const companyFields = ['processingSystemId', 'productBatchId', 'farmerId', 'parcelId', 'cropId', 'productionSystemId'] as const
const bySeverity = Object.keys(severities)
const isMilder = (before: Nonconformity, after: Nonconformity): boolean =>
  bySeverity.indexOf(after.severity) < bySeverity.indexOf(before.severity) || after.dueOn > before.dueOn

/** What is found at a company, or of its lines and lots, is the company's, and the body's that certifies it (docs/decisions/0150). Of one that an audit opened both are known. */
async function giveToCompany(scope: Scope, after: Nonconformity): Promise<void> {
  if (after.auditId !== null) return
  const company = await companyOf(scope, after)
  if (company === null) return
  const { processorId, through } = company
  const certificationBodyId = await (through === 'processorId' ? certifierFor : ownCertifier)(scope, processorId)
  // A heap of the group that a company has at hand, for one: whoever named it need not know.
  if (certificationBodyId === undefined)
    throw fieldProblem(through, 'rule', 'A company has this: what is found of it is entered by the certification body that certifies the company.')
  refuseGrowers(after)
  await checkAuditor(scope, { processorId, certificationBodyId }, scope.user.id)
  Object.assign(after, { processorId, certificationBodyId, operatorId: null })
}

/** BR-24: what rules, inspections, audits and other people found is not rewritten; one’s own is not made milder once it is critical, or people work on it. */
async function prepare(scope: Scope, { before, after }: Change<typeof nonconformity>): Promise<void> {
  const { user } = scope
  await setVillage(scope, before, after)
  if (user === productItself) return
  if (before === null) await giveToCompany(scope, after)
  if (!before || subjectFields.some((name) => before[name] !== after[name])) await refuseUnrelated(scope, after)
  if (before === null) return
  await checkDecider(scope, before)
  if (companyFields.some((name) => before[name] !== after[name])) await refuseOthersGoods(scope, before, after)
  if (!isOwnEntry(before, user) && decisive.some((name) => before[name] !== after[name]))
    throw ruleBlocked(
      'BR-24',
      'What a rule, an inspection, an audit or somebody else has found is not rewritten: report its correction, or record another one.',
      {},
    )
  if (isMilder(before, after) && (before.severity === 'CRITICAL' || before.status !== 'OPEN'))
    throw ruleBlocked('BR-24', 'It is made neither milder nor due later any more: whoever closes it decides on it.', {})
}

/** 5.2: a major one is closed after the correction was seen. */
async function checkVisit(scope: Scope, { subject, event }: EventChange<typeof nonconformity, 'CLOSED'>): Promise<void> {
  const { visitedOn } = event.data
  if (subject.severity === 'MAJOR' && !visitedOn)
    throw fieldProblem('data.visitedOn', 'required', 'A major one is closed after another visit: say when it was.')
  if (!visitedOn) return
  const day = localDay(scope, event.occurredAt)
  if (visitedOn > day) throw fieldProblem('data.visitedOn', 'max', 'This lies in the future.')
  const before = (await eventsOf(scope, nonconformity, subject.id, ['ACTION_SENT'])).filter(
    ({ occurredAt }) => Date.parse(occurredAt) <= Date.parse(event.occurredAt),
  )
  const doneOn = before.sort((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt)).at(-1)?.data.doneOn
  if (doneOn && visitedOn < doneOn) throw fieldProblem('data.visitedOn', 'min', phrase`The correction was done on ${onDay(doneOn)} only.`)
}

/** Of a company's: by nobody who works for it or has named a tie to it. Of a group's: by no auditor of another body than one that certifies it (docs/decisions/0162). */
async function independent(scope: Scope, { subject }: { subject: Nonconformity }): Promise<void> {
  await checkDecider(scope, subject)
  if (subject.processorId === null) await requireOwnBody(scope, subject)
}
const isElsewhere = (scope: Pick<Scope, 'tenant' | 'user'>) =>
  sql<boolean>`(r.processor_id is null and ${isOfOtherBody(scope, sql`r.operator_id`, sql`null::uuid`)})`
/** An administrator closes what a body found at a company that it certifies no more. */
async function checkCloser(scope: Scope, subject: Nonconformity): Promise<void> {
  const role = closerOf(subject)
  if (!role || scope.user.grants.some((grant) => grant.role === role)) return
  const { processorId, certificationBodyId } = subject
  if (processorId && certificationBodyId && isAdmin(scope) && (await hasEnded(scope, certificationBodyId, { operatorId: null, processorId }))) return
  throw new Problem('FORBIDDEN', {
    message:
      processorId && isAdmin(scope)
        ? 'Its certification body closes it: an administrator does when it certifies here no more.'
        : phrase`A finding this severe is closed by: ${small(roles[role])}.`,
  })
}
const isAdmin = ({ user }: Pick<Scope, 'user'>): boolean => user.grants.some(({ role }) => role === 'ADMIN')
/** Of an administrator, who acts for no body. */
const isNotEnded = ({ tenant, user }: Pick<Scope, 'tenant' | 'user'>) =>
  isAdmin({ user }) && !user.grants.some(({ role }) => role === 'CERTIFICATION_BODY_AUDITOR')
    ? sql<boolean>`not (${hasEndedAt(tenant, sql`r.certification_body_id`, sql`r.processor_id`)})`
    : sql<boolean>`false`

export const nonconformityBehaviour = defineBehaviour(nonconformity, {
  spoken: findingsSpoken,
  states: sanctionStates,
  prepare,
  async written(scope, { before, after }) {
    if (before === null) return count(scope, after)
    await settleFindingTask(scope, before, after)
    await moveFindingTask(scope, before, after)
    await bringVillageOfTasks(scope, before, after)
  },
  async projected(scope, before, after) {
    if (before.status !== after.status) await count(scope, after)
    await settleFindingTask(scope, before, after)
  },
  async retired(scope, row) {
    await checkDecider(scope, row)
    await retireTasks(scope, 'nonConformityId', [row.id])
  },
  project: (_scope, _row, history) => Promise.resolve(sanctionOf(history)),
  against: {
    ESCALATED: isElsewhere,
    ACTION_RETURNED: isElsewhere,
    SANCTION_IMPOSED: isElsewhere,
    SANCTION_REFUSED: isElsewhere,
    SANCTION_LIFTED: isElsewhere,
    CLOSED: (scope) => sql<boolean>`(${isElsewhere(scope)} or ${isNotEnded(scope)})`,
  },
  lockFirst: lockGroupFirst,
  events: {
    ACTION_SENT: reported,
    ESCALATED: guardedBy(independent, escalated),
    ACTION_RETURNED: guardedBy(independent, returned),
    SANCTION_IMPOSED: guardedBy(independent, imposed),
    SANCTION_REFUSED: guardedBy(independent, refused),
    SANCTION_LIFTED: guardedBy(independent, lifted),
    CLOSED: guardedBy(independent, {
      async check(scope, change) {
        await checkCloser(scope, change.subject)
        await refuseUndecided(scope, change)
        await checkVisit(scope, change)
      },
    }),
  },
})
