// AH-09 on a dairy: milk that went into its tank under a withdrawal. It was the tank of the dairy that milked its herd, or of the one
// in which the animal stood at the time of the milking, wherever it stands today.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Animal, AnimalEntity } from '#domain/husbandry/living.ts'
import { type EventFinding, type HistoryEvent, textIn } from '#domain/husbandry/replay.ts'
import { placingEvents, staysOf, unitAt } from '#domain/husbandry/stays.ts'
import { historyOf } from '../../queries/husbandry-events.ts'
import type { Scope } from '../../scope.ts'
import { closeFlag, flagsOfRules, openFlags, saveFlags } from '../../store/flags.ts'
import { isNew } from '../../store/project-flags.ts'

const dairy = entityOf('productionsystem')
type Place = Pick<Animal, 'id' | 'productionSystemId'>

/**
 * Brings the findings of these treatments on every dairy to what the animal's history says. `milkings`: those under a withdrawal. `findingsOf`: what is
 * found of some of them.
 */
export async function findInTanks(
  scope: Scope,
  entity: AnimalEntity,
  subject: Place,
  treatments: ReadonlySet<string>,
  milkings: readonly HistoryEvent[],
  findingsOf: (milkings: readonly HistoryEvent[]) => EventFinding[],
): Promise<void> {
  const milkedIn = milkings.length > 0 ? await dairiesOf(scope, entity, subject, milkings) : new Map<string, HistoryEvent[]>()
  for (const id of new Set([...milkedIn.keys(), ...(await flaggedDairies(scope, treatments))])) {
    const findings = findingsOf(milkedIn.get(id) ?? [])
    const open = ((await openFlags(scope, dairy, [id])).get(id) ?? []).filter(({ ruleId, eventId }) => ruleId === 'AH-09' && eventId && treatments.has(eventId))
    for (const flag of open) if (!findings.some(({ eventId }) => eventId === flag.eventId)) await closeFlag(scope, flag.id, 'OBSOLETE', 'No longer holds')
    const known = await flagsOfRules(scope, dairy, id, ['AH-09'])
    for (const finding of findings) if (isNew(known, finding)) await saveFlags(scope, dairy, id, [finding], { eventId: finding.eventId })
  }
}

async function flaggedDairies(scope: Scope, treatments: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct subject_id as id from flag where tenant_id = ${scope.tenant.id} and event_id = any(${[...treatments]}::uuid[]) and subject_type = ${dairy.name}
      and rule_id = 'AH-09' and closed_at is null`.execute(scope.db)
  return rows.map(({ id }) => id)
}

/** The milkings by the dairy whose tank they went into. */
async function dairiesOf(scope: Scope, entity: AnimalEntity, subject: Place, milkings: readonly HistoryEvent[]): Promise<Map<string, HistoryEvent[]>> {
  const stays = staysOf(await historyOf(scope, entity.name, subject.id, placingEvents))
  const causes = milkings.flatMap(({ data }) => textIn(data, 'causeEventId') ?? [])
  const { rows } = await sql<{ id: string; dairyId: string }>`
    select id, subject_id as "dairyId" from event where tenant_id = ${scope.tenant.id} and id = any(${causes}::uuid[]) and subject_type = ${dairy.name}
    union all
    select id, production_system_id from housingunit where tenant_id = ${scope.tenant.id} and id = any(${stays.map(({ unitId }) => unitId)}::uuid[])`.execute(
    scope.db,
  )
  const dairyOf = new Map(rows.map(({ id, dairyId }) => [id, dairyId]))
  const by = new Map<string, HistoryEvent[]>()
  for (const milking of milkings) {
    const found = [textIn(milking.data, 'causeEventId'), unitAt(stays, milking.occurredAt)].flatMap((id) => (id && dairyOf.get(id)) || [])
    const id = found[0] ?? subject.productionSystemId
    if (id) by.set(id, [...(by.get(id) ?? []), milking])
  }
  return by
}
