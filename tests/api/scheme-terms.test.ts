// What schemes, their rules, certification bodies and scope certificates take and refuse, word by word as the domain dictionary has it (5.2, 5.3): at each bound,
// by whom, in which state, and what is unique. What follows from them is in the tests beside this one.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { schemeKeys } from '#domain/kernel/scheme-keys.ts'
import { cropsTouched } from '#server/jobs/clock/scheme-rules.ts'
import { runClock } from '#server/jobs/clock.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { confirmation, onCertificate } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let npop: string
let made = 0
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const terms = {
  ...{ abbreviation: 'INTERNAL', versionName: '1', ownerName: 'Owner', type: 'FARM', cocModel: 'SEGREGATED', conversionMonthsAnnual: 24 },
  ...{ conversionMonthsPerennial: 36, icSellableAfterMonths: 0, inspectionsPerYear: 1, oneGroupOnly: false },
}
const schemeNamed = () => ({ ...terms, name: `Terms ${++made}` })
const on = (who: string, entity: string, id: string, eventType: string, data: Json = {}) =>
  as(who).post(`/${entity}/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })
const rule = (values: Json = {}): Json => ({
  ...{ code: 'R1', text: 'Nothing is sown', severity: 'MINOR', weight: 1, correctiveDays: 30, effectOnFail: 'NONE' },
  ...{ check: { type: 'EVENT_FORBIDDEN', eventType: 'SOWING' }, ...values },
})
const rulesOf = (rules: Json[], values: Json = {}): Json => ({ name: `Rules ${++made}`, schemeId: npop, passScore: 80, maxMajor: 2, rules, ...values })

/** As the product judges by itself. */
const judged = async () => {
  const logged: unknown[] = []
  const context = { ...world.deps, clock, log: (...entry: unknown[]) => void logged.push(entry), stop: new AbortController().signal }
  await runClock(context as Json, world.tenants.cotton, [cropsTouched])
  expect(logged).toEqual([])
}
const proposed = async (values: Json) => as('ada').post('/scopecertificate', await chain.standards.input({ processorId: chain.ginner }, values))

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  npop = await chain.standards.scheme('NPOP')
}, 120_000)

describe('a scheme', () => {
  it('starts with the limits of the dictionary', () => {
    const fields: Fields = entityOf('scheme').fields
    const initial = Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => (typeof field.initial === 'number' ? [[name, field.initial]] : [])))
    expect(initial).toEqual({
      ...{ conversionMonthsAnnual: 24, conversionMonthsPerennial: 36, icSellableAfterMonths: 0, inspectionsPerYear: 1 },
      ...{ groupMin: 25, groupMax: 500, largeFarmHa: 4, largeFarmAreaShareMax: 0.5, maxMemberHa: 5 },
    })
    expect([fields.cocModel?.initial, Object.keys(schemeKeys)]).toEqual([
      'SEGREGATED',
      ['NPOP', 'EU_ORG', 'NOP', 'GOTS', 'OCS', 'ROC', 'FAIRTRADE', 'GLOBALGAP', 'INTERNAL'],
    ])
  })
  it('goes from draft to in use to no longer used, by an administrator alone, and stays there (409)', async () => {
    const { id, status } = await ok(as('ada').post('/scheme', schemeNamed()))
    expect(status).toBe('DRAFT')
    await refused(() => on('ada', 'scheme', id, 'RETIRED'), { status: 409, body: { code: 'STATE_CONFLICT', figures: { status: 'DRAFT' } } })
    for (const who of ['omar', 'carla', 'ines']) await refused(() => on(who, 'scheme', id, 'ACTIVATED'), { status: 403 })
    expect((await ok(on('ada', 'scheme', id, 'ACTIVATED'))).subject.status).toBe('ACTIVE')
    for (const who of ['omar', 'carla', 'ines']) await refused(() => on(who, 'scheme', id, 'RETIRED'), { status: 403 })
    const { subject, event } = await ok(on('ada', 'scheme', id, 'RETIRED'))
    expect([subject.status, subject.may]).toEqual(['RETIRED', []])
    const closed = { status: 409, body: { code: 'STATE_CONFLICT', figures: { status: 'RETIRED' } } }
    await refused(() => on('ada', 'scheme', id, 'ACTIVATED'), closed)
    // One that was retired by mistake is so no more when that is taken back.
    await ok(as('ada').post(`/scheme/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect((await chain.view('scheme', id)).status).toBe('ACTIVE')
  })
})

describe('rules of a scheme', () => {
  it.each([
    ['correctiveDays', 0, 180, [-1, 181, 1.5]],
    ['weight', 1, 10, [0, 11]],
  ] as const)('take %s from %i to %i, and nothing beyond (400)', async (field, least, most, beyond) => {
    for (const value of beyond)
      await refused(() => as('ada').post('/schemepop', rulesOf([rule({ [field]: value })])), { status: 400, body: { fields: [{ path: `rules.0.${field}` }] } })
    for (const value of [least, most]) expect((await ok(as('ada').post('/schemepop', rulesOf([rule({ [field]: value })])))).rules[0][field]).toBe(value)
  })
  it('that leave no days are due on the day on which they fail', async () => {
    const { id } = await ok(as('ada').post('/schemepop', rulesOf([rule({ code: 'NOW', correctiveDays: 0 }), rule({ code: 'LATER', correctiveDays: 180 })])))
    await ok(on('ada', 'schemepop', id, 'PUBLISHED'))
    const { cropId } = await chain.sown()
    await judged()
    const found: Json[] = (await ok(as('omar').get(`/nonconformity?filter[cropId]=${cropId}`))).items
    const dueOf = (code: string) => found.find((one) => one.rule === code && one.schemePopId === id)
    expect([dueOf('NOW').openedOn, dueOf('NOW').dueOn, dueOf('LATER').dueOn]).toEqual(['2026-01-15', '2026-01-15', '2026-07-14'])
    await ok(on('ada', 'schemepop', id, 'ARCHIVED'))
  })
  it('are entered and published by an administrator alone (403), commented on by the body, and change no more once they are published (409)', async () => {
    for (const who of ['omar', 'carla', 'ines']) await refused(() => as(who).post('/schemepop', rulesOf([rule()])), { status: 403 })
    const { id, status, version } = await ok(as('ada').post('/schemepop', rulesOf([rule()])))
    const { passScore, maxMajor }: Fields = entityOf('schemepop').fields
    expect([status, passScore?.initial, maxMajor?.initial]).toEqual(['DRAFT', 80, 2])
    for (const who of ['omar', 'carla']) await refused(() => on(who, 'schemepop', id, 'PUBLISHED'), { status: 403 })
    await ok(on('carla', 'schemepop', id, 'COMMENT', { text: 'Clause 5.3 asks for more' }))
    await refused(() => on('omar', 'schemepop', id, 'COMMENT', { text: 'Too strict' }), { status: 403 })
    await refused(() => on('ada', 'schemepop', id, 'SUPERSEDED'), { status: 409 })
    await ok(on('ada', 'schemepop', id, 'PUBLISHED'))
    const edit = () => as('ada').patch(`/schemepop/${id}`, { passScore: 10 }, { 'if-match': `"${version + 2}"` })
    await refused(edit, { status: 409, body: { code: 'STATE_CONFLICT' } })
    await ok(on('ada', 'schemepop', id, 'SUPERSEDED'))
    await refused(() => on('ada', 'schemepop', id, 'PUBLISHED'), { status: 409 })
    expect((await ok(on('ada', 'schemepop', id, 'ARCHIVED'))).subject).toMatchObject({ status: 'ARCHIVED', passScore: 80 })
  })
})

describe('what a rule asks, in the language of its reader', () => {
  const words = [
    { language: 'hi', text: 'कुछ नहीं बोया' },
    { language: 'mr', text: 'काही पेरले नाही' },
  ]
  const texts = async (language: string, id: string, cropId: string) => {
    const by = { headers: { 'accept-language': language } }
    const tried = await ok(as('ada').send(`/schemepop/${id}/bench?cropId=${cropId}`, by))
    const compliance = await ok(as('ada').send(`/crop/${cropId}/compliance`, by))
    const { items } = await ok(as('omar').send(`/nonconformity?filter[cropId]=${cropId}`, by))
    const found = items.find((one: Json) => one.schemePopId === id && one.rule === 'R1')
    const page = found && (await ok(as('omar').send(`/nonconformity/${found.id}`, by)))
    return [tried.rules[0].text, compliance.items.find((one: Json) => one.schemePopId === id)?.rules[0].text, found?.description, page?.description]
  }
  it('is no language twice, and none that nobody reads (400)', async () => {
    const twice = [rule(), rule({ code: 'R2', translations: [...words, { language: 'hi', text: 'फिर' }] })]
    const at = (path: string, code: string) => ({ status: 400, body: { fields: [{ path, code }] } })
    await refused(() => as('ada').post('/schemepop', rulesOf(twice)), at('rules.1.translations.2.language', 'rule'))
    const nothing = [rule({ translations: [{ language: 'hi', text: '' }] })]
    await refused(() => as('ada').post('/schemepop', rulesOf(nothing)), at('rules.0.translations.0.text', 'min'))
    const unknown = [rule({ translations: [{ language: 'xx', text: 'What' }] })]
    await refused(() => as('ada').post('/schemepop', rulesOf(unknown)), { status: 400 })
  })
  it('is so on the bench, on the crop, in the list of findings and on the page of one; in its own words where nobody has translated it', async () => {
    const { id } = await ok(as('ada').post('/schemepop', rulesOf([rule({ translations: words }), rule({ code: 'R2', text: 'Again' })])))
    await ok(on('ada', 'schemepop', id, 'PUBLISHED'))
    const { cropId } = await chain.sown()
    await judged()
    expect(await texts('hi', id, cropId)).toEqual(Array(4).fill('कुछ नहीं बोया'))
    expect(await texts('mr', id, cropId)).toEqual(Array(4).fill('काही पेरले नाही'))
    for (const language of ['en', 'fr']) expect(await texts(language, id, cropId)).toEqual(Array(4).fill('Nothing is sown'))
    const own = {
      ref: `F-${made}`,
      severity: 'MINOR',
      rule: 'R1',
      schemePopId: id,
      description: 'Seen by me',
      openedOn: '2026-01-10',
      dueOn: '2026-02-10',
      cropId,
    }
    const { farmerId, parcelId } = await chain.view('crop', cropId)
    const entered = await ok(as('ines').post('/nonconformity', { ...own, farmerId, parcelId }))
    const read = await ok(as('ines').send(`/nonconformity/${entered.id}`, { headers: { 'accept-language': 'hi' } }))
    expect(read.description).toBe('Seen by me')
    await ok(on('ada', 'schemepop', id, 'ARCHIVED'))
  })
})

describe('a certification body', () => {
  const bodyOf = (values: Json = {}) => ({
    ...{ name: `Body ${++made}`, accreditationNo: `ACC-${made}`, accreditedBy: 'APEDA', address: 'Indore', district: 'Indore', state: 'Madhya Pradesh' },
    ...{ country: 'IN', pin: '452001', contacts: [{ name: 'Desk', phone: '+917312000000' }], schemes: [], ...values },
  })
  it('has an accreditation number that nobody else of the same accreditor has (409), and another accreditor may give', async () => {
    const first = await ok(as('ada').post('/certificationbody', bodyOf()))
    expect(first.status).toBe('ACTIVE')
    const same = bodyOf({ accreditationNo: first.accreditationNo })
    await refused(() => as('ada').post('/certificationbody', same), { status: 409, body: { code: 'DUPLICATE' } })
    await ok(as('ada').post('/certificationbody', { ...same, accreditedBy: 'DAkkS' }))
  })
  it('is suspended, reinstated and withdrawn by an administrator alone, and comes back from no withdrawal (409)', async () => {
    const { id } = await ok(as('ada').post('/certificationbody', bodyOf()))
    for (const who of ['omar', 'carla']) {
      const { status } = await on(who, 'certificationbody', id, 'SUSPENDED', { reason: 'Audit' })
      expect([403, 404], who).toContain(status)
    }
    await refused(() => on('ada', 'certificationbody', id, 'REINSTATED', { reason: 'Audit' }), { status: 409 })
    for (const [event, status] of [
      ['SUSPENDED', 'SUSPENDED'],
      ['REINSTATED', 'ACTIVE'],
      ['WITHDRAWN', 'WITHDRAWN'],
    ] as const)
      expect((await ok(on('ada', 'certificationbody', id, event, { reason: 'Audit' }))).subject.status).toBe(status)
    await refused(() => on('ada', 'certificationbody', id, 'REINSTATED', { reason: 'Audit' }), { status: 409 })
  })
  it('issues nothing while it is suspended, and what it has issued stays valid', async () => {
    const sales = salesOf(chain)
    const lot = await sales.lot(600)
    const issued = await sales.issued([await sales.send(lot, 100)])
    const waiting = await sales.submitted([await sales.send(lot, 100)])
    const scope = await ok(as('ada').post('/scopecertificate', await chain.standards.input({ processorId: chain.ginner }, { scNo: 'WAITS-1' })))
    await ok(on('ada', 'certificationbody', chain.standards.body, 'SUSPENDED', { reason: 'Accreditation' }))
    const issue = () => sales.act(as('carla'), waiting.id, 'ISSUED', { tcNo: `TC-S${++made}`, reviewNote: 'Papers seen' })
    await refused(issue, { status: 422, body: { ruleId: 'BR-12' } })
    await refused(() => as('carla').post(`/scopecertificate/${scope.id}/events`, confirmation), { status: 422, body: { ruleId: '5.3' } })
    expect((await chain.view('transactioncertificate', issued.id)).status).toBe('ISSUED')
    expect((await chain.view('scopecertificate', chain.certificates.group)).validity).toBe('VALID')
    // The buyer uses what was issued before.
    await ok(on('ada', 'certificationbody', chain.standards.body, 'REINSTATED', { reason: 'Accreditation' }))
    expect((await ok(issue())).subject.status).toBe('ISSUED')
  })
  it('has as auditors the people whose role names it: of those whom the reader lists, nobody’s at another programme (404)', async () => {
    const { body } = chain.standards
    const auditorsOf = (who: string, id = body) => as(who).get(`/certificationbody/${id}/auditors`)
    expect((await world.stranger().get(`/api/operators/OP1/certificationbody/${body}/auditors`)).status).toBe(401)
    expect((await world.as('dina', '-').get(`/certificationbody/${body}/auditors`)).status).toBe(404)
    expect((await as('ada').get(`/certificationbody/${body}/auditors?all=1`)).status).toBe(400)
    const answer = await auditorsOf('ada')
    expect(flawsOfAnswer('certificationbody.auditors', answer.status, answer.body)).toEqual([])
    const users: Json[] = (await ok(as('ada').get('/user?limit=200'))).items
    const named = await Promise.all(users.map(({ id }) => chain.view('user', id)))
    const own = named.filter(({ roles }) =>
      roles.some((one: Json) => one.role === 'CERTIFICATION_BODY_AUDITOR' && (one.certificationBodyIds ?? []).includes(body)),
    )
    expect(answer.body.items.map(({ id }: Json) => id).sort()).toEqual(own.map(({ id }) => id).sort())
    expect(answer.body.items.map(({ id }: Json) => id)).toContain(world.people.carla?.id)
    const { id } = await ok(as('ada').post('/certificationbody', bodyOf()))
    expect((await ok(auditorsOf('ada', id))).items).toEqual([])
    expect((await ok(auditorsOf('paul'))).items).toEqual([])
  })
})

describe('a scope certificate', () => {
  it('has a number that no other of its body has (409), and another body may give', async () => {
    const first = await ok(proposed({ scNo: 'SAME-1' }))
    const again = await chain.standards.input({ processorId: chain.ginner }, { scNo: 'SAME-1' })
    await refused(() => as('ada').post('/scopecertificate', again), { status: 409, body: { code: 'DUPLICATE' } })
    const other = await seedsOf(world).make(entityOf('certificationbody'), { values: { schemes: [] } })
    expect((await ok(proposed({ scNo: 'SAME-1', certificationBodyId: other.id === first.certificationBodyId ? '' : other.id }))).scNo).toBe('SAME-1')
  })
  it('says how its area is shared among claims: each once, together no more than the area (400)', async () => {
    const mix = (...parts: [string, number][]) => parts.map(([claimStatus, areaHa]) => ({ claimStatus, areaHa }))
    const wrong = async (claimMix: Json[], code: string) => {
      const body = await chain.standards.input({ processorId: chain.ginner }, { areaHa: 10, claimMix })
      await refused(() => as('ada').post('/scopecertificate', body), { status: 400, body: { fields: [{ path: 'claimMix', code }] } })
    }
    await wrong(mix(['ORGANIC', 6], ['ORGANIC', 2]), 'rule')
    await wrong(mix(['ORGANIC', 6], ['IC2', 4.0001]), 'max')
    const { id } = await ok(proposed({ areaHa: 10, farmersCount: 12, claimMix: mix(['ORGANIC', 6], ['IC2', 4]) }))
    expect((await chain.view('scopecertificate', id)).claimMix).toEqual(mix(['ORGANIC', 6], ['IC2', 4]))
    expect((await ok(onCertificate(as('carla'), id, 'CONFIRMED', '2025-04-02', confirmation.data))).subject.claimMix).toHaveLength(2)
  })
  it.each([
    ['2025-01-15', '2026-07-15', '2026-07-16'],
    // Over the end of February, and from the last day of a long month.
    ['2027-03-01', '2028-09-01', '2028-09-02'],
    ['2026-08-31', '2028-02-29', '2028-03-01'],
  ])('of %s is valid until %s at most (18 months by the calendar)', async (validFrom, validTo, after) => {
    const beyond = await chain.standards.input({ processorId: chain.ginner }, { issueDate: '2025-01-01', validFrom, validTo: after })
    await refused(() => as('ada').post('/scopecertificate', beyond), { status: 400, body: { fields: [{ path: 'validTo', code: 'max' }] } })
    expect((await ok(proposed({ issueDate: '2025-01-01', validFrom, validTo }))).validTo).toBe(validTo)
  })
})
