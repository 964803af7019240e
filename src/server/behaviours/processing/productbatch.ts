// A lot by itself: its number, who holds it, and the steps of its life that do not join it with others.
import { canOn } from '#domain/access.ts'
import { gone, sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { checkLoss } from '#domain/rules/loss.ts'
import { assertPasses, kgText } from '#domain/rules/verdict.ts'
import { post, reverse } from '../../ledger/lot-ledger.ts'
import { dispatch, heapBuilt, split } from '../../ledger/lot-moves.ts'
import { checkOwner, gmoLeft, isOwnedBy, newQrToken, nextBatchNo, referred } from '../../ledger/lots.ts'
import type { Behaviour, Change, EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { openSeason, tolerances } from '../open-season.ts'
import { purchase } from './purchase.ts'

const productbatch = entityOf('productbatch')

async function prepare(scope: Scope, { before, after }: Change): Promise<void> {
  if (after.unitType === 'FARM_LOT' && !after.cropId) throw fieldProblem('unitType', 'rule', 'A farm lot comes from a harvest.')
  const system = after.processingSystemId ? await referred(scope, 'processingsystem', after.processingSystemId as string, 'processingSystemId') : null
  if (before) {
    if (system && before.processingSystemId !== after.processingSystemId && !isOwnedBy(system, after))
      throw fieldProblem('processingSystemId', 'rule', `${system.title} does not belong to whoever holds this lot.`)
    return
  }
  // A person opens lots of what is in use now; an event makes lots of what its goods were when they came.
  const isOpened = after.status === productbatch.startState && !after.cropId
  const product = await referred(scope, 'product', after.productId as string, 'productId')
  if (isOpened && product.status === 'DISCONTINUED') throw fieldProblem('productId', 'rule', `${product.title} is discontinued.`)
  const season = isOpened ? await openSeason(scope, after.seasonId as string) : await referred(scope, 'season', after.seasonId as string, 'seasonId')
  if (system?.collectiveId && system.collectiveId !== after.operatorId)
    throw fieldProblem('processingSystemId', 'rule', `${system.title} belongs to another operator.`)
  after.processorId ??= (system?.processorId as string | null | undefined) ?? null
  const operator = await referred(scope, 'collective', after.operatorId as string, 'operatorId')
  after.batchNo ??= await nextBatchNo(scope, operator, season, product)
  Object.assign(after, {
    gmoStatus: after.gmoStatus ?? 'UNTESTED',
    qrToken: newQrToken(),
    onHandKg: 0,
    reservedKg: 0,
    availableKg: 0,
    closedQtyKg: 0,
    units: after.units ?? [],
  })
}
const plain = (
  apply: (scope: Scope, change: EventChange) => void | Promise<void>,
  undo: (scope: Scope, change: EventChange) => void | Promise<void> = () => {},
): EventBehaviour => ({ apply: async (scope, change) => apply(scope, change), undo: async (scope, change) => undo(scope, change) })

const closed = plain((_scope, { subject }) => {
  if (subject.unitType === 'FARM_LOT') throw new Problem('STATE_CONFLICT', { message: 'A farm lot closes with its crop.' })
  if (!(subject.onHandKg as number)) throw ruleBlocked('4.4', 'There is nothing in this lot yet.', { onHandKg: 0 })
})
const released = plain((_scope, { subject }) => {
  if (subject.gmoStatus === 'POSITIVE')
    throw ruleBlocked('BR-15', 'The GMO test was positive. Hold the lot back; the manager may release it as conventional.', { gmoStatus: subject.gmoStatus })
  if (subject.gmoStatus === 'PENDING') throw ruleBlocked('BR-15', 'The result of the GMO test is awaited.', { gmoStatus: subject.gmoStatus })
})
const quarantine = plain(
  (_scope, { subject, event }) => {
    Object.assign(subject, { quarantineReason: event.data.reason, availableKg: 0 })
  },
  (_scope, { subject }) => {
    Object.assign(subject, { quarantineReason: null, availableKg: freeOf(subject) })
  },
)
const freeOf = (lot: Row): number => Math.max(0, Math.round(((lot.onHandKg as number) - ((lot.reservedKg as number | null) ?? 0)) * 1000) / 1000)

const release = plain(
  (_scope, { subject, event }) => {
    if (subject.gmoStatus === 'POSITIVE' && !event.data.downgrade)
      throw ruleBlocked('BR-15', 'The test was positive: this lot can only be released as conventional.', { gmoStatus: subject.gmoStatus })
    Object.assign(subject, { quarantineReason: null, availableKg: freeOf(subject), ...(event.data.downgrade ? { claimStatus: 'CONVENTIONAL' } : {}) })
    if (!(subject.onHandKg as number)) subject.status = 'DEPLETED'
  },
  (_scope, { event }) => {
    if (event.data.downgrade) throw new Problem('STATE_CONFLICT', { message: 'A claim that was given up does not come back.' })
    throw new Problem('STATE_CONFLICT', { message: 'Hold the lot back again instead.' })
  },
)

const loss: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    const kg = event.data.kg as number
    const lostKg = toKg(sumGrams((await eventsOf(scope, productbatch, subject.id, ['LOSS'])).map(({ data }) => toGrams(data.kg as number))))
    const facts = { lostKg, creditedKg: subject.closedQtyKg as number, hasManager: canOn(scope.user, productbatch, 'A', subject) }
    const findings = assertPasses(checkLoss(facts, tolerances(scope)))
    await post(scope, { event, movements: gone(subject.id, toGrams(kg)), subject })
    for (const finding of findings) flag(finding)
  },
  undo: (scope, { subject, event }) => reverse(scope, event, subject),
}
const disposal: EventBehaviour = {
  apply: (scope, { subject, event }) => post(scope, { event, movements: gone(subject.id, toGrams(subject.onHandKg as number)), subject }),
  undo: (scope, { subject, event }) => reverse(scope, event, subject),
}
const adjust = plain((_scope, { event, flag }) => {
  if (event.data.deltaKg === 0) throw fieldProblem('data.deltaKg', 'min', 'There is nothing to adjust.')
  flag({
    ruleId: 'BR-30',
    severity: 'REVIEW',
    message: `An adjustment of ${event.data.deltaKg} kg waits for approval.`,
    figures: { deltaKg: event.data.deltaKg },
  })
})
const adjustApproved: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const facts = await eventsOf(scope, productbatch, subject.id, ['ADJUST', 'ADJUST_APPROVED'])
    const proposal = facts.filter(({ id }) => id !== event.id).at(-1)
    if (proposal?.eventType !== 'ADJUST') throw new Problem('STATE_CONFLICT', { message: 'No adjustment waits for approval.' })
    await post(scope, { event, movements: gone(subject.id, -toGrams(proposal.data.deltaKg as number), 'ADJUST'), subject })
  },
  undo: (scope, { subject, event }) => reverse(scope, event, subject),
}
const voided = plain((_scope, { subject }) => {
  if (subject.onHandKg as number)
    throw ruleBlocked('4.4', `${kgText(subject.onHandKg as number)} are in this lot. Take back what brought them first.`, { onHandKg: subject.onHandKg })
  if (subject.closedQtyKg as number) throw ruleBlocked('BR-26', 'Goods went through this lot; its trace must stay.', { closedQtyKg: subject.closedQtyKg })
})
const move: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const { processingSystemId, storageBin } = event.data as { processingSystemId?: string | null; storageBin?: string | null }
    if (!processingSystemId && !storageBin) throw fieldProblem('data.processingSystemId', 'required', 'Say where it is moved to.')
    if (processingSystemId) {
      const system = await referred(scope, 'processingsystem', processingSystemId, 'data.processingSystemId')
      if (!isOwnedBy(system, subject))
        throw fieldProblem('data.processingSystemId', 'rule', `${system.title} does not belong to whoever holds this lot. Dispatch it instead.`)
      subject.processingSystemId = processingSystemId
    }
    subject.storageBin = storageBin ?? null
  },
}
const sampleTaken = plain(
  (_scope, { subject, event }) => {
    if (event.data.kind === 'GMO') subject.gmoStatus = 'PENDING'
  },
  async (scope, { subject }) => {
    subject.gmoStatus = await gmoLeft(scope, subject.id)
  },
)
/** BR-15: a positive result holds the lot back at once. */
const labResult: EventBehaviour = {
  async apply(_scope, { subject, event, flag }) {
    const { kind, result, reportNo } = event.data as { kind: string; result: string; reportNo: string }
    if (kind === 'GMO') subject.gmoStatus = result
    if (result !== 'POSITIVE') return
    Object.assign(subject, {
      status: 'QUARANTINED',
      availableKg: 0,
      quarantineReason: `${kind === 'GMO' ? 'GMO' : 'Residue'} test positive, report ${reportNo}`,
    })
    flag({
      ruleId: 'BR-15',
      severity: 'REVIEW',
      message: `${kind === 'GMO' ? 'GMO' : 'Residue'} test positive (${reportNo}): the lot is held back; look at where it came from and went to.`,
      figures: { reportNo },
    })
  },
  async undo(scope, { subject }) {
    subject.gmoStatus = await gmoLeft(scope, subject.id)
    if (subject.status !== 'QUARANTINED') Object.assign(subject, { quarantineReason: null, availableKg: freeOf(subject) })
  },
}
const received: EventBehaviour = {
  async apply(_scope, { subject, event }) {
    Object.assign(subject, {
      processingSystemId: event.data.processingSystemId,
      receivedAt: event.occurredAt,
      storageBin: event.data.storageBin ?? subject.storageBin,
      availableKg: freeOf(subject),
    })
  },
}
const qrRevoked = plain(
  (_scope, { subject, event }) => {
    subject.qrRevokedAt = event.recordedAt
  },
  (_scope, { subject }) => {
    subject.qrRevokedAt = null
  },
)

/** Every step that touches the goods is for those who hold them, and so is taking it back. */
const byHolder = ({ apply, undo }: EventBehaviour): EventBehaviour => ({
  async apply(scope, change) {
    checkOwner(scope, change.subject)
    await apply?.(scope, change)
  },
  // What has effects that cannot be taken back stays so.
  ...(undo || !apply
    ? {
        async undo(scope, change) {
          checkOwner(scope, change.subject)
          await undo?.(scope, change)
        },
      }
    : {}),
})
const handling = {
  PURCHASE: purchase,
  HEAP_BUILT: heapBuilt,
  MERGE: heapBuilt,
  SPLIT: split,
  CLOSED: closed,
  RELEASED: released,
  DISPATCH: dispatch,
  LOSS: loss,
  ADJUST: adjust,
  MOVE: move,
  VOIDED: voided,
  SAMPLE_TAKEN: sampleTaken,
  LAB_RESULT: labResult,
}

export const productbatchBehaviour: Behaviour = {
  prepare,
  events: {
    ...Object.fromEntries(Object.entries(handling).map(([type, behaviour]) => [type, byHolder(behaviour)])),
    QUARANTINE: quarantine,
    RELEASE: release,
    DISPOSAL: disposal,
    ADJUST_APPROVED: adjustApproved,
    RECEIVED: received,
    QR_REVOKED: qrRevoked,
  },
}
