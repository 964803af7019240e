// Every figure and chart of /dashboard (domain dictionary 11.1), counted once more in plain code from what was recorded (tests/recount), for whoever reads it
// and for each season; and the lists that the figures open, which show as many.
import type { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { factsOf } from '../recount/facts.ts'
import { SeasonCount } from '../recount/season.ts'
import { answered, counted, seenOf } from '../recount/season-answer.ts'
import { seasonOfFaults } from '../recount/season-stage.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let rabi = ''
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  rabi = (await seasonOfFaults(world, chain)).rabi
}, 240_000)

const source = (who: string, operator: string) => ({
  get: async (path: string) => {
    const { status, body } = await world.as(who, operator).get(path)
    if (status !== 200 && status !== 403) throw new Error(`${path}: ${status}`)
    return status === 200 ? body : null
  },
  ask: (query: ReturnType<typeof sql>) => world.scoped('ada', async ({ db }) => (await query.execute(db)).rows as Json[]),
})

const readers = [
  ['ada', '-'],
  ['ada', 'OP1'],
  ['omar', 'OP1'],
  ['ada', 'OP2'],
  ['leela', 'OP2'],
  ['fatima', 'OP1'],
] as const

/** What each reader is not shown. */
const hidden = new Map<string, string[]>()

describe('/dashboard', () => {
  for (const [who, operator] of readers)
    it(`is what was recorded: ${who} at ${operator}, each season and all of them`, async () => {
      const facts = await factsOf(source(who, operator))
      const operatorId = operator === '-' ? null : (world.places.cotton[operator]?.id ?? null)
      for (const seasonId of [null, chain.season, rabi]) {
        const read = (name: string) => ok(world.as(who, operator).get(`/reports/season-${name}${seasonId ? `?seasonId=${seasonId}` : ''}`))
        const [indicators, charts, summary] = await Promise.all(['indicators', 'charts', 'summary'].map(read))
        const count = new SeasonCount(facts, { seasonId, operatorId, today: '2026-01-15' })
        const shown = answered({ indicators, charts, summary }, [chain.cotton])
        expect(shown).toEqual(seenOf(shown, counted(count, [chain.cotton], clock().getTime())))
        hidden.set(
          who,
          Object.keys(shown).filter((name) => shown[name] === null),
        )
      }
    })
  it('hides what a reader may not list, and nothing else', () => {
    expect(Object.fromEntries(hidden)).toEqual({ ada: [], omar: [], leela: [], fatima: ['scope', 'certificates'] })
  })
})
