// What the books of a holder (reconciliation.ts) take from other records, as those were on a past day: the claim of each lot, and how much of each
// dispatch certificates covered. Lots are folded together (lots-then.ts), certificates from their events, whatever their rows say now.
import { type RawBuilder, sql } from 'kysely'
import { toGrams } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Past, Scope } from '../scope.ts'
import { stateAfter } from '../store/as-of.ts'
import { enteredIn, eventsByRecord } from '../store/events-then.ts'
import { statesOf } from '../store/history.ts'
import { entriesThen } from '../store/past.ts'
import type { Certificate } from './certificate-queries.ts'
import { lotsThen } from './lots-then.ts'

const transactioncertificate = entityOf('transactioncertificate')
type PastScope = Scope & { past: Past }
export type HoldingsThen = {
  lots: { id: string; claim: string | null }[]
  /** By which the holder received goods and that a certificate named: the share (0 to 1) that issued ones covered. */
  dispatches: { id: string; share: number }[]
}

/** `owned`: of a lot (`b`), that it is the holder's. */
export async function holdingsThen(scope: PastScope, owned: RawBuilder<unknown>): Promise<HoldingsThen> {
  const { tenant } = scope
  const moved = sql`productbatch as b join ledger_entry as e on e.tenant_id = ${tenant.id} and e.batch_id = b.id and ${entriesThen(scope)}
    where b.tenant_id = ${tenant.id} and b.deleted_at is null and ${owned}`
  const [lotRows = [], sent = [], named = []] = await queryAll(
    scope.db,
    sql<{ id: string }>`select distinct b.id from ${moved}`,
    sql<{ id: string; kg: number }>`select v.id, (v.data->>'kg')::numeric as kg from event as v
      where v.tenant_id = ${tenant.id} and v.id in (select e.event_id from ${moved} and e.account = 'RECEIVED') and (v.data->>'kg')::numeric > 0`,
    // Whatever ever certified some of the lots that were sent out of; what it named, and whether it was issued, is folded from its events.
    sql<{ id: string }>`select distinct v.subject_id as id from ledger_entry as i
      join event as v on v.tenant_id = ${tenant.id} and v.id = i.event_id and v.subject_type = 'transactioncertificate'
      where i.tenant_id = ${tenant.id} and i.account = 'TC_ISSUE' and i.batch_id in (select s.batch_id from ledger_entry as s
        where s.tenant_id = ${tenant.id} and s.account = 'SHIPPED' and s.event_id in (select e.event_id from ${moved} and e.account = 'RECEIVED'))`,
  )
  const lots = await lotsThen(
    scope,
    lotRows.map(({ id }) => id),
  )
  const certified = await certifiedThen(
    scope,
    named.map(({ id }) => id),
  )
  return {
    lots: lotRows.map(({ id }) => ({ id, claim: lots.get(id)?.claimStatus ?? null })),
    dispatches: sent.flatMap(({ id, kg }) => {
      const grams = certified.get(id)
      return grams === undefined ? [] : [{ id, share: Math.min(1, grams / toGrams(Number(kg))) }]
    }),
  }
}

/** Grams by dispatch that stood on certificates which were issued then. */
async function certifiedThen(scope: PastScope, ids: readonly string[]): Promise<Map<string, number>> {
  const histories = await eventsByRecord(scope, transactioncertificate, ids)
  const machine = statesOf(scope, transactioncertificate)
  const grams = new Map<string, number>()
  for (const [created, ...rest] of histories.values()) {
    if (created?.eventType !== 'CREATED' || machine.statusOf(stateAfter(transactioncertificate, machine, [created, ...rest])) !== 'ISSUED') continue
    const { shipments = [] }: Partial<Certificate> = enteredIn(transactioncertificate, [created, ...rest])
    for (const { dispatchId, netKg } of shipments) {
      const id = dispatchId?.toLowerCase()
      if (id) grams.set(id, (grams.get(id) ?? 0) + toGrams(netKg))
    }
  }
  return grams
}
