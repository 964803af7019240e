// What a flock and a pond have in common: a stock counted by its events. After each of them its story is told anew, part
// of it may move to another of its kind, and what it is given may hold it back.
import type { AnyEntity, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { EventBehaviour, Scope } from '../scope.ts'
import { changeBySystem } from '../store/edit.ts'
import { recordsById } from '../store/get.ts'
import { openWithdrawals, voidWithdrawals } from './withdrawals.ts'

type Stock = {
  entity: AnyEntity
  /** Writes into the record what its events say by now; throws where they cannot be. */
  retell(scope: Scope, stock: Row): Promise<unknown>
  /** Field of a TRANSFER that names who receives, and the states in which one does. */
  receiver: string
  receives: readonly string[]
  /** Refusals of a receiver, in words of the kind. */
  say: { missing: string; itself: string; closed(title: string): string }
}

/** The behaviours of events that any stock has: `told` by retelling alone, `transfer` to another, `holding` back by medicine or order. */
export function stockEvents({ entity, retell, receiver, receives, say }: Stock): Record<'told' | 'transfer' | 'holding', EventBehaviour> {
  const told: EventBehaviour = {
    apply: async (scope, { subject }) => {
      await retell(scope, subject)
    },
    undo: async (scope, { subject }) => {
      await retell(scope, subject)
    },
  }
  const named = async (scope: Scope, event: RecordedEvent): Promise<Row | undefined> =>
    (await recordsById(scope, entity, [event.data[receiver] as string], { lock: true }))[0]
  const receiving = async (scope: Scope, subject: Row, event: RecordedEvent): Promise<Row> => {
    const other = await named(scope, event)
    const at = `data.${receiver}`
    if (!other || other.operatorId !== subject.operatorId) throw fieldProblem(at, 'missing', say.missing)
    if (other.id === subject.id) throw fieldProblem(at, 'rule', say.itself)
    if (!receives.includes(other.status)) throw fieldProblem(at, 'rule', say.closed(other.title))
    return other
  }
  const follow = async (scope: Scope, other: Row): Promise<void> => {
    const after = { ...other }
    await retell(scope, after)
    await changeBySystem(scope, entity, other, after)
  }
  return {
    told,
    transfer: {
      async apply(scope, { subject, event }) {
        const other = await receiving(scope, subject, event)
        await retell(scope, subject)
        await follow(scope, other)
      },
      async undo(scope, { subject, event }) {
        await retell(scope, subject)
        const other = await named(scope, event)
        if (other) await follow(scope, other)
      },
    },
    holding: {
      apply: (scope, { subject, event }) => openWithdrawals(scope, entity, subject, event),
      undo: (scope, { event }) => voidWithdrawals(scope, event),
    },
  }
}
