// Goods and their certificates at once: four people divide, lose, hold back, test and send two lots and take that back, while certificates of what was sent are drafted,
// submitted, issued and withdrawn. On PostgreSQL: the embedded database takes one transaction after the other.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Chain, chainOf, clock } from '../api/chain-stage.ts'
import { type Sales, salesOf } from '../api/sale-stage.ts'
import { openWorld, type World } from '../harness/world.ts'
import { concurrentHistories, inLanes, shortLots, shuffled } from './concurrent.ts'
import { carryOut, histories, openTrade } from './trade-acts.ts'
import { flawOf } from './trade-replay.ts'
import { isOn, seed } from './trying.ts'

let world: World
let chain: Chain
let sales: Sales

describe.runIf(process.env.TEST_DATABASE_URL && isOn('trade'))('histories of goods and their certificates', () => {
  beforeAll(async () => {
    world = await openWorld({ now: clock })
    chain = await chainOf(world)
    sales = salesOf(chain)
  }, 120_000)
  it(`end as an independent replay says when several people record them at once: ${concurrentHistories} of them`, {
    timeout: concurrentHistories * 120_000,
  }, async () => {
    const counts: Record<string, number> = {}
    for (const [place, { parts, by }] of fc.sample(histories, { seed, numRuns: concurrentHistories }).entries()) {
      const trade = await openTrade(sales)
      let day = 0
      for (const acts of parts) {
        const dated = acts.map((act) => ({ act, day: day++ }))
        await inLanes(shuffled(dated, by), (one) => carryOut(chain, sales, trade, one.act, one.day))
      }
      const flaw = trade.failed[0] ?? (await flawOf(chain, trade))
      if (flaw) throw new Error(`${flaw}\n${trade.log.join('\n')}\nSeed ${seed}, history ${place + 1} of trade`)
      for (const { step } of [...trade.lots, ...trade.certificates].flatMap(({ accepted }) => accepted)) {
        const type = step.kind === 'fact' ? step.fact.type : 'VOID'
        counts[type] = (counts[type] ?? 0) + 1
      }
    }
    expect(counts.ISSUED).toBeGreaterThan(0)
    expect(counts.DISPATCH).toBeGreaterThan(concurrentHistories)
    expect(await shortLots(world)).toEqual([])
    console.log(`${concurrentHistories} histories of goods and their certificates: ${JSON.stringify(counts)}`)
  })
})
