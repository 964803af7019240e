// The columns of a crop that follow from its history, from its system, its plot’s clock and its farm lot’s ledger. The store writes them.

import { sql } from 'kysely'
import { remainingSellable } from '#domain/chain/yield.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { declaredEvents, type HistoryEvent } from '#domain/kernel/history.ts'
import { entriesThen } from '../../ledger/as-of.ts'
import type { AsOf, Scope } from '../../scope.ts'
import { projectedClaim } from './crop-claims.ts'
import { type Crop, type CropState, capOf, cropStateOf, isSellable, keepState, longestWait } from './crop-state.ts'

export async function projectCrop(scope: Scope, subject: Crop, history: readonly HistoryEvent[], _state: unknown, asOf?: AsOf): Promise<Partial<Crop>> {
  const facts = declaredEvents(entityOf('crop'), history)
    .map((event) => ({ ...event, day: localDay(scope, event.occurredAt) }))
    .sort((one, other) => one.version - other.version)
  const state = await cropStateOf(scope, subject, facts, asOf)
  const { sowingDate, germinationDate, harvestStart, harvestEnd, harvestedKg, retainedKg, lossShare, sownHa } = state
  const { proposedKg, estimatedKg, estimateMethod, estimateApprovedBy, qrRevokedAt } = state
  const purchasedKg = asOf ? await purchasedThen(scope, subject.id, asOf) : (subject.purchasedKg ?? 0)
  const columns: Partial<Crop> = {
    ...{ sowingDate, germinationDate, harvestStart, harvestEnd, harvestedKg, retainedKg, lossShare },
    ...{ proposedKg, estimatedKg, estimateMethod, estimateApprovedBy, qrRevokedAt },
    ...seedOf(subject, state),
    harvestNotBefore: longestWait(state.treatments)?.until ?? null,
    claimStatus: await projectedClaim(scope, subject, state, asOf),
    remainingSellableKg: isSellable(subject) ? remainingSellable(harvestedKg, purchasedKg, retainedKg) : 0,
  }
  if (asOf) return { ...columns, purchasedKg }
  keepState(scope, subject.id, state)
  // Norm, season factor and water are those of today: of the past the planned ceiling is answered.
  return { ...columns, yieldCapKg: await capOf(scope, subject, sownHa ?? subject.areaHa) }
}

/** The seed of the last sowing; what was planned stays where a sowing does not say. */
function seedOf(subject: Crop, { seed }: CropState): Partial<Crop> {
  if (!seed) return {}
  const { seedKg, seedLotNo, seedTreated, nonGmProof, spacingRowCm, spacingPlantCm } = seed
  return {
    seedQtyKg: seedKg,
    seedLotNo,
    seedTreated,
    nonGmProof: nonGmProof ?? subject.nonGmProof,
    spacingRowCm: spacingRowCm ?? subject.spacingRowCm,
    spacingPlantCm: spacingPlantCm ?? subject.spacingPlantCm,
  }
}
async function purchasedThen(scope: Scope, cropId: string, asOf: AsOf): Promise<number> {
  const { rows } = await sql<{ kg: number }>`
    select coalesce(-sum(e.delta_kg), 0) as kg from ledger_entry as e
    join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = e.batch_id and b.crop_id = ${cropId}::uuid and b.unit_type = 'FARM_LOT'
    where e.tenant_id = ${scope.tenant.id} and e.account = 'SHIPPED' and ${entriesThen(asOf)}`.execute(scope.db)
  return rows[0]?.kg ?? 0
}
