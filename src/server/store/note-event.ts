// An event of the product itself that changes nothing of its record: who took out what. The record stays at its version, so that whoever
// edits it at that time is not refused, and its state is that of the moment.
import { sql } from 'kysely'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Scope } from '../scope.ts'
import { appendEvent } from './write.ts'

/** `operatorId`: whose data it is about, not whose the record is. Throws NOT_FOUND. */
export async function noteBySystem(
  scope: Scope,
  entity: AnyEntity,
  id: string,
  noted: { eventType: string; operatorId: string | null; data: Record<string, unknown> },
): Promise<void> {
  // Shared: nobody changes the state until this is written, and several are noted at a time.
  const { rows } = await sql<{ version: number; status: string }>`
    select r.version, r.status from ${sql.table(entity.name)} as r where r.tenant_id = ${scope.tenant.id} and r.id = ${id}::uuid for share`.execute(scope.db)
  const [record] = rows
  if (!record) throw new Problem('NOT_FOUND')
  const { version, status } = record
  const { eventType, operatorId, data } = noted
  const envelope = { eventType, occurredAt: scope.now.toISOString(), data }
  await appendEvent(scope, entity, { id, operatorId }, envelope, { before: status, after: status, version })
}
