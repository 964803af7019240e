// What follows from published rules: a score on the crop, non-conformities opened when a rule fails and cured when what is recorded
// meets it: by something late, voided or corrected. One is open for a crop and a rule; what a person has decided stays.
import { beforeAll, describe, expect, it } from 'vitest'
import { updateCompliance } from '#server/behaviours/certification/update-compliance.ts'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let now = new Date('2026-01-15T06:30:00Z')
let cropId: string
let farmerId: string
let schemePopId: string
const as = (who: string) => world.as(who, 'OP1')
const logged: unknown[] = []
const round = (name: RegExp) =>
  runClock(
    {
      ...world.deps,
      log: (...entry: unknown[]) => void logged.push(entry),
      clock: () => now,
      stop: new AbortController().signal,
    },
    world.tenants.cotton,
    clockHandlers.filter((handler) => name.test(handler.name)),
  )
const judged = async () => {
  await round(/^rules of schemes: what was recorded$/)
  expect(logged).toEqual([])
}
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const crop = () => ok(as('omar').get(`/crop/${cropId}`))
const findings = async (): Promise<Json[]> => (await ok(as('ines').get(`/nonconformity?filter[cropId]=${cropId}&sort=createdAt`))).items
const columns = async () => {
  const { complianceScore, openNcCount } = await crop()
  return { complianceScore, openNcCount }
}
/** As /dashboard shows them: the mean by area, and crops that fail. */
const onDashboard = async () => (await ok(as('omar').get(`/reports/season-indicators?seasonId=${chain.season}`))).compliance
const states = async () => (await findings()).map(({ rule, status }) => `${rule} ${status}`)
const rule = (code: string, check: Json, severity = 'MAJOR', correctiveDays = 30): Json => ({
  ...{ code, text: `Asked by ${code}`, severity, weight: 1, correctiveDays, effectOnFail: 'NONE', check },
})
const scout = (day: string) => record(as('fatima'), 'crop', cropId, 'SCOUTING', day, { pest: 'Aphid', count: 3, unit: 'PLANT' })

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  ;({ cropId, farmerId } = await chain.sown())
  const rules = [
    rule('SCOUT', { type: 'EVENT_REQUIRED', eventType: 'SCOUTING', minCount: 1, anchor: 'SOWING', fromDay: 0, toDay: 60 }),
    rule('WATER', { type: 'EVENT_FORBIDDEN', eventType: 'IRRIGATION' }, 'MINOR', 10),
    rule('SEED', { type: 'SEED_SOURCE', seedSources: ['GROUP'] }, 'CRITICAL'),
  ]
  const body = { name: 'Cotton', schemeId: await chain.standards.scheme('NPOP'), cropTypeId: chain.cotton, passScore: 60, maxMajor: 1, rules }
  schemePopId = (await ok(world.as('ada', '-').post('/schemepop', body))).id
})

describe('rules that are not published', () => {
  it('open nothing and write nothing', async () => {
    const before = await rowCounts(world)
    await judged()
    // That the round was carried out.
    expect({ ...(await rowCounts(world)), clock_day: 0 }).toEqual({ ...before, clock_day: 0 })
    expect(await columns()).toEqual({ complianceScore: null, openNcCount: null })
  })
})

describe('published rules', () => {
  it('score the crop and open one non-conformity for each that fails, due by its days, and tell who corrects it', async () => {
    await ok(record(world.as('ada', '-'), 'schemepop', schemePopId, 'PUBLISHED', '2026-01-15'))
    await judged()
    // Two of three rules, of equal weight.
    expect(await columns()).toEqual({ complianceScore: 66.7, openNcCount: 1 })
    const [one] = await findings()
    expect(one).toMatchObject({ rule: 'SCOUT', severity: 'MAJOR', status: 'OPEN', openedOn: '2026-01-15', dueOn: '2026-02-14', cropId, schemePopId })
    expect(await ok(as('ines').get(`/nonconformity/${one.id}`))).toMatchObject({
      description: 'Asked by SCOUT',
      evidence: 'Scouting: not recorded until 2025-08-19, 1 asked.',
      reasons: [{ message: 'Scouting: not recorded until 2025-08-19, 1 asked.', words: expect.stringContaining('2025-08-19') }],
    })
    const codes = await world.scoped('ada', ({ db }) => db.selectFrom('outbox').select('code').where('code', '=', 'NC_OPENED').execute())
    expect(codes).toHaveLength(1)
  })
  it('open nothing twice, however often they are judged, also by two at once', async () => {
    const before = await rowCounts(world)
    await judged()
    await Promise.all([judged(), judged()])
    await round(/every crop$/)
    expect({ ...(await rowCounts(world)), clock_day: 0 }).toEqual({ ...before, clock_day: 0 })
  })
  it('are judged in one round, and not again within the quarter of an hour in which they were recorded', async () => {
    const name = 'rules of schemes: what was recorded'
    await ok(scout('2025-08-30').then(({ body }) => as('fatima').post(`/crop/${cropId}/events/${body.event.id}/void`, { reason: 'DID_NOT_OCCUR' })))
    expect((await round(/what was recorded$/))[name]).toBe(1)
    // Others write in the same database: while they do, a round that began meanwhile cannot know what it has not seen.
    let again = 1
    for (let tries = 0; again > 0 && tries < 50; tries++) again = (await round(/^rules of schemes: what was recorded$/))[name] ?? 0
    expect(again).toBe(0)
  })
  it('are judged although the last round was long ago, and what was written before it is not looked at again', async () => {
    const name = 'rules of schemes: what was recorded'
    await ok(scout('2025-08-31').then(({ body }) => as('fatima').post(`/crop/${cropId}/events/${body.event.id}/void`, { reason: 'DID_NOT_OCCUR' })))
    // The worker was off for an hour.
    later(60)
    expect((await round(/^rules of schemes: what was recorded$/))[name]).toBe(1)
  })
  it('leave alone what was recorded of nothing lately, but for the day', async () => {
    later(60)
    expect(await round(/^rules of schemes: what was recorded$/)).toEqual({ 'rules of schemes: what was recorded': 0 })
    later(24 * 60)
    expect((await round(/^rules of schemes: every crop$/))['rules of schemes: every crop']).toBeGreaterThan(0)
    expect(logged).toEqual([])
  })
})

describe('a non-conformity', () => {
  it('is cured by what is recorded late, and opened again when that is voided', async () => {
    const { event } = await ok(scout('2025-08-01'))
    await judged()
    expect(await columns()).toEqual({ complianceScore: 100, openNcCount: 0 })
    expect(await states()).toEqual(['SCOUT CLOSED'])
    const [one] = await findings()
    const { items } = await ok(as('ines').get(`/nonconformity/${one.id}/events`))
    expect(items.map((of: Json) => of.eventType)).toContain('CURED')
    await ok(as('fatima').post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await judged()
    expect(await states()).toEqual(['SCOUT CLOSED', 'SCOUT OPEN'])
    expect(await columns()).toEqual({ complianceScore: 66.7, openNcCount: 1 })
  })
  it('of something that must not be is cured when that is voided', async () => {
    const { event } = await ok(record(as('fatima'), 'crop', cropId, 'IRRIGATION', '2025-09-01', { method: 'DRIP', mm: 10 }))
    await judged()
    expect(await states()).toEqual(['SCOUT CLOSED', 'SCOUT OPEN', 'WATER OPEN'])
    // 33.3 points of the 60 that the rules need.
    expect(await onDashboard()).toEqual({ score: 33.3, judged: 1, failing: 1 })
    expect((await findings()).at(-1)).toMatchObject({ severity: 'MINOR', openedOn: '2026-01-16', dueOn: '2026-01-26' })
    expect(await columns()).toEqual({ complianceScore: 33.3, openNcCount: 2 })
    await ok(as('fatima').post(`/crop/${cropId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await judged()
    expect(await states()).toEqual(['SCOUT CLOSED', 'SCOUT OPEN', 'WATER CLOSED'])
    expect(await onDashboard()).toEqual({ score: 66.7, judged: 1, failing: 0 })
  })
  it('is cured by a correction of the crop', async () => {
    const { version } = await crop()
    await ok(as('omar').patch(`/crop/${cropId}`, { seedSource: 'COMPANY' }, { 'if-match': `"${version}"` }))
    await judged()
    expect((await findings()).at(-1)).toMatchObject({ rule: 'SEED', severity: 'CRITICAL', status: 'OPEN' })
    const again = (await crop()).version
    await ok(as('omar').patch(`/crop/${cropId}`, { seedSource: 'GROUP' }, { 'if-match': `"${again}"` }))
    await judged()
    expect((await findings()).at(-1)).toMatchObject({ rule: 'SEED', status: 'CLOSED' })
  })
  it('that a person has closed stays closed while the rule fails for the same reason', async () => {
    const open = (await findings()).find(({ status }) => status === 'OPEN')
    await ok(record(as('fatima'), 'nonconformity', open.id, 'ACTION_SENT', '2026-01-16', { action: 'Weekly rounds planned', doneOn: '2026-01-16' }, 12))
    await judged()
    expect((await ok(as('ines').get(`/nonconformity/${open.id}`))).status).toBe('ACTION_SENT')
    expect((await columns()).openNcCount).toBe(1)
    await ok(record(as('ines'), 'nonconformity', open.id, 'CLOSED', '2026-01-16', { visitedOn: '2026-01-16' }, 13))
    expect((await columns()).openNcCount).toBe(0)
    await judged()
    expect((await states()).filter((one) => !one.endsWith('CLOSED'))).toEqual([])
  })
  it('of an inspector is counted and never cured by the product', async () => {
    const dueOn = '2026-02-20'
    const { id } = await ok(
      as('ines').post('/nonconformity', { ref: 'I-1', severity: 'MINOR', rule: 'STORE', description: 'Store is dirty', cropId, openedOn: '2026-01-16', dueOn }),
    )
    expect((await columns()).openNcCount).toBe(1)
    await ok(scout('2025-08-02'))
    await judged()
    expect((await ok(as('ines').get(`/nonconformity/${id}`))).status).toBe('OPEN')
    expect(await columns()).toEqual({ complianceScore: 100, openNcCount: 1 })
  })
  it('leaves with the rules: what the product opened is cured when they hold no more', async () => {
    const { event } = await ok(record(as('fatima'), 'crop', cropId, 'IRRIGATION', '2025-09-02', { method: 'DRIP', mm: 10 }))
    expect(event.eventType).toBe('IRRIGATION')
    await judged()
    expect((await columns()).openNcCount).toBe(2)
    await ok(record(world.as('ada', '-'), 'schemepop', schemePopId, 'ARCHIVED', '2026-01-16'))
    await world.scoped('ada', (scope) => updateCompliance(scope, cropId))
    expect(await columns()).toEqual({ complianceScore: null, openNcCount: 1 })
  })
})

describe('the preview of a version', () => {
  const impact = (id: string, query = '', who = 'omar') => as(who).get(`/schemepop/${id}/impact${query}`)
  const draft = async (rules: Json[], name = `Draft ${Math.random()}`, more: Json = {}) =>
    (
      await ok(
        world.as('ada', '-').post('/schemepop', {
          name,
          schemeId: await chain.standards.scheme('NPOP'),
          cropTypeId: chain.cotton,
          passScore: 50,
          maxMajor: 0,
          rules,
          ...more,
        }),
      )
    ).id
  const failing = rule('R', { type: 'SEED_SOURCE', seedSources: ['COMPANY'] })
  it('names the farmers who would newly fail, writes nothing, and refuses whoever may not read rules', async () => {
    const id = await draft([failing])
    const before = await rowCounts(world)
    const { judged, newlyFailing, next } = await ok(impact(id))
    expect([judged > 0, next]).toEqual([true, null])
    expect(newlyFailing).toContainEqual({
      crop: expect.objectContaining({ id: cropId }),
      farmer: expect.objectContaining({ id: farmerId }),
      score: 0,
      failing: ['R'],
    })
    expect((await impact(id, '', 'pooja')).status).toBeGreaterThanOrEqual(403)
    expect((await impact(id, '?after=x')).status).toBe(400)
    expect((await ok(impact(id, '?after=ffffffff-ffff-7fff-bfff-ffffffffffff'))).judged).toBe(0)
    expect(await rowCounts(world)).toEqual(before)
  })
  it('leaves out who passes, who fails already, and other crops', async () => {
    expect((await ok(impact(await draft([rule('R', { type: 'SEED_SOURCE', seedSources: ['GROUP'] })])))).newlyFailing).toEqual([])
    // The published version of this name fails every crop already.
    const published = await draft([failing], 'Strict', {})
    await ok(record(world.as('ada', '-'), 'schemepop', published, 'PUBLISHED', '2026-01-16'))
    expect((await ok(impact(await draft([failing], 'Strict')))).newlyFailing).toEqual([])
    const ofGots = await draft([failing], 'Not registered', { schemeId: await chain.standards.scheme('GOTS') })
    expect(await ok(impact(ofGots))).toEqual({ judged: 0, newlyFailing: [], next: null })
  })
})
