// The runs of a line, oldest first: what went in, what came out, and the out-turn against its band (BR-10).

import type { PastRun, RunHistory } from '#domain/chain/chain-reports.ts'
import { sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { mainOutputs, processNorms } from '#domain/chain/norms.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Material, Process } from '#domain/kernel/terms.ts'
import type { Scope } from '../scope.ts'
import { getRecord, recordsById } from '../store/get.ts'

/** A line's picture shows at most this many of its latest runs. */
export const mostRuns = 300

/** Throws NOT_FOUND. */
export async function runsOfLine(scope: Scope, id: string): Promise<RunHistory> {
  const system = await getRecord(scope, entityOf('processingsystem'), id)
  const events = await scope.db
    .selectFrom('event')
    .select(['id', 'occurred_at', 'data'])
    .where('tenant_id', '=', scope.tenant.id)
    .where('subject_type', '=', 'processingsystem')
    .where('subject_id', '=', system.id)
    .where('event_type', '=', 'PROCESS_RUN')
    .where('status', '=', 'RECORDED')
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostRuns)
    .execute()
  const runs = events.reverse().map((event) => ({ id: event.id, at: event.occurred_at, data: event.data as RunData }))
  return historyOf(system, runs, await productsOfRuns(scope, runs), scope.now)
}

/** The products that runs made, by id. */
export async function productsOfRuns(scope: Scope, runs: readonly RunEvent[]): Promise<Map<string, Row>> {
  const ids = runs.flatMap(({ data }) => data.outputs.map(({ productId }) => productId))
  return new Map((await recordsById(scope, entityOf('product'), ids)).map((product) => [product.id, product]))
}

/** The arithmetic of a line over its runs, oldest first. */
export function historyOf(system: Row, runs: readonly RunEvent[], products: ReadonlyMap<string, Row>, now: Date): RunHistory {
  const process = runs.at(-1)?.data.process
  const main = process ? (mainOutputs(process)[0] ?? null) : null
  const items = runs.map(({ id: runId, at, data }): PastRun => {
    const inputKg = toKg(sumGrams(data.inputs.map(({ kg }) => toGrams(kg))))
    const outputs = data.outputs.map(({ productId, kg }) => ({
      productId,
      product: products.get(productId)?.title ?? '',
      material: (products.get(productId)?.material ?? 'OTHER') as Material,
      kg,
      share: five(kg / inputKg),
    }))
    const mainKg = sumGrams(outputs.filter(({ material }) => material === mainOutputs(data.process)[0]).map(({ kg }) => toGrams(kg)))
    return {
      id: runId,
      at,
      process: data.process,
      inputKg,
      wasteKg: data.wasteKg,
      invisibleKg: data.invisibleKg,
      outputs,
      share: mainKg ? five(toKg(mainKg) / inputKg) : null,
    }
  })
  // Runs of another process have another out-turn, and another band.
  const shares = items.filter((one) => one.process === process).flatMap(({ share }) => share ?? [])
  const own = (system.norms as { productId: string; min: number; max: number }[]).find(({ productId }) => products.get(productId)?.material === main)
  const norm = main && process ? processNorms[process].outputs[main] : undefined
  const monthAgo = now.getTime() - 30 * 86_400_000
  return {
    items,
    meanShare: shares.length ? five(shares.reduce((sum, share) => sum + share, 0) / shares.length) : null,
    norm: main && norm ? { material: main, min: own?.min ?? norm.min, max: own?.max ?? norm.max } : null,
    throughputKg30Days: toKg(sumGrams(items.filter(({ at }) => Date.parse(at) >= monthAgo).map(({ inputKg }) => toGrams(inputKg)))),
  }
}
/** A recorded PROCESS_RUN. */
export type RunEvent = { id: string; at: string; data: RunData }
type RunData = { process: Process; inputs: { kg: number }[]; outputs: { productId: string; kg: number }[]; wasteKg: number; invisibleKg: number }
const five = (share: number): number => Math.round(share * 100_000) / 100_000
