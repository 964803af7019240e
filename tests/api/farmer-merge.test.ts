// Two records of one person become one (BR-23): who may decide it, what stands against it, where the facts of both are afterwards, and that
// it can be taken back.
import { beforeAll, describe, expect, it } from 'vitest'
import { csvText } from '#domain/exchange/csv.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { farmers, person as newcomer } from './exchange-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const omar = () => world.as('omar')
const ada = () => world.as('ada', 'OP1')
const fatima = () => world.as('fatima')
const refused = refusing(() => world)
const farmerOf = (id: string): Promise<Json> => chain.view('farmer', id)
const day = '2026-01-14'
const ask = (id: string, survivorId: string, who = ada()) => record(who, 'farmer', id, 'MERGE_REQUESTED', day, { survivorId, reason: 'Same ration card' })
const merge = (id: string, survivorId: string, who = omar()) => record(who, 'farmer', id, 'MERGED', day, { survivorId }, 11)
const voidEvent = (id: string, eventId: string) => omar().post(`/farmer/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
const member = async (name: string): Promise<{ farmerId: string; parcelId: string }> => chain.member({ name, isInspected: false })
const two = async (name: string) => [await member(name), await member(name)] as const
const blocked = (ruleId: string) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId } })
const conflict = { status: 409, body: { code: 'STATE_CONFLICT' } }
const plotsOf = async (farmerId: string): Promise<string[]> =>
  (await ok(ada().get(`/landparcel?filter[farmerId]=${farmerId}`))).items.map(({ id }: Json) => id).sort()

describe('MERGE_REQUESTED', () => {
  it('is refused with itself, with a member of another operator, with who is not active, and to a field officer', async () => {
    const [one, other] = await two('Asha')
    await refused(() => ask(one.farmerId, one.farmerId), { status: 400, body: { fields: [{ path: 'data.survivorId', code: 'rule' }] } })
    const elsewhere = await ok(world.as('ada', 'OP2').post('/farmer', { ...person('X-1'), firstName: 'Bina' }))
    await refused(() => ask(one.farmerId, elsewhere.id), { status: 400, body: { fields: [{ path: 'data.survivorId', code: 'missing' }] } })
    await refused(() => ask(one.farmerId, other.farmerId, fatima()), { status: 403 })
    await ok(record(omar(), 'farmer', other.farmerId, 'SUSPENDED', '2026-01-10', { reason: 'Spraying' }))
    await refused(() => ask(one.farmerId, other.farmerId), { status: 400, body: { fields: [{ path: 'data.survivorId', code: 'rule' }] } })
    await refused(() => ask(other.farmerId, one.farmerId), conflict)
  })
})

const person = (memberNo: string): Json => ({
  memberNo,
  firstName: 'Ramesh',
  lastName: 'Dangi',
  gender: 'M',
  noPhone: true,
  language: 'hi',
  village: 'Maheshwar',
  block: 'Kasrawad',
  district: 'Khargone',
  state: 'Madhya Pradesh',
  country: 'IN',
  totalHoldingHa: 1,
  otherGroupMembership: false,
  joinedOn: '2024-04-01',
  consent: [],
})

describe('a proposed merger', () => {
  const proposed = async (id: string): Promise<string | null> => (await farmerOf(id)).survivorId
  it('requested late is the last one all the same; taken back, the one before is to be decided again', async () => {
    const [one, other] = await two('Kusum')
    const third = await member('Kusuma')
    await ok(ask(one.farmerId, other.farmerId))
    const late = await ok(
      record(ada(), 'farmer', one.farmerId, 'MERGE_REQUESTED', '2025-12-20', { survivorId: third.farmerId, reason: 'Found in the register' }),
    )
    expect(await proposed(one.farmerId)).toBe(third.farmerId)
    await refused(() => merge(one.farmerId, other.farmerId), conflict)
    await ok(voidEvent(one.farmerId, late.event.id))
    expect(await proposed(one.farmerId)).toBe(other.farmerId)
    await ok(merge(one.farmerId, other.farmerId))
    expect(await proposed(one.farmerId)).toBeNull()
  })
  it('by two people at once is one proposal: the other record is refused, and so is whoever made it', async () => {
    const [one, other] = await two('Lalita')
    const third = await member('Lalitha')
    const answers = await Promise.all([ask(one.farmerId, other.farmerId), ask(one.farmerId, third.farmerId)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const named = (await proposed(one.farmerId)) as string
    const left = [other.farmerId, third.farmerId].find((id) => id !== named) as string
    await refused(() => merge(one.farmerId, left), conflict)
    await refused(() => merge(one.farmerId, named, ada()), blocked('BR-24'))
    await ok(merge(one.farmerId, named))
    expect([await proposed(one.farmerId), await proposed(left)]).toEqual([null, null])
  })
  it('into a record that has gone or ended meanwhile is refused with the reason, and can be taken back', async () => {
    const [one, other] = await two('Malti')
    const third = await member('Maltibai')
    const request = await ok(ask(one.farmerId, other.farmerId))
    await ok(ask(other.farmerId, third.farmerId))
    await ok(merge(other.farmerId, third.farmerId))
    await refused(() => merge(one.farmerId, other.farmerId), { ...conflict, body: { figures: { mergedIntoId: third.farmerId } } })
    await ok(voidEvent(one.farmerId, request.event.id))
    expect(await proposed(one.farmerId)).toBeNull()
    await ok(ask(one.farmerId, third.farmerId))
    await ok(record(omar(), 'farmer', third.farmerId, 'EXITED', day, { reason: 'Moved' }, 12))
    await refused(() => merge(one.farmerId, third.farmerId), { status: 400, body: { fields: [{ path: 'data.survivorId', code: 'rule' }] } })
  })
})

describe('MERGED is refused', () => {
  it('while the committee decided worse on it than on the record that stays (422 BR-23)', async () => {
    const [one, other] = [await chain.member({ name: 'Gauri' }), await chain.member({ name: 'Gauri' })]
    for (const { id } of (await ok(ada().get('/farmer?filter[status]=ACTIVE&limit=100'))).items)
      if (id !== one.farmerId && id !== other.farmerId) await chain.inspect(id)
    await chain.decide('CONDITIONAL', one.farmerId)
    await chain.decide('APPROVED', other.farmerId)
    await ok(ask(one.farmerId, other.farmerId))
    await refused(() => merge(one.farmerId, other.farmerId), { ...blocked('BR-23'), body: { figures: { result: 'CONDITIONAL' } } })
    await ok(ask(other.farmerId, one.farmerId))
    await ok(merge(other.farmerId, one.farmerId))
    // The request the other way is over with it.
    expect(await farmerOf(one.farmerId)).toMatchObject({ survivorId: null, may: expect.not.arrayContaining(['MERGED']) })
    // What the committee said of the record that ended stays said.
    const { items } = await ok(ada().get(`/farmerseason?filter[farmerId]=${other.farmerId}`))
    expect(items).toMatchObject([{ result: 'APPROVED' }])
  })
  it('where nobody asked for it (409), to whoever asked for it and to whoever registered the record (422 BR-24)', async () => {
    const [one, other] = await two('Chanda')
    await refused(() => merge(one.farmerId, other.farmerId), conflict)
    // Nor is it offered.
    expect(await ok(omar().get(`/farmer/${one.farmerId}`))).toMatchObject({ survivorId: null, may: expect.not.arrayContaining(['MERGED']) })
    const { event: taken } = await ok(ask(one.farmerId, other.farmerId))
    expect(await ok(omar().get(`/farmer/${one.farmerId}`))).toMatchObject({ survivorId: other.farmerId, may: expect.arrayContaining(['MERGED']) })
    await ok(ada().post(`/farmer/${one.farmerId}/events/${taken.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await farmerOf(one.farmerId)).toMatchObject({ survivorId: null })
    await ok(ask(one.farmerId, other.farmerId))
    await refused(() => merge(one.farmerId, other.farmerId, ada()), blocked('BR-24'))
    await refused(() => merge(one.farmerId, other.farmerId, fatima()), { status: 403 })
    const own = await ok(omar().post('/farmer', { ...person('CH-1'), firstName: 'Chandan' }))
    await ok(ask(own.id, other.farmerId))
    await refused(() => merge(own.id, other.farmerId), blocked('BR-24'))
  })
  it('with a record other than the one asked for last (409)', async () => {
    const [one, other] = await two('Deepa')
    const third = await member('Deepali')
    await ok(ask(one.farmerId, other.farmerId))
    await ok(record(ada(), 'farmer', one.farmerId, 'MERGE_REQUESTED', day, { survivorId: third.farmerId, reason: 'No, that one' }, 10))
    await refused(() => merge(one.farmerId, other.farmerId), conflict)
  })
  it('while crops run in its name, which are named (422 BR-23); the other way it is possible', async () => {
    const running = await chain.sown({ name: 'Ekta' })
    const idle = await member('Ekta')
    await ok(ask(running.farmerId, idle.farmerId))
    const { code } = await chain.view('croppingsystem', running.systemId)
    await refused(() => merge(running.farmerId, idle.farmerId), { ...blocked('BR-23'), body: { figures: { open: [code] } } })
    await ok(ask(idle.farmerId, running.farmerId))
    await ok(merge(idle.farmerId, running.farmerId))
    expect(await plotsOf(running.farmerId)).toEqual([running.parcelId, idle.parcelId].sort())
  })
  it('while a finding against it is open (422 BR-23)', async () => {
    const [one, other] = await two('Falguni')
    const finding = await ok(
      world.as('ines').post('/nonconformity', {
        ref: 'N-1',
        severity: 'MAJOR',
        rule: 'R-1',
        description: 'Drift',
        farmerId: one.farmerId,
        openedOn: '2026-01-05',
        dueOn: '2026-02-20',
      }),
    )
    await ok(ask(one.farmerId, other.farmerId))
    await refused(() => merge(one.farmerId, other.farmerId), { ...blocked('BR-23'), body: { figures: { open: [finding.code] } } })
  })
  it('while both have a plot of the same number (422 BR-23)', async () => {
    const [one, other] = await two('Hema')
    const { parcelNo, code } = await chain.view('landparcel', one.parcelId)
    const { headers } = await ada().get(`/landparcel/${other.parcelId}`)
    await ok(ada().patch(`/landparcel/${other.parcelId}`, { parcelNo }, { 'if-match': headers.get('etag') as string }))
    await ok(ask(one.farmerId, other.farmerId))
    await refused(() => merge(one.farmerId, other.farmerId), { ...blocked('BR-23'), body: { figures: { plots: [code] } } })
  })
})

describe('MERGED', () => {
  it('moves the plots, keeps former names and numbers, counts one person, and is voided whole', async () => {
    const [one, other] = await two('Indira')
    const group = () => chain.view('collective', world.places.cotton.OP1?.id as string)
    const before = { ended: await farmerOf(one.farmerId), staying: await farmerOf(other.farmerId), group: await group() }
    await ok(ask(one.farmerId, other.farmerId))
    const { event } = await ok(merge(one.farmerId, other.farmerId))
    const ended = await farmerOf(one.farmerId)
    expect(ended).toMatchObject({ status: 'MERGED', mergedIntoId: other.farmerId, refs: { [other.farmerId]: { entity: 'farmer' } } })
    const staying = await farmerOf(other.farmerId)
    expect(staying.aliases).toContain(before.ended.memberNo)
    expect(staying.aliases).toContain(before.ended.code)
    expect(await plotsOf(other.farmerId)).toEqual([one.parcelId, other.parcelId].sort())
    expect(await plotsOf(one.farmerId)).toEqual([])
    expect((await group()).memberCount).toBe(before.group.memberCount - 1)
    expect((await ok(ada().get(`/farmer?q=${before.ended.memberNo}`))).items.map(({ id }: Json) => id).sort()).toEqual(
      expect.arrayContaining([one.farmerId, other.farmerId]),
    )

    await ok(voidEvent(one.farmerId, event.id))
    expect(await farmerOf(one.farmerId)).toMatchObject({ status: 'ACTIVE', mergedIntoId: null })
    expect(await farmerOf(other.farmerId)).toMatchObject({ aliases: null })
    expect(await plotsOf(one.farmerId)).toEqual([one.parcelId])
    expect(await plotsOf(other.farmerId)).toEqual([other.parcelId])
    expect((await group()).memberCount).toBe(before.group.memberCount)
    expect(before.staying.aliases).toBe(null)
  })
  it('takes in a record that waits for approval because of its likeness', async () => {
    const known = await member('Jamuna')
    const again = await ok(fatima().post('/farmer', { ...person('JA-1'), firstName: 'Jamunaa', noParcelReason: 'To be mapped' }))
    await ok(record(fatima(), 'farmer', again.id, 'SUBMITTED', '2026-01-12'))
    await ok(ask(again.id, known.farmerId))
    await ok(merge(again.id, known.farmerId))
    expect((await farmerOf(again.id)).status).toBe('MERGED')
  })
  it('names the record that stays where something is recorded, changed or given to the one that ended', async () => {
    const [one, other] = await two('Kamla')
    await ok(ask(one.farmerId, other.farmerId))
    await ok(merge(one.farmerId, other.farmerId))
    const { memberNo } = await farmerOf(other.farmerId)
    const named = { ...conflict, body: { detail: expect.stringContaining(`(${memberNo})`) } }
    await refused(() => record(fatima(), 'farmer', one.farmerId, 'VISIT', day, { purpose: 'Advice' }, 12), named)
    const { headers } = await ada().get(`/farmer/${one.farmerId}`)
    await refused(() => ada().patch(`/farmer/${one.farmerId}`, { firstName: 'Kamala' }, { 'if-match': headers.get('etag') as string }), named)
    await refused(() => record(omar(), 'landparcel', other.parcelId, 'GROWER_CHANGED', day, { farmerId: one.farmerId }, 12), {
      status: 400,
      body: { fields: [{ path: 'data.farmerId', code: 'rule' }] },
    })
    // What happened before the merger is recorded late where it happened.
    await ok(record(fatima(), 'farmer', one.farmerId, 'VISIT', '2026-01-10', { purpose: 'Advice' }))
  })
  it('is not built upon a second time: neither is a record merged that others were merged into, nor into one that ended', async () => {
    const [one, other] = await two('Lata')
    const third = await member('Latika')
    await ok(ask(one.farmerId, other.farmerId))
    await ok(merge(one.farmerId, other.farmerId))
    await refused(() => ask(other.farmerId, third.farmerId), blocked('BR-23'))
    await refused(() => ask(third.farmerId, one.farmerId), conflict)
  })
  it('is not taken back once a crop was planned on a plot that it moved, nor is the plot given back alone', async () => {
    const [one, other] = await two('Madhu')
    await ok(ask(one.farmerId, other.farmerId))
    const { event } = await ok(merge(one.farmerId, other.farmerId))
    const { items } = await ok(ada().get(`/landparcel/${one.parcelId}/events`))
    const moved = items.find(({ eventType }: Json) => eventType === 'GROWER_CHANGED')
    await refused(() => omar().post(`/landparcel/${one.parcelId}/events/${moved.id}/void`, { reason: 'INCORRECT_DATA' }), conflict)
    const request = (await ok(ada().get(`/farmer/${one.farmerId}/events`))).items.find(({ eventType }: Json) => eventType === 'MERGE_REQUESTED')
    await refused(() => voidEvent(one.farmerId, request.id), conflict)
    const systemId = await chain.systemOn(one.parcelId)
    const { code } = await chain.view('croppingsystem', systemId)
    await refused(() => voidEvent(one.farmerId, event.id), { ...blocked('3.3'), body: { figures: { croppingSystems: [code] } } })
  })
  it('finds no likeness between the record that stays and the one that ended', async () => {
    const phone = '9826099887'
    const first = await ok(fatima().post('/farmer', { ...person('NA-1'), firstName: 'Narmada', noPhone: false, phone, noParcelReason: 'To be mapped' }))
    const stays = await member('Narmadaa')
    await ok(ask(first.id, stays.farmerId))
    await ok(merge(first.id, stays.farmerId))
    const { headers } = await ada().get(`/farmer/${stays.farmerId}`)
    const changed = await ok(
      ada().patch(
        `/farmer/${stays.farmerId}`,
        { noPhone: false, phone, firstName: 'Narmada', lastName: 'Dangi' },
        { 'if-match': headers.get('etag') as string },
      ),
    )
    expect(changed.flags.filter(({ ruleId }: Json) => ruleId === 'BR-23')).toEqual([])
  })
  it('of two mergers at once one wins: crosswise, and of one record into two', async () => {
    const [one, other] = await two('Osha')
    await ok(ask(one.farmerId, other.farmerId))
    await ok(ask(other.farmerId, one.farmerId))
    const crosswise = await Promise.all([merge(one.farmerId, other.farmerId), merge(other.farmerId, one.farmerId)])
    expect(crosswise.map(({ status }) => status).sort()).toEqual([201, 409])
    const states = [(await farmerOf(one.farmerId)).status, (await farmerOf(other.farmerId)).status]
    expect(states.sort()).toEqual(['ACTIVE', 'MERGED'])

    const [three, four] = await two('Padma')
    await ok(ask(three.farmerId, four.farmerId))
    const twice = await Promise.all([merge(three.farmerId, four.farmerId), merge(three.farmerId, four.farmerId)])
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('a file that speaks of the former number', () => {
  const send = async (path: string, text: string): Promise<Json> =>
    (await omar().send(path, { method: 'POST', body: text, headers: { 'content-type': 'text/csv', prefer: 'wait=60' } })).body
  it('gives plots to the record that stays, and names it to a row that would change the one that ended', async () => {
    const [one, other] = await two('Radha')
    await ok(ask(one.farmerId, other.farmerId))
    await ok(merge(one.farmerId, other.farmerId))
    const { memberNo } = await farmerOf(one.farmerId)
    const stays = await farmerOf(other.farmerId)
    const plot = await send(
      '/landparcel/import',
      csvText(['member_no', 'parcel_no', 'name', 'tenure', 'declared_area', 'water_regime'], [[memberNo, 'R-77', 'Upper field', 'OWNED', '1', 'RAINFED']]),
    )
    expect(plot).toMatchObject({ accepted: 1, created: 1 })
    expect((await ok(ada().get('/landparcel?filter[parcelNo]=R-77'))).items).toMatchObject([{ farmerId: other.farmerId }])
    const person = await send('/farmer/import', farmers({ ...newcomer(), member_no: memberNo }))
    expect(person).toMatchObject({ accepted: 0, rejected: 1 })
    expect(JSON.stringify(person.problems)).toContain(stays.memberNo)
  })
})
