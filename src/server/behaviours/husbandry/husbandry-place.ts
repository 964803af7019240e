// Whose an animal, flock, pond or unit is follows from where it stands: plot → production system → unit → animal. The
// farmer and village are written along, so that lists and rights need not walk that way.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { judgeBoundary } from '#domain/geo/boundary.ts'
import { areaLimitsHa } from '#domain/geo/validity.ts'
import { fitsSystem, fitsUnit } from '#domain/husbandry/housing.ts'
import type { Living, Stock } from '#domain/husbandry/living.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, Row, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, small } from '#domain/messages/message.ts'
import { defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { isSame } from '../../store/columns.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { headcountIn } from './headcount.ts'
import { bringCrowding } from './unit-occupancy.ts'

const [animalgroup, housingunit] = [entityOf('animalgroup'), entityOf('housingunit')]
type Unit = Stored<typeof housingunit>

/** The record that one of this operator refers to at `path`, which must be of the same operator. Throws VALIDATION at `path`. */
export async function parentOf<E extends AnyEntity>(
  scope: Scope,
  { operatorId }: Pick<Row, 'operatorId'>,
  entity: E,
  id: string,
  path: string,
): Promise<Stored<E>> {
  const [parent] = await recordsById(scope, entity, [id])
  if (!parent || parent.operatorId !== operatorId) throw fieldProblem(path, 'missing', phrase`There is no such ${small(entity.label)} of this operator.`)
  return parent
}

/** Whether animals of this entity may stand in `unit`: its kind, its system, and both in use. Throws VALIDATION at `path`. */
export async function checkUnitFor(scope: Scope, entity: AnyEntity, unit: Unit, path: string): Promise<void> {
  if (unit.status === 'RETIRED') throw fieldProblem(path, 'rule', 'This unit is no longer used.')
  if (!fitsUnit(entity.name, unit.unitType)) throw fieldProblem(path, 'rule', 'A unit of this kind is not for these animals.')
  const [system] = await recordsById(scope, entityOf('productionsystem'), [unit.productionSystemId])
  if (system?.status === 'CLOSED') throw fieldProblem(path, 'rule', 'The production system of this unit is closed.')
  if (system && !fitsSystem(entity.name, system.systemType)) throw fieldProblem(path, 'rule', 'The production system of this unit keeps other animals.')
}

/** Events between which a flock or stock is in its unit. */
export type Stay = { begins: string; ends: readonly string[] }
type Other = { id: string; title: string; eventId: string }

/**
 * One flock or stock in a unit at a time (animal 7, 8), judged at the end of the step by what all of their histories say: a placement that
 * comes late, and an end that is taken back, are refused when another was there meanwhile. Throws RULE_BLOCKED (AH-10).
 */
export async function oneStockLater(scope: Scope, entity: AnyEntity, subject: Stock, stay: Stay): Promise<void> {
  await atEndOfStep(scope, `stocks in ${subject.unitId}`, async () => {
    // The row of the unit is the lock: two that are placed at once wait for each other.
    await recordsById(scope, housingunit, [subject.unitId], { lock: true })
    const several = 'multiAge' in entity.fields ? sql`and not r.multi_age` : sql``
    const happened = (types: readonly string[]) => sql`select e.id, e.occurred_at from event as e where e.tenant_id = ${scope.tenant.id}
      and e.subject_type = ${entity.name} and e.subject_id = r.id and e.status = 'RECORDED' and e.event_type = any(${[...types]}::text[])
      order by e.occurred_at, e.id limit 1`
    const { rows } = await sql<Other>`
      with stay as (
        select r.id, r.title, b.id as event_id, b.occurred_at as since, coalesce(e.occurred_at, 'infinity'::timestamptz) as until from ${sql.table(entity.name)} as r
        cross join lateral (${happened([stay.begins])}) as b left join lateral (${happened(stay.ends)}) as e on true
        where r.tenant_id = ${scope.tenant.id} and r.unit_id = ${subject.unitId}::uuid and r.deleted_at is null ${several}
      ) select o.id, o.title, o.event_id as "eventId" from stay as o join stay as s on s.id = ${subject.id}::uuid and o.id <> s.id
        and o.since < s.until and s.since < o.until order by o.since, o.id limit 1`.execute(scope.db)
    const [other] = rows
    if (other)
      throw ruleBlocked('AH-10', phrase`${other.title} was in this unit at that time: one is in it at a time, all in and all out.`, {
        title: other.title,
        eventId: other.eventId,
      })
  })
}

/** A unit or group takes farmer and village from its production system. */
async function placeInSystem(scope: Scope, after: Unit | Stored<typeof animalgroup>): Promise<void> {
  const system = await parentOf(scope, after, entityOf('productionsystem'), after.productionSystemId, 'productionSystemId')
  Object.assign(after, { farmerId: system.farmerId, village: system.village })
}

/** An animal, flock or pond stands in a unit, which says everything else. Answers the unit. */
export async function placeInUnit(scope: Scope, row: Living): Promise<Unit> {
  const unit = await parentOf(scope, row, housingunit, row.unitId, 'unitId')
  Object.assign(row, { productionSystemId: unit.productionSystemId, farmerId: unit.farmerId, village: unit.village })
  return unit
}

const cleaned: EventBehaviour<typeof housingunit, 'CLEANED'> = { settle: (scope, { subject }) => projectCleaning(scope, subject) }
async function projectCleaning(scope: Scope, unit: Unit): Promise<void> {
  const days = (await eventsOf(scope, housingunit, unit.id, ['CLEANED'])).map(({ occurredAt }) => localDay(scope, occurredAt))
  unit.lastCleanedOn = days.sort().at(-1) ?? null
}

export const housingunitBehaviour = defineBehaviour(housingunit, {
  async prepare(scope, { before, after }) {
    await placeInSystem(scope, after)
    // A pond or a shed is a sound line like any boundary (BR-01), however small.
    const isStored = isSame(before?.shape, after.shape)
    if (after.shape) after.shape = judgeBoundary(after.shape, { at: 'shape', limits: { minHa: 0, maxHa: areaLimitsHa.max }, isStored }).polygon
    if (!after.volumeM3 && after.waterAreaM2 && after.depthM) after.volumeM3 = Math.round(after.waterAreaM2 * after.depthM * 10) / 10
  },
  async written(scope, { before, after }) {
    if (before && before.capacityHead !== after.capacityHead) await bringCrowding(scope, after)
  },
  events: { CLEANED: cleaned },
  view: async (scope, unit) => ({ headcount: await headcountIn(scope, 'unit_id', unit.id) }),
})
export const animalgroupBehaviour = defineBehaviour(animalgroup, { prepare: (scope, { after }) => placeInSystem(scope, after) })
