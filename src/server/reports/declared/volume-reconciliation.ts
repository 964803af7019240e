// R18. As the panel of a holder shows it, for every holder whose books the reader may see, all of them by the same few statements.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { mayReadBooks, readsBooks } from '#domain/books-access.ts'
import { entityOf } from '#domain/entities.ts'
import { volumeReconciliation } from '#domain/reports/volume-reconciliation.ts'
import { namedThen } from '../../ledger/named-then.ts'
import { reconciliationsOf } from '../../ledger/reconciliation.ts'
import type { Past, Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { conditions } from '../../store/list.ts'
import { isPast } from '../../store/past.ts'
import { onPastDay } from '../engine/past-day.ts'
import { reportQuery } from '../engine/report-query.ts'

/** Holders whose books one report opens. */
const mostHolders = 500
type Kind = 'collective' | 'processor'
type Holder = { kind: Kind; id: string; title: string }

async function holdersOf(scope: Scope, kind: Kind): Promise<Holder[]> {
  const entity = entityOf(kind)
  if (!readsBooks(scope.user, kind)) return []
  const where = can(scope.user, kind, 'L')
    ? sql.join(conditions(scope, entity, { q: null, filters: [] }), sql` and `)
    : sql`r.tenant_id = ${scope.tenant.id} and r.deleted_at is null`
  const own = kind === 'collective' && scope.operator ? sql`and r.id = ${scope.operator.id}::uuid` : sql``
  const { rows } = await sql<{ id: string }>`
    select r.id from ${sql.table(kind)} as r where ${where} ${own} order by r.title, r.id limit ${sql.lit(mostHolders)}`.execute(scope.db)
  const records = await recordsById(
    scope,
    entity,
    rows.map(({ id }) => id),
  )
  return records.filter((record) => mayReadBooks(scope.user, kind, record)).map(({ id, title }) => ({ kind, id, title }))
}

/** What they were called. */
async function namesThen(then: Scope & { past: Past }, holders: readonly Holder[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const kind of ['collective', 'processor'] as const) {
    const ids = holders.flatMap((one) => (one.kind === kind ? [one.id] : []))
    for (const { id, title } of await namedThen(then, entityOf(kind), ids)) names.set(id, title)
  }
  return names
}

export const query = reportQuery(volumeReconciliation, {
  async rows({ scope, values }, limit) {
    const holders = [...(await holdersOf(scope, 'collective')), ...(await holdersOf(scope, 'processor'))].slice(0, mostHolders)
    const { from, to } = values
    const then = onPastDay(scope, values)
    const books = await reconciliationsOf(then, holders, { from, to })
    const names = isPast(then) ? await namesThen(then, holders) : new Map<string, string>()
    const rows = holders.flatMap(({ id, title }) => (books.get(id) ?? []).map(({ expectedKg: _, ...flow }) => ({ holder: names.get(id) ?? title, ...flow })))
    return rows.slice(0, limit)
  },
})
