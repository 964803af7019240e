// Bringing a crop's columns up to what its events and its farm lot's ledger say, after each of them.

import { sql } from 'kysely'
import { normFor, remainingSellable, type YieldNorm, yieldCap } from '#domain/chain/yield.ts'
import { type CropProjection, cropProjection } from '#domain/cropping/crop-projection.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { SeasonKind, WaterRegime } from '#domain/kernel/terms.ts'
import { referred } from '../../ledger/lots.ts'
import type { Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'

const crop = entityOf('crop')

/** `isForfeited`: something prohibited was put on the crop or its system (BR-14). */
export type CropState = CropProjection & { isForfeited: boolean }
/** Sets on `subject` what its standing events say, and hands the story back. The claim is the sowing's business. */
export async function project(scope: Scope, subject: Row): Promise<CropState> {
  const events = (await eventsOf(scope, crop, subject.id)).map(({ eventType, occurredAt, recordedBy, data }) => ({
    eventType,
    recordedBy,
    data,
    day: localDay(scope, occurredAt),
  }))
  const projection = cropProjection(events, subject.areaHa as number)
  const { treatments: own, sownHa, ...fields } = projection
  const treatments = await treatmentsOf(scope, subject, own)
  Object.assign(subject, fields, {
    harvestNotBefore: waitingUntil(treatments),
    yieldCapKg: await capOf(scope, subject, sownHa ?? (subject.areaHa as number)),
  })
  subject.remainingSellableKg = isSellable(subject)
    ? remainingSellable(projection.harvestedKg, (subject.purchasedKg as number | null) ?? 0, projection.retainedKg)
    : 0
  return { ...projection, isForfeited: treatments.some(({ item }) => item?.permission === 'PROHIBITED') }
}
/** Only main crops and intercrops are sold (3.5). */
export const isSellable = (row: Row): boolean => row.role === 'MAIN' || row.role === 'INTERCROP'

type Treatment = CropProjection['treatments'][number] & { item: Row | undefined }
/** The crop's own treatments and the inputs applied to its whole system, each with what the list says of it. */
async function treatmentsOf(scope: Scope, subject: Row, own: CropProjection['treatments']): Promise<Treatment[]> {
  const shared = (await eventsOf(scope, entityOf('croppingsystem'), subject.croppingSystemId as string, ['INPUT_APPLICATION'])).map(({ occurredAt, data }) => ({
    itemId: data.itemId as string,
    day: localDay(scope, occurredAt),
    phiDays: (data.phiDays as number | null | undefined) ?? null,
  }))
  const treatments = [...own, ...shared]
  const items = new Map(
    (
      await recordsById(
        scope,
        entityOf('inputitem'),
        treatments.map(({ itemId }) => itemId),
      )
    ).map((item) => [item.id, item]),
  )
  return treatments.map((one) => ({ ...one, item: items.get(one.itemId) }))
}

/** BR-19: the latest end of a waiting period. */
function waitingUntil(treatments: readonly Treatment[]): string | null {
  const ends = treatments.flatMap(({ item, day, phiDays }) => {
    const days = phiDays ?? (item?.phiDays as number | undefined) ?? 0
    return days > 0 ? [addDays(day, days)] : []
  })
  return ends.sort().at(-1) ?? null
}

/** BR-06: the ceiling of this crop on so many hectares; null when the programme has no norm for it. */
export async function capOf(scope: Scope, subject: Row, areaHa: number): Promise<number | null> {
  const [cropType, system, season] = [
    await referred(scope, 'croptype', subject.cropTypeId as string, 'cropTypeId'),
    await referred(scope, 'croppingsystem', subject.croppingSystemId as string, 'croppingSystemId'),
    await referred(scope, 'season', subject.seasonId as string, 'seasonId'),
  ]
  const norm = normFor(cropType.yieldNorms as YieldNorm[], system.waterRegime as WaterRegime, season.kind as SeasonKind)
  return norm && yieldCap(areaHa, norm, season.yieldFactor as number)
}

/** Kilograms per hectare of the approved estimates of the same crop, season, village and water regime, this crop left out (BR-06). */
export async function neighbourYields(scope: Scope, subject: Row): Promise<number[]> {
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

/** The farm lot of a crop, locked; undefined before its first harvest. */
export async function farmLotOf(scope: Scope, cropId: string): Promise<Row | undefined> {
  const found = await scope.db
    .selectFrom('productbatch')
    .select('id')
    .where('tenant_id', '=', scope.tenant.id)
    .where('crop_id', '=', cropId)
    .where('unit_type', '=', 'FARM_LOT')
    .where('status', '!=', 'VOIDED')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found && (await recordsById(scope, entityOf('productbatch'), [found.id as string], { lock: true }))[0]
}
/** What was bought of a crop: what left its farm lot by purchases (kg), read from the ledger. */
export async function purchasedOf(scope: Scope, farmLotId: string): Promise<number> {
  const { rows } = await sql<{
    kg: number
  }>`select coalesce(-sum(e.delta_kg), 0) as kg from ledger_entry as e where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${farmLotId}::uuid and e.account = 'SHIPPED'`.execute(
    scope.db,
  )
  return rows[0]?.kg ?? 0
}
