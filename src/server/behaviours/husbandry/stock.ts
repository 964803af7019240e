// What a flock and a pond have in common: a stock counted by its events, part of which may move to another of its kind. Its
// history is projected by the store after each event recorded or voided, that of a receiver along with it.
import { entityOf } from '#domain/entities.ts'
import type { Room } from '#domain/husbandry/density.ts'
import type { StockEntity, Stock as StockRecord } from '#domain/husbandry/living.ts'
import { type EventFinding, type HistoryEvent, type Refusal, receiverIn } from '#domain/husbandry/replay.ts'
import { usageOf } from '#domain/husbandry/withdrawn-use.ts'
import type { EventTypeOf, RecordedEvent } from '#domain/kernel/entity.ts'
import { statusStates } from '#domain/kernel/history.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import type { DatedEvent } from '../../queries/husbandry-events.ts'
import type { Behaviour, EventBehaviour, EventChange, FactsTime, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { projectAgain } from '../../store/project.ts'
import { atEndOfStep, changesOfStep } from '../../store/step.ts'
import { isStockInQuestion, retireAnimalPlan, settleAnimalPlanLater } from './animal-plans.ts'
import { oneStockLater, type Stay } from './husbandry-place.ts'
import { flagNotifiable } from './notifiable.ts'
import { dated, findAtEnd, judgeAtEnd, projectedRow } from './replay-judge.ts'
import { checkTreatment, checkUse, followWithdrawals, withdrawing } from './withdrawals.ts'

type Projection = { status: string; columns: Record<string, unknown>; refusal: Refusal | null; findings: EventFinding[] }
type Check<K extends EventTypeOf<StockEntity>> = (scope: Scope, change: EventChange<StockEntity, K>) => Promise<void>
const unchecked = async (): Promise<void> => {}
type Stock = {
  entity: StockEntity
  /** Field of a TRANSFER that names who receives. */
  receiver: 'toBatchId' | 'toCropId'
  /** Refusals of a receiver, in words of the kind. */
  messages: { missing: string; itself: string }
  facts(scope: Scope, ids: readonly string[], time: FactsTime): Promise<Map<string, DatedEvent[]>>
  fold(scope: Scope, stock: StockRecord, history: readonly HistoryEvent[], room: Room): Projection
  /** The rules whose findings are all among those of `fold`. */
  rules: readonly RuleId[]
  /** Checks of events beside the history. */
  checks: { readonly [eventType: string]: EventBehaviour['check'] }
  stay: Stay
}

/** The events of a stock, and how it is projected from them. */
export function stockBehaviour(stock: Stock): Pick<Behaviour, 'states' | 'facts' | 'project' | 'events' | 'written' | 'retired' | 'isStepInQuestion'> {
  const { entity, receiver } = stock
  const kind = receiver === 'toBatchId' ? 'poultrybatch' : 'aquacrop'
  const factsOf = async (scope: Scope, id: string, time: FactsTime) => (await stock.facts(scope, [id], time)).get(id) ?? []
  const checkedBy = <K extends EventTypeOf<StockEntity>>(own: Check<K> = unchecked): EventBehaviour<StockEntity, K> => ({
    async check(scope, change) {
      await own(scope, change)
      await checkUse(scope, entity, change.subject, change.event)
    },
    async follow(scope, { subject, event }) {
      await follow(scope, stock, subject, event)
      if (subject.popId) await settleAnimalPlanLater(scope, kind, subject.id)
    },
  })
  return {
    async written(scope, { before, after }) {
      if (before?.popId || after.popId) await settleAnimalPlanLater(scope, kind, after.id)
    },
    retired: (scope, { id, popId }) => (popId ? retireAnimalPlan(scope, kind, id) : Promise.resolve()),
    isStepInQuestion: async (scope, { id, popId }, event) => Boolean(popId) && (await isStockInQuestion(scope, kind, id, event)),
    states: statusStates(entity),
    facts: (scope, { id }, time) => factsOf(scope, id, time),
    async project(scope, subject: StockRecord, history) {
      const [unit] = await recordsById(scope, entityOf('housingunit'), [subject.unitId])
      const room = unit ?? { title: '', capacityHead: null, indoorAreaM2: null }
      const projection = stock.fold(scope, subject, dated(scope, history), room)
      if (!scope.past) {
        const before = async () => stock.fold(scope, subject, dated(scope, await factsOf(scope, subject.id, 'before')), room).refusal
        const refused = history.find(({ id }) => id === projection.refusal?.eventId)
        const isReceived = refused?.eventType === 'TRANSFER_IN' && changesOfStep(scope).recorded.includes(refused.id)
        await judgeAtEnd(scope, entity, subject.id, projection.refusal, before, isReceived ? `data.${receiver}` : undefined)
        await findAtEnd(scope, entity, subject.id, stock.rules, projection.findings)
      }
      return projectedRow(entity, projection)
    },
    events: {
      ...Object.fromEntries(Object.keys(entity.events).map((type) => [type, checkedBy(stock.checks[type])])),
      TRANSFER: checkedBy<'TRANSFER'>((scope, change) => checkReceiver(scope, stock, change)),
      TREATMENT: checkedBy<'TREATMENT'>((scope, { subject, event }) => checkTreatment(scope, subject, event)),
      DISEASE_OBSERVATION: checkedBy<'DISEASE_OBSERVATION'>((scope, { event, flag }) => flagNotifiable(scope, event.data.diagnosisId, flag)),
    },
  }
}

async function checkReceiver(scope: Scope, { entity, receiver, messages }: Stock, { subject, event }: EventChange<StockEntity, 'TRANSFER'>): Promise<void> {
  const receiverId = receiverIn(event.data)
  const [other] = receiverId ? await recordsById(scope, entity, [receiverId], { lock: true }) : []
  const at = `data.${receiver}`
  if (!other || other.operatorId !== subject.operatorId) throw fieldProblem(at, 'missing', messages.missing)
  if (other.id === subject.id) throw fieldProblem(at, 'rule', messages.itself)
}

/** Withdrawals, whoever received part of the stock, and what the clock has ended. */
async function follow(scope: Scope, { entity, stay }: Stock, subject: StockRecord, event: RecordedEvent): Promise<void> {
  const { eventType } = event
  const isSeveral = 'multiAge' in subject && subject.multiAge
  if (!isSeveral && [stay.begins, ...stay.ends].includes(eventType)) await oneStockLater(scope, entity, subject, stay)
  const bringWithdrawals = (id: string) =>
    atEndOfStep(scope, `withdrawals ${entity.name} ${id}`, async () => {
      const [row] = await recordsById(scope, entity, [id])
      if (row) await followWithdrawals(scope, entity, row)
    })
  const receiverId = eventType === 'TRANSFER' ? receiverIn(event.data) : null
  if (receiverId) {
    await atEndOfStep(scope, `received ${entity.name} ${receiverId}`, async () => {
      const [other] = await recordsById(scope, entity, [receiverId], { lock: true })
      if (other) await projectAgain(scope, entity, other)
    })
    await bringWithdrawals(receiverId)
  }
  if (withdrawing.has(eventType) || eventType === 'WATER_QUALITY' || usageOf(event, scope.tenant.timezone)) await bringWithdrawals(subject.id)
}
