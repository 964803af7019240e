// Planned steps of packages as rows: what differs between a plan that was folded and its stored rows, written in sets with the events that say
// how far each step is (BR-18; docs/decisions/0055-plans-are-projected.md). The same for crops, flocks and ponds.
import { entityOf } from '#domain/entities.ts'
import { addDays, localDay, startOfDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { type PlannedOccurrence, type PlannedStatus, plannedStatus, type RecordedFact } from '#domain/kernel/plan-engine.ts'
import { occurrenceKey } from '#domain/kernel/plan-schedule.ts'
import { type Bound, outsideOf } from '#domain/kernel/step-bounds.ts'
import type { Scope } from '../scope.ts'
import { isSame } from '../store/columns.ts'
import type { Given } from '../store/create.ts'
import { type Shown, shownBy } from '../store/shown-evidence.ts'
import { createManyBySystem, type Rewritten, updateMany } from '../store/write-many.ts'
import { settlePlanTasks } from './work/caused-tasks.ts'

export const planevent = entityOf('planevent')
export type PlanRow = Stored<typeof planevent>

const derivedNames = [
  ...(['name', 'eventType', 'due', 'windowStart', 'windowEnd', 'plannedQty', 'unit', 'itemId', 'mandatory', 'weight', 'instruction', 'audio'] as const),
  ...(['popId', 'poultryPopId', 'aquaPopId', 'fulfilledByEventId', 'doneOn', 'evidence', 'evidenceMissing', 'bounds', 'outside', 'donePartly'] as const),
] as const
const eventTo: Readonly<Record<PlannedStatus, string>> = {
  PLANNED: 'REPLANNED',
  DUE: 'DUE',
  DONE_ON_TIME: 'DONE_ON_TIME',
  DONE_LATE: 'DONE_LATE',
  MISSED: 'MISSED',
  SKIPPED: 'PASSED',
  NOT_APPLICABLE: 'NOT_APPLICABLE',
}
/** A step that the package followed now does not ask for. */
const notRequested = { status: 'NOT_APPLICABLE', fulfilledByEventId: null, doneOn: null, evidenceMissing: null, outside: null, donePartly: null } as const

/** What the package says of a step, on the subject of the plan. */
export type StepColumns = Partial<
  Pick<PlanRow, 'name' | 'plannedQty' | 'unit' | 'itemId' | 'weight' | 'instruction' | 'audio' | 'evidence' | 'popId' | 'poultryPopId' | 'aquaPopId'>
> & { isJudged: boolean; bounds: readonly Bound[] | null }
/** Whose plan it is, on every new row. */
type Place = Given<typeof planevent> & { operatorId: string | null }
export type FoldedPlan = {
  rows: readonly PlanRow[]
  planned: readonly PlannedOccurrence[]
  place: Place
  /** Local day on which its subject ended, null while it lives. */
  endedOn: string | null
  leftOut: ReadonlySet<string>
  /** What it is folded from: the figures of an event are compared with the bounds of the step that it does. */
  facts: readonly RecordedFact[]
  columnsOf(one: PlannedOccurrence): StepColumns
}

export const keyOf = ({ popEventCode, occurrenceNo }: PlanRow): string => occurrenceKey({ code: popEventCode ?? '', no: occurrenceNo ?? 1 })
export const leftOutIn = (rows: readonly PlanRow[]): Set<string> => new Set(rows.flatMap((row) => (row.leftOutBecause === null ? [] : [keyOf(row)])))

/** One statement for rows that change, one for their events, one for new rows, whatever the number of plans; tasks of steps that were due go with them. */
export async function writePlans(scope: Scope, plans: readonly FoldedPlan[]): Promise<void> {
  const shown = await shownBy(scope, showing(plans))
  const changes = plans.map((plan) => changesOf(scope, plan, shown))
  const rewritten = changes.flatMap((one) => one.rewritten)
  updateMany(scope, planevent, rewritten, derivedNames)
  await createManyBySystem(
    scope,
    planevent,
    changes.flatMap(({ added }) => added),
  )
  await settlePlanTasks(scope, rewritten)
}

/** Events that have done steps of which something is to be shown. Each step is judged by its own kinds: what is missing of one does not follow from another that its event did besides. */
const showing = (plans: readonly FoldedPlan[]): string[] =>
  plans.flatMap(({ planned, columnsOf }) => planned.flatMap((one) => (one.doneBy && columnsOf(one).evidence?.length ? one.doneBy.eventId : [])))

function changesOf(scope: Scope, plan: FoldedPlan, shown: Shown): { rewritten: Rewritten<typeof planevent>[]; added: Place[] } {
  const stored = new Map(plan.rows.map((row) => [keyOf(row), row]))
  const planned = new Map(plan.planned.map((one) => [occurrenceKey(one), one]))
  const rewritten = [...stored].flatMap(([key, before]) => {
    const one = planned.get(key)
    const after = { ...before, ...(one ? derivedOf(scope, plan, one, shown) : notRequested) }
    const isAsBefore = (['status', ...derivedNames] as const).every((name) => isSame(before[name], after[name]))
    return isAsBefore ? [] : [{ before, after, event: before.status === after.status ? null : eventOf(scope, before, after) }]
  })
  const added = [...planned].flatMap(([key, one]) =>
    stored.has(key) ? [] : [{ ...plan.place, popEventCode: one.code, occurrenceNo: one.no, ...derivedOf(scope, plan, one, shown) }],
  )
  return { rewritten, added }
}

/** Columns of a step: what the package says of it, when it falls due here, and how far it is today. */
function derivedOf(
  scope: Scope,
  { endedOn, leftOut, columnsOf, facts }: FoldedPlan,
  one: PlannedOccurrence,
  shown: Shown,
): Pick<PlanRow, (typeof derivedNames)[number] | 'status'> {
  const { isJudged, bounds, ...columns } = columnsOf(one)
  const did = bounds && one.doneBy ? facts.find(({ id }) => id === one.doneBy?.eventId) : undefined
  const outside = did ? outsideOf(bounds, did.data) : []
  const notShown = one.doneBy && columns.evidence?.length ? shown.missing(one.doneBy.eventId, columns.evidence) : []
  return {
    ...{
      name: one.code,
      plannedQty: null,
      unit: null,
      itemId: null,
      weight: 1,
      instruction: null,
      audio: null,
      evidence: null,
      popId: null,
      poultryPopId: null,
      aquaPopId: null,
    },
    ...columns,
    status: plannedStatus(one, { today: localDay(scope), endedOn, isLeftOut: leftOut.has(occurrenceKey(one)), isJudged }),
    eventType: one.step.eventType,
    due: one.due,
    windowStart: one.from,
    windowEnd: one.to,
    mandatory: one.step.mandatory,
    fulfilledByEventId: one.doneBy?.eventId ?? null,
    doneOn: one.doneBy?.day ?? null,
    evidenceMissing: notShown.length > 0 ? notShown : null,
    bounds: bounds?.map(({ figure, min = null, max = null, unit = null }) => ({ figure, min, max, unit })) ?? null,
    outside: outside.length > 0 ? outside : null,
    donePartly: outside.length > 0 ? true : null,
  }
}

/** What follows from the day alone occurred at its beginning, or when the step was changed last; everything else now. */
function eventOf(scope: Scope, before: PlanRow, { status, windowStart, windowEnd, fulfilledByEventId }: PlanRow): Rewritten<typeof planevent>['event'] {
  const day = status === 'DUE' ? windowStart : status === 'MISSED' || status === 'SKIPPED' ? windowEnd && addDays(windowEnd, 1) : null
  const began = day && ['PLANNED', 'DUE'].includes(before.status) ? startOfDay(day, scope.tenant.timezone) : scope.now.toISOString()
  const occurredAt = Date.parse(began) > Date.parse(before.updatedAt) ? began : new Date(before.updatedAt).toISOString()
  const isRequestedAgain = before.status === 'SKIPPED' && (status === 'DUE' || status === 'MISSED')
  return { eventType: isRequestedAgain ? 'REPLANNED' : eventTo[status], occurredAt, data: status.startsWith('DONE_') ? { eventId: fulfilledByEventId } : {} }
}
