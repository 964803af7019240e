// R19. Goods of a certificate in one row: their products, codes and claims, each once.
import { sql } from 'kysely'
import { certificateRegister } from '#domain/reports/certificate-register.ts'
import { among, onDays } from '../engine/conditions.ts'
import { entered, reportQuery } from '../engine/report-query.ts'

/** SQL: what a record was called when the certificate was issued, or is called. */
const nameOf = (id: string, title: string) => sql.raw(`coalesce(issue.names->>(${id})::text, ${title})`)

export const query = reportQuery(certificateRegister, {
  // What is issued is called as it was when it was issued (docs/decisions/0109).
  past: () => [{ table: 'transactioncertificate' }, ...entered('collective', 'processor', 'certificationbody', 'product')],
  joins: ({ scope: { tenant } }) => sql`
    left join collective as k on k.tenant_id = ${tenant.id} and k.id = r.collective_id
    left join processor as s on s.tenant_id = ${tenant.id} and s.id = r.processor_id
    left join processor as y on y.tenant_id = ${tenant.id} and y.id = r.buyer_id
    left join certificationbody as c on c.tenant_id = ${tenant.id} and c.id = r.certification_body_id
    left join lateral (select (select jsonb_object_agg(n->>'recordId', n->>'title') from jsonb_array_elements(e.data->'named') as n) as names from event as e
      where e.tenant_id = ${tenant.id} and e.subject_type = 'transactioncertificate' and e.subject_id = r.id and e.event_type = 'ISSUED' and e.status = 'RECORDED'
        and r.status in ('ISSUED', 'REVISED', 'WITHDRAWN') order by e.subject_version desc limit 1) as issue on true
    left join lateral (select string_agg(distinct ${nameOf('l.product_id', 'p.title')}, ', ') as products, string_agg(distinct l.hs_code, ', ') as codes, string_agg(distinct l.claim_status, ', ') as claims
      from transactioncertificate_lines as l left join product as p on p.tenant_id = ${tenant.id} and p.id = l.product_id
      where l.tenant_id = ${tenant.id} and l.parent_id = r.id) as goods on true
    left join lateral (select string_agg(coalesce(issue.names->>(i->>'certificateId'), t.title, i->>'externalNo'), ', ') as names from jsonb_array_elements(r.input_certificates) as i
      left join transactioncertificate as t on t.tenant_id = ${tenant.id} and t.id = (i->>'certificateId')::uuid) as inputs on true`,
  where: ({ values }) => [among(sql`r.status`, values.status), ...onDays(sql`r.last_shipment`, values)],
  columns: () => ({
    tcNo: sql`r.tc_no`,
    sellerRef: sql`r.seller_ref`,
    status: sql`r.status`,
    seller: nameOf('coalesce(r.collective_id, r.processor_id)', 'coalesce(k.title, s.title)'),
    buyer: nameOf('r.buyer_id', 'y.title'),
    body: nameOf('r.certification_body_id', 'c.title'),
    products: sql`goods.products`,
    hsCodes: sql`goods.codes`,
    claims: sql`goods.claims`,
    netKg: sql`r.net_kg`,
    certifiedKg: sql`r.certified_kg`,
    firstShipment: sql`r.first_shipment`,
    lastShipment: sql`r.last_shipment`,
    submittedAt: sql`r.submitted_at`,
    issuedAt: sql`r.issued_at`,
    inputs: sql`inputs.names`,
  }),
  order: sql`r.last_shipment, r.seller_ref, r.id`,
})
