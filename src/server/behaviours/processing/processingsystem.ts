// A facility: who it belongs to, and what happens there besides runs: goods weighed in, cleaning, counts, waste.

import { gone, toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import { fieldProblem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, onDay, percent, phrase } from '#domain/messages/message.ts'
import { spelledReason } from '#domain/messages/spelled-row.ts'
import { qualityFinding } from '#domain/processing/quality-bounds.ts'
import { refuseEndWithStock, refuseStockAtEnd } from '../../ledger/closed-places.ts'
import { refuseLargeLoss } from '../../ledger/loss-findings.ts'
import { gradeOf } from '../../ledger/lot-handling.ts'
import { lockLots, post, posts } from '../../ledger/lot-ledger.ts'
import { refuseUnusable } from '../../ledger/lot-moves.ts'
import { lotStateAt } from '../../ledger/lot-state-at.ts'
import { refuseUsedOutOfState, usableStates } from '../../ledger/lot-uses.ts'
import { checkUsable, isOwnedBy, type Lot } from '../../ledger/lots.ts'
import { onHandAt } from '../../ledger/on-hand-at.ts'
import { countShare } from '../../ledger/proposals.ts'
import { defineBehaviour, type EventBehaviour, type Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { recordsById } from '../../store/get.ts'
import { historyOf } from '../../store/history.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'
import { refuseServed, tolerances } from '../open-season.ts'
import { refuseApproved } from './adjusting.ts'
import { balePressed } from './bale-press.ts'
import { judgeLine } from './line-changes.ts'
import { type Line, lineColumns } from './processing-line.ts'
import { processRun } from './processing-run.ts'
import { findRunsAfterLater, findRunsOfLotLater } from './run-findings.ts'

const productbatch = entityOf('productbatch')
const processingsystem = entityOf('processingsystem')
type Facility = typeof processingsystem

async function lotHere(scope: Scope, system: Line, batchId: string): Promise<Lot> {
  const [lot] = await lockLots(scope, [batchId])
  if (!lot || !isOwnedBy(system, lot)) throw fieldProblem('data.batchId', 'missing', phrase`No such lot is held at ${system.title}.`)
  return lot
}

/**
 * What arrives is weighed; up to 0.5 % off is normal, above it a warning, above 2 % somebody must look before it is booked. What is missing is lost; what there is beyond
 * the dispatch came from nowhere that is known: it is proposed as an adjustment, and in no books before a second person approves it (docs/decisions/0108).
 */
const goodsReceived = posts<Facility, 'GOODS_RECEIVED'>(
  async (scope, { subject, event, flag }) => {
    const { batchId, grossKg, tareKg, netKg, storageBin } = event.data
    if (toGrams(netKg) !== toGrams(grossKg) - toGrams(tareKg)) throw fieldProblem('data.netKg', 'rule', 'Net is gross minus tare.')
    const lot = await lotHere(scope, subject, batchId)
    await checkOnItsWay(scope, lot, event.occurredAt)
    const sent = await sentBefore(scope, lot.id)
    if (sent && Date.parse(event.occurredAt) < Date.parse(sent.at))
      throw ruleBlocked('BR-25', phrase`${lot.title} was dispatched on ${onDay(sent.at)}: it cannot have arrived before.`, { batchId: lot.id, sentAt: sent.at })
    // What was taken out of it since does not count: in place of another weighing it may be used up by now.
    const sentKg = sent?.kg ?? lot.onHandKg ?? 0
    const missing = toGrams(sentKg) - toGrams(netKg)
    const share = Math.abs(missing) / toGrams(sentKg)
    const figures = { sentKg, netKg, differenceKg: toKg(missing), share }
    if (share > tolerances(scope).receiptBlock)
      throw ruleBlocked(
        '4.2',
        phrase`${kilograms(netKg)} arrived of ${kilograms(sentKg)} sent, ${percent(share)} off; at most ${percent(tolerances(scope).receiptBlock)} can be booked. Weigh again.`,
        figures,
      )
    if (share > tolerances(scope).receiptWarn)
      flag({ ruleId: '4.2', severity: 'WARN', message: phrase`${kilograms(netKg)} arrived of ${kilograms(sentKg)} sent for ${lot.title}.`, figures })
    if (missing > 0) await post(scope, { event, movements: gone(lot.id, missing) })
    await recordBySystem(scope, productbatch, lot.id, {
      eventType: 'RECEIVED',
      occurredAt: event.occurredAt,
      data: { processingSystemId: subject.id, netKg, storageBin: storageBin ?? null, causeEventId: event.id },
    })
    if (missing < 0)
      await recordBySystem(scope, productbatch, lot.id, {
        eventType: 'ADJUST',
        occurredAt: event.occurredAt,
        data: { deltaKg: toKg(-missing), ...spelledReason(phrase`More arrived than was sent.`), causeEventId: event.id },
      })
  },
  async (scope, { event }) => {
    await refuseApproved(scope, event.data.batchId, event.id)
    await refuseUsedOutOfState(scope, event.data.batchId, ({ title }) => phrase`${title} has been used since it was received.`)
  },
)
/** A restricted lot that travels is received, and stays restricted where it arrives (BR-15): somebody must have it. */
async function checkOnItsWay(scope: Scope, lot: Lot, at: string): Promise<void> {
  if ((await lotStateAt(scope, lot.id, at)).life !== 'IN_TRANSIT') checkUsable(lot, ['IN_TRANSIT'])
}
/** When the goods of a lot left, and how much; undefined when it was not sent. */
async function sentBefore(scope: Scope, lotId: string): Promise<{ at: string; kg: number } | undefined> {
  const [link] = await scope.db
    .selectFrom('lot_link')
    .select(['at', 'kg'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('output_id', '=', lotId)
    .where('voided_at', 'is', null)
    .orderBy('at')
    .limit(1)
    .execute()
  return link && { at: link.at, kg: Number(link.kg) }
}
const cleaning: EventBehaviour<Facility, 'CLEANING'> = { checkVoid: (scope, { subject, event }) => judgeLine(scope, subject, { cleanedAt: event.occurredAt }) }
/** The line's columns follow from its runs and cleanings, whenever they were recorded. */
const onLine = <K extends EventTypeOf<Facility>>(behaviour: EventBehaviour<Facility, K>): EventBehaviour<Facility, K> => ({
  ...behaviour,
  async settle(scope, change, isVoided) {
    Object.assign(change.subject, await lineColumns(scope, change.subject.id))
    await behaviour.settle?.(scope, change, isVoided)
    if (change.event.eventType !== 'PROCESS_RUN') await findRunsAfterLater(scope, change.subject, change.event)
  },
})

/** BR-30: |counted − book| / book > 1 % WARN, > 3 % REVIEW with the cause; the difference is proposed, never booked at once (ledger/proposals.ts). */
const stockCount: EventBehaviour<Facility, 'STOCK_COUNT'> = {
  async apply(scope, { subject, event }) {
    const { batchId, countedKg, cause } = event.data
    const lot = await lotHere(scope, subject, batchId)
    const bookKg = await onHandAt(scope, lot, event.occurredAt)
    const deltaKg = toKg(toGrams(countedKg) - toGrams(bookKg))
    if (countShare(deltaKg, bookKg) > tolerances(scope).stockCountReview && !cause)
      throw fieldProblem('data.cause', 'required', phrase`Counted ${kilograms(countedKg)}, in the books ${kilograms(bookKg)}: say why.`)
    await recordBySystem(scope, productbatch, lot.id, {
      eventType: 'STOCK_COUNTED',
      occurredAt: event.occurredAt,
      data: { countedKg, deltaKg, reason: cause ?? null, causeEventId: event.id },
    })
  },
  async checkVoid(scope, { event }) {
    const [lot] = await lockLots(scope, [event.data.batchId])
    if (!lot) return
    await refuseApproved(scope, lot.id, event.id)
    await refuseServed(scope, lot.seasonId, event.recordedAt)
  },
}

const wasteOut = posts<Facility, 'WASTE_OUT'>(async (scope, { subject, event }) => {
  const { batchId, kg } = event.data
  const lot = await lotHere(scope, subject, batchId)
  refuseUnusable(scope, lot, await historyOf(scope, productbatch, lot.id), usableStates, event.occurredAt)
  // Nobody buys it: it is not sent, so that no certificate counts it (BR-12 T05, BR-12a).
  await post(scope, { event, movements: gone(lot.id, toGrams(kg), 'LOSS', 'WASTE') })
  await refuseLargeLoss(scope, lot, event.id)
})

const qcTest: EventBehaviour<Facility, 'QC_TEST'> = {
  async apply(scope, { subject, event, flag }) {
    const { batchId, result } = event.data
    const lot = await lotHere(scope, subject, batchId)
    if (result === 'FAIL') flag({ ruleId: '4.4', severity: 'REVIEW', message: phrase`${lot.title} failed its quality test.`, figures: { batchId } })
    const [product] = await recordsById(scope, entityOf('product'), [lot.productId])
    const finding = product && qualityFinding(event.data, product)
    if (finding) flag(finding)
  },
  async settle(scope, { subject, event: { data } }) {
    await atEndOfStep(scope, `grade of ${data.batchId}`, () => bringGrade(scope, data.batchId, subject.id))
    if (typeof data.trash === 'number') await findRunsOfLotLater(scope, data.batchId)
  },
}
async function bringGrade(scope: Scope, lotId: string, systemId: string): Promise<void> {
  const [lot] = await lockLots(scope, [lotId])
  const grade = lot && (await gradeOf(scope, lotId, [systemId]))
  if (lot && grade !== undefined && grade !== (lot.grade ?? null)) await changeBySystem(scope, productbatch, lot, { grade })
}

const decommissioned: EventBehaviour<Facility, 'DECOMMISSIONED'> = {
  settle: (scope, { subject, event }, isVoided) => (isVoided ? Promise.resolve() : refuseEndWithStock(scope, subject, event)),
}
/** Goods that are made here do not lie in a facility that was given up by then; of those that are received or come back the lots themselves ask. */
const making = <K extends EventTypeOf<Facility>>(behaviour: EventBehaviour<Facility, K>): EventBehaviour<Facility, K> => ({
  ...behaviour,
  async settle(scope, change, isVoided) {
    await behaviour.settle?.(scope, change, isVoided)
    await refuseStockAtEnd(scope, change.subject.id)
  },
})

export const processingsystemBehaviour = defineBehaviour(processingsystem, {
  events: {
    GOODS_RECEIVED: goodsReceived,
    CLEANING: onLine(cleaning),
    PROCESS_RUN: making(onLine(processRun)),
    BALE_PRESSED: making(onLine(balePressed)),
    QC_TEST: qcTest,
    STOCK_COUNT: stockCount,
    WASTE_OUT: wasteOut,
    DECOMMISSIONED: decommissioned,
  },
})
