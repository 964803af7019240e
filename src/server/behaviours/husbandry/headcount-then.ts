// What lived in a production system on a past day, unit by unit: animals placed by the few events that say where they are and for how many they stand, flocks and
// ponds folded from their events. Rows say where everything is now.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { occupyingEvents, type Placed, placeAfter } from '#domain/husbandry/density.ts'
import type { Headcount, SystemCard } from '#domain/husbandry/husbandry-cards.ts'
import type { HistoryEvent } from '#domain/husbandry/replay.ts'
import { placingEvents } from '#domain/husbandry/stays.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { milkByDay, milkedEntities } from '../../queries/husbandry-events.ts'
import type { Past, Scope } from '../../scope.ts'
import { knownAsOf } from '../../store/as-of.ts'
import { recordsById } from '../../store/get.ts'
import { eventsThen } from '../../store/past.ts'

type PastScope = Scope & { past: Past }
type Living = { entity: Headcount[number]['entity']; id: string; unitId: string; heads: number }

/** `lives`: the states of flocks and ponds in which they live, by kind. */
export async function systemThen(scope: PastScope, system: Row, lives: Readonly<Record<'poultrybatch' | 'aquacrop', readonly string[]>>): Promise<SystemCard> {
  const units = await unitsThen(scope, system.id)
  const ids = units.map(({ id }) => id)
  const animals = await animalsThen(scope, ids)
  const living = [
    ...animals.filter(({ heads }) => heads > 0),
    ...(await stocksThen(scope, 'poultrybatch', ids, lives.poultrybatch)),
    ...(await stocksThen(scope, 'aquacrop', ids, lives.aquacrop)),
  ]
  const sumHeads = (of: readonly Living[]) => of.reduce((sum, { heads }) => sum + heads, 0)
  const milk = await milkByDay(scope, milkedEntities, sql`select unnest(${animals.map(({ id }) => id)}::uuid[])`, addDays(localDay(scope), -30))
  return {
    headcount: [...Map.groupBy(living, ({ entity }) => entity)].map(([entity, own]) => ({ entity, records: own.length, heads: sumHeads(own) })),
    units: units.map((unit) => ({ ...unit, heads: sumHeads(living.filter(({ unitId }) => unitId === unit.id)) })),
    milk: milk.map(({ day, kg }) => ({ day, kg })),
    milkWithdrawn: [],
  }
}

async function unitsThen(scope: PastScope, systemId: string): Promise<Omit<SystemCard['units'][number], 'heads'>[]> {
  const { rows } = await sql<{
    id: string
  }>`select r.id from housingunit as r where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${systemId}::uuid
    and r.deleted_at is null order by r.unit_code limit 200`.execute(scope.db)
  const housingunit = entityOf('housingunit')
  const present = new Map(
    (
      await recordsById(
        scope,
        housingunit,
        rows.map(({ id }) => id),
      )
    ).map((unit) => [unit.id, unit]),
  )
  const then: Omit<SystemCard['units'][number], 'heads'>[] = []
  for (const { id } of rows) {
    const now = present.get(id)
    const known = now && (await knownAsOf(scope, housingunit, now))
    if (!known || known.row.status === 'RETIRED') continue
    const { title, unitType, status, capacityHead } = known.row
    then.push({ id, title, unitType, status, capacityHead: capacityHead ?? null })
  }
  return then
}

/** Animals that were in these units, or were when they died or left (no heads): as placed by events that counted then. */
async function animalsThen(scope: PastScope, unitIds: readonly string[]): Promise<Living[]> {
  const { rows } = await sql<Omit<HistoryEvent, 'day'> & { animalId: string; entity: (typeof milkedEntities)[number] }>`
    select e.id, e.event_type as "eventType", e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.data, e.subject_id as "animalId", e.subject_type as entity
    from (select distinct named.subject_type, named.subject_id from event as named where named.tenant_id = ${scope.tenant.id} and named.unit_id = any(${[...unitIds]}::uuid[])
      and named.subject_type = any(${[...milkedEntities]}::text[]) and named.event_type = any(${[...placingEvents]}::text[]) and ${eventsThen(scope, 'named')}) as a
    join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = a.subject_type and e.subject_id = a.subject_id
      and e.event_type = any(${[...occupyingEvents]}::text[]) and ${eventsThen(scope)}
    order by e.event_type = 'CREATED' desc, e.occurred_at, e.subject_version, e.id`.execute(scope.db)
  const [today, within] = [localDay(scope), new Set(unitIds)]
  return [...Map.groupBy(rows, ({ animalId }) => animalId)].flatMap(([id, [first, ...rest]]) => {
    if (!first) return []
    const { unitId, heads, since }: Placed = placeAfter([first, ...rest].map((event) => ({ ...event, day: '' })))
    return within.has(unitId) && (since === null || since <= today) ? [{ entity: first.entity, id, unitId, heads }] : []
  })
}

async function stocksThen(scope: PastScope, name: 'poultrybatch' | 'aquacrop', unitIds: readonly string[], lives: readonly string[]): Promise<Living[]> {
  const entity = entityOf(name)
  const { rows } = await sql<{ id: string }>`select r.id from ${sql.table(name)} as r where r.tenant_id = ${scope.tenant.id} and r.deleted_at is null
    and r.unit_id = any(${[...unitIds]}::uuid[]) order by r.id`.execute(scope.db)
  const present = await recordsById(
    scope,
    entity,
    rows.map(({ id }) => id),
  )
  const then: Living[] = []
  for (const now of present) {
    const known = await knownAsOf(scope, entity, now)
    if (known && lives.includes(known.row.status)) then.push({ entity: name, id: now.id, unitId: known.row.unitId, heads: known.row.aliveCount ?? 0 })
  }
  return then
}
