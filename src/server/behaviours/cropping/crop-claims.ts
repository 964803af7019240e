// The claim of a crop as everything recorded of crop and plot says, and what follows for its lots when it falls (BR-04, BR-14).

import { sql } from 'kysely'
import { claimRank } from '#domain/chain/claim.ts'
import { claimAfterSale } from '#domain/chain/crop-claim.ts'
import { entityOf } from '#domain/entities.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { isPossible } from '#domain/kernel/history.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { phrase, type Sentence, word } from '#domain/messages/message.ts'
import { spelledReason } from '#domain/messages/spelled-row.ts'
import type { Value } from '#domain/messages/values.ts'
import type { Scope } from '../../scope.ts'
import { saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { linksThen } from '../../store/past.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep, isBeforeReplacement } from '../../store/step.ts'
import { derivedClaim } from './crop-claim-derived.ts'
import { claimThen } from './crop-claims-then.ts'
import { type Crop, type CropState, farmLotOf, stateProjected, type Treatment } from './crop-state.ts'

const productbatch = entityOf('productbatch')

/** Why a claim fell: the event, and what is to be known of it. */
export type ClaimCause = { eventId: string | null; finding: Finding }

/** BR-04, BR-14. Once goods have left the farm lot a claim may fall and never rises. `subject`: as it is in the record. */
export async function projectedClaim(scope: Scope, subject: Crop, state: CropState): Promise<Claim | null> {
  const known = subject.claimStatus
  if (scope.past) return claimThen({ ...scope, past: scope.past }, subject, state)
  // A claim does not fall by what is about to be replaced.
  if (isBeforeReplacement(scope)) return known
  // Nothing is claimed before sowing, and most events of a crop come without another of its plot.
  if (state.sowings.length === 0 && !known) return null
  const derived = await derivedClaim(scope, subject, state)
  if (!known || known === derived) return derived
  const lot = await farmLotOf(scope, subject.id)
  return claimAfterSale(derived, known, lot ? await hasLeft(scope, lot.id) : false)
}

type Claimed = Pick<Crop, 'claimStatus'>
export const hasFallen = ({ claimStatus: known }: Claimed, { claimStatus: now }: Claimed): boolean =>
  known !== null && now !== null && claimRank[now] < claimRank[known]

/** A claim that fell holds the crop’s lot back, at the end of the step. `cause`: absent where the crop’s own state says why. */
export const quarantineLater = (scope: Scope, subject: Crop, cause?: ClaimCause): Promise<void> =>
  atEndOfStep(scope, `claim of ${subject.id}`, async () =>
    quarantineLots(scope, subject.id, cause ?? (await causeIn(scope, await stateProjected(scope, subject)))),
  )

/** BR-14: what the list of inputs said of a treatment, where it did not allow it. `scheme`: whose permission it is; null: the programme's. */
export function permissionFinding({ item, itemId, permission }: Pick<Treatment, 'item' | 'itemId' | 'permission'>, scheme: Named | null): Finding | null {
  if (permission === 'ALLOWED') return null
  const title = item?.title ?? word('This input')
  if (scheme) return { ruleId: 'BR-14', severity: 'REVIEW', message: schemeMessage(permission, title, scheme.title), figures: { itemId, schemeId: scheme.id } }
  const message =
    permission === 'PROHIBITED'
      ? phrase`${title} is prohibited: this crop is conventional from now on, and the conversion of its plot starts again.`
      : permission === 'RESTRICTED'
        ? phrase`${title} is restricted: the certification body’s consent is needed.`
        : phrase`${title} is not on the list.`
  return { ruleId: 'BR-14', severity: 'REVIEW', message, figures: { itemId } }
}

type Named = { id: string; title: string }
const schemeMessage = (permission: Exclude<Treatment['permission'], 'ALLOWED'>, title: Value, scheme: string): Sentence =>
  permission === 'PROHIBITED'
    ? phrase`${title} is prohibited by ${scheme}: this crop is conventional from now on, and the conversion of its plot starts again.`
    : permission === 'RESTRICTED'
      ? phrase`${title} is restricted by ${scheme}: the certification body’s consent is needed.`
      : phrase`${scheme} does not say yet whether ${title} is allowed.`
/** The scheme whose permission it is. */
export const schemeOf = async (scope: Scope, id: string | null): Promise<Named | null> =>
  (id === null ? undefined : (await recordsById(scope, entityOf('scheme'), [id]))[0]) ?? null

async function causeIn(scope: Scope, { treatments, loweredBecause }: CropState): Promise<ClaimCause> {
  const prohibited = treatments.find(({ permission }) => permission === 'PROHIBITED')
  const finding = prohibited && permissionFinding(prohibited, await schemeOf(scope, prohibited.schemeId))
  if (prohibited && finding) return { eventId: prohibited.eventId, finding }
  const message = loweredBecause ?? 'The claim of the crop was worked out again from what is recorded of it and its plot, and fell.'
  return { eventId: null, finding: { ruleId: 'BR-04', severity: 'REVIEW', message } }
}

/** Kilograms have left this lot: bought, taken into a heap or a run. */
async function hasLeft(scope: Scope, lotId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lotId}::uuid and ${linksThen(scope)} limit 1`.execute(
      scope.db,
    )
  return rows.length > 0
}

/** The crop's own lot is quarantined; every lot that kilograms of it went into is flagged for review (decision 11). */
export async function quarantineLots(scope: Scope, cropId: string, { eventId, finding: { ruleId, message, figures } }: ClaimCause): Promise<void> {
  const lot = await farmLotOf(scope, cropId)
  if (!lot) return
  if (isPossible(productbatch, productbatch.events.QUARANTINE, lot.status))
    await recordBySystem(scope, productbatch, lot.id, {
      eventType: 'QUARANTINE',
      occurredAt: scope.now.toISOString(),
      data: { ...spelledReason(message), ref: ruleId },
    })
  const { rows } = await sql<{ id: string }>`
    with recursive made(id) as (
      select l.output_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lot.id}::uuid and l.voided_at is null
      union select l.output_id from lot_link as l join made on made.id = l.input_id where l.tenant_id = ${scope.tenant.id} and l.voided_at is null
    ) select made.id from made order by made.id`.execute(scope.db)
  const finding: Finding = {
    ruleId,
    severity: 'REVIEW',
    message: phrase`Holds kilograms of ${lot.title}. ${typeof message === 'string' ? word(message) : message}`,
    figures: { ...figures, batchId: lot.id },
  }
  for (const { id } of rows) await saveFlags(scope, productbatch, id, [finding], { eventId })
}
