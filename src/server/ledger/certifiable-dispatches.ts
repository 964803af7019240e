// Dispatches that a transaction certificate may be drafted from, each that cannot be taken with the reason; and the next number of a body.
import { sql } from 'kysely'
import { nextNumberAfter } from '#domain/certification/certificate-projection.ts'
import type { CertifiableDispatches } from '#domain/chain/certificate-answer.ts'
import { isCertified } from '#domain/chain/claim.ts'
import { entityOf } from '#domain/entities.ts'
import { belowLabel, type Composition, labelOf, organicShareOf } from '#domain/kernel/composition.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { kilograms, phrase, type Sentence, spelled } from '#domain/messages/message.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { conditions } from '../store/list.ts'
import { forSaleThen, notForSale } from './for-sale.ts'
import { organicSharesOf } from './organic-shares.ts'

const most = 200
type Requested = { collectiveId?: string | undefined; processorId?: string | undefined; buyerId: string; certificateId?: string | undefined }
type Row = {
  dispatchId: string
  day: string
  at: string
  invoiceNo: string
  transportDocument: string | null
  vehicleNo: string | null
  kg: number
  lotId: string
  lot: string
  productId: string
  product: string
  composition: Composition | null
  hsCode: string | null
  claim: Claim
  freeKg: number
  certificateId: string | null
  certificate: string | null
  isRestricted: boolean
  sellable: boolean
  productUpdatedAt: string
}

/** Throws VALIDATION when seller is neither or both. */
export async function certifiableOf(scope: Scope, { collectiveId, processorId, buyerId, certificateId }: Requested): Promise<CertifiableDispatches> {
  if (!collectiveId === !processorId) throw fieldProblem('processorId', 'rule', 'The seller is either an operator or a processor.')
  const { tenant } = scope
  const own = certificateId
    ? (await recordsById(scope, entityOf('transactioncertificate'), [certificateId])).flatMap(({ id, replacesId }) => [id, ...(replacesId ? [replacesId] : [])])
    : []
  const owned = collectiveId ? sql`r.operator_id = ${collectiveId}::uuid and r.processor_id is null` : sql`r.processor_id = ${processorId ?? null}::uuid`
  const { rows } = await sql<Row>`
    select e.id as "dispatchId", to_char(e.occurred_at at time zone ${tenant.timezone}, 'YYYY-MM-DD') as day, to_json(e.occurred_at)#>>'{}' as at, coalesce(e.data->>'invoiceNo', '') as "invoiceNo",
      e.data->>'transportDocument' as "transportDocument", e.data->>'vehicle' as "vehicleNo", (e.data->>'kg')::numeric as kg, r.id as "lotId", r.title as lot,
      p.id as "productId", p.title as product, p.composition, p.hs_code as "hsCode", coalesce(r.claim_status, 'CONVENTIONAL') as claim, coalesce(r.certifiable_kg, 0) as "freeKg",
      t.id as "certificateId", t.title as certificate, (r.status in ('QUARANTINED', 'RECALLED') or r.quarantine_reason is not null) as "isRestricted",
      p.sellable, to_json(p.updated_at)#>>'{}' as "productUpdatedAt"
    from productbatch as r
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id and e.event_type = 'DISPATCH' and e.status = 'RECORDED'
      and e.data->>'buyerId' = ${buyerId}
    join product as p on p.tenant_id = ${tenant.id} and p.id = r.product_id
    left join certificate_shipment as s on s.tenant_id = ${tenant.id} and s.dispatch_id = e.id and not s.certificate_id = any(${own}::uuid[])
    left join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = s.certificate_id
    where ${sql.join(conditions(scope, entityOf('productbatch'), { q: null, filters: [] }), sql` and `)} and ${owned}
    order by e.occurred_at desc, e.id limit ${most + 1}`.execute(scope.db)
  const shares = await organicSharesOf(
    scope,
    rows.map(({ lotId }) => lotId),
  )
  const wasForSale = await forSaleThen(scope, productsIn(rows), rows.at(-1)?.at ?? scope.now.toISOString())
  const items = rows.slice(0, most).map(({ certificateId: id, certificate, composition, at, sellable: _, productUpdatedAt: __, ...row }) => {
    const organicShare = shares.get(row.lotId) ?? organicShareOf(composition ?? [])
    const why = reasonOf({ ...row, isForSale: wasForSale(row.productId, at), certificate, organicShare })
    const { message = null, ...words } = why === null ? {} : spelled(why)
    return {
      ...row,
      organicShare,
      certificate: id && certificate ? { id, title: certificate } : null,
      why: message,
      ...words,
    }
  })
  return { items, isCut: rows.length > most }
}

const productsIn = (rows: readonly Row[]) => [
  ...new Map(rows.map((row) => [row.productId, { id: row.productId, sellable: row.sellable, updatedAt: row.productUpdatedAt }])).values(),
]

type Judged = Pick<Row, 'certificate' | 'isRestricted' | 'claim' | 'kg' | 'freeKg'> & { isForSale: boolean; organicShare: number }
function reasonOf({ certificate, isRestricted, isForSale, claim, kg, freeKg, organicShare }: Judged): Sentence | null {
  if (certificate) return phrase`It is on certificate ${certificate} already.`
  if (isRestricted) return 'The lot is held back.'
  if (!isForSale) return notForSale
  if (!isCertified(claim)) return 'Conventional goods are not certified.'
  if (labelOf(organicShare) === null) return belowLabel
  if (freeKg < kg) return phrase`${kilograms(freeKg)} of the lot are free to certify.`
  return null
}

/** `NIMAR-2026-0012` after `NIMAR-2026-0011`; the first is named after the body's code and the year. */
export async function nextNumberOf(scope: Scope, bodyId: string): Promise<string> {
  const { rows } = await sql<{ no: string }>`select tc_no as no from transactioncertificate
    where tenant_id = ${scope.tenant.id} and certification_body_id = ${bodyId}::uuid and tc_no is not null and deleted_at is null
    order by issued_at desc nulls last, id limit 500`.execute(scope.db)
  const [body] = await recordsById(scope, entityOf('certificationbody'), [bodyId])
  return nextNumberAfter(
    rows.map(({ no }) => no),
    `${body?.code ?? 'TC'}-${scope.now.getUTCFullYear()}-0001`,
  )
}
