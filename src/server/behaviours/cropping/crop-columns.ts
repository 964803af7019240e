// The columns of a crop that follow from its history, from its system, its plot’s clock and its farm lot’s ledger. The store writes them.

import { sql } from 'kysely'
import { remainingSellable } from '#domain/chain/yield.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import { proofNames, statesProof } from '#domain/kernel/gm-proof.ts'
import { declaredEvents, type HistoryEvent } from '#domain/kernel/history.ts'
import { typedValue } from '#domain/kernel/typed-facts.ts'
import type { Past, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'
import { entriesThen } from '../../store/past.ts'
import { readForPast } from '../../store/read-for-past.ts'
import { complianceThen, readComplianceThen } from '../certification/compliance-then.ts'
import { projectedClaim } from './crop-claims.ts'
import { readClaimsAhead } from './crop-claims-then.ts'
import { placesForNorm } from './crop-places.ts'
import { type Crop, type CropState, capOf, cropStateOf, isSellable, keepState, longestWait } from './crop-state.ts'
import { testsOfField } from './field-tests.ts'

export async function projectCrop(scope: Scope, subject: Crop, history: readonly HistoryEvent[]): Promise<Partial<Crop>> {
  const facts = declaredEvents(entityOf('crop'), history)
    .map((event) => ({ ...event, day: localDay(scope, event.occurredAt) }))
    .sort((one, other) => one.version - other.version)
  const state = await cropStateOf(scope, subject, facts)
  const { sowingDate, germinationDate, harvestStart, harvestEnd, harvestedKg, retainedKg, lossShare, sownHa } = state
  const { proposedKg, estimatedKg, estimateMethod, estimateApprovedBy, qrRevokedAt } = state
  const purchasedKg = scope.past ? await purchasedThen(scope, subject.id) : (subject.purchasedKg ?? 0)
  const columns: Partial<Crop> = {
    ...{ sowingDate, germinationDate, harvestStart, harvestEnd, harvestedKg, retainedKg, lossShare },
    ...{ proposedKg, estimatedKg, estimateMethod, estimateApprovedBy, qrRevokedAt },
    ...(await seedOf(scope, subject, state)),
    ...(await packageOf(scope, history)),
    ...testsOfField(state.facts),
    harvestNotBefore: longestWait(state.treatments)?.until ?? null,
    claimStatus: await projectedClaim(scope, subject, state),
    remainingSellableKg: isSellable(subject) ? remainingSellable(harvestedKg, purchasedKg, retainedKg) : 0,
  }
  const places = await placesForNorm(scope, subject)
  if (scope.past) return { ...columns, places, purchasedKg, ...(await complianceThen(scope, subject)) }
  keepState(scope, subject.id, state)
  // Norm, season factor and water are those of today: of the past the planned ceiling is answered.
  return { ...columns, places, yieldCapKg: await capOf(scope, { ...subject, places }, sownHa ?? subject.areaHa) }
}

/** The package followed last; the one that the crop was planned with, until another is assigned. */
async function packageOf(scope: Scope, history: readonly HistoryEvent[]): Promise<Partial<Crop>> {
  const created = history.find(({ eventType }) => eventType === 'CREATED')
  const popId = history.findLast(({ eventType }) => eventType === 'PACKAGE_ASSIGNED')?.data.popId ?? (created && typedValue(created, 'popId'))
  if (typeof popId !== 'string') return { popId: null, popVersion: null }
  const [followed] = await recordsById(scope, entityOf('pop'), [popId])
  return { popId, popVersion: followed?.versionNo ?? null }
}

const plannedNames = ['seedQtyKg', 'seedLotNo', 'seedTreated', ...proofNames, 'spacingRowCm', 'spacingPlantCm'] as const

/** The seed of the last sowing; what was planned counts where a sowing does not say, and where there is none any more. */
async function seedOf(scope: Scope, subject: Crop, { seed }: CropState): Promise<Partial<Crop>> {
  if (!seed && !subject.sowingDate && !scope.past) return {}
  const sown: Partial<Crop> = seed ? { seedQtyKg: seed.seedKg, seedLotNo: seed.seedLotNo, seedTreated: seed.seedTreated } : {}
  // A proof is one: never the number of the sowing with the kind of the plan.
  if (seed && statesProof(seed)) for (const name of proofNames) Object.assign(sown, { [name]: seed[name] ?? null })
  for (const name of ['spacingRowCm', 'spacingPlantCm'] as const) if (seed?.[name] != null) Object.assign(sown, { [name]: seed[name] })
  // What the row says beyond the sowing was planned, or is of a sowing that was voided.
  if (plannedNames.every((name) => sown[name] !== undefined || subject[name] == null)) return sown
  const planned: Partial<Crop> = {}
  for (const name of plannedNames) planned[name] = null
  for (const event of await eventsOf(scope, entityOf('crop'), subject.id, ['CREATED', 'EDITED']))
    for (const name of plannedNames) if (typedValue(event, name) !== undefined) Object.assign(planned, { [name]: typedValue(event, name) })
  return { ...planned, ...sown }
}

const purchasesRead = readForPast<number>()
const purchasedThen = async (scope: Scope, cropId: string): Promise<number> =>
  purchasesRead.get(scope, cropId) ?? (await purchasesThen(scope, [cropId])).get(cropId) ?? 0

/** Kilograms that had left the farm lots of these crops; 0 where none had. */
async function purchasesThen(scope: Scope, cropIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ cropId: string; kg: number }>`
    select b.crop_id as "cropId", coalesce(-sum(e.delta_kg), 0) as kg from productbatch as b
    join ledger_entry as e on e.tenant_id = ${scope.tenant.id} and e.batch_id = b.id and e.account = 'SHIPPED' and ${entriesThen(scope)}
    where b.tenant_id = ${scope.tenant.id} and b.crop_id = any(${[...cropIds]}::uuid[]) and b.unit_type = 'FARM_LOT' group by b.crop_id`.execute(scope.db)
  return new Map([...cropIds.map((id) => [id, 0] as const), ...rows.map(({ cropId, kg }) => [cropId, kg] as const)])
}

/** Reads for many crops of the past what their columns follow from. */
export async function readCropsAhead(scope: Scope & { past: Past }, crops: readonly Crop[]): Promise<void> {
  await readClaimsAhead(scope, crops)
  purchasesRead.set(
    scope,
    await purchasesThen(
      scope,
      crops.map(({ id }) => id),
    ),
  )
  await readComplianceThen(scope, crops)
}
