// Lots that become other lots: joined into a heap, split, sent to a buyer. Kilograms go from lot to lot in the
// ledger, links carry the trace, and the claim of what comes out is the lowest of what went in (BR-11).

import { partyStatusAt } from '#domain/certification/party-then.ts'
import { isCertified, lowestClaim, mixing } from '#domain/chain/claim.ts'
import { sumGrams, toGrams, toKg, transfer } from '#domain/chain/ledger.ts'
import { lotStates, restrictedBecause } from '#domain/chain/lot-states.ts'
import type { UnitInLot } from '#domain/chain/unit-life.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { type Finding, type Stored, stateLabel } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { counted, kilograms, phrase, small } from '#domain/messages/message.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import type { Scope } from '../scope.ts'
import { historiesOf, historyQuery } from '../store/history.ts'
import { refuseCertified } from './certificate-shipments.ts'
import { refuseNotForSale } from './for-sale.ts'
import { isCounted, lockLots, type NewLot, post, posts } from './lot-ledger.ts'
import { readLots } from './lot-readings.ts'
import { lotStateAt, lotStateIn } from './lot-state-at.ts'
import { checkUsable, type Lot, nextPartNo, referred } from './lots.ts'
import { onHandAt } from './on-hand-at.ts'
import { hasLeft, partiesInTrade, refuseOutOfTrade, sameTradeBefore } from './party-then.ts'
import { refuseRestrictedByBody, refuseWaiting } from './restricted-by-body.ts'
import { holderOf } from './scope-cover.ts'
import { foundLater, partyFindings, scopeFindings, wasFoundLater } from './scope-findings.ts'
import { refuseLapsed, scopesOf } from './scope-lapse.ts'
import { balanceInStep } from './step-ledger.ts'
import { refuseUndecided } from './undecided-tickets.ts'
import { namedUnits, type UnitMove, unitsNow, unitsOfLot } from './units.ts'

const productbatch = entityOf('productbatch')

export type Taken = { batchId: string; kg: number }
export type TakenLot = { lot: Lot; grams: number }
/** Lots named as inputs, locked, each once, with how many grams are asked of it. They must have been usable `at` the moment they were taken (BR-25). */
export async function takenLots(scope: Scope, inputs: readonly Taken[], states: readonly string[], at: string): Promise<TakenLot[]> {
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
  const histories = historiesOf(await historyQuery(scope, productbatch, [...lots.keys()]).execute())
  const taken: TakenLot[] = []
  for (const [index, { batchId, kg }] of inputs.entries()) {
    const lot = lots.get(batchId)
    if (!lot) throw fieldProblem(`data.inputs.${index}.batchId`, 'missing', 'There is no such lot.')
    if (lot.unitType === 'FARM_LOT')
      throw ruleBlocked('BR-08', phrase`${lot.title} is a farm lot: its goods are bought by a ticket before they are used.`, { batchId, batchNo: lot.title })
    const history = histories.get(lot.id) ?? []
    refuseUnusable(scope, lot, history, states, at)
    const leftKg = freeKg(scope, lot)
    if (kg > leftKg && kg > (await onHandAt(scope, lot, at)))
      throw ruleBlocked('BR-09', phrase`${lot.title} has ${kilograms(leftKg)} left, ${kilograms(kg)} are asked.`, {
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
/** Throws unless the lot was usable at that moment, by what is known of it now, and where the certification body holds it back today (BR-15, BR-25, 4.4). */
export function refuseUnusable(scope: Scope, lot: Lot, history: readonly HistoryEvent[], states: readonly string[], at: string): void {
  const then = lotAt(lot, history, at)
  if (!states.includes(then.status) && states.includes(lot.status)) throw tooEarly(then)
  checkUsable(then, states)
  refuseWaiting(lotStateIn(history, scope.now.toISOString()))
}
/** BR-25: usable now, and not yet when it is said to have been used. */
const tooEarly = (then: Pick<Lot, 'id' | 'title' | 'status'>) => {
  const label = small(stateLabel(productbatch, then.status))
  return ruleBlocked('BR-25', phrase`${then.title} was ${label} at that time; it was usable only later.`, {
    batchId: then.id,
    batchNo: then.title,
    status: then.status,
  })
}
/** What is on hand and not bound by a certificate, whatever holds the lot now (kg). */
const freeKg = (scope: Scope, lot: Lot): number => toKg(balanceInStep(scope, lot).available)
/** The lot with the status it had at a moment. */
function lotAt(lot: Lot, history: readonly HistoryEvent[], at: string): Lot {
  const state = lotStateIn(history, at)
  // Used up since, or later: how much there was is the ledger's question.
  return { ...lot, status: lotStates.statusOf(state), ...restrictedBecause(state) }
}
/** Of a lot, or of a crop. */
export const claimOf = ({ claimStatus }: { claimStatus: Claim | null }): Claim => claimStatus ?? 'CONVENTIONAL'

export const heapBuilt = posts<typeof productbatch, 'HEAP_BUILT' | 'MERGE'>(async (scope, { subject, event, flag }) => {
  const { inputs, downgradeConfirmed } = event.data
  if (subject.unitType === 'FARM_LOT') throw new Problem('STATE_CONFLICT', { message: 'A farm lot is one farmer’s harvest; nothing is joined into it.' })
  const taken = await takenLots(scope, inputs, ['CLOSED', 'RELEASED', 'RECEIVED'], event.occurredAt)
  for (const [index, { lot }] of taken.entries()) {
    const path = `data.inputs.${index}.batchId`
    if (lot.id === subject.id) throw fieldProblem(path, 'rule', 'A lot is not joined with itself.')
    if (lot.productId !== subject.productId) throw fieldProblem(path, 'rule', phrase`${lot.title} is another product.`)
    if (lot.operatorId !== subject.operatorId || lot.processorId !== subject.processorId)
      throw fieldProblem(path, 'rule', phrase`${lot.title} is held by somebody else.`)
    if (lot.units?.length) throw fieldProblem(path, 'rule', phrase`${lot.title} consists of numbered units; those are not heaped.`)
  }
  const mixed = mixing([...(await claimInLot(scope, subject, event.occurredAt)), ...taken.map(({ lot }) => claimOf(lot))], {
    downgradeConfirmed: downgradeConfirmed === true,
  })
  for (const finding of assertPasses(mixed)) flag(finding)
  await post(scope, {
    event,
    movements: taken.flatMap(({ lot, grams }) => transfer(lot.id, subject.id, grams, { out: 'CONSUMED', in: 'PRODUCED' })),
    links: taken.map(({ lot, grams }) => ({ from: lot.id, fromKind: 'productbatch', to: subject.id, grams })),
  })
})

/** The claim of what is in a lot that is filled; none when there is nothing. What was given up later than `at` was not yet at that time. */
export async function claimInLot(scope: Scope, lot: Lot, at: string): Promise<Claim[]> {
  if (!lot.claimStatus || balanceInStep(scope, lot).credited === 0) return []
  if (isCertified(claimOf(lot))) return [claimOf(lot)]
  if ((await lotStateAt(scope, lot.id, at)).isDowngraded) return ['CONVENTIONAL']
  const { links } = (await readLots(scope, [{ id: lot.id, since: null }])).get(lot.id) ?? {}
  return links?.length ? [lowestClaim(links.map(({ linkClaim, claim }) => linkClaim ?? claim ?? 'CONVENTIONAL'))] : []
}
/** BR-11: throws when certified goods came into the lot after `at`, from when on it is conventional. */
export async function refuseFilledLater(scope: Scope, lot: Lot, at: string): Promise<void> {
  const { links = [] } = (await readLots(scope, [{ id: lot.id, since: null }])).get(lot.id) ?? {}
  const later = links.find((link) => link.isOwn && Date.parse(link.at) > Date.parse(at) && isCertified(link.linkClaim ?? link.claim ?? 'CONVENTIONAL'))
  if (later)
    throw ruleBlocked('BR-11', phrase`Certified goods came into ${lot.title} after that: they may not be mixed with conventional ones. Take that back first.`, {
      eventId: later.eventId,
    })
}

/** `units`: by their numbers; `bales`: the first so many. */
type Wanted = { kg: number; bales?: number | null | undefined; units?: readonly string[] | null | undefined }
/**
 * Units of a lot that consists of units, as they were there at that time: the named ones, or the first `bales` of those that are there still. Their weights must
 * be the kilograms asked. What is taken is left out of `there`.
 */
function takeUnits(lot: Lot, there: UnitInLot[], { kg, bales, units }: Wanted, path: string): UnitInLot[] {
  if (there.length === 0 && !units?.length) return []
  const taken = units?.length ? namedUnits(there, units, kg, { units: `${path}units`, kg: `${path}kg` }, lot.title) : firstUnits(lot, there, kg, bales, path)
  for (const unit of taken) there.splice(there.indexOf(unit), 1)
  return taken
}
function firstUnits(lot: Lot, there: readonly UnitInLot[], kg: number, bales: number | null | undefined, path: string): UnitInLot[] {
  const still = new Set((lot.units ?? []).map(({ unitNo }) => unitNo))
  const left = there.filter(({ unitNo }) => still.has(unitNo))
  if (!bales) throw fieldProblem(`${path}bales`, 'required', 'This lot consists of bales: say how many.')
  if (bales > left.length)
    throw ruleBlocked('BR-09', phrase`${lot.title} has ${counted(left.length)} bales left, ${bales} are asked.`, { askedBales: bales, leftBales: left.length })
  const taken = left.slice(0, bales)
  const weighed = toKg(sumGrams(taken.map(({ grams }) => grams)))
  if (weighed !== kg) throw fieldProblem(`${path}kg`, 'rule', phrase`The first ${bales} bales weigh ${kilograms(weighed)}.`)
  return taken
}
/** The units that were in a lot at a moment; none is asked for where goods are loose. */
const unitsThere = async (scope: Scope, lot: Lot, at: string): Promise<UnitInLot[]> =>
  isCounted(lot.unitType) ? await unitsOfLot(scope, lot.id, toGrams(await onHandAt(scope, lot, at)), at) : []
const inPart = (units: readonly UnitInLot[]) => units.map(({ unitNo, grams }) => ({ unitNo, kg: toKg(grams) }))
const unitMoves = (units: readonly UnitInLot[], from: string, to: string): UnitMove[] => units.map((unit) => ({ ...unit, from, to }))

/**
 * BR-09, in words, before the ledger asks for every moment. What was there at the time and left later is the ledger's question: it names
 * what would be missing something then, and a disposal took what was left.
 */
async function checkEnough(scope: Scope, lot: Lot, askedKg: number, at: string): Promise<void> {
  const leftKg = freeKg(scope, lot)
  if (askedKg > leftKg && askedKg > (await onHandAt(scope, lot, at)))
    throw ruleBlocked('BR-09', phrase`${lot.title} has ${kilograms(leftKg)} left, ${kilograms(askedKg)} are asked.`, { askedKg, leftKg })
}

/** Part of `lot` as a lot of its own, with the same product and season. */
const partOf = (scope: Scope, lot: Lot, batchNo: string, units: readonly UnitInLot[], more: Partial<NewLot> = {}): NewLot => ({
  id: scope.newId(),
  operatorId: lot.operatorId,
  productId: lot.productId,
  unitType: lot.unitType,
  seasonId: lot.seasonId,
  processorId: lot.processorId,
  processingSystemId: lot.processingSystemId,
  producedOn: lot.producedOn,
  grade: lot.grade,
  status: lot.status,
  batchNo,
  units: inPart(units),
  ...more,
})

export const split = posts<typeof productbatch, 'SPLIT'>(async (scope, { subject, event }) => {
  const { outputs } = event.data
  await refuseRestrictedByBody(scope, subject.id)
  await checkEnough(scope, subject, toKg(sumGrams(outputs.map(({ kg }) => toGrams(kg)))), event.occurredAt)
  const there = await unitsThere(scope, subject, event.occurredAt)
  const parts: { part: NewLot; grams: number; units: UnitInLot[] }[] = []
  for (const [index, output] of outputs.entries()) {
    const units = takeUnits(subject, there, output, `data.outputs.${index}.`)
    parts.push({ part: partOf(scope, subject, output.batchNo ?? (await nextPartNo(scope, subject)), units), grams: toGrams(output.kg), units })
  }
  await post(scope, {
    event,
    made: parts.map(({ part }) => part),
    movements: parts.flatMap(({ part, grams }) => transfer(subject.id, part.id, grams, { out: 'CONSUMED', in: 'PRODUCED' })),
    links: parts.map(({ part, grams }) => ({ from: subject.id, fromKind: 'productbatch', to: part.id, grams })),
    units: parts.flatMap(({ part, units }) => unitMoves(units, subject.id, part.id)),
  })
})

/** What leaves becomes a lot of its own: it is the buyer's to receive, and the rest stays what it was. */
export const dispatch = posts<typeof productbatch, 'DISPATCH'>(async (scope, { subject, event, flag }) => {
  const { buyerId, kg, batchNo } = event.data
  await refuseRestrictedByBody(scope, subject.id)
  await refuseNotForSale(scope, await referred(scope, 'product', subject.productId, 'productId'), event.occurredAt)
  const corrected = await sameTradeBefore(scope, productbatch, event, (before) => before.buyerId === buyerId && toGrams(Number(before.kg)) >= toGrams(kg))
  await refuseUndecided(scope, subject, { isSameTrade: corrected !== null })
  await checkEnough(scope, subject, kg, event.occurredAt)
  const buyer = await referred(scope, 'processor', buyerId, 'data.buyerId')
  if (buyer.id === subject.processorId) throw fieldProblem('data.buyerId', 'rule', 'This lot is with that processor already.')
  const found = await judgeParties(scope, subject, buyer, event, corrected)
  const sellers = buyer.allowedOperators
  if (sellers.length && !sellers.includes(subject.operatorId))
    throw ruleBlocked('4.1', phrase`${buyer.title} is not registered to buy from this operator.`, { buyerId })
  for (const finding of found) flag(finding)
  const there = await unitsThere(scope, subject, event.occurredAt)
  const units = takeUnits(subject, there, await wantedUnits(scope, subject, event.data), 'data.')
  const place = { status: 'IN_TRANSIT' as const, processorId: buyer.id, processingSystemId: null }
  const part = partOf(scope, subject, batchNo ?? (await nextPartNo(scope, subject)), units, place)
  const grams = toGrams(kg)
  await post(scope, {
    event,
    made: [part],
    movements: transfer(subject.id, part.id, grams, { out: 'SHIPPED', in: 'RECEIVED' }),
    links: [{ from: subject.id, fromKind: 'productbatch', to: part.id, grams }],
    units: unitMoves(units, subject.id, part.id),
  })
}, refuseCertified)
/**
 * Both as they were then: the buyer is active, and who is suspended sends no certified goods. Nothing new comes to a buyer that has left. A correction of a dispatch that was
 * recorded before that was known, to the same buyer and of no more goods, is found as that one was.
 */
async function judgeParties(
  scope: Scope,
  lot: Lot,
  buyer: Stored<Declarations['processor']>,
  { occurredAt, supersedesEventId }: { occurredAt: string; supersedesEventId: string | null },
  corrected: string | null,
): Promise<Finding[]> {
  const seller = holderOf(lot)
  const parties = await partiesInTrade(scope, [seller, { kind: 'processor', id: buyer.id }])
  const party = parties.get(buyer.id)
  const wasActive = (at: string): boolean => !!party && partyStatusAt(party, at) === 'ACTIVE'
  if (!wasActive(occurredAt) && (corrected === null || wasActive(corrected)))
    throw fieldProblem('data.buyerId', 'rule', phrase`${buyer.title} was not an active processor at that time.`)
  if (hasLeft(party) && corrected === null) throw fieldProblem('data.buyerId', 'rule', phrase`${buyer.title} has left the programme.`)
  if (!isCertified(claimOf(lot))) return []
  refuseOutOfTrade(parties, [seller], occurredAt, corrected)
  const scopes = seller.kind === 'collective' ? await scopesOf(scope, seller.id) : []
  const hasLapsed = refuseLapsed(scope, parties.get(seller.id)?.title ?? '', scopes, occurredAt, corrected)
  const missing = await scopeFindings(scope, lot, buyer, occurredAt)
  if (corrected === null) return missing
  const isLater = hasLapsed || (missing.length > 0 && (await wasFoundLater(scope, lot.id, supersedesEventId)))
  return [...partyFindings(scope, lot, buyer.id, occurredAt, parties), ...(isLater ? missing.map(foundLater) : missing)]
}
/** A dispatch that names a shipment sends what was loaded into it. */
async function wantedUnits(scope: Scope, lot: Lot, data: Wanted & { sscc?: string | null | undefined }): Promise<Wanted> {
  if (!data.sscc || data.units?.length || !lot.units?.length) return data
  const loaded = (await unitsNow(scope, lot.id)).filter(({ sscc }) => sscc === data.sscc)
  if (loaded.length === 0) throw fieldProblem('data.sscc', 'missing', phrase`Nothing of ${lot.title} is loaded into shipment ${data.sscc}.`)
  return { kg: data.kg, units: loaded.map(({ unitNo }) => unitNo) }
}
