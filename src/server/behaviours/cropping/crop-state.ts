// What is recorded of a crop, folded: its own events, and the inputs applied to its whole system, each with what the list said of it.

import { sql } from 'kysely'
import { normFor, yieldCap } from '#domain/chain/yield.ts'
import { type CropEvent, type CropProjection, type CropTreatment, cropProjection } from '#domain/cropping/crop-projection.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { WaterRegime } from '#domain/kernel/terms.ts'
import { type Lot, referred } from '../../ledger/lots.ts'
import type { Db, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'
import { areaOnGround } from './crop-area.ts'
import { placesForNorm } from './crop-places.ts'
import { type InputUse, itemsUsedAt } from './input-permissions.ts'

const crop = entityOf('crop')
const productbatch = entityOf('productbatch')
export type Crop = Stored<typeof crop>

export type Treatment = InputUse<CropTreatment> & { /** The first day on which may be harvested. */ until: string }
/** `isForfeited`: something prohibited was put on the crop or its system (BR-14). `facts`: in order of recording. */
export type CropState = Omit<CropProjection, 'treatments'> & { treatments: Treatment[]; isForfeited: boolean; facts: readonly CropEvent[] }

/** What has happened to a crop, as recorded. */
export async function cropStateOf(scope: Scope, subject: Crop, given?: readonly CropEvent[]): Promise<CropState> {
  const facts = given ?? (await eventsOf(scope, crop, subject.id)).map((event) => ({ ...event, day: localDay(scope, event.occurredAt) }))
  const projection = cropProjection(facts, subject.areaHa)
  const treatments = await treatmentsOf(scope, subject, projection.treatments)
  const isForfeited = treatments.some(({ permission, day }) => permission === 'PROHIBITED' && (projection.endedOn === null || day <= projection.endedOn))
  return { ...projection, treatments, isForfeited, facts }
}

const projectedStates = new WeakMap<Db, Map<string, CropState>>()
export const keepState = ({ db }: Scope, cropId: string, state: CropState): void => {
  projectedStates.set(db, (projectedStates.get(db) ?? new Map<string, CropState>()).set(cropId, state))
}
/** The state behind the columns that this transaction projected last, or as it is recorded. */
export const stateProjected = async (scope: Scope, subject: Crop): Promise<CropState> =>
  projectedStates.get(scope.db)?.get(subject.id) ?? (await cropStateOf(scope, subject))

/** Only main crops and intercrops are sold (3.5). */
export const isSellable = (row: Crop): boolean => row.role === 'MAIN' || row.role === 'INTERCROP'

/** The crop's own treatments and the inputs applied to its whole system, each with what the list said of it when it was used. */
async function treatmentsOf(scope: Scope, subject: Crop, own: readonly CropTreatment[]): Promise<Treatment[]> {
  const applied = await eventsOf(scope, entityOf('croppingsystem'), subject.croppingSystemId, ['INPUT_APPLICATION'])
  const shared = applied.map(
    ({ id, occurredAt, recordedAt, data }): CropTreatment => ({
      eventId: id,
      itemId: data.itemId,
      occurredAt,
      recordedAt,
      day: localDay(scope, occurredAt),
      phiDays: data.phiDays ?? null,
    }),
  )
  return (await itemsUsedAt(scope, subject.operatorId, [...own, ...shared])).map((one) => ({
    ...one,
    until: addDays(one.day, one.phiDays ?? one.listedPhiDays ?? 0),
  }))
}

/** BR-19: the treatment whose waiting period ends last, of those applied by `moment` (absent: of all); null when there is none. */
export function longestWait(treatments: readonly Treatment[], moment?: string): Treatment | null {
  const by = moment === undefined ? Number.POSITIVE_INFINITY : Date.parse(moment)
  return treatments
    .filter(({ day, until, occurredAt }) => until > day && Date.parse(occurredAt) <= by)
    .reduce<Treatment | null>((longest, one) => (longest && longest.until >= one.until ? longest : one), null)
}

/** BR-06: the ceiling of this crop on so many hectares, as far as its plot has them; null when the programme has no norm for it. `waterRegime`: another than the system’s. */
export async function capOf(scope: Scope, subject: Crop, areaHa: number, waterRegime?: WaterRegime): Promise<number | null> {
  const [cropType, system, season] = [
    await referred(scope, 'croptype', subject.cropTypeId, 'cropTypeId'),
    await referred(scope, 'croppingsystem', subject.croppingSystemId, 'croppingSystemId'),
    await referred(scope, 'season', subject.seasonId, 'seasonId'),
  ]
  const places = (await placesForNorm(scope, subject)) ?? []
  return capIn({ cropType, season, waterRegime: waterRegime ?? system.waterRegime, places }, await areaOnGround(scope, subject, areaHa))
}
/** The same where what decides it is known. */
export function capIn({ cropType, season, waterRegime, places }: CapBasis, areaHa: number): number | null {
  const norm = normFor(cropType.yieldNorms, waterRegime, season.kind, places)
  return norm && yieldCap(areaHa, norm, season.yieldFactor)
}
type CapBasis = { cropType: Stored<Declarations['croptype']>; season: Stored<Declarations['season']>; waterRegime: WaterRegime; places: readonly string[] }

/** Kilograms per hectare of the approved estimates of the same crop, season, village and water regime, this crop left out (BR-06). */
export async function neighbourYields(scope: Scope, subject: Crop): Promise<number[]> {
  const { rows } = await sql<{ perHa: number }>`
    select c.estimated_kg / c.area_ha as "perHa" from crop as c
    join croppingsystem as s on s.tenant_id = ${scope.tenant.id} and s.id = c.cropping_system_id
    join croppingsystem as mine on mine.tenant_id = ${scope.tenant.id} and mine.id = ${subject.croppingSystemId}::uuid
    where c.tenant_id = ${scope.tenant.id} and c.village = ${subject.village} and c.season_id = ${subject.seasonId}::uuid and c.crop_type_id = ${subject.cropTypeId}::uuid
      and c.id <> ${subject.id}::uuid and c.estimated_kg is not null and c.deleted_at is null and s.water_regime = mine.water_regime limit 500`.execute(
    scope.db,
  )
  return rows.map(({ perHa }) => perHa)
}

/**
 * The farm lot of a crop, locked; undefined before its first harvest. What is picked after all of it was disposed of has a lot of its own (`makeFarmLot`): that one
 * is answered while it is there, with those that have goods first.
 */
export async function farmLotOf(scope: Scope, cropId: string): Promise<Lot | undefined> {
  const found = await scope.db
    .selectFrom('productbatch')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('crop_id', '=', cropId)
    .where('unit_type', '=', 'FARM_LOT')
    .where('status', '!=', 'VOIDED')
    .where('deleted_at', 'is', null)
    .orderBy(sql`status = 'DISPOSED', coalesce(on_hand_kg, 0) = 0`)
    .orderBy('id')
    .executeTakeFirst()
  return found && (await recordsById(scope, productbatch, [found.id], { lock: true }))[0]
}
/** What was bought of a crop: what left its farm lots by purchases (kg), read from the ledger. */
export async function purchasedOf({ db, tenant }: Scope, cropId: string): Promise<number> {
  const { rows } = await sql<{ kg: number }>`select coalesce(-sum(e.delta_kg), 0) as kg from productbatch as b
    join ledger_entry as e on e.tenant_id = ${tenant.id} and e.batch_id = b.id and e.account = 'SHIPPED'
    where b.tenant_id = ${tenant.id} and b.crop_id = ${cropId}::uuid and b.unit_type = 'FARM_LOT'`.execute(db)
  return rows[0]?.kg ?? 0
}
