// Requests for changes of certified facts in time (BR-24, decision 84): decided when they had come in, judged again when they are sent again, with answers that stay
// as they were read, and decided once by two people at once.
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let parcelId = ''
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const areaNow = async (): Promise<number> => (await chain.view('landparcel', parcelId)).declaredAreaHa
const answersOf = (values: Record<string, number | string>) =>
  Object.entries(values).map(([field, value]) => ({
    field,
    value: typeof value === 'number' ? { kind: 'NUMBER', number: value } : { kind: 'TEXT', text: value },
  }))
const send = async (values: Record<string, number | string>): Promise<string> => {
  const request = { formCode: 'CHANGE_REQUEST', formVersion: 1, reason: 'Measured again', deviceId: 'browser', capturedAt: at('2026-01-15', 9) }
  const { version } = await chain.view('landparcel', parcelId)
  const target = { targetType: 'landparcel', targetId: parcelId, targetVersion: version }
  return (await ok(as('fatima').post('/submission', { ...request, ...target, answers: answersOf(values) }))).id
}
const on = (who: string, id: string, eventType: string, data: Json = {}, more: Json = {}) =>
  as(who).post(`/submission/${id}/events`, { eventType, occurredAt: clock().toISOString(), data, ...more })
const sendAgain = (id: string, values: Record<string, number | string>, more: Json = {}) =>
  on('fatima', id, 'RESUBMITTED', { answers: answersOf(values) }, more)
const answered = async (id: string) => (await chain.view('submission', id)).answers.map(({ field, value }: Json) => [field, value.number ?? value.text])

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  parcelId = (await chain.member()).parcelId
  await ok(record(as('ines'), 'landparcel', parcelId, 'VERIFIED', '2026-01-12'))
}, 120_000)

describe('a request for a change', () => {
  it('is decided by nobody on a day before it came in (400 at occurredAt)', async () => {
    const id = await send({ declaredAreaHa: 1.05 })
    const early = { status: 400, body: { fields: [{ path: 'occurredAt', code: 'min' }] } }
    const decisions: [string, Json][] = [
      ['REVIEW_STARTED', {}],
      ['APPROVED', {}],
      ['RESOLVED', { version: 1, choices: [] }],
      ['RETURNED', { comment: 'Paper?' }],
      ['REJECTED', { reason: 'No paper' }],
    ]
    for (const [type, data] of decisions) await refused(() => on('omar', id, type, data, { occurredAt: at('2026-01-14', 23) }), early)
    await refused(() => on('omar', id, 'APPROVED', {}, { occurredAt: at('2025-06-15'), lateReason: 'From the minutes' }), early)
    expect(await areaNow()).toBe(1)
    // The clocks of two people differ.
    await ok(on('omar', id, 'REJECTED', { reason: 'No paper' }, { occurredAt: at('2026-01-15', 8) }))
  })
  it('is judged each time that it is sent, and has then the answers that were accepted', async () => {
    const id = await send({ declaredAreaHa: 1.05 })
    await ok(on('omar', id, 'RETURNED', { comment: 'Paper?' }))
    await refused(() => sendAgain(id, { name: 'Another' }), { status: 400, body: { fields: [{ path: 'answers', code: 'rule' }] } })
    await refused(() => sendAgain(id, { declaredAreaHa: 1.04, mappedAreaHa: 9 }), {
      status: 400,
      body: { fields: [{ path: 'answers.1.field', code: 'unknown' }] },
    })
    await refused(() => sendAgain(id, { declaredAreaHa: 1000 }), { status: 400, body: { fields: [{ path: 'declaredAreaHa' }] } })
    expect(await answered(id)).toEqual([['declaredAreaHa', 1.05]])
    await ok(sendAgain(id, { declaredAreaHa: 1.04 }))
    expect(await chain.view('submission', id)).toMatchObject({ status: 'RESUBMITTED', autoChecks: [{ ruleId: 'BR-24', outcome: 'REVIEW' }] })
    await ok(on('omar', id, 'REJECTED', { reason: 'No paper' }))
  })
  it('keeps the answers that somebody has looked at, before and after the decision (409); a slip before that is put right', async () => {
    const id = await send({ declaredAreaHa: 1.05 })
    await ok(on('omar', id, 'RETURNED', { comment: 'Paper?' }))
    const slip = await ok(sendAgain(id, { declaredAreaHa: 1.5 }))
    const { event } = await ok(sendAgain(id, { declaredAreaHa: 1.03 }, { supersedesEventId: slip.event.id }))
    expect(await answered(id)).toEqual([['declaredAreaHa', 1.03]])
    const built = { status: 409, body: { code: 'STATE_CONFLICT' } }
    const replaced = () => sendAgain(id, { declaredAreaHa: 1.09 }, { supersedesEventId: event.id })
    const undone = () => as('fatima').post(`/submission/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' })
    await ok(on('ada', id, 'REVIEW_STARTED'))
    await refused(replaced, built)
    await ok(on('ada', id, 'APPROVED'))
    await refused(replaced, built)
    await refused(undone, built)
    expect([await answered(id), await areaNow()]).toEqual([[['declaredAreaHa', 1.03]], 1.03])
  })
  it('is approved or rejected by two at once, not both; of two for one fact the second is a conflict', async () => {
    const [one, other] = [await send({ declaredAreaHa: 1.05 }), await send({ declaredAreaHa: 1.04 })]
    const decided = await Promise.all([on('omar', one, 'APPROVED'), on('ada', one, 'REJECTED', { reason: 'No paper' })])
    expect(decided.map(({ status }) => status).sort()).toEqual([201, 409])
    const isApplied = (await chain.view('submission', one)).status === 'APPLIED'
    expect(await areaNow()).toBe(isApplied ? 1.05 : 1.03)
    const third = await send({ declaredAreaHa: 1.06 })
    await Promise.all([ok(on('omar', other, 'APPROVED')), ok(on('ada', third, 'APPROVED'))])
    const states = await Promise.all([other, third].map(async (id) => (await chain.view('submission', id)).status))
    expect(states).toContain('CONFLICT')
    expect([1.04, 1.05, 1.06]).toContain(await areaNow())
  })
})
