// What a flock and a pond have in common: a stock counted by its events. After each of them its story is told anew, part
// of it may move to another of its kind, and what it is given may hold it back.
import type { AnyEntity, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { EventBehaviour, Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { openWithdrawals, voidWithdrawals } from './withdrawals.ts'

type Stock = {
  entity: AnyEntity
  /** Writes into the record what its events say by now; throws where they cannot be. */
  project(scope: Scope, stock: Row): Promise<unknown>
  /** Field of a TRANSFER that names who receives, and the states in which one does. */
  receiver: string
  receives: readonly string[]
  /** Refusals of a receiver, in words of the kind. */
  messages: { missing: string; itself: string; closed(title: string): string }
}

/** The behaviours of events that any stock has: `projected` by retelling alone, `transfer` to another, `restricting` back by medicine or order. */
export function stockEvents({ entity, project, receiver, receives, messages }: Stock): Record<'projected' | 'transfer' | 'restricting', EventBehaviour> {
  const projected: EventBehaviour = {
    apply: async (scope, { subject }) => {
      await project(scope, subject)
    },
    undo: async (scope, { subject }) => {
      await project(scope, subject)
    },
  }
  const named = async (scope: Scope, event: RecordedEvent): Promise<Row | undefined> =>
    (await recordsById(scope, entity, [event.data[receiver] as string], { lock: true }))[0]
  const receiving = async (scope: Scope, subject: Row, event: RecordedEvent): Promise<Row> => {
    const other = await named(scope, event)
    const at = `data.${receiver}`
    if (!other || other.operatorId !== subject.operatorId) throw fieldProblem(at, 'missing', messages.missing)
    if (other.id === subject.id) throw fieldProblem(at, 'rule', messages.itself)
    if (!receives.includes(other.status)) throw fieldProblem(at, 'rule', messages.closed(other.title))
    return other
  }
  const follow = async (scope: Scope, other: Row): Promise<void> => {
    const after = { ...other }
    await project(scope, after)
    await changeBySystem(scope, entity, other, after)
  }
  return {
    projected,
    transfer: {
      async apply(scope, { subject, event }) {
        const other = await receiving(scope, subject, event)
        await project(scope, subject)
        await follow(scope, other)
      },
      async undo(scope, { subject, event }) {
        await project(scope, subject)
        const other = await named(scope, event)
        if (other) await follow(scope, other)
      },
    },
    restricting: {
      apply: (scope, { subject, event }) => openWithdrawals(scope, entity, subject, event),
      undo: (scope, { event }) => voidWithdrawals(scope, event),
    },
  }
}
