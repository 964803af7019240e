// Setting the claim of a crop, and what follows for its lots (BR-04, BR-14). Called by the crop’s own events and, for all crops of
// a plot, by the events that move the plot’s organic clock.
import { sql } from 'kysely'
import { claimRank, lowestClaim } from '#domain/chain/claim.ts'
import { claimAfterSale, cropClaim } from '#domain/chain/crop-claim.ts'
import { entityOf } from '#domain/entities.ts'
import type { Finding, Row } from '#domain/kernel/entity.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import type { PlotFact } from '#domain/land/plot-projection.ts'
import { claimOf } from '../../ledger/lot-moves.ts'
import { referred } from '../../ledger/lots.ts'
import type { Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { changeBySystem } from '../../store/edit.ts'
import { saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { monthsUnconfirmed, plotFactsOf } from '../land/plot-facts.ts'
import { type CropState, farmLotOf, project } from './crop-state.ts'

const crop = entityOf('crop')
const productbatch = entityOf('productbatch')

/** Why a claim is worked out again: the event, and what is to be known when the claim falls. */
export type ClaimCause = { eventId: string | null; finding: Finding }

/** Sets the claim of `subject` (projected, not written yet). Whether it fell below what it was in the record. */
export async function settleClaim(scope: Scope, subject: Row, state: CropState, cause: ClaimCause, plot?: readonly PlotFact[]): Promise<boolean> {
  const known = subject.claimStatus as Claim | null
  const [system, cropType] = [
    await referred(scope, 'croppingsystem', subject.croppingSystemId as string, 'croppingSystemId'),
    await referred(scope, 'croptype', subject.cropTypeId as string, 'cropTypeId'),
  ]
  const derived = cropClaim({
    plot: plot ?? (await plotFactsOf(scope, subject.parcelId as string)),
    monthsUnconfirmed: monthsUnconfirmed(scope),
    lifecycle: cropType.lifecycle as 'ANNUAL' | 'PERENNIAL',
    isManagedOrganically: system.managedOrganically === true,
    isForfeited: state.isForfeited || state.isLowered,
    sowings: state.sowings,
    firstHarvest: state.harvestStart,
    endedOn: state.endedOn,
  })
  const lot = known === derived ? undefined : await farmLotOf(scope, subject.id)
  subject.claimStatus = claimAfterSale(derived, known, lot ? await hasLeft(scope, lot.id) : false)
  const now = subject.claimStatus as Claim | null
  if (!known || now === known || !lot) return !!known && !!now && claimRank[now] < claimRank[known]
  const isLower = !!now && claimRank[now] < claimRank[known]
  // A lot follows its crop, but does not get back what somebody gave up by releasing it as conventional.
  const claimStatus = isLower ? lowestClaim([now, claimOf(lot)]) : (await isGivenUp(scope, lot.id)) ? claimOf(lot) : now
  await changeBySystem(scope, productbatch, lot, { claimStatus })
  if (isLower) await quarantineLots(scope, subject.id, cause)
  return isLower
}

/** Kilograms have left this lot: bought, taken into a heap or a run. */
async function hasLeft(scope: Scope, lotId: string): Promise<boolean> {
  const link = await scope.db
    .selectFrom('lot_link')
    .select('output_id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('input_id', '=', lotId)
    .where('voided_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}
const isGivenUp = async (scope: Scope, lotId: string): Promise<boolean> =>
  (await eventsOf(scope, productbatch, lotId, ['RELEASE'])).some(({ data }) => data.downgrade === true)

/**
 * The crops of a plot, after its organic clock moved: each keeps what it is or changes its claim, and says so. `except`: a crop that
 * is being written by the event itself.
 */
export async function settleCropsOfPlot(scope: Scope, parcelId: string, cause: ClaimCause, except: string | null = null): Promise<void> {
  const plot = await plotFactsOf(scope, parcelId)
  const rows = await scope.db
    .selectFrom('crop')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('parcel_id', '=', parcelId)
    .where('claim_status', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id as string).filter((id) => id !== except)
  for (const before of await recordsById(scope, crop, ids, { lock: true })) {
    const after = { ...before }
    const state = await project(scope, after)
    if (await settleClaim(scope, after, state, cause, plot)) await saveFlags(scope, crop, before.id, [cause.finding], { eventId: cause.eventId })
    await changeBySystem(scope, crop, before, { claimStatus: after.claimStatus })
  }
}

/** The crop's own lot is quarantined; every lot that kilograms of it went into is flagged for review (decision 11). */
export async function quarantineLots(scope: Scope, cropId: string, { eventId, finding: { ruleId, message, figures } }: ClaimCause): Promise<void> {
  const lot = await farmLotOf(scope, cropId)
  if (!lot) return
  if (productbatch.events.QUARANTINE?.from?.includes(lot.status))
    await recordBySystem(scope, productbatch, lot.id, {
      eventType: 'QUARANTINE',
      occurredAt: scope.now.toISOString(),
      data: { reason: message.slice(0, 500), ref: ruleId },
    })
  const { rows } = await sql<{ id: string }>`
    with recursive made(id) as (
      select l.output_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lot.id}::uuid and l.voided_at is null
      union select l.output_id from lot_link as l join made on made.id = l.input_id where l.tenant_id = ${scope.tenant.id}
    ) select made.id from made order by made.id`.execute(scope.db)
  const finding: Finding = { ruleId, severity: 'REVIEW', message: `Holds kilograms of ${lot.title}. ${message}`, figures: { ...figures, batchId: lot.id } }
  for (const { id } of rows) await saveFlags(scope, productbatch, id, [finding], { eventId })
}
