// Approving a submission in part (domain dictionary 6.1): what is accepted becomes a submission of its own, approved and carried out as any other; the rest
// goes back or is rejected. Taken back, the part goes with it.
import { findEntity } from '#domain/entities.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { meaningOf, partsOf } from '#domain/work/submitted.ts'
import { type EventBehaviour, productItself, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { createBySystem } from '../../store/create.ts'
import { findRecord, getRecord, isUuid } from '../../store/get.ts'
import { recordBySystem, recordEvent } from '../../store/record-event.ts'
import { markRetired } from '../../store/retire.ts'
import { refuseAll } from '../../store/write.ts'
import { actingFor, type Submission, submission } from './apply-submission.ts'

/** Throws VALIDATION where it has no parts, one of those that are chosen is none, or nothing is left for the rest. */
async function refuseUndivided(scope: Scope, row: Submission, chosen: readonly string[]): Promise<void> {
  const meaning = meaningOf(findEntity, row.formCode, row.targetType, row.answers)
  const isThere = meaning && row.targetId && isUuid(row.targetId) && (await findRecord(scope, meaning.entity, row.targetId, { by: 'any' }))
  const parts = isThere ? partsOf(meaning, row) : []
  if (parts.length < 2)
    throw fieldProblem('data.fields', 'rule', 'Only a change of several fields of a record is approved in part. Decide on all of this at once.')
  refuseAll(
    chosen.flatMap((name, at) => (parts.includes(name) ? [] : [{ path: `data.fields.${at}`, code: 'choice', message: 'This field is not known here.' }])),
  )
  if (parts.every((name) => chosen.includes(name))) throw fieldProblem('data.fields', 'rule', 'Everything is chosen: approve it as a whole.')
}

/** In the name of whoever sent it, as it came in then. `causeId`: the event that divides it. */
async function makePart(scope: Scope, row: Submission, id: string, chosen: readonly string[], causeId: string): Promise<void> {
  const sender = await actingFor(scope, row)
  // What nobody signed in has sent stays so.
  const acting = row.createdBy ? sender : { ...sender, user: productItself }
  const { formCode, formVersion, targetType, targetId, targetVersion, farmerId, processorId, reason, deviceId, appVersion, tags } = row
  const { capturedAt, position, gpsAccuracyM, attachments, files, receivedAt } = row
  await createBySystem(
    acting,
    submission,
    {
      ...{ id, operatorId: row.operatorId, tags, formCode, formVersion, targetType, targetId, targetVersion, farmerId, processorId, reason },
      ...{ deviceId, appVersion, capturedAt, position, gpsAccuracyM, attachments, files, receivedAt },
      answers: row.answers.filter(({ field }) => chosen.includes(field)),
    },
    causeId,
  )
}

export const splitting: EventBehaviour<typeof submission, 'SPLIT'> = {
  complete: async (scope) => ({ partId: scope.newId() }),
  async decide(_scope, { subject, event }) {
    if (event.data.rest === 'REJECT') subject.status = 'REJECTED'
  },
  check: (scope, { subject, event }) => refuseUndivided(scope, subject, event.data.fields ?? []),
  async apply(scope, { subject, event }) {
    const { partId, fields, reason } = event.data
    if (!partId) throw new Error(`The part of ${subject.id} has no id`)
    await makePart(scope, subject, partId, fields ?? [], event.id)
    const occurredAt = scope.now.toISOString()
    await recordBySystem(scope, submission, partId, { eventType: 'DIVIDED', occurredAt, data: { fromId: subject.id }, causeEventId: event.id })
    await recordEvent(scope, submission, partId, { eventType: 'APPROVED', occurredAt, data: { comment: reason } }, undefined, event.id)
  },
  async follow(scope, { event }) {
    if (event.status === 'RECORDED' || !event.data.partId) return
    const part = await getRecord(scope, submission, event.data.partId, { lock: true, by: 'any' })
    if (part.status === submission.startState) return markRetired(scope, submission, part)
    // Its own approval went with this; somebody has decided on it again since.
    const later = (await eventsOf(scope, submission, part.id, ['APPROVED', 'RESOLVED', 'RETRIED', 'SPLIT', 'RETURNED', 'REJECTED', 'REVIEW_STARTED'])).at(-1)
    if (later)
      throw new Problem('STATE_CONFLICT', {
        message: phrase`“${word(submission.events[later.eventType].label)}” builds on this. Take that back first.`,
        figures: { eventId: later.id, eventType: later.eventType },
      })
  },
}
