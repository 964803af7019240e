// What a flock and a pond have in common: a stock counted by its events. After each of them its history is projected and
// judged anew, part of it may move to another of its kind, and what it is given may withdraw its products.
import type { Refusal } from '#domain/husbandry/replay.ts'
import type { AnyEntity, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { flagNotifiable } from './notifiable.ts'
import { refuseContradiction, writeProjection } from './replay-judge.ts'
import { checkTreatment, checkUse, endWithdrawals, followWithdrawals, withdrawing } from './withdrawals.ts'

type Judged = { status: string; columns: Record<string, unknown>; refusal: Refusal | null }
/** `now`: with the event (without it when undone); `before`: the other way round. */
type Replayed<P> = { now: P; before(): P }
type Stock<P extends Judged> = {
  entity: AnyEntity
  replay(scope: Scope, stock: Row, event: RecordedEvent, isUndone: boolean): Promise<Replayed<P>>
  /** Field of a TRANSFER that names who receives. */
  receiver: 'toBatchId' | 'toCropId'
  /** Refusals of a receiver, in words of the kind. */
  messages: { missing: string; itself: string }
  /** Checks before the history is judged, and findings after it. */
  check?(scope: Scope, change: EventChange): Promise<void>
  found?(scope: Scope, change: EventChange, projection: P): Promise<void> | void
}

/** A behaviour of every event that the entity declares. */
export function stockEvents<P extends Judged>(stock: Stock<P>): Record<string, EventBehaviour> {
  const { entity, receiver, messages } = stock
  const project = async (scope: Scope, row: Row, event: RecordedEvent, isUndone: boolean, path?: string): Promise<P> => {
    const { now, before } = await stock.replay(scope, row, event, isUndone)
    refuseContradiction(now.refusal, () => before().refusal, path)
    writeProjection(entity, row, now)
    return now
  }
  const receiving = async (scope: Scope, { subject, event }: EventChange): Promise<Row> => {
    const [other] = await recordsById(scope, entity, [event.data[receiver] as string], { lock: true })
    const at = `data.${receiver}`
    if (!other || other.operatorId !== subject.operatorId) throw fieldProblem(at, 'missing', messages.missing)
    if (other.id === subject.id) throw fieldProblem(at, 'rule', messages.itself)
    return other
  }
  const follow = async (scope: Scope, other: Row, event: RecordedEvent, isUndone: boolean): Promise<void> => {
    const after = { ...other }
    await project(scope, after, event, isUndone, `data.${receiver}`)
    await changeBySystem(scope, entity, other, after)
    await followWithdrawals(scope, entity, after, event, null)
  }
  const projected: EventBehaviour = {
    async apply(scope, change) {
      const { subject, event, flag } = change
      const type = event.eventType
      const other = type === 'TRANSFER' ? await receiving(scope, change) : null
      if (type === 'TREATMENT') await checkTreatment(scope, subject, event)
      await stock.check?.(scope, change)
      await checkUse(scope, entity, subject, event, flag)
      const projection = await project(scope, subject, event, false)
      await stock.found?.(scope, change, projection)
      if (type === 'DISEASE_OBSERVATION') await flagNotifiable(scope, change)
      if (withdrawing.has(type)) await followWithdrawals(scope, entity, subject, event, flag)
      if (other) await follow(scope, other, event, false)
      await endWithdrawals(scope, subject.operatorId, type === 'WATER_QUALITY' ? subject : null)
    },
    async undo(scope, { subject, event }) {
      await project(scope, subject, event, true)
      if (withdrawing.has(event.eventType)) await followWithdrawals(scope, entity, subject, event, null)
      if (event.eventType !== 'TRANSFER') return
      const [other] = await recordsById(scope, entity, [event.data[receiver] as string], { lock: true })
      if (other) await follow(scope, other, event, true)
    },
  }
  return Object.fromEntries(Object.keys(entity.events).map((type) => [type, projected]))
}
