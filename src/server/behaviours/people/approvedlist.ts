// The signatures under an approved farmer list (docs/decisions/0059). A signature is an event of the person with the fingerprint that they read;
// its hash is a leaf of the history like any other event's.
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { RecordedEvent, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem } from '#domain/kernel/problems.ts'
import { listed, phrase } from '#domain/messages/message.ts'
import { differenceOf } from '#domain/people/approved-list-difference.ts'
import { type ApprovedList, listColumns } from '#domain/people/approvedlist-projection.ts'
import { defineBehaviour, type EventBehaviour, guardedBy, type Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { fingerprintOf } from '../../store/signed-list.ts'
import { requireOwnBody } from '../certification/own-body.ts'
import { entriesNow, noLongerApproved } from './approved-list-entries.ts'

const approvedlist = entityOf('approvedlist')

/** A signature is given now, under what was read. */
function checkSignature(scope: Scope, subject: ApprovedList, { data, occurredAt }: RecordedEvent<{ hash: string }>): void {
  if (data.hash !== subject.hash) throw fieldProblem('data.hash', 'rule', 'This is the fingerprint of another list than the one that is signed here.')
  if (localDay(scope, occurredAt) < (subject.asOf ?? '')) throw fieldProblem('occurredAt', 'min', 'The list had not been drawn up then.')
}

const signed: EventBehaviour<typeof approvedlist, 'SIGNED'> = {
  isFinal: true,
  /** What is signed holds still: a draft that facts have overtaken is drawn up anew. */
  async check(scope, { subject, event }) {
    checkSignature(scope, subject, event)
    const { operatorId, schemeId, seasonId, versionNo, asOf, replacesId } = subject
    if (!operatorId || !schemeId || !seasonId || versionNo === null || asOf === null) throw new Error(`The list ${subject.id} is not complete`)
    const replaced = await replacedBy(scope, replacesId)
    const head = { operatorId, schemeId, seasonId, versionNo, asOf, replacesHash: replaced?.hash ?? null }
    if (fingerprintOf(head, await entriesNow(scope, operatorId, seasonId)) !== subject.hash)
      throw new Problem('STATE_CONFLICT', {
        message: 'Farmers, crops or estimates have changed since this list was drawn up. Discard it and draw it up again.',
      })
  },
}

const countersigned: EventBehaviour<typeof approvedlist, 'COUNTERSIGNED'> = {
  isFinal: true,
  /** Areas and estimates go on while the body reads; nobody comes onto a list in force who is approved no more. */
  async check(scope, { subject, event }) {
    checkSignature(scope, subject, event)
    const names = subject.seasonId === null ? [] : await noLongerApproved(scope, subject.seasonId, subject.entries ?? [])
    if (names.length > 0)
      throw new Problem('STATE_CONFLICT', {
        message: phrase`Not approved any more: ${listed(names.slice(0, 5))}. Return the list.`,
        figures: { members: names.length },
      })
  },
  async apply(scope, { subject, event }) {
    if (subject.replacesId)
      await recordBySystem(scope, approvedlist, subject.replacesId, {
        eventType: 'REPLACED',
        occurredAt: event.occurredAt,
        data: { by: subject.id },
        causeEventId: event.id,
      })
  },
}

const replacedBy = async (scope: Scope, id: string | null): Promise<Stored<typeof approvedlist> | null> =>
  id === null ? null : ((await recordsById(scope, approvedlist, [id]))[0] ?? null)

export const approvedlistBehaviour = defineBehaviour(approvedlist, {
  events: {
    SIGNED: signed,
    COUNTERSIGNED: guardedBy((scope, { subject }) => requireOwnBody(scope, subject), countersigned),
    RETURNED: guardedBy((scope, { subject }) => requireOwnBody(scope, subject), { isFinal: true }),
    DISCARDED: { isFinal: true },
  },
  project: async (scope, _subject, history) => listColumns(history, (moment) => localDay(scope, moment)),
  view: async (scope, row) => ({
    difference: row.replacesId ? differenceOf((await replacedBy(scope, row.replacesId))?.entries ?? [], row.entries ?? []) : null,
  }),
})
