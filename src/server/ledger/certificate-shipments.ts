// Which dispatch and which invoice stands on which live transaction certificate: one each, by the keys of two tables, so that two certificates at the same
// moment are distinguished (BR-12 T05, T16). A projection of the certificates' states and shipments, brought to them at the end of the step.

import { type RawBuilder, sql } from 'kysely'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { liveStates } from './certificate-queries.ts'

type Clash = { invoiceNo: string; certificate: string }
/**
 * Throws RULE_BLOCKED with the certificate that has a dispatch or an invoice of one of these already; and where one of these is in force again after a dispatch of it
 * was taken back, while a newer one without that dispatch had its place.
 */
export async function enterShipments(scope: Scope, ids: readonly string[]): Promise<void> {
  const { tenant } = scope
  // Kilograms of one that is to be corrected were given free when its reservation ended.
  const live = sql`from transactioncertificate as c cross join jsonb_array_elements(c.shipments) as s
    where c.tenant_id = ${tenant.id} and c.id = any(${[...ids]}::uuid[]) and c.status = any(${[...liveStates]}::text[]) and (c.status <> 'CORRECTION' or c.reserved_until is not null)`
  // What the certificate has whose place this one takes stays with that until it is replaced.
  const isOlders = (same: RawBuilder<unknown>) => sql`exists (select from transactioncertificate as o cross join jsonb_array_elements(o.shipments) as x
    where o.tenant_id = ${tenant.id} and o.id = c.replaces_id and o.status = any(${[...liveStates]}::text[]) and ${same})`
  const seller = sql`coalesce(c.collective_id, c.processor_id)`
  // As numbers are stored; of before, as far as letters of one script go.
  const invoiceOf = (shipment: string) => sql`upper(regexp_replace(btrim(${sql.ref(shipment)}->>'invoiceNo'), '\\s+', ' ', 'g'))`
  const invoice = invoiceOf('s')
  const [, , , , [clash] = [], [gone] = []] = await queryAll(
    scope.db,
    sql`delete from certificate_shipment where tenant_id = ${tenant.id} and certificate_id = any(${[...ids]}::uuid[])`,
    sql`delete from certificate_invoice where tenant_id = ${tenant.id} and certificate_id = any(${[...ids]}::uuid[])`,
    sql`insert into certificate_shipment (tenant_id, dispatch_id, certificate_id) select distinct ${tenant.id}::integer, (s->>'dispatchId')::uuid, c.id ${live} and s->>'dispatchId' is not null and not ${isOlders(sql`(x->>'dispatchId')::uuid = (s->>'dispatchId')::uuid`)} order by 2 on conflict do nothing`,
    sql`insert into certificate_invoice (tenant_id, seller_id, invoice_no, certificate_id) select distinct ${tenant.id}::integer, ${seller}, ${invoice}, c.id ${live} and not ${isOlders(sql`${invoiceOf('x')} = ${invoice}`)} order by 3 on conflict do nothing`,
    sql<Clash>`select clash."invoiceNo", t.title as certificate from (
          select c.id, c.replaces_id, s->>'invoiceNo' as "invoiceNo", coalesce(d.certificate_id, c.id) as by_dispatch, coalesce(i.certificate_id, c.id) as by_invoice
          from transactioncertificate as c cross join jsonb_array_elements(c.shipments) as s
          left join certificate_shipment as d on d.tenant_id = ${tenant.id} and d.dispatch_id = (s->>'dispatchId')::uuid
          left join certificate_invoice as i on i.tenant_id = ${tenant.id} and i.seller_id = ${seller} and i.invoice_no = ${invoice}
          where c.tenant_id = ${tenant.id} and c.id = any(${[...ids]}::uuid[]) and c.status = any(${[...liveStates]}::text[]) and (c.status <> 'CORRECTION' or c.reserved_until is not null)
            and s->>'dispatchId' is not null
        ) as clash join transactioncertificate as t on t.tenant_id = ${tenant.id} and (t.id = clash.by_dispatch or t.id = clash.by_invoice)
        where t.id <> clash.id and t.id is distinct from clash.replaces_id order by 1 limit 1`,
    sql<Clash>`select s->>'invoiceNo' as "invoiceNo", c.title as certificate from transactioncertificate as c cross join jsonb_array_elements(c.shipments) as s
        where c.tenant_id = ${tenant.id} and c.id = any(${[...ids]}::uuid[]) and c.status = 'ISSUED' and s->>'dispatchId' is not null
          and not exists (select from event as e where e.tenant_id = ${tenant.id} and e.id = (s->>'dispatchId')::uuid and e.event_type = 'DISPATCH' and e.status = 'RECORDED')
        order by 1 limit 1`,
  )
  if (clash)
    throw ruleBlocked('BR-12', phrase`Invoice ${clash.invoiceNo}, or its dispatch, is on certificate ${clash.certificate} already.`, {
      check: 'T16',
      invoiceNo: clash.invoiceNo,
      certificate: clash.certificate,
    })
  if (gone)
    throw ruleBlocked('BR-26', phrase`The dispatch with invoice ${gone.invoiceNo}, which certificate ${gone.certificate} names, was taken back since.`, {
      ...gone,
    })
}

/** BR-26: a dispatch that is on a live certificate stays until that is cancelled, rejected or replaced. */
export async function refuseCertified(scope: Scope, { event }: { event: { id: string } }): Promise<void> {
  const [[found] = []] = await queryAll(
    scope.db,
    sql<{
      id: string
      title: string
    }>`select t.id, t.title from certificate_shipment as s join transactioncertificate as t on t.tenant_id = ${scope.tenant.id} and t.id = s.certificate_id
      where s.tenant_id = ${scope.tenant.id} and s.dispatch_id = ${event.id}::uuid`,
  )
  if (found)
    throw ruleBlocked('BR-26', phrase`This dispatch is on transaction certificate ${found.title}. Cancel or replace that first.`, { certificateId: found.id })
}

/**
 * Dispatches of the goods of a certificate that names none: those of its lots to its buyer with an invoice of it, or else all of them to that buyer; and
 * those by which a lot of it came to be.
 */
export async function dispatchesOfBefore(scope: Scope, { id, buyerId }: { id: string; buyerId: string }): Promise<string[]> {
  const { tenant } = scope
  const [rows = []] = await queryAll(
    scope.db,
    sql<{ id: string; isInvoiced: boolean; isOwn: boolean }>`
      with lot as (select distinct batch_id as id from transactioncertificate_lines where tenant_id = ${tenant.id} and parent_id = ${id}::uuid)
      select e.id, false as "isOwn", exists (select from transactioncertificate as c cross join jsonb_array_elements(c.shipments) as s
          where c.tenant_id = ${tenant.id} and c.id = ${id}::uuid and upper(btrim(s->>'invoiceNo')) = upper(btrim(e.data->>'invoiceNo'))) as "isInvoiced"
      from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id in (select lot.id from lot) and e.event_type = 'DISPATCH'
        and e.status = 'RECORDED' and e.data->>'buyerId' = ${buyerId}
      union select e.id, true, true from lot join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = lot.id and l.voided_at is null
        join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id and e.event_type = 'DISPATCH'`,
  )
  const sent = rows.filter(({ isOwn }) => !isOwn)
  const invoiced = sent.filter(({ isInvoiced }) => isInvoiced)
  return [...new Set([...(invoiced.length ? invoiced : sent), ...rows.filter(({ isOwn }) => isOwn)].map((row) => row.id))].sort()
}
