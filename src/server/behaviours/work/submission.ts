// What becomes of a submission (domain dictionary 6.1): checked when it comes in, approved by a person or by the programme's policy, carried out in the
// same transaction, and taken back with its approval.
import { findEntity } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { currentValue } from '#domain/kernel/field.ts'
import { declaredEvents } from '#domain/kernel/history.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { spelledRow } from '#domain/messages/spelled-row.ts'
import { checkFormVersion } from '#domain/work/form-versions.ts'
import { isChangeRequest, kindOf, meaningOf } from '#domain/work/submitted.ts'
import { defineBehaviour, type EventBehaviour, type EventChange, type NamedInTexts, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { typedRecord } from '../../store/columns.ts'
import { changesIn } from '../../store/event-view.ts'
import { getRecord, isUuid } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { refsOf } from '../../store/references.ts'
import { atEndOfStep } from '../../store/step.ts'
import { actingFor, type Choices, carryOutSubmission, type Outcome, type Submission, submission } from './apply-submission.ts'
import { checkRequest } from './change-request.ts'
import { checksOf, fieldName } from './submission-checks.ts'
import { isApprovedByPolicy } from './submission-policy.ts'
import { reviewOf } from './submission-review.ts'
import { splitting } from './submission-split.ts'
import { takeBackApplied } from './take-back-applied.ts'

const byPerson = ['REVIEW_STARTED', 'APPROVED', 'RESOLVED', 'RETRIED', 'SPLIT', 'RETURNED', 'REJECTED']

/** An answer is stored as it was sent, for whoever reviews it: what is stored encrypted is entered on the record itself. */
function refuseSealed({ formCode, targetType, answers }: Pick<Submission, 'formCode' | 'targetType' | 'answers'>): void {
  const fields = meaningOf(findEntity, formCode, targetType, answers)?.fields ?? {}
  const at = answers.findIndex(({ field, value }) => value && Object.hasOwn(fields, field) && fields[field]?.sealed)
  if (at >= 0) throw fieldProblem(`answers.${at}.field`, 'rule', 'Account numbers are entered on the record itself. They are not sent in for approval.')
}

/** A person decides on what has come in: on that day or later. */
async function refuseBefore(scope: Scope, { subject, event }: Pick<EventChange<typeof submission>, 'subject' | 'event'>): Promise<void> {
  if (subject.receivedAt && localDay(scope, event.occurredAt) < localDay(scope, subject.receivedAt))
    throw fieldProblem('occurredAt', 'min', 'It had not come in by then.')
}
const review: EventBehaviour<typeof submission> = { check: refuseBefore }

/** What somebody has looked at since stays as it was read, also by a replacement; comments change nothing. */
async function refuseLookedAt(scope: Scope, { subject, event }: Pick<EventChange<typeof submission>, 'subject' | 'event'>): Promise<void> {
  const history = await eventsOf(scope, submission, subject.id, undefined, { voidedToo: event.id })
  const later = history.slice(history.findIndex(({ id }) => id === event.id) + 1).find(({ eventType }) => byPerson.includes(eventType))
  if (later)
    throw new Problem('STATE_CONFLICT', {
      message: phrase`“${word(submission.events[later.eventType].label)}” builds on this. Take that back first.`,
      figures: { eventId: later.id, eventType: later.eventType },
    })
}

/** An approval: carried out at the end of its step, when the row says so; what it made goes with it when it is taken back. */
const applyAtEnd = (scope: Scope, { subject, event }: Pick<EventChange<typeof submission>, 'subject' | 'event'>): Promise<void> =>
  atEndOfStep(scope, `apply submission ${subject.id}`, () => applyApproved(scope, subject.id, event.id))
const approval: EventBehaviour<typeof submission> = {
  check: refuseBefore,
  apply: applyAtEnd,
  undo: (scope, { event }) => takeBackApplied(scope, event.id),
}

/** Whoever sent it in wrote the id of the record, perhaps of one that is not there yet. */
const named: NamedInTexts = {
  reads: ['formCode', 'targetType', 'targetId'],
  of({ formCode, targetType, targetId }) {
    const kind = typeof targetId === 'string' && isUuid(targetId) ? kindOf(String(formCode), targetType) : null
    return kind === null ? [] : [{ path: 'targetId', target: kind, id: String(targetId), isOpenOnly: true }]
  },
}

export const submissionBehaviour = defineBehaviour(submission, {
  async prepare(scope, { before, after }) {
    if (before) return
    checkFormVersion(after)
    refuseSealed(after)
    after.receivedAt ??= scope.now.toISOString()
    if (isChangeRequest(after)) await checkRequest(scope, after)
    after.autoChecks = await checksOf(scope, after, { throws: isChangeRequest(after) })
  },
  async written(scope, { before, after }) {
    // A part of another one is decided with that one.
    if (before || scope.sentIn) return
    if (await isWaitingForFiles(scope, after.id)) await recordOf(scope, after.id, 'FILES_AWAITED')
    else await approveByPolicy(scope, after)
    Object.assign(after, await getRecord(scope, submission, after.id, { by: 'any' }))
  },
  events: {
    REVIEW_STARTED: review,
    RETURNED: review,
    REJECTED: review,
    APPROVED: approval,
    RESOLVED: approval,
    RETRIED: approval,
    SPLIT: {
      ...splitting,
      async check(scope, change) {
        await refuseBefore(scope, change)
        await splitting.check?.(scope, change)
      },
    },
    AUTO_APPROVED: { apply: applyAtEnd },
    FILES_ARRIVED: {
      async settle(scope, { subject }) {
        subject.autoChecks = await checksOf(scope, subject)
      },
    },
    RESUBMITTED: {
      async check(scope, { subject, event }) {
        if (subject.createdBy && subject.createdBy !== scope.user.id) throw new Problem('FORBIDDEN')
        refuseSealed({ ...subject, ...answeredAs(subject, event.data) })
      },
      checkVoid: refuseLookedAt,
      async settle(scope, { subject, event }, isVoided) {
        if (isVoided) return
        const sent = { ...subject, ...answeredAs(subject, event.data) }
        // A request is judged each time that it comes in.
        if (isChangeRequest(sent)) await checkRequest(scope, sent)
        subject.autoChecks = await checksOf(scope, sent, { throws: isChangeRequest(sent) })
      },
    },
  },
  async project(_scope, subject, history, state) {
    const events = declaredEvents(submission, history)
    const created = history.find(({ eventType }) => eventType === 'CREATED')
    const decided = events.findLast(({ eventType }) => byPerson.includes(eventType))
    const applied = state === 'APPLIED' ? events.findLast((event) => event.eventType === 'APPLIED') : undefined
    const sent = events.findLast((event) => event.eventType === 'RESUBMITTED')
    const original = created ? changesIn(created.data) : {}
    const first = created ? answeredAs(subject, { answers: original.answers?.to, targetVersion: original.targetVersion?.to }) : {}
    const latest = { ...first, ...(sent ? answeredAs(subject, sent.data) : {}) }
    // What was accepted of them is with its own submission.
    const accepted = new Set(events.slice(sent ? events.indexOf(sent) : 0).flatMap((event) => (event.eventType === 'SPLIT' ? (event.data.fields ?? []) : [])))
    return {
      targetVersion: null,
      ...latest,
      ...(latest.answers && accepted.size > 0 ? { answers: latest.answers.filter(({ field }) => !accepted.has(field)) } : {}),
      reviewerId: decided?.recordedBy ?? null,
      reviewedAt: decided?.occurredAt ?? null,
      resultType: applied?.data.resultType ?? null,
      resultId: applied?.data.resultId ?? null,
    }
  },
  named,
  titled: async (scope, row, refs) => ({ ...refs, ...(await refsOf(scope, named.of(row))) }),
  view: reviewOf,
  notYet: ({ parts, merge }) => [...(Array.isArray(parts) && parts.length > 1 ? [] : ['SPLIT']), ...(merge ? [] : ['RESOLVED'])],
})

/** Answers as an event has them, of former forms too; the version that the phone had read where it says one. */
function answeredAs(
  row: Submission,
  data: { answers?: unknown; targetVersion?: unknown },
): Pick<Submission, 'answers'> & Partial<Pick<Submission, 'targetVersion'>> {
  const { answers } = typedRecord(submission, { ...row, answers: currentValue(submission.fields.answers, data.answers) })
  const { targetVersion } = data
  return { answers, ...(typeof targetVersion === 'number' ? { targetVersion } : {}) }
}

async function approveByPolicy(scope: Scope, row: Submission): Promise<void> {
  if (await isApprovedByPolicy(scope, row)) await recordOf(scope, row.id, 'AUTO_APPROVED')
}

const recordOf = async (scope: Scope, id: string, eventType: string, data: Record<string, unknown> = {}): Promise<void> => {
  const occurredAt = await occurrenceOf(scope, submission, id, scope.now.toISOString())
  await recordBySystem(scope, submission, id, { eventType, occurredAt, data })
}

/** `approvalId`: the event that approved it, which what is made names as its cause. Nothing when it is approved no more. */
async function applyApproved(scope: Scope, id: string, approvalId: string): Promise<void> {
  const row = await getRecord(scope, submission, id, { lock: true, by: 'any' })
  if (row.status !== 'APPROVED' && row.status !== 'AUTO_APPROVED') return
  const acting = await actingFor(scope, row, row.status === 'AUTO_APPROVED' ? 'OPERATOR_MANAGER' : undefined)
  const outcome = await carryOutSubmission(acting, row, { causeEventId: approvalId, choices: await choicesOf(scope, id) })
  switch (outcome.is) {
    case 'APPLIED':
      return recordOf(scope, id, 'APPLIED', {
        resultType: outcome.type,
        resultId: outcome.id,
        resultEventId: outcome.eventId,
        unread: outcome.unread.map((name) => name.slice(0, 80)),
      })
    case 'CONFLICT':
      return recordOf(scope, id, 'CONFLICT', { serverVersion: outcome.version, fields: outcome.fields })
    case 'APPLY_FAILED':
      return recordOf(scope, id, 'APPLY_FAILED', failureOf(outcome))
  }
}

function failureOf({ problem: { sentence, details, code } }: Extract<Outcome, { is: 'APPLY_FAILED' }>): Record<string, unknown> {
  const { message, words } = spelledRow(sentence)
  const fields = (details.fields ?? []).slice(0, 100).map((one) => ({ path: fieldName(one.path), code: one.code.slice(0, 40), ...spelledRow(one.message) }))
  return { problem: message, words, code, ruleId: details.ruleId ?? null, fields }
}

/** Of the last time that a person chose between what both have changed. */
async function choicesOf(scope: Scope, id: string): Promise<Choices | null> {
  const resolved = (await eventsOf(scope, submission, id, ['RESOLVED'])).at(-1)
  if (!resolved) return null
  const { version, choices = [] } = resolved.data
  return { version, byField: Object.fromEntries((choices ?? []).map(({ field, take }) => [field, take])) }
}

/** Whether a picture or document that it names has not come yet. */
async function isWaitingForFiles({ db, tenant }: Scope, id: string): Promise<boolean> {
  const awaited = db.selectFrom('awaited_file').select('file_id').where('tenant_id', '=', tenant.id).where('entity', '=', submission.name)
  return (await awaited.where('record_id', '=', id).limit(1).executeTakeFirst()) !== undefined
}

/** A file has come: submissions that waited for it alone go on, by the programme's policy or to a person. */
export async function goOnWithFile(scope: Scope, fileId: string): Promise<void> {
  const uses = scope.db.selectFrom('file_use').select('record_id').distinct().where('tenant_id', '=', scope.tenant.id).where('file_id', '=', fileId)
  for (const { record_id: id } of await uses.where('entity', '=', submission.name).orderBy('record_id').execute()) {
    // Locked first: of two files that come at once the second sees the first.
    const row = await getRecord(scope, submission, id, { lock: true, by: 'any' })
    if (row.status !== 'WAITING_FILES' || (await isWaitingForFiles(scope, id))) continue
    await recordOf(scope, id, 'FILES_ARRIVED')
    await approveByPolicy(scope, await getRecord(scope, submission, id, { lock: true, by: 'any' }))
  }
}
