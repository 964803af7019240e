// What follows from the day alone is recorded by the clock: once, in the programme's own zone, also after days off and with the
// records of others in the way.
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { addDays, dayIn } from '#domain/kernel/day.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { loadingMark } from '#domain/tenancy/loading.ts'
import { changeTenant } from '#server/db/platform.ts'
import { clockHandlers, clock as clockJob, runClock } from '#server/jobs/clock.ts'
import type { JobContext } from '#server/jobs/job.ts'
import { clockFailures } from '#server/operations/tenant-figures.ts'
import { createBySystem } from '#server/store/create.ts'
import { onCertificate, type Standards, standardsOf } from '../api/certificate-stage.ts'
import { daysAgo, type Husbandry, husbandryOf, treatment } from '../api/husbandry-stage.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

const dayMs = 86_400_000
let world: World
let farm: Husbandry
let standards: Standards
/** How far the clock of the workers is ahead of the real one. */
let ahead = 0
const clock = () => new Date(Date.now() + ahead)

const contextOf = (changes: Partial<JobContext> = {}): JobContext => ({
  database: world.database,
  behaviours: world.deps.behaviours,
  log: world.deps.log,
  clock,
  stop: new AbortController().signal,
  ...changes,
})
const tick = (changes: Partial<JobContext> = {}) => runClock(contextOf(changes), world.tenants.cotton)
const ended = (id: string, type: string) =>
  world.scoped('ada', async ({ db, tenant }) => {
    const { rows } = await sql<{ occurredAt: string; recordedBy: string | null; source: string }>`
      select occurred_at as "occurredAt", recorded_by as "recordedBy", source from event
      where tenant_id = ${tenant.id} and subject_id = ${id}::uuid and event_type = ${type}`.execute(db)
    return rows
  })
/** A planned step, which nobody enters. */
const planned = (values: Record<string, unknown>): Promise<string> =>
  world.scoped('ada', async (scope) => {
    const planevent = entityOf('planevent')
    const { row } = await createBySystem<AnyEntity>(scope, planevent, { ...sampleOf(planevent), operatorId: world.places.cotton.OP1?.id ?? null, ...values })
    return row.id
  })
const statusOf = async (entity: string, id: string): Promise<unknown> => (await farm.ada.get(`/${entity}/${id}`)).body.status
const holder = () => ({ collectiveId: world.places.cotton.OP1?.id ?? '' })
const since = { issueDate: '2026-01-01', validFrom: '2026-01-01' }
const today = (days = 0) => addDays(dayIn('Asia/Kolkata', clock()), days)

beforeAll(async () => {
  world = await openWorld()
  farm = await husbandryOf(world)
  standards = standardsOf(world)
})
afterEach(() => {
  ahead = 0
})

describe('withdrawals', () => {
  it('hold until their time is over, and end once, recorded by nobody', async () => {
    const cow = await farm.cow(400)
    await farm.recorded('cow', cow.id, 'TREATMENT', daysAgo(1), treatment(farm.medicineId))
    const active = async () => (await farm.list(`/withdrawal?filter[cowId]=${cow.id}`)).filter(({ status }) => status === 'ACTIVE')
    const open = await active()
    expect(open.map(({ product }) => product).sort()).toEqual(['MEAT', 'MILK'])
    await tick()
    expect(await active()).toHaveLength(2)
    ahead = 5 * dayMs
    await tick()
    expect((await active()).map(({ product }) => product)).toEqual(['MEAT'])
    ahead = 40 * dayMs
    await tick()
    await tick()
    expect(await active()).toEqual([])
    for (const { id } of open) expect(await ended(id, 'ENDED')).toMatchObject([{ recordedBy: null, source: 'SYSTEM' }])
  })
  it('end once when two workers look at the same moment', async () => {
    const cow = await farm.cow(400)
    await farm.recorded('cow', cow.id, 'TREATMENT', daysAgo(1), treatment(farm.medicineId))
    const open = await farm.list(`/withdrawal?filter[cowId]=${cow.id}&filter[status]=ACTIVE`)
    expect(open).toHaveLength(2)
    ahead = 40 * dayMs
    await Promise.all([tick(), tick(), tick()])
    for (const { id } of open) expect(await ended(id, 'ENDED')).toHaveLength(1)
  })
})

describe('planned steps', () => {
  it('are due on their day and missed after the last day of their window, at the beginning of the day of the programme', async () => {
    const id = await planned({ status: 'PLANNED', due: today(3), windowStart: today(1), windowEnd: today(5) })
    await tick()
    expect(await statusOf('planevent', id)).toBe('PLANNED')
    ahead = 3 * dayMs
    await tick()
    expect(await statusOf('planevent', id)).toBe('DUE')
    expect(await ended(id, 'DUE')).toMatchObject([{ occurredAt: new Date(`${today()}T00:00:00+05:30`).toISOString(), recordedBy: null }])
    ahead = 5 * dayMs
    await tick()
    expect(await statusOf('planevent', id)).toBe('DUE')
    ahead = 6 * dayMs
    await tick()
    await tick()
    expect(await statusOf('planevent', id)).toBe('MISSED')
    expect(await ended(id, 'MISSED')).toHaveLength(1)
  })
  it('are missed at once after days on which nothing ran', async () => {
    const id = await planned({ status: 'PLANNED', due: today(-30), windowStart: today(-32), windowEnd: today(-20) })
    await tick()
    expect(await statusOf('planevent', id)).toBe('MISSED')
    expect(await ended(id, 'MISSED')).toMatchObject([{ occurredAt: new Date(`${today(-19)}T00:00:00+05:30`).toISOString() }])
  })
})

describe('planned steps and people', () => {
  const record = (id: string, eventType: string, occurredAt: string, data = {}) =>
    farm.omar.post(`/planevent/${id}/events`, { eventType, occurredAt, data, lateReason: 'The telephone was offline' })
  it('are left out in their window also when that is sent after it, and stay left out', async () => {
    const id = await planned({ status: 'PLANNED', due: today(-5), windowEnd: today(-3) })
    await tick()
    expect(await statusOf('planevent', id)).toBe('MISSED')
    expect(await record(id, 'SKIPPED', `${today(-4)}T10:00:00+05:30`, { reason: 'WEATHER' })).toMatchObject({ status: 201 })
    await tick()
    expect(await statusOf('planevent', id)).toBe('SKIPPED')
  })
  it('that are planned again after their window are missed from then on', async () => {
    const id = await planned({ status: 'PLANNED', due: today(-5), windowEnd: today(-3) })
    expect(await record(id, 'SKIPPED', `${today(-4)}T10:00:00+05:30`, { reason: 'WEATHER' })).toMatchObject({ status: 201 })
    const occurredAt = new Date().toISOString()
    expect(await record(id, 'REOPENED', occurredAt)).toMatchObject({ status: 201 })
    await tick()
    expect(await statusOf('planevent', id)).toBe('MISSED')
    expect(await ended(id, 'MISSED')).toMatchObject([{ occurredAt }])
  })
})

describe('scope certificates', () => {
  it('are valid on their last day and expired after it', async () => {
    const { id } = await standards.certify(holder(), { ...since, validTo: today(2) })
    ahead = 2 * dayMs
    await tick()
    expect(await statusOf('scopecertificate', id)).toBe('VALID')
    ahead = 3 * dayMs
    await tick()
    expect(await statusOf('scopecertificate', id)).toBe('EXPIRED')
  })
  it('that were suspended expire, too, and a reinstatement recorded late from before that day is taken', async () => {
    const { id } = await standards.certify(holder(), { ...since, validTo: today(-3) })
    await onCertificate(world.as('carla', 'OP1'), id, 'SUSPENDED', today(-20))
    await tick()
    expect(await statusOf('scopecertificate', id)).toBe('EXPIRED')
    expect(await onCertificate(world.as('carla', 'OP1'), id, 'REINSTATED', today(-10))).toMatchObject({ status: 201 })
    expect(await statusOf('scopecertificate', id)).toBe('EXPIRED')
    expect(await onCertificate(world.as('carla', 'OP1'), id, 'SUSPENDED', today(-1))).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
  })
  it('are withdrawn by a letter of before their last day that is recorded after it, and lose their confirmation when it was wrong', async () => {
    const carla = world.as('carla', 'OP1')
    const one = await standards.certify(holder(), { ...since, validTo: today(-3) })
    const other = await standards.certify(holder(), { ...since, validTo: today(-3) })
    await tick()
    expect(await onCertificate(carla, one.id, 'WITHDRAWN', today(-10))).toMatchObject({ status: 201, body: { subject: { status: 'WITHDRAWN' } } })
    const confirmed = (await carla.get(`/scopecertificate/${other.id}/events`)).body.items.find(
      (event: { eventType: string }) => event.eventType === 'CONFIRMED',
    )
    expect(await carla.post(`/scopecertificate/${other.id}/events/${confirmed.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject({ status: 200 })
    expect(await statusOf('scopecertificate', other.id)).toBe('PROPOSED')
    await tick()
    expect([await statusOf('scopecertificate', one.id), await statusOf('scopecertificate', other.id)]).toEqual(['WITHDRAWN', 'PROPOSED'])
  })
  it('that are confirmed after their last day expire from then on', async () => {
    const { id } = (await farm.ada.post('/scopecertificate', await standards.input(holder(), { ...since, validTo: today(-3) }))).body
    const occurredAt = new Date().toISOString()
    const answer = await world
      .as('carla', 'OP1')
      .post(`/scopecertificate/${id}/events`, { eventType: 'CONFIRMED', occurredAt, data: { checkedAgainst: 'Register' } })
    expect(answer).toMatchObject({ status: 201 })
    await tick()
    expect(await statusOf('scopecertificate', id)).toBe('EXPIRED')
    expect(await ended(id, 'EXPIRED')).toMatchObject([{ occurredAt }])
  })
  it('that are only proposed do not expire', async () => {
    const { id } = (await farm.ada.post('/scopecertificate', await standards.input(holder(), { ...since, validTo: today(-3) }))).body
    await tick()
    expect(await statusOf('scopecertificate', id)).toBe('PROPOSED')
  })
})

describe('states of animals that pass by themselves (B24)', () => {
  it('a fresh cow is one for three weeks, a treatment ends with its last day', async () => {
    const cow = await farm.cow(10)
    expect(await farm.view('cow', cow.id)).toMatchObject({ lactationStatus: 'FRESH', reproStatus: 'BIRTHED' })
    await farm.recorded('cow', cow.id, 'TREATMENT', new Date().toISOString(), treatment(farm.medicineId))
    expect(await farm.view('cow', cow.id)).toMatchObject({ healthStatus: 'IN_TREATMENT' })
    ahead = 20 * dayMs
    await tick()
    expect(await farm.view('cow', cow.id)).toMatchObject({ lactationStatus: 'EARLY', healthStatus: 'HEALTHY', reproStatus: 'BIRTHED' })
    ahead = 120 * dayMs
    await tick()
    expect(await farm.view('cow', cow.id)).toMatchObject({ lactationStatus: 'LACTATING', reproStatus: 'OPEN' })
  })
})

describe('the clock itself', () => {
  it('goes on after a record that cannot be brought up to date, says so, and tries it again', async () => {
    const [one, other] = [
      await planned({ status: 'PLANNED', due: today(-3), windowEnd: today(-2) }),
      await planned({ status: 'PLANNED', due: today(-3), windowEnd: today(-2) }),
    ]
    const [missed] = clockHandlers.filter(({ name }) => name === 'plan steps missed')
    if (!missed) throw new Error('There is no such handler')
    const failing = {
      ...missed,
      carryOut: (...given: Parameters<typeof missed.carryOut>) => (given[1] === one ? Promise.reject(new Error('No')) : missed.carryOut(...given)),
    }
    await runClock(contextOf(), world.tenants.cotton, [failing])
    expect([await statusOf('planevent', one), await statusOf('planevent', other)]).toEqual(['PLANNED', 'MISSED'])
    expect(world.logged).toContainEqual(expect.objectContaining({ level: 'error', details: expect.objectContaining({ record: one }) }))
    await tick()
    expect(await statusOf('planevent', one)).toBe('MISSED')
  })
  it('of a daily round tries again only the record that failed, less and less often, and shows it until it succeeds', async () => {
    const [one, other] = ['0190a0a0-0000-7000-8000-0000000000a1', '0190a0a0-0000-7000-8000-0000000000a2']
    const carried: string[] = []
    let isBroken = true
    const daily = {
      name: 'daily and failing',
      isDaily: true,
      due: (_moment: unknown, after: string | null) => Promise.resolve(after === null ? [one, other] : []),
      carryOut: (_scope: unknown, id: string) => {
        carried.push(id)
        return id === one && isBroken ? Promise.reject(new Error('No ground')) : Promise.resolve()
      },
    }
    const run = () => runClock(contextOf(), world.tenants.cotton, [daily])
    const shown = async () =>
      (await world.scoped('ada', ({ db, tenant }) => clockFailures(db, tenant.id))).filter(({ reason }) => reason?.startsWith('daily and failing'))
    // At noon of the programme, so that the steps below stay within one day.
    const noon = Date.parse(`${dayIn('Asia/Kolkata', new Date())}T06:30:00Z`) + 5 * dayMs
    const at = (minutes: number) => {
      ahead = noon + minutes * 60_000 - Date.now()
    }
    at(0)
    await run()
    expect(carried).toEqual([one, other])
    await run()
    expect(carried).toEqual([one, other])
    expect(await shown()).toMatchObject([{ topic: 'clock', tries: 1, isGivenUp: false, reason: 'daily and failing: No ground' }])
    at(6)
    await run()
    expect(carried).toEqual([one, other, one])
    at(12)
    await run()
    expect([carried.length, (await shown())[0]?.tries]).toEqual([3, 2])
    isBroken = false
    at(20)
    await run()
    expect([carried, await shown()]).toEqual([[one, other, one, one], []])
    at(60)
    await run()
    expect(carried).toHaveLength(4)
  })
  it('goes on with the other handlers when one fails', async () => {
    const id = await planned({ status: 'PLANNED', due: today(-3), windowEnd: today(-2) })
    const failing = { name: 'fails', due: () => Promise.reject(new Error('No')), carryOut: async () => {} }
    const done = await runClock(contextOf(), world.tenants.cotton, [failing, ...clockHandlers])
    expect(await statusOf('planevent', id)).toBe('MISSED')
    expect(done.fails).toBeUndefined()
    expect(world.logged).toContainEqual(expect.objectContaining({ message: 'clock: a handler failed' }))
  })
  it('leaves a programme alone until it has been loaded', async () => {
    const id = await planned({ status: 'PLANNED', due: today(-3), windowEnd: today(-2) })
    const { id: tenantId, config } = world.tenants.cotton
    const settings = (values: Record<string, unknown>) => world.database.platform((db) => changeTenant(db, tenantId, { config: values }))
    await settings({ ...config, [loadingMark]: today() })
    await clockJob.run(contextOf(), {})
    expect(await statusOf('planevent', id)).toBe('PLANNED')
    await settings(config)
    await clockJob.run(contextOf(), {})
    expect(await statusOf('planevent', id)).toBe('MISSED')
  })
  it('begins nothing more when the process ends', async () => {
    const id = await planned({ status: 'PLANNED', due: today(-3), windowEnd: today(-2) })
    await tick({ stop: AbortSignal.abort() })
    expect(await statusOf('planevent', id)).toBe('PLANNED')
    await tick()
    expect(await statusOf('planevent', id)).toBe('MISSED')
  })
})
