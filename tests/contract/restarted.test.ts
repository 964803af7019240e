// The database is restarted between every two steps of what people record one after the other: the end is that of an undisturbed run. A hold of the certification body with its
// agreed release, an agreed adjustment, late facts of an issued certificate, and tasks of what is due by a package.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { type Chain, chainOf, type Json, ok, record } from '../api/chain-stage.ts'
import { step } from '../api/plan-step.ts'
import { type Sales, salesOf } from '../api/sale-stage.ts'
import { type LastingDatabase, lastingDatabase } from '../harness/lasting-database.ts'
import { openWorld, type World } from '../harness/world.ts'

let folder: string
let lasting: LastingDatabase
let running: Database
let world: World
let chain: Chain
let sales: Sales
let popId: string
const start = '2026-01-15T06:30:00Z'
let now = start
let restarts = 0

/** Whichever is running now, under one name. */
const current = new Proxy({} as Database, {
  get(_, name) {
    const value: unknown = Reflect.get(running, name)
    return typeof value === 'function' ? value.bind(running) : value
  },
})
async function restart(): Promise<void> {
  await lasting.close(running)
  running = await lasting.open()
  restarts++
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farmbook-restarts-'))
  lasting = await lastingDatabase(folder)
  running = await lasting.open()
  world = await openWorld({ database: current, now: () => new Date(now) })
  chain = await chainOf(world)
  sales = salesOf(chain)
  const planEvents = [step('SOW', 'SOWING', 0, 0, 0), step('WEED', 'INTERCULTURE', 21, 5, 7, { operation: 'WEEDING', weight: 10 })]
  const body = {
    ...{ name: 'Weeded', cropTypeId: chain.cotton, varietyIds: [], regions: [], waterRegimes: ['RAINFED', 'IRRIGATED'], durationDays: 300 },
    ...{ validFrom: '2025-01-01', inputItemIds: [], planEvents },
  }
  popId = (await ok(as('ada').post('/pop', body))).id
  await ok(record(as('ada'), 'pop', popId, 'PUBLISHED', '2025-06-01'))
}, 180_000)
afterAll(async () => {
  await lasting.close(running)
  rmSync(folder, { recursive: true, force: true })
})

const as = (who: string) => world.as(who, 'OP1')
const on = (who: string, id: string, type: string, day: string, data: Record<string, unknown> = {}) => record(as(who), 'productbatch', id, type, day, data)
const undo = (who: string, entity: string, id: string, eventId: string) => as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const stateOf = async (id: string): Promise<unknown> => {
  const { status, claimStatus, onHandKg, availableKg, quarantineReason, flags } = await chain.view('productbatch', id)
  const { items } = await ok(as('ada').get(`/productbatch/${id}/events?limit=100`))
  const events = items.map(({ eventType, status: of, statusAfter }: Json) => [eventType, of, statusAfter])
  return { status, claimStatus, onHandKg, availableKg, quarantineReason, flags: flags.map(({ ruleId }: Json) => ruleId), events }
}
const plan = clockHandlers.filter(({ name }) => /^(plans of|plan steps|tasks of)/.test(name))
const tick = () =>
  runClock(
    { database: world.database, behaviours: world.deps.behaviours, log: world.deps.log, clock: () => new Date(now), stop: new AbortController().signal },
    world.tenants.cotton,
    plan,
  )

/** What is recorded, with `pause` between any two of its steps; answers the state that it leads to. */
type Play = (pause: () => Promise<void>) => Promise<unknown>
const plays: Record<string, Play> = {
  'a hold of the certification body with its agreed release': async (pause) => {
    const id = await sales.lot(500)
    await ok(on('carla', id, 'QUARANTINE', '2026-01-03', { reason: 'Papers are missing' }))
    await pause()
    expect((await on('omar', id, 'RELEASE', '2026-01-05', { causeClosed: 'Papers sent', downgrade: false })).status).toBe(422)
    const { event } = await ok(on('carla', id, 'RELEASE_AGREED', '2026-01-04', { note: 'Papers seen' }))
    await pause()
    await ok(on('omar', id, 'RELEASE', '2026-01-05', { causeClosed: 'Papers sent', downgrade: false }))
    await pause()
    const released = await stateOf(id)
    await ok(undo('carla', 'productbatch', id, event.id))
    await pause()
    const restrictedAgain = await stateOf(id)
    await ok(on('carla', id, 'RELEASE_AGREED', '2026-01-04', { note: 'Papers seen' }))
    await pause()
    return [released, restrictedAgain, await stateOf(id)]
  },
  'an agreed adjustment': async (pause) => {
    const id = await sales.lot(500)
    await ok(on('pooja', id, 'ADJUST', '2026-01-03', { deltaKg: 50, reason: 'Counted' }))
    await pause()
    expect((await on('omar', id, 'ADJUST_APPROVED', '2026-01-05')).status).toBe(422)
    const { event: agreed } = await ok(on('carla', id, 'ADJUST_AGREED', '2026-01-04'))
    await pause()
    const { event: approved } = await ok(on('omar', id, 'ADJUST_APPROVED', '2026-01-05'))
    await pause()
    const adjusted = await stateOf(id)
    expect((await undo('carla', 'productbatch', id, agreed.id)).status).toBe(422)
    await ok(undo('omar', 'productbatch', id, approved.id))
    await pause()
    return [adjusted, await stateOf(id)]
  },
  'late facts of an issued certificate': async (pause) => {
    const { id: scopeId } = await chain.standards.certify({ collectiveId: world.places.cotton.OP1?.id as string })
    const lotId = await sales.lot(100)
    const { id } = await sales.issued([await sales.send(lotId, 100)], { sellerScopeId: scopeId })
    const checks = async (): Promise<unknown> => {
      const { status, flags } = await ok(as('carla').get(`/transactioncertificate/${id}`))
      return [status, flags.map(({ ruleId, severity, message }: Json) => [ruleId, severity, message])]
    }
    const { event } = await ok(on('pooja', lotId, 'LAB_RESULT', '2025-12-10', { kind: 'RESIDUE', sampleNo: 'S-7', result: 'POSITIVE', reportNo: 'L-7' }))
    await pause()
    const tested = await checks()
    await ok(record(as('carla'), 'scopecertificate', scopeId, 'SUSPENDED', '2025-11-28', { reason: 'Audit' }))
    await pause()
    const both = await checks()
    await ok(undo('pooja', 'productbatch', lotId, event.id))
    await pause()
    return [tested, both, await checks()].map((one) => JSON.parse(JSON.stringify(one).replaceAll(/SC-\d+|[A-Z0-9]+(-[A-Z0-9]+)+/g, 'No.')))
  },
  'tasks of what is due by a package': async (pause) => {
    now = start
    const { farmerId, parcelId } = await chain.member()
    const { version } = await chain.view('farmer', farmerId)
    await ok(as('ada').patch(`/farmer/${farmerId}`, { fieldOfficerId: world.people.fatima?.id }, { 'If-Match': `"${version}"` }))
    const cropId = await chain.cropIn(await chain.systemOn(parcelId), {})
    const onCrop = (type: string, day: string, data: Record<string, unknown>) => record(as('fatima'), 'crop', cropId, type, day, data)
    const tasks = async (): Promise<unknown> =>
      (await ok(as('ada').get(`/task?filter[cropId]=${cropId}&sort=dueDate`))).items.map(({ subject, status, dueDate, priority, ruleId }: Json) => [
        ...[subject, status, dueDate, priority, ruleId],
      ])
    now = '2025-07-07T06:30:00Z'
    await ok(onCrop('PACKAGE_ASSIGNED', '2025-06-10', { popId }))
    await ok(onCrop('SOWING', '2025-06-20', { seedKg: 4, areaHa: 1, method: 'DIBBLING', seedLotNo: 'L1', seedTreated: 'UNTREATED', nonGmProof: 'C-1' }))
    await pause()
    await tick()
    await pause()
    const due = await tasks()
    // The clock that comes again makes no second one.
    await tick()
    await pause()
    const again = await tasks()
    await ok(record(as('fatima'), 'crop', cropId, 'INTERCULTURE', '2025-07-07', { operation: 'WEEDING' }, 11))
    await pause()
    await tick()
    await pause()
    now = start
    return [due, again, await tasks()]
  },
}

/** What an undisturbed run comes to, so that two empty ones are not the same by chance. */
const ends: Record<string, unknown> = {
  'a hold of the certification body with its agreed release': [{ status: 'RELEASED' }, { status: 'QUARANTINED' }, { status: 'RELEASED' }],
  'an agreed adjustment': [{ onHandKg: 550 }, { onHandKg: 500 }],
  'late facts of an issued certificate': [
    ['ISSUED', [['T07', 'REVIEW', expect.any(String)]]],
    ['ISSUED', expect.arrayContaining([['T01', 'REVIEW', expect.any(String)]])],
    ['ISSUED', [['T01', 'REVIEW', expect.any(String)]]],
  ],
  'tasks of what is due by a package': [[expect.arrayContaining(['OPEN'])], [expect.arrayContaining(['OPEN'])], [expect.arrayContaining(['DONE'])]],
}

describe('after restarts of the database', () => {
  it.each(Object.entries(plays))('%s', { timeout: 120_000 }, async (name, play) => {
    const undisturbed = await play(async () => {})
    expect(undisturbed).toMatchObject(ends[name] as object)
    const before = restarts
    expect(await play(restart)).toEqual(undisturbed)
    expect(restarts - before).toBeGreaterThanOrEqual(3)
  })
})
