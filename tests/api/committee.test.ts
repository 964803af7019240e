// What the approval committee looks at: who may ask, what is said of each member, what is proposed and why, who may not be decided, and that the
// event refuses exactly what the screen says it would (BR-17, BR-21, BR-24; decision 82).
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import type { Client } from '../harness/client.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let refs = 0
const as = (name: string) => world.as(name, 'OP1')
const operator = () => world.places.cotton.OP1?.id as string
const ask = (who: Client, more = '') => who.get(`/committee?seasonId=${chain.season}${more}`)
const meeting = async (who: Client = as('omar'), more = ''): Promise<Json> => ok(ask(who, more))
const of = async (farmerId: string, who?: Client, more?: string): Promise<Json> =>
  (await meeting(who, more)).items.find((one: Json) => one.farmerId === farmerId)
const inspect = (who: Client, farmerId: string, day: string, result = 'APPROVED', more: Json = {}) =>
  ok(record(who, 'farmer', farmerId, 'INTERNAL_INSPECTION', day, { seasonId: chain.season, round: 1, result, ...more }))
const found = async (farmerId: string, severity: string, more: Json = {}): Promise<string> =>
  (
    await ok(
      as('ines').post('/nonconformity', {
        ref: `K-${++refs}`,
        severity,
        rule: 'STORE',
        description: 'Found',
        farmerId,
        openedOn: '2026-01-10',
        dueOn: '2026-02-10',
        ...more,
      }),
    )
  ).id
const decide = (who: Client, day: string, ...decisions: Json[]) =>
  record(who, 'collective', operator(), 'APPROVAL_COMMITTEE', day, { seasonId: chain.season, decisions })
const sentences = (list: Json[]): string[] => list.map(({ message }) => message)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('the committee’s table', () => {
  it('is for the manager who decides at this operator alone (403, 404), of a season that there is, on a day that has come (400)', async () => {
    await chain.member({ name: 'Asked' })
    for (const who of ['ada', 'carla', 'ines', 'fatima', 'pooja', 'paul']) expect([who, (await ask(as(who))).status]).toEqual([who, 403])
    expect((await world.as('omar', 'OP2').get(`/committee?seasonId=${chain.season}`)).status).toBe(404)
    const elsewhere = world.asUser(
      {
        ...(world.people.ines as User),
        grants: [...(world.people.ines?.grants ?? []), { role: 'OPERATOR_MANAGER', operatorIds: [world.places.cotton.OP2?.id ?? ''] }],
      },
      'cotton',
      'OP1',
    )
    expect((await ask(elsewhere)).status).toBe(403)
    expect((await as('omar').get('/committee')).status).toBe(400)
    expect((await as('omar').get('/committee?seasonId=01900000-0000-7000-8000-000000000001')).status).toBe(404)
    expect(await ask(as('omar'), '&day=2026-01-16')).toMatchObject({ status: 400, body: { fields: [{ path: 'day', code: 'max' }] } })
  })
  it('says that nobody is decided before everybody was inspected, as the event does, and by which day', async () => {
    const { farmerId } = await chain.member({ name: 'Late', isInspected: false })
    const before = await meeting()
    expect(before).toMatchObject({ members: 2, inspected: 1, stopped: { message: expect.stringContaining('1 of 2') } })
    expect(before.items[0]).toMatchObject({ farmerId, state: 'BLOCKED', visits: [], blocked: [{ ruleId: 'BR-21' }] })
    const counts = await rowCounts(world)
    const refused = await decide(as('omar'), '2026-01-15', { farmerId: before.items[1].farmerId, result: 'APPROVED' })
    expect(refused).toMatchObject({ status: 422, body: { ruleId: 'BR-21', detail: before.stopped.message } })
    expect(await rowCounts(world)).toEqual(counts)
    await inspect(as('ines'), farmerId, '2025-11-10')
    expect(await meeting()).toMatchObject({ stopped: null, inspected: 2 })
    expect(await meeting(as('omar'), '&day=2025-11-09')).toMatchObject({ inspected: 1, stopped: { message: expect.any(String) } })
    expect((await of(farmerId, as('omar'), '&day=2025-11-09')).visits).toEqual([])
    expect((await of(farmerId, as('omar'), '&day=2025-11-10')).visits).toMatchObject([
      { day: '2025-11-10', result: 'APPROVED', inspectorId: world.people.ines?.id },
    ])
  })
  it('proposes what the facts ask for, with its reasons, and says what makes it doubtful', async () => {
    const plain = await chain.sown({ name: 'Plain', areaHa: 2 })
    await chain.picked(plain.cropId, 100)
    expect(await of(plain.farmerId)).toMatchObject({
      state: 'CLEAR',
      proposal: { result: 'APPROVED', reasons: [], doubts: [] },
      areaHa: 2,
      claims: [{ claim: 'ORGANIC', areaHa: 2 }],
      estimatedKg: 2400,
      open: [],
      sanction: null,
      before: null,
      decision: null,
      blocked: [],
    })
    const minor = (await chain.member({ name: 'Minor' })).farmerId
    await found(minor, 'MINOR')
    expect((await of(minor)).proposal).toMatchObject({ result: 'APPROVED' })
    const overdue = (await chain.member({ name: 'Overdue' })).farmerId
    await found(overdue, 'MINOR', { dueOn: '2026-01-14' })
    expect(await of(overdue)).toMatchObject({
      state: 'CLEAR',
      proposal: { result: 'CONDITIONAL', doubts: [] },
      open: [{ severity: 'MINOR', dueOn: '2026-01-14' }],
    })
    const major = (await chain.member({ name: 'Major' })).farmerId
    const id = await found(major, 'MAJOR')
    expect(await of(major)).toMatchObject({ state: 'DOUBT', proposal: { result: 'CONDITIONAL' }, open: [{ id, severity: 'MAJOR' }] })
    expect(sentences((await of(major)).proposal.doubts)).toContain('A major or critical non-conformity is open.')
    // Of before it was opened, it is not there.
    expect(await of(major, as('omar'), '&day=2026-01-09')).toMatchObject({ open: [], proposal: { result: 'APPROVED' } })
    const critical = (await chain.member({ name: 'Critical' })).farmerId
    await found(critical, 'CRITICAL')
    await found(critical, 'MINOR')
    expect(await of(critical)).toMatchObject({ state: 'DOUBT', proposal: { result: 'SANCTIONED' }, open: [{ severity: 'CRITICAL' }, { severity: 'MINOR' }] })
    const mixed = (await chain.member({ name: 'Mixed' })).farmerId
    await inspect(as('ines'), mixed, '2025-10-10', 'CONDITIONAL', { conditions: 'Clean the store' })
    expect(await of(mixed)).toMatchObject({ state: 'DOUBT', visitsInYear: 2, proposal: { result: 'CONDITIONAL' } })
    expect((await of(mixed)).visits).toMatchObject([
      { result: 'APPROVED', conditions: null },
      { result: 'CONDITIONAL', conditions: 'Clean the store' },
    ])
    const rejected = (await chain.member({ name: 'Rejected', isInspected: false })).farmerId
    await inspect(as('ines'), rejected, '2025-08-10', 'REJECTED')
    expect(await of(rejected)).toMatchObject({ state: 'DOUBT', proposal: { result: 'REJECTED' } })
    const states = (await meeting()).items.map(({ state }: Json) => state)
    const rank = ['BLOCKED', 'DOUBT', 'CHANGED', 'CLEAR', 'DECIDED']
    expect(states).toEqual([...states].sort((one, other) => rank.indexOf(one) - rank.indexOf(other)))
    expect((await meeting()).items[0].proposal.result).toBe('SANCTIONED')
  })
  it('counts an inspection on a plot or a crop, and none that was taken back', async () => {
    const { farmerId, parcelId, cropId } = await chain.sown({ name: 'Everywhere' })
    await ok(record(as('ines'), 'landparcel', parcelId, 'INTERNAL_INSPECTION', '2025-09-10', { seasonId: chain.season, round: 2, result: 'APPROVED' }))
    const { event } = await ok(record(as('ines'), 'crop', cropId, 'INTERNAL_INSPECTION', '2025-09-20', { round: 3, result: 'CONDITIONAL' }))
    expect((await of(farmerId)).visits.map(({ day }: Json) => day)).toEqual(['2025-08-10', '2025-09-10', '2025-09-20'])
    expect((await of(farmerId)).proposal.result).toBe('CONDITIONAL')
    await ok(as('ines').post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await of(farmerId)).toMatchObject({ visitsInYear: 2, proposal: { result: 'APPROVED' } })
  })
  it('marks whom the person who sits there has inspected, whom the event refuses to them (BR-24), and doubts for a relative', async () => {
    const { farmerId } = await chain.member({ name: 'Own', isInspected: false })
    const both = world.asUser(
      { ...(world.people.paul as User), grants: [...(world.people.ines?.grants ?? []), ...(world.people.omar?.grants ?? [])] },
      'cotton',
      'OP1',
    )
    await inspect(both, farmerId, '2025-08-10')
    const own = await of(farmerId, both)
    expect(own).toMatchObject({ state: 'BLOCKED', blocked: [{ ruleId: 'BR-24' }] })
    expect(await decide(both, '2026-01-15', { farmerId, result: 'APPROVED' })).toMatchObject({
      status: 422,
      body: { ruleId: 'BR-24', detail: own.blocked[0].message },
    })
    expect(await of(farmerId)).toMatchObject({ state: 'CLEAR', blocked: [] })
    const { version } = await ok(as('ada').get(`/user/${world.people.omar?.id}`))
    await ok(as('ada').patch(`/user/${world.people.omar?.id}`, { conflictOfInterest: [{ farmerId, relation: 'Uncle' }] }, { 'if-match': `"${version}"` }))
    expect(await of(farmerId)).toMatchObject({ state: 'DOUBT', proposal: { doubts: [{ message: 'You have declared to be related to this member.' }] } })
  })
  it('carries decisions with their reasons out in one event; facts that come later show where they differ', async () => {
    const [first, second] = [(await chain.member({ name: 'Alpha' })).farmerId, (await chain.member({ name: 'Beta' })).farmerId]
    const { event } = await ok(
      decide(
        as('omar'),
        '2026-01-15',
        { farmerId: first, result: 'APPROVED' },
        { farmerId: second, result: 'CONDITIONAL', conditions: 'Buffer of 10 m', reason: 'The neighbour sprays' },
      ),
    )
    expect(await of(first)).toMatchObject({ state: 'DECIDED', decision: { result: 'APPROVED', on: '2026-01-15', by: world.people.omar?.name } })
    expect(await of(second)).toMatchObject({
      state: 'CHANGED',
      proposal: { result: 'APPROVED' },
      decision: { result: 'CONDITIONAL', conditions: 'Buffer of 10 m' },
    })
    const [row] = (await ok(as('omar').get(`/farmerseason?filter[farmerId]=${second}`))).items
    const [decided] = (await ok(as('omar').get(`/farmerseason/${row.id}/events`))).items
    expect(decided).toMatchObject({ eventType: 'DECIDED', data: { result: 'CONDITIONAL', reason: 'The neighbour sprays', causeEventId: event.id } })
    await found(first, 'CRITICAL')
    expect(await of(first)).toMatchObject({ state: 'CHANGED', proposal: { result: 'SANCTIONED' } })
    await ok(as('omar').post(`/collective/${operator()}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await of(first)).toMatchObject({ state: 'DOUBT', decision: null })
    expect(await of(second)).toMatchObject({ state: 'CLEAR', decision: null })
  })
  it('shows the decision of the season before, and a sanction that is imposed', async () => {
    const ada = as('ada')
    const { id: earlier } = await ok(
      ada.post('/season', { code: 'KH-2024', name: 'Kharif 2024', kind: 'KHARIF', startDate: '2024-06-01', endDate: '2025-02-28', yieldFactor: 1 }),
    )
    const { farmerId, cropId } = await chain.sown({ name: 'Sanctioned' })
    await ok(record(as('ines'), 'farmer', farmerId, 'INTERNAL_INSPECTION', '2025-02-01', { seasonId: earlier, round: 1, result: 'REJECTED' }))
    const { items } = await meeting()
    for (const one of items)
      if (one.farmerId !== farmerId)
        await record(as('ines'), 'farmer', one.farmerId, 'INTERNAL_INSPECTION', '2025-02-01', { seasonId: earlier, round: 1, result: 'APPROVED' })
    await ok(
      record(as('omar'), 'collective', operator(), 'APPROVAL_COMMITTEE', '2025-02-20', { seasonId: earlier, decisions: [{ farmerId, result: 'REJECTED' }] }),
    )
    expect(await of(farmerId)).toMatchObject({ state: 'DOUBT', before: { result: 'REJECTED' }, proposal: { result: 'APPROVED' } })
    const id = await found(farmerId, 'MAJOR', { cropId })
    const on = (who: string, eventType: string, data: Json = {}) =>
      ok(as(who).post(`/nonconformity/${id}/events`, { eventType, occurredAt: clock().toISOString(), data }))
    await on('ines', 'ESCALATED', { sanction: 'SALES_SUSPENSION', reason: 'Not corrected' })
    expect(await of(farmerId)).toMatchObject({ proposal: { result: 'CONDITIONAL' }, sanction: { sanction: 'SALES_SUSPENSION', isImposed: false } })
    await on('omar', 'SANCTION_IMPOSED')
    expect(await of(farmerId)).toMatchObject({ proposal: { result: 'SANCTIONED' }, sanction: { sanction: 'SALES_SUSPENSION', isImposed: true } })
  })
  it('of many members asks the database as often as of few', async () => {
    const sent = async () => statementsIn(await messagesOf(() => meeting())).length
    const few = await sent()
    for (let at = 0; at < 6; at++) await chain.member({ name: 'More' })
    expect(await sent()).toBe(few)
    expect(few).toBeLessThanOrEqual(14)
  })
  it('of a closed season decides nothing', async () => {
    const other = await openWorld({ now: clock })
    const stage = await chainOf(other)
    await stage.member({})
    await ok(record(other.as('ada', 'OP1'), 'season', stage.season, 'SEASON_CLOSED', '2026-01-14'))
    expect((await ok(other.as('omar', 'OP1').get(`/committee?seasonId=${stage.season}`))).stopped).toMatchObject({ message: expect.stringContaining('closed') })
  })
})

describe('members that a committee, a training or an audit names', () => {
  it('are named to a field officer in their villages alone; of the others number and result stay, and no words', async () => {
    const [near, far] = [(await chain.member({ name: 'Nearby' })).farmerId, (await chain.member({ name: 'Faraway' })).farmerId]
    await world.scoped('ada', ({ db }) => sql`update farmer set village = 'Elsewhere' where id = ${far}::uuid`.execute(db))
    const { title } = await chain.view('farmer', far)
    const { village } = await chain.view('farmer', near)
    const officer = world.asUser(
      { ...(world.people.fatima as User), grants: [{ role: 'FIELD_OFFICER', operatorIds: [operator()], villages: [village] }] },
      'cotton',
      'OP1',
    )
    for (const id of [near, far]) await inspect(as('ines'), id, '2026-01-10')
    const { event } = await ok(
      decide(as('omar'), '2026-01-14', { farmerId: near, result: 'APPROVED' }, { farmerId: far, result: 'REJECTED', reason: 'Sprayed by Faraway' }),
    )
    const trained = await ok(record(as('omar'), 'collective', operator(), 'TRAINING', '2026-01-13', { topic: 'Compost', hours: 2, farmerIds: [near, far] }))
    for (const path of [`events/${event.id}`, `events/${trained.event.id}`, 'events?limit=50']) {
      const body = JSON.stringify(await ok(officer.get(`/collective/${operator()}/${path}`)))
      for (const name of [far, title, 'Sprayed by Faraway']) expect([path, body.includes(name)]).toEqual([path, false])
      if (!path.startsWith('events/')) expect(body).toContain(near)
    }
    // Whoever manages another group reaches no more of this one.
    const elsewhere = world.places.cotton.OP2?.id as string
    const both = world.asUser(
      {
        ...(world.people.fatima as User),
        grants: [
          { role: 'FIELD_OFFICER', operatorIds: [operator()], villages: [village] },
          { role: 'OPERATOR_MANAGER', operatorIds: [elsewhere] },
        ],
      },
      'cotton',
      'OP1',
    )
    const seen = await ok(both.get(`/collective/${operator()}/events/${event.id}`))
    expect(seen.data.decisions).toMatchObject([{ farmerId: near }, { farmerId: null, result: 'REJECTED', reason: null }])
    const one = await ok(officer.get(`/collective/${operator()}/events/${event.id}`))
    expect(one.data.decisions).toMatchObject([
      { farmerId: near, result: 'APPROVED' },
      { farmerId: null, result: 'REJECTED', reason: null },
    ])
    expect((await ok(officer.get(`/collective/${operator()}/events/${trained.event.id}`))).data.farmerIds).toEqual([near, null])
    for (const who of ['omar', 'ada', 'carla'])
      expect((await ok(as(who).get(`/collective/${operator()}/events/${event.id}`))).data.decisions).toMatchObject([{ farmerId: near }, { farmerId: far }])
  })
})
