// AH-23 on a unit: animals and counted groups that stood in it, by the time of their coming and going. Whatever was recorded, corrected
// or voided of one of them, the findings of the units it stood in are brought to what all of their histories say.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type Occupant, occupancyFindings, occupyingEvents } from '#domain/husbandry/density.ts'
import type { HistoryEvent } from '#domain/husbandry/replay.ts'
import { placingEvents } from '#domain/husbandry/stays.ts'
import { startOfDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { milkedEntities } from '../../queries/husbandry-events.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { bringFindings } from './replay-judge.ts'

const housingunit = entityOf('housingunit')
export const occupying: ReadonlySet<string> = new Set(occupyingEvents)

/** At the end of the step, once for each unit. `without`: an animal that is being taken back. */
export async function findCrowding(scope: Scope, unitIds: readonly string[], without: string | null = null): Promise<void> {
  for (const id of new Set(unitIds))
    await atEndOfStep(scope, `crowding ${id}`, async () => {
      const [unit] = await recordsById(scope, housingunit, [id])
      if (unit?.capacityHead) await bringCrowding(scope, unit, without)
    })
}

/** The same of a unit that is at hand, also where it says no capacity any more. */
export async function bringCrowding(scope: Scope, unit: Stored<typeof housingunit>, without: string | null = null): Promise<void> {
  const findings = unit.capacityHead ? occupancyFindings(unit.id, unit, await occupantsOf(scope, unit, without)) : []
  await bringFindings(scope, housingunit, unit.id, ['AH-23'], findings)
}

type Placing = Omit<HistoryEvent, 'day'> & { animalId: string; since: string }
/** Animals that ever stood there, wherever they are now: those of its operator that were entered in it, or moved or corrected to it. */
export const occupantsQuery = (scope: Scope, { id, operatorId }: Pick<Stored<typeof housingunit>, 'id' | 'operatorId'>, without: string | null = null) =>
  sql<Placing>`${sql.join(
    milkedEntities.map(
      (table) => sql`
        select e.id, e.event_type as "eventType", e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.data, r.id as "animalId",
          coalesce(r.entry_date, r.birth_date) as since
        from ${sql.table(table)} as r join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = ${table} and e.subject_id = r.id
        where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null and r.operator_id = ${operatorId}::uuid
          and r.id = any(array(select named.subject_id from event as named where named.tenant_id = ${scope.tenant.id} and named.unit_id = ${id}::uuid
            and named.subject_type = ${table} and named.status = 'RECORDED' and named.event_type = any(${[...placingEvents]}::text[])))
          and r.id is distinct from ${without}::uuid and e.status = 'RECORDED' and e.event_type = any(${[...occupyingEvents]}::text[])
          and (e.event_type <> 'EDITED' or jsonb_exists(e.data -> 'changes', 'unitId'))`,
    ),
    sql` union all `,
  )} order by "occurredAt", "recordedAt", id`

async function occupantsOf(scope: Scope, unit: Stored<typeof housingunit>, without: string | null): Promise<Occupant[]> {
  const { rows } = await occupantsQuery(scope, unit, without).execute(scope.db)
  return [...Map.groupBy(rows, ({ animalId }) => animalId).values()].flatMap((own) => {
    const since = own[0]?.since
    return since ? [{ since: startOfDay(since, scope.tenant.timezone), history: own.map((event) => ({ ...event, day: '' })) }] : []
  })
}
