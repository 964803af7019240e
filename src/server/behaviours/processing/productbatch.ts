// A lot by itself: its number, who holds it, and the steps of its life that do not join it with others.

import type { ViewOfLot } from '#domain/chain/holds-of-lot.ts'
import { gone, toGrams } from '#domain/chain/ledger.ts'
import { type LotState, lotStates } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventTypeOf } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { kilograms, phrase, word } from '#domain/messages/message.ts'
import { refuseStockAtEnd } from '../../ledger/closed-places.ts'
import { refuseLargeLoss } from '../../ledger/loss-findings.ts'
import { gradeOf, placeOf } from '../../ledger/lot-handling.ts'
import { firstFilling, post, posts } from '../../ledger/lot-ledger.ts'
import { dispatch, heapBuilt, split } from '../../ledger/lot-moves.ts'
import { projectLot } from '../../ledger/lot-projection.ts'
import { refuseUsedOutOfState } from '../../ledger/lot-uses.ts'
import { checkOwner, isOwnedBy, type Lot, newQrToken, nextBatchNo, referred } from '../../ledger/lots.ts'
import { lotsMovedBy } from '../../ledger/lots-to-lock.ts'
import { isMoved } from '../../ledger/moved-lots.ts'
import { refuseNumbered } from '../../ledger/numbered-lots.ts'
import { onHandAt } from '../../ledger/on-hand-at.ts'
import { lockPartiesOfCorrected } from '../../ledger/party-then.ts'
import { refuseRestrictedByBody } from '../../ledger/restricted-by-body.ts'
import { lotProjected } from '../../ledger/settle-lots.ts'
import { balanceInStep } from '../../ledger/step-ledger.ts'
import { hadUnits } from '../../ledger/units.ts'
import { sharersOf } from '../../queries/signed-slips.ts'
import { type Change, defineBehaviour, type EventBehaviour, type EventChange, guardedBy, type Scope } from '../../scope.ts'
import { laterProblem } from '../../store/history.ts'
import { isBeforeReplacement } from '../../store/step.ts'
import { refuseBlockedGoods } from '../certification/rule-effects.ts'
import { farmLotOf } from '../cropping/crop-state.ts'
import { openSeason } from '../open-season.ts'
import { adjust, adjustAgreed, adjustApproved, stockCounted } from './adjusting.ts'
import { holdsOf, notYet, quarantine, refuseWithoutBody, releaseAgreed } from './body-holds.ts'
import { checked } from './checked-event.ts'
import { isRefusedClosing, refuseClosing } from './lot-finding-closers.ts'
import { labResult, release, released, sampleTaken } from './lot-testing.ts'
import { loaded, relabel, repack, unloaded } from './lot-units.ts'
import { hasOpening, openingApproved, openingStock } from './opening-stock.ts'
import { buysNothing, sendsNothing } from './out-of-trade.ts'
import { resultDismissed } from './positive-results.ts'
import { purchase } from './purchase.ts'
import { attested, confirmed, disputed } from './purchase-words.ts'
import { findRunsOfClaimLater } from './run-findings.ts'
import { undecidable } from './waiting-decisions.ts'

const productbatch = entityOf('productbatch')
type Batch = typeof productbatch
type On<K extends EventTypeOf<Batch>> = EventBehaviour<Batch, K>

async function prepare(scope: Scope, { before, after }: Change<Batch>): Promise<void> {
  if (after.unitType === 'FARM_LOT' && !after.cropId) throw fieldProblem('unitType', 'rule', 'A farm lot comes from a harvest.')
  const system = after.processingSystemId ? await referred(scope, 'processingsystem', after.processingSystemId, 'processingSystemId') : null
  if (before) {
    checkOwner(scope, before)
    if (before.batchNo !== after.batchNo) await refuseNumbered(scope, before)
    if (before.unitType !== after.unitType) await refuseOtherKind(scope, before)
    if (system && before.processingSystemId !== after.processingSystemId && !isOwnedBy(system, after))
      throw fieldProblem('processingSystemId', 'rule', phrase`${system.title} does not belong to whoever holds this lot.`)
    return
  }
  // A person opens lots of what is in use now; an event makes lots of what its goods were when they came.
  const isOpened = after.status === productbatch.startState && !after.cropId
  const product = await referred(scope, 'product', after.productId, 'productId')
  if (isOpened && product.status === 'DISCONTINUED') throw fieldProblem('productId', 'rule', phrase`${word(product.title)} is discontinued.`)
  const season = isOpened ? await openSeason(scope, after.seasonId) : await referred(scope, 'season', after.seasonId, 'seasonId')
  if (system?.collectiveId && system.collectiveId !== after.operatorId)
    throw fieldProblem('processingSystemId', 'rule', phrase`${system.title} belongs to another operator.`)
  after.processorId ??= system?.processorId ?? null
  const operator = await referred(scope, 'collective', after.operatorId, 'operatorId')
  after.batchNo ??= await nextBatchNo(scope, operator, season, product)
  Object.assign(after, {
    gmoStatus: after.gmoStatus ?? 'UNTESTED',
    qrToken: newQrToken(),
    onHandKg: after.onHandKg ?? 0,
    shippedKg: 0,
    reservedKg: 0,
    certifiedKg: 0,
    certifiableKg: after.certifiableKg ?? 0,
    availableKg: after.availableKg ?? 0,
    closedQtyKg: after.closedQtyKg ?? 0,
    units: after.units ?? [],
  })
}
/** A farm lot is one farmer’s harvest for good, and what has or had numbered units is what they are units of. */
async function refuseOtherKind(scope: Scope, lot: Lot): Promise<void> {
  if (lot.unitType === 'FARM_LOT') throw fieldProblem('unitType', 'rule', 'A farm lot stays one.')
  if (await hadUnits(scope, lot.id)) throw fieldProblem('unitType', 'rule', phrase`${lot.title} has numbered units: it stays what it is.`)
}
const closed = checked<'CLOSED'>(
  async (scope, { subject, event }) => {
    if (subject.unitType === 'FARM_LOT') throw new Problem('STATE_CONFLICT', { message: 'A farm lot closes with its crop.' })
    if ((await onHandAt(scope, subject, event.occurredAt)) <= 0) throw ruleBlocked('4.4', 'There is nothing in this lot yet.', { onHandKg: 0 })
  },
  (scope, { subject }) =>
    refuseUsedOutOfState(scope, subject.id, ({ title }) => phrase`Goods of ${title} were used since it was closed. Take that back first.`),
)
/** What is found follows from all losses of its goods (loss-findings.ts). A loss recorded late may make the ones after it too large. */
const loss = posts<Batch, 'LOSS'>(async (scope, { subject, event }) => {
  await refuseRestrictedByBody(scope, subject.id)
  await post(scope, { event, movements: gone(subject.id, toGrams(event.data.kg)) })
  await refuseLargeLoss(scope, subject, event.id)
})
/** Takes all there is; what follows later about the time before corrects it (judge-lots.ts). */
const disposal = posts<Batch, 'DISPOSAL'>(async (scope, { subject, event }) => {
  await post(scope, { event, movements: gone(subject.id, balanceInStep(scope, subject).onHand) })
})
/**
 * What a field's account loses or has more is of the season in which it was picked: once that is closed, as the deliveries that were reconciled for it
 * (BR-28). Lots of centres and processors go on.
 */
const ofSeason = <K extends EventTypeOf<Batch>>(behaviour: On<K>): On<K> =>
  guardedBy(async (scope, { subject }) => {
    if (subject.unitType === 'FARM_LOT') await openSeason(scope, subject.seasonId)
  }, behaviour)
const voided = checked<'VOIDED'>(
  async (scope, { subject, event }) => {
    if (event.data.causeEventId) return
    checkOwner(scope, subject)
    const onHandKg = await onHandAt(scope, subject, event.occurredAt)
    if (onHandKg) throw ruleBlocked('4.4', phrase`${kilograms(onHandKg)} are in this lot. Take back what brought them first.`, { onHandKg })
    const filling = await firstFilling(scope, subject.id, event.occurredAt)
    // Goods that came later may be those of another record: a harvest fills its farm lot.
    if (filling?.isLater) throw laterProblem(entityOf(filling.subjectType), filling, 'added')
    if (filling) throw ruleBlocked('BR-26', 'Goods went through this lot; its trace must stay.', { closedQtyKg: subject.closedQtyKg })
  },
  async (scope, { subject }) => {
    checkOwner(scope, subject)
    // A crop has one farm lot: pickings of after the void went into another.
    const other = subject.cropId && !isBeforeReplacement(scope) ? await farmLotOf(scope, subject.cropId) : undefined
    if (other) throw ruleBlocked('BR-26', phrase`The harvest went into ${other.title} since. Void that lot first.`, { batchId: other.id, batchNo: other.title })
  },
)

/** The place of a lot follows from its movements in order of occurrence, and from what was entered on it; so it does when one is voided. */
const placed = <K extends 'MOVE' | 'RECEIVED'>(apply?: (scope: Scope, change: EventChange<Batch, K>) => Promise<void>): On<K> => ({
  ...(apply && { apply }),
  async settle(scope, { subject }) {
    Object.assign(subject, await placeOf(scope, subject.id))
    if (subject.processingSystemId) await refuseStockAtEnd(scope, subject.processingSystemId)
  },
})
const move = placed<'MOVE'>(async (scope, { subject, event }) => {
  const { processingSystemId, storageBin } = event.data
  if (!processingSystemId && !storageBin) throw fieldProblem('data.processingSystemId', 'required', 'Say where it is moved to.')
  if (!processingSystemId) return
  const system = await referred(scope, 'processingsystem', processingSystemId, 'data.processingSystemId')
  if (!isOwnedBy(system, subject))
    throw fieldProblem('data.processingSystemId', 'rule', phrase`${system.title} does not belong to whoever holds this lot. Dispatch it instead.`)
})
/** In the past also what its events entered: where it lay and its grade. */
const project = async (scope: Scope, lot: Lot, history: readonly HistoryEvent[], state: LotState): Promise<Partial<Lot>> => ({
  ...(await projectLot(scope, lot, history, state)),
  ...(scope.past ? { ...(await placeOf(scope, lot.id)), grade: await gradeOf(scope, lot.id) } : {}),
})

/** Every step that touches the goods is for those who hold them, and so is taking it back. */
const byHolder = <K extends EventTypeOf<Batch>>(behaviour: On<K>): On<K> => guardedBy((scope, { subject }) => checkOwner(scope, subject), behaviour)

/**
 * What a rule stops is not sent by the group either, as it is not bought (BR-17, docs/decisions/0114). Conventional goods are under no scheme. What has left the group its buyer cannot put
 * right: there the certificate of the group is where it counts.
 */
const sale: On<'DISPATCH'> = {
  ...dispatch,
  async apply(scope, change) {
    const { subject, event } = change
    if (!subject.processorId && subject.claimStatus !== 'CONVENTIONAL') await refuseBlockedGoods(scope, [subject.id], localDay(scope, event.occurredAt))
    await dispatch.apply?.(scope, change)
  },
}

export const productbatchBehaviour = defineBehaviour(productbatch, {
  prepare,
  states: lotStates,
  project,
  projected: async (scope, before, after) => {
    await lotProjected(scope, before, after)
    if (before.claimStatus && before.claimStatus !== after.claimStatus) await findRunsOfClaimLater(scope, after.id)
  },
  // Of a ticket those with tickets that the photo of its slip may sign without it.
  movedBy: (scope, eventId) => lotsMovedBy(scope, eventId, sharersOf(scope, eventId)),
  closing: refuseClosing,
  isParty: isRefusedClosing,
  lockFirst: lockPartiesOfCorrected,
  view: async (scope, lot): Promise<ViewOfLot> => ({ ...(await holdsOf(scope, lot)), undecidable: await undecidable(scope, lot) }),
  notYet,
  builtOn: isMoved,
  against: { OPENING_STOCK: hasOpening, PURCHASE: buysNothing, DISPATCH: sendsNothing },
  events: {
    PURCHASE: byHolder(purchase),
    PURCHASE_CONFIRMED: confirmed,
    PURCHASE_ATTESTED: attested,
    PURCHASE_DISPUTED: disputed,
    HEAP_BUILT: byHolder(heapBuilt),
    MERGE: byHolder(heapBuilt),
    OPENING_STOCK: byHolder(openingStock),
    OPENING_APPROVED: openingApproved,
    SPLIT: byHolder(split),
    CLOSED: byHolder(closed),
    RELEASED: byHolder(released),
    DISPATCH: byHolder(sale),
    LOSS: byHolder(ofSeason(loss)),
    ADJUST: byHolder(ofSeason(adjust)),
    STOCK_COUNTED: stockCounted,
    ADJUST_AGREED: ofSeason(adjustAgreed),
    MOVE: byHolder(move),
    REPACK: byHolder(repack),
    RELABEL: byHolder(relabel),
    LOADED: byHolder(loaded),
    UNLOADED: byHolder(unloaded),
    SAMPLE_TAKEN: byHolder(sampleTaken),
    LAB_RESULT: labResult,
    RESULT_DISMISSED: resultDismissed,
    VOIDED: ofSeason(voided),
    QUARANTINE: quarantine,
    RELEASE_AGREED: releaseAgreed,
    RELEASE: release,
    // What is left of a closed season is nothing; what was disposed of does not come back into it.
    DISPOSAL: {
      ...ofSeason(disposal),
      async check(scope, change) {
        await refuseWithoutBody(scope, change.subject.id, change.event.occurredAt)
        await disposal.check?.(scope, change)
      },
    },
    ADJUST_APPROVED: ofSeason(adjustApproved),
    RECEIVED: placed(),
    QR_REVOKED: byHolder(checked()),
  },
})
