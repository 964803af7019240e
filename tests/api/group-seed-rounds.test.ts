// Rounds of the clock over the seed of several groups (BR-20): one that is stopped in the middle, one that fails in the middle of a group, and several at once bring up each finding once, and
// miss none; what is recorded between two rounds is judged by the next one.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedOfEveryGroup, seedRecorded } from '#server/jobs/clock/group-seed.ts'
import type { ClockHandler } from '#server/jobs/clock/handler.ts'
import { runClock } from '#server/jobs/clock.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, cropBody, type Json, ok, record } from './chain-stage.ts'
import { field } from './parcel-stage.ts'

let world: World
let chain: Chain
let now = new Date('2026-01-15T06:30:00Z')
const crops: Record<'OP1' | 'OP2', string> = { OP1: '', OP2: '' }
const logged: unknown[] = []
const groupOf = (operator: keyof typeof crops) => world.places.cotton[operator]?.id as string
const ada = (operator: string) => world.as('ada', operator)

const round = (handler: ClockHandler, stop = new AbortController().signal) =>
  runClock({ ...world.deps, log: (...entry: unknown[]) => void logged.push(entry), clock: () => now, stop }, world.tenants.cotton, [handler])
/** Every finding of this rule on the group, open or closed, each by what was sown and handed out. */
const findings = async (operator: keyof typeof crops): Promise<Json[]> => {
  const { rows } = await world.scoped('ada', ({ db, tenant }) =>
    sql<{ closed: boolean; figures: Json }>`select closed_at is not null as closed, figures from flag
      where tenant_id = ${tenant.id} and subject_id = ${groupOf(operator)}::uuid and rule_id = 'BR-20' order by opened_at, id`.execute(db),
  )
  return rows.map(({ closed, figures }) => [closed ? 'closed' : 'open', ...figures.seasons.map(({ sownKg, issuedKg }: Json) => [sownKg, issuedKg])])
}
const sow = (operator: keyof typeof crops, kg: number) =>
  record(ada(operator), 'crop', crops[operator], 'SOWING', '2025-06-20', {
    ...{ seedKg: kg, areaHa: 1, method: 'DIBBLING', seedLotNo: 'S-1', seedTreated: 'UNTREATED', nonGmProof: 'GMO-1', nonGmProofKind: 'SEED_CERTIFICATE' },
  })
const voidSowing = async (operator: keyof typeof crops) => {
  const { items } = await ok(ada(operator).get(`/crop/${crops[operator]}/events`))
  const { id } = items.find(({ eventType }: Json) => eventType === 'SOWING')
  await ok(ada(operator).post(`/crop/${crops[operator]}/events/${id}/void`, { reason: 'INCORRECT_DATA' }))
}

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  const { parcelId } = await chain.member()
  crops.OP1 = await chain.cropIn(await chain.systemOn(parcelId))
  const person = { firstName: 'Savita', lastName: 'Rathod', gender: 'F', noPhone: true, language: 'hi', village: 'Elsewhere', block: 'B', district: 'D' }
  const { id: farmerId } = await ok(
    ada('OP2').post('/farmer', {
      ...{ ...person, memberNo: 'S-1', state: 'Madhya Pradesh', country: 'IN', totalHoldingHa: 1, otherGroupMembership: false, joinedOn: '2021-04-01' },
      consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: '2021-04-01T10:00:00+05:30', channel: 'PAPER' }],
    }),
  )
  const plot = {
    name: 'South',
    parcelNo: 'S',
    farmerId,
    tenure: 'OWNED',
    declaredAreaHa: 1,
    waterRegime: 'RAINFED',
    boundaryMethod: 'GPS_WALK',
    gpsAccuracyM: 4,
  }
  const { id: plotId } = await ok(ada('OP2').post('/landparcel', { ...plot, boundary: field(0, 20_000) }))
  const system = { parcelId: plotId, seasonId: chain.season, systemType: 'SOLE', areaHa: 1, waterRegime: 'RAINFED', managedOrganically: true }
  const { id: systemId } = await ok(ada('OP2').post('/croppingsystem', { ...system, plannedSowing: '2025-06-20', plannedEnd: '2026-01-31' }))
  crops.OP2 = (await ok(ada('OP2').post('/crop', cropBody(chain, systemId)))).id
}, 120_000)

describe.each([seedRecorded, seedOfEveryGroup])('a round: $name', (handler) => {
  it('that is stopped after the first group leaves the other to the next one, and neither is found twice', async () => {
    for (const operator of ['OP1', 'OP2'] as const) await ok(sow(operator, 5))
    const before = { OP1: await findings('OP1'), OP2: await findings('OP2') }
    const stop = new AbortController()
    const stopping: ClockHandler = {
      ...handler,
      async carryOut(scope, id) {
        await handler.carryOut(scope, id)
        stop.abort()
      },
    }
    expect(await round(stopping, stop.signal)).toEqual({ [handler.name]: 1 })
    const isNew = async (operator: keyof typeof crops) => (await findings(operator)).slice(before[operator].length)
    expect([...(await isNew('OP1')), ...(await isNew('OP2'))]).toEqual([['open', [5, 0]]])
    await round(handler)
    await round(handler)
    expect([await isNew('OP1'), await isNew('OP2')]).toEqual([[['open', [5, 0]]], [['open', [5, 0]]]])
    expect(logged).toEqual([])
    for (const operator of ['OP1', 'OP2'] as const) await voidSowing(operator)
    now = new Date(now.getTime() + 26 * 60 * 60_000)
    await round(seedOfEveryGroup)
    expect([await isNew('OP1'), await isNew('OP2')]).toEqual([[['closed', [5, 0]]], [['closed', [5, 0]]]])
    now = new Date(now.getTime() + 60_000)
  })
  it('that fails in the middle of a group leaves nothing of it, and finds it the next time; several at once find it once', async () => {
    await ok(sow('OP1', 6))
    const before = (await findings('OP1')).length
    const isNew = async () => (await findings('OP1')).slice(before)
    const failing: ClockHandler = {
      ...handler,
      async carryOut(scope, id) {
        await handler.carryOut(scope, id)
        if (id === groupOf('OP1')) throw new Error('The process ends here')
      },
    }
    // Of the daily round another one was that of today.
    now = new Date(now.getTime() + (handler.isDaily ? 24 * 60 : 1) * 60_000)
    await round(failing)
    expect([await isNew(), logged.splice(0).length]).toEqual([[], 1])
    now = new Date(now.getTime() + 10 * 60_000)
    const stop = new AbortController()
    const stopped = round(handler, stop.signal)
    const others = [round(handler), round(handler), round(seedOfEveryGroup)]
    stop.abort()
    await Promise.all([stopped, ...others])
    expect(await isNew()).toEqual([['open', [6, 0]]])
    await voidSowing('OP1')
    await Promise.all([round(seedRecorded), round(seedRecorded)])
    expect([await isNew(), logged]).toEqual([[['closed', [6, 0]]], []])
    now = new Date(now.getTime() + 26 * 60 * 60_000)
  })
})
