// Cattle, goats and sheep: placed by their unit, projected from their events (animal 5). The state of an animal is a projection
// of all its events, judged anew after each of them: what was recorded late, voided or edited leaves nothing wrong behind.

import { entityOf } from '#domain/entities.ts'
import { type AnimalContext, type AnimalProjection, type AnimalRecord, projectAnimal, tagFields } from '#domain/husbandry/animal-projection.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import type { HistoryEvent } from '#domain/husbandry/replay.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { AnyEntity, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Behaviour, Change, EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { animalHistory } from '../../store/husbandry-events.ts'
import { changesBetween } from '../../store/write.ts'
import { checkAnimalEvent, checkGroups, refuseAlone } from './animal-checks.ts'
import { recountGroups } from './animal-groups.ts'
import { atNewValue, checkNewTag, checkTags } from './animal-tags.ts'
import { animalCard } from './husbandry-cards.ts'
import { checkUnitFor, placeInUnit } from './husbandry-place.ts'
import { addMilk, followLactations } from './lactations.ts'
import { refuseContradiction, writeProjection } from './replay-judge.ts'
import { checkUse, endWithdrawals, followWithdrawals, withdrawing } from './withdrawals.ts'

/** Nothing lives longer than this, in years (animal 5.1; assumption): an older day of birth is a mistake. */
const oldestYears: Readonly<Record<string, number>> = { cow: 30, goat: 20, sheep: 20 }
/** What begins, ends or goes on with a lactation. */
const lactationEvents = new Set(['PARTURITION', 'DRY_OFF', 'DEPARTURE', 'ARRIVAL', 'DEATH', 'SLAUGHTER'])
/** After these, milkings that were recorded already are judged again. */
const judgesMilkings = new Set([...lactationEvents, 'PROCEDURE'])
/** Fields that the history is judged by, when somebody corrects them. */
const judged = ['birthDate', 'sex', 'species'] as const

export function animalBehaviour(name: 'cow' | 'goat' | 'sheep'): Behaviour {
  const entity = entityOf(name)
  const events = Object.keys(entity.events).map((type): [string, EventBehaviour] => [type, projected(entity)])
  return {
    judgesHistory: true,
    prepare: (scope, change) => prepare(scope, entity, change),
    written: (scope, { before, after }) => recountGroups(scope, before, after),
    retired: (scope, row) => recountGroups(scope, row, { ...row, groupIds: [] }),
    events: Object.fromEntries(events),
    view: (scope, row) => animalCard(scope, entity, row),
  }
}

async function prepare(scope: Scope, entity: AnyEntity, { before, after }: Change): Promise<void> {
  checkBirth(scope, entity, after)
  checkParents(after)
  const differs = (field: string) => !before || JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null)
  const unit = await placeInUnit(scope, after)
  if (differs('unitId')) await checkUnitFor(scope, entity, unit, 'unitId')
  if (differs('groupIds') || differs('productionSystemId')) await checkGroups(scope, after, 'groupIds')
  await checkTags(
    scope,
    entity,
    after,
    tagFields.filter((field) => differs(field) || (field === 'managementTag' && differs('productionSystemId'))),
  )
  if (!before) return write(entity, after, projectAnimal(entity, recordOf(after), [entry(scope, entity, null, after)], contextOf(scope)))
  if ([...judged, ...tagFields].some(differs)) await judgeEdit(scope, entity, before, after)
}

/** A correction of birth, sex or species holds for the whole life: every event is judged by it. */
async function judgeEdit(scope: Scope, entity: AnyEntity, before: Row, after: Row): Promise<void> {
  const field = judged.find((one) => before[one] !== after[one])
  const history = await animalHistory(scope, entity.name, after.id, field ? '0001-01-01' : null)
  const projection = projectAnimal(entity, recordOf(after), [...history, entry(scope, entity, before, after)], contextOf(scope))
  refuseContradiction(projection.refusal, () => projectAnimal(entity, recordOf(before), history, contextOf(scope)).refusal, field)
  if (projection.entered.sex !== after.sex) throw fieldProblem('sex', 'rule', 'Its castration is on record. Take that event back to correct the sex.')
  write(entity, after, { ...projection, entered: {} })
}

/** What a person enters, as the event that will be written of it. */
const entry = (scope: Scope, entity: AnyEntity, before: Row | null, after: Row): HistoryEvent => ({
  id: after.id,
  eventType: before ? 'EDITED' : 'CREATED',
  occurredAt: scope.now.toISOString(),
  day: localDay(scope),
  data: { changes: changesBetween(entity, before, after) },
})

function checkBirth(scope: Scope, { name }: AnyEntity, row: Row): void {
  const [today, born] = [localDay(scope), row.birthDate as string]
  if (born > today) throw fieldProblem('birthDate', 'max', 'It is not born yet.')
  if (Number(today.slice(0, 4)) - Number(born.slice(0, 4)) > (oldestYears[name] ?? 30))
    throw fieldProblem('birthDate', 'min', 'No animal of this kind is so old.')
}

function checkParents(row: Row): void {
  for (const field of ['damId', 'sireId']) if (row[field] === row.id) throw fieldProblem(field, 'rule', 'An animal is not its own parent.')
}

const recordOf = (row: Row): AnimalRecord => row as unknown as AnimalRecord
const contextOf = (scope: Scope): AnimalContext => ({
  today: localDay(scope),
  zone: scope.tenant.timezone,
  settings: husbandrySettings(scope.tenant.config),
})

/** Every event is checked by itself, then the whole history is judged and projected again. */
function projected(entity: AnyEntity): EventBehaviour {
  return {
    async apply(scope, change) {
      const { subject, event, flag } = change
      await checkAnimalEvent(scope, entity, change)
      await checkUse(scope, entity, subject, event, flag)
      await projectAgain(scope, entity, subject, event, false)
      if (withdrawing.has(event.eventType)) await followWithdrawals(scope, entity, subject, event, flag)
      if (event.eventType !== 'MILKING') await endWithdrawals(scope, subject.operatorId)
    },
    async undo(scope, { subject, event }: EventChange) {
      if (event.eventType === 'MILKING') refuseAlone(event)
      await projectAgain(scope, entity, subject, event, true)
      if (withdrawing.has(event.eventType)) await followWithdrawals(scope, entity, subject, event, null)
    },
  }
}

/** Brings `subject`, its lactations and groups to what its history says, with or without `event`. */
export async function projectAgain(scope: Scope, entity: AnyEntity, subject: Row, event: RecordedEvent, isUndone: boolean): Promise<void> {
  const type = event.eventType
  const day = localDay(scope, event.occurredAt)
  const history = await animalHistory(scope, entity.name, subject.id, judgesMilkings.has(type) ? day : null)
  const project = (events: readonly HistoryEvent[]) => projectAnimal(entity, recordOf(subject), events, contextOf(scope))
  const projection = project(history)
  refuseContradiction(projection.refusal, () =>
    isUndone ? project([...history, { ...event, day }]).refusal : project(history.filter(({ id }) => id !== event.id)).refusal,
  )
  const before = { ...subject }
  write(entity, subject, projection)
  await settle(scope, entity, before, subject, event, isUndone)
  if (lactationEvents.has(type)) await followLactations(scope, entity, subject, projection.lactations, event)
  if (type === 'MILKING') await addMilk(scope, entity, subject, projection.lactations, event.occurredAt)
}

/** Place, groups and numbers after an event that changed them. */
async function settle(scope: Scope, entity: AnyEntity, before: Row, after: Row, event: RecordedEvent, isUndone: boolean): Promise<void> {
  const type = event.eventType
  if (type === 'MILKING') return
  const moves = before.unitId !== after.unitId
  if (moves) await placeInUnit(scope, after)
  const regroups = JSON.stringify(before.groupIds ?? []) !== JSON.stringify(after.groupIds ?? [])
  if (moves || regroups) await checkGroups(scope, after, type === 'UNIT_MOVE' ? 'data.toUnitId' : 'data.groupId')
  if (type === 'RETAG' && !isUndone && after[event.data.kind as string] === event.data.newValue) checkNewTag(entity, after, event)
  const tags = tagFields.filter((field) => before[field] !== after[field])
  const meetsOthers = before.productionSystemId !== after.productionSystemId || type === 'ARRIVAL'
  const checked = meetsOthers ? [...new Set([...tags, 'managementTag'])] : tags
  if (checked.length > 0) await (type === 'RETAG' ? atNewValue(checkTags(scope, entity, after, checked)) : checkTags(scope, entity, after, checked))
  const heads = ['females', 'males', 'young'].some((field) => before[field] !== after[field])
  // The status of an undone event was set back before; groups are counted whenever it may have changed.
  if (regroups || heads || isUndone || before.status !== after.status || after.status !== 'ALIVE' || type === 'ARRIVAL')
    await recountGroups(scope, null, after, before)
}

const write = (entity: AnyEntity, row: Row, { status, entered, columns }: AnimalProjection): void =>
  writeProjection(entity, row, { status, columns: { ...entered, ...columns } })
