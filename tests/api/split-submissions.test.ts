// A submission that is approved in part (domain dictionary 6.1): what has no parts and who may not is refused; what is accepted is applied once, as a submission
// of its own, and the rest goes back with the reason; taken back, both are as before.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let plot: string
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  plot = (await chain.member({ conversionStart: null })).parcelId
})
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const view = (entity: string, id: string, who = 'omar'): Promise<Json> => ok(as(who).get(`/${entity}/${id}`))
const historyOf = async (entity: string, id: string): Promise<Json[]> => (await ok(as('omar').get(`/${entity}/${id}/history?limit=100`))).items
const editsOf = async () => (await historyOf('landparcel', plot)).filter(({ eventType }) => eventType === 'EDITED').length
const answersOf = (values: Record<string, unknown>) =>
  Object.entries(values).map(([field, value]) => ({
    field,
    value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: value },
  }))
const sendIn = (formCode: string, values: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<Json> =>
  ok(as('fatima').post('/submission', { formCode, formVersion: 1, answers: answersOf(values), deviceId: 'SM-A146', capturedAt: at('2026-01-14'), ...more }))
const ofPlot = async (values: Record<string, unknown>): Promise<Json> =>
  sendIn('PARCEL_BOUNDARY', values, { targetType: 'landparcel', targetId: plot, targetVersion: (await view('landparcel', plot)).version })
const send = (id: string, eventType: string, data: Record<string, unknown>, who = 'omar', headers = {}) =>
  as(who).post(`/submission/${id}/events`, { eventType, occurredAt: clock().toISOString(), data }, headers)
const split = (id: string, fields: string[], more: Record<string, unknown> = {}, who = 'omar', headers = {}) =>
  send(id, 'SPLIT', { fields, rest: 'RETURN', reason: 'The name is another plot’s.', ...more }, who, headers)
const fieldsOf = ({ answers }: Json): string[] => answers.map(({ field }: Json) => field)
const totalOf = async (): Promise<number> => (await ok(as('omar').get('/submission?limit=1&count=true'))).total

describe('a submission of one thing', () => {
  it('is not approved in part, nor offered to be: an event, a record to be made, one field', async () => {
    const { cropId } = await chain.sown()
    const harvest = { eventType: 'HARVEST', pickNo: 1, kg: 40, occurredAt: at('2026-01-10') }
    for (const [sent, name] of [
      [await sendIn('CROP_EVENT', harvest, { targetType: 'crop', targetId: cropId }), 'kg'],
      [await sendIn('FARMER_REG', { firstName: 'Sunita', lastName: 'Patel' }), 'firstName'],
      [await ofPlot({ surveyNo: '8' }), 'surveyNo'],
    ] as const) {
      await refused(() => split(sent.id, [name]), { status: 400, body: { fields: [{ path: 'data.fields', code: 'rule' }] } })
      expect((await view('submission', sent.id)).may).not.toContain('SPLIT')
    }
  })
})

describe('a change of several fields', () => {
  it('leaves something for the rest, is of fields that it has, has a reason, and is approved in part by nobody who sent it', async () => {
    const { id, may } = await ofPlot({ name: 'Nala Khet', surveyNo: '12/3', 'Shoe size': '42' })
    expect(may).not.toContain('SPLIT')
    expect((await view('submission', id)).may).toContain('SPLIT')
    await refused(() => split(id, ['surveyNo'], {}, 'fatima'), { status: 403 })
    await refused(() => split(id, ['surveyNo'], {}, 'ines'), { status: 404 })
    await refused(() => world.as('leela', 'OP2').post(`/submission/${id}/events`, { eventType: 'SPLIT', occurredAt: clock().toISOString(), data: {} }), {
      status: 404,
    })
    await refused(() => split(id, ['surveyNo', 'name']), { status: 400, body: { fields: [{ path: 'data.fields', code: 'rule' }] } })
    await refused(() => split(id, ['surveyNo', 'Shoe size']), { status: 400, body: { fields: [{ path: 'data.fields.1', code: 'choice' }] } })
    await refused(() => split(id, []), { status: 400, body: { fields: [{ path: 'data.fields' }] } })
    await refused(() => split(id, ['surveyNo'], { reason: '' }), { status: 400, body: { fields: [{ path: 'data.reason' }] } })
    await refused(() => split(id, ['surveyNo'], { rest: 'KEEP' }), { status: 400, body: { fields: [{ path: 'data.rest' }] } })
    await refused(() => split(id, ['surveyNo'], { partId: id }), { status: 400 })
  })
  it('is applied for what was accepted, once however often it is asked; the rest goes back with the reason, and can be sent again', async () => {
    const before = await view('landparcel', plot)
    const [edits, total] = [await editsOf(), await totalOf()]
    const { id } = await ofPlot({ name: 'Nala Khet', surveyNo: '12/3', slopePct: 4 })
    const key = { 'idempotency-key': 'split-once' }
    const first = await ok(split(id, ['surveyNo', 'slopePct'], {}, 'omar', key))
    expect((await ok(split(id, ['surveyNo', 'slopePct'], {}, 'omar', key))).event.id).toBe(first.event.id)
    expect((await split(id, ['surveyNo'])).status).toBe(409)
    const { partId } = first.event.data
    const [rest, part] = [await view('submission', id, 'fatima'), await view('submission', partId, 'fatima')]
    // Whoever reads it reads who sent it.
    for (const one of [rest, part, await view('submission', id)]) expect(one.refs[one.createdBy].title).toBe(world.people.fatima?.name)
    expect([rest.status, fieldsOf(rest), rest.reviewerId]).toEqual(['RETURNED', ['name'], world.people.omar?.id])
    expect([part.status, fieldsOf(part), part.resultId]).toEqual(['APPLIED', ['surveyNo', 'slopePct'], plot])
    expect(part).toMatchObject({ createdBy: world.people.fatima?.id, reviewerId: world.people.omar?.id, deviceId: 'SM-A146', receivedAt: rest.receivedAt })
    expect(await view('landparcel', plot)).toMatchObject({ name: before.name, surveyNo: '12/3', slopePct: 4, updatedBy: world.people.fatima?.id })
    expect([await editsOf(), await totalOf()]).toEqual([edits + 1, total + 2])
    // Either names the other.
    expect((await historyOf('submission', id)).find(({ eventType }) => eventType === 'SPLIT')?.data).toMatchObject({
      partId,
      reason: 'The name is another plot’s.',
    })
    expect((await historyOf('submission', partId)).map(({ eventType, data }) => [eventType, data.fromId])).toEqual([
      ['APPLIED', undefined],
      ['APPROVED', undefined],
      ['DIVIDED', id],
      ['CREATED', undefined],
    ])
    // Sent again with what was accepted among it: that is as it is, and is not written twice.
    await ok(send(id, 'RESUBMITTED', { answers: answersOf({ name: 'Nala Khet South', surveyNo: '12/3' }) }, 'fatima'))
    expect(fieldsOf(await view('submission', id))).toEqual(['name', 'surveyNo'])
    await ok(send(id, 'APPROVED', {}))
    expect(await view('submission', id)).toMatchObject({ status: 'APPLIED' })
    expect(await view('landparcel', plot)).toMatchObject({ name: 'Nala Khet South', surveyNo: '12/3' })
    const [edit] = (await historyOf('landparcel', plot)).filter(({ eventType }) => eventType === 'EDITED')
    expect(Object.keys(edit?.data.changes)).toEqual(['name'])
  })
  it('of two reviewers at once is divided once; the rest may be rejected for good', async () => {
    const edits = await editsOf()
    const { id } = await ofPlot({ name: 'Two at once', surveyNo: '77', slopePct: 6 })
    const [one, other] = await Promise.all([split(id, ['surveyNo'], { rest: 'REJECT' }), split(id, ['slopePct'], { rest: 'REJECT' }, 'ada')])
    expect([one.status, other.status].sort()).toEqual([201, 409])
    expect(await view('submission', id)).toMatchObject({ status: 'REJECTED' })
    expect(await editsOf()).toBe(edits + 1)
    const { surveyNo, slopePct } = await view('landparcel', plot)
    expect([surveyNo === '77', slopePct === 6]).toEqual([one.status === 201, other.status === 201])
    expect((await send(id, 'APPROVED', {})).status).toBe(409)
  })
  it('where what was accepted does not fit any more, that part waits for a choice by itself', async () => {
    const { id } = await ofPlot({ name: 'Late', surveyNo: '91' })
    await ok(as('omar').patch(`/landparcel/${plot}`, { surveyNo: '90' }, { 'if-match': `"${(await view('landparcel', plot)).version}"` }))
    const { partId } = (await ok(split(id, ['surveyNo']))).event.data
    expect([(await view('submission', partId)).status, (await view('submission', id)).status]).toEqual(['CONFLICT', 'RETURNED'])
    expect((await view('landparcel', plot)).surveyNo).toBe('90')
  })
  it('of certified facts is judged as a request again: what is accepted has one of them (400), and is applied (BR-24)', async () => {
    const { parcelId } = await chain.sown({ areaHa: 1 })
    await ok(record(as('ines'), 'landparcel', parcelId, 'VERIFIED', '2026-01-12'))
    const { version, name } = await view('landparcel', parcelId)
    const target = { targetType: 'landparcel', targetId: parcelId, targetVersion: version, reason: 'Measured again with the farmer.' }
    const { id } = await sendIn('CHANGE_REQUEST', { declaredAreaHa: 1.05, name: 'Nala Khet' }, target)
    await refused(() => split(id, ['name']), { status: 400, body: { fields: [{ path: 'answers', code: 'rule' }] } })
    const { partId } = (await ok(split(id, ['declaredAreaHa'], { rest: 'REJECT' }))).event.data
    expect([(await view('submission', partId)).status, (await view('submission', id)).status]).toEqual(['APPLIED', 'REJECTED'])
    expect(await view('landparcel', parcelId)).toMatchObject({ declaredAreaHa: 1.05, name })
  })
  it('taken back, both are as before; not where somebody has decided on the part again', async () => {
    const before = await view('landparcel', plot)
    const { id } = await ofPlot({ name: 'Back', surveyNo: '55' })
    const total = await totalOf()
    const once = await ok(split(id, ['surveyNo']))
    const back = (eventId: string) => as('omar').post(`/submission/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
    await ok(back(once.event.id))
    const whole = await view('submission', id)
    expect([whole.status, fieldsOf(whole)]).toEqual(['RECEIVED', ['name', 'surveyNo']])
    expect((await as('omar').get(`/submission/${once.event.data.partId}`)).status).toBe(404)
    expect([(await view('landparcel', plot)).surveyNo, await totalOf()]).toEqual([before.surveyNo, total])
    const again = await ok(split(id, ['surveyNo']))
    const { partId } = again.event.data
    const approval = (await historyOf('submission', partId)).find(({ eventType }) => eventType === 'APPROVED')
    await ok(as('omar').post(`/submission/${partId}/events/${approval?.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(send(partId, 'APPROVED', {}))
    expect(await back(again.event.id)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
    expect([(await view('submission', partId)).status, (await view('landparcel', plot)).surveyNo]).toEqual(['APPLIED', '55'])
  })
})
