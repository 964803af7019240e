// Cattle, goats and sheep: placed by their unit, told by their events (animal 5). The standing of an animal is told anew
// from all its events after each of them, so that a late or taken-back one leaves nothing wrong behind.

import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type AnimalProjection, animalProjection } from '#domain/husbandry/animal-projection.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, EventSpec, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Behaviour, EventBehaviour, Scope } from '../../scope.ts'
import { eventsOf, type HistoryEvent } from '../../store/caused-events.ts'
import { auditEvents } from '../../store/event-view.ts'
import { duplicateOf } from '../../store/violations.ts'
import { recountGroups } from './animal-groups.ts'
import { animalCard } from './husbandry-cards.ts'
import { placeInUnit } from './husbandry-place.ts'
import { addMilk, followLactations } from './lactations.ts'
import { openWithdrawals, refuseRestricted, restrictingEvents, voidWithdrawals } from './withdrawals.ts'

/** Nothing lives longer than this, in years (animal 5.1; assumption): an older day of birth is a mistake. */
const oldestYears: Readonly<Record<string, number>> = { cow: 30, goat: 20, sheep: 20 }
const femaleOnly = new Set(['HEAT', 'SERVICE', 'PREGNANCY_CHECK', 'PARTURITION', 'ABORTION', 'DRY_OFF', 'MILKING'])
/** What begins or ends a lactation. */
const lactationEvents = new Set(['PARTURITION', 'DRY_OFF', 'DEPARTURE', 'DEATH', 'SLAUGHTER'])
const holding: ReadonlySet<string> = new Set(restrictingEvents)

export function animalBehaviour(name: 'cow' | 'goat' | 'sheep'): Behaviour {
  const entity = entityOf(name)
  const events = Object.keys(entity.events as Record<string, EventSpec>).map((type): [string, EventBehaviour] => [type, projected(entity, type)])
  return {
    async prepare(scope, { before, after }) {
      checkBirth(scope, entity, after)
      checkParents(after)
      await placeInUnit(scope, after)
      await checkTag(scope, entity, after)
      if (!before)
        Object.assign(
          after,
          columnsOf(entity, animalProjection([{ eventType: 'CREATED', day: localDay(scope), data: { changes: { sex: { to: after.sex } } } }])),
        )
    },
    written: (scope, { before, after }) => recountGroups(scope, before, after),
    events: Object.fromEntries(events),
    view: (scope, row) => animalCard(scope, entity, row),
  }
}

function checkBirth(scope: Scope, { name }: AnyEntity, row: Row): void {
  const [today, born] = [localDay(scope), row.birthDate as string]
  if (born > today) throw fieldProblem('birthDate', 'max', 'It is not born yet.')
  if (Number(today.slice(0, 4)) - Number(born.slice(0, 4)) > (oldestYears[name] ?? 30))
    throw fieldProblem('birthDate', 'min', 'No animal of this kind is so old.')
}

function checkParents(row: Row): void {
  for (const field of ['damId', 'sireId']) if (row[field] === row.id) throw fieldProblem(field, 'rule', 'An animal is not its own parent.')
}

/** AH-07: the tag people read from afar is unique among the living animals of a production system. */
async function checkTag(scope: Scope, entity: AnyEntity, row: Row): Promise<void> {
  if (!row.managementTag) return
  const { rows } = await sql`
    select 1 from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.production_system_id = ${row.productionSystemId}::uuid
      and r.management_tag = ${row.managementTag} and r.status = 'ALIVE' and r.id <> ${row.id}::uuid and r.deleted_at is null limit 1`.execute(scope.db)
  if (rows.length) throw duplicateOf(entity, ['managementTag'])
}

/** Every event is checked against the animal's sex and day of birth, then the whole story is told again. */
function projected(entity: AnyEntity, type: string): EventBehaviour {
  const reprojected = async (scope: Scope, subject: Row, event: RecordedEvent, isUndone: boolean) => {
    const before = { ...subject, status: isUndone ? null : subject.status }
    const projection = await project(scope, entity, subject)
    if (lactationEvents.has(type)) await followLactations(scope, entity, subject, projection.lactations, event, isUndone)
    if (type === 'MILKING') await addMilk(scope, entity, subject, localDay(scope, event.occurredAt))
    await recountGroups(scope, before as Row, subject)
  }
  return {
    async apply(scope, { subject, event }) {
      await check(scope, entity, subject, event)
      await reprojected(scope, subject, event, false)
      if (holding.has(type)) await openWithdrawals(scope, entity, subject, event)
    },
    async undo(scope, { subject, event }) {
      await reprojected(scope, subject, event, true)
      if (holding.has(type)) await voidWithdrawals(scope, event)
    },
  }
}

async function check(scope: Scope, entity: AnyEntity, subject: Row, event: RecordedEvent): Promise<void> {
  const { eventType: type, data, occurredAt } = event
  if (localDay(scope, occurredAt) < (subject.birthDate as string)) throw ruleBlocked('AH-02', 'It was not born yet.', { birthDate: subject.birthDate })
  if (femaleOnly.has(type) && subject.recordKind !== 'GROUP' && subject.sex !== 'FEMALE')
    throw ruleBlocked('AH-03', 'That happens to females only.', { sex: subject.sex })
  if (type === 'PROCEDURE' && data.kind === 'CASTRATION' && subject.sex !== 'MALE')
    throw ruleBlocked('AH-03', 'Only a male is castrated.', { sex: subject.sex })
  if (type === 'SLAUGHTER') await refuseRestricted(scope, entity, subject, { products: ['MEAT'], at: occurredAt })
  if (type !== 'MILKING') return
  if (data.destination === 'MilkTank') await refuseRestricted(scope, entity, subject, { products: ['MILK'], at: occurredAt, path: 'data.destination' })
  await checkSession(scope, entity, subject, event)
}

/** AH-21: one milking of an animal in one session of a day. */
async function checkSession(scope: Scope, entity: AnyEntity, subject: Row, { id, occurredAt, data }: RecordedEvent): Promise<void> {
  if (subject.recordKind === 'GROUP') return
  const { rows } = await sql`
    select 1 from event where tenant_id = ${scope.tenant.id} and subject_type = ${entity.name} and subject_id = ${subject.id}::uuid and event_type = 'MILKING'
      and status = 'RECORDED' and id <> ${id}::uuid and data->>'session' = ${data.session as string}
      and (occurred_at at time zone ${scope.tenant.timezone})::date = ${localDay(scope, occurredAt)}::date limit 1`.execute(scope.db)
  if (rows.length)
    throw ruleBlocked('AH-21', `${subject.title} was milked in this session already.`, { day: localDay(scope, occurredAt), session: data.session })
}

/** Tells `subject` what its events say of it now. */
export async function project(scope: Scope, entity: AnyEntity, subject: Row): Promise<AnimalProjection> {
  const history = await projectedEvents(scope, entity, subject.id)
  const inOrder = history.toSorted((one, other) => one.occurredAt.localeCompare(other.occurredAt))
  // What was entered comes first, whenever it was typed: an animal may be entered after its first events happened.
  const entered = inOrder.filter(({ eventType }) => eventType === 'CREATED')
  const projection = animalProjection(
    [...entered, ...inOrder.filter((one) => !entered.includes(one))].map(({ eventType, occurredAt, data }) => ({
      eventType,
      day: localDay(scope, occurredAt),
      data,
    })),
  )
  Object.assign(subject, projection.entered, columnsOf(entity, projection))
  await placeInUnit(scope, subject)
  return projection
}

/** All but the milkings, of which an animal has hundreds and only the newest says how it stands. */
async function projectedEvents(scope: Scope, entity: AnyEntity, id: string): Promise<HistoryEvent[]> {
  const types = [...auditEvents, ...Object.keys(entity.events)].filter((type) => type !== 'MILKING' && type !== 'DELETED')
  const { rows } = await sql<{ id: string; occurred_at: string; data: Record<string, unknown> }>`
    select id, occurred_at, data from event where tenant_id = ${scope.tenant.id} and subject_type = ${entity.name} and subject_id = ${id}::uuid
      and event_type = 'MILKING' and status = 'RECORDED' order by occurred_at desc, id desc limit 1`.execute(scope.db)
  return [
    ...(await eventsOf(scope, entity, id, types)),
    ...rows.map((row): HistoryEvent => ({ id: row.id, eventType: 'MILKING', occurredAt: row.occurred_at, recordedBy: null, data: row.data })),
  ]
}

/** The part of a story that this species has columns for. */
function columnsOf(entity: AnyEntity, { entered, ...projection }: AnimalProjection): Record<string, unknown> {
  return Object.fromEntries(Object.entries(projection).filter(([field]) => field in entity.fields))
}
