// The checks of a transaction certificate about its parties, papers and days (domain dictionary 7, BR-12); those about kilograms stand in
// kilogram-checks.ts. Pure. What no data says is to be reviewed, never taken to be right.

import { isOutOfTrade } from '../certification/party-then.ts'
import type { Validity } from '../certification/scope-validity.ts'
import { addDays, daysBetween, fullMonths } from '../kernel/day.ts'
import { counted, listed, onDay, phrase, type Sentence, word } from '../messages/message.ts'
import { storedWords } from '../messages/spelled-row.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import { type Check, type CheckInput, checkCodes, holds, stops, toReview } from './certificate-check.ts'
import type { CertificateFacts, LineFacts, PartyFacts, ScopeFacts } from './certificate-facts.ts'
import { claimRank } from './claim.ts'
import { claimsOfLots, groupSales, kilogramsFree, reconciled, weightsAgree } from './kilogram-checks.ts'

type Facts = CertificateFacts
const validityWords: Readonly<Record<Validity, string>> = {
  VALID: 'Valid',
  NOT_CONFIRMED: 'Not confirmed',
  NOT_YET: 'Not yet valid',
  SUSPENDED: 'Suspended',
  EXPIRED: 'Expired',
  WITHDRAWN: 'Withdrawn',
}
/** What it was on each day of shipment, and what its body has made of it by the day of judging. */
const scopeInputs = ({ no, days, stopped }: ScopeFacts): CheckInput[] => [
  { label: 'Scope certificate', value: no, unit: 'text' },
  ...days.map(({ day, validity }): CheckInput => ({ label: validityWords[validity], value: day, unit: 'day' })),
  ...(stopped ? [{ label: validityWords[stopped.validity], value: stopped.day, unit: 'day' } satisfies CheckInput] : []),
]

/**
 * A party that was suspended or gone at a dispatch, or is suspended or withdrawn now (4.1, 5.4). A company that left in good order has what it sold before certified still.
 * `certifiesMore`: than one that was issued already, whose place it takes; otherwise what the party is now does not count.
 */
function whyNoParty(party: PartyFacts | null | undefined, certifiesMore = true): Sentence | null {
  if (!party) return null
  const { name, now, sent } = party
  const then = sent.find(({ status }) => isOutOfTrade(status))
  if (then)
    return then.status === 'SUSPENDED' ? phrase`${name} was suspended on ${onDay(then.day)}.` : phrase`${name} had left the programme on ${onDay(then.day)}.`
  if (!certifiesMore) return null
  if (now === 'SUSPENDED') return phrase`${name} is suspended.`
  return now === 'WITHDRAWN' ? phrase`${name} has left the programme.` : null
}

/**
 * T01: suspended, withdrawn or expired on a day of shipment supports nothing [GOTS TC policy 3.0]; nor does a seller that is suspended itself, and, as long as it certifies more than is issued
 * already, a certificate that its body has suspended or withdrawn by now. One that has merely expired since still covers what was shipped before (T17).
 */
function sellerScope({ seller: { scope, party }, replaced }: Facts): Check {
  const against = whyNoParty(party, !replaced?.hasAll)
  if (against) return stops('T01', against, [{ label: 'Seller', value: party?.name ?? null, unit: 'text' }])
  if (!scope) return stops('T01', 'The seller’s scope certificate is not named.')
  const bad = scope.days.find(({ validity }) => validity !== 'VALID')
  if (bad) return stops('T01', phrase`${scope.no} did not hold on ${onDay(bad.day)}: ${word(validityWords[bad.validity])}.`, scopeInputs(scope))
  if (scope.stopped && !replaced?.hasAll)
    return stops(
      'T01',
      scope.stopped.validity === 'SUSPENDED' ? phrase`${scope.no} is suspended.` : phrase`${scope.no} was withdrawn by its certification body.`,
      scopeInputs(scope),
    )
  return holds('T01', phrase`${scope.no} held on every day of shipment.`, scopeInputs(scope))
}

/** T02: a body that is suspended issues nothing (5.3). */
function issuer({ issuer: { name, isActive, isBody, isScheme } }: Facts): Check {
  const inputs: CheckInput[] = [{ label: 'Certification body', value: name, unit: 'text' }]
  if (!isActive) return stops('T02', phrase`${name} is not active: it issues nothing.`, inputs)
  if (!isBody) return toReview('T02', phrase`The seller’s scope certificate was not issued by ${name}.`, inputs)
  if (!isScheme) return toReview('T02', 'The seller’s scope certificate is of another scheme.', inputs)
  return holds('T02', phrase`${name} issued the seller’s scope certificate.`, inputs)
}

/** What follows the six digits of the HS is a country’s own: a longer code of the same goods is no other one. */
const isSameCode = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one)

/**
 * T03: products of the lots, by the annex, each up to the claim that stands there and sent from a place that stands there, where it names places; HS codes are those of the products, because
 * the annex has none.
 */
function products(facts: Facts): Check {
  const {
    lines,
    lots,
    shipments,
    seller: { scope },
  } = facts
  const inputs = [
    ...lines.map(({ product, hsCode }): CheckInput => ({ label: 'Product', of: product, value: hsCode, unit: 'text' })),
    ...shipments.flatMap(({ dispatch }): CheckInput[] =>
      dispatch?.place ? [{ label: 'Sent from', of: dispatch.lot, value: dispatch.place.name, unit: 'text' }] : [],
    ),
  ]
  for (const { lotId, productId, product } of lines) {
    const lot = lots.find(({ id }) => id === lotId)
    if (lot && lot.productId !== productId) return stops('T03', phrase`${lot.lot} is another product than ${product}.`, inputs)
  }
  if (!scope?.annex.length) return toReview('T03', 'Not checked: the seller’s scope certificate lists no products.')
  const linesOf = (productId: string) => scope.annex.filter((one) => one.productId === productId)
  const missing = [...new Set(lines.filter(({ productId }) => linesOf(productId).length === 0).map(({ product }) => product))]
  if (missing.length) return toReview('T03', phrase`Not on ${scope.no}: ${listed(missing)}.`, inputs)
  const covering = ({ productId, claim }: LineFacts) => linesOf(productId).filter((one) => one.claim === null || claimRank[claim] <= claimRank[one.claim])
  const above = lines.filter((line) => covering(line).length === 0)
  if (above.length) return toReview('T03', phrase`Not on ${scope.no} under this claim: ${listed([...new Set(above.map(({ product }) => product))])}.`, inputs)
  if (lines.some(({ hsCode }) => !hsCode)) return toReview('T03', 'A line has no HS code.', inputs)
  const differs = lines.find(({ hsCode, productHsCode }) => hsCode && productHsCode && !isSameCode(hsCode, productHsCode))
  if (differs)
    return toReview(
      'T03',
      phrase`On this certificate ${differs.product} has the HS code ${differs.hsCode}; that of the product is ${differs.productHsCode}.`,
      inputs,
    )
  for (const line of lines) {
    const places = covering(line).map(({ place }) => place)
    if (places.includes(null)) continue
    for (const { dispatch } of shipments) {
      if (dispatch?.lotId !== line.lotId || places.some((place) => place?.id === dispatch.place?.id)) continue
      const named = listed([...new Set(places.flatMap((place) => place?.name ?? []))])
      return toReview(
        'T03',
        dispatch.place
          ? phrase`${dispatch.lot} was sent from ${dispatch.place.name}; ${scope.no} covers ${line.product} elsewhere: ${named}.`
          : phrase`Not checked: it is not known where ${dispatch.lot} was sent from; ${scope.no} covers ${line.product} here: ${named}.`,
        inputs,
      )
    }
  }
  return holds('T03', phrase`Every product is on ${scope.no}.`, inputs)
}

/** T04: a brand that only sells to consumers needs none (assumption). */
function buyerScope({ buyer: { name, isFinal, scope, isScheme, party } }: Facts): Check {
  const against = whyNoParty(party)
  if (against) return toReview('T04', against, [{ label: 'Buyer', value: name, unit: 'text' }])
  if (isFinal) return holds('T04', phrase`${name} is a final buyer and needs no scope certificate.`)
  if (!scope) return toReview('T04', phrase`No scope certificate of ${name} is named.`)
  const bad = scope.days.find(({ validity }) => validity !== 'VALID')
  if (bad) return toReview('T04', phrase`${scope.no} did not hold on ${onDay(bad.day)}: ${word(validityWords[bad.validity])}.`, scopeInputs(scope))
  if (!isScheme) return toReview('T04', 'The buyer’s scope certificate is of another scheme.', scopeInputs(scope))
  return holds('T04', phrase`${scope.no} held on every day of shipment.`, scopeInputs(scope))
}

/** T07: upstream to the farm, and downstream to whoever has the goods now. */
function nothingRestricted({ lots, restricted }: Facts): Check {
  const all = [...lots.filter(({ isRestricted }) => isRestricted).map(({ lot }) => ({ lot, reason: '', words: null })), ...restricted]
  const inputs = all.map(({ lot, reason, words }): CheckInput => {
    const worded = storedWords(words)
    return { label: 'Held back', of: lot, value: reason || null, unit: 'text', ...(worded ? { words: worded } : {}) }
  })
  if (all.length === 0) return holds('T07', 'No lot of these goods, before or after, is held back.')
  return stops('T07', phrase`Held back: ${listed(all.map(({ lot }) => lot))}.`, inputs)
}

/** T11: 100 shipments, three months, one consignee [GOTS 2017 news]: the buyer of the dispatches. Where the buyer has them delivered is stated once for the certificate; a dispatch does not state it. */
function shipmentsTogether({ shipments, consignees }: Facts, { tcShipments, tcSpan }: Tolerances): Check {
  const days = shipments.map(({ date }) => date).sort()
  const [first, last] = [days[0], days.at(-1)]
  const inputs: CheckInput[] = [
    { label: 'Shipments', value: shipments.length, unit: 'count' },
    { label: 'First shipment', value: first ?? null, unit: 'day' },
    { label: 'Last shipment', value: last ?? null, unit: 'day' },
    { label: 'Consignees', value: consignees, unit: 'count' },
  ]
  if (!first || !last) return stops('T11', 'There is no shipment.', inputs)
  if (shipments.length > tcShipments) return toReview('T11', phrase`${counted(shipments.length)} shipments; ${tcShipments} are the most.`, inputs)
  // From 30 November three months are over on the last day of February.
  if (fullMonths(first, addDays(last, -1)) >= tcSpan) return toReview('T11', phrase`The shipments lie further apart than ${counted(tcSpan)} months.`, inputs)
  if (consignees === 0) return toReview('T11', 'Not checked: no shipment names a dispatch.', inputs)
  if (consignees !== 1) return toReview('T11', 'Every shipment of a certificate goes to one consignee.', inputs)
  return holds('T11', phrase`${counted(shipments.length)} shipments to one consignee, within ${tcSpan} months.`, inputs)
}

const documentWords: Readonly<Record<string, string>> = {
  INVOICE: 'Invoice',
  TRANSPORT: 'Transport document',
  WEIGHBRIDGE: 'Weighbridge slip',
  GMO_REPORT: 'GMO report',
}
const cottonMaterials: readonly string[] = ['SEED_COTTON', 'LINT', 'BALE']
const isCotton = ({ lots }: Facts): boolean => lots.some(({ material }) => cottonMaterials.includes(material))

/** T12. */
function papers(facts: Facts): Check {
  const { documents, files, isDeclared } = facts
  const needed = ['INVOICE', 'TRANSPORT', 'WEIGHBRIDGE', ...(isCotton(facts) ? ['GMO_REPORT'] : [])]
  const missing = needed.filter((kind) => !documents.includes(kind))
  const inputs: CheckInput[] = [
    { label: 'Documents', value: documents.length, unit: 'count' },
    { label: 'Files', value: files, unit: 'count' },
  ]
  if (!isDeclared) return stops('T12', 'The seller has not declared that all of this is true.', inputs)
  if (missing.length) return toReview('T12', phrase`Not listed: ${listed(missing.map((kind) => word(documentWords[kind] ?? kind)))}.`, inputs)
  if (files === 0) return toReview('T12', 'The documents are listed, but none is attached as a file.', inputs)
  return holds('T12', 'Every document is listed, and files are attached.', inputs)
}

const gmoWords: Readonly<Record<string, string>> = { UNTESTED: 'Not tested', PENDING: 'Result awaited', NEGATIVE: 'Negative', POSITIVE: 'Positive' }
/** T13: seed cotton entering the chain is tested [GOTS gins news]. */
function gmo(facts: Facts): Check {
  const lots = facts.lots.filter(({ material }) => cottonMaterials.includes(material))
  if (lots.length === 0) return holds('T13', 'No test is needed: there is no seed cotton or lint among the goods.')
  const inputs = lots.map(({ lot, gmo: result }): CheckInput => ({ label: gmoWords[result] ?? result, of: lot, value: null, unit: 'text' }))
  const positive = lots.find(({ gmo: result }) => result === 'POSITIVE')
  if (positive) return stops('T13', phrase`The GMO test of ${positive.lot} was positive.`, inputs)
  const open = lots.filter(({ gmo: result }) => result !== 'NEGATIVE').map(({ lot }) => lot)
  if (open.length) return toReview('T13', phrase`Without a negative GMO test: ${listed(open)}.`, inputs)
  return holds('T13', 'The GMO test of every lot is negative.', inputs)
}

/** T14, BR-16: 500 km from the kilogram-weighted centre of the plots to the gin [GOTS gins news]. */
function distance({ distance: found }: Facts, { ginDistance }: Tolerances): Check {
  if (!found) return holds('T14', 'Not needed: these goods do not go from farms to a gin.')
  const { km, furthestKm, unplacedKg, gin } = found
  const inputs: CheckInput[] = [
    { label: 'Gin', value: gin, unit: 'text' },
    { label: 'From the centre of the plots', value: km, unit: 'km' },
    { label: 'From the furthest plot', value: furthestKm, unit: 'km' },
    { label: 'From plots that are not mapped', value: unplacedKg, unit: 'kg' },
  ]
  if (km === null)
    return toReview('T14', gin === null ? 'Not checked: the place of the gin is not entered.' : 'Not checked: no plot of the origin is mapped.', inputs)
  if (km > ginDistance) return toReview('T14', phrase`The gin lies ${Math.ceil(km * 10) / 10} km from the plots; ${ginDistance} km are the most.`, inputs)
  if (unplacedKg > 0) return toReview('T14', 'Part of the goods comes from plots that are not mapped.', inputs)
  return holds('T14', phrase`The gin lies ${Math.round(km)} km from the plots.`, inputs)
}

/** T15. */
function sentAfterMade({ shipments, lots }: Facts): Check {
  const made = new Map(lots.map(({ id, producedOn }) => [id, producedOn]))
  const dated = shipments.flatMap(({ date, dispatch }) => (dispatch ? [{ date, lot: dispatch.lot, producedOn: made.get(dispatch.lotId) ?? null }] : []))
  const inputs = dated.map(({ lot, producedOn }): CheckInput => ({ label: 'Made on', of: lot, value: producedOn, unit: 'day' }))
  if (dated.length === 0 || dated.length < shipments.length) return toReview('T15', 'Not checked: a shipment names no dispatch.', inputs)
  if (dated.some(({ producedOn }) => producedOn === null)) return toReview('T15', 'Not checked: it is not known when a lot was made.', inputs)
  const early = dated.find(({ date, producedOn }) => producedOn !== null && date < producedOn)
  if (early) return toReview('T15', phrase`${early.lot} was sent on ${onDay(early.date)}, before it was made.`, inputs)
  return holds('T15', 'Every lot was made before it was sent.', inputs)
}

/** T16: one invoice stands on one live certificate of a seller, whichever facility sent the goods. */
function invoicesOnce({ shipments, invoicesTaken }: Facts): Check {
  const inputs: CheckInput[] = [...new Set(shipments.map(({ invoiceNo }) => invoiceNo))].map((no) => ({ label: 'Invoice', value: no, unit: 'text' }))
  const [taken] = invoicesTaken
  if (taken) return stops('T16', phrase`Invoice ${taken.invoiceNo} is on certificate ${taken.certificate} already.`, inputs)
  return holds('T16', 'No invoice is on another certificate.', inputs)
}

/** T17: within 90 days of the last shipment (assumption). */
function inTime({ day, shipments }: Facts, { tcSubmission }: Tolerances): Check {
  const last = shipments
    .map(({ date }) => date)
    .sort()
    .at(-1)
  if (!last) return stops('T17', 'There is no shipment.')
  const days = daysBetween(last, day)
  const inputs: CheckInput[] = [
    { label: 'Last shipment', value: last, unit: 'day' },
    { label: 'Since then', value: days, unit: 'days' },
    { label: 'At most', value: tcSubmission, unit: 'days' },
  ]
  if (days < 0) return toReview('T17', 'The last shipment lies in the future.', inputs)
  if (days > tcSubmission) return toReview('T17', phrase`${counted(days)} days since the last shipment; ${tcSubmission} are the most.`, inputs)
  return holds('T17', phrase`${counted(days)} days since the last shipment.`, inputs)
}

/** All seventeen, in the order of their codes. */
export function certificateChecks(facts: CertificateFacts, tolerances: Tolerances): Check[] {
  const all = [
    sellerScope(facts),
    issuer(facts),
    products(facts),
    buyerScope(facts),
    kilogramsFree(facts),
    weightsAgree(facts, tolerances),
    nothingRestricted(facts),
    groupSales(facts),
    reconciled(facts, tolerances),
    claimsOfLots(facts),
    shipmentsTogether(facts, tolerances),
    papers(facts),
    gmo(facts),
    distance(facts, tolerances),
    sentAfterMade(facts),
    invoicesOnce(facts),
    inTime(facts, tolerances),
  ]
  if (all.some(({ code }, place) => code !== checkCodes[place])) throw new Error('The checks of BR-12 are out of order')
  return all
}
