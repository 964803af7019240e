// The internal control in statistics: who may read them, figures worked out here from what was recorded, and that what is taken back or recorded late counts.
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { sampleToDetect, wilson } from '#domain/rules/inspection-quality.ts'
import type { Client } from '../harness/client.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let members: string[]
let second: Client
let refs = 0
const as = (name: string) => world.as(name, 'OP1')
const operator = () => world.places.cotton.OP1?.id as string
const ask = (who: Client) => who.get(`/reports/inspection-quality?seasonId=${chain.season}`)
const quality = async (who: Client = as('omar')): Promise<Json> => ok(ask(who))
const visit = async (who: Client, farmerId: string, day: string, result = 'APPROVED'): Promise<string> =>
  (await ok(record(who, 'farmer', farmerId, 'INTERNAL_INSPECTION', day, { seasonId: chain.season, round: 1, result }))).event.id
const found = (who: Client, farmerId: string, rule: string, openedOn: string, severity = 'MINOR') =>
  ok(who.post('/nonconformity', { ref: `Q-${++refs}`, severity, rule, description: 'Found', farmerId, openedOn, dueOn: '2026-02-10' }))
const voided = (who: Client, farmerId: string, event: string) => ok(who.post(`/farmer/${farmerId}/events/${event}/void`, { reason: 'INCORRECT_DATA' }))
const audit = (farmerIds: string[], findings: Json[]) =>
  ok(
    as('carla').post(`/collective/${operator()}/events`, {
      eventType: 'EXTERNAL_AUDIT',
      occurredAt: at('2026-01-14'),
      data: {
        bodyId: world.places.cotton['CB-NIMAR']?.id,
        from: '2026-01-12',
        until: '2026-01-13',
        farmerIds,
        findings: findings.map((one) => ({ severity: 'MINOR', description: 'Found', dueOn: '2026-02-28', ...one })),
      },
    }),
  )

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  second = world.asUser({ ...(world.people.paul as User), grants: world.people.ines?.grants ?? [] }, 'cotton', 'OP1')
  members = []
  for (let n = 0; n < 6; n++) members.push((await chain.member({ isInspected: false })).farmerId)
}, 120_000)

describe('statistics of the internal control', () => {
  it('are for the manager, the certification body of the group and administrators, not for inspectors or field officers (403), nor for others (404)', async () => {
    for (const who of ['omar', 'carla', 'ada']) expect([who, (await ask(as(who))).status]).toEqual([who, 200])
    for (const who of ['ines', 'fatima', 'pooja']) expect([who, (await ask(as(who))).status]).toEqual([who, 403])
    // Somebody who is a manager elsewhere and an inspector here.
    const both = world.asUser(
      {
        ...(world.people.ines as User),
        grants: [...(world.people.ines?.grants ?? []), { role: 'OPERATOR_MANAGER', operatorIds: [world.places.cotton.OP2?.id ?? ''] }],
      },
      'cotton',
      'OP1',
    )
    expect((await ask(both)).status).toBe(403)
    const stranger = world.asUser(
      {
        ...(world.people.carla as User),
        grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', operatorIds: [world.places.cotton.OP2?.id ?? ''], certificationBodyIds: [] }],
      },
      'cotton',
      'OP1',
    )
    expect([403, 404]).toContain((await ask(stranger)).status)
    expect((await world.as('omar', 'OP2').get(`/reports/inspection-quality?seasonId=${chain.season}`)).status).toBe(404)
    expect((await as('omar').get('/reports/inspection-quality')).status).toBe(400)
    expect((await as('omar').get('/reports/inspection-quality?seasonId=01900000-0000-7000-8000-000000000001')).status).toBe(404)
  })
  it('of a season without an inspection say nothing rather than a rate', async () => {
    expect(await quality()).toMatchObject({
      detection: { holdings: 0, byEither: 0, rate: null, interval: null, recaptured: null, items: [] },
      rate: 0,
      inspectors: [],
      sample: { members: 6, high: [], certificationBody: 6, others: 6 },
    })
    const { sample } = await quality()
    for (const { prevalence, sample: n } of sample.toDetect) expect(n).toBe(sampleToDetect(6, prevalence))
  })
  it('compare what a second look finds, by another inspector or by the certification body, with what the first had found', async () => {
    const [a = '', b = '', c = '', d = ''] = members
    // a: the first finds A and B, the second B and C.
    await visit(as('ines'), a, '2025-08-10', 'CONDITIONAL')
    await found(as('ines'), a, 'A', '2025-08-10')
    await found(as('ines'), a, 'B', '2025-08-10')
    await visit(second, a, '2025-09-10', 'CONDITIONAL')
    await found(second, a, 'B', '2025-09-10')
    await found(second, a, 'C', '2025-09-10')
    // b: the audit finds what the first overlooked; a recommendation is no non-conformity.
    await visit(as('ines'), b, '2025-08-11')
    // c: the same person twice is one look.
    await visit(as('ines'), c, '2025-08-12', 'CONDITIONAL')
    await visit(as('ines'), c, '2025-10-12')
    // d: the first has no name for what it found, the audit has.
    await visit(as('ines'), d, '2025-08-13', 'CONDITIONAL')
    await audit(
      [b, d],
      [{ farmerId: b, rule: 'STORE' }, { farmerId: b, rule: 'TIP', severity: 'RECOMMENDATION' }, { farmerId: d, rule: 'BUFFER' }, { rule: 'GROUP' }],
    )
    const { detection } = await quality()
    // Found by the first: A, B; –; one of d. By either: A, B, C; STORE; BUFFER.
    expect(detection).toMatchObject({ holdings: 3, byFirst: 3, bySecond: 4, byBoth: 2, byEither: 5, rate: 0.6, interval: wilson(3, 5), recaptured: 0.5 })
    expect(detection.items.find((one: Json) => one.farmerId === a)).toMatchObject({
      kind: 'INTERNAL',
      first: { by: world.people.ines?.name, on: '2025-08-10', found: ['A', 'B'] },
      second: { on: '2025-09-10', found: ['B', 'C'] },
      missed: 1,
    })
    expect(detection.items.map(({ farmerId, kind, missed }: Json) => [farmerId, kind, missed])).toContainEqual([d, 'AUDIT', 0])
    expect(await quality(as('carla'))).toEqual(await quality())
  })
  it('compare inspectors by members, each once, at the risk that is not made of findings', async () => {
    const { inspectors, classes, rate } = await quality()
    const ines = inspectors.find((one: Json) => one.inspectorId === world.people.ines?.id)
    const other = inspectors.find((one: Json) => one.inspectorId !== world.people.ines?.id)
    expect(ines).toMatchObject({ name: world.people.ines?.name, members: 4, found: 3 })
    expect(other).toMatchObject({ members: 1, found: 1 })
    expect(rate).toBeCloseTo(4 / 5, 10)
    expect(classes.reduce((sum: number, one: Json) => sum + one.visited, 0)).toBe(5)
    expect(ines.expected + other.expected).toBeCloseTo(4, 10)
    // A major finding raises the risk of the member, not the group in which its inspector is compared.
    await found(as('ines'), members[0] ?? '', 'A2', '2025-08-10', 'MAJOR')
    expect((await quality()).classes).toEqual(classes)
  })
  it('make a score of what is measured: who was inspected, what the first look found, who finds what others find, and what was corrected by its day', async () => {
    const { score, inspectors, detection } = await quality()
    const worth = (place: string) => (place === 'INSIDE' ? 1 : place.startsWith('MANY_') ? 0 : 0.5)
    const spread = inspectors.reduce((sum: number, one: Json) => sum + worth(one.place), 0)
    const shares = [4 / 6, detection.byFirst / detection.byEither, spread / inspectors.length]
    const rounded = (all: number[]) => Math.round((100 * all.reduce((sum, one) => sum + one, 0)) / all.length)
    expect(score.parts.map(({ part, done, of }: Json) => [part, done, of])).toEqual([
      ['COVERAGE', 4, 6],
      ['DETECTION', 4, 6],
      ['SPREAD', spread, 2],
      ['CORRECTION', 0, 0],
    ])
    expect(score.score).toBe(rounded(shares))
    // Two whose day has passed: one was reported corrected on that day, the other too late; one that is due is not looked at yet.
    const due = (ref: string, dueOn: string) =>
      ok(as('ines').post('/nonconformity', { ref, severity: 'MINOR', rule: 'EDGE', description: 'Found', farmerId: members[4], openedOn: '2025-09-01', dueOn }))
    const [onTime, late] = [await due('S-1', '2025-10-01'), await due('S-2', '2025-10-02')]
    const correct = (id: string, day: string) => ok(record(as('omar'), 'nonconformity', id, 'ACTION_SENT', day, { action: 'Marked', doneOn: day }))
    const sent = await correct(onTime.id, '2025-10-01')
    await correct(late.id, '2025-10-03')
    const part = async () => (await quality()).score.parts.find((one: Json) => one.part === 'CORRECTION')
    expect(await part()).toMatchObject({ done: 1, of: 2, share: 0.5 })
    expect((await quality()).score.score).toBe(rounded([...shares, 0.5]))
    // Taken back, it was not corrected; entered late with its own day, it was.
    await ok(as('omar').post(`/nonconformity/${onTime.id}/events/${sent.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await part()).toMatchObject({ done: 0, of: 2 })
    await correct(onTime.id, '2025-09-28')
    expect(await part()).toMatchObject({ done: 1, of: 2 })
  })
  it('count what is recorded late as if it had been there, and nothing that is taken back', async () => {
    const [, , c = '', , e = ''] = members
    const before = await quality()
    // The second look at c comes late; it lies before the second visit of the first.
    const late = await visit(second, c, '2025-09-01', 'REJECTED')
    const { detection } = await quality()
    expect(detection).toMatchObject({ holdings: 4, byFirst: before.detection.byFirst + 1, byBoth: before.detection.byBoth + 1 })
    await voided(second, c, late)
    expect(await quality()).toEqual(before)
    const own = await visit(second, e, '2025-09-02')
    expect((await quality()).inspectors.find((one: Json) => one.inspectorId !== world.people.ines?.id)).toMatchObject({ members: 2, found: 1 })
    await voided(second, e, own)
    expect(await quality()).toEqual(before)
  })
  it('read findings of a visit with a checklist from its inspection', async () => {
    const question = {
      code: 'EDGE',
      section: 'Field',
      text: 'Is the edge marked?',
      ask: { kind: 'YES_NO', right: 'YES', mayNotApply: true },
      severity: 'MINOR',
      weight: 1,
      correctiveDays: 30,
      photo: 'NONE',
    }
    const { id: checklistId } = await ok(as('ada').post('/checklist', { name: 'Farm', kind: 'INTERNAL', questions: [question] }))
    await ok(record(as('ada'), 'checklist', checklistId, 'PUBLISHED', '2025-07-01'))
    const farmerId = members[5] ?? ''
    const body = { kind: 'INTERNAL', farmerId, seasonId: chain.season, round: 1, checklistId, plannedOn: '2025-08-10' }
    const { id } = await ok(as('ines').post('/inspection', body))
    const on = (type: string, data: Json, hour: number) => ok(record(as('ines'), 'inspection', id, type, '2025-08-20', data, hour))
    await on('STARTED', {}, 9)
    await on('ANSWERED', { answers: [{ question: 'EDGE', answer: { kind: 'YES_NO', yes: false }, note: 'Not marked' }] }, 10)
    const signature = async (name: string): Promise<string> => {
      const { drawnImage } = await import('../harness/files.ts')
      const send = { method: 'POST', headers: { 'content-type': 'image/png' }, body: (await drawnImage(200, 80, 'png', '#118844')) as BodyInit }
      return (await ok(as('ines').send(`/files?name=${name}`, send))).id
    }
    const submitted = {
      result: 'APPROVED',
      signedBy: 'FARMER',
      farmerSignature: [await signature('farmer.png')],
      inspectorSignature: [await signature('own.png')],
    }
    await on('SUBMITTED', submitted, 11)
    const { inspectors, detection } = await quality()
    expect(inspectors.find((one: Json) => one.inspectorId === world.people.ines?.id)).toMatchObject({ members: 5, found: 4 })
    await visit(second, farmerId, '2025-09-20')
    expect((await quality()).detection).toMatchObject({ holdings: detection.holdings + 1, byFirst: detection.byFirst + 1, byBoth: detection.byBoth })
  })
  it('count a member as inspected whose other record was, as soon as the two are one', async () => {
    const coverage = async () => (await quality()).score.parts.find((one: Json) => one.part === 'COVERAGE')
    const before = await coverage()
    const { farmerId: twin } = await chain.member({ name: 'Raju', isInspected: false })
    await visit(second, twin, '2025-09-22')
    expect(await coverage()).toMatchObject({ done: before.done + 1, of: before.of + 1 })
    await ok(record(as('omar'), 'farmer', twin, 'MERGE_REQUESTED', '2026-01-12', { survivorId: members[4], reason: 'One person' }))
    await ok(record(as('ada'), 'farmer', twin, 'MERGED', '2026-01-12', { survivorId: members[4] }, 11))
    expect(await coverage()).toMatchObject({ done: before.done + 1, of: before.of })
  })
  it('of many members ask the database as often as of few', async () => {
    const sent = async () => statementsIn(await messagesOf(() => quality())).length
    const few = await sent()
    for (let n = 0; n < 6; n++) await chain.member({})
    expect(await sent()).toBe(few)
    expect(few).toBeLessThanOrEqual(12)
  })
})
