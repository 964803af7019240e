// What the checks of a transaction certificate look at (BR-12), read from lots, links, ledger and scope certificates as they are now, in one message;
// a second one where the seller is a processor (BR-12a).

import { sql } from 'kysely'
import { decidedStatusAt, type Party } from '#domain/certification/party-then.ts'
import { stoppedBy, validityOn } from '#domain/certification/scope-validity.ts'
import type { CertificateFacts, DispatchFacts, GroupFacts, InputFacts, LotFacts, PartyFacts, ScopeFacts } from '#domain/chain/certificate-facts.ts'
import { isCertified } from '#domain/chain/claim.ts'
import { organicShareOf } from '#domain/kernel/composition.ts'
import { localDay } from '#domain/kernel/day.ts'
import { numberOf } from '#domain/kernel/document-number.ts'
import { queryAll, queryEach, type RowsOf } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import * as ask from './certificate-queries.ts'
import { inConversionOf, pickedQuery } from './conversion-at-picking.ts'
import { externalFacts, externalUsesQuery } from './external-inputs.ts'
import { sharesQuery } from './organic-shares.ts'
import { originDistance } from './origin-distance.ts'
import { reconciliationOf } from './reconciliation.ts'
import { type Holder, holderOf, isFinalBuyer } from './scope-cover.ts'
import { listsQuery } from './signed-list-cover.ts'
import { undecidedQuery } from './undecided-tickets.ts'

export type Certificate = ask.Certificate

export const sellerOf = ({ collectiveId, processorId }: Pick<Certificate, 'collectiveId' | 'processorId'>): Holder =>
  collectiveId ? { kind: 'collective', id: collectiveId } : { kind: 'processor', id: processorId ?? '' }
export const dispatchIds = ({ shipments }: Pick<Certificate, 'shipments'>): string[] => [
  ...new Set(shipments.flatMap(({ dispatchId }) => dispatchId?.toLowerCase() ?? [])),
]

const factQueries = (scope: Scope, certificate: Certificate) => {
  const seller = sellerOf(certificate)
  const dispatches = dispatchIds(certificate)
  return [
    ask.dispatchesQuery(scope, certificate, dispatches),
    ask.lotsQuery(scope, certificate, dispatches),
    ask.restrictedQuery(scope, certificate, dispatches),
    ask.scopesQuery(scope, certificate),
    ask.partiesQuery(scope, certificate),
    ask.invoicesQuery(scope, certificate, seller, [...new Set(certificate.shipments.map(({ invoiceNo }) => numberOf(invoiceNo)))]),
    ask.groupsQuery(scope, certificate, seller),
    ask.inputsQuery(scope, certificate, seller),
    ask.originsQuery(scope, certificate),
    ask.productsQuery(scope, certificate),
    ask.replacedQuery(scope, certificate),
    sharesQuery(scope, sql`${certificate.lines.map(({ batchId }) => batchId)}::uuid[]`),
    externalUsesQuery(scope, certificate),
    undecidedQuery(scope, seller.kind === 'collective' ? certificate.lines.map(({ batchId }) => batchId) : []),
    pickedQuery(scope, certificate),
    listsQuery(scope, certificate, seller),
  ] as const
}
type FactRows = RowsOf<ReturnType<typeof factQueries>>

/** `day`: on which it is submitted, or judged. */
export async function certificateFacts(scope: Scope, certificate: Certificate, day: string): Promise<CertificateFacts> {
  const seller = sellerOf(certificate)
  const rows = await queryAll(scope.db, ...factQueries(scope, certificate))
  const flows = seller.kind === 'processor' ? await reconciliationOf(scope, seller, { from: null, to: null }) : null
  const certified = flows?.filter(({ claim, receivedKg, madeKg }) => isCertified(claim) && receivedKg + madeKg > 0) ?? null
  return factsFrom(
    scope,
    certificate,
    day,
    rows,
    certified?.map(({ material, claim, receivedKg, madeKg, coveredKg, gapShare, problem }) => ({
      material,
      claim,
      inKg: receivedKg + madeKg,
      coveredKg: coveredKg + madeKg,
      gapShare,
      problem,
    })) ?? null,
  )
}

/** So many certificates are read by one message. */
const atATime = 20
/** Of several, without the books of their sellers (BR-12a). */
export async function factsOfMany(scope: Scope, certificates: readonly Certificate[], day: string): Promise<CertificateFacts[]> {
  const found: CertificateFacts[] = []
  for (let from = 0; from < certificates.length; from += atATime) {
    const some = certificates.slice(from, from + atATime)
    const rows = await queryEach(
      scope.db,
      some.map((certificate) => factQueries(scope, certificate)),
    )
    for (const [place, certificate] of some.entries()) {
      const own = rows[place]
      if (own) found.push(factsFrom(scope, certificate, day, own, null))
    }
  }
  return found
}

function factsFrom(scope: Scope, certificate: Certificate, day: string, rows: FactRows, flows: CertificateFacts['flows']): CertificateFacts {
  const seller = sellerOf(certificate)
  const [
    dispatches = [],
    lots = [],
    restricted = [],
    scopes = [],
    [parties] = [],
    taken = [],
    groups = [],
    inputs = [],
    origins = [],
    products = [],
    [replaced] = [],
    shares = [],
    externals = [],
    undecided = [],
    picked = [],
    lists = [],
  ] = rows
  const byDispatch = new Map(dispatches.map((row) => [row.id, row]))
  const isIssued = ['ISSUED', 'REVISED', 'WITHDRAWN'].includes(certificate.status)
  const days = [...new Set(certificate.shipments.map(({ date }) => date))].sort()
  const scopeFacts = (id: string | null): ScopeFacts | null => {
    const row = scopes.find((one) => one.id === id)
    if (!row) return null
    const today = localDay(scope)
    const stopped = isIssued ? null : stoppedBy(row, row.events, today)
    return {
      no: row.no,
      annex: row.annex,
      days: days.map((on) => ({ day: on, validity: validityOn(row, row.events, on) })),
      stopped: stopped && { validity: stopped, day: today },
    }
  }
  const sellerScope = scopes.find(({ id }) => id === certificate.sellerScopeId)
  const buyerScope = scopes.find(({ id }) => id === certificate.buyerScopeId)
  const partyFacts = (party: Party | null | undefined): PartyFacts | null =>
    party
      ? {
          name: party.title,
          now: isIssued ? null : decidedStatusAt(party, scope.now.toISOString()),
          sent: dispatches.map(({ at }) => ({ day: localDay(scope, at), status: decidedStatusAt(party, at) })),
        }
      : null
  const lotFacts = lots.map(({ isRestricted, ...lot }): LotFacts => ({ ...lot, isRestricted: isRestricted === true }))
  return {
    day,
    shipments: certificate.shipments.map(({ date, invoiceNo, netKg, dispatchId }) => {
      const found = byDispatch.get(dispatchId?.toLowerCase() ?? '')
      const dispatch: DispatchFacts | null = found
        ? {
            id: found.id,
            lotId: found.lotId,
            lot: found.lot,
            kg: found.kg,
            day: localDay(scope, found.at),
            invoiceNo: found.invoiceNo,
            isBySeller: isSame(holderOf(found), seller),
            isToBuyer: found.buyerId === certificate.buyerId,
            place: found.place,
          }
        : null
      return { date, invoiceNo, netKg, dispatch, takenBy: found?.takenBy ?? null }
    }),
    lines: certificate.lines.map(({ batchId, productId, hsCode, claimStatus, netKg, certifiedKg }) => {
      const product = products.find(({ id }) => id === productId)
      const ofLot = shares.find(({ lotId }) => lotId === batchId)?.share
      const organicShare = Math.min(Number(ofLot ?? 1), organicShareOf(product?.composition ?? []))
      return {
        lotId: batchId,
        productId,
        product: product?.title ?? '',
        // Of a certificate from before lines had it by themselves.
        hsCode: hsCode ?? product?.hsCode ?? null,
        productHsCode: product?.hsCode ?? null,
        claim: claimStatus,
        netKg,
        certifiedKg,
        organicShare,
      }
    }),
    lots: lotFacts,
    seller: { kind: seller.kind, scope: scopeFacts(certificate.sellerScopeId), party: partyFacts(parties?.sellerParty) },
    issuer: {
      name: parties?.body ?? '',
      isActive: parties?.bodyStatus === 'ACTIVE',
      isBody: sellerScope?.bodyId === certificate.certificationBodyId,
      isScheme: sellerScope?.schemeId === certificate.schemeId,
    },
    buyer: {
      name: parties?.buyer ?? '',
      isFinal: isFinalBuyer(parties?.buyerTypes),
      scope: scopeFacts(certificate.buyerScopeId),
      isScheme: buyerScope?.schemeId === certificate.schemeId,
      party: partyFacts(parties?.buyerParty),
    },
    sentOften: parties?.sentOften ?? 0,
    consignees: new Set(dispatches.map(({ buyerId }) => buyerId)).size,
    restricted,
    groups: seller.kind === 'collective' ? groups.map(({ ...group }): GroupFacts => group) : null,
    lists,
    flows,
    undecided,
    inConversion: inConversionOf(picked),
    inputs: inputs.map(({ certifiedShare, ...input }): InputFacts => ({ ...input, certifiedShare: Number(certifiedShare) })),
    externalInputs: externalFacts(certificate, externals),
    replaced: replaced ?? null,
    documents: certificate.documents.map(({ kind }) => kind),
    files: certificate.files?.length ?? 0,
    isDeclared: certificate.declared === true,
    distance: originDistance(origins, parties ?? null, seller.kind, lotFacts),
    invoicesTaken: taken,
  }
}
const isSame = (one: Holder, other: Holder): boolean => one.kind === other.kind && one.id === other.id
