// A farmer's delivery: from the farm lot into the lot of the centre (BR-08, BR-29). The ticket's claim is the
// crop's, if the committee approved the farmer; otherwise the goods are conventional.

import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import { isCertified, lowestClaim, mixing } from '#domain/chain/claim.ts'
import { toGrams, transfer } from '#domain/chain/ledger.ts'
import { isRestricted } from '#domain/chain/lot-states.ts'
import { checkPrice, checkPurchase, type PurchaseCase } from '#domain/chain/purchase.ts'
import { isSigned } from '#domain/chain/tickets.ts'
import { median, remainingSellable } from '#domain/chain/yield.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { geodesicKm, type Place } from '#domain/geo/geodesic.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { EventData, Stored } from '#domain/kernel/entity.ts'
import { fieldProblem, Problem, ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { refuseNotForSale } from '../../ledger/for-sale.ts'
import { lockLots, post, reversePostings } from '../../ledger/lot-ledger.ts'
import { claimInLot, claimOf } from '../../ledger/lot-moves.ts'
import { lotStateIn } from '../../ledger/lot-state-at.ts'
import { type Lot, referred, restriction } from '../../ledger/lots.ts'
import { refuseLeft, refuseOutOfTrade, sameTradeBefore } from '../../ledger/party-then.ts'
import { refuseWaiting } from '../../ledger/restricted-by-body.ts'
import type { Holder } from '../../ledger/scope-cover.ts'
import { lapseFinding, refuseLapsed } from '../../ledger/scope-lapse.ts'
import { stepLedger } from '../../ledger/step-ledger.ts'
import { ticketFinding } from '../../ledger/ticket-findings.ts'
import { isBeforeFirstRecord } from '../../queries/first-record.ts'
import { slipOfAnother } from '../../queries/signed-slips.ts'
import type { EventBehaviour, EventChange, Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { refuseUnderReview } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { historyOf } from '../../store/history.ts'
import { projectAgain } from '../../store/project.ts'
import { atEndOfStep } from '../../store/step.ts'
import { refuseBlockedSale } from '../certification/rule-effects.ts'
import { borderOf, judgeBorder } from '../cropping/border-rows.ts'
import { bringFindings } from '../cropping/crop-findings.ts'
import { farmLotOf, isSellable, purchasedOf } from '../cropping/crop-state.ts'
import { soldTooEarly } from '../cropping/in-conversion.ts'
import { openSeason, tolerances } from '../open-season.ts'
import { judgeBoughtLater, sellerAt, statusOfSeller } from '../people/member-then.ts'
import { judgePremiumLater } from '../people/premium-overpaid.ts'
import { agreedFor } from '../people/price-model.ts'
import { refreshTotals, settleSeasonLater } from '../people/season-results.ts'
import { judgeSharers } from './slip-findings.ts'

const productbatch = entityOf('productbatch')

type Crop = Stored<Declarations['crop']>

export const purchase: EventBehaviour<typeof productbatch, 'PURCHASE'> = {
  async apply(scope, { subject, event, flag }) {
    const ticket = event.data
    if (toGrams(ticket.netKg) !== toGrams(ticket.grossKg) - toGrams(ticket.tareKg)) throw fieldProblem('data.netKg', 'rule', 'Net is gross minus tare.')
    await openSeason(scope, subject.seasonId)
    const crop = await deliveredCrop(scope, subject, ticket.cropId, event.occurredAt)
    // Locked as their totals will be, so that the row is read once.
    const [farmer] = await recordsById(scope, entityOf('farmer'), [crop.farmerId], { lock: true })
    const lot = await farmLotOf(scope, crop.id)
    // A harvest released as conventional is bought as that, whatever its crop is.
    const grown = lowestClaim([crop.claimStatus ?? 'CONVENTIONAL', ...(lot ? [claimOf(lot)] : [])])
    const early = await soldTooEarly(scope, crop, grown, lot?.harvestFrom ?? crop.harvestStart, localDay(scope, event.occurredAt))
    if (early) flag(early)
    // Nothing is bought while the group whose members sell, or the company that buys of them, is suspended, whatever claim it has.
    const traders = tradersOf(subject)
    const seller = await sellerAt(scope, crop.farmerId, subject.seasonId, event.occurredAt, traders)
    const parties = new Map(Object.entries(seller.parties))
    const corrected = await sameTradeBefore(scope, productbatch, event, (before) => isSameTrade(before, ticket))
    refuseOutOfTrade(parties, traders, event.occurredAt, corrected)
    if (corrected === null) refuseLeft(parties, traders)
    else for (const { kind, id } of traders) for (const finding of [ticketFinding(kind, parties.get(id), event.occurredAt)]) if (finding) flag(finding)
    const facts = {
      netKg: ticket.netKg,
      purchasedKg: crop.purchasedKg ?? 0,
      harvestedKg: crop.harvestedKg ?? 0,
      retainedKg: crop.retainedKg ?? 0,
      estimatedKg: crop.estimatedKg,
      capKg: crop.yieldCapKg,
      farmerStatus: statusOfSeller(farmer, seller),
      seasonResult: seller.result,
      border: await borderOf(scope, crop),
      // Border rows, which are picked with the rest, are bought as conventional by the ticket (BR-13).
      claim: early || ticket.asConventional === true ? 'CONVENTIONAL' : grown,
      ...(await confirmationOf(scope, event)),
      ...(await weighedAt(scope, subject, event)),
    }
    await refuseBlockedSale(scope, crop, localDay(scope, event.occurredAt))
    const verdict = checkPurchase(facts, tolerances(scope))
    for (const finding of assertPasses(verdict)) flag(finding)
    const isClaimed = isCertified(verdict.claim)
    const former = isClaimed && corrected !== null && (await wasClaimed(scope, subject.id, event.supersedesEventId)) ? corrected : null
    if (isClaimed) {
      const group = parties.get(subject.operatorId)?.title ?? ''
      refuseLapsed(scope, group, seller.scopes, event.occurredAt, former)
      const lapse = lapseFinding(scope, group, seller.scopes, event.occurredAt)
      if (lapse) flag(lapse)
      // A correction that makes nothing worse is taken also where a spray that was recorded since is still to be decided.
      await refuseUnderReview(scope, entityOf('crop'), crop.id, ['BR-07', 'BR-14', ...(former === null ? (['BR-19'] as const) : [])], {
        ruleIds: ['BR-05'],
        ids: sameCrops(scope, crop),
      })
    } else await refuseUnderReview(scope, entityOf('crop'), crop.id, ['BR-07'])
    if (!lot) throw ruleBlocked('BR-08', 'Nothing of this crop has been harvested for sale yet.', { askedKg: ticket.netKg, leftKg: 0 })
    if (lot.status === 'RECALLED') throw ruleBlocked('BR-27', phrase`${lot.title} is recalled: ${restriction(lot) ?? ''}.`, { batchId: lot.id })
    if (lot.status === 'QUARANTINED') await refuseRestricted(scope, lot, event.occurredAt, isClaimed ? former : corrected)
    const mixed = mixing([...(await claimInLot(scope, subject, event.occurredAt)), verdict.claim], {
      downgradeConfirmed: ticket.downgradeConfirmed === true,
    })
    for (const finding of assertPasses(mixed)) flag(finding)
    const price = {
      netKg: ticket.netKg,
      pricePerKg: ticket.pricePerKg,
      premiumPerKg: ticket.premiumPerKg ?? null,
      deductions: ticket.deductions ?? null,
      hasManager: canOn(scope.user, productbatch, 'A', subject),
      claim: verdict.claim,
      referencePerKg: await referencePrice(scope, subject, event),
      agreed: seller.model && agreedFor(scope, seller.model, ticket.pricePerKg),
    }
    for (const finding of assertPasses(checkPrice(price, tolerances(scope)))) flag(finding)

    const grams = toGrams(ticket.netKg)
    stepLedger(scope).bought.set(lot.id, event.occurredAt)
    await post(scope, {
      event,
      movements: transfer(lot.id, subject.id, grams, { out: 'SHIPPED', in: 'PURCHASED' }),
      links: [{ from: lot.id, fromKind: 'productbatch', to: subject.id, grams, claim: verdict.claim }],
    })
    await updateCrop(scope, crop)
    if (seller.wasAgainst) await settleSeasonLater(scope, crop.farmerId, subject.seasonId)
    if (seller.hadPremium && crop.farmerId) await judgePremiumLater(scope, crop.farmerId)
    // A correction has the place of what it corrects, and a ticket may be before another one of the same moment.
    if (event.supersedesEventId || isSigned(ticket)) await judgeSharersLater(scope, event.id)
  },
  async checkVoid(scope, { subject }) {
    await openSeason(scope, subject.seasonId)
  },
  async reverse(scope, { subject, event }) {
    const [crop] = await recordsById(scope, entityOf('crop'), [event.data.cropId], { lock: true })
    await reversePostings(scope, { subject, event })
    await judgeSharersLater(scope, event.id)
    if (!crop || !(await farmLotOf(scope, crop.id))) return
    await updateCrop(scope, crop)
    // What is found of goods bought against the committee's decision, or of no member, is there no more.
    const { wasAgainst, wasInterrupted, hadPremium } = await sellerAt(scope, crop.farmerId, crop.seasonId, event.occurredAt)
    if (wasAgainst) await settleSeasonLater(scope, crop.farmerId, crop.seasonId)
    if (wasInterrupted && crop.farmerId) await judgeBoughtLater(scope, crop.farmerId)
    if (hadPremium && crop.farmerId) await judgePremiumLater(scope, crop.farmerId)
    await atEndOfStep(scope, `claim of ${crop.id} without a purchase`, () => mayRise(scope, crop.id))
  },
}

/** What a correction may say otherwise of a ticket from before a suspension was known: all but whose goods it bought, that there are more of them, or that they are certified. */
const isSameTrade = (before: Record<string, unknown>, { cropId, netKg, asConventional }: EventData<typeof productbatch, 'PURCHASE'>): boolean =>
  before.cropId === cropId && toGrams(Number(before.netKg)) >= toGrams(netKg) && (before.asConventional !== true || asConventional === true)
/** Whether a ticket, which its correction has taken back, bought under a claim. */
async function wasClaimed({ db, tenant }: Scope, lotId: string, eventId: string | null): Promise<boolean> {
  const { rows } = await sql<{ claim: string | null }>`select l.claim from lot_link as l
    where l.tenant_id = ${tenant.id} and l.output_id = ${lotId}::uuid and l.event_id = ${eventId}::uuid`.execute(db)
  return rows.some(({ claim }) => claim !== 'CONVENTIONAL')
}
/**
 * Of a farm lot that is restricted nothing is bought (BR-15). `corrected`: the moment of the ticket as it was, of a correction that makes nothing worse: it passes the waiting period (BR-19) that was found
 * since, and that alone, but not into the days on which it holds the lot back.
 */
async function refuseRestricted(scope: Scope, lot: Lot, at: string, corrected: string | null): Promise<void> {
  const stopped = () => ruleBlocked('BR-15', phrase`The farm lot ${lot.title} is held back: ${restriction(lot) ?? ''}.`, { batchId: lot.id })
  if (corrected === null) throw stopped()
  await lockLots(scope, [lot.id])
  const history = await historyOf(scope, productbatch, lot.id)
  const { holds } = lotStateIn(history, scope.now.toISOString())
  refuseWaiting({ holds })
  const ofWait = new Set(history.flatMap(({ id, data: { ref, words } }) => (ref === 'BR-19' && typeof words === 'string' ? id : [])))
  const isMoved = localDay(scope, at) !== localDay(scope, corrected)
  if (holds.some(({ eventId }) => !ofWait.has(eventId)) || (isMoved && isRestricted(lotStateIn(history, at)))) throw stopped()
}
const tradersOf = ({ operatorId, processorId }: Lot): Holder[] => [
  { kind: 'collective', id: operatorId },
  ...(processorId ? [{ kind: 'processor' as const, id: processorId }] : []),
]

const judgeSharersLater = (scope: Scope, ticketId: string): Promise<void> => atEndOfStep(scope, `slips of ${ticketId}`, () => judgeSharers(scope, ticketId))

/**
 * What the buyer enters here is no word of the farmer's, but for a photo of the paper that the farmer has signed, which signs no other ticket, and what an imported book says of days before the
 * programme was here. Of later days a file says no more than the form: the farmer is asked.
 */
async function confirmationOf(
  scope: Scope,
  { id, data, occurredAt }: { id: string; data: EventData<typeof productbatch, 'PURCHASE'>; occurredAt: string },
): Promise<{ hasConfirmation: boolean; slipOf?: string | null; isOnPaper?: boolean }> {
  if (!data.farmerConfirmation) return { hasConfirmation: false }
  if (isSigned(data)) {
    const { rows } = await sql<{
      slipOf: string | null
    }>`select ${slipOfAnother(scope, 'e')} as "slipOf" from event as e where e.tenant_id = ${scope.tenant.id} and e.id = ${id}::uuid`.execute(scope.db)
    const slipOf = rows[0]?.slipOf ?? null
    return { hasConfirmation: slipOf === null, slipOf, isOnPaper: true }
  }
  return { hasConfirmation: scope.source === 'IMPORT' && (await isBeforeFirstRecord(scope, occurredAt)) }
}

/** Where and on which scale a ticket was weighed. Of one out of a file nothing is asked: a book of the past has no positions. */
async function weighedAt(
  scope: Scope,
  subject: Lot,
  { gps, data: { scaleId } }: { gps?: EventChange['event']['gps']; data: EventData<typeof productbatch, 'PURCHASE'> },
): Promise<Pick<PurchaseCase, 'place' | 'weighing'>> {
  const place = await placeOf(scope, subject, gps)
  if (scope.source === 'IMPORT') return { place, weighing: null }
  return { place, weighing: { position: place ? 'GIVEN' : gps ? 'UNKNOWN' : 'MISSING', hasScale: Boolean(scaleId) } }
}

/** How far from its centre a ticket was written, to the metre: the place of the facility, of its company where it has none. Null where nothing says one of the two. */
async function placeOf(
  { db, tenant }: Scope,
  { processingSystemId }: Lot,
  gps: EventChange['event']['gps'],
): Promise<NonNullable<PurchaseCase['place']> | null> {
  if (!gps || !processingSystemId) return null
  const { rows } = await sql<Place>`select (f.point->'coordinates'->>0)::float8 as lon, (f.point->'coordinates'->>1)::float8 as lat from (
      select coalesce(s.point, p.point) as point from processingsystem as s left join processor as p on p.tenant_id = ${tenant.id} and p.id = s.processor_id
      where s.tenant_id = ${tenant.id} and s.id = ${processingSystemId}::uuid) as f where f.point is not null`.execute(db)
  const [centre] = rows
  return centre ? { distanceM: Math.round(geodesicKm(centre, { lon: gps.lng, lat: gps.lat }) * 1000), accuracyM: gps.accuracyM } : null
}

/**
 * BR-05: findings of the same crop that its grower grows organically and otherwise in one season. They are closed with the plan for separate
 * storage; until then neither crop is sold as certified, whichever of the two was entered last.
 */
const sameCrops = ({ tenant }: Scope, { farmerId, seasonId, cropTypeId }: Crop) => sql`select c.id from crop as c
  where c.tenant_id = ${tenant.id} and c.farmer_id = ${farmerId}::uuid and c.season_id = ${seasonId}::uuid and c.crop_type_id = ${cropTypeId}::uuid
    and c.status not in ('CANCELLED', 'FAILED') and c.deleted_at is null`

/** Once everything sold of it came back, a claim that stayed low by the sale is what the facts of crop and plot say (BR-11). */
async function mayRise(scope: Scope, cropId: string): Promise<void> {
  const [crop] = await recordsById(scope, entityOf('crop'), [cropId], { lock: true })
  if (crop && crop.purchasedKg === 0) await projectAgain(scope, entityOf('crop'), crop)
}

/** The crop, locked, if it may be delivered into this lot at that time. */
async function deliveredCrop(scope: Scope, subject: Lot, cropId: string, at: string): Promise<Crop & { farmerId: string }> {
  if (subject.unitType === 'FARM_LOT') throw new Problem('STATE_CONFLICT', { message: 'Goods are bought into a lot of the centre, not into a farm lot.' })
  const [crop] = await recordsById(scope, entityOf('crop'), [cropId], { lock: true })
  const farmerId = crop?.farmerId
  if (!crop || !farmerId || crop.operatorId !== subject.operatorId) throw fieldProblem('data.cropId', 'missing', 'There is no such crop.')
  const product = await referred(scope, 'product', subject.productId, 'productId')
  if (product.kind !== 'RAW' || product.cropTypeId !== crop.cropTypeId)
    throw fieldProblem('data.cropId', 'rule', phrase`This lot is ${word(product.title)}; the crop is ${crop.title}.`)
  await refuseNotForSale(scope, product, at)
  if (crop.seasonId !== subject.seasonId) throw fieldProblem('data.cropId', 'rule', 'The crop belongs to another season than this lot.')
  if (!isSellable(crop)) throw fieldProblem('data.cropId', 'rule', 'Only main crops and intercrops are sold.')
  return { ...crop, farmerId }
}
/** What others were paid into this lot until then, the latest twenty (minor units per kg), also for a ticket that is entered late; fewer than three say nothing. */
async function referencePrice(scope: Scope, subject: Lot, { id, occurredAt }: { id: string; occurredAt: string }): Promise<number | null> {
  const others = await scope.db
    .selectFrom('event')
    .select(sql<number>`(data->>'pricePerKg')::numeric`.as('price'))
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', 'productbatch')
    .where('subject_id', '=', subject.id)
    .where('event_type', '=', 'PURCHASE')
    .where('status', '=', 'RECORDED')
    .where('id', '!=', id)
    .where('occurred_at', '<=', occurredAt)
    // In the order of the index of a record's events, so that the latest twenty are all that is read.
    .orderBy('occurred_at', 'desc')
    .orderBy('subject_version', 'desc')
    .limit(20)
    .execute()
  return others.length < 3 ? null : median(others.map(({ price }) => price))
}
async function updateCrop(scope: Scope, crop: Crop): Promise<void> {
  const purchasedKg = await purchasedOf(scope, crop.id)
  await changeBySystem(scope, entityOf('crop'), crop, {
    purchasedKg,
    remainingSellableKg: remainingSellable(crop.harvestedKg ?? 0, purchasedKg, crop.retainedKg ?? 0),
  })
  if (crop.farmerId && crop.seasonId) await refreshTotals(scope, crop.farmerId, crop.seasonId)
  if (crop.excludedHa) await atEndOfStep(scope, `border of ${crop.id}`, () => judgeBorder(scope, crop.id))
  // What is left of a crop that is closed already has changed (BR-28).
  if (crop.status === 'CLOSED') await atEndOfStep(scope, `left of ${crop.id}`, async () => void (await bringFindings(scope, crop)))
}
