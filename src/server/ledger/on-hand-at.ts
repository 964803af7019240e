// What is on hand of a lot at a moment.
import { sql } from 'kysely'
import { physicalAccounts, toGrams, toKg } from '#domain/chain/ledger.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import type { Lot } from './lots.ts'
import { balanceInStep } from './step-ledger.ts'

/** Kilograms that lay in a lot at a moment, by what has been recorded until now: what lies there, less what came and went later. */
export async function onHandAt(scope: Scope, lot: Lot, moment: string): Promise<number> {
  const [[later] = []] = await queryAll(
    scope.db,
    sql<{ kg: number }>`select coalesce(sum(e.delta_kg), 0) as kg from ledger_entry as e
      where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lot.id}::uuid and e.at > ${moment}::timestamptz and e.account = any(${[...physicalAccounts]}::text[])`,
  )
  return toKg(balanceInStep(scope, lot).onHand - toGrams(later?.kg ?? 0))
}
