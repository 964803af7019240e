// From which crops a lot came (ledger/lot-origin.ts): random chains with late links and voids against a calculation of its own in exact
// fractions, the real chain with a late ticket, voids and a superseded ticket, and the rebuild from nothing, which finds no difference.
import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { lotsChanged, rebuildOrigins } from '#server/ledger/lot-origin.ts'
import type { Scope } from '#server/scope.ts'
import { inStep } from '#server/store/step.ts'
import { seedOf } from '../harness/seed.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

/** A fraction without loss. */
type Fraction = { over: bigint; under: bigint }
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const fraction = (over: bigint, under: bigint): Fraction => {
  const common = gcd(over < 0n ? -over : over, under) || 1n
  return { over: over / common, under: under / common }
}
const plus = (a: Fraction, b: Fraction) => fraction(a.over * b.under + b.over * a.under, a.under * b.under)
const times = (a: Fraction, b: Fraction) => fraction(a.over * b.over, a.under * b.under)
const divided = (a: Fraction, b: Fraction) => fraction(a.over * b.under, a.under * b.over)
const whole = (grams: number): Fraction => ({ over: BigInt(grams), under: 1n })
const zero = whole(0)

type Made = { from: string; fromKind: 'crop' | 'productbatch'; to: string; grams: number; isVoid: boolean }
/** Grams of each crop in each lot by the links that count: a source gives in the proportion of what it came from itself. */
function expected(links: readonly Made[], lots: readonly string[]): Map<string, Map<string, Fraction>> {
  const origins = new Map<string, Map<string, Fraction>>()
  for (const lot of lots) {
    const into = links.filter(({ to, isVoid }) => to === lot && !isVoid)
    const parts = new Map<string, Fraction>()
    for (const { from, fromKind, grams } of into) {
      const source = fromKind === 'crop' ? new Map([[from, whole(1)]]) : (origins.get(from) ?? new Map<string, Fraction>())
      const all = [...source.values()].reduce(plus, zero)
      for (const [crop, part] of source) parts.set(crop, plus(parts.get(crop) ?? zero, times(whole(grams), divided(part, all))))
    }
    const known = [...parts.values()].reduce(plus, zero)
    const total = whole(into.reduce((sum, { grams }) => sum + grams, 0))
    origins.set(lot, new Map([...parts].map(([crop, part]) => [crop, times(total, divided(part, known))])))
  }
  return origins
}

async function stored({ db, tenant }: Scope, lots: readonly string[]): Promise<Map<string, Map<string, number>>> {
  const { rows } = await sql<{ lot: string; crop: string; kg: number }>`
    select o.lot_id as lot, o.crop_id as crop, o.kg from lot_origin as o where o.tenant_id = ${tenant.id} and o.lot_id = any(${[...lots]}::uuid[])`.execute(db)
  return new Map([...Map.groupBy(rows, ({ lot }) => lot)].map(([lot, parts]) => [lot, new Map(parts.map(({ crop, kg }) => [crop, Math.round(kg * 1000)]))]))
}

/** One step: links between a source that comes earlier and a lot that comes later, or a link that is voided. Numbers choose among what is there. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constant('link' as const), from: fc.nat(), to: fc.nat(), grams: fc.integer({ min: 1, max: 5_000_000 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('void' as const), link: fc.nat() }) },
)
const crops = 6
const lotCount = 14
/** The same chains in every run, so that what is red follows from the change; other ones where a seed is given (`SEED=7`, `SEED=random`). */
const seed = seedOf(20_261_122)

describe('lot_origin', () => {
  it('of random chains sums to the lot to the gram, each part within a gram of the exact one, and rebuilds to the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 18 }), async (steps) => {
        await world.scoped('ada', async (scope) => {
          const nodes = Array.from({ length: crops + lotCount }, () => randomUUIDv7())
          const lots = nodes.slice(crops)
          const links: Made[] = []
          const { rows: events } = await sql<{
            id: string
          }>`select e.id from event as e where e.tenant_id = ${scope.tenant.id} order by e.id limit 100`.execute(scope.db)
          for (const changes of steps)
            await inStep(scope, async () => {
              for (const change of changes) {
                if (change.what === 'void') {
                  const link = links[change.link % (links.length || 1)]
                  if (!link) continue
                  link.isVoid = true
                  await sql`update lot_link set voided_at = ${scope.now.toISOString()}::timestamptz where tenant_id = ${scope.tenant.id} and input_id = ${link.from}::uuid and output_id = ${link.to}::uuid`.execute(
                    scope.db,
                  )
                  for (const one of links) if (one.from === link.from && one.to === link.to) one.isVoid = true
                  await lotsChanged(scope, [link.to])
                  continue
                }
                const to = crops + (change.to % lotCount)
                const from = change.from % to
                const made: Made = {
                  from: nodes[from] as string,
                  fromKind: from < crops ? 'crop' : 'productbatch',
                  to: nodes[to] as string,
                  grams: change.grams,
                  isVoid: false,
                }
                const event = events[links.filter((one) => one.from === made.from && one.to === made.to).length]
                await sql`insert into lot_link (tenant_id, event_id, output_id, output_kind, input_id, input_kind, kg, at, recorded_at) values
                  (${scope.tenant.id}, ${event?.id}::uuid, ${made.to}::uuid, 'productbatch', ${made.from}::uuid, ${made.fromKind}, ${made.grams / 1000}, now(), now())`.execute(
                  scope.db,
                )
                links.push(made)
                await lotsChanged(scope, [made.to])
              }
            })
          const found = await stored(scope, lots)
          for (const [lot, parts] of expected(links, lots)) {
            const grams = found.get(lot) ?? new Map<string, number>()
            expect([...grams.keys()].sort()).toEqual([...parts.keys()].sort())
            const into = links.filter(({ to, isVoid }) => to === lot && !isVoid).reduce((sum, one) => sum + one.grams, 0)
            expect([...grams.values()].reduce((sum, one) => sum + one, 0)).toBe(parts.size ? into : 0)
            for (const [crop, { over, under }] of parts)
              expect(Math.abs(Number((over * 1_000_000n) / under) / 1_000_000 - (grams.get(crop) ?? 0))).toBeLessThan(1.001)
          }
          expect(await rebuildOrigins(scope)).toEqual([])
          const spoilt = lots.filter((lot, index) => index % 3 === 0 && (found.get(lot)?.size ?? 0) > 0)
          await sql`delete from lot_origin where tenant_id = ${scope.tenant.id} and lot_id = any(${spoilt}::uuid[])`.execute(scope.db)
          const [stray = ''] = lots.filter((lot) => !links.some(({ to, isVoid }) => to === lot && !isVoid))
          if (stray)
            await sql`insert into lot_origin (tenant_id, lot_id, crop_id, kg, exact_kg) values (${scope.tenant.id}, ${stray}::uuid, ${nodes[0]}::uuid, 1, 1)`.execute(
              scope.db,
            )
          expect(await rebuildOrigins(scope, 4)).toEqual([...spoilt, ...(stray ? [stray] : [])].sort())
          expect(await stored(scope, lots)).toEqual(found)
        })
      }),
      { numRuns: 40, seed },
    )
  }, 240_000)

  it('follows a late ticket, voids and a superseded ticket through the lots made of the heap', async () => {
    const plots: { cropId: string; farmerId: string }[] = []
    for (let n = 0; n < 3; n++) plots.push(await chain.sown())
    for (const { cropId } of plots) await chain.picked(cropId, 500)
    await chain.decide('APPROVED', ...plots.map(({ farmerId }) => farmerId))
    const [a, b, c] = plots.map(({ cropId }) => cropId) as [string, string, string]
    const { id: heap } = await chain.lot()
    const originOf = async (lot: string): Promise<Record<string, number>> =>
      world.scoped('ada', async (scope) => Object.fromEntries([...((await stored(scope, [lot])).get(lot) ?? [])].map(([crop, grams]) => [crop, grams / 1000])))
    await ok(chain.buy(heap, a, 300))
    await ok(chain.buy(heap, b, 100))
    expect(await originOf(heap)).toEqual({ [a]: 300, [b]: 100 })
    await ok(record(world.as('pooja', 'OP1'), 'productbatch', heap, 'CLOSED', '2025-11-20'))
    const split = await ok(record(world.as('pooja', 'OP1'), 'productbatch', heap, 'SPLIT', '2025-11-21', { outputs: [{ kg: 100 }, { kg: 60.001 }] }))
    const { lots } = await ok(world.as('ada', 'OP1').get(`/productbatch/${heap}/trace?direction=forward`))
    const part = lots.find(({ kg }: Json) => kg === 60.001).id
    expect(await originOf(part)).toEqual({ [a]: 45.001, [b]: 15 })
    const late = await ok(chain.buy(heap, c, 400, '2025-11-05'))
    expect(await originOf(heap)).toEqual({ [a]: 300, [b]: 100, [c]: 400 })
    expect(await originOf(part)).toEqual({ [a]: 22.5, [b]: 7.5, [c]: 30.001 })
    const corrected = await ok(
      world.as('pooja', 'OP1').post(`/productbatch/${heap}/events`, {
        ...{ eventType: 'PURCHASE', occurredAt: at('2025-11-05'), lateReason: 'From the field book', supersedesEventId: late.event.id },
        data: { cropId: c, grossKg: 202, tareKg: 2, netKg: 200, pricePerKg: 72_00, premiumPerKg: 6_00, receiptNo: 'R-1', farmerConfirmation: 'SIGNATURE' },
      }),
    )
    expect(await originOf(heap)).toEqual({ [a]: 300, [b]: 100, [c]: 200 })
    expect(await originOf(part)).toEqual({ [a]: 30.001, [b]: 10, [c]: 20 })
    await ok(world.as('pooja', 'OP1').post(`/productbatch/${heap}/events/${corrected.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await originOf(heap)).toEqual({ [a]: 300, [b]: 100 })
    expect(await originOf(part)).toEqual({ [a]: 45.001, [b]: 15 })
    await ok(world.as('pooja', 'OP1').post(`/productbatch/${heap}/events/${split.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await originOf(part)).toEqual({})
    expect(await world.scoped('ada', (scope) => rebuildOrigins(scope))).toEqual([])
  })
})
