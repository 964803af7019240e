// The database is restarted between every two steps of what people record one after the other: the end is that of an undisturbed run. A hold of the certification body with its
// agreed release, an agreed adjustment, a positive result that is undone, a plot that is measured smaller, late facts of an issued certificate, places of tickets, crops of an intercrop and of a mixed system, a member who joins again, and tasks of what is due by a package.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { at, type Chain, chainOf, cropBody, type Json, ok, record } from '../api/chain-stage.ts'
import { field } from '../api/parcel-stage.ts'
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
/** East of all other plots of the tests, in metres. */
let ground = 900_000

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
const undo = (who: string, entity: string, id: string, eventId: string) =>
  as(who).post(`/${entity}/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', note: 'Read wrongly' })
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
  'a positive result of certified goods, undone by two people (BR-15)': async (pause) => {
    const id = await sales.lot(200)
    await sales.submitted([await sales.send(id, 80)])
    const result = { kind: 'GMO', sampleNo: 'S-1', result: 'POSITIVE', reportNo: 'L-1' }
    const { event } = await ok(on('pooja', id, 'LAB_RESULT', '2025-12-10', result))
    await pause()
    const alone = (await undo('pooja', 'productbatch', id, event.id)).status
    const unagreed = (await undo('omar', 'productbatch', id, event.id)).status
    await pause()
    const restricted = await stateOf(id)
    await ok(on('carla', id, 'RESULT_DISMISSED', '2026-01-14', { kind: 'GMO', reportNo: 'L-1', reason: 'Samples were mixed up' }))
    await pause()
    await ok(undo('omar', 'productbatch', id, event.id))
    await pause()
    return [alone, unagreed, restricted, await stateOf(id)]
  },
  'a plot that is measured smaller than what was sown on it (BR-06)': async (pause) => {
    const { cropId, parcelId } = await chain.sown()
    await chain.picked(cropId, 1000)
    await pause()
    const capture = { eventType: 'BOUNDARY_CAPTURED', occurredAt: at('2026-01-12'), lateReason: 'Walked again' }
    ground += 1000
    const data = { boundary: field(ground, 0, 50, 100), method: 'GPS_WALK', gpsAccuracyM: 4 }
    const { event } = await ok(as('fatima').post(`/landparcel/${parcelId}/events`, { ...capture, data }))
    await pause()
    const more = (await record(as('fatima'), 'crop', cropId, 'HARVEST', '2026-01-13', { pickNo: 2, kg: 1 })).status
    const capOf = async (): Promise<unknown> => {
      const { yieldCapKg, flags } = await chain.view('crop', cropId)
      return [yieldCapKg, flags.some(({ ruleId }: Json) => ruleId === 'BR-07')]
    }
    const smaller = await capOf()
    await ok(undo('fatima', 'landparcel', parcelId, event.id))
    await pause()
    return [more, smaller, await capOf()]
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
    await ok(on('carla', lotId, 'RESULT_DISMISSED', '2026-01-14', { kind: 'RESIDUE', reportNo: 'L-7', reason: 'Of another lot' }))
    await pause()
    await ok(undo('omar', 'productbatch', lotId, event.id))
    await pause()
    return [tested, both, await checks()].map((one) => JSON.parse(JSON.stringify(one).replaceAll(/SC-\d+|[A-Z0-9]+(-[A-Z0-9]+)+/g, 'No.')))
  },
  'tickets far from their centre, written by two at once, decided and corrected (BR-08)': async (pause) => {
    const { version } = await chain.view('processingsystem', chain.centre)
    await ok(as('ada').patch(`/processingsystem/${chain.centre}`, { point: { type: 'Point', coordinates: [75.6, 21.9] } }, { 'if-match': `"${version}"` }))
    await pause()
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 500)
    const { id } = await chain.lot()
    const occurredAt = new Date(Date.parse(now) - 3_600_000).toISOString()
    const write = (lat: number, more: Json = {}) =>
      as('pooja').post(`/productbatch/${id}/events`, {
        ...{ eventType: 'PURCHASE', occurredAt, gps: { lat, lng: 75.6, accuracyM: 5 }, ...more },
        data: { cropId, grossKg: 52, tareKg: 2, netKg: 50, pricePerKg: 72_00, receiptNo: `P-${Math.random()}` },
      })
    const open = async (): Promise<Json[]> => (await chain.view('productbatch', id)).flags.filter(({ figures }: Json) => 'distanceM' in figures)
    const [one, two] = await Promise.all([ok(write(21.95)), ok(write(21.96))])
    await pause()
    const both = (await open()).length
    const [first] = (await open()).filter(({ eventId }) => eventId === one.event.id)
    await ok(as('omar').post(`/productbatch/${id}/findings/${first.id}/close`, { reason: 'ACCEPTED', note: 'Weighed at the farm gate' }))
    await pause()
    const decided = (await open()).length
    await ok(write(21.9001, { supersedesEventId: two.event.id, lateReason: 'Read wrongly' }))
    await pause()
    return [both, decided, (await open()).length, (await chain.view('productbatch', id)).onHandKg]
  },
  'crops of an intercrop, entered by two at once, divided anew and cancelled (BR-03)': async (pause) => {
    const { parcelId } = await chain.member({ areaHa: 1 })
    const systemId = await chain.systemOn(parcelId, { systemType: 'INTERCROP', rowRatio: '4:2' })
    const plant = (who: string, role: string, areaHa: number) => as(who).post('/crop', cropBody(chain, systemId, { role, areaHa }))
    const change = async (rowRatio: string) => {
      const { version } = await chain.view('croppingsystem', systemId)
      return (await as('omar').patch(`/croppingsystem/${systemId}`, { rowRatio }, { 'if-match': `"${version}"` })).status
    }
    await pause()
    const answers = await Promise.all([plant('fatima', 'MAIN', 0.6667), plant('omar', 'INTERCROP', 0.3334)])
    await pause()
    const planted = answers.map(({ status }) => status).sort()
    const [won] = answers.filter(({ status }) => status === 201)
    // Whichever came first, the other one in what is left.
    const role = won?.body.role === 'MAIN' ? 'INTERCROP' : 'MAIN'
    const above = (await plant('omar', role, role === 'MAIN' ? 0.6667 : 0.3334)).status
    await ok(plant('omar', role, role === 'MAIN' ? 0.6666 : 0.3333))
    await pause()
    const refusedNow = await change('1:1')
    const { items } = await ok(as('ada').get(`/crop?filter[croppingSystemId]=${systemId}&limit=10`))
    const main = items.find((one: Json) => one.role === 'MAIN')
    await ok(as('omar').post(`/crop/${main.id}/events`, { eventType: 'CANCELLED', occurredAt: now, data: { reason: 'Not sown' } }))
    await pause()
    return [planted, above, refusedNow, await change('1:1')]
  },
  'crops of a mixed system, whose shares two enter at once, and are picked (BR-03)': async (pause) => {
    const systemId = await chain.systemOn((await chain.member({ areaHa: 1 })).parcelId, { systemType: 'MIXED' })
    const plant = (who: string, role: string, areaShare: number) => as(who).post('/crop', cropBody(chain, systemId, { role, areaHa: 1, areaShare }))
    await pause()
    const answers = await Promise.all([plant('fatima', 'MAIN', 0.7), plant('omar', 'INTERCROP', 0.6)])
    await pause()
    const planted = answers.map(({ status }) => status).sort()
    const first = answers.find(({ status }) => status === 201)?.body
    const [role, rest] = first.role === 'MAIN' ? ['INTERCROP', 0.3] : ['MAIN', 0.4]
    const sowing = {
      seedKg: 5,
      areaHa: 1,
      method: 'DIBBLING',
      seedLotNo: 'S-1',
      seedTreated: 'UNTREATED',
      nonGmProof: 'GMO-2025-11',
      nonGmProofKind: 'SEED_CERTIFICATE',
    }
    const picking = { pickNo: 1, kg: 50, moisture: 8, trash: 2, bags: 2 }
    const onCrop = (id: string, type: string, day: string, data: Json) => record(as('fatima'), 'crop', id, type, day, data)
    await ok(onCrop(first.id, 'SOWING', '2025-06-20', sowing))
    await pause()
    const tooEarly = (await onCrop(first.id, 'HARVEST', '2025-11-05', picking)).status
    const { id: second } = await ok(plant('fatima', role as string, rest as number))
    await ok(onCrop(second, 'SOWING', '2025-06-20', sowing))
    await pause()
    // One picks while another gives the other crop less of the ground: whichever is first, less than all of it is picked by nobody afterwards.
    const { version } = await chain.view('crop', second)
    const less = () => as('omar').patch(`/crop/${second}`, { areaShare: 0.1 }, { 'if-match': `"${version}"` })
    const [picked, changed] = await Promise.all([onCrop(first.id, 'HARVEST', '2025-11-05', picking), less()])
    await pause()
    const again = (await onCrop(first.id, 'HARVEST', '2025-11-20', { ...picking, pickNo: 2 })).status
    const kg = (await chain.view('crop', first.id)).harvestedKg
    return [planted, tooEarly, changed.status, [201, 422].includes(picked.status), kg === (picked.status === 201 ? 50 : 0), again]
  },
  'a member who leaves and joins again, and of whom is bought at that moment (BR-08)': async (pause) => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    const { id: lotId } = await chain.lot()
    const membership = (eventType: string, day: string, data: Json = {}, more: Json = {}) =>
      as('ada').post(`/farmer/${farmerId}/events`, { ...{ eventType, occurredAt: at(day), data, lateReason: 'Letter' }, ...more })
    const buy = async (kg: number, day: string) => (await chain.buy(lotId, cropId, kg, day)).status
    const found = async () =>
      (await chain.view('farmer', farmerId)).flags.flatMap(({ ruleId, figures }: Json) => (ruleId === 'BR-08' ? [figures.boughtKg] : []))
    await ok(membership('EXITED', '2025-11-05', { reason: 'Moved away' }))
    await pause()
    await ok(membership('REJOINED', '2025-11-07'))
    await pause()
    const { event } = await ok(membership('APPROVED', '2025-11-10'))
    await chain.picked(cropId, 1000)
    await pause()
    const before = [await buy(10, '2025-11-04'), await buy(10, '2025-11-06'), await buy(10, '2025-11-08')]
    await pause()
    const back = [await buy(20, '2025-11-11'), await found()]
    // A ticket of the day between while the approval is moved behind it: refused, or found; never neither.
    const [bought, moved] = await Promise.all([buy(40, '2025-11-12'), membership('APPROVED', '2025-11-13', {}, { supersedesEventId: event.id })])
    await pause()
    const kg = bought === 201 ? 60 : 20
    return [before, back, moved.status, [201, 422].includes(bought), (await found())[0] === kg, await buy(10, '2025-11-14')]
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
    await ok(
      onCrop('SOWING', '2025-06-20', {
        seedKg: 4,
        areaHa: 1,
        method: 'DIBBLING',
        seedLotNo: 'L1',
        seedTreated: 'UNTREATED',
        nonGmProof: 'C-1',
        nonGmProofKind: 'SEED_CERTIFICATE',
      }),
    )
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
  'a positive result of certified goods, undone by two people (BR-15)': [422, 409, { status: 'QUARANTINED' }, { status: 'RELEASED' }],
  'a plot that is measured smaller than what was sown on it (BR-06)': [422, [800, true], [1600, false]],
  'late facts of an issued certificate': [
    ['ISSUED', [['T07', 'REVIEW', expect.any(String)]]],
    ['ISSUED', expect.arrayContaining([['T01', 'REVIEW', expect.any(String)]])],
    ['ISSUED', [['T01', 'REVIEW', expect.any(String)]]],
  ],
  'tickets far from their centre, written by two at once, decided and corrected (BR-08)': [2, 1, 0, 100],
  'crops of an intercrop, entered by two at once, divided anew and cancelled (BR-03)': [[201, 422], 422, 422, 200],
  'crops of a mixed system, whose shares two enter at once, and are picked (BR-03)': [[201, 422], 422, 200, true, true, 422],
  'a member who leaves and joins again, and of whom is bought at that moment (BR-08)': [[201, 422, 422], [201, []], 201, true, true, 201],
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
