// Lots whose number stands on a transaction certificate that waits for the certification body, or is issued: they keep it (domain dictionary 5.5).
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { liveStates } from './certificate-queries.ts'
import type { Lot } from './lots.ts'

/** In its lines, or as what was sent by its shipments. Throws STATE_CONFLICT. The lot is locked; so it is while a certificate of it is submitted. */
export async function refuseNumbered(scope: Scope, { id, title }: Pick<Lot, 'id' | 'title'>): Promise<void> {
  const { tenant } = scope
  const [[found] = []] = await queryAll(
    scope.db,
    sql<{ id: string }>`select c.id from transactioncertificate as c
      where c.tenant_id = ${tenant.id} and c.status = any(${[...liveStates, 'REVISED']}::text[]) and c.deleted_at is null and (
        c.id in (select l.parent_id from transactioncertificate_lines as l where l.tenant_id = ${tenant.id} and l.batch_id = ${id}::uuid)
        or c.id in (select s.certificate_id from certificate_shipment as s join lot_link as k on k.tenant_id = ${tenant.id} and k.event_id = s.dispatch_id and k.output_id = ${id}::uuid
          where s.tenant_id = ${tenant.id}))
      limit 1`,
  )
  // Somebody else's certificate is not theirs to know of.
  if (found) throw new Problem('STATE_CONFLICT', { message: phrase`${title} is named by a transaction certificate: its number stays.` })
}
