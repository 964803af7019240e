// Kilograms of lots that transaction certificates bind (domain dictionary 4.4: TC_RESERVE, TC_RELEASE, TC_ISSUE). At the end of the step no lot has more bound
// than is in it and was sent out of it (judge-lots.ts); what is to be bound follows from the state of the certificate (certificate-bindings.ts).

import { sql } from 'kysely'
import { toGrams } from '#domain/chain/ledger.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { entriesThen } from '../store/past.ts'
import { atEndOfStep } from '../store/step.ts'
import { boundAccounts } from './certificate-queries.ts'
import { writeEntries } from './ledger-rows.ts'
import { lockLots } from './lot-ledger.ts'
import { settleLots } from './settle-lots.ts'
import { addTo, lotInStep, stepLedger } from './step-ledger.ts'

/** Grams, by lot. */
export type Bound = Map<string, { reserved: number; issued: number }>

/** What the events of a certificate bind now, or bound in a scope of the past. */
export async function boundBy(scope: Scope, certificateId: string): Promise<Bound> {
  const [rows = []] = await queryAll(
    scope.db,
    sql<{ lotId: string; reserved: number; issued: number }>`
      select e.batch_id as "lotId", sum(e.delta_kg) filter (where e.account <> 'TC_ISSUE') as reserved, sum(e.delta_kg) filter (where e.account = 'TC_ISSUE') as issued
      from event as v join ledger_entry as e on e.tenant_id = ${scope.tenant.id} and e.event_id = v.id
      where v.tenant_id = ${scope.tenant.id} and v.subject_type = 'transactioncertificate' and v.subject_id = ${certificateId}::uuid and e.account = any(${[...boundAccounts]}::text[])
        and ${entriesThen(scope)}
      group by e.batch_id order by e.batch_id`,
  )
  return new Map(rows.map(({ lotId, reserved, issued }) => [lotId, { reserved: toGrams(Number(reserved ?? 0)), issued: toGrams(Number(issued ?? 0)) }]))
}

type Binding = { lotId: string; account: (typeof boundAccounts)[number]; grams: number }
/** Posts what an event binds (> 0) and frees (< 0). */
export async function postBindings(scope: Scope, event: { id: string; occurredAt: string }, bindings: readonly Binding[]): Promise<void> {
  const real = bindings.filter(({ grams }) => grams !== 0)
  if (real.length === 0) return
  const lots = new Map(
    (
      await lockLots(
        scope,
        real.map(({ lotId }) => lotId),
      )
    ).map((lot) => [lot.id, lot]),
  )
  stepLedger(scope).events.add(event.id)
  const entries = real.map(({ lotId, account, grams }) => ({ batchId: lotId, account, grams, at: event.occurredAt }))
  for (const { batchId, account, grams } of entries) {
    const lot = lots.get(batchId)
    if (!lot) throw new Error(`No lot ${batchId}`)
    addTo(lotInStep(scope, lot, event.occurredAt), account, grams)
  }
  writeEntries(scope, event.id, entries)
  await atEndOfStep(scope, 'lots', () => settleLots(scope))
}
