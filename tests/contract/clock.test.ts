// What follows from the day alone is recorded by the clock: once, in the programme's own zone, also after days off and with the
// records of others in the way.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { ClockHandler } from '#server/jobs/clock/handler.ts'
import { runClock } from '#server/jobs/clock.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { createBySystem } from '#server/store/create.ts'
import { type Husbandry, husbandryOf, treatment } from '../api/husbandry-stage.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

const dayMs = 86_400_000
let world: World
let farm: Husbandry
/** How far the clock is ahead of the real one. */
let ahead = 0
const now = () => new Date(Date.now() + ahead)

const contextOf = (changes: Partial<JobContext> = {}): JobContext => ({
  database: world.database,
  behaviours: world.deps.behaviours,
  log: world.deps.log,
  clock: now,
  stop: new AbortController().signal,
  ...changes,
})
const tick = (tenant: 'cotton' | 'dairy' = 'dairy', handlers?: readonly ClockHandler[]) => runClock(contextOf(), world.tenants[tenant], handlers)
const eventsOf = async (entity: string, id: string, type: string) =>
  world.scoped('dina', async ({ db, tenant }) => {
    const { rows } = await sql<{ occurredAt: string; recordedBy: string | null; source: string }>`
      select occurred_at as "occurredAt", recorded_by as "recordedBy", source from event
      where tenant_id = ${tenant.id} and subject_type = ${entity} and subject_id = ${id}::uuid and event_type = ${type}`.execute(db)
    return rows
  })

beforeAll(async () => {
  world = await openWorld({ now })
  farm = await husbandryOf(world)
})

describe('withdrawals', () => {
  it('stay in force until their time is over, and end once, by nobody', async () => {
    const cow = await farm.herd.cow(900)
    await farm.herd.record(cow, 'TREATMENT', treatment(farm.medicineId), 1)
    const mine = async () => await farm.list(`/withdrawal?filter[cowId]=${cow.id}`)
    const open = (await mine()).filter(({ status }) => status === 'ACTIVE')
    expect(open.length).toBeGreaterThan(0)
    await tick()
    expect((await mine()).filter(({ status }) => status === 'ACTIVE')).toHaveLength(open.length)
    ahead = 200 * dayMs
    await Promise.all([tick(), tick()])
    await tick()
    expect((await mine()).filter(({ status }) => status === 'ACTIVE')).toEqual([])
    for (const { id } of open) expect(await eventsOf('withdrawal', String(id), 'ENDED')).toMatchObject([{ recordedBy: null, source: 'SYSTEM' }])
    ahead = 0
  })
})
