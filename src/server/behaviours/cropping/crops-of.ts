// The crops of a plot or of a cropping system, projected again after what they read of it has changed.

import { isInConversion } from '#domain/chain/claim.ts'
import { entityOf } from '#domain/entities.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import { certifiedLotsChanged } from '../../ledger/certificate-findings.ts'
import type { Scope } from '../../scope.ts'
import { saveFlags } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { projectAgain } from '../../store/project.ts'
import { inStep } from '../../store/step.ts'
import { type ClaimCause, hasFallen, quarantineLater } from './crop-claims.ts'
import { bringFindings } from './crop-findings.ts'
import type { Crop } from './crop-state.ts'

const crop = entityOf('crop')

/** All crops of a system, locked. */
export async function cropsOfSystem(scope: Scope, systemId: string): Promise<Crop[]> {
  const ids = await scope.db
    .selectFrom('crop')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('cropping_system_id', '=', systemId)
    .where('deleted_at', 'is', null)
    .execute()
  return recordsById(
    scope,
    crop,
    ids.map(({ id }) => id),
    { lock: true },
  )
}

/** After an input on the whole system, or its being taken back. Answers the new findings. */
export async function settleCropsOfSystem(scope: Scope, systemId: string): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const before of await cropsOfSystem(scope, systemId)) findings.push(...(await bringFindings(scope, await projectAgain(scope, crop, before))))
  return findings
}

/** The crops of a plot, after its organic clock moved: each keeps its claim or changes it, and says so. */
export const settleCropsOfPlot = (scope: Scope, parcelId: string, cause: ClaimCause): Promise<void> =>
  inStep(scope, async () => {
    const rows = await scope.db
      .selectFrom('crop')
      .select('id')
      .where('tenant_id', '=', scope.tenant.id)
      .where('parcel_id', '=', parcelId)
      .where('claim_status', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
    const ids = rows.map(({ id }) => id)
    const inConversion: string[] = []
    for (const before of await recordsById(scope, crop, ids, { lock: true })) {
      const after = await projectAgain(scope, crop, before)
      // How long it was in conversion when it was picked may be another number of months under the same claim (T10).
      if (after.purchasedKg && isInConversion(after.claimStatus ?? 'CONVENTIONAL')) inConversion.push(after.id)
      if (after === before) continue
      if (hasFallen(before, after)) {
        await saveFlags(scope, crop, before.id, [cause.finding], { eventId: cause.eventId })
        await quarantineLater(scope, after, cause)
      }
      await bringFindings(scope, after)
    }
    if (inConversion.length === 0) return
    const lots = await scope.db
      .selectFrom('productbatch')
      .select('id')
      .where('tenant_id', '=', scope.tenant.id)
      .where('crop_id', 'in', inConversion)
      .where('unit_type', '=', 'FARM_LOT')
      .where('deleted_at', 'is', null)
      .execute()
    await certifiedLotsChanged(
      scope,
      lots.map(({ id }) => id),
    )
  })
