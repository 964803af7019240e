// What keeps a plot in use, and what becomes of its ground when it is given up or taken back.

import type { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { listed, phrase, word } from '#domain/messages/message.ts'
import { placeOf, placeParcel } from '../../map/cells.ts'
import type { Scope } from '../../scope.ts'
import { isBeforeReplacement } from '../../store/step.ts'
import { disputeOthers, mapBoundary } from './landparcel-mapping.ts'

type Parcel = Stored<ReturnType<typeof entityOf<'landparcel'>>>

/** A plot with something planned or growing on it stays with its grower and in use. */
export async function refuseWhileCropped(scope: Scope, parcel: Parcel, what: string): Promise<void> {
  const open = await scope.db
    .selectFrom('croppingsystem')
    .select('code')
    .where('tenant_id', '=', scope.tenant.id)
    .where('parcel_id', '=', parcel.id)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['PLANNED', 'ACTIVE'])
    .orderBy('code')
    .limit(5)
    .execute()
  if (open.length)
    throw ruleBlocked(
      '3.3',
      phrase`This plot still has crops planned or growing (${listed(open.map(({ code }) => code))}): it can be ${word(what)} when they have ended.`,
      { croppingSystems: open.map(({ code }) => code) },
    )
}

/**
 * A plot that was given up takes its ground again, which must still be free: its neighbours decide. Sets its columns. `isCaused`: by an event of another
 * plot, so that its own row is written, and placed on the map, in any case.
 */
export async function takeGroundBack(scope: Scope, subject: Parcel, isCaused = false): Promise<void> {
  const { status } = subject
  if (subject.boundary) {
    const overlaps = await mapBoundary(
      scope,
      subject,
      subject.boundary,
      { method: subject.boundaryMethod, mappedOn: subject.mappedAt, accuracyM: subject.gpsAccuracyM, by: subject.mappedBy },
      () => {},
      { isStored: true },
    )
    if (subject.status === 'MAPPED') subject.status = status
    await disputeOthers(scope, subject, overlaps)
  }
  // The row is written between a void and its replacement, too: the map follows.
  if (isBeforeReplacement(scope) && !isCaused) await placeParcel(scope, null, placeOf(subject))
}
