// An inspection from plan to review: who may carry it out, what is refused, and that its submission is the visit of the season,
// with its findings as non-conformities; taken back, both go with it.
import { beforeAll, describe, expect, it } from 'vitest'
import { drawnImage } from '../harness/files.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let checklistId: string
const as = (who: string) => world.as(who)

const questions = [
  { code: 'EDGE', section: 'Field', text: 'Is the plot edge marked?', ask: { kind: 'YES_NO', right: 'YES', mayNotApply: true }, severity: 'MINOR' },
  {
    code: 'BUFFER',
    section: 'Field',
    text: 'How wide is the buffer?',
    ask: { kind: 'NUMBER', least: 7, unit: 'm', mayNotApply: false },
    severity: 'MAJOR',
    photo: 'ON_FINDING',
    weight: 3,
    correctiveDays: 14,
    clauseRef: 'NPOP 3.2',
  },
  {
    code: 'STORE',
    section: 'Store',
    text: 'Where is it stored?',
    ask: { kind: 'CHOICE', options: ['Apart', 'Shared'], findings: ['Shared'], mayNotApply: true },
    severity: 'CRITICAL',
  },
].map((question) => ({ weight: 1, correctiveDays: 30, photo: 'NONE', ...question }))

const checklist = async (name: string, kind = 'INTERNAL'): Promise<string> => {
  const { id } = await ok(as('ada').post('/checklist', { name, kind, questions }))
  await ok(record(as('ada'), 'checklist', id, 'PUBLISHED', '2025-07-01'))
  return id
}
const planned = async (farmerId: string, values: Json = {}, who = 'ines'): Promise<Json> =>
  ok(as(who).post('/inspection', { kind: 'INTERNAL', farmerId, seasonId: chain.season, round: 1, checklistId, plannedOn: '2025-08-10', ...values }))
const picture = async (name: string, who = 'ines'): Promise<string> =>
  (
    await ok(
      as(who).send(`/files?name=${name}`, {
        method: 'POST',
        headers: { 'content-type': 'image/png' },
        body: (await drawnImage(200, 80, 'png', `#${name.length}${name.length}8844`)) as BodyInit,
      }),
    )
  ).id
const event = (who: string, id: string, type: string, day: string, data: Json = {}, hour = 10) => record(as(who), 'inspection', id, type, day, data, hour)
const signed = async (data: Json = {}) => ({
  result: 'APPROVED',
  signedBy: 'FARMER',
  farmerSignature: [await picture('farmer.png')],
  inspectorSignature: [await picture('own.png')],
  ...data,
})
const good = [
  { question: 'EDGE', answer: { kind: 'YES_NO', yes: true } },
  { question: 'BUFFER', answer: { kind: 'NUMBER', number: 8 } },
  { question: 'STORE', answer: { kind: 'NOT_APPLICABLE' } },
]
const carriedOut = async (farmerId: string, day: string, answers: Json[], values: Json = {}): Promise<Json> => {
  const { id } = await planned(farmerId, values)
  await ok(event('ines', id, 'STARTED', day, {}, 9))
  await ok(event('ines', id, 'ANSWERED', day, { answers }, 10))
  return ok(as('ines').get(`/inspection/${id}`))
}
const seasonOf = async (farmerId: string): Promise<Json> => (await ok(as('omar').get(`/farmerseason?filter[farmerId]=${farmerId}`))).items[0]
const findingsOf = async (id: string): Promise<Json[]> => (await ok(as('omar').get(`/nonconformity?filter[inspectionId]=${id}&sort=createdAt`))).items

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  checklistId = await checklist('Farm visit')
})

describe('a checklist', () => {
  it('has no two questions of one code, no finding that is none of the choices (400)', async () => {
    const [edge, , store] = questions
    expect(await as('ada').post('/checklist', { name: 'Twice', kind: 'INTERNAL', questions: [edge, edge] })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'questions', message: 'Two questions have the same code.' }] },
    })
    const wrong = { ...store, ask: { ...store?.ask, findings: ['Elsewhere'] } }
    expect(await as('ada').post('/checklist', { name: 'Odd', kind: 'INTERNAL', questions: [wrong] })).toMatchObject({ status: 400 })
  })
  it('is numbered by the product; a published one does not change, and is overtaken by the next version', async () => {
    const first = await checklist('Numbered')
    const { version } = await ok(as('ada').get(`/checklist/${first}`))
    expect((await as('ada').patch(`/checklist/${first}`, { questions: questions.slice(1) }, { 'if-match': `"${version}"` })).status).toBe(409)
    const second = await checklist('Numbered')
    expect(await ok(as('ada').get(`/checklist/${second}`))).toMatchObject({ versionNo: 2, status: 'PUBLISHED', questionCount: 3 })
    expect(await ok(as('ada').get(`/checklist/${first}`))).toMatchObject({ versionNo: 1, status: 'SUPERSEDED' })
  })
})

describe('an inspection is refused', () => {
  it('by hand to a manager (403), and a second of the same round (409)', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const body = { kind: 'INTERNAL', farmerId, seasonId: chain.season, round: 1, checklistId, plannedOn: '2025-08-10' }
    expect((await as('omar').post('/inspection', body)).status).toBe(403)
    expect(await as('ines').post('/inspection', { ...body, kind: 'EXTERNAL' })).toMatchObject({ status: 400, body: { fields: [{ path: 'kind' }] } })
    await planned(farmerId)
    expect((await as('ines').post('/inspection', body)).status).toBe(409)
  })
  it('an inspector who is not of the place, looks after the farmer, or is related (422 BR-24)', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const { id } = await planned(farmerId)
    for (const who of ['fatima', 'omar', 'carla'])
      expect([who, await event('omar', id, 'ASSIGNED', '2025-08-01', { inspectorId: world.people[who]?.id })]).toMatchObject([
        who,
        { status: 422, body: { ruleId: 'BR-24' } },
      ])
    const { version } = await ok(as('ada').get(`/user/${world.people.ines?.id}`))
    const relatives = (conflictOfInterest: Json[], seen: number) =>
      ok(as('ada').patch(`/user/${world.people.ines?.id}`, { conflictOfInterest }, { 'if-match': `"${seen}"` }))
    const changed = await relatives([{ farmerId, relation: 'Sister' }], version)
    expect(await event('ines', id, 'STARTED', '2025-08-10')).toMatchObject({ status: 422, body: { ruleId: 'BR-24' } })
    await relatives([], changed.version)
    const named = (userId: string | null) =>
      world.scoped('ada', ({ db, tenant }) =>
        db.updateTable('farmer').set({ field_officer_id: userId }).where('tenant_id', '=', tenant.id).where('id', '=', farmerId).execute(),
      )
    await named(world.people.ines?.id ?? null)
    expect(await event('ines', id, 'STARTED', '2025-08-10')).toMatchObject({ status: 422, body: { ruleId: 'BR-24' } })
    expect(await event('omar', id, 'ASSIGNED', '2025-08-01', { inspectorId: world.people.ines?.id })).toMatchObject({
      status: 422,
      body: { ruleId: 'BR-24', detail: expect.stringContaining('field officer') },
    })
    await named(null)
    await ok(event('ines', id, 'STARTED', '2025-08-10'))
  })
  it('answers that fit no question, and submission before everything is answered, photographed, noted and signed', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const { id } = await carriedOut(farmerId, '2025-08-10', good.slice(0, 1))
    const answer = (one: Json) => event('ines', id, 'ANSWERED', '2025-08-10', { answers: [one] }, 11)
    expect(await answer({ question: 'NONE', answer: { kind: 'NOT_APPLICABLE' } })).toMatchObject({ body: { fields: [{ path: 'data.answers.0.question' }] } })
    expect(await answer({ question: 'BUFFER', answer: { kind: 'NOT_APPLICABLE' } })).toMatchObject({ body: { fields: [{ path: 'data.answers.0.answer' }] } })
    expect(await answer({ question: 'STORE', answer: { kind: 'CHOICE', option: 'x' } })).toMatchObject({
      body: { fields: [{ path: 'data.answers.0.answer.option' }] },
    })
    const submit = async (data: Json = {}) => event('ines', id, 'SUBMITTED', '2025-08-10', await signed(data), 12)
    expect(await submit()).toMatchObject({ status: 422, body: { ruleId: '5.2', figures: { question: 'BUFFER', what: 'answer' } } })
    await ok(answer({ question: 'BUFFER', answer: { kind: 'NUMBER', number: 4 } }))
    await ok(answer({ question: 'STORE', answer: { kind: 'CHOICE', option: 'Shared' }, note: 'Sacks beside urea' }))
    expect(await submit()).toMatchObject({ body: { figures: { question: 'BUFFER', what: 'photo' } } })
    await ok(answer({ question: 'BUFFER', answer: { kind: 'NUMBER', number: 4 }, files: [await picture('buffer.png')] }))
    expect(await submit()).toMatchObject({ body: { figures: { question: 'BUFFER', what: 'note' } } })
    await ok(answer({ question: 'BUFFER', answer: { kind: 'NUMBER', number: 4 }, files: [await picture('buffer.png')], note: '4 m' }))
    expect(await submit({ farmerSignature: [] })).toMatchObject({ body: { fields: [{ path: 'data.farmerSignature' }] } })
    expect(await submit({ inspectorSignature: [] })).toMatchObject({ body: { fields: [{ path: 'data.inspectorSignature' }] } })
    expect(await submit({ result: 'APPROVED' })).toMatchObject({ body: { fields: [{ path: 'data.result' }] } })
    expect(await submit({ result: 'CONDITIONAL' })).toMatchObject({ body: { fields: [{ path: 'data.conditions' }] } })
    expect(await seasonOf(farmerId)).toBeUndefined()
    expect(await findingsOf(id)).toEqual([])
    expect(await ok(submit({ result: 'REJECTED', signedBy: 'REFUSED', farmerSignature: [] }))).toMatchObject({ subject: { status: 'SUBMITTED' } })
  })
})

describe('a submitted inspection', () => {
  it('is the visit of the season, on the day on which it began, by its inspector; reviewed by another', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const { id } = await carriedOut(farmerId, '2025-08-10', good)
    const { subject, event: submission } = await ok(event('ines', id, 'SUBMITTED', '2025-08-11', await signed(), 9))
    expect(subject).toMatchObject({ result: 'APPROVED', score: 1, answeredCount: 3, findingCount: 0, startedOn: '2025-08-10', submittedOn: '2025-08-11' })
    expect(await seasonOf(farmerId)).toMatchObject({ inspection1On: '2025-08-10', inspectorId: world.people.ines?.id, inspectionResult: 'APPROVED' })
    const visit = (await ok(as('omar').get(`/farmer/${farmerId}/events`))).items.find(({ eventType }: Json) => eventType === 'INTERNAL_INSPECTION')
    expect(visit).toMatchObject({ data: { inspectionId: id, round: 1 }, occurredAt: new Date(at('2025-08-10', 9)).toISOString() })
    expect(await as('ines').post(`/farmer/${farmerId}/events/${visit.id}/void`, { reason: 'INCORRECT_DATA' })).toMatchObject({ status: 409 })
    expect(await event('ines', id, 'ANSWERED', '2025-08-10', { answers: good.slice(0, 1) }, 11)).toMatchObject({ status: 409 })
    expect(await event('ines', id, 'REVIEWED', '2025-08-12')).toMatchObject({ status: 403 })
    expect(await event('carla', id, 'REVIEWED', '2025-08-12')).toMatchObject({ status: 403 })
    const review = await ok(event('omar', id, 'REVIEWED', '2025-08-12'))
    expect(review.subject).toMatchObject({ status: 'APPROVED', reviewedOn: '2025-08-12' })
    const back = (eventId: string) => as('omar').post(`/inspection/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', note: 'The buffer is missing' })
    expect(await back(submission.id)).toMatchObject({ status: 409 })
    await ok(back(review.event.id))
    expect((await ok(back(submission.id))).subject).toMatchObject({ status: 'IN_PROGRESS', result: null, submittedOn: null, answeredCount: 3 })
    expect(await seasonOf(farmerId)).toMatchObject({ inspection1On: null, inspectorId: null, inspectionResult: null })
  })
  it('opens its findings with severity, clause, photos and day; taken back they are closed, submitted again opened again', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const file = await picture('finding.png')
    const buffer = { question: 'BUFFER', answer: { kind: 'NUMBER', number: 4 }, note: '4 m', files: [file] }
    const { id, code } = await carriedOut(farmerId, '2025-08-10', [
      ...good,
      buffer,
      { ...good[0], answer: { kind: 'YES_NO', yes: false }, note: 'No stones', severity: 'MAJOR' },
    ])
    const submit = async () => ok(event('ines', id, 'SUBMITTED', '2025-08-10', await signed({ result: 'CONDITIONAL', conditions: 'Widen it' }), 12))
    const { event: submission } = await submit()
    expect(
      (await findingsOf(id)).map(({ ref, severity, rule, clause, dueOn, farmerId: of, status }) => [ref, severity, rule, clause, dueOn, of, status]),
    ).toEqual([
      [`${code}-1`, 'MAJOR', 'EDGE', null, '2025-09-09', farmerId, 'OPEN'],
      [`${code}-2`, 'MAJOR', 'BUFFER', 'NPOP 3.2', '2025-08-24', farmerId, 'OPEN'],
    ])
    const [, second] = await findingsOf(id)
    expect((await ok(as('omar').get(`/nonconformity/${second?.id}`))).files).toEqual([file])
    await ok(as('omar').post(`/inspection/${id}/events/${submission.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await findingsOf(id)).map(({ status }) => status)).toEqual(['CLOSED', 'CLOSED'])
    await ok(event('ines', id, 'ANSWERED', '2025-08-10', { answers: [good[0]] }, 13))
    await ok(event('ines', id, 'SUBMITTED', '2025-08-10', await signed({ result: 'CONDITIONAL', conditions: 'Widen it' }), 14))
    expect((await findingsOf(id)).map(({ ref, rule, status }) => [ref, rule, status])).toEqual([
      [`${code}-1`, 'EDGE', 'CLOSED'],
      [`${code}-2`, 'BUFFER', 'CLOSED'],
      [`${code}-3`, 'BUFFER', 'OPEN'],
    ])
  })
  it('counts as the second visit 30 days after the first, and says so when it comes before', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const visits = ['2025-08-10', '2025-09-08', '2025-09-09']
    for (const [at, day] of visits.entries()) {
      const { id } = await carriedOut(farmerId, day, good, { round: at + 1 })
      const { findings } = await ok(event('ines', id, 'SUBMITTED', day, await signed(), 12))
      expect(findings.map(({ ruleId, figures }: Json) => [ruleId, figures])).toEqual(at === 1 ? [['BR-21', { days: 29, gap: 30 }]] : [])
      expect(await seasonOf(farmerId)).toMatchObject({ inspection1On: '2025-08-10', inspection2On: at === 2 ? '2025-09-09' : null })
    }
  })
  it('of the certification body opens findings, counts for no round of the internal control, and is reviewed by its auditors', async () => {
    const { farmerId } = await chain.member({ isInspected: false })
    const external = await checklist('External visit', 'EXTERNAL')
    const wrong = await planned(farmerId, { kind: 'EXTERNAL' }, 'carla')
    expect(await event('carla', wrong.id, 'STARTED', '2025-08-10')).toMatchObject({ status: 409 })
    await ok(event('carla', wrong.id, 'CANCELLED', '2025-08-10', { reason: 'Another checklist' }))
    const { id } = await planned(farmerId, { kind: 'EXTERNAL', checklistId: external }, 'carla')
    await ok(event('carla', id, 'STARTED', '2025-08-10', {}, 9))
    await ok(event('carla', id, 'ANSWERED', '2025-08-10', { answers: [...good, { question: 'EDGE', answer: { kind: 'YES_NO', yes: false }, note: 'None' }] }))
    const own = { farmerSignature: [await picture('f.png', 'carla')], inspectorSignature: [await picture('c.png', 'carla')] }
    await ok(event('carla', id, 'SUBMITTED', '2025-08-10', await signed(own), 12))
    expect(await seasonOf(farmerId)).toBeUndefined()
    expect((await findingsOf(id)).map(({ rule }) => rule)).toEqual(['EDGE'])
    expect((await event('omar', id, 'REVIEWED', '2025-08-12')).status).toBe(403)
  })
})
