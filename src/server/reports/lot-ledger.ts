// A lot's ledger as people read it: every movement in the order of time with the balance after it, what it was,
// and where the kilograms went.
import { sql } from 'kysely'
import type { LedgerLine, LotLedger } from '#domain/chain/chain-reports.ts'
import { physicalAccounts, toGrams, toKg } from '#domain/chain/ledger.ts'
import { entityOf } from '#domain/entities.ts'
import type { Scope } from '../scope.ts'
import { recordAsOf } from '../store/as-of.ts'
import { getRecord } from '../store/get.ts'
import { entriesThen } from '../store/past.ts'

/** More than this is nobody's reading; the newest are shown. */
const most = 2000
const physical: ReadonlySet<string> = new Set(physicalAccounts)
const kgOf = (kg: unknown): number => (typeof kg === 'number' ? kg : 0)

/** Throws NOT_FOUND. */
export async function ledgerOfLot(scope: Scope, id: string): Promise<LotLedger> {
  const now = await getRecord(scope, entityOf('productbatch'), id)
  const lot = scope.past ? (await recordAsOf(scope, entityOf('productbatch'), now, scope.past)).row : now
  const { rows } = await sql<{
    id: string
    at: string
    account: string
    deltaKg: number
    eventId: string
    eventType: string
    subjectType: string
    subjectId: string
    status: string
  }>`
    select e.id, e.at, e.account, e.delta_kg as "deltaKg", v.id as "eventId", v.event_type as "eventType", v.subject_type as "subjectType", v.subject_id as "subjectId", ${statusThen(scope)} as status
    from ledger_entry as e join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id
    where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lot.id}::uuid and ${entriesThen(scope)} order by e.at, e.id`.execute(scope.db)
  const others = await counterparts(scope, lot.id, [...new Set(rows.map(({ eventId }) => eventId))])
  const totals: Record<string, number> = {}
  let balance = 0
  const items = rows.map(({ id: entryId, at, account, deltaKg, eventId, eventType, subjectType, subjectId, status }): LedgerLine => {
    totals[account] = toKg(toGrams(totals[account] ?? 0) + toGrams(deltaKg))
    if (physical.has(account)) balance += toGrams(deltaKg)
    return {
      id: entryId,
      at,
      account,
      deltaKg,
      balanceKg: toKg(balance),
      event: { id: eventId, eventType, subjectType, subjectId, status },
      lots: others.get(eventId) ?? [],
    }
  })
  return {
    batchId: lot.id,
    title: lot.title,
    onHandKg: kgOf(lot.onHandKg),
    reservedKg: kgOf(lot.reservedKg),
    availableKg: kgOf(lot.availableKg),
    totals,
    items: items.slice(-most),
    isCut: items.length > most,
  }
}

/** Of an event (`v`): one that was voided later had not been then. */
const statusThen = ({ past }: Scope) => (past ? sql`case when v.voided_at <= ${past.knownBy}::timestamptz then v.status else 'RECORDED' end` : sql`v.status`)

async function counterparts(scope: Scope, lotId: string, eventIds: readonly string[]): Promise<Map<string, LedgerLine['lots']>> {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<{ eventId: string; id: string; title: string; deltaKg: number }>`
    select e.event_id as "eventId", b.id, b.title, sum(e.delta_kg) as "deltaKg" from ledger_entry as e join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = e.batch_id
    where e.tenant_id = ${scope.tenant.id} and e.event_id = any(${[...eventIds]}::uuid[]) and e.batch_id <> ${lotId}::uuid and ${entriesThen(scope)} group by e.event_id, b.id, b.title order by b.title`.execute(
    scope.db,
  )
  return Map.groupBy(rows, ({ eventId }) => eventId)
}
