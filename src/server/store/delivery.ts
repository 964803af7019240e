// What is to reach somebody by another way than the inbox: once for each source, way, recipient and round.
import { sql } from 'kysely'
import { sendWithNext } from '../db/connection.ts'
import type { RowOf, Scope } from '../scope.ts'

export type DeliveryState = RowOf<'delivery'>['state']
export type NewDelivery = {
  sourceId: string
  channel: RowOf<'delivery'>['channel']
  recipientId: string
  round: number
  dueAt: Date
  params: Record<string, string> | null
}

/** Sent with the next statement, in one of them whatever their number. */
export function addDeliveries(scope: Scope, deliveries: readonly NewDelivery[]): void {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ sourceId, channel, recipientId, round, dueAt, params }) => ({
    tenant_id: scope.tenant.id,
    id: scope.newId(),
    source_id: sourceId,
    channel,
    recipient_id: recipientId,
    state: 'WAITING',
    round,
    params,
    tries: 0,
    due_at: dueAt.toISOString(),
    created_at: scope.now.toISOString(),
  }))
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(', '))
  sendWithNext(
    scope.db,
    sql`insert into delivery (${columns}) select ${columns} from json_populate_recordset(null::delivery, ${JSON.stringify(rows)}::json)
      on conflict (tenant_id, source_id, channel, recipient_id, round) do nothing`,
  )
}

/** Of one source: to whom, and what became of it. */
export async function deliveriesOf(scope: Scope, sourceId: string) {
  return scope.db
    .selectFrom('delivery')
    .select(['recipient_id', 'state', 'reason', 'heard_seconds'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('source_id', '=', sourceId)
    .orderBy('recipient_id')
    .execute()
}
