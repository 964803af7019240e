// A member on the way to active: who is known already, what must be there, who decides.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const fatima = () => world.as('fatima')
const omar = () => world.as('omar')
const blocked = (ruleId: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId } })
let members = 0
const person = (more: Record<string, unknown> = {}) => ({
  memberNo: `F-${++members}`,
  firstName: 'Savita',
  lastName: 'Nayak',
  gender: 'F',
  phone: `98260${String(10_000 + members)}`,
  noPhone: false,
  language: 'hi',
  village: `Balsamud ${members}`,
  block: 'Kasrawad',
  district: 'Khargone',
  state: 'Madhya Pradesh',
  country: 'IN',
  totalHoldingHa: 1.2,
  otherGroupMembership: false,
  joinedOn: '2024-04-01',
  contractSignedOn: '2024-04-01',
  noParcelReason: 'To be mapped',
  consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: at('2024-04-01'), channel: 'PAPER' }],
  ...more,
})
const registered = async (more: Record<string, unknown> = {}): Promise<Json> => ok(fatima().post('/farmer', person(more)))

describe('POST /farmer', () => {
  it.each([
    ['a minor', { birthYear: 2012 }, 'birthYear'],
    ['a day in the future', { joinedOn: '2026-02-01' }, 'joinedOn'],
    ['no phone without saying so', { phone: null }, 'phone'],
    ['more women than people', { householdSize: 3, womenInHousehold: 4 }, 'womenInHousehold'],
  ])('refuses %s (400 at the field)', async (_, more, path) =>
    expect(await fatima().post('/farmer', person(more))).toMatchObject({ status: 400, body: { fields: [{ path }] } }),
  )

  it('refuses somebody registered already (422 BR-23) until it is said why it is another person, and writes nothing', async () => {
    const known = person({ firstName: 'Ramesh', lastName: 'Patidar', relationName: 'Mohan', gender: 'M' })
    await ok(fatima().post('/farmer', known))
    const again = person({ firstName: 'Rameesh', lastName: 'Pateedar', relationName: 'Mohan', phone: known.phone, village: known.village })
    const before = await rowCounts(world)
    expect(await fatima().post('/farmer', again)).toMatchObject({
      ...blocked('BR-23'),
      body: { figures: { score: 1.1, same: ['phone', 'name', 'relation', 'village'] } },
    })
    expect(await rowCounts(world)).toEqual(before)
    const { flags } = await ok(fatima().post('/farmer', { ...again, duplicateOverride: 'Cousin of the same name' }))
    expect(flags).toMatchObject([{ ruleId: 'BR-23', severity: 'WARN' }])
  })
  it('flags another spelling with the same phone for review, in either script', async () => {
    const known = await registered({ firstName: 'Kamal', lastName: 'Solanki' })
    const { flags } = await registered({ firstName: 'कमल', lastName: 'सोलंकी', phone: known.phone })
    expect(flags).toMatchObject([{ ruleId: 'BR-23', severity: 'REVIEW', figures: { memberNo: known.memberNo, score: 0.7 } }])
  })
  it('tells of a member of another operator the code alone: no name, number, id, nor what is the same (422 and flag)', async () => {
    const known = await ok(world.as('ada', 'OP2').post('/farmer', person({ firstName: 'Gopal', lastName: 'Yadav', relationName: 'Bherulal' })))
    const like = { firstName: 'Gopaal', lastName: 'Yadaw', phone: known.phone }
    const { flags } = await registered(like)
    const refused = await fatima().post('/farmer', person({ ...like, village: known.village, relationName: 'Bherulal' }))
    expect(refused).toMatchObject(blocked('BR-23'))
    expect(flags).toMatchObject([{ ruleId: 'BR-23', severity: 'REVIEW', figures: { code: known.code } }])
    for (const text of [{ message: flags[0].message, figures: flags[0].figures }, refused.body].map((one) => JSON.stringify(one))) {
      expect(text).toContain(known.code)
      for (const secret of ['Gopal', 'Yadav', known.memberNo, known.id, known.phone, 'same', 'score'])
        expect(text.replaceAll('the same person', '')).not.toContain(secret)
    }
  })
  it('marks a farm of 4 ha for separate inspection and one above 5 ha for the EU’s test', async () => {
    expect(await registered({ totalHoldingHa: 3.99 })).toMatchObject({ separateInspection: false, flags: [] })
    expect(await registered({ totalHoldingHa: 4 })).toMatchObject({ separateInspection: true, flags: [] })
    expect(await registered({ totalHoldingHa: 5.1, householdSize: 8, womenInHousehold: 2 })).toMatchObject({
      separateInspection: true,
      womenShare: 0.25,
      flags: [{ ruleId: 'BR-22', severity: 'INFO' }],
    })
  })
})

describe('farmer from draft to active', () => {
  it('is not sent without a plot or a reason (422 3.1)', async () => {
    const { id } = await registered({ noParcelReason: null })
    expect(await record(fatima(), 'farmer', id, 'SUBMITTED', '2025-06-02')).toMatchObject(blocked('3.1'))
  })
  it.each([
    ['agreement', { contractSignedOn: null }],
    ['consent', { consent: [] }],
    [
      'valid consent',
      { consent: [{ purpose: 'CERTIFICATION', textVersion: '1', givenAt: at('2024-04-01'), channel: 'PAPER', withdrawnAt: at('2025-04-01') }] },
    ],
  ])('is not approved without %s (422 3.1), nor by the field officer (403)', async (_, more) => {
    const { id } = await registered(more)
    await ok(record(fatima(), 'farmer', id, 'SUBMITTED', '2025-06-02'))
    expect(await record(fatima(), 'farmer', id, 'APPROVED', '2025-06-03')).toMatchObject({ status: 403 })
    expect(await record(omar(), 'farmer', id, 'APPROVED', '2025-06-03')).toMatchObject(blocked('3.1'))
    expect((await chain.view('farmer', id)).status).toBe('PENDING')
  })
  it('is not approved while a likeness is open (422 BR-23), nor by the one who set it aside (422 BR-24)', async () => {
    const known = await registered({ firstName: 'Devi', lastName: 'Rathore' })
    const { id, flags } = await registered({ firstName: 'Devi', lastName: 'Rathor', phone: known.phone })
    expect(flags).toHaveLength(1)
    await ok(record(fatima(), 'farmer', id, 'SUBMITTED', '2025-06-02'))
    expect(await record(omar(), 'farmer', id, 'APPROVED', '2025-06-03')).toMatchObject(blocked('BR-23'))
    const { headers } = await omar().get(`/farmer/${id}`)
    await ok(omar().patch(`/farmer/${id}`, { duplicateOverride: 'Sister-in-law' }, { 'if-match': headers.get('etag') as string }))
    expect(await record(omar(), 'farmer', id, 'APPROVED', '2025-06-03')).toMatchObject(blocked('BR-24'))
    await ok(record(world.as('ada', 'OP1'), 'farmer', id, 'APPROVED', '2025-06-03'))
    const own = await ok(omar().post('/farmer', person({ firstName: 'Devi', lastName: 'Rathore', phone: known.phone, duplicateOverride: 'Another one' })))
    await ok(record(omar(), 'farmer', own.id, 'SUBMITTED', '2025-06-02'))
    expect(await record(omar(), 'farmer', own.id, 'APPROVED', '2025-06-03')).toMatchObject(blocked('BR-24'))
  })
  it('goes back with a comment, comes again and is approved', async () => {
    const { id } = await registered()
    await ok(record(fatima(), 'farmer', id, 'SUBMITTED', '2025-06-02'))
    await ok(record(omar(), 'farmer', id, 'RETURNED', '2025-06-03', { comment: 'Photo of the agreement' }))
    await ok(record(fatima(), 'farmer', id, 'SUBMITTED', '2025-06-04'))
    expect((await ok(record(omar(), 'farmer', id, 'APPROVED', '2025-06-05'))).subject.status).toBe('ACTIVE')
    const { items } = await ok(omar().get(`/farmer/${id}/events`))
    expect(items.map(({ eventType }: Json) => eventType)).toEqual(['APPROVED', 'SUBMITTED', 'RETURNED', 'SUBMITTED'])
  })
  it('does not leave while kilograms are in the books (422 3.1)', async () => {
    const { farmerId, cropId } = await chain.sown()
    await chain.picked(cropId, 100)
    expect(await record(omar(), 'farmer', farmerId, 'EXITED', '2026-01-10', { reason: 'Moved' })).toMatchObject({
      ...blocked('3.1'),
      body: { figures: { onHandKg: 100 } },
    })
    await ok(record(fatima(), 'crop', cropId, 'RETAINED', '2025-11-25', { kg: 100, purpose: 'HOME' }))
    const { findings, subject } = await ok(record(omar(), 'farmer', farmerId, 'EXITED', '2026-01-10', { reason: 'Moved' }))
    expect([subject.status, findings[0].severity]).toEqual(['EXITED', 'WARN'])
  })
  it('counts in its group once approved, and no longer once it has left', async () => {
    const group = async () => {
      const { memberCount, largeFarmAreaShare } = await chain.view('collective', world.places.cotton.OP1?.id as string)
      return { memberCount: memberCount ?? 0, largeFarmAreaShare }
    }
    const before = await group()
    const { id } = await registered({ totalHoldingHa: 4.5 })
    await ok(record(fatima(), 'farmer', id, 'SUBMITTED', '2025-06-02'))
    const { event } = await ok(record(omar(), 'farmer', id, 'APPROVED', '2025-06-03'))
    const after = await group()
    expect(after.memberCount).toBe(before.memberCount + 1)
    expect(after.largeFarmAreaShare).toBeGreaterThan(before.largeFarmAreaShare ?? 0)
    await ok(omar().post(`/farmer/${id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await group()).toEqual(before)
  })
  it('takes plots and crops along to another village, where other officers look after them', async () => {
    const { farmerId, parcelId, cropId } = await chain.sown()
    const { headers } = await fatima().get(`/farmer/${farmerId}`)
    await ok(fatima().patch(`/farmer/${farmerId}`, { village: 'Mandleshwar' }, { 'if-match': headers.get('etag') as string }))
    expect([(await chain.view('landparcel', parcelId)).village, (await chain.view('crop', cropId)).village]).toEqual(['Mandleshwar', 'Mandleshwar'])
  })
  it('changes consent by an event, keeping what was agreed before', async () => {
    const { id } = await registered()
    await ok(record(fatima(), 'farmer', id, 'CONSENT_CHANGED', '2025-07-01', { purpose: 'MARKETING', given: true, textVersion: '2', channel: 'VOICE' }))
    const { subject, event } = await ok(
      record(fatima(), 'farmer', id, 'CONSENT_CHANGED', '2025-08-01', { purpose: 'MARKETING', given: false, textVersion: '2', channel: 'VOICE' }),
    )
    expect(subject.consent).toMatchObject([{ purpose: 'CERTIFICATION' }, { purpose: 'MARKETING', withdrawnAt: expect.stringContaining('2025-08-01') }])
    const taken = await ok(omar().post(`/farmer/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(taken.subject.consent).toMatchObject([{ purpose: 'CERTIFICATION' }, { purpose: 'MARKETING', withdrawnAt: null }])
  })
})

describe('collective TRAINING', () => {
  it('counts for each member who came, and is taken back from each', async () => {
    const [one, other] = [await registered(), await registered()]
    const operator = world.places.cotton.OP1?.id as string
    const { event } = await ok(
      record(omar(), 'collective', operator, 'TRAINING', '2025-07-01', { topic: 'Neem extract', hours: 3, farmerIds: [one.id, other.id] }),
    )
    const attended = async () =>
      (await ok(omar().get(`/farmer/${one.id}/events`))).items
        .filter(({ status }: Json) => status === 'RECORDED')
        .map(({ eventType, data }: Json) => [eventType, data.hours])
    expect(await attended()).toEqual([['TRAINING_ATTENDED', 3]])
    await ok(omar().post(`/collective/${operator}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await attended()).toEqual([])
  })
})

describe('registrations and scope certificates', () => {
  const own = { scheme: 'NPOP', icsCode: 'ICS-1', since: '2020-01-01' }
  const edit = async (who: ReturnType<typeof omar>, entity: string, id: string, values: Record<string, unknown>) => {
    const { version } = await chain.view(entity, id)
    return who.patch(`/${entity}/${id}`, values, { 'if-match': `"${version}"` })
  }
  it('registrations are not edited by those who hold them (403 at the field); the rest of the record is', async () => {
    const group = world.places.cotton.OP1?.id as string
    expect(await edit(omar(), 'collective', group, { schemes: [own] })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', fields: [{ path: 'schemes', code: 'forbidden' }] },
    })
    expect((await edit(omar(), 'collective', group, { address: 'Station Road 1, Kasrawad' })).status).toBe(200)
    expect((await edit(world.as('ada'), 'collective', group, { schemes: [own] })).status).toBe(200)
  })
  it('certificates are typed on no record (400), by an event of none (not available), not even by the body', async () => {
    const group = world.places.cotton.OP1?.id as string
    for (const who of [world.as('paul', '-'), world.as('ada')])
      expect((await edit(who, 'processor', chain.ginner, { certificateValidTo: '2099-01-01' })).status).toBe(400)
    const issued = { scheme: 'NPOP', certificationBody: 'Nimar Cert', certificateNo: 'NC/2026/1', since: '2026-01-01', validTo: '2026-12-31' }
    expect(await record(world.as('carla', 'OP1'), 'collective', group, 'SC_CHANGED', '2026-01-10', issued)).toMatchObject({ body: { code: 'NOT_AVAILABLE' } })
  })
})
