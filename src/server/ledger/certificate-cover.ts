// How much of a dispatch a transaction certificate covers (BR-12a): the dashboard of processing and the reconciliation count it alike.
import { type RawBuilder, sql } from 'kysely'

/** As SQL: the share (0 to 1) of the kilograms of a dispatch (an event's id) that stand as its shipments on an issued certificate; null where none names it. */
export const certifiedShareOf = (tenantId: number, dispatchId: RawBuilder<unknown>): RawBuilder<number | null> => sql`(
  select least(1, sum((shipped->>'netKg')::numeric) / nullif(max((sent.data->>'kg')::numeric), 0))
  from certificate_shipment as s
  join transactioncertificate as t on t.tenant_id = ${tenantId} and t.id = s.certificate_id and t.status = 'ISSUED'
  join event as sent on sent.tenant_id = ${tenantId} and sent.id = s.dispatch_id
  cross join jsonb_array_elements(t.shipments) as shipped
  where s.tenant_id = ${tenantId} and s.dispatch_id = ${dispatchId} and (shipped->>'dispatchId')::uuid = s.dispatch_id having count(*) > 0)`
