// What counts against a crop when it passes (BR-17) and what does not: findings on its plot and its grower, answers of its own scheme, numbers that
// nobody judged, contaminated water; whose a non-conformity may be and of which day; which season its sanction stops.
import { beforeAll, describe, expect, it } from 'vitest'
import { clockHandlers, runClock } from '#server/jobs/clock.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record, uploadedSlip } from './chain-stage.ts'
import { step } from './plan-step.ts'

let world: World
let chain: Chain
let npop: string
let gots: string
let now = new Date('2026-01-15T06:30:00Z')
const as = (who: string) => world.as(who, 'OP1')
const ada = () => world.as('ada', '-')
const logged: unknown[] = []
const round = async (name: RegExp) => {
  const context = { ...world.deps, log: (...entry: unknown[]) => void logged.push(entry), clock: () => now, stop: new AbortController().signal }
  await runClock(
    context,
    world.tenants.cotton,
    clockHandlers.filter((handler) => name.test(handler.name)),
  )
  expect(logged).toEqual([])
}
const rule = (code: string, check: Json, severity = 'MAJOR'): Json => ({
  ...{ code, text: `Asked by ${code}`, severity, weight: 1, correctiveDays: 30, effectOnFail: 'NONE', check },
})
const version = async (rules: Json[], more: Json = {}): Promise<string> => {
  const body = { name: `Rules ${Math.random()}`, schemeId: npop, cropTypeId: chain.cotton, passScore: 50, maxMajor: 1, rules, ...more }
  return (await ok(ada().post('/schemepop', body))).id
}
const bench = async (id: string, cropId: string): Promise<Json> => ok(as('omar').get(`/schemepop/${id}/bench?cropId=${cropId}`))
const questionOf = (code: string, ask: Json, severity = 'MINOR'): Json => ({
  ...{ code, section: 'Store', text: `Asked by ${code}`, severity, weight: 1, correctiveDays: 10, photo: 'NONE', ask },
})
const yesNo = { kind: 'YES_NO', right: 'YES', mayNotApply: true }
const checklistOf = async (schemeId: string | null, questions: Json[]): Promise<string> => {
  const { id } = await ok(ada().post('/checklist', { name: `List ${Math.random()}`, kind: 'INTERNAL', ...(schemeId ? { schemeId } : {}), questions }))
  await ok(record(ada(), 'checklist', id, 'PUBLISHED', '2025-07-01'))
  return id
}
let visits = 0
/** Started by Ines; the answers are sent by the caller. */
const started = async (farmerId: string, checklistId: string): Promise<string> => {
  const visit = { kind: 'INTERNAL', farmerId, seasonId: chain.season, round: 1 + (visits++ % 4), checklistId, plannedOn: '2026-01-10' }
  const { id } = await ok(as('ines').post('/inspection', visit))
  await ok(record(as('ines'), 'inspection', id, 'STARTED', '2026-01-10', {}, 9))
  return id
}
const answer = (id: string, answers: Json[]) => record(as('ines'), 'inspection', id, 'ANSWERED', '2026-01-10', { answers }, 10)
const submit = async (id: string) => {
  const data = { result: 'CONDITIONAL', conditions: 'As said', signedBy: 'REFUSED', inspectorSignature: [await uploadedSlip(as('ines'))] }
  return (await ok(record(as('ines'), 'inspection', id, 'SUBMITTED', '2026-01-10', data, 11))).event
}
const inspected = async (farmerId: string, checklistId: string, answers: Json[]) => {
  const id = await started(farmerId, checklistId)
  await ok(answer(id, answers))
  await submit(id)
  return id
}
const no = { kind: 'YES_NO', yes: false }
const nonconformity = (of: Json, more: Json = {}, who = 'ines') =>
  as(who).post('/nonconformity', {
    ...{ ref: `F-${Math.random()}`, severity: 'CRITICAL', rule: 'STORE', description: 'Found', openedOn: '2026-01-10', dueOn: '2026-01-14' },
    ...of,
    ...more,
  })
const on = (who: string, id: string, eventType: string, data: Json = {}) =>
  as(who).post(`/nonconformity/${id}/events`, { eventType, occurredAt: now.toISOString(), data })

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  npop = await chain.standards.scheme('NPOP')
  gots = await chain.standards.scheme('GOTS')
})

describe('an answer to a question', () => {
  const STORE = rule('STORE', { type: 'CHECKLIST_QUESTION', evidence: [] })
  it('meets or fails the rules of its own scheme, and of a checklist of none those of all', async () => {
    const [{ cropId, farmerId }, other] = [await chain.sown({ name: 'Asked' }), await chain.sown({ name: 'Free' })]
    const [ofNpop, ofGots] = [await version([STORE]), await version([STORE], { schemeId: gots })]
    const outcome = async (id: string, crop = cropId) => (await bench(id, crop)).rules[0].outcome
    await inspected(farmerId, await checklistOf(gots, [questionOf('STORE', yesNo)]), [{ question: 'STORE', answer: { kind: 'YES_NO', yes: true } }])
    expect([await outcome(ofNpop), await outcome(ofGots)]).toEqual(['NOT_CHECKED', 'MET'])
    await inspected(farmerId, await checklistOf(npop, [questionOf('STORE', yesNo)]), [{ question: 'STORE', answer: no, note: 'Open' }])
    expect([await outcome(ofNpop), await outcome(ofGots)]).toEqual(['FAILED', 'MET'])
    await inspected(other.farmerId, await checklistOf(null, [questionOf('STORE', yesNo)]), [{ question: 'STORE', answer: no, note: 'Open' }])
    expect([await outcome(ofNpop, other.cropId), await outcome(ofGots, other.cropId)]).toEqual(['FAILED', 'FAILED'])
  })
  it('that nobody can judge meets nothing', async () => {
    const { cropId, farmerId } = await chain.sown({ name: 'Numbers' })
    const list = await checklistOf(npop, [
      questionOf('AREA', { kind: 'NUMBER', mayNotApply: false }),
      questionOf('KIND', { kind: 'CHOICE', options: ['One', 'Two'], findings: [], mayNotApply: false }),
      questionOf('WIDE', { kind: 'NUMBER', least: 3, mayNotApply: false }),
    ])
    await inspected(farmerId, list, [
      { question: 'AREA', answer: { kind: 'NUMBER', number: -5 } },
      { question: 'KIND', answer: { kind: 'CHOICE', option: 'One' } },
      { question: 'WIDE', answer: { kind: 'NUMBER', number: 4 } },
    ])
    const { rules } = await bench(await version(['AREA', 'KIND', 'WIDE'].map((code) => rule(code, { type: 'CHECKLIST_QUESTION', evidence: [] }))), cropId)
    expect(rules.map((one: Json) => `${one.code} ${one.outcome}`)).toEqual(['AREA NOT_CHECKED', 'KIND NOT_CHECKED', 'WIDE MET'])
  })
  it('is no finding milder than its question, which is refused, and may be a graver one', async () => {
    const { farmerId } = await chain.member({ name: 'Severe' })
    const id = await started(farmerId, await checklistOf(npop, [questionOf('FIRE', yesNo, 'CRITICAL'), questionOf('SIGN', yesNo)]))
    for (const severity of ['RECOMMENDATION', 'MINOR', 'MAJOR']) {
      const { status, body } = await answer(id, [{ question: 'FIRE', answer: no, severity, note: 'Burnt' }])
      expect([status, body.fields?.[0]]).toMatchObject([400, { path: 'data.answers.0.severity', code: 'min' }])
    }
    await ok(
      answer(id, [
        { question: 'FIRE', answer: no, note: 'Burnt' },
        { question: 'SIGN', answer: no, severity: 'MAJOR', note: 'None' },
      ]),
    )
    const { answers } = await ok(as('ines').get(`/inspection/${id}`))
    expect(answers.map((one: Json) => one.severity)).toEqual(['CRITICAL', 'MAJOR'])
  })
})

describe('a test of water', () => {
  it('that names contaminants is a finding, until the same source is tested clean or it is taken back', async () => {
    const { cropId, parcelId } = await chain.sown({ name: 'Water' })
    const id = await version([rule('WATER', { type: 'LAB_TEST', test: 'WATER', frequency: 'EACH_SEASON' })])
    const outcome = async () => (await bench(id, cropId)).rules[0].outcome
    const test = (day: string, waterSource: string, contaminants?: string) =>
      ok(record(as('fatima'), 'landparcel', parcelId, 'WATER_TEST', day, { waterSource, ph: 7, ...(contaminants ? { contaminants } : {}) }))
    await test('2025-09-01', 'Well')
    expect(await outcome()).toBe('MET')
    const { event } = await test('2025-09-10', 'Well', 'Endosulfan 3 mg/l, above limit')
    expect(await outcome()).toBe('FAILED')
    await test('2025-09-20', 'Canal')
    expect(await outcome()).toBe('FAILED')
    await ok(as('fatima').post(`/landparcel/${parcelId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await outcome()).toBe('MET')
    await test('2025-09-12', 'Canal', 'Nitrate')
    // A clean one of the same source after it.
    expect(await outcome()).toBe('MET')
  })
})

describe('a critical finding', () => {
  it('on the crop, its plot or its grower fails it while it is open; on another plot, crop or grower it does not', async () => {
    const id = await version([rule('SEED', { type: 'SEED_SOURCE', seedSources: ['GROUP'] })])
    const [of, other] = [await chain.sown({ name: 'Whole' }), await chain.sown({ name: 'Other' })]
    const passes = async (cropId = of.cropId) => (await bench(id, cropId)).isPassed
    expect(await passes()).toBe(true)
    await ok(nonconformity({ farmerId: other.farmerId }))
    await ok(nonconformity({ parcelId: other.parcelId }))
    await ok(nonconformity({ cropId: other.cropId }))
    expect([await passes(), await passes(other.cropId)]).toEqual([true, false])
    for (const about of [{ farmerId: of.farmerId }, { parcelId: of.parcelId, farmerId: of.farmerId }, { cropId: of.cropId }]) {
      const found = await ok(nonconformity(about))
      expect(await passes()).toBe(false)
      await ok(on('fatima', found.id, 'ACTION_SENT', { action: 'Cleaned', doneOn: '2026-01-14' }))
      expect(await passes()).toBe(false)
      await ok(on('carla', found.id, 'CLOSED'))
      expect(await passes()).toBe(true)
    }
  })
  it('of an inspection leads to a suspension of sales that can be imposed: of the season inspected', async () => {
    const of = await chain.sown({ name: 'Overdue' })
    await chain.picked(of.cropId, 300, '2025-11-25')
    await chain.decide('APPROVED', of.farmerId)
    await inspected(of.farmerId, await checklistOf(npop, [questionOf('FIRE', yesNo, 'CRITICAL')]), [{ question: 'FIRE', answer: no, note: 'Burnt' }])
    const [found] = (await ok(as('omar').get(`/nonconformity?filter[farmerId]=${of.farmerId}`))).items
    const before = now
    now = new Date('2026-02-15T06:30:00Z')
    await round(/escalated/)
    expect(await ok(as('omar').get(`/nonconformity/${found.id}`))).toMatchObject({
      status: 'ESCALATED',
      sanction: 'SALES_SUSPENSION',
      sanctionSeasonId: chain.season,
    })
    const season = async () => (await ok(as('omar').get(`/farmerseason?filter[farmerId]=${of.farmerId}`))).items[0].result
    await ok(on('omar', found.id, 'SANCTION_IMPOSED'))
    expect(await season()).toBe('SANCTIONED')
    await ok(on('carla', found.id, 'SANCTION_LIFTED', { reason: 'Corrected' }))
    expect(await season()).toBe('APPROVED')
    now = before
  })
  it('on a grower alone stops the season that is named with the proposal', async () => {
    const of = await chain.sown({ name: 'Named' })
    await chain.decide('APPROVED', of.farmerId)
    const { id } = await ok(nonconformity({ farmerId: of.farmerId }))
    const propose = (data: Json) => on('ines', id, 'ESCALATED', { sanction: 'SALES_SUSPENSION', reason: 'Grave', ...data })
    expect((await propose({})).body.fields).toMatchObject([{ path: 'data.seasonId', code: 'required' }])
    await ok(propose({ seasonId: chain.season }))
    await ok(on('omar', id, 'SANCTION_IMPOSED'))
    expect((await ok(as('omar').get(`/farmerseason?filter[farmerId]=${of.farmerId}`))).items[0].result).toBe('SANCTIONED')
  })
})

describe('a non-conformity', () => {
  it('is of one holding and of a day that there was: anything else is refused, and nothing is written', async () => {
    const [of, other] = [await chain.sown({ name: 'One' }), await chain.sown({ name: 'Two' })]
    const before = await rowCounts(world)
    const wrong: [Json, string, string][] = [
      [{ cropId: of.cropId, farmerId: other.farmerId }, 'farmerId', 'rule'],
      [{ parcelId: of.parcelId, farmerId: other.farmerId }, 'farmerId', 'rule'],
      [{ cropId: of.cropId, parcelId: other.parcelId }, 'parcelId', 'rule'],
      [{ cropId: of.cropId, openedOn: '2027-03-01', dueOn: '2027-04-01' }, 'openedOn', 'max'],
      [{ cropId: of.cropId, openedOn: '1900-01-01' }, 'openedOn', 'min'],
      [{ farmerId: of.farmerId, openedOn: '1900-01-01' }, 'openedOn', 'min'],
      [{ openedOn: '1900-01-01' }, 'openedOn', 'min'],
    ]
    for (const [body, path, code] of wrong) {
      const answered = await nonconformity(body)
      expect([answered.status, answered.body.fields?.[0]]).toMatchObject([400, { path, code }])
    }
    expect(await rowCounts(world)).toEqual(before)
    const { id, version: at } = await ok(nonconformity({ cropId: of.cropId, farmerId: of.farmerId, parcelId: of.parcelId }, { severity: 'MINOR' }))
    const edit = await as('ines').patch(`/nonconformity/${id}`, { farmerId: other.farmerId }, { 'if-match': `"${at}"` })
    expect([edit.status, edit.body.fields?.[0]?.path]).toEqual([400, 'farmerId'])
  })
})

describe('a find on a plot', () => {
  it('of an input that the list allows, or of long ago, is refused; of one that nobody has decided on it is looked at and costs nothing yet', async () => {
    const { parcelId, cropId } = await chain.sown({ name: 'Find' })
    const item = async (name: string, permission: string): Promise<string> =>
      (await ok(world.as('ada', 'OP1').post('/inputitem', { name, category: 'OTHER', permission, phiDays: 0 }))).id
    const [manure, urea, tonic] = [await item('FYM', 'ALLOWED'), await item('Urea', 'PROHIBITED'), await item('Tonic', 'UNKNOWN')]
    const find = (itemId: string, usedOn = '2025-08-01') =>
      record(as('ines'), 'landparcel', parcelId, 'PROHIBITED_INPUT_FOUND', '2025-08-02', { itemId, usedOn, evidence: 'Bag' })
    const before = await rowCounts(world)
    expect((await find(manure)).body.fields).toMatchObject([{ path: 'data.itemId', code: 'rule' }])
    expect((await find(urea, '1900-01-01')).body.fields).toMatchObject([{ path: 'data.usedOn', code: 'min' }])
    expect(await rowCounts(world)).toEqual(before)
    const claim = async () => (await chain.view('crop', cropId)).claimStatus
    const [start, was] = [(await chain.view('landparcel', parcelId)).conversionStart, await claim()]
    const { event, findings } = await ok(find(tonic))
    expect(findings).toMatchObject([{ ruleId: 'BR-14', severity: 'REVIEW' }])
    expect(await claim()).toBe(was)
    expect((await chain.view('landparcel', parcelId)).lastProhibitedInputOn ?? null).toBeNull()
    expect((await ok(as('omar').get(`/nonconformity?filter[parcelId]=${parcelId}`))).items).toEqual([])
    await ok(as('ines').post(`/landparcel/${parcelId}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(find(urea))
    expect(await claim()).toBe('CONVENTIONAL')
    expect(await chain.view('landparcel', parcelId)).toMatchObject({ conversionStart: start, lastProhibitedInputOn: '2025-08-01' })
  })
})

describe('a version of the rules', () => {
  const SEED = rule('SEED', { type: 'SEED_SOURCE', seedSources: ['COMPANY'] })
  const publish = (id: string) => record(ada(), 'schemepop', id, 'PUBLISHED', '2026-01-15')
  it('in words, or for a package of another crop, is not published', async () => {
    const words = await version([SEED, rule('OLD', { type: 'UNCLASSIFIED', kind: 'PHI', figures: 'Some days' })])
    const gram = await ok(
      ada().post('/croptype', {
        ...{ name: 'Chickpea', scientificName: 'Cicer arietinum', lifecycle: 'ANNUAL', hsCode: '071320', daysMin: 95, daysMax: 115 },
        ...{
          seedKgPerHaMin: 40,
          seedKgPerHaMax: 100,
          gmRisk: false,
          eudrCommodity: false,
          yieldNorms: [{ waterRegime: 'RAINFED', minKgPerHa: 400, typicalKgPerHa: 1000, maxKgPerHa: 2000 }],
        },
      }),
    )
    const of = { cropTypeId: gram.id, varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 120, validFrom: '2025-01-01', inputItemIds: [] }
    const made = await ada().post('/pop', { name: 'Gram', ...of, planEvents: [step('SCOUT', 'SCOUTING', 10, 5, 5)] })
    expect([made.status, made.body.fields]).toEqual([201, undefined])
    const other = await version([SEED], { popId: made.body.id })
    const before = await rowCounts(world)
    expect((await publish(words)).body.fields).toMatchObject([{ path: 'rules.1.check.type', code: 'rule' }])
    expect((await publish(other)).body.fields).toMatchObject([{ path: 'popId', code: 'rule' }])
    expect(await rowCounts(world)).toEqual(before)
    // A version for every crop may name a package.
    await ok(publish(await version([SEED], { popId: made.body.id, cropTypeId: null })))
  })
  it('once published finds nothing newly failing; what the committee saw stays on the row of the season', async () => {
    const of = await chain.sown({ name: 'Scored' })
    const id = await version([SEED, rule('GROUP', { type: 'SEED_SOURCE', seedSources: ['GROUP'] })], { passScore: 90 })
    const newly = async () => (await ok(as('omar').get(`/schemepop/${id}/impact`))).newlyFailing.map((one: Json) => one.crop.id)
    expect(await newly()).toContain(of.cropId)
    await ok(publish(id))
    expect(await newly()).toEqual([])
    await round(/what was recorded$/)
    const seen = async () => (await ok(as('omar').get(`/farmerseason?filter[farmerId]=${of.farmerId}`))).items[0].id
    const score = async () => (await ok(as('omar').get(`/farmerseason/${await seen()}`))).complianceScore
    const live = async () => (await chain.view('crop', of.cropId)).complianceScore
    expect(await live()).toBe(50)
    expect(await score()).toBeNull()
    await chain.decide('APPROVED', of.farmerId)
    expect(await score()).toBe(50)
    await ok(record(ada(), 'schemepop', id, 'ARCHIVED', '2026-01-15', {}, 11))
    await round(/^rules of schemes/)
    expect([await live(), await score()]).toEqual([null, 50])
  })
})
