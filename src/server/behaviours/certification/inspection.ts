// An inspection from plan to review (domain dictionary 5.2, 5.4; BR-21, BR-24): who may carry it out, what may be answered, when it is
// complete, and that submitting it records the visit on the farmer.
import { sql } from 'kysely'
import { inspectionColumns, type Question, verdictOf } from '#domain/certification/inspection-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, daysBetween, localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { declaredEvents, type HistoryEvent } from '#domain/kernel/history.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { innerOf } from '#domain/kernel/variants.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { type Change, defineBehaviour, type EventBehaviour, type EventChange, productItself, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { openSeason, tolerances } from '../open-season.ts'
import { questionsOf, refuseChecklist, refuseLacking, refuseMisfits, refuseSubmitted } from './checklist-answers.ts'
import { settleFindingsLater } from './inspection-findings.ts'
import { checkInspector, type Inspected } from './inspectors.ts'

const [inspection, farmer] = [entityOf('inspection'), entityOf('farmer')]
type Inspection = Stored<typeof inspection>
type Behaviour<K extends keyof (typeof inspection)['events']> = EventBehaviour<typeof inspection, K>

const inspectedOf = ({ kind, farmerId, operatorId, village }: Inspection): Inspected => ({ kind, farmerId, operatorId, village })

/** Whoever enters one by hand carries it out; a plan names the inspector. */
async function prepare(scope: Scope, { before, after }: Change<typeof inspection>): Promise<void> {
  if (before) return
  const [member] = await recordsById(scope, farmer, [after.farmerId])
  after.farmerName = member?.title ?? null
  after.village = member?.village ?? null
  await openSeason(scope, after.seasonId)
  const role = after.kind === 'EXTERNAL' ? 'CERTIFICATION_BODY_AUDITOR' : 'INTERNAL_INSPECTOR'
  if (after.inspectorId === null && scope.user !== productItself) {
    if (!scope.user.grants.some((grant) => grant.role === role))
      throw fieldProblem('kind', 'rule', 'Internal inspections are entered by an inspector, those of the certification body by its auditors.')
    after.inspectorId = scope.user.id
    after.reason = 'BY_HAND'
  }
  if (after.inspectorId !== null) await checkInspector(scope, inspectedOf(after), after.inspectorId)
  after.questionCount = (await questionsOf(scope, after)).length
}

/** Only by whoever is assigned. */
function refuseOthers({ user }: Scope, { subject }: { subject: Inspection }): void {
  if (subject.inspectorId !== user.id) throw new Problem('FORBIDDEN', { message: 'Another inspector is assigned.' })
}

const assigned: Behaviour<'ASSIGNED'> = {
  check: (scope, { subject, event }) => checkInspector(scope, inspectedOf(subject), event.data.inspectorId),
}

const started: Behaviour<'STARTED'> = {
  async check(scope, change) {
    refuseOthers(scope, change)
    const { subject } = change
    await openSeason(scope, subject.seasonId)
    await checkInspector(scope, inspectedOf(subject), scope.user.id)
    await refuseChecklist(scope, subject, subject.kind)
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

/** BR-21: the second visit of a season counts when it lies long enough after the first one. */
async function flagTooEarly(scope: Scope, { subject, flag }: EventChange<typeof inspection, 'SUBMITTED'>): Promise<void> {
  const gap = tolerances(scope).visitGap
  if (subject.kind !== 'INTERNAL' || subject.startedOn === null) return
  const row = await scope.db
    .selectFrom('farmerseason')
    .select('inspection1_on')
    .where('tenant_id', '=', scope.tenant.id)
    .where('farmer_id', '=', subject.farmerId)
    .where('season_id', '=', subject.seasonId)
    .executeTakeFirst()
  const first = row?.inspection1_on ?? null
  const days = first === null ? null : daysBetween(first, subject.startedOn)
  if (first === null || days === null || days < 0 || days >= gap) return
  flag({
    ruleId: 'BR-21',
    severity: 'WARN',
    message: phrase`The first visit of the season was on ${onDay(first)}; the second one counts from ${gap} days later on.`,
    figures: { days, gap },
  })
}

const submitted: Behaviour<'SUBMITTED'> = {
  async check(scope, change) {
    refuseOthers(scope, change)
    const { subject, event } = change
    const { result, signedBy, farmerSignature, inspectorSignature, conditions } = event.data
    refuseLacking(await questionsOf(scope, subject), subject.answers ?? [])
    if (signedBy !== 'REFUSED' && !farmerSignature?.length) throw fieldProblem('data.farmerSignature', 'required', 'The farmer’s signature is missing.')
    if (!inspectorSignature?.length) throw fieldProblem('data.inspectorSignature', 'required', 'Your signature is missing.')
    const findings = (subject.answers ?? []).filter(({ isFinding }) => isFinding)
    if (result === 'APPROVED' && findings.some(({ severity }) => severity === 'CRITICAL'))
      throw fieldProblem('data.result', 'rule', 'There is a critical finding: the result cannot be approved.')
    if (result === 'CONDITIONAL' && !conditions) throw fieldProblem('data.conditions', 'required', 'Name the conditions.')
    await flagTooEarly(scope, change)
  },
  /** The visit was on the day on which it began; what it says is this. */
  async apply(scope, { subject, event }) {
    if (subject.kind !== 'INTERNAL') return
    const [start] = await eventsOf(scope, inspection, subject.id, ['STARTED'])
    const { result, conditions, summary } = event.data
    await recordBySystem(scope, farmer, subject.farmerId, {
      eventType: 'INTERNAL_INSPECTION',
      occurredAt: start?.occurredAt ?? event.occurredAt,
      data: {
        seasonId: subject.seasonId,
        round: Math.min(subject.round, 4),
        result,
        ...(conditions ? { conditions } : {}),
        ...(summary ? { findings: summary } : {}),
        inspectionId: subject.id,
        answers: yesAndNo(await questionsOf(scope, subject), subject),
      },
      causeEventId: event.id,
    })
  },
  settle: (scope, { subject, event }) => settleFindingsLater(scope, subject.id, event.voidEventId ?? event.id),
}

const ofVerdict = { MET: 'YES', FINDING: 'NO', NOT_APPLICABLE: 'NOT_APPLICABLE' } as const
/** Answers to questions that rules of schemes may ask by the same code. Of one that only a reader can judge none follows: a number without bounds, a choice without findings. */
function yesAndNo(questions: readonly Question[], { answers }: Inspection) {
  const byCode = new Map(questions.map((question) => [question.code, question]))
  return (answers ?? []).flatMap(({ question, answer, note }) => {
    const requested = byCode.get(question)
    const verdict = requested ? verdictOf(requested, answer) : 'RECORDED'
    const given = answer.kind === 'YES_NO' ? { isYes: answer.yes } : {}
    return verdict === 'RECORDED' ? [] : [{ rule: question, answer: ofVerdict[verdict], ...given, ...(note ? { note: note.slice(0, 300) } : {}) }]
  })
}

const reviewed: Behaviour<'REVIEWED'> = {
  async check({ user }, { subject }) {
    const role = subject.kind === 'EXTERNAL' ? 'CERTIFICATION_BODY_AUDITOR' : 'OPERATOR_MANAGER'
    if (!user.grants.some((grant) => grant.role === role))
      throw new Problem('FORBIDDEN', {
        message: 'An internal inspection is reviewed by the operator’s manager, one of the certification body by its auditors.',
      })
  },
}

async function project(scope: Scope, row: Inspection, history: readonly HistoryEvent[]): Promise<Partial<Inspection>> {
  const changes = history.find(({ eventType }) => eventType === 'CREATED')?.data.changes
  const given = (name: string): string | null => {
    const to = innerOf(innerOf(changes, name), 'to')
    return typeof to === 'string' ? to : null
  }
  return inspectionColumns(declaredEvents(inspection, history), {
    questions: await questionsOf(scope, row),
    dayOf: (moment) => localDay(scope, moment),
    addDays,
    created: { inspectorId: given('inspectorId'), plannedOn: given('plannedOn') ?? row.plannedOn },
  })
}

export const inspectionBehaviour = defineBehaviour(inspection, {
  prepare,
  project,
  against: {
    // As `started` refuses it: a checklist that is a draft, or for another kind of inspection.
    STARTED: ({ tenant }) => sql<boolean>`not exists (select from checklist as c where c.tenant_id = ${tenant.id} and c.id = r.checklist_id
      and c.status in ('PUBLISHED', 'SUPERSEDED') and c.kind = r.kind)`,
  },
  events: { ASSIGNED: assigned, STARTED: started, ANSWERED: answered, SUBMITTED: submitted, REVIEWED: reviewed },
})
