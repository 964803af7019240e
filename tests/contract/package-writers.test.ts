// Versions of one package that are published, taken back and archived at the same moment, on a real PostgreSQL (decisions 102, 104): whoever moves a version waits for the series
// before any of its records, so that nobody meets a deadlock and waits for a second try. PACKAGE_ROUNDS=200 makes it a longer run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriesName } from '#server/behaviours/package-versions.ts'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { type Chain, chainOf, type Json, ok, record } from '../api/chain-stage.ts'
import { step } from '../api/plan-step.ts'
import { serverAddress, sharedDatabase } from '../harness/database.ts'
import { type LockOrder, openLockOrder } from '../harness/lock-order.ts'
import { openWorld, type World } from '../harness/world.ts'

type Answered = { status: number; body: Json }
const rounds = Number(process.env.PACKAGE_ROUNDS ?? 20)

describe.runIf(process.env.TEST_DATABASE_URL)('people who publish and take back versions of one package at once', () => {
  let world: World
  let chain: Chain
  let database: Database
  let locks: LockOrder
  const ada = () => world.as('ada', 'OP1')
  const draft = async (name: string): Promise<string> =>
    (
      await ok(
        ada().post('/pop', {
          ...{ name, cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 300, validFrom: '2025-01-01' },
          ...{ inputItemIds: [], planEvents: [step('SOW', 'SOWING', 0, 0, 0)] },
        }),
      )
    ).id
  const publish = (id: string, day: string) => record(ada(), 'pop', id, 'PUBLISHED', day)
  const undo = async (id: string, type: string): Promise<() => Promise<Answered>> => {
    const { items } = await ok(ada().get(`/pop/${id}/events`))
    const event = items.find(({ eventType, status }: Json) => eventType === type && status === 'RECORDED')
    return () => ada().post(`/pop/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
  }
  const statusOf = async (id: string): Promise<string> => (await chain.view('pop', id)).status

  beforeAll(async () => {
    await sharedDatabase()
    database = await openPostgres({ url: serverAddress() as string, max: 16 })
    world = await openWorld({ now: () => new Date('2025-06-10T06:30:00Z'), database })
    chain = await chainOf(world)
    locks = await openLockOrder()
  }, 120_000)
  afterAll(async () => {
    await locks?.close()
    await database?.close()
  })

  it('wait for the series before they hold any of its versions, whoever comes first', async () => {
    const before = await locks.deadlocks()
    for (const isVoidFirst of [false, true]) {
      const name = `Waiting ${isVoidFirst}`
      const [one, two, three] = [await draft(name), await draft(name), await draft(name)]
      await ok(publish(one, '2025-06-01'))
      await ok(publish(two, '2025-06-02'))
      const calls = [() => publish(three, '2025-06-09'), await undo(two, 'PUBLISHED')]
      const series = seriesName('pop', { name, collectiveId: null, purpose: chain.cotton })
      const answers = await locks.inOrder(world.tenants.cotton.id, series, isVoidFirst ? calls.reverse() : calls)
      expect(answers.map(({ status }) => status).every((status) => [200, 201, 409].includes(status))).toBe(true)
      expect([await statusOf(one), await statusOf(three)]).toEqual(['SUPERSEDED', 'PUBLISHED'])
    }
    expect((await locks.deadlocks()) - before).toBe(0)
  })
  it(`leave one version published, ${rounds} times`, { timeout: rounds * 10_000 }, async () => {
    const before = await locks.deadlocks()
    const outcomes: Record<string, number> = {}
    for (let round = 0; round < rounds; round++) {
      const name = `Series ${round}`
      const [one, two] = [await draft(name), await draft(name.toUpperCase())]
      await ok(publish(one, '2025-06-01'))
      await ok(publish(two, '2025-06-02'))
      const gone = await draft(`${name} `)
      await ok(publish(gone, '2025-06-02'))
      await ok(record(ada(), 'pop', gone, 'ARCHIVED', '2025-06-03'))
      const latest = await draft(`series  ${round}`)
      const calls: Record<string, () => Promise<Answered>> = {
        publish: () => publish(latest, '2025-06-09'),
        void: await undo(two, 'PUBLISHED'),
        unarchive: await undo(gone, 'ARCHIVED'),
      }
      const order = Object.entries(calls)
      order.push(...order.splice(0, round % order.length))
      for (const [what, call] of await Promise.all(order.map(async ([what, call]) => [what, await call()] as const))) {
        expect([200, 201, 409], `${what}: ${call.status} ${JSON.stringify(call.body)}`).toContain(call.status)
        outcomes[`${what} ${call.status}`] = (outcomes[`${what} ${call.status}`] ?? 0) + 1
      }
      expect([round, await statusOf(one), await statusOf(gone), await statusOf(latest)]).toEqual([round, 'SUPERSEDED', 'SUPERSEDED', 'PUBLISHED'])
      expect(['SUPERSEDED', 'DRAFT']).toContain(await statusOf(two))
    }
    // Without it nothing was tried.
    expect(outcomes['publish 201'], JSON.stringify(outcomes)).toBe(rounds)
    expect((await locks.deadlocks()) - before).toBe(0)
  })
})
