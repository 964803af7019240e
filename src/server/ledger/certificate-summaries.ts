// Short answers about many transaction certificates: what the checks of each said last, and on which certificates a lot is.
import { sql } from 'kysely'
import { canOn } from '#domain/access.ts'
import type { CertificateSummaries, CertificateSummary, LotCertificates } from '#domain/chain/certificate-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import type { Certificate } from './certificate-queries.ts'

const transactioncertificate = entityOf('transactioncertificate')

/** Books, plots and yields of the seller are not the buyer's business: the checks are between the seller and the certification body. */
export const mayReadChecks = (scope: Scope, certificate: Certificate): boolean =>
  canOn(scope.user, transactioncertificate, 'A', certificate) || canOn(scope.user, transactioncertificate, 'R', certificate)

export async function summariesOf(scope: Scope, ids: readonly string[]): Promise<CertificateSummaries> {
  const readable = (await recordsById(scope, transactioncertificate, [...new Set(ids)].sort())).filter((one) => mayReadChecks(scope, one))
  const [items = []] = await queryAll(
    scope.db,
    sql<CertificateSummary>`
      select distinct on (k.certificate_id) k.certificate_id as id,
        (select count(*) from jsonb_array_elements(k.results) as r where r->>'outcome' = 'OK') as ok,
        (select count(*) from jsonb_array_elements(k.results) as r where r->>'outcome' = 'REVIEW') as review,
        (select count(*) from jsonb_array_elements(k.results) as r where r->>'outcome' = 'BLOCK') as block
      from certificate_check as k join event as e on e.tenant_id = ${scope.tenant.id} and e.id = k.event_id
      where k.tenant_id = ${scope.tenant.id} and k.certificate_id = any(${readable.map(({ id }) => id)}::uuid[])
      order by k.certificate_id, e.subject_version desc`,
  )
  return { items }
}

/** Certificates whose lines name the lot, or whose dispatches sent it to whoever has it now; those that the reader may not open are left out. Newest first. */
export async function certificatesOfLot(scope: Scope, lotId: string): Promise<LotCertificates> {
  const { tenant } = scope
  const [rows = []] = await queryAll(
    scope.db,
    sql<{ id: string; netKg: number; isSource: boolean }>`
      select l.parent_id as id, sum(l.net_kg) as "netKg", false as "isSource" from transactioncertificate_lines as l
      where l.tenant_id = ${tenant.id} and l.batch_id = ${lotId}::uuid group by l.parent_id
      union all select s.certificate_id, sum(k.kg), true from lot_link as k join certificate_shipment as s on s.tenant_id = ${tenant.id} and s.dispatch_id = k.event_id
      where k.tenant_id = ${tenant.id} and k.output_id = ${lotId}::uuid and k.voided_at is null group by s.certificate_id`,
  )
  const certificates = await recordsById(scope, transactioncertificate, [...new Set(rows.map(({ id }) => id))].sort())
  const byId = new Map(certificates.filter((one) => canOn(scope.user, transactioncertificate, 'V', one)).map((one) => [one.id, one]))
  const items = rows.flatMap(({ id, netKg, isSource }) => {
    const one = byId.get(id)
    return one ? [{ id, title: one.title, status: one.status, netKg, isSource, at: one.createdAt }] : []
  })
  items.sort((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id))
  return { items: items.map(({ at: _, ...one }) => one) }
}
