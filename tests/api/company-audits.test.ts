// Audits of companies by the body that certifies them (domain dictionary 4.1, section 8; BR-24; docs/decisions/0150): who may record one, what is refused, what it leaves on the company,
// who reads it, and what becomes of its findings when it is taken back, recorded late, or signed by two at once.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { drawnImage } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { onCertificate, type Standards, standardsOf } from './certificate-stage.ts'
import { at, clock, type Json, ok, record } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'

let world: World
let standards: Standards
let checklistId: string
let gin: string
let otherGin: string
let rival: User
let second: User
const refused = refusing(() => world)
const as = (who: string) => world.as(who, '-')
const stranger = () => world.asUser(rival, 'cotton', '-')
const colleague = () => world.asUser(second, 'cotton', '-')
const questions = [
  {
    code: 'STORE',
    section: 'Store',
    text: 'Is organic cotton stored apart?',
    ask: { kind: 'YES_NO', right: 'YES', mayNotApply: true },
    severity: 'MAJOR',
    correctiveDays: 14,
  },
  {
    code: 'BOOKS',
    section: 'Office',
    text: 'Do the books balance?',
    ask: { kind: 'YES_NO', right: 'YES', mayNotApply: true },
    severity: 'MINOR',
    photo: 'ON_FINDING',
  },
].map((question) => ({ weight: 1, correctiveDays: 30, photo: 'NONE', ...question }))
const yes = (question: string, isMet = true, more: Json = {}) => ({ question, answer: { kind: 'YES_NO', yes: isMet }, ...more })

const picture = async (who: string): Promise<string> =>
  (
    await ok(
      as(who).send(`/files?name=seal.png`, {
        method: 'POST',
        headers: { 'content-type': 'image/png' },
        body: (await drawnImage(200, 80, 'png', '#226644')) as BodyInit,
      }),
    )
  ).id
const planned = (values: Json = {}, who = as('carla')) =>
  who.post('/companyaudit', { processorId: gin, kind: 'UNANNOUNCED', checklistId, plannedOn: '2026-01-12', ...values })
const event = (id: string, type: string, day: string, data: Json = {}, hour = 10, who = as('carla')) => record(who, 'companyaudit', id, type, day, data, hour)
const signed = async (values: Json = {}): Promise<Json> => ({
  ...{ result: 'CONDITIONAL', conditions: 'Separate the store', signedBy: 'COMPANY', nextDueOn: '2026-07-12' },
  ...{ companySignature: [await picture('carla')], inspectorSignature: [await picture('carla')] },
  ...values,
})
/** Started and answered, with one finding. */
const answered = async (values: Json = {}, day = '2026-01-12'): Promise<string> => {
  const { id } = await ok(planned({ plannedOn: day, ...values }))
  await ok(event(id, 'STARTED', day, {}, 9))
  await ok(event(id, 'ANSWERED', day, { answers: [yes('STORE', false, { note: 'Lots lie side by side' }), yes('BOOKS')] }))
  return id
}
const findingsOf = async (id: string, who = as('carla')): Promise<Json[]> => (await ok(who.get(`/nonconformity?filter[auditId]=${id}`))).items
const auditsOf = async (processorId: string): Promise<Json[]> =>
  (await ok(as('ada').get(`/processor/${processorId}/history`))).items.filter(({ eventType, status }: Json) => eventType === 'AUDIT' && status === 'RECORDED')

beforeAll(async () => {
  world = await openWorld({ now: clock })
  const seeds = seedsOf(world)
  gin = world.places.cotton['KHARGONE-GIN']?.id as string
  otherGin = (await seeds.make(entityOf('processor'))).id
  await ok(record(as('ada'), 'processor', otherGin, 'ACTIVATED', '2026-01-02'))
  standards = standardsOf(world)
  await standards.certify({ processorId: gin })
  const body = await seeds.make(entityOf('certificationbody'))
  const named = (bodyId: string, name: string): User => ({
    id: randomUUID(),
    name,
    email: null,
    grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', operatorIds: [world.places.cotton.OP1?.id as string], processorIds: [gin], certificationBodyIds: [bodyId] }],
  })
  rival = named(body.id, 'Auditor of another body')
  const made = await ok(
    as('ada').post('/user', {
      name: 'Second Auditor',
      email: 'second@body.example',
      locale: 'en',
      mfa: false,
      roles: [{ role: 'CERTIFICATION_BODY_AUDITOR', certificationBodyIds: [world.places.cotton['CB-NIMAR']?.id], operatorIds: [world.places.cotton.OP1?.id] }],
    }),
  )
  second = { ...named(world.places.cotton['CB-NIMAR']?.id as string, 'Second Auditor'), id: made.id }
  const list = await ok(as('ada').post('/checklist', { name: 'Ginning mill', kind: 'COMPANY', questions }))
  await ok(record(as('ada'), 'checklist', list.id, 'PUBLISHED', '2026-01-01'))
  checklistId = list.id
}, 120_000)

describe('an audit of a company is refused', () => {
  it('to a body that does not certify it, to the company, to the group and to administrators (403), with a checklist or without', async () => {
    const noted = (who: ReturnType<typeof as>, id = gin) => record(who, 'processor', id, 'AUDIT', '2026-01-12', { kind: 'ANNOUNCED', result: 'PASSED' })
    // Inspectors of a group see no companies.
    const inspector = world.as('ines')
    for (const who of [stranger(), as('paul'), world.as('omar'), inspector, as('ada')]) {
      await refused(() => noted(who), { status: who === inspector ? 404 : 403 })
      await refused(() => planned({}, who), { status: 403 })
    }
    await refused(() => noted(as('carla'), otherGin), { status: 403, body: { detail: expect.stringContaining('no scope certificate of this company') } })
    await refused(() => planned({ processorId: otherGin }), { status: 403, body: { detail: expect.stringContaining('no scope certificate of this company') } })
  })
  it('to whoever works for the company, has named a tie to it, or does not work here any more (422 BR-24)', async () => {
    const carla = world.people.carla?.id as string
    const { id } = await ok(planned())
    const change = async (values: (before: Json) => Json) => {
      const before = await ok(as('ada').get(`/user/${carla}`))
      await ok(as('ada').patch(`/user/${carla}`, values(before), { 'if-match': `"${before.version}"` }))
    }
    const blocked = { status: 422, body: { ruleId: 'BR-24' } }
    await change(() => ({ companyConflicts: [{ processorId: gin, relation: 'Brother is its manager' }] }))
    await refused(() => event(id, 'STARTED', '2026-01-12'), {
      ...blocked,
      body: { ruleId: 'BR-24', detail: expect.stringContaining('Brother is its manager') },
    })
    await refused(() => planned(), blocked)
    await refused(() => record(as('carla'), 'processor', gin, 'AUDIT', '2026-01-12', { kind: 'ANNOUNCED', result: 'PASSED' }), blocked)
    await refused(() => as('carla').post('/nonconformity', byHand()), blocked)
    await change(({ roles }) => ({ companyConflicts: [], roles: [...roles, { role: 'PROCESSOR_USER', processorIds: [gin] }] }))
    await refused(() => event(id, 'STARTED', '2026-01-12'), blocked)
    await change(({ roles }) => ({ roles: roles.filter(({ role }: Json) => role !== 'PROCESSOR_USER') }))
    await ok(record(as('ada'), 'user', second.id, 'SUSPENDED', '2026-01-14', { reason: 'On leave' }))
    await refused(() => event(id, 'ASSIGNED', '2026-01-12', { inspectorId: second.id }), blocked)
    await refused(() => event(id, 'ASSIGNED', '2026-01-12', { inspectorId: world.people.paul?.id }), blocked)
    await ok(record(as('ada'), 'user', second.id, 'REINSTATED', '2026-01-14', { reason: 'Returned' }))
    await ok(event(id, 'ASSIGNED', '2026-01-12', { inspectorId: second.id }))
    await refused(() => event(id, 'STARTED', '2026-01-12'), { status: 403 })
    await ok(event(id, 'STARTED', '2026-01-12', {}, 10, colleague()))
  })
  it('with a checklist for farmers, a unit of another company, or before everything is answered, photographed, noted and signed', async () => {
    const { id: internal } = await ok(as('ada').post('/checklist', { name: 'Farm', kind: 'INTERNAL', questions }))
    await ok(record(as('ada'), 'checklist', internal, 'PUBLISHED', '2026-01-01'))
    const wrong = await ok(planned({ checklistId: internal }))
    await refused(() => event(wrong.id, 'STARTED', '2026-01-12'), { status: 409 })
    const line = await seedsOf(world).make(entityOf('processingsystem'), { values: { processorId: otherGin, collectiveId: null } })
    await refused(() => planned({ processingSystemId: line.id }), { status: 400, body: { fields: [{ path: 'processingSystemId' }] } })
    const { id } = await ok(planned())
    await ok(event(id, 'STARTED', '2026-01-12', {}, 9))
    const submit = async (values: Json = {}) => event(id, 'SUBMITTED', '2026-01-12', await signed(values), 12)
    expect(await submit()).toMatchObject({ status: 422, body: { ruleId: '5.2', figures: { question: 'STORE', what: 'answer' } } })
    await refused(() => event(id, 'ANSWERED', '2026-01-12', { answers: [yes('STORE', false, { severity: 'MINOR' })] }), { status: 400 })
    await ok(event(id, 'ANSWERED', '2026-01-12', { answers: [yes('STORE'), yes('BOOKS', false, { note: 'Twelve bales short' })] }))
    expect(await submit()).toMatchObject({ body: { figures: { question: 'BOOKS', what: 'photo' } } })
    await ok(event(id, 'ANSWERED', '2026-01-12', { answers: [yes('BOOKS', false, { note: 'Twelve bales short', files: [await picture('carla')] })] }, 11))
    expect(await submit({ companySignature: [] })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.companySignature' }] } })
    expect(await submit({ inspectorSignature: [] })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.inspectorSignature' }] } })
    expect(await submit({ conditions: '' })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.conditions' }] } })
    expect(await submit({ nextDueOn: '2026-01-12' })).toMatchObject({ status: 400, body: { fields: [{ path: 'data.nextDueOn' }] } })
    await ok(submit())
    await refused(() => event(id, 'ANSWERED', '2026-01-12', { answers: [yes('BOOKS')] }, 13), { status: 409 })
  })
})

describe('an audit of a company', () => {
  it('is noted on the company on the day on which it began, with its findings as the company’s own, and read by it once it is signed', async () => {
    const id = await answered()
    expect((await as('paul').get(`/companyaudit/${id}`)).status).toBe(404)
    const { event: submission } = await ok(event(id, 'SUBMITTED', '2026-01-13', await signed(), 9))
    expect(await ok(as('paul').get(`/companyaudit/${id}`))).toMatchObject({
      ...{ processorId: gin, status: 'SUBMITTED', result: 'CONDITIONAL', startedOn: '2026-01-12', nextDueOn: '2026-07-12', score: 0.5, findingCount: 1 },
      inspectorId: world.people.carla?.id,
    })
    expect((await auditsOf(gin)).find(({ data }) => data.auditId === id)).toMatchObject({
      ...{ occurredAt: new Date(at('2026-01-12', 9)).toISOString(), data: { kind: 'UNANNOUNCED', result: 'CONDITIONAL', nextDueOn: '2026-07-12' } },
    })
    const [finding, ...more] = await findingsOf(id, as('paul'))
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      ...{ processorId: gin, operatorId: null, severity: 'MAJOR', rule: 'STORE', openedOn: '2026-01-12', dueOn: '2026-01-26', status: 'OPEN' },
      certificationBodyId: world.places.cotton['CB-NIMAR']?.id,
    })
    const causes = await world.scoped('ada', ({ db, tenant }) =>
      db.selectFrom('event').select('cause_event_id').where('tenant_id', '=', tenant.id).where('subject_id', '=', finding?.id).execute(),
    )
    expect(causes).toEqual([{ cause_event_id: submission.id }])
  })
  it('is closed to another body, another company, the group and another tenant', async () => {
    const id = await answered()
    await ok(event(id, 'SUBMITTED', '2026-01-12', await signed(), 12))
    const [finding] = await findingsOf(id)
    const otherPeople: User = { id: randomUUID(), name: 'Other ginner', email: null, grants: [{ role: 'PROCESSOR_USER', processorIds: [otherGin] }] }
    for (const who of [stranger(), world.asUser(otherPeople, 'cotton', '-'), world.as('omar'), world.as('ines'), world.as('fatima'), world.as('dina', '-')])
      for (const path of [`/nonconformity/${finding?.id}`, `/companyaudit/${id}`]) expect([path, (await who.get(path)).status >= 403]).toEqual([path, true])
    expect((await ok(world.as('omar').get(`/nonconformity?filter[auditId]=${id}`))).items).toEqual([])
  })
  it('that is returned closes what it opened and leaves the company; signed again, it opens them again', async () => {
    const id = await answered()
    const { event: first } = await ok(event(id, 'SUBMITTED', '2026-01-12', await signed(), 12))
    const [noted] = (await auditsOf(gin)).filter(({ data }) => data.auditId === id)
    await refused(() => as('carla').post(`/processor/${gin}/events/${noted?.id}/void`, { reason: 'INCORRECT_DATA' }), { status: 409 })
    await ok(as('carla').post(`/companyaudit/${id}/events/${first.id}/void`, { reason: 'INCORRECT_DATA', note: 'The wrong day' }))
    expect((await findingsOf(id)).map(({ status }) => status)).toEqual(['CLOSED'])
    expect((await auditsOf(gin)).filter(({ data }) => data.auditId === id)).toEqual([])
    expect((await as('paul').get(`/companyaudit/${id}`)).status).toBe(404)
    await ok(event(id, 'SUBMITTED', '2026-01-12', await signed({ nextDueOn: null }), 13))
    expect((await findingsOf(id)).map(({ status }) => status).sort()).toEqual(['CLOSED', 'OPEN'])
    expect(await ok(as('carla').get(`/companyaudit/${id}`))).toMatchObject({ nextDueOn: null })
  })
  it('is reviewed by an auditor of the body who did not carry it out, and by nobody else', async () => {
    const id = await answered()
    await ok(event(id, 'SUBMITTED', '2026-01-12', await signed(), 12))
    for (const who of [as('carla'), stranger(), as('paul'), as('ada')])
      expect((await event(id, 'REVIEWED', '2026-01-13', {}, 9, who)).status).toBeGreaterThanOrEqual(403)
    await ok(event(id, 'REVIEWED', '2026-01-13', { comment: 'Seen' }, 9, colleague()))
    expect(await ok(as('carla').get(`/companyaudit/${id}`))).toMatchObject({ status: 'APPROVED', reviewedBy: second.id })
  })
  it('that is recorded late says why, and counts from its own day', async () => {
    const { id } = await ok(planned({ plannedOn: '2025-11-03' }))
    const late = (type: string, data: Json, hour: number, lateReason?: string) =>
      as('carla').post(`/companyaudit/${id}/events`, { eventType: type, occurredAt: at('2025-11-03', hour), data, ...(lateReason ? { lateReason } : {}) })
    expect((await late('STARTED', {}, 9)).status).toBe(400)
    await ok(late('STARTED', {}, 9, 'Done on paper'))
    await ok(late('ANSWERED', { answers: [yes('STORE', false, { note: 'Side by side' }), yes('BOOKS')] }, 10, 'Done on paper'))
    await ok(late('SUBMITTED', await signed(), 11, 'Done on paper'))
    expect(await findingsOf(id)).toMatchObject([{ openedOn: '2025-11-03', dueOn: '2025-11-17' }])
    expect((await auditsOf(gin)).find(({ data }) => data.auditId === id)).toMatchObject({ occurredAt: new Date(at('2025-11-03', 9)).toISOString() })
  })
  it('signed twice at once is one audit with each finding once', async () => {
    const id = await answered()
    const data = await signed()
    const sent = await Promise.all([event(id, 'SUBMITTED', '2026-01-12', data, 12), event(id, 'SUBMITTED', '2026-01-12', data, 12)])
    expect(sent.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(await findingsOf(id)).toHaveLength(1)
    expect((await auditsOf(gin)).filter((one) => one.data.auditId === id)).toHaveLength(1)
  })
  it('without a checklist is noted by the body, which alone takes it back', async () => {
    const { event: noted } = await ok(
      record(as('carla'), 'processor', gin, 'AUDIT', '2026-01-11', { kind: 'ANNOUNCED', result: 'PASSED', nextDueOn: '2027-01-11' }),
    )
    expect(noted.data).toMatchObject({ certificationBodyId: world.places.cotton['CB-NIMAR']?.id })
    for (const who of [stranger(), as('paul')])
      expect((await who.post(`/processor/${gin}/events/${noted.id}/void`, { reason: 'DID_NOT_OCCUR' })).status).toBeGreaterThanOrEqual(403)
    await ok(as('carla').post(`/processor/${gin}/events/${noted.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  })
})

const byHand = (values: Json = {}): Json => ({
  ...{
    ref: `H-${randomUUID().slice(0, 8)}`,
    severity: 'MAJOR',
    rule: 'GOTS 4.2',
    description: 'Bales without marks',
    openedOn: '2026-01-12',
    dueOn: '2026-02-12',
  },
  ...{ processorId: gin },
  ...values,
})
const act = (who: ReturnType<typeof as>, id: string, type: string, data: Json = {}, day = '2026-01-14', hour = 9) =>
  record(who, 'nonconformity', id, type, day, data, hour)

describe('a non-conformity of a company', () => {
  it('is entered by the body that certifies it alone, and names nothing of a grower or of another company', async () => {
    await refused(() => as('carla').post('/nonconformity', byHand({ processorId: otherGin })), { status: 403 })
    for (const who of [stranger(), as('paul'), world.as('omar'), world.as('ines')])
      expect((await who.post('/nonconformity', byHand())).status).toBeGreaterThanOrEqual(400)
    const farmer = await seedsOf(world).make(entityOf('farmer'), { values: { joinedOn: '2025-01-01' } })
    await refused(() => as('carla').post('/nonconformity', byHand({ farmerId: farmer.id })), { status: 400, body: { fields: [{ path: 'farmerId' }] } })
    const line = await seedsOf(world).make(entityOf('processingsystem'), { values: { processorId: otherGin, collectiveId: null } })
    await refused(() => as('carla').post('/nonconformity', byHand({ processingSystemId: line.id })), {
      status: 400,
      body: { fields: [{ path: 'processingSystemId' }] },
    })
    await refused(() => world.as('carla', 'OP1').post('/nonconformity', { ...byHand({ processingSystemId: line.id }), processorId: null }), {
      status: 400,
      body: { fields: [{ path: 'processingSystemId', message: expect.stringContaining('by the certification body that certifies the company') }] },
    })
  })
  it('that names a line of the company is the company’s, also from the address of a group', async () => {
    const line = await seedsOf(world).make(entityOf('processingsystem'), { values: { processorId: gin, collectiveId: null } })
    const made = await ok(world.as('carla', 'OP1').post('/nonconformity', { ...byHand({ processingSystemId: line.id }), processorId: null }))
    await refused(() => as('carla').post('/nonconformity', byHand({ ref: made.ref })), { status: 409, body: { code: 'DUPLICATE' } })
    expect(made).toMatchObject({ processorId: gin, operatorId: null })
    expect((await world.as('omar', 'OP1').get(`/nonconformity/${made.id}`)).status).toBe(404)
    const listed = (await ok(world.as('carla', 'OP1').get('/nonconformity'))).items.map(({ id }: Json) => id)
    expect(listed).not.toContain(made.id)
    const ofCompany = (await ok(world.as('carla', 'OP1').get(`/nonconformity?filter[processorId]=${gin}`))).items.map(({ id }: Json) => id)
    expect(ofCompany).toContain(made.id)
    expect(await ok(world.as('carla', 'OP1').get(`/nonconformity/${made.id}`))).toMatchObject({ id: made.id })
  })
  it('is brought to the people of the company, and to nobody of a group', async () => {
    const { deliver, inbox } = delivererOf(world, clock)
    await deliver()
    const before = (await inbox('omar', 'NC_OPENED')).length
    const { id } = await ok(as('carla').post('/nonconformity', byHand()))
    await deliver()
    expect((await inbox('paul', 'NC_OPENED')).filter(({ subjectId }) => subjectId === id)).toHaveLength(1)
    expect(await inbox('omar', 'NC_OPENED')).toHaveLength(before)
  })
  it('is corrected by its own people with files, and closed by the body after another visit, whatever its severity', async () => {
    const { id } = await ok(as('carla').post('/nonconformity', byHand()))
    const report = { action: 'Marks painted', doneOn: '2026-01-13', files: [await picture('paul')] }
    await refused(() => act(world.as('fatima'), id, 'ACTION_SENT', report), { status: 404 })
    await ok(act(as('paul'), id, 'ACTION_SENT', report))
    await refused(() => act(as('paul'), id, 'CLOSED', { visitedOn: '2026-01-14' }), { status: 403 })
    await refused(() => act(as('carla'), id, 'CLOSED', {}, '2026-01-14', 10), { status: 400, body: { fields: [{ path: 'data.visitedOn' }] } })
    await ok(act(as('carla'), id, 'CLOSED', { visitedOn: '2026-01-14' }, '2026-01-14', 10))
    const minor = await ok(as('carla').post('/nonconformity', byHand({ severity: 'MINOR' })))
    await ok(act(as('paul'), minor.id, 'ACTION_SENT', { action: 'Done', doneOn: '2026-01-13' }))
    await ok(act(as('carla'), minor.id, 'CLOSED', {}, '2026-01-14', 10))
  })
  it('leads to a warning or a corrective action, imposed and lifted by others; the three of growers are refused', async () => {
    const { id } = await ok(as('carla').post('/nonconformity', byHand({ severity: 'CRITICAL' })))
    for (const sanction of ['SALES_SUSPENSION', 'CONVERSION_RESET', 'EXPULSION'])
      await refused(() => act(as('carla'), id, 'ESCALATED', { sanction, reason: 'Again' }), { status: 400 })
    const proposed = await ok(act(as('carla'), id, 'ESCALATED', { sanction: 'CORRECTIVE_ACTION', reason: 'Again', dueOn: '2026-03-01' }))
    await refused(() => act(as('carla'), id, 'SANCTION_IMPOSED', {}, '2026-01-14', 10), { status: 422, body: { ruleId: 'BR-24' } })
    await refused(() => act(as('paul'), id, 'SANCTION_IMPOSED', {}, '2026-01-14', 10), { status: 403 })
    await ok(act(colleague(), id, 'SANCTION_IMPOSED', {}, '2026-01-14', 10))
    expect(await ok(as('paul').get(`/nonconformity/${id}`))).toMatchObject({ status: 'SANCTIONED', sanction: 'CORRECTIVE_ACTION', sanctionDueOn: '2026-03-01' })
    for (const who of [as('carla'), colleague()]) await refused(() => act(who, id, 'SANCTION_LIFTED', { reason: 'Done' }, '2026-01-14', 11), { status: 422 })
    await refused(() => as('carla').post(`/nonconformity/${id}/events/${proposed.event.id}/void`, { reason: 'INCORRECT_DATA' }), { status: 409 })
    await ok(act(as('ada'), id, 'SANCTION_LIFTED', { reason: 'Done' }, '2026-01-14', 11))
    expect(await ok(as('paul').get(`/nonconformity/${id}`))).toMatchObject({ status: 'ACTION_SENT', sanctionState: 'LIFTED' })
  })
})

const changeUser = async (id: string, values: Json) =>
  ok(as('ada').patch(`/user/${id}`, values, { 'if-match': `"${(await ok(as('ada').get(`/user/${id}`))).version}"` }))

describe('whoever is not independent of the company', () => {
  it('reviews no audit of it, returns none, and decides on none of its non-conformities, by whichever account of theirs it shows (422 BR-24)', async () => {
    const blocked = { status: 422, body: { ruleId: 'BR-24' } }
    const id = await answered()
    const { event: submission } = await ok(event(id, 'SUBMITTED', '2026-01-12', await signed(), 12))
    const plan = await ok(planned())
    const [finding, reported] = [await ok(as('carla').post('/nonconformity', byHand())), await ok(as('carla').post('/nonconformity', byHand()))]
    await ok(act(as('paul'), reported.id, 'ACTION_SENT', { action: 'Done', doneOn: '2026-01-13' }))
    const other = { name: 'Second at the gin', email: 'second@gin.example', phone: '+919800000077', locale: 'en', mfa: false }
    const account = await ok(as('ada').post('/user', { ...other, roles: [{ role: 'PROCESSOR_USER', processorIds: [gin] }] }))
    const refuseAll = async () => {
      await refused(() => event(id, 'REVIEWED', '2026-01-13', {}, 9, colleague()), blocked)
      await refused(() => colleague().post(`/companyaudit/${id}/events/${submission.id}/void`, { reason: 'INCORRECT_DATA' }), blocked)
      await refused(() => event(plan.id, 'CANCELLED', '2026-01-12', { reason: 'Not needed' }, 9, colleague()), blocked)
      await refused(() => event(plan.id, 'ASSIGNED', '2026-01-12', { inspectorId: second.id }), blocked)
      await refused(() => act(colleague(), finding.id, 'ESCALATED', { sanction: 'WARNING', reason: 'Again' }), blocked)
      await refused(() => act(colleague(), reported.id, 'ACTION_RETURNED', { comment: 'Not yet' }), blocked)
      await refused(() => act(colleague(), reported.id, 'CLOSED', { visitedOn: '2026-01-14' }), blocked)
    }
    await changeUser(second.id, { companyConflicts: [{ processorId: gin, relation: 'Brother is its manager' }] })
    await refuseAll()
    await changeUser(second.id, { companyConflicts: [], phone: other.phone })
    await refuseAll()
    await changeUser(account.id, { phone: null })
    await ok(act(colleague(), reported.id, 'CLOSED', { visitedOn: '2026-01-14' }))
    await ok(colleague().post(`/companyaudit/${id}/events/${submission.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await findingsOf(id)).map(({ status }) => status)).toEqual(['CLOSED'])
  })
  it('nor does a body that certifies it no more begin, assign or sign an audit (403)', async () => {
    const { id: processorId } = await seedsOf(world).make(entityOf('processor'))
    const certificate = await standards.certify({ processorId })
    const [started, plan] = [await answered({ processorId }), await ok(planned({ processorId }))]
    await ok(onCertificate(world.as('carla', 'OP1'), certificate.id, 'WITHDRAWN', '2026-01-13'))
    const gone = { status: 403, body: { detail: expect.stringContaining('no scope certificate of the company any more') } }
    const data = await signed()
    await refused(() => event(started, 'SUBMITTED', '2026-01-14', data), gone)
    await refused(() => event(plan.id, 'STARTED', '2026-01-14'), gone)
    await refused(() => event(plan.id, 'ASSIGNED', '2026-01-14', { inspectorId: second.id }), gone)
  })
})

describe('around a company', () => {
  it('auditors name each other, see its findings in the audit log, and note audits without them', async () => {
    const people = async (who: ReturnType<typeof as>) =>
      (await who.get(`/certificationbody/${standards.body}/auditors`)).body.items?.map(({ id }: Json) => id) ?? []
    expect(await people(as('carla'))).toEqual(expect.arrayContaining([second.id, world.people.carla?.id]))
    expect(await people(stranger())).toEqual([])
    const { ref } = await ok(as('carla').post('/nonconformity', byHand()))
    const logged = async (who: ReturnType<typeof as>) => JSON.stringify(await ok(who.get('/reports/audit-log?entity=nonconformity'))).includes(ref)
    expect([await logged(as('carla')), await logged(stranger()), await logged(as('ada'))]).toEqual([true, false, true])
    const noted = { kind: 'ANNOUNCED', result: 'PASSED', findings: 'Bales without marks' }
    await refused(() => record(as('carla'), 'processor', gin, 'AUDIT', '2026-01-12', noted), { status: 400 })
  })
  it('inspectors enter nothing of it (403), and two entries of one reference at once are one', async () => {
    expect(await world.as('ines', 'OP1').post('/nonconformity', byHand())).toMatchObject({ status: 403, body: { fields: [{ path: 'processorId' }] } })
    const body = byHand()
    const sent = await Promise.all([as('carla').post('/nonconformity', body), colleague().post('/nonconformity', body)])
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})
