// The nightly audit compares rows with their histories: none differs after a season's work, and one that was changed behind the product's
// back is named until it is put right.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { behaviours } from '#server/behaviours.ts'
import { audited } from '#server/jobs/clock/projection-audit.ts'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { clockFailures } from '#server/operations/tenant-figures.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let days = 0
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

/** In the nights of the next month, in each of which one in 32 is compared. How many of each entity were. */
const auditedForAMonth = async () => {
  const audits = clockHandlers.filter(({ name }) => name.startsWith('audit: '))
  const context = { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, stop: new AbortController().signal }
  const sums: Record<string, number> = {}
  for (let night = 0; night < 32; night++) {
    days++
    const done = await runClock({ ...context, clock: () => new Date(clock().getTime() + days * 86_400_000) }, world.tenants.cotton, audits)
    for (const [name, count] of Object.entries(done)) sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}
const failures = () => world.scoped('ada', ({ db, tenant }) => clockFailures(db, tenant.id))

describe('the nightly audit', () => {
  it('is of entities with a projection', () => {
    expect(audited.filter((name) => !behaviours[name]?.project)).toEqual([])
  })
  it('finds no difference in a season of plots, crops, members and lots, and writes nothing', { timeout: 120_000 }, async () => {
    const { cropId, farmerId } = await chain.sown({ conversionStart: '2022-01-10' })
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 1000)
    const { id } = await chain.lot()
    await ok(chain.buy(id, cropId, 900))
    const { event } = await ok(record(world.as('pooja', 'OP1'), 'productbatch', id, 'LOSS', '2025-11-08', { cause: 'DRYING', kg: 2 }))
    await ok(world.as('pooja', 'OP1').post(`/productbatch/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(record(world.as('pooja', 'OP1'), 'productbatch', id, 'CLOSED', '2025-11-20'))
    const events = () =>
      world.scoped(
        'ada',
        async ({ db, tenant }) => (await sql<{ n: number }>`select count(*)::int as n from event where tenant_id = ${tenant.id}`.execute(db)).rows[0]?.n,
      )
    const before = await events()
    const done = await auditedForAMonth()
    expect(done['audit: crop']).toBeGreaterThan(0)
    expect(done['audit: productbatch']).toBeGreaterThan(1)
    expect(done['audit: landparcel']).toBeGreaterThan(0)
    expect(await failures()).toEqual([])
    expect(await events()).toBe(before)
  })
  it('names the record and the column that were changed behind the product’s back, until they are right again', { timeout: 120_000 }, async () => {
    const { id } = await chain.lot()
    const set = (claim: string | null) =>
      world.scoped('ada', ({ db, tenant }) =>
        sql`update productbatch set claim_status = ${claim} where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db),
      )
    const { claimStatus } = await chain.view('productbatch', id)
    await set('ORGANIC')
    await auditedForAMonth()
    expect(await failures()).toMatchObject([{ reason: 'audit: productbatch: Not what its history says: claimStatus' }])
    await set(claimStatus)
    await auditedForAMonth()
    expect(await failures()).toEqual([])
  })
})
