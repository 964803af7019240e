// Lots that become other lots: joined into a heap, split, sent to a buyer. Kilograms go from lot to lot in the
// ledger, links carry the trace, and the claim of what comes out is the lowest of what went in (BR-11).

import { mixing } from '#domain/chain/claim.ts'
import { sumGrams, toGrams, toKg, transfer } from '#domain/chain/ledger.ts'
import { type LotState, lotStates } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import { type Row, stateLabel } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { assertPasses, kgText } from '#domain/rules/verdict.ts'
import type { EventBehaviour, Scope } from '../scope.ts'
import { stateAt } from '../store/history.ts'
import { lockLots, post, reverse } from './lot-ledger.ts'
import { checkUsable, makeLot, nextPartNo, referred } from './lots.ts'
import { scopeFindings } from './scope-findings.ts'

export type Taken = { batchId: string; kg: number }
/** Lots named as inputs, locked, each once, with how many grams are asked of it. They must have been usable `at` the moment they were taken (BR-25). */
export async function takenLots(scope: Scope, inputs: readonly Taken[], states: readonly string[], at: string): Promise<{ lot: Row; grams: number }[]> {
  const again = inputs.findIndex(({ batchId }, index) => inputs.findIndex((one) => one.batchId === batchId) !== index)
  if (again >= 0) throw fieldProblem(`data.inputs.${again}.batchId`, 'taken', 'This lot is named twice.')
  const lots = new Map(
    (
      await lockLots(
        scope,
        inputs.map(({ batchId }) => batchId),
      )
    ).map((lot) => [lot.id, lot]),
  )
  const taken: { lot: Row; grams: number }[] = []
  for (const [index, { batchId, kg }] of inputs.entries()) {
    const lot = lots.get(batchId)
    if (!lot) throw fieldProblem(`data.inputs.${index}.batchId`, 'missing', 'There is no such lot.')
    if (lot.unitType === 'FARM_LOT')
      throw ruleBlocked('BR-08', `${lot.title} is a farm lot: its goods are bought by a ticket before they are used.`, { batchId, batchNo: lot.title })
    const then = await lotAt(scope, lot, at)
    if (!states.includes(then.status) && states.includes(lot.status)) throw tooEarly(then)
    checkUsable(then, states)
    const leftKg = freeKg(lot)
    if (toGrams(kg) > toGrams(leftKg))
      throw ruleBlocked('BR-09', `${lot.title} has ${kgText(leftKg)} left, ${kgText(kg)} are asked.`, {
        batchId,
        batchNo: lot.title,
        askedKg: kg,
        leftKg,
        path: `data.inputs.${index}.kg`,
      })
    taken.push({ lot, grams: toGrams(kg) })
  }
  return taken
}
/** BR-25: usable now, and not yet when it is said to have been used. */
const tooEarly = (then: Row) => {
  const label = stateLabel(entityOf('productbatch'), then.status).toLowerCase()
  return ruleBlocked('BR-25', `${then.title} was ${label} at that time; it was usable only later.`, {
    batchId: then.id,
    batchNo: then.title,
    status: then.status,
  })
}
/** What is on hand and not bound by a certificate, whatever holds the lot now (kg). */
const freeKg = (lot: Row): number => Math.max(0, toKg(toGrams(lot.onHandKg as number) - toGrams((lot.reservedKg as number | null) ?? 0)))
/** The lot with the status it had at a moment. */
async function lotAt(scope: Scope, lot: Row, at: string): Promise<Row> {
  const { state } = await stateAt(scope, entityOf('productbatch'), lot, new Date(at).toISOString())
  const { life, holds } = state as LotState
  // Used up since, or later: how much there was is the ledger's question.
  return { ...lot, status: lotStates.statusOf(state as LotState), quarantineReason: holds.at(-1)?.reason ?? null, life }
}
export const claimOf = (lot: Row): Claim => (lot.claimStatus as Claim | null) ?? 'CONVENTIONAL'

export const heapBuilt: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    const { inputs, downgradeConfirmed } = event.data as { inputs: Taken[]; downgradeConfirmed?: boolean | null }
    if (subject.unitType === 'FARM_LOT') throw new Problem('STATE_CONFLICT', { message: 'A farm lot is one farmer’s harvest; nothing is joined into it.' })
    const taken = await takenLots(scope, inputs, ['CLOSED', 'RELEASED', 'RECEIVED'], event.occurredAt)
    for (const [index, { lot }] of taken.entries()) {
      const path = `data.inputs.${index}.batchId`
      if (lot.id === subject.id) throw fieldProblem(path, 'rule', 'A lot is not joined with itself.')
      if (lot.productId !== subject.productId) throw fieldProblem(path, 'rule', `${lot.title} is another product.`)
      if (lot.operatorId !== subject.operatorId || lot.processorId !== subject.processorId)
        throw fieldProblem(path, 'rule', `${lot.title} is held by somebody else.`)
      if ((lot.units as unknown[] | null)?.length) throw fieldProblem(path, 'rule', `${lot.title} consists of numbered units; those are not heaped.`)
    }
    const mixed = mixing([...((subject.closedQtyKg as number) ? [claimOf(subject)] : []), ...taken.map(({ lot }) => claimOf(lot))], {
      downgradeConfirmed: downgradeConfirmed === true,
    })
    for (const finding of assertPasses(mixed)) flag(finding)
    await post(scope, {
      event,
      subject,
      movements: taken.flatMap(({ lot, grams }) => transfer(lot.id, subject.id, grams, { out: 'CONSUMED', in: 'PRODUCED' })),
      links: taken.map(({ lot, grams }) => ({ from: lot.id, fromKind: 'productbatch', to: subject.id, grams })),
    })
  },
  undo: (scope, { subject, event }) => reverse(scope, event, subject),
}

type Unit = { unitNo: string; kg: number }
/** The first `bales` units of a lot that consists of units; their weights must be the kilograms asked. */
function takeUnits(lot: Row, kg: number, bales: number | null | undefined, path: string): { taken: Unit[]; left: Unit[] } {
  const units = (lot.units as Unit[] | null) ?? []
  if (units.length === 0) return { taken: [], left: [] }
  if (!bales) throw fieldProblem(`${path}bales`, 'required', 'This lot consists of bales: say how many.')
  if (bales > units.length)
    throw ruleBlocked('BR-09', `${lot.title} has ${units.length} bales left, ${bales} are asked.`, { askedBales: bales, leftBales: units.length })
  const taken = units.slice(0, bales)
  const weighed = toKg(sumGrams(taken.map((unit) => toGrams(unit.kg))))
  if (weighed !== kg) throw fieldProblem(`${path}kg`, 'rule', `The first ${bales} bales weigh ${kgText(weighed)}.`)
  return { taken, left: units.slice(bales) }
}

/** BR-09, in words, before the ledger asks for every moment. */
function checkEnough(lot: Row, askedKg: number): void {
  const leftKg = freeKg(lot)
  if (askedKg > leftKg) throw ruleBlocked('BR-09', `${lot.title} has ${kgText(leftKg)} left, ${kgText(askedKg)} are asked.`, { askedKg, leftKg })
}

/** Part of `lot` as a lot of its own, with the same product, claim and season. */
function partOf(scope: Scope, lot: Row, batchNo: string, units: Unit[], more: Record<string, unknown>): Promise<Row> {
  const { operatorId, productId, unitType, seasonId, processorId, processingSystemId, producedOn, harvestFrom, harvestTo, gmoStatus, grade, status } = lot
  return makeLot(scope, {
    operatorId: operatorId as string,
    productId: productId as string,
    unitType: unitType as string,
    seasonId: seasonId as string,
    claimStatus: claimOf(lot),
    batchNo,
    processorId,
    processingSystemId,
    producedOn,
    harvestFrom,
    harvestTo,
    gmoStatus,
    grade,
    units,
    status,
    ...more,
  })
}

export const split: EventBehaviour = {
  async apply(scope, { subject, event }) {
    const { outputs } = event.data as { outputs: { kg: number; bales?: number | null; batchNo?: string | null }[] }
    const askedKg = toKg(sumGrams(outputs.map(({ kg }) => toGrams(kg))))
    checkEnough(subject, askedKg)
    for (const [index, { kg, bales, batchNo }] of outputs.entries()) {
      const { taken, left } = takeUnits(subject, kg, bales, `data.outputs.${index}.`)
      const part = await partOf(scope, subject, batchNo ?? (await nextPartNo(scope, subject)), taken, {})
      await post(scope, {
        event,
        subject,
        movements: transfer(subject.id, part.id, toGrams(kg), { out: 'CONSUMED', in: 'PRODUCED' }),
        links: [{ from: subject.id, fromKind: 'productbatch', to: part.id, grams: toGrams(kg) }],
      })
      subject.units = left
    }
  },
  undo: (scope, { subject, event }) => putBack(scope, subject, event),
}

/** What leaves becomes a lot of its own: it is the buyer's to receive, and the rest stays what it was. */
export const dispatch: EventBehaviour = {
  async apply(scope, { subject, event, flag }) {
    const { buyerId, kg, bales, batchNo } = event.data as { buyerId: string; kg: number; bales?: number | null; batchNo?: string | null }
    checkEnough(subject, kg)
    const buyer = await referred(scope, 'processor', buyerId, 'data.buyerId')
    if (buyer.id === subject.processorId) throw fieldProblem('data.buyerId', 'rule', 'This lot is with that processor already.')
    if (buyer.status !== 'ACTIVE') throw fieldProblem('data.buyerId', 'rule', `${buyer.title} is not an active processor.`)
    const sellers = (buyer.allowedOperators as string[] | null) ?? []
    if (sellers.length && !sellers.includes(subject.operatorId as string))
      throw ruleBlocked('4.1', `${buyer.title} is not registered to buy from this operator.`, { buyerId })
    for (const finding of await scopeFindings(scope, subject, buyer, event.occurredAt)) flag(finding)
    const { taken, left } = takeUnits(subject, kg, bales, 'data.')
    const part = await partOf(scope, subject, batchNo ?? (await nextPartNo(scope, subject)), taken, {
      status: 'IN_TRANSIT',
      processorId: buyer.id,
      processingSystemId: null,
    })
    await post(scope, {
      event,
      subject,
      movements: transfer(subject.id, part.id, toGrams(kg), { out: 'SHIPPED', in: 'RECEIVED' }),
      links: [{ from: subject.id, fromKind: 'productbatch', to: part.id, grams: toGrams(kg) }],
    })
    subject.units = left
  },
  undo: (scope, { subject, event }) => putBack(scope, subject, event),
}

/** The parts this event made go back into the lot they came from, with their bales in front. */
async function putBack(scope: Scope, subject: Row, event: { id: string; occurredAt: string }): Promise<void> {
  const parts = await madeBy(scope, event.id)
  const moved = parts.find(({ status }) => !['IN_TRANSIT', 'CLOSED', 'RELEASED', 'RECEIVED'].includes(status))
  if (moved) throw ruleBlocked('BR-26', `${moved.title} has been used or held back since.`, { batchId: moved.id, status: moved.status })
  if (parts.some(({ receivedAt }) => receivedAt && !subject.receivedAt))
    throw ruleBlocked('BR-26', 'The goods were received. Take the receipt back first.', { batchIds: parts.map(({ id }) => id) })
  await reverse(
    scope,
    event,
    subject,
    parts.map(({ id }) => id),
  )
  subject.units = [...parts.flatMap(({ units }) => (units as Unit[] | null) ?? []), ...((subject.units as Unit[] | null) ?? [])]
}
/** Lots that exist because of this event, locked. */
export async function madeBy(scope: Scope, eventId: string): Promise<Row[]> {
  const links = await scope.db
    .selectFrom('lot_link')
    .select('output_id')
    .distinct()
    .where('tenant_id', '=', scope.tenant.id)
    .where('event_id', '=', eventId)
    .where('voided_at', 'is', null)
    .execute()
  return lockLots(
    scope,
    links.map((link) => link.output_id as string),
  )
}
