// The end of a step in the history of an animal: what contradicts it is refused, and place, numbers, groups, lactations and
// withdrawals are brought to it. Once for an animal and step, so that a supersede is judged by what it leads to.
import { type AnimalProjection, tagFields } from '#domain/husbandry/animal-projection.ts'
import type { Animal, AnimalEntity } from '#domain/husbandry/living.ts'
import { textIn } from '#domain/husbandry/replay.ts'
import { placingEvents, staysOf } from '#domain/husbandry/stays.ts'
import { usageOf } from '#domain/husbandry/withdrawn-use.ts'
import type { RecordedEvent } from '#domain/kernel/entity.ts'
import { historyOf } from '../../queries/husbandry-events.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep, stepKey } from '../../store/step.ts'
import { checkGroups } from './animal-checks.ts'
import { headsOf, recountGroups } from './animal-groups.ts'
import { checkNewTag } from './animal-tags.ts'
import { addMilk, followLactations } from './lactations.ts'
import { refuseContradiction } from './replay-judge.ts'
import { findCrowding, occupying } from './unit-occupancy.ts'
import { followWithdrawals, withdrawing } from './withdrawals.ts'

/** What begins, ends or goes on with a lactation. */
export const lactationEvents: ReadonlySet<string> = new Set(['PARTURITION', 'DRY_OFF', 'DEPARTURE', 'ARRIVAL', 'DEATH', 'SLAUGHTER'])

/** `before`: the animal before the step. `events`: what the step recorded and voided. */
type Pending = { before: Animal | null; projection: AnimalProjection; projectionBefore: () => Promise<AnimalProjection>; events: RecordedEvent[] }
const pending = new WeakMap<object, Map<string, Pending>>()
function pendingOf(scope: Scope): Map<string, Pending> {
  const all = pending.get(stepKey(scope)) ?? new Map<string, Pending>()
  pending.set(stepKey(scope), all)
  return all
}

/** What the events of the step so far lead to; the last one counts. */
export function noteProjection(scope: Scope, id: string, projection: AnimalProjection, projectionBefore: () => Promise<AnimalProjection>): void {
  const { before = null, events = [] } = pendingOf(scope).get(id) ?? {}
  pendingOf(scope).set(id, { before, projection, projectionBefore, events })
}
/** The animal as the first event of the step found it. */
export async function noteBefore(scope: Scope, before: Animal): Promise<void> {
  const step = pendingOf(scope).get(before.id)
  if (step) step.before ??= before
}

/** After an event of the animal was recorded or voided. */
export async function followAnimal(scope: Scope, entity: AnimalEntity, { subject, event }: { subject: Animal; event: RecordedEvent }): Promise<void> {
  pendingOf(scope).get(subject.id)?.events.push(event)
  await atEndOfStep(scope, `${entity.name} ${subject.id}`, () => finish(scope, entity, subject.id))
}

async function finish(scope: Scope, entity: AnimalEntity, id: string): Promise<void> {
  const step = pendingOf(scope).get(id)
  const [animal] = await recordsById(scope, entity, [id], { lock: true })
  if (!step || !animal) return
  pendingOf(scope).delete(id)
  const { events, projection } = step
  const turns = events.some(({ eventType }) => lactationEvents.has(eventType))
  await refuseContradiction(projection.refusal, async () => (await step.projectionBefore()).refusal)
  if (step.before && events.some(({ eventType }) => eventType !== 'MILKING')) await settle(scope, entity, step.before, animal, events)
  if (events.some(({ eventType }) => occupying.has(eventType))) {
    const stays = staysOf(await historyOf(scope, entity.name, id, placingEvents))
    await findCrowding(scope, [...stays.map(({ unitId }) => unitId), ...events.flatMap(({ data }) => textIn(data, 'toUnitId') ?? [])])
  }
  if (turns) await followLactations(scope, entity, animal, projection.lactations)
  else await addMilk(scope, entity, animal, projection.lactations, momentsOf(events))
  if (
    events.some((event) => withdrawing.has(event.eventType) || event.eventType === 'UNIT_MOVE' || (isTakenBack(event) && usageOf(event, scope.tenant.timezone)))
  )
    await followWithdrawals(scope, entity, animal)
}

const isTakenBack = ({ status }: RecordedEvent): boolean => status !== 'RECORDED'
const momentsOf = (events: readonly RecordedEvent[]): string[] => events.flatMap(({ eventType, occurredAt }) => (eventType === 'MILKING' ? [occurredAt] : []))

/** Groups and a new number after events that changed them. */
async function settle(scope: Scope, entity: AnimalEntity, before: Animal, after: Animal, events: readonly RecordedEvent[]): Promise<void> {
  const happened = (type: string): RecordedEvent | undefined => events.findLast((event) => event.eventType === type && !isTakenBack(event))
  const regroups = JSON.stringify(before.groupIds) !== JSON.stringify(after.groupIds)
  if (regroups || before.unitId !== after.unitId) await checkGroups(scope, after, happened('UNIT_MOVE') ? 'data.toUnitId' : 'data.groupId')
  const retag = happened('RETAG')
  const retagged = tagFields.find((field) => field === retag?.data.kind)
  if (retag && retagged && after[retagged] === retag.data.newValue) checkNewTag(entity, after, retagged)
  if (regroups || headsOf(before) !== headsOf(after) || before.status !== after.status) await recountGroups(scope, null, after, before)
}
