// Rows of the ledger, written with the next statement.
import { toKg } from '#domain/chain/ledger.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { sendWithNext } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'

/** `claim`: with which the kilograms came, where that is not the claim of their source (bought as conventional). */
export type Link = { from: string; fromKind: 'crop' | 'productbatch'; to: string; grams: number; claim?: Claim | undefined }

export type Entry = { batchId: string | null; account: string; grams: number; at: string }
/** Entries of an event; `voidEventId`: of the EVENT_VOIDED that takes it back. */
export function writeEntries(scope: Scope, eventId: string, entries: readonly Entry[], voidEventId: string | null = null): void {
  const rows = entries
    .filter(({ grams }) => grams !== 0)
    .map(({ batchId, account, grams, at }) => ({
      tenant_id: scope.tenant.id,
      id: scope.newId(),
      batch_id: batchId,
      account,
      delta_kg: toKg(grams),
      event_id: eventId,
      at,
      recorded_at: scope.now.toISOString(),
      void_event_id: voidEventId,
    }))
  if (rows.length) sendWithNext(scope.db, scope.db.insertInto('ledger_entry').values(rows))
}

/** What came of what by an event. */
export function writeLinks(scope: Scope, event: { id: string; occurredAt: string }, links: readonly Link[]): void {
  if (links.length === 0) return
  const rows = links.map(({ from, fromKind, to, grams, claim }) => ({
    tenant_id: scope.tenant.id,
    event_id: event.id,
    output_id: to,
    output_kind: 'productbatch',
    input_id: from,
    input_kind: fromKind,
    kg: toKg(grams),
    claim: claim ?? null,
    at: event.occurredAt,
    recorded_at: scope.now.toISOString(),
  }))
  sendWithNext(scope.db, scope.db.insertInto('lot_link').values(rows))
}
