// Sums of a transaction certificate, whose lots and scope certificates it may name, and the columns that follow from its events (5.5). What becomes of kilograms
// stands in certificate-steps.ts.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { certificateColumns } from '#domain/certification/certificate-projection.ts'
import { weighAlike } from '#domain/chain/kilogram-checks.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { organicShareOf, whyNotCertified } from '#domain/kernel/composition.ts'
import { localDay, startOfDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { FieldProblem } from '#domain/kernel/problems.ts'
import { percent, phrase } from '#domain/messages/message.ts'
import { namesOn } from '../../ledger/certificate-names.ts'
import { mayReadChecks } from '../../ledger/certificate-summaries.ts'
import { refuseOverused, writeExternalInputs } from '../../ledger/external-inputs.ts'
import { forSaleThen, notForSale } from '../../ledger/for-sale.ts'
import { organicSharesOf } from '../../ledger/organic-shares.ts'
import { tolerancesOfScheme } from '../../ledger/scheme-tolerances.ts'
import { type Holder, holderOf } from '../../ledger/scope-cover.ts'
import { defineBehaviour, type Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { refuseAll } from '../../store/write.ts'
import { certificateSteps } from './certificate-steps.ts'

const transactioncertificate = entityOf('transactioncertificate')
type Certificate = Stored<typeof transactioncertificate>
type Products = ReadonlyMap<string, Stored<Declarations['product']>>
const productsOf = async (scope: Scope, lines: Certificate['lines']): Promise<Products> =>
  new Map((await recordsById(scope, entityOf('product'), [...new Set(lines.map(({ productId }) => productId))])).map((one) => [one.id, one]))
const gram = (kg: number): number => Math.round(kg * 1000) / 1000

/** Throws VALIDATION: lots of somebody else, scope certificates of somebody else, of another body or another scheme. */
async function checkParties(scope: Scope, certificate: Certificate, products: Products): Promise<void> {
  const seller: Holder = certificate.collectiveId
    ? { kind: 'collective', id: certificate.collectiveId }
    : { kind: 'processor', id: certificate.processorId ?? '' }
  refuseAll([
    ...(await weightProblems(scope, certificate)),
    ...(await lotProblems(scope, seller, certificate.lines)),
    ...(await shareProblems(scope, certificate, products)),
    ...(await scopeProblems(scope, certificate, seller, 'sellerScopeId')),
    ...(await scopeProblems(scope, certificate, { kind: 'processor', id: certificate.buyerId }, 'buyerScopeId')),
    ...(await replacedProblems(scope, certificate)),
  ])
}

/** T06 as it is entered: further apart than the programme takes them, one of the two is a mistake. */
async function weightProblems(scope: Scope, { schemeId, lines, shipments }: Certificate): Promise<FieldProblem[]> {
  const own = await tolerancesOfScheme(scope, schemeId)
  if (weighAlike(lines, shipments, own)) return []
  return [{ path: 'lines', code: 'rule', message: phrase`The goods weigh as much as the shipments, within ${percent(own.tcWeight, 2)}.` }]
}

/** A seller names lots it has in hand, or parts that were sent out of such a lot. */
async function lotProblems(scope: Scope, seller: Holder, lines: Certificate['lines']): Promise<FieldProblem[]> {
  const lotIds = [...new Set(lines.map(({ batchId }) => batchId))]
  const sources = await scope.db
    .selectFrom('lot_link')
    .innerJoin('event', (join) => join.onRef('event.id', '=', 'lot_link.event_id').on('event.tenant_id', '=', scope.tenant.id))
    .select(['lot_link.output_id', 'lot_link.input_id'])
    .where('lot_link.tenant_id', '=', scope.tenant.id)
    .where('lot_link.output_id', 'in', lotIds)
    .where('event.event_type', '=', 'DISPATCH')
    .execute()
  const lots = await recordsById(scope, entityOf('productbatch'), [...new Set([...lotIds, ...sources.map((link) => link.input_id)])])
  const isSellers = (id: string): boolean => {
    const lot = lots.find((one) => one.id === id)
    const holder = lot && holderOf({ operatorId: lot.operatorId, processorId: lot.processorId })
    return holder?.kind === seller.kind && holder.id === seller.id
  }
  const isSold = (id: string): boolean => isSellers(id) || sources.some((link) => link.output_id === id && isSellers(link.input_id))
  return lines.flatMap(({ batchId }, index) =>
    isSold(batchId) ? [] : [{ path: `lines.${index}.batchId`, code: 'rule', message: 'This lot is neither with the seller nor sent by the seller.' }],
  )
}

/** When the goods were sent, the last of them (ISO 8601): by their dispatches, and by the day that is entered of what no dispatch of the books stands for. */
async function lastSent({ db, tenant, now }: Scope, shipments: Certificate['shipments']): Promise<string> {
  const { rows } = await sql<{ id: string; at: string }>`select e.id, to_json(e.occurred_at)#>>'{}' as at from event as e where e.tenant_id = ${tenant.id}
    and e.id = any(${shipments.flatMap(({ dispatchId }) => dispatchId ?? [])}::uuid[]) and e.subject_type = 'productbatch' and e.event_type = 'DISPATCH' and e.status = 'RECORDED'`.execute(
    db,
  )
  const known = new Map(rows.map(({ id, at }) => [id, at]))
  const moments = shipments.map(({ dispatchId, date }) => Date.parse(known.get(dispatchId ?? '') ?? startOfDay(date, tenant.timezone)))
  return new Date(moments.length ? Math.max(...moments) : now).toISOString()
}
/** 4.3: products of the lines that were not for sale when the goods were sent. */
async function notForSaleIn(scope: Scope, shipments: Certificate['shipments'], products: Products): Promise<ReadonlySet<string>> {
  if ([...products.values()].every(({ sellable }) => sellable)) return new Set()
  const at = await lastSent(scope, shipments)
  const wasForSale = await forSaleThen(scope, [...products.values()], at)
  return new Set([...products.keys()].filter((id) => !wasForSale(id, at)))
}
/** 5.5, 4.3: certified is at most net × the organic share of product and lot, and nothing of one that bears no claim. Compositions change: T10 asks again. */
async function shareProblems(scope: Scope, { lines, shipments }: Certificate, products: Products): Promise<FieldProblem[]> {
  const unsold = await notForSaleIn(scope, shipments, products)
  const shares = await organicSharesOf(
    scope,
    lines.map(({ batchId }) => batchId),
  )
  return lines.flatMap(({ batchId, productId, netKg, certifiedKg }, index): FieldProblem[] => {
    if (unsold.has(productId)) return [{ path: `lines.${index}.productId`, code: 'rule', message: notForSale }]
    const organicShare = Math.min(shares.get(batchId) ?? 1, organicShareOf(products.get(productId)?.composition ?? []))
    const against = whyNotCertified({ netKg, certifiedKg, organicShare })
    if (!against) return []
    const [field, code] = against.mostKg === null ? ['productId', 'rule'] : ['certifiedKg', 'max']
    return [{ path: `lines.${index}.${field}`, code, message: against.why }]
  })
}

/** A scope certificate named here is the party's own; the seller's is of the scheme and the body of this certificate (BR-12 T02). */
async function scopeProblems(scope: Scope, certificate: Certificate, party: Holder, path: 'sellerScopeId' | 'buyerScopeId'): Promise<FieldProblem[]> {
  const id = certificate[path]
  if (!id) return []
  const [named] = await recordsById(scope, entityOf('scopecertificate'), [id])
  if (!named) return []
  const problem = (message: string): FieldProblem[] => [{ path, code: 'rule', message }]
  if (named[`${party.kind}Id`] !== party.id) return problem('This scope certificate is held by somebody else.')
  if (path === 'buyerScopeId') return []
  if (named.certificationBodyId !== certificate.certificationBodyId) return problem('This scope certificate was issued by another certification body.')
  return named.schemeId === certificate.schemeId ? [] : problem('This scope certificate is of another scheme.')
}

/** The scope certificate of the buyer under this scheme on the last day of shipment: a seller cannot list those of others, and need not. */
async function scopeOfBuyer({ db, tenant }: Scope, { buyerId, schemeId }: Certificate, lastShipment: string | undefined): Promise<string | null> {
  if (!lastShipment) return null
  const found = await db
    .selectFrom('scopecertificate')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('deleted_at', 'is', null)
    .where('processor_id', '=', buyerId)
    .where('scheme_id', '=', schemeId)
    .where('status', 'in', ['VALID', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN'])
    .where('valid_from', '<=', lastShipment)
    .where('valid_to', '>=', lastShipment)
    .orderBy('valid_from', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return found?.id ?? null
}

/** A certificate takes the place of one of the same seller, body and scheme. */
async function replacedProblems(scope: Scope, { id, replacesId, ...certificate }: Certificate): Promise<FieldProblem[]> {
  if (!replacesId) return []
  const [named] = await recordsById(scope, transactioncertificate, [replacesId])
  const names = ['collectiveId', 'processorId', 'certificationBodyId', 'schemeId'] as const
  if (named && named.id !== id && names.every((name) => named[name] === certificate[name])) return []
  return [{ path: 'replacesId', code: 'rule', message: 'A certificate takes the place of one of the same seller, certification body and scheme.' }]
}

export const transactioncertificateBehaviour = defineBehaviour(transactioncertificate, {
  async prepare(scope, { after }) {
    const products = await productsOf(scope, after.lines)
    await checkParties(scope, after, products)
    // What the checks look at (T03) is what is printed.
    after.lines = after.lines.map((line) => ({ ...line, hsCode: line.hsCode || (products.get(line.productId)?.hsCode ?? null) }))
    const { lines, shipments } = after
    const days = shipments.map(({ date }) => date).sort()
    after.buyerScopeId ??= await scopeOfBuyer(scope, after, days.at(-1))
    Object.assign(after, {
      netKg: gram(lines.reduce((kg, line) => kg + line.netKg, 0)),
      certifiedKg: gram(lines.reduce((kg, line) => kg + line.certifiedKg, 0)),
      firstShipment: days[0] ?? null,
      lastShipment: days.at(-1) ?? null,
    })
  },
  async written(scope, { before, after }) {
    writeExternalInputs(scope, before, after)
    // One that is to be corrected counts while its reservation lasts.
    if (before && after.status === 'CORRECTION' && !isDeepStrictEqual(before.inputCertificates, after.inputCertificates)) await refuseOverused(scope, [after])
  },
  titled: namesOn,
  // They say what the checks looked at.
  seesFindings: mayReadChecks,
  async project(scope, { schemeId }, history) {
    const requested = history.findLast(({ eventType }) => eventType === 'CORRECTION_ASKED')
    const reservationDays = requested ? (await tolerancesOfScheme(scope, schemeId, requested.recordedAt)).tcReservation : 0
    return certificateColumns(history, { reservationDays, dayOf: (moment) => localDay(scope, moment) })
  },
  events: certificateSteps,
})
