// The runs of a line, oldest first, now or in a scope of the past: what went in, what came out, and the out-turn against its band (BR-10).

import { sql } from 'kysely'
import type { PastRun, RunHistory } from '#domain/chain/chain-reports.ts'
import { sumGrams, toGrams, toKg } from '#domain/chain/ledger.ts'
import { mainOutTurn } from '#domain/chain/mass-balance.ts'
import { mainOutputs, processNorms } from '#domain/chain/norms.ts'
import { entityOf } from '#domain/entities.ts'
import type { EventData, Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { recordIn } from '../store/as-of.ts'
import { recordsById } from '../store/get.ts'
import { eventsThen } from '../store/past.ts'

const [processingsystem, product] = [entityOf('processingsystem'), entityOf('product')]
export type Line = Stored<typeof processingsystem>
export type Product = Stored<typeof product>

/** A line's picture shows at most this many of its latest runs. */
export const mostRuns = 300

/** Throws NOT_FOUND. */
export async function runsOfLine(scope: Scope, id: string): Promise<RunHistory> {
  const system = await recordIn(scope, processingsystem, id)
  const { rows } = await sql<RunEvent>`
    select e.id, e.occurred_at as at, e.data from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${system.id}::uuid
      and e.event_type = 'PROCESS_RUN' and ${eventsThen(scope)} order by e.occurred_at desc, e.id desc limit ${mostRuns}`.execute(scope.db)
  const runs = rows.toReversed()
  return historyOf(system, runs, await productsOfRuns(scope, runs), scope.now)
}

/** The products that runs made, by id. */
export async function productsOfRuns(scope: Scope, runs: readonly RunEvent[]): Promise<Map<string, Product>> {
  const ids = runs.flatMap(({ data }) => data.outputs.map(({ productId }) => productId))
  return new Map((await recordsById(scope, product, ids)).map((one) => [one.id, one]))
}

/** The arithmetic of a line over its runs, oldest first. */
export function historyOf(system: Line, runs: readonly RunEvent[], products: ReadonlyMap<string, Product>, now: Date): RunHistory {
  const process = runs.at(-1)?.data.process
  const made = runs.map(({ data: { process: own, inputs, outputs } }) =>
    mainOutTurn({
      process: own,
      inputGrams: sumGrams(inputs.map(({ kg }) => toGrams(kg))),
      outputs: outputs.map(({ productId, kg }) => ({ material: products.get(productId)?.material ?? 'OTHER', grams: toGrams(kg) })),
    }),
  )
  const main = made.at(-1)?.material ?? (process ? (mainOutputs(process)[0] ?? null) : null)
  const items = runs.map(({ id: runId, at, data }, index): PastRun => {
    const inputKg = toKg(sumGrams(data.inputs.map(({ kg }) => toGrams(kg))))
    const outputs = data.outputs.map(({ productId, kg }) => ({
      productId,
      product: products.get(productId)?.title ?? '',
      material: products.get(productId)?.material ?? 'OTHER',
      kg,
      share: five(kg / inputKg),
    }))
    const own = made[index]
    return {
      id: runId,
      at,
      process: data.process,
      inputKg,
      wasteKg: data.wasteKg,
      invisibleKg: data.invisibleKg,
      outputs,
      share: own ? five(own.share) : null,
      material: own?.material ?? null,
    }
  })
  // Runs of another process, or for another material, have another out-turn, and another band.
  const shares = items.filter((one) => one.process === process && one.material === main).flatMap(({ share }) => share ?? [])
  const own = system.norms.find(({ productId }) => products.get(productId)?.material === main)
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
export type RunEvent = { id: string; at: string; data: EventData<typeof processingsystem, 'PROCESS_RUN'> }
const five = (share: number): number => Math.round(share * 100_000) / 100_000
