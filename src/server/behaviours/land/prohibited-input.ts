// A prohibited input put on a crop or a cropping system is a find on its plot (BR-14), and leaves it again only when an
// administrator and the certification body agree that it was recorded in error (BR-24).

import { prohibitedInputRef } from '#domain/certification/nonconformity.ts'
import { correctiveActionDays } from '#domain/certification/sanction-projection.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { spelledRow } from '#domain/messages/spelled-row.ts'
import type { Scope } from '../../scope.ts'
import { accountsOfCaller } from '../../store/accounts-of-person.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { createBySystem } from '../../store/create.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { itemsUsedAt } from '../cropping/input-permissions.ts'
import { successorsOf } from './plot-successors.ts'

const landparcel = entityOf('landparcel')
type Use = { itemId: string; usedOn: string }
/** `words`: of evidence that the product wrote. */
type Find = Use & { evidence: string; words?: string | null | undefined; files?: readonly string[] | null | undefined }
/** An input put on something that stands on a plot. */
export type Treatment = RecordedEvent<{ itemId: string }>
export type Treated = { title: string; parcelId: string | null; operatorId: string | null }

/** Whether the programme or a scheme of the operator prohibited this event's input when it was used. */
export async function isProhibited(
  scope: Scope,
  { operatorId }: Pick<Treated, 'operatorId'>,
  { data, occurredAt, recordedAt }: Pick<Treatment, 'data' | 'occurredAt' | 'recordedAt'>,
): Promise<boolean> {
  const [use] = await itemsUsedAt(scope, operatorId, [{ itemId: data.itemId, occurredAt, recordedAt }])
  return use?.permission === 'PROHIBITED'
}

/** The find on the plot that follows from a treatment of `subject` (a crop or a cropping system). */
export async function recordOnPlot(scope: Scope, subject: Treated, event: Treatment): Promise<void> {
  const [parcel] = subject.parcelId === null ? [] : await recordsById(scope, landparcel, [subject.parcelId], { lock: true })
  if (!parcel || (parcel.status === 'RETIRED' && (await successorsOf(scope, parcel.id)).length === 0)) return
  const { message: evidence, words } = spelledRow(phrase`Recorded on ${subject.title}.`)
  await recordBySystem(scope, landparcel, parcel.id, {
    eventType: 'PROHIBITED_INPUT_FOUND',
    occurredAt: event.occurredAt,
    data: {
      itemId: event.data.itemId,
      usedOn: localDay(scope, event.occurredAt),
      evidence,
      words,
      causeEventId: event.id,
    },
  })
}

/** BR-14: what was found is a critical non-conformity of plot and grower, to be corrected from today on, however late it came to light. */
export async function openForInput(
  scope: Scope,
  parcel: Stored<Declarations['landparcel']>,
  { id, data, occurredAt }: Pick<RecordedEvent<Find>, 'id' | 'data' | 'occurredAt'>,
): Promise<void> {
  const [item] = await recordsById(scope, entityOf('inputitem'), [data.itemId])
  const found = spelledRow(phrase`A prohibited input was used: ${item?.title ?? ''}, on ${onDay(data.usedOn)}.`)
  await createBySystem(
    scope,
    entityOf('nonconformity'),
    {
      operatorId: parcel.operatorId,
      ref: prohibitedInputRef(id),
      severity: 'CRITICAL',
      rule: 'BR-14',
      description: found.message,
      descriptionWords: found.words,
      reasons: [found, ...(data.words ? [{ message: data.evidence, words: data.words }] : [])],
      evidence: data.evidence,
      files: [...(data.files ?? [])],
      farmerId: parcel.farmerId,
      parcelId: parcel.id,
      openedOn: localDay(scope, occurredAt),
      dueOn: addDays(localDay(scope), correctiveActionDays),
    },
    id,
  )
}

/**
 * BR-14, BR-24: taken back by an administrator, with a reason, once the certification body has agreed on the plot. `voided`: the
 * event as it is marked now.
 */
export async function requireAgreement(
  scope: Scope,
  parcelId: string | null,
  { itemId, usedOn }: Use,
  voided: Pick<RecordedEvent, 'recordedAt'> & { voidNote?: string | null },
): Promise<void> {
  if (!scope.user.grants.some(({ role }) => role === 'ADMIN'))
    throw new Problem('STATE_CONFLICT', {
      message: 'A prohibited input costs the claim. An administrator takes it back, once the certification body has agreed on the plot.',
    })
  const own = await accountsOfCaller(scope)
  const agreed = (await eventsOf(scope, landparcel, parcelId ?? [], ['PROHIBITED_INPUT_DISMISSED'])).some(
    ({ data, recordedBy, recordedAt }) =>
      data.itemId === itemId && data.usedOn === usedOn && !own.has(recordedBy ?? '') && Date.parse(recordedAt) >= Date.parse(voided.recordedAt),
  )
  if (!agreed)
    throw new Problem('STATE_CONFLICT', {
      message: phrase`The certification body has not agreed on the plot that the input recorded for ${onDay(usedOn)} is an error.`,
      figures: { itemId, usedOn },
    })
  if (!voided.voidNote) throw fieldProblem('note', 'required', 'Say why this was recorded in error.')
}
