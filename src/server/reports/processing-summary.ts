// Processing in summary, in a handful of queries whatever its size: stock by material, and each line's out-turn against
// its band (BR-10).
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { driftWindow } from '#domain/chain/mass-balance.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { processingEntities } from '#domain/processing/processing-summary.ts'
import type { LineSummary, MaterialStock, ProcessingSummary } from '#domain/processing/processing-summary-answer.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { conditions } from '../store/list.ts'
import { historyOf, type Line, mostRuns, type Product, productsOfRuns, type RunEvent } from './run-history.ts'
import { statusCountsOf } from './status-counts.ts'

/** A dashboard shows at most this many lines; the list has them all. */
export const mostLines = 50

/** Throws FORBIDDEN for roles without dashboards. */
export async function processingSummary(scope: Scope): Promise<ProcessingSummary> {
  if (!can(scope.user, 'dashboard', 'V')) throw new Problem('FORBIDDEN')
  const statusCounts: ProcessingSummary['statusCounts'] = []
  for (const name of processingEntities) if (can(scope.user, name, 'L')) statusCounts.push(await statusCountsOf(scope, entityOf(name)))
  const sees = (name: string) => statusCounts.some(({ entity }) => entity === name)
  return { statusCounts, stock: sees('productbatch') ? await stockOf(scope) : null, lines: sees('processingsystem') ? await linesOf(scope) : null }
}

async function stockOf(scope: Scope): Promise<MaterialStock[]> {
  const { rows } = await sql<MaterialStock>`
    select p.material, count(*) as lots, sum(r.on_hand_kg) as "onHandKg", sum(coalesce(r.available_kg, 0)) as "availableKg",
      coalesce(sum(r.on_hand_kg) filter (where r.status in ('QUARANTINED', 'RECALLED')), 0) as "onHoldKg"
    from productbatch as r join product as p on p.tenant_id = ${scope.tenant.id} and p.id = r.product_id
    where ${sql.join(conditions(scope, entityOf('productbatch'), { q: null, filters: [] }), sql` and `)} and r.on_hand_kg > 0
    group by p.material order by sum(r.on_hand_kg) desc, p.material`.execute(scope.db)
  return rows
}

async function linesOf(scope: Scope): Promise<LineSummary[]> {
  const { rows: found } = await sql<{ id: string }>`
    select r.id from processingsystem as r
    where ${sql.join(conditions(scope, entityOf('processingsystem'), { q: null, filters: [] }), sql` and `)} and r.status in ('ACTIVE', 'SUSPENDED')
    order by r.last_run_at desc nulls last, r.id limit ${mostLines}`.execute(scope.db)
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows: runs } = await sql<RunEvent & { lineId: string }>`
    select id, at, data, "lineId" from (
      select e.id, e.occurred_at as at, e.data, e.subject_id as "lineId",
        row_number() over (partition by e.subject_id order by e.occurred_at desc, e.id desc) as place
      from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = any(${ids}::uuid[])
        and e.event_type = 'PROCESS_RUN' and e.status = 'RECORDED'
    ) as latest where place <= ${mostRuns} order by at, id`.execute(scope.db)
  const products = await productsOfRuns(scope, runs)
  const lines = new Map((await recordsById(scope, entityOf('processingsystem'), ids)).map((line) => [line.id, line]))
  const byLine = Map.groupBy(runs, ({ lineId }) => lineId)
  return ids.flatMap((id) => {
    const line = lines.get(id)
    return line ? [lineOf(scope, line, byLine.get(id) ?? [], products)] : []
  })
}

function lineOf(scope: Scope, line: Line, runs: readonly RunEvent[], products: ReadonlyMap<string, Product>): LineSummary {
  const { items, norm, throughputKg30Days } = historyOf(line, runs, products, scope.now)
  const last = items.at(-1)
  const latestShares = items
    .filter(({ process, material }) => process === last?.process && material === (last?.material ?? norm?.material))
    .flatMap(({ share }) => share ?? [])
    .slice(-driftWindow)
  return {
    id: line.id,
    title: line.title,
    code: line.code,
    process: last?.process ?? null,
    runs: items.length,
    lastRunAt: last?.at ?? null,
    lastShare: last?.share ?? null,
    meanShare: latestShares.length ? Math.round((latestShares.reduce((sum, one) => sum + one, 0) / latestShares.length) * 100_000) / 100_000 : null,
    latestShares,
    norm,
    throughputKg30Days,
  }
}
