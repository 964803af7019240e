// Cattle, goats and sheep: placed by their unit, projected from their events (animal 5) by the store: what was recorded late,
// voided or edited leaves nothing wrong behind.

import { entityOf } from '#domain/entities.ts'
import { type AnimalContext, type AnimalProjection, projectAnimal, tagFields } from '#domain/husbandry/animal-projection.ts'
import { husbandrySettings } from '#domain/husbandry/assumptions.ts'
import type { Animal, AnimalEntity } from '#domain/husbandry/living.ts'
import type { HistoryEvent } from '#domain/husbandry/replay.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventTypeOf, Row } from '#domain/kernel/entity.ts'
import { statusStates } from '#domain/kernel/history.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { animalFacts } from '../../queries/husbandry-events.ts'
import { type Behaviour, type Change, defineBehaviour, type EventBehaviour, type EventChange, type FactsTime, type Scope } from '../../scope.ts'
import { changesOfStep, isBeforeReplacement } from '../../store/step.ts'
import { changesBetween } from '../../store/write.ts'
import { animalChecks, checkGroups } from './animal-checks.ts'
import { recountGroups } from './animal-groups.ts'
import { followAnimal, lactationEvents, noteBefore, noteProjection } from './animal-step.ts'
import { checkMarks } from './animal-tags.ts'
import { animalCard } from './husbandry-cards.ts'
import { checkUnitFor, placeInUnit } from './husbandry-place.ts'
import { dated, projectedRow, refuseContradiction } from './replay-judge.ts'
import { findCrowding } from './unit-occupancy.ts'
import { checkUse } from './withdrawals.ts'

/** Nothing lives longer than this, in years (animal 5.1; assumption): an older day of birth is a mistake. */
const oldestYears: Readonly<Record<string, number>> = { cow: 30, goat: 20, sheep: 20 }
/** After these, milkings that were recorded already are judged again. */
const turning = [...lactationEvents, 'PROCEDURE']
/** Fields that the history is judged by, when somebody corrects them. */
const judged = ['birthDate', 'sex', 'species', 'entryDate'] as const

export function animalBehaviour(name: 'cow' | 'goat' | 'sheep'): Behaviour {
  const entity = entityOf(name)
  const animalEvent: EventBehaviour<AnimalEntity> = {
    check: (scope, { subject, event }) => checkUse(scope, entity, subject, event),
    follow: (scope, change) => followAnimal(scope, entity, change),
  }
  type Check<K extends EventTypeOf<AnimalEntity>> = (scope: Scope, entity: AnimalEntity, change: EventChange<AnimalEntity, K>) => Promise<void>
  const checkedBy = <K extends EventTypeOf<AnimalEntity>>(check: Check<K>): EventBehaviour<AnimalEntity, K> => ({
    async check(scope, change) {
      await check(scope, entity, change)
      await checkUse(scope, entity, change.subject, change.event)
    },
    follow: (scope, change) => followAnimal(scope, entity, change),
  })
  const behaviour = defineBehaviour<AnimalEntity>(entity, {
    states: statusStates(entity),
    facts: (scope, { id }, time) => animalFacts(scope, name, id, time, turning),
    projected: noteBefore,
    prepare: (scope, change) => prepare(scope, entity, change),
    async written(scope, { before, after }) {
      await recountGroups(scope, before, after)
      if (before?.unitId !== after.unitId) await findCrowding(scope, [...(before ? [before.unitId] : []), after.unitId])
    },
    async retired(scope, row) {
      await recountGroups(scope, row, { ...row, groupIds: [] })
      await findCrowding(scope, [row.unitId], row.id)
    },
    events: {
      ...Object.fromEntries(Object.keys(entity.events).map((type) => [type, animalEvent])),
      MILKING: { ...checkedBy(animalChecks.MILKING), withCause: true },
      TREATMENT: checkedBy(animalChecks.TREATMENT),
      SLAUGHTER: checkedBy(animalChecks.SLAUGHTER),
      DIAGNOSIS: checkedBy(animalChecks.DIAGNOSIS),
      UNIT_MOVE: checkedBy(animalChecks.UNIT_MOVE),
    },
    view: (scope, row) => animalCard(scope, entity, row, async () => fold(scope, entity, row, await factsOf(scope, entity, row, undefined)).lactations),
    viewsPast: true,
  })
  return { ...behaviour, project: (scope, subject: Animal, history) => project(scope, entity, subject, dated(scope, history)) }
}

const fold = (scope: Scope, entity: AnimalEntity, row: Animal, history: readonly HistoryEvent[]): AnimalProjection =>
  projectAnimal(entity, row, history, contextOf(scope))
const factsOf = async (scope: Scope, entity: AnimalEntity, row: Animal, time: FactsTime): Promise<HistoryEvent[]> =>
  dated(scope, await animalFacts(scope, entity.name, row.id, time, turning))

/** Columns and status as the history says; where the unit is another one, the place that follows from it. */
async function project(scope: Scope, entity: AnimalEntity, subject: Animal, history: readonly HistoryEvent[]): Promise<Partial<Row>> {
  const projection = fold(scope, entity, subject, history)
  const columns = { ...columnsOf(entity, projection) }
  if (!scope.past) noteProjection(scope, subject.id, projection, async () => fold(scope, entity, subject, await factsOf(scope, entity, subject, 'before')))
  const { unitId } = columns
  if (typeof unitId === 'string' && unitId !== subject.unitId) {
    const placed = { ...subject, unitId }
    await placeInUnit(scope, placed)
    const { productionSystemId, farmerId, village } = placed
    Object.assign(columns, { productionSystemId, farmerId, village })
  }
  if (!scope.past && !isBeforeReplacement(scope)) await checkOwnMarks(scope, subject, { ...subject, ...columns }, history)
  return columns
}

/** Numbers and marks that are new, or that meet others: where it was moved, and when it comes back. Before the row is written, so that who has one is named. */
async function checkOwnMarks(scope: Scope, before: Animal, after: Animal, history: readonly HistoryEvent[]): Promise<void> {
  const { recorded, voided } = changesOfStep(scope)
  const type = history.find(({ id }) => id === recorded.at(-1))?.eventType ?? ''
  // What an event replaces has been taken back already, so that nothing is known of what others may have taken since.
  const wasThere = before.status === 'ALIVE' && type !== 'ARRIVAL' && (voided.length === 0 || !(type in namedAt))
  await checkMarks(scope, wasThere ? before : null, after, namedAt[type])
}
/** The field of an event that gives an animal a number, or brings it among others. */
const namedAt: Readonly<Record<string, string>> = { RETAG: 'data.newValue', UNIT_MOVE: 'data.toUnitId' }

async function prepare(scope: Scope, entity: AnimalEntity, { before, after }: Change<AnimalEntity>): Promise<void> {
  checkBirth(scope, entity, after)
  checkParents(after)
  const differs = (field: keyof Animal) => !before || JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null)
  const unit = await placeInUnit(scope, after)
  if (differs('unitId')) await checkUnitFor(scope, entity, unit, 'unitId')
  if (differs('groupIds') || differs('productionSystemId')) await checkGroups(scope, after, 'groupIds')
  await checkMarks(scope, before?.status === 'ALIVE' ? before : null, after)
  if (!before) {
    Object.assign(after, columnsOf(entity, fold(scope, entity, after, [entry(scope, entity, null, after)])))
    return
  }
  if ([...judged, ...tagFields].some(differs)) await judgeEdit(scope, entity, before, after)
}

/** A correction of birth, arrival, sex or species holds for the whole life: every event is judged by it. */
async function judgeEdit(scope: Scope, entity: AnimalEntity, before: Animal, after: Animal): Promise<void> {
  const field = judged.find((one) => before[one] !== after[one])
  const history = await factsOf(scope, entity, after, undefined)
  const projection = fold(scope, entity, after, [...history, entry(scope, entity, before, after)])
  await refuseContradiction(projection.refusal, async () => fold(scope, entity, before, history).refusal, field)
  if (projection.entered.sex !== after.sex) throw fieldProblem('sex', 'rule', 'Its castration is on record. Take that event back to correct the sex.')
  Object.assign(after, columnsOf(entity, { ...projection, entered: {} }))
}

/** What a person enters, as the event that will be written of it. */
const entry = (scope: Scope, entity: AnimalEntity, before: Animal | null, after: Animal): HistoryEvent => ({
  id: after.id,
  eventType: before ? 'EDITED' : 'CREATED',
  occurredAt: scope.now.toISOString(),
  day: localDay(scope),
  data: { changes: changesBetween(entity, before, after) },
})

function checkBirth(scope: Scope, { name }: AnimalEntity, { birthDate: born }: Animal): void {
  const today = localDay(scope)
  if (born > today) throw fieldProblem('birthDate', 'max', 'It is not born yet.')
  if (Number(today.slice(0, 4)) - Number(born.slice(0, 4)) > (oldestYears[name] ?? 30))
    throw fieldProblem('birthDate', 'min', 'No animal of this kind is so old.')
}

function checkParents(row: Animal): void {
  for (const field of ['damId', 'sireId'] as const) if (row[field] === row.id) throw fieldProblem(field, 'rule', 'An animal is not its own parent.')
}

const contextOf = (scope: Scope): AnimalContext => ({
  today: localDay(scope),
  zone: scope.tenant.timezone,
  settings: husbandrySettings(scope.tenant.config),
})
const columnsOf = (entity: AnimalEntity, { status, entered, columns }: AnimalProjection): Record<string, unknown> =>
  projectedRow(entity, { status, columns: { ...entered, ...columns } })
