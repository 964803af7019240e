// A lot by itself: its number, who holds it, and the steps of its life that do not join it with others.
import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import { gone, sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { isAwaited, isPositive, type LotState, lotStates, ownGmo } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { GmoStatus } from '#domain/rules/gmo.ts'
import { checkLoss } from '#domain/rules/loss.ts'
import { assertPasses, kgText } from '#domain/rules/verdict.ts'
import { isFilledAt, onHandAt, post, posts } from '../../ledger/lot-ledger.ts'
import { dispatch, heapBuilt, refuseFilledLater, split } from '../../ledger/lot-moves.ts'
import { projectLot } from '../../ledger/lot-projection.ts'
import { refuseUsedOutOfState } from '../../ledger/lot-uses.ts'
import { checkOwner, isOwnedBy, newQrToken, nextBatchNo, referred } from '../../ledger/lots.ts'
import { lotProjected } from '../../ledger/settle-lots.ts'
import { balanceInStep } from '../../ledger/step-ledger.ts'
import { type Behaviour, type Change, type EventBehaviour, type EventChange, guardedBy, type Scope } from '../../scope.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { recordsById } from '../../store/get.ts'
import { historiesOf, historyQuery, laterProblem, stateAt, stateIn } from '../../store/history.ts'
import { recordBySystem } from '../../store/record-event.ts'
import { atEndOfStep } from '../../store/step.ts'
import { openSeason, tolerances } from '../open-season.ts'
import { adjust, adjustApproved } from './lot-adjustments.ts'
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
    onHandKg: after.onHandKg ?? 0,
    reservedKg: 0,
    availableKg: after.availableKg ?? 0,
    closedQtyKg: after.closedQtyKg ?? 0,
    units: after.units ?? [],
  })
}
/** An event that only checks: its whole effect is what the projection says of it. */
const checked = (
  apply: (scope: Scope, change: EventChange) => void | Promise<void> = () => {},
  mayBeVoided?: (scope: Scope, change: EventChange) => void | Promise<void>,
): EventBehaviour => ({
  apply: async (scope, change) => apply(scope, change),
  checkVoid: async (scope, change) => mayBeVoided?.(scope, change),
})

const closed = checked(
  async (scope, { subject, event }) => {
    if (subject.unitType === 'FARM_LOT') throw new Problem('STATE_CONFLICT', { message: 'A farm lot closes with its crop.' })
    if ((await onHandAt(scope, subject, event.occurredAt)) <= 0) throw ruleBlocked('4.4', 'There is nothing in this lot yet.', { onHandKg: 0 })
  },
  (scope, { subject }) => refuseUsedOutOfState(scope, subject.id, ({ title }) => `Goods of ${title} were used since it was closed. Take that back first.`),
)
const released = checked(async (scope, { subject, event }) => {
  const gmoStatus = await gmoAt(scope, subject, event.occurredAt)
  if (gmoStatus === 'POSITIVE')
    throw ruleBlocked('BR-15', 'The GMO test was positive. Hold the lot back; the manager may release it as conventional.', { gmoStatus })
  if (gmoStatus === 'PENDING') throw ruleBlocked('BR-15', 'The result of the GMO test is awaited.', { gmoStatus })
})
/** What the lot's own tests said at a time; before there was one, what those of its sources say. */
async function gmoAt(scope: Scope, lot: Row, at: string): Promise<GmoStatus> {
  const today = (lot.gmoStatus as GmoStatus | null) ?? 'UNTESTED'
  const { state, later } = await stateAt(scope, productbatch, lot, at)
  return ownGmo(state as LotState) ?? (later.some(({ eventType }) => eventType === 'SAMPLE_TAKEN' || eventType === 'LAB_RESULT') ? 'UNTESTED' : today)
}

/** BR-15: a lot whose test was positive, or is awaited, keeps its claim only when a later sample is negative. */
const release = checked(async (scope, { subject, event }) => {
  if (event.data.downgrade) return refuseFilledLater(scope, subject, event.occurredAt)
  const { state } = await stateAt(scope, productbatch, subject, event.occurredAt)
  const tests = state as LotState
  const gmoStatus = await gmoAt(scope, subject, event.occurredAt)
  if (gmoStatus === 'POSITIVE' || isPositive(tests, 'RESIDUE'))
    throw ruleBlocked('BR-15', 'The test was positive: this lot can only be released as conventional.', { gmoStatus })
  if (isAwaited(tests)) throw ruleBlocked('BR-15', 'The result of a test is awaited: the lot keeps its claim when it is negative.', {})
})

const loss = posts(async (scope, { subject, event, flag }) => {
  const lostKg = toKg(sumGrams((await eventsOf(scope, productbatch, subject.id, ['LOSS'])).map(({ data }) => toGrams(data.kg as number))))
  const facts = { lostKg, creditedKg: toKg(balanceInStep(scope, subject).credited), hasManager: canOn(scope.user, productbatch, 'A', subject) }
  for (const finding of assertPasses(checkLoss(facts, tolerances(scope)))) flag(finding)
  await post(scope, { event, movements: gone(subject.id, toGrams(event.data.kg as number)) })
})
/** Takes all there is; what follows later about the time before corrects it (judge-lots.ts). */
const disposal = posts((scope, { subject, event }) => post(scope, { event, movements: gone(subject.id, balanceInStep(scope, subject).onHand) }).then(() => {}))
const voided = checked(
  async (scope, { subject, event }) => {
    if (event.data.causeEventId) return
    checkOwner(scope, subject)
    // What came later is judged with the other later events.
    const onHandKg = await onHandAt(scope, subject, event.occurredAt)
    if (onHandKg) throw ruleBlocked('4.4', `${kgText(onHandKg)} are in this lot. Take back what brought them first.`, { onHandKg })
    if (await isFilledAt(scope, subject.id, event.occurredAt))
      throw ruleBlocked('BR-26', 'Goods went through this lot; its trace must stay.', { closedQtyKg: subject.closedQtyKg })
  },
  (scope, { subject }) => checkOwner(scope, subject),
)

/** The place of a lot follows from its movements in order of occurrence, and from what was entered on it; so it does when one is voided. */
const placed = (apply?: (scope: Scope, change: EventChange) => Promise<void>): EventBehaviour => ({
  ...(apply && { apply }),
  settle: async (scope, { subject }) => void Object.assign(subject, await placeOf(scope, subject.id)),
})
const move = placed(async (scope, { subject, event }) => {
  const { processingSystemId, storageBin } = event.data as { processingSystemId?: string | null; storageBin?: string | null }
  if (!processingSystemId && !storageBin) throw fieldProblem('data.processingSystemId', 'required', 'Say where it is moved to.')
  if (!processingSystemId) return
  const system = await referred(scope, 'processingsystem', processingSystemId, 'data.processingSystemId')
  if (!isOwnedBy(system, subject))
    throw fieldProblem('data.processingSystemId', 'rule', `${system.title} does not belong to whoever holds this lot. Dispatch it instead.`)
})
/** Where the lot lies by its recorded entries and movements: the latest to have occurred counts, of each field. */
async function placeOf(scope: Scope, lotId: string): Promise<{ processingSystemId: string | null; storageBin: string | null }> {
  const rows = await scope.db
    .selectFrom('event')
    .select(['event_type', 'data'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', 'productbatch')
    .where('subject_id', '=', lotId)
    .where('status', '=', 'RECORDED')
    .where('event_type', 'in', ['CREATED', 'EDITED', 'MOVE', 'RECEIVED'])
    .orderBy(sql`event_type = 'CREATED'`, 'desc')
    .orderBy('occurred_at')
    .orderBy('subject_version')
    .execute()
  const place: { processingSystemId: string | null; storageBin: string | null } = { processingSystemId: null, storageBin: null }
  for (const { event_type, data } of rows) {
    const changes = (data as { changes?: Record<string, { to: unknown }> }).changes
    for (const name of ['processingSystemId', 'storageBin'] as const) {
      if (changes) {
        if (name in changes) place[name] = (changes[name]?.to as string | null | undefined) ?? null
      } else if (data[name] || (event_type === 'MOVE' && name === 'storageBin')) place[name] = (data[name] as string | null | undefined) ?? null
    }
  }
  return place
}

/** BR-15: a positive result holds the lot, and every lot that kilograms of it went into, from the moment it is known. */
const labResult = checked(
  async (scope, { subject, event, flag }) => {
    const { kind, result, reportNo } = event.data as { kind: string; result: string; reportNo: string }
    if (result !== 'POSITIVE') return
    const test = kind === 'GMO' ? 'GMO' : 'Residue'
    flag({
      ruleId: 'BR-15',
      severity: 'REVIEW',
      message: `${test} test positive (${reportNo}): the lot is held back; look at where it came from and went to.`,
      figures: { reportNo },
    })
    for (const lot of await lotsMadeOf(scope, subject.id)) {
      if (!(lot.onHandKg as number)) continue
      await recordBySystem(scope, productbatch, lot.id, {
        eventType: 'QUARANTINE',
        occurredAt: scope.now.toISOString(),
        data: { reason: `${test} test of ${subject.title} positive, report ${reportNo}`.slice(0, 500), ref: 'BR-15', causeEventId: event.id },
      })
    }
  },
  (scope, { subject, event }) => refuseReleasedUntested(scope, subject.id, event.occurredAt),
)
/** At the end of the step no release after the result that was taken back stands without it (BR-15). */
const refuseReleasedUntested = (scope: Scope, lotId: string, since: string): Promise<void> =>
  atEndOfStep(scope, `tests of ${lotId}`, async () => {
    const history = historiesOf(await historyQuery(scope, productbatch, [lotId]).execute()).get(lotId) ?? []
    const stands = ({ eventType, occurredAt, data }: (typeof history)[number]): boolean => {
      const isRelease = eventType === 'RELEASED' || (eventType === 'RELEASE' && !data.downgrade)
      if (!isRelease || Date.parse(occurredAt) < Date.parse(since)) return true
      const tests = stateIn(scope, productbatch, history, occurredAt) as LotState
      return eventType === 'RELEASED' ? ownGmo(tests) !== 'PENDING' : !isAwaited(tests)
    }
    const release = history.find((event) => !stands(event))
    if (release) throw laterProblem(productbatch, release, 'voided')
  })
/** Every lot below this one, nearest first, locked. */
async function lotsMadeOf(scope: Scope, lotId: string): Promise<Row[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive made (id) as (
      select l.output_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lotId}::uuid and l.voided_at is null
      union select l.output_id from made join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = made.id and l.voided_at is null
    ) select id from made`.execute(scope.db)
  return recordsById(scope, productbatch, rows.map(({ id }) => id).sort(), { lock: true })
}

/** Every step that touches the goods is for those who hold them, and so is taking it back. */
const byHolder = (behaviour: EventBehaviour): EventBehaviour => guardedBy((scope, { subject }) => checkOwner(scope, subject), behaviour)
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
  SAMPLE_TAKEN: checked(),
  LAB_RESULT: labResult,
}

export const productbatchBehaviour: Behaviour = {
  prepare,
  states: lotStates,
  project: projectLot,
  projected: lotProjected,
  events: {
    ...Object.fromEntries(Object.entries(handling).map(([type, behaviour]) => [type, byHolder(behaviour)])),
    VOIDED: voided,
    QUARANTINE: checked(),
    RELEASE: release,
    DISPOSAL: disposal,
    ADJUST_APPROVED: adjustApproved,
    RECEIVED: placed(),
    QR_REVOKED: checked(),
  },
}
