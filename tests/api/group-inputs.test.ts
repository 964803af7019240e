// What a group must say of itself, inputs that it buys and hands out, and the premium it pays (domain dictionary 5.4): never more than there was at any moment, also recorded late, corrected,
// taken back, or by two at once.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let cake: string
let farmerId: string
let operatorId: string
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  cake = (await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Neem cake', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 0 }))).id
  ;({ farmerId } = await chain.member())
  ;({ operatorId } = await chain.view('farmer', farmerId))
})
const omar = () => world.as('omar', 'OP1')
const lateReason = 'From the register'
const record = (eventType: string, day: string, data: Json, more: Json = {}) =>
  omar().post(`/collective/${operatorId}/events`, { eventType, occurredAt: at(day), data, lateReason, ...more })
const bought = (day: string, kg: number, more: Json = {}) => record('INPUT_PROCUREMENT', day, { itemId: cake, kg, supplier: 'Mill' }, more)
const issued = (day: string, kg: number, more: Json = {}) => record('INPUT_ISSUE', day, { itemId: cake, kg, farmerIds: [farmerId] }, more)
const given = (farmer: string, day: string, kg: number, more: Json = {}, itemId = cake) =>
  world.as('fatima').post(`/farmer/${farmer}/events`, { eventType: 'INPUT_DISTRIBUTED', occurredAt: at(day), data: { itemId, kg }, lateReason, ...more })
const voided = (id: string) => omar().post(`/collective/${operatorId}/events/${id}/void`, { reason: 'DID_NOT_OCCUR' })
const refused = { status: 422, body: { ruleId: '5.4' } }

describe('a group', () => {
  it('has a legal form and a registration number (400)', async () => {
    const body = sampleOf(entityOf('collective'))
    for (const name of ['legalForm', 'regNo']) {
      const { [name]: _, ...without } = body
      const answer = await world.as('ada', '-').post('/collective', without)
      expect([answer.status, answer.body.fields.map(({ path }: Json) => path)]).toEqual([400, [name]])
    }
  })
})

describe('inputs of a group', () => {
  it('are not handed out before they were bought, to strangers, or more than there is; a late purchase counts from its day', async () => {
    expect(await issued('2025-12-01', 10)).toMatchObject(refused)
    await ok(bought('2025-12-05', 100))
    expect(await issued('2025-12-01', 10)).toMatchObject(refused)
    expect(await record('INPUT_ISSUE', '2025-12-06', { itemId: cake, kg: 1, farmerIds: ['01980000-0000-7000-8000-000000000000'] })).toMatchObject({
      status: 400,
    })
    expect(await issued('2025-12-06', 101)).toMatchObject(refused)
    await ok(issued('2025-12-06', 100))
    expect(await issued('2025-12-07', 1)).toMatchObject(refused)
    await ok(bought('2025-11-20', 10))
    await ok(issued('2025-12-01', 10))
  })
  it('cannot lose what was handed out: the purchase is neither taken back nor corrected below it', async () => {
    const { event } = await ok(bought('2025-12-10', 50))
    const handed = await ok(issued('2025-12-11', 40))
    expect(await voided(event.id)).toMatchObject(refused)
    expect(await bought('2025-12-10', 39, { supersedesEventId: event.id })).toMatchObject(refused)
    await ok(bought('2025-12-10', 40, { supersedesEventId: event.id }))
    await ok(voided(handed.event.id))
    await ok(issued('2025-12-12', 40))
  })
  it('of a stock that was short before it was watched: what was bought since is handed out, and what it lacked is entered as bought, late', async () => {
    const { id: itemId } = await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Lime', category: 'MINERAL', permission: 'ALLOWED', phiDays: 0 }))
    const buy = (day: string, kg: number) => record('INPUT_PROCUREMENT', day, { itemId, kg, supplier: 'Quarry' })
    const hand = (day: string, kg: number, more: Json = {}) => record('INPUT_ISSUE', day, { itemId, kg, farmerIds: [farmerId] }, more)
    const { event: unseen } = await ok(buy('2025-10-01', 80))
    const { event: early } = await ok(hand('2025-10-02', 80))
    // As it was before decision 119: nothing had to be bought.
    await world.scoped('ada', ({ db }) => db.updateTable('event').set({ status: 'VOIDED' }).where('id', '=', unseen.id).execute())
    expect(await hand('2025-10-03', 1)).toMatchObject({ ...refused, body: { figures: { haveKg: 0, neededKg: 1 } } })
    await ok(buy('2025-11-01', 100))
    expect(await hand('2025-10-20', 1)).toMatchObject(refused)
    expect(await hand('2025-11-02', 20.001)).toMatchObject({ ...refused, body: { figures: { haveKg: 20, neededKg: 20.001 } } })
    await ok(hand('2025-11-02', 20))
    expect(await hand('2025-10-02', 81, { supersedesEventId: early.id })).toMatchObject(refused)
    expect(await hand('2025-11-03', 1)).toMatchObject(refused)
    // What was handed out first was bought after all.
    await ok(buy('2025-10-01', 80))
    await ok(hand('2025-11-03', 80))
    expect(await hand('2025-11-03', 0.001)).toMatchObject(refused)
  })
  it('are handed out less than was recorded, beside a shortage of before; and not more, nor what is no better', async () => {
    const { id: itemId } = await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Gypsum', category: 'MINERAL', permission: 'ALLOWED', phiDays: 0 }))
    const buy = (day: string, kg: number) => record('INPUT_PROCUREMENT', day, { itemId, kg, supplier: 'Quarry' })
    const hand = (day: string, kg: number, more: Json = {}) => record('INPUT_ISSUE', day, { itemId, kg, farmerIds: [farmerId] }, more)
    await ok(buy('2025-10-01', 100))
    const { event: unseen } = await ok(buy('2025-10-04', 30))
    const { event: early } = await ok(hand('2025-10-03', 60))
    await ok(hand('2025-10-05', 70))
    await world.scoped('ada', ({ db }) => db.updateTable('event').set({ status: 'VOIDED' }).where('id', '=', unseen.id).execute())
    // At the fifth 30 kg are short.
    expect(await hand('2025-10-03', 61, { supersedesEventId: early.id })).toMatchObject({ ...refused, body: { figures: { haveKg: 39, neededKg: 70 } } })
    const { event: less } = await ok(hand('2025-10-03', 50, { supersedesEventId: early.id }))
    expect(await hand('2025-10-03', 51, { supersedesEventId: less.id })).toMatchObject(refused)
    expect(await hand('2025-10-02', 1)).toMatchObject(refused)
    const { event: later } = await ok(hand('2025-10-04', 50, { supersedesEventId: less.id }))
    await ok(hand('2025-10-04', 30, { supersedesEventId: later.id }))
    expect(await hand('2025-10-05', 0.001)).toMatchObject(refused)
  })
  it('are handed out once where two hand out the last of them', async () => {
    await ok(bought('2025-12-20', 30))
    const answers = await Promise.all([issued('2025-12-21', 30), issued('2025-12-22', 30)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

describe('what one member gets of the group', () => {
  it('is out of the same stock: not before it was bought, nor what others got, by members and by the group in any order', async () => {
    const { id: itemId } = await ok(
      world.as('ada', 'OP1').post('/inputitem', { name: 'Trichoderma', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 0 }),
    )
    const other = (await chain.member()).farmerId
    const buy = (day: string, kg: number) => record('INPUT_PROCUREMENT', day, { itemId, kg, supplier: 'Lab' })
    const hand = (day: string, kg: number) => record('INPUT_ISSUE', day, { itemId, kg, farmerIds: [farmerId] })
    const give = (to: string, day: string, kg: number, more: Json = {}) => given(to, day, kg, more, itemId)
    expect(await give(farmerId, '2025-12-06', 1)).toMatchObject({ ...refused, body: { ruleId: '5.4', figures: { haveKg: 0, neededKg: 1 } } })
    await ok(buy('2025-12-05', 10))
    expect(await give(farmerId, '2025-12-04', 1)).toMatchObject(refused)
    const first = await ok(give(farmerId, '2025-12-06', 4))
    expect(await give(other, '2025-12-07', 6.001)).toMatchObject(refused)
    await ok(give(other, '2025-12-07', 5))
    // Of 10 kg nine are with members.
    expect(await hand('2025-12-08', 1.5)).toMatchObject({ ...refused, body: { figures: { haveKg: 1, neededKg: 1.5 } } })
    await ok(hand('2025-12-08', 1))
    // Recorded late, before what others got: it would lack at the end.
    expect(await give(other, '2025-12-05', 0.5)).toMatchObject(refused)
    // Corrected above what is left, and within it; taken back it is there again.
    expect(await give(farmerId, '2025-12-06', 4.5, { supersedesEventId: first.event.id })).toMatchObject(refused)
    const less = await ok(give(farmerId, '2025-12-06', 3, { supersedesEventId: first.event.id }))
    await ok(hand('2025-12-09', 1))
    await ok(world.as('fatima').post(`/farmer/${farmerId}/events/${less.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await ok(hand('2025-12-10', 3))
    expect(await hand('2025-12-10', 0.001)).toMatchObject(refused)
  })
  it('keeps its purchase: it is neither taken back nor corrected below what members got', async () => {
    const { id: itemId } = await ok(world.as('ada', 'OP1').post('/inputitem', { name: 'Beauveria', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 0 }))
    const { event } = await ok(record('INPUT_PROCUREMENT', '2025-12-05', { itemId, kg: 5, supplier: 'Lab' }))
    await ok(given(farmerId, '2025-12-06', 4, {}, itemId))
    expect(await voided(event.id)).toMatchObject(refused)
    expect(await record('INPUT_PROCUREMENT', '2025-12-05', { itemId, kg: 3.9, supplier: 'Lab' }, { supersedesEventId: event.id })).toMatchObject(refused)
    await ok(record('INPUT_PROCUREMENT', '2025-12-05', { itemId, kg: 4, supplier: 'Lab' }, { supersedesEventId: event.id }))
  })
  it('is given once where several give the last of it to different members, and the group hands it out besides', async () => {
    const { id: itemId } = await ok(
      world.as('ada', 'OP1').post('/inputitem', { name: 'Azotobacter', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 0 }),
    )
    await ok(record('INPUT_PROCUREMENT', '2025-12-05', { itemId, kg: 30, supplier: 'Lab' }))
    const members = [farmerId, (await chain.member()).farmerId, (await chain.member()).farmerId]
    const answers = await Promise.all([
      ...members.map((one) => given(one, '2025-12-06', 20, {}, itemId)),
      record('INPUT_ISSUE', '2025-12-06', { itemId, kg: 20, farmerIds: [farmerId] }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  })
})

describe('an input that the list does not allow (BR-14)', () => {
  const item = async (permission: string, schemePermissions: Json[] = []) =>
    (await ok(world.as('ada', 'OP1').post('/inputitem', { name: `I ${Math.random()}`, category: 'OTHER', permission, phiDays: 0, schemePermissions }))).id
  const buy = (itemId: string) => ok(record('INPUT_PROCUREMENT', '2025-12-05', { itemId, kg: 50, supplier: 'Mill' }))
  const handOut = (itemId: string, ...farmerIds: string[]) => ok(record('INPUT_ISSUE', '2025-12-06', { itemId, kg: 1, farmerIds }))
  const open = async (): Promise<Json[]> => (await ok(omar().get(`/collective/${operatorId}`))).flags.filter(({ ruleId }: Json) => ruleId === 'BR-14')
  it('warns when it is bought, and is to be decided when it is handed out to members whose land is under a scheme; both go with their events', async () => {
    const urea = await item('PROHIBITED')
    const { event: purchase, findings } = await ok(record('INPUT_PROCUREMENT', '2025-12-05', { itemId: urea, kg: 50, supplier: 'Mill' }))
    expect(findings).toMatchObject([{ ruleId: 'BR-14', severity: 'WARN', message: expect.stringContaining('is prohibited on land under a scheme.') }])
    const conventional = (await chain.member({ conversionStart: null })).farmerId
    expect((await handOut(urea, conventional)).findings).toEqual([])
    const { event, findings: handed } = await handOut(urea, farmerId, conventional)
    expect(handed).toMatchObject([{ ruleId: 'BR-14', severity: 'REVIEW', figures: { permission: 'PROHIBITED', members: 1 } }])
    expect(await open()).toMatchObject([{ owner: 'CERTIFICATION_BODY_AUDITOR' }, { owner: 'CERTIFICATION_BODY_AUDITOR' }])
    await ok(voided(event.id))
    expect(await open()).toMatchObject([{ severity: 'WARN', eventId: purchase.id }])
  })
  it('is what the scheme of the group says, and then the programme; allowed and restricted ones are bought and handed out freely', async () => {
    const npop = await chain.standards.scheme('NPOP')
    const bySchemes = async (programme: string, scheme: string) => {
      const itemId = await item(programme, [{ schemeId: npop, permission: scheme }])
      return [...(await buy(itemId)).findings, ...(await handOut(itemId, farmerId)).findings].map(({ severity }: Json) => severity)
    }
    expect(await bySchemes('ALLOWED', 'PROHIBITED')).toEqual(['WARN', 'REVIEW'])
    expect(await bySchemes('PROHIBITED', 'ALLOWED')).toEqual([])
    expect(await bySchemes('ALLOWED', 'RESTRICTED')).toEqual([])
    expect(await bySchemes('ALLOWED', 'UNKNOWN')).toEqual(['WARN', 'REVIEW'])
  })
  it('is the same where it is handed out to one member', async () => {
    const itemId = await item('UNKNOWN')
    await buy(itemId)
    const { findings } = await ok(
      omar().post(`/farmer/${farmerId}/events`, { eventType: 'INPUT_DISTRIBUTED', occurredAt: at('2025-12-06'), data: { itemId, kg: 0.5 }, lateReason }),
    )
    expect(findings).toMatchObject([{ ruleId: 'BR-14', severity: 'REVIEW', message: expect.stringContaining('is not on the list') }])
  })
})

describe('kilograms and hours', () => {
  it('of inputs are to the gram: what is bought in grams is handed out in grams, and not one gram more', async () => {
    await ok(bought('2025-12-25', 0.1))
    await ok(bought('2025-12-25', 0.2))
    await ok(issued('2025-12-26', 0.299))
    expect(await issued('2025-12-27', 0.002)).toMatchObject({ ...refused, body: { figures: { haveKg: 0.001, neededKg: 0.002 } } })
    await ok(issued('2025-12-27', 0.001))
  })
  it('of a training are quarters of an hour, for the group and for each farmer, and add up so in the register', async () => {
    const trained = (hours: unknown) => record('TRAINING', '2025-12-28', { topic: 'Grams', hours, farmerIds: [farmerId] })
    for (const hours of [0.25, 8.25, 1.1, 1.33]) expect(await trained(hours)).toMatchObject({ status: 400, body: { fields: [{ path: 'data.hours' }] } })
    await ok(trained(1.25))
    const one = (hours: number) =>
      omar().post(`/farmer/${farmerId}/events`, { eventType: 'TRAINING_ATTENDED', occurredAt: at('2025-12-29'), data: { topic: 'Grams', hours }, lateReason })
    expect(await one(2.1)).toMatchObject({ status: 400, body: { fields: [{ path: 'data.hours' }] } })
    await ok(one(2.75))
    const { rows, totals } = await ok(omar().get('/reports/training-register?from=2025-12-28&to=2025-12-29'))
    expect(rows.map(({ hours, farmerHours }: Json) => [hours, farmerHours])).toEqual([
      [1.25, 1.25],
      [2.75, 2.75],
    ])
    expect(totals).toMatchObject({ hours: 4, farmerHours: 4 })
  })
})
