// What a flock and a pond have in common: a stock counted by its events, part of which may move to another of its kind. Its
// history is projected by the store after each event recorded or voided, that of a receiver along with it.
import type { EventFinding, HistoryEvent, Refusal } from '#domain/husbandry/replay.ts'
import { usageOf } from '#domain/husbandry/withdrawn-use.ts'
import type { AnyEntity, EventSpec, RecordedEvent, Row } from '#domain/kernel/entity.ts'
import { statusStates } from '#domain/kernel/history.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import type { Behaviour, EventBehaviour, EventChange, FactsTime, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import type { DatedEvent } from '../../store/husbandry-events.ts'
import { projectAgain } from '../../store/project.ts'
import { atEndOfStep, changesOfStep } from '../../store/step.ts'
import { flagNotifiable } from './notifiable.ts'
import { dated, findAtEnd, judgeAtEnd, projectedRow } from './replay-judge.ts'
import { checkTreatment, checkUse, endWithdrawals, followWithdrawals, withdrawing } from './withdrawals.ts'

type Projection = { status: string; columns: Record<string, unknown>; refusal: Refusal | null; findings: EventFinding[] }
type Stock = {
  entity: AnyEntity
  /** Field of a TRANSFER that names who receives. */
  receiver: 'toBatchId' | 'toCropId'
  /** Refusals of a receiver, in words of the kind. */
  messages: { missing: string; itself: string }
  facts(scope: Scope, ids: readonly string[], time: FactsTime): Promise<Map<string, DatedEvent[]>>
  fold(scope: Scope, stock: Row, history: readonly HistoryEvent[]): Projection
  /** The rules whose findings are all among those of `fold`. */
  rules: readonly RuleId[]
  /** Checks of an event beside the history. */
  check?(scope: Scope, change: EventChange): Promise<void>
}

/** The events of a stock, and how it is projected from them. */
export function stockBehaviour(stock: Stock): Pick<Behaviour, 'states' | 'facts' | 'project' | 'events'> {
  const { entity, receiver } = stock
  const factsOf = async (scope: Scope, id: string, time: FactsTime) => (await stock.facts(scope, [id], time)).get(id) ?? []
  const stockEvent: EventBehaviour = {
    async check(scope, change) {
      const { subject, event, flag } = change
      if (event.eventType === 'TRANSFER') await checkReceiver(scope, stock, change)
      if (event.eventType === 'TREATMENT') await checkTreatment(scope, subject, event)
      if (event.eventType === 'DISEASE_OBSERVATION') await flagNotifiable(scope, { event, flag })
      await stock.check?.(scope, change)
      await checkUse(scope, entity, subject, event)
    },
    follow: (scope, { subject, event }) => follow(scope, stock, subject, event),
  }
  return {
    states: statusStates(entity),
    facts: (scope, { id }, time) => factsOf(scope, id, time),
    async project(scope, subject, history, _state, asOf) {
      const projection = stock.fold(scope, subject, dated(scope, history))
      if (!asOf) {
        const before = async () => stock.fold(scope, subject, dated(scope, await factsOf(scope, subject.id, 'before'))).refusal
        const refused = history.find(({ id }) => id === projection.refusal?.eventId)
        const isReceived = refused?.eventType === 'TRANSFER_IN' && changesOfStep(scope).recorded.includes(refused.id)
        await judgeAtEnd(scope, entity, subject.id, projection.refusal, before, isReceived ? `data.${receiver}` : undefined)
        await findAtEnd(scope, entity, subject.id, stock.rules, projection.findings)
      }
      return projectedRow(entity, projection)
    },
    events: Object.fromEntries(Object.keys(entity.events as Record<string, EventSpec>).map((type) => [type, stockEvent])),
  }
}

async function checkReceiver(scope: Scope, { entity, receiver, messages }: Stock, { subject, event }: EventChange): Promise<void> {
  const [other] = await recordsById(scope, entity, [event.data[receiver] as string], { lock: true })
  const at = `data.${receiver}`
  if (!other || other.operatorId !== subject.operatorId) throw fieldProblem(at, 'missing', messages.missing)
  if (other.id === subject.id) throw fieldProblem(at, 'rule', messages.itself)
}

/** Withdrawals, whoever received part of the stock, and what the clock has ended. */
async function follow(scope: Scope, { entity, receiver }: Stock, subject: Row, event: RecordedEvent): Promise<void> {
  const { eventType } = event
  const bringWithdrawals = (id: string) =>
    atEndOfStep(scope, `withdrawals ${entity.name} ${id}`, async () => {
      const [row] = await recordsById(scope, entity, [id])
      if (row) await followWithdrawals(scope, entity, row)
    })
  if (eventType === 'TRANSFER') {
    const receiverId = event.data[receiver] as string
    await atEndOfStep(scope, `received ${entity.name} ${receiverId}`, async () => {
      const [other] = await recordsById(scope, entity, [receiverId], { lock: true })
      if (other) await projectAgain(scope, entity, other)
    })
    await bringWithdrawals(receiverId)
  }
  if (withdrawing.has(eventType) || eventType === 'WATER_QUALITY' || usageOf(event, scope.tenant.timezone)) await bringWithdrawals(subject.id)
  await endWithdrawals(scope, subject.operatorId)
}
