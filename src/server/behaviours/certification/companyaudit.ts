// An audit of a company from plan to review (domain dictionary 4.1, AUDIT; BR-24): by an auditor of the body that certifies it, with a checklist. Signing it notes the audit on the
// company and opens its findings there; taken back, both go with it (docs/decisions/0150).
import { sql } from 'kysely'
import { inspectionColumns } from '#domain/certification/inspection-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { declaredEvents, type HistoryEvent } from '#domain/kernel/history.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { innerOf } from '#domain/kernel/variants.ts'
import { type Change, defineBehaviour, type EventBehaviour, guardedBy, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { questionsOf, refuseChecklist, refuseLacking, refuseMisfits, refuseSubmitted } from './checklist-answers.ts'
import { checkAuditor, checkDecider } from './company-auditors.ts'
import { settleAuditFindingsLater } from './inspection-findings.ts'
import { certifierFor, requireCertifier } from './own-body.ts'

const [companyaudit, processor, processingsystem] = [entityOf('companyaudit'), entityOf('processor'), entityOf('processingsystem')]
type Audit = Stored<typeof companyaudit>
type Behaviour<K extends keyof (typeof companyaudit)['events']> = EventBehaviour<typeof companyaudit, K>

/** Whoever enters one carries it out, for the body that certifies the company, unless it is assigned to somebody else. */
async function prepare(scope: Scope, { before, after }: Change<typeof companyaudit>): Promise<void> {
  if (after.processingSystemId !== null && after.processingSystemId !== before?.processingSystemId) {
    const [unit] = await recordsById(scope, processingsystem, [after.processingSystemId])
    if (unit?.processorId !== after.processorId) throw fieldProblem('processingSystemId', 'rule', 'Units of other companies are left out.')
  }
  after.questionCount = (await questionsOf(scope, after)).length
  if (before) return checkDecider(scope, after)
  after.certificationBodyId = await certifierFor(scope, after.processorId)
  after.inspectorId = scope.user.id
  await checkAuditor(scope, after, scope.user.id)
  const [company] = await recordsById(scope, processor, [after.processorId])
  after.companyName = company?.title ?? null
}

/** An auditor, for the body whose audit it is: that certifies the company still. */
async function checkOfBody(scope: Scope, audit: Audit, auditorId: string): Promise<void> {
  await requireCertifier(scope, audit.certificationBodyId, audit.processorId)
  await checkAuditor(scope, audit, auditorId)
}
/** Nobody with a tie to the company moves, calls off, returns or reviews its audit. */
const independent = (scope: Scope, { subject }: { subject: Audit }): Promise<void> => checkDecider(scope, subject)

/** Only by whoever is assigned. */
function refuseOthers({ user }: Scope, { subject }: { subject: Audit }): void {
  if (subject.inspectorId !== user.id) throw new Problem('FORBIDDEN', { message: 'Another auditor is assigned.' })
}

const started: Behaviour<'STARTED'> = {
  async check(scope, change) {
    refuseOthers(scope, change)
    await checkOfBody(scope, change.subject, scope.user.id)
    await refuseChecklist(scope, change.subject, 'COMPANY')
  },
  checkVoid: (_scope, { subject }) => refuseSubmitted(subject),
}

const answered: Behaviour<'ANSWERED'> = {
  async check(scope, change) {
    refuseOthers(scope, change)
    await refuseSubmitted(change.subject)
    refuseMisfits(await questionsOf(scope, change.subject), change.event.data.answers)
  },
  checkVoid: (_scope, { subject }) => refuseSubmitted(subject),
}

const submitted: Behaviour<'SUBMITTED'> = {
  async check(scope, change) {
    refuseOthers(scope, change)
    const { subject, event } = change
    // A tie that was named since it began, another body.
    await checkOfBody(scope, subject, scope.user.id)
    const { result, signedBy, companySignature, inspectorSignature, conditions, nextDueOn } = event.data
    refuseLacking(await questionsOf(scope, subject), subject.answers ?? [])
    if (signedBy !== 'REFUSED' && !companySignature?.length) throw fieldProblem('data.companySignature', 'required', 'The company’s signature is missing.')
    if (!inspectorSignature?.length) throw fieldProblem('data.inspectorSignature', 'required', 'Your signature is missing.')
    if (result === 'PASSED' && (subject.answers ?? []).some(({ severity }) => severity === 'CRITICAL'))
      throw fieldProblem('data.result', 'rule', 'There is a critical finding: the audit cannot be passed.')
    if (result === 'CONDITIONAL' && !conditions) throw fieldProblem('data.conditions', 'required', 'Name the conditions.')
    if (nextDueOn && subject.startedOn !== null && nextDueOn <= subject.startedOn)
      throw fieldProblem('data.nextDueOn', 'min', 'The next audit is after this one.')
  },
  checkVoid: independent,
  /** It was on the day on which it began. What was found is with the audit and its non-conformities alone: more people read the company than these. */
  async apply(scope, { subject, event }) {
    const [start] = await eventsOf(scope, companyaudit, subject.id, ['STARTED'])
    const { result, nextDueOn } = event.data
    await recordBySystem(scope, processor, subject.processorId, {
      eventType: 'AUDIT',
      occurredAt: start?.occurredAt ?? event.occurredAt,
      data: { kind: subject.kind, result, auditId: subject.id, certificationBodyId: subject.certificationBodyId, ...(nextDueOn ? { nextDueOn } : {}) },
      causeEventId: event.id,
    })
  },
  settle: (scope, { subject, event }) => settleAuditFindingsLater(scope, subject.id, event.voidEventId ?? event.id),
}

async function project(scope: Scope, row: Audit, history: readonly HistoryEvent[]): Promise<Partial<Audit>> {
  const changes = history.find(({ eventType }) => eventType === 'CREATED')?.data.changes
  const given = (name: string): string | null => {
    const to = innerOf(innerOf(changes, name), 'to')
    return typeof to === 'string' ? to : null
  }
  const events = declaredEvents(companyaudit, history)
  const last = events.findLast(({ eventType }) => eventType === 'SUBMITTED')
  return {
    ...inspectionColumns(events, {
      questions: await questionsOf(scope, row),
      dayOf: (moment) => localDay(scope, moment),
      addDays,
      created: { inspectorId: given('inspectorId'), plannedOn: given('plannedOn') ?? row.plannedOn },
    }),
    nextDueOn: last?.eventType === 'SUBMITTED' ? (last.data.nextDueOn ?? null) : null,
  }
}

export const companyauditBehaviour = defineBehaviour(companyaudit, {
  prepare,
  project,
  against: {
    // As `started` refuses it.
    STARTED: ({ tenant }) => sql<boolean>`not exists (select from checklist as c where c.tenant_id = ${tenant.id} and c.id = r.checklist_id
      and c.status in ('PUBLISHED', 'SUPERSEDED') and c.kind = 'COMPANY')`,
  },
  retired: checkDecider,
  events: {
    // A colleague takes it over from whoever has named a tie, too.
    ASSIGNED: { check: (scope, { subject, event }) => checkOfBody(scope, subject, event.data.inspectorId) },
    MOVED: guardedBy(independent),
    STARTED: started,
    ANSWERED: answered,
    SUBMITTED: submitted,
    REVIEWED: guardedBy(independent),
    CANCELLED: guardedBy(independent),
  },
})
