// The checks of a transaction certificate about kilograms and claims (domain dictionary 7, BR-12 T05, T06, T08, T09, T10). Pure; in whole grams.

import { whyNotCertified } from '../kernel/composition.ts'
import { numberOf } from '../kernel/document-number.ts'
import { claims, materials } from '../kernel/terms.ts'
import { counted, kilograms, phrase, word } from '../messages/message.ts'
import { exceeds } from '../rules/exceeds.ts'
import type { Tolerances } from '../rules/tolerances.ts'
import { type Check, type CheckInput, holds, stops, toReview } from './certificate-check.ts'
import type { CertificateFacts, InputFacts, LotFacts } from './certificate-facts.ts'
import { claimRank } from './claim.ts'
import { externalLines, toSeeOf, whyNotUsed } from './external-inputs.ts'
import { type InputNeed, inputNeed } from './input-need.ts'
import { type Grams, sumGrams, toGrams, toKg } from './ledger.ts'

type Facts = CertificateFacts

/**
 * BR-12 T05: what of a lot can still be certified. What its owner processed, joined or lost is no longer in it; what was sent out of it is
 * certified from here. `bound`: by certificates that are submitted or issued. Of a lot that is restricted: nothing. In whole grams, never below 0.
 */
export function tcAvailable({ onHand, shipped, bound, isRestricted }: { onHand: Grams; shipped: Grams; bound: Grams; isRestricted: boolean }): Grams {
  return isRestricted ? 0 : Math.max(0, onHand + shipped - bound)
}
const availableOf = ({ onHandKg, shippedKg, boundKg, isRestricted }: LotFacts): Grams =>
  tcAvailable({ onHand: toGrams(onHandKg), shipped: toGrams(shippedKg), bound: toGrams(boundKg), isRestricted })

const gramsBy = <T>(rows: readonly T[], key: (row: T) => string, kg: (row: T) => number): Map<string, Grams> =>
  new Map([...Map.groupBy(rows, key)].map(([name, of]) => [name, sumGrams(of.map((row) => toGrams(kg(row))))]))
/** Kilograms that a certificate asks of each lot, in grams. */
export const gramsByLot = (lines: readonly { batchId: string; netKg: number }[]): Map<string, Grams> =>
  gramsBy(
    lines,
    ({ batchId }) => batchId,
    ({ netKg }) => netKg,
  )

/** T05. */
export function kilogramsFree(facts: Facts): Check {
  const { shipments, lines, lots, inputs: certificates, replaced } = facts
  const shipped = gramsBy(
    shipments.flatMap(({ dispatch, netKg }) => (dispatch ? [{ lotId: dispatch.lotId, netKg }] : [])),
    ({ lotId }) => lotId,
    ({ netKg }) => netKg,
  )
  const requested = gramsBy(
    lines,
    ({ lotId }) => lotId,
    ({ netKg }) => netKg,
  )
  const inputs = lots.flatMap((lot): CheckInput[] => [
    { label: 'On this certificate', of: lot.lot, value: toKg(requested.get(lot.id) ?? 0), unit: 'kg' },
    { label: 'On these shipments', of: lot.lot, value: toKg(shipped.get(lot.id) ?? 0), unit: 'kg' },
    { label: 'Free to certify', of: lot.lot, value: toKg(availableOf(lot)), unit: 'kg' },
  ])
  if (lines.length === 0) return stops('T05', 'There are no goods.', inputs)
  const unnamed = shipments.find(({ dispatch }) => !dispatch)
  // Before anything has left there is nothing to name.
  if (unnamed && facts.sentOften === 0)
    return stops(
      'T05',
      phrase`The shipment with invoice ${unnamed.invoiceNo} can name no dispatch yet: none of these goods has been sent to ${facts.buyer.name}. Record the dispatch of the lot first.`,
      inputs,
    )
  if (unnamed) return stops('T05', phrase`The shipment with invoice ${unnamed.invoiceNo} names no dispatch that is recorded.`, inputs)
  const other = shipments.find(({ dispatch }) => dispatch && !(dispatch.isBySeller && dispatch.isToBuyer))
  if (other) return stops('T05', phrase`The dispatch of ${other.dispatch?.lot} is not one of this seller to this buyer.`, inputs)
  const taken = shipments.find(({ takenBy }) => takenBy)
  if (taken) return stops('T05', phrase`The dispatch of ${taken.dispatch?.lot} is on certificate ${taken.takenBy} already.`, inputs)
  const named = shipments.flatMap(({ dispatch }) => dispatch?.id ?? [])
  if (new Set(named).size < named.length) return stops('T05', 'A dispatch stands on two shipments of this certificate.', inputs)
  const differs = shipments.find(
    ({ dispatch, date, invoiceNo, netKg }) =>
      dispatch && (dispatch.day !== date || numberOf(dispatch.invoiceNo) !== numberOf(invoiceNo) || toGrams(netKg) > toGrams(dispatch.kg)),
  )
  if (differs) return stops('T05', phrase`Day, invoice or weight of a shipment are not those of the dispatch of ${differs.dispatch?.lot}.`, inputs)
  for (const [id, grams] of requested) {
    const lot = lots.find((one) => one.id === id)
    if (!lot) return stops('T05', 'There is no such lot.', inputs)
    const sent = shipped.get(id) ?? 0
    if (grams > sent) return stops('T05', phrase`${kilograms(toKg(grams))} of ${lot.lot} are asked; ${kilograms(toKg(sent))} are on these shipments.`, inputs)
    const free = availableOf(lot)
    if (grams > free) return stops('T05', phrase`${kilograms(toKg(grams))} of ${lot.lot} are asked; ${kilograms(toKg(free))} are free to certify.`, inputs)
  }
  for (const { no, isIssued, isTo, issuedKg, usedKg, thisKg } of certificates) {
    const left = Math.max(0, toGrams(issuedKg) - toGrams(usedKg))
    const own: CheckInput[] = [...inputs, { label: 'Left of the input certificate', of: no, value: toKg(left), unit: 'kg' }]
    if (!isIssued) return stops('T05', phrase`Certificate ${no} is not issued: nothing made of its goods is certified by it.`, own)
    if (!isTo) return stops('T05', phrase`Certificate ${no} is not one by which this seller bought.`, own)
    if (toGrams(thisKg) > left)
      return stops('T05', phrase`${kilograms(thisKg)} of certificate ${no} are named as used; ${kilograms(toKg(left))} are left of it.`, own)
  }
  const need = needOf(facts)
  if (need?.kind === 'SHORT')
    return stops(
      'T05',
      need.isForOthers
        ? phrase`${kilograms(need.kg)} of ${word(materials[need.material])} are needed for these goods; what is named as gone in can have become ${kilograms(need.mostKg)}.`
        : phrase`${kilograms(need.kg)} of ${word(materials[need.material])} are asked; what is named as gone in can have become ${kilograms(need.mostKg)}.`,
      inputs,
    )
  const content = contentNeedOf(facts)
  if (content?.kind === 'SHORT')
    return stops(
      'T05',
      phrase`${kilograms(content.kg)} of ${word(materials[content.material])} are to be certified; what was certified of what is named as gone in can have become ${kilograms(content.mostKg)}.`,
      inputs,
    )
  if (replaced && !replaced.isIssued) return stops('T05', phrase`Certificate ${replaced.no} is not issued: no other takes its place.`, inputs)
  if (replaced && replaced.usedKg > 0) {
    const own: CheckInput[] = [...inputs, { label: 'Used of the one that is replaced', of: replaced.no, value: replaced.usedKg, unit: 'kg' }]
    if (!replaced.isSameBuyer)
      return stops('T05', phrase`Goods of certificate ${replaced.no} are certified on by its buyer: a newer one goes to the same buyer.`, own)
    const kg = toKg(sumGrams([...requested.values()]))
    if (toGrams(kg) < toGrams(replaced.usedKg))
      return stops(
        'T05',
        phrase`${kilograms(replaced.usedKg)} of certificate ${replaced.no} are used as input of other certificates; the newer one has ${kilograms(kg)}.`,
        own,
      )
  }
  return holds('T05', 'Every lot was sent by these shipments, and is free to certify.', inputs)
}

type Weighed = { line: (line: Facts['lines'][number]) => number; input: (input: InputFacts) => number }
/** What a processor names as gone in, against what it certifies; null: a group grows what it sells. */
function needBy({ seller, lines, lots, inputs, externalInputs }: Facts, weighed: Weighed): InputNeed | null {
  if (seller.kind !== 'processor') return null
  const material = new Map(lots.map((lot) => [lot.id, lot.material]))
  const outputs = lines.flatMap((line) => {
    const of = material.get(line.lotId)
    return of ? [{ material: of, kg: weighed.line(line) }] : []
  })
  const named = inputs.map((input) => ({ materials: input.materials, kg: weighed.input(input) }))
  return inputNeed(outputs, named, toKg(sumGrams(externalInputs.map(({ kg }) => toGrams(kg)))))
}
/** Null of a blend that certificates from elsewhere went into, too: they name what was certified of it, and no paper the rest of its weight. What is certified is bounded below. */
const needOf = (facts: Facts): InputNeed | null =>
  facts.externalInputs.length > 0 && facts.lines.some(({ certifiedKg, netKg }) => certifiedKg < netKg)
    ? null
    : needBy(facts, { line: ({ netKg }) => netKg, input: ({ thisKg }) => thisKg })
/** The same of what is certified of the weights: a certificate of which only part is certified brings only that part in. */
const contentNeedOf = (facts: Facts): InputNeed | null =>
  needBy(facts, { line: ({ certifiedKg }) => certifiedKg, input: ({ thisKg, certifiedShare }) => thisKg * certifiedShare })

type Weighing = readonly { netKg: number }[]
const weighed = (rows: Weighing): Grams => sumGrams(rows.map(({ netKg }) => toGrams(netKg)))
/** Whether goods weigh as much as their shipments, within the programme's bound (0.1 %). */
export const weighAlike = (goods: Weighing, shipments: Weighing, { tcWeight }: Pick<Tolerances, 'tcWeight'>): boolean =>
  !exceeds(Math.abs(weighed(goods) - weighed(shipments)), weighed(shipments), tcWeight)

/** T06. */
export function weightsAgree({ lines, shipments }: Facts, { tcWeight }: Tolerances): Check {
  const [goods, sent] = [weighed(lines), weighed(shipments)]
  const inputs: CheckInput[] = [
    { label: 'Goods', value: toKg(goods), unit: 'kg' },
    { label: 'Shipments', value: toKg(sent), unit: 'kg' },
    { label: 'At most apart', value: tcWeight, unit: 'share' },
  ]
  if (!weighAlike(lines, shipments, { tcWeight }))
    return toReview('T06', phrase`The goods weigh ${kilograms(toKg(goods))}, the shipments ${kilograms(toKg(sent))}.`, inputs)
  return holds('T06', phrase`Goods and shipments weigh ${kilograms(toKg(goods))}.`, inputs)
}

/**
 * T08: a group certifies no more than it bought of approved farmers, and bought no more than their fields could give. Under each claim with all that is above it, for goods may be sold under a
 * lower claim than they were bought under: then it does not matter which certificate came first. Approved is who stands on the signed list, too: without one the body has to look.
 */
export function groupSales({ groups, lists, undecided }: Facts): Check {
  if (!groups) return holds('T08', 'Not needed: the seller is no grower group.')
  if (groups.length === 0) return toReview('T08', 'Not checked: the season of the lots is not known.')
  const tickets = undecided.map(({ lot, kg }): CheckInput => ({ label: 'Tickets to be decided', of: lot, value: kg, unit: 'kg' }))
  const sums = groups.flatMap(({ season, claim, certifiedKg, thisKg, purchasedKg, ceilingKg }): CheckInput[] => {
    const whose = { of: season, terms: [claims[claim][0]] }
    return [
      { label: 'Certified before', ...whose, value: certifiedKg, unit: 'kg' },
      { label: 'On this certificate', ...whose, value: thisKg, unit: 'kg' },
      { label: 'Bought of approved farmers', ...whose, value: purchasedKg, unit: 'kg' },
      { label: 'Estimates and ceilings', ...whose, value: ceilingKg, unit: 'kg' },
    ]
  })
  const inputs = [
    ...sums,
    ...lists.flatMap(({ season, version, missing }): CheckInput[] => [
      { label: 'Version of the signed list', of: season, value: version, unit: 'count' },
      { label: 'Growers who are not on it', of: season, value: missing, unit: 'count' },
    ]),
    ...tickets,
  ]
  const [open] = undecided
  if (open)
    return stops(
      'T08',
      phrase`${kilograms(toKg(sumGrams(undecided.map(({ kg }) => toGrams(kg)))))} of these goods are of tickets on which something is still to be decided, ticket ${open.receiptNo} of ${open.lot} among them.`,
      inputs,
    )
  // What stops is looked for in every group before what is to be reviewed in any.
  for (const { season, claim, isRequested, certifiedKg, thisKg, purchasedKg, ceilingKg, cropsUnknown } of groups) {
    const sold = toGrams(certifiedKg) + toGrams(thisKg)
    if (sold > toGrams(purchasedKg))
      return stops(
        'T08',
        phrase`${kilograms(toKg(sold))} would be certified as ${word(claims[claim][0])} in ${season}; ${kilograms(purchasedKg)} were bought of approved farmers.`,
        inputs,
      )
    // What the fields could give is judged of the claims that are asked for.
    if (isRequested && cropsUnknown === 0 && toGrams(purchasedKg) > toGrams(ceilingKg))
      return stops(
        'T08',
        phrase`${kilograms(purchasedKg)} were bought as ${word(claims[claim][0])} in ${season}; the fields could give ${kilograms(ceilingKg)}.`,
        inputs,
      )
  }
  const unlisted = lists.find(({ version, missing }) => version === null || missing > 0)
  if (unlisted)
    return toReview(
      'T08',
      unlisted.version === null
        ? phrase`No signed list of the approved farmers of ${unlisted.season} is in force under this scheme.`
        : phrase`${counted(unlisted.missing)} growers of these goods are on no signed list of ${unlisted.season} under this scheme, member ${unlisted.member} among them.`,
      inputs,
    )
  const unknown = groups.find(({ isRequested, cropsUnknown }) => isRequested && cropsUnknown > 0)
  if (unknown)
    return toReview('T08', phrase`Not checked: ${counted(unknown.cropsUnknown)} crops of ${unknown.season} have neither an estimate nor a ceiling.`, inputs)
  return holds('T08', 'What is certified was bought of approved farmers, within what their fields could give.', inputs)
}

/** T09, BR-12a: what went into the goods came with certificates, no more is sold than was made, and no more is used of one from elsewhere than is on it. */
export function reconciled(facts: Facts, { tcGap }: Tolerances): Check {
  const { flows, externalInputs } = facts
  const wrong = whyNotUsed(externalInputs)
  if (wrong) return stops('T09', wrong, externalLines(externalInputs))
  const toSee = toSeeOf(externalInputs)
  if (!flows && toSee) return toReview('T09', toSee, externalLines(externalInputs))
  if (!flows) return holds('T09', 'Not needed: the seller is no processor.')
  if (flows.length === 0) return toReview('T09', 'Not checked: the books of the seller show no certified goods.')
  const inputs = [
    ...flows.flatMap(({ material, claim, inKg, coveredKg }): CheckInput[] => [
      { label: 'Came in', terms: [materials[material], claims[claim][0]], value: inKg, unit: 'kg' },
      { label: 'With a certificate', terms: [materials[material], claims[claim][0]], value: coveredKg, unit: 'kg' },
    ]),
    ...externalLines(externalInputs),
  ]
  if (flows.some(({ problem }) => problem === 'OVERSOLD' || problem === 'BOOKS'))
    return toReview('T09', 'More is certified as sold than was made or received.', inputs)
  if (flows.some(({ problem }) => problem === 'YIELD')) return toReview('T09', 'More or less was made than the norms of the process allow.', inputs)
  // By the gap of the scheme: the books were reconciled by that of the programme.
  if (flows.some(({ problem, gapShare }) => (problem === 'UNCOVERED' || problem === null) && gapShare > tcGap))
    return toReview('T09', 'Certified goods came in without a certificate.', inputs)
  if (toSee) return toReview('T09', toSee, inputs)
  const need = needOf(facts)
  if (need?.kind === 'UNKNOWN') return toReview('T09', 'Not checked: no known process leads from what went in to these goods.', inputs)
  if (need?.kind === 'SURPLUS') return toReview('T09', 'More is named as gone in than these goods need.', inputs)
  return holds('T09', 'What came in with certificates, what was made and what is sold agree.', inputs)
}

/**
 * T10: a claim is never above that of its lot, which is derived (BR-11), and certified is no more than what is organic of the weight (5.5). Goods in conversion are sold as that when they were
 * picked as many months after it began as the scheme of the certificate needs (BR-04).
 */
export function claimsOfLots({ lines, lots, inConversion }: Facts): Check {
  const inputs: CheckInput[] = [
    ...lots.map(({ lot, claim }): CheckInput => ({ label: 'Claim', of: lot, value: claim, unit: 'claim' })),
    ...lines.flatMap(({ product, organicShare }): CheckInput[] =>
      organicShare < 1 ? [{ label: 'Organic', of: product, value: organicShare, unit: 'share' }] : [],
    ),
    ...lots.flatMap(({ id, lot }): CheckInput[] => {
      const [first, ...more] = inConversion.filter(({ lotId }) => lotId === id)
      if (!first) return []
      const known = [first, ...more].flatMap(({ months }) => months ?? [])
      return [
        { label: 'Picked after so much conversion', of: lot, value: known.length ? Math.min(...known) : null, unit: 'months' },
        { label: 'Needed by the scheme', of: lot, value: first.needed, unit: 'months' },
      ]
    }),
  ]
  const nameOf = (id: string): string => lots.find((one) => one.id === id)?.lot ?? ''
  for (const { lotId, claim } of lines) {
    const lot = lots.find(({ id }) => id === lotId)
    if (lot && claimRank[claim] > claimRank[lot.claim])
      return stops('T10', phrase`${lot.lot} is ${word(claims[lot.claim][0])}, and is to be certified as ${word(claims[claim][0])}.`, inputs)
    if (claimRank[claim] === 0) return stops('T10', 'Conventional goods are not certified.', inputs)
  }
  const [above] = lines.flatMap((line) => whyNotCertified(line) ?? [])
  if (above) return stops('T10', above.why, inputs)
  for (const { lotId, needed, months } of inConversion)
    if (months !== null && months < needed)
      return stops(
        'T10',
        phrase`${nameOf(lotId)} is not sold as in conversion under this scheme: ${counted(months)} months of conversion were over when some of it was picked; ${needed} are needed.`,
        inputs,
      )
  const unknown = inConversion.find(({ months }) => months === null)
  if (unknown) return toReview('T10', phrase`Not checked: how long some of ${nameOf(unknown.lotId)} was in conversion when it was picked is not known.`, inputs)
  return holds('T10', 'No claim is above that of its lot.', inputs)
}
