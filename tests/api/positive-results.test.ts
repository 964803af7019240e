// A positive result (BR-15) is taken back by two people (BR-24): whoever may approve and did not record it, and the certification body before them, once a transaction
// certificate names the goods or what came of them (docs/decisions/0136).

import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let results = 0
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const lot = (id: string): Promise<Json> => chain.view('productbatch', id)
const on = (who: string, id: string, type: string, day: string, data: Record<string, unknown> = {}) => record(as(who), 'productbatch', id, type, day, data)
/** Pooja's, unless the goods are elsewhere. */
async function positive(id: string, who = 'pooja', kind = 'GMO'): Promise<{ id: string; data: Record<string, unknown> }> {
  const data = { kind, sampleNo: `S-${++results}`, result: 'POSITIVE', reportNo: `L-${results}` }
  const { event } = await ok(on(who, id, 'LAB_RESULT', '2025-12-10', data))
  return { id: event.id, data }
}
const voided = (who: string, id: string, eventId: string, note: string | null = 'Of another lot') =>
  as(who).post(`/productbatch/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', ...(note ? { note } : {}) })
const instead = (who: string, id: string, eventId: string, data: Record<string, unknown>, day = '2025-12-10') =>
  as(who).post(`/productbatch/${id}/events`, { eventType: 'LAB_RESULT', occurredAt: at(day), data, lateReason: 'Misread', supersedesEventId: eventId })
const dismissed = (id: string, { kind, reportNo }: Record<string, unknown>, who = 'carla') =>
  on(who, id, 'RESULT_DISMISSED', '2026-01-14', { kind, reportNo, reason: 'The laboratory mixed up two samples' })
/** It names who can. */
const wayOut = expect.stringMatching(/another person who may approve, not by who recorded or corrected it\. If there is none, an administrator invites one/)
const alone = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: 'BR-24', detail: wayOut, figures: { event: 'LAB_RESULT' } } }
const unagreed = { status: 409, body: { code: 'STATE_CONFLICT', detail: expect.stringContaining('certification body') } }

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

describe('a positive result', () => {
  it('is not undone by who recorded it: neither taken back, nor replaced by a negative one, another sample, another kind or another day (422 BR-24)', async () => {
    const id = await sales.lot(200)
    const { id: result, data } = await positive(id)
    await refused(() => voided('pooja', id, result), alone)
    for (const other of [{ result: 'NEGATIVE' }, { sampleNo: 'S-0' }, { kind: 'RESIDUE' }, { substance: 'Bt' }])
      await refused(() => instead('pooja', id, result, { ...data, ...other }), alone)
    for (const day of ['2025-12-09', '2025-12-11']) await refused(() => instead('pooja', id, result, data, day), alone)
    expect(await lot(id)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', availableKg: 0 })
  })
  it('is as little undone through its sample: taken back, or dated before one that was negative (422 BR-24)', async () => {
    const id = await sales.lot(200)
    const [before, after] = [`S-${++results}`, `S-${++results}`]
    const sample = (day: string, sampleNo: string, more: Json = {}, who = 'pooja') =>
      as(who).post(`/productbatch/${id}/events`, {
        ...{ eventType: 'SAMPLE_TAKEN', occurredAt: at(day), lateReason: 'From the book', data: { kind: 'GMO', sampleNo, laboratory: 'Indore' } },
        ...more,
      })
    await ok(sample('2025-12-05', before))
    await ok(on('pooja', id, 'LAB_RESULT', '2025-12-07', { kind: 'GMO', sampleNo: before, result: 'NEGATIVE', reportNo: before }))
    const { event } = await ok(sample('2025-12-08', after))
    await ok(on('pooja', id, 'LAB_RESULT', '2025-12-10', { kind: 'GMO', sampleNo: after, result: 'POSITIVE', reportNo: after }))
    await refused(() => sample('2025-12-03', after, { supersedesEventId: event.id }), alone)
    await refused(() => voided('pooja', id, event.id), alone)
    const { event: again } = await ok(
      sample('2025-12-08', after, { supersedesEventId: event.id, data: { kind: 'GMO', sampleNo: after.toLowerCase(), laboratory: 'Bhopal' } }),
    )
    expect(await lot(id)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE', availableKg: 0 })
    await ok(sample('2025-12-03', after, { supersedesEventId: again.id }, 'ada'))
    expect(await lot(id)).toMatchObject({ gmoStatus: 'NEGATIVE' })
  })
  it('has its papers corrected by who recorded it, and is as little undone by them afterwards', async () => {
    const id = await sales.lot(200)
    const { id: result, data } = await positive(id)
    const { event } = await ok(instead('pooja', id, result, { ...data, reportNo: 'L-corrected', sampleNo: String(data.sampleNo).toLowerCase() }))
    expect(await lot(id)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    await refused(() => voided('pooja', id, event.id), alone)
  })
  it('is taken back by the manager, with a reason, once; of two at the same moment one does', async () => {
    const id = await sales.lot(200)
    const { id: result } = await positive(id)
    await refused(() => voided('omar', id, result, null), { status: 400, body: { fields: [{ path: 'note' }] } })
    const both = await Promise.all([voided('omar', id, result), voided('ada', id, result)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await lot(id)).toMatchObject({ status: 'RELEASED', gmoStatus: 'UNTESTED', availableKg: 200, quarantineReason: null })
  })
  it('of the manager is taken back by another one who may approve, and is replaced by them with what the paper says', async () => {
    const id = await sales.lot(200)
    const { id: result, data } = await positive(id, 'omar', 'RESIDUE')
    await refused(() => voided('omar', id, result), alone)
    await refused(() => instead('omar', id, result, { ...data, result: 'NEGATIVE' }), alone)
    await refused(() => voided('pooja', id, result), { status: 403 })
    await ok(instead('ada', id, result, { ...data, result: 'NEGATIVE' }))
    expect(await lot(id)).toMatchObject({ status: 'RELEASED', availableKg: 200 })
  })
  it('is undone neither by who recorded it first nor by who corrected its papers since, nor through its sample, but by a third who may approve', async () => {
    const id = await sales.lot(200)
    const sampleNo = `S-${++results}`
    const sample = {
      eventType: 'SAMPLE_TAKEN',
      occurredAt: at('2025-12-08'),
      lateReason: 'From the book',
      data: { kind: 'GMO', sampleNo, laboratory: 'Indore' },
    }
    const { event: taken } = await ok(as('pooja').post(`/productbatch/${id}/events`, sample))
    const data = { kind: 'GMO', sampleNo, result: 'POSITIVE', reportNo: `L-${results}` }
    const { event: first } = await ok(on('omar', id, 'LAB_RESULT', '2025-12-10', data))
    const { event: corrected } = await ok(instead('ada', id, first.id, { ...data, reportNo: `L-${results}a` }))
    for (const who of ['omar', 'ada']) {
      await refused(() => voided(who, id, corrected.id), alone)
      await refused(() => instead(who, id, corrected.id, { ...data, result: 'NEGATIVE' }), alone)
    }
    for (const who of ['omar', 'ada']) await refused(() => voided(who, id, taken.id), alone)
    await refused(() => voided('pooja', id, corrected.id), { status: 403 })
    expect(await lot(id)).toMatchObject({ status: 'QUARANTINED', gmoStatus: 'POSITIVE' })
    const ines = world.people.ines as User
    const manager = { role: 'OPERATOR_MANAGER' as const, operatorIds: [world.places.cotton.OP1?.id as string] }
    const third = world.asUser({ ...ines, grants: [...ines.grants, manager] }, 'cotton', 'OP1')
    await ok(third.post(`/productbatch/${id}/events/${corrected.id}/void`, { reason: 'INCORRECT_DATA', note: 'Of another lot' }))
    expect(await lot(id)).toMatchObject({ gmoStatus: 'PENDING' })
  })
  it('of a processor is not undone by its people, who recorded it, but by the manager', async () => {
    const id = await chain.boughtAtGin(100)
    const { id: result } = await positive(id, 'paul')
    await refused(() => voided('paul', id, result), alone)
    await ok(voided('omar', id, result))
    expect(await lot(id)).toMatchObject({ status: 'RECEIVED', availableKg: 100 })
  })
  it('holds what was sold meanwhile until two people have taken it back', async () => {
    const id = await sales.lot(200)
    const { partId } = await sales.send(id, 80)
    const { id: result } = await positive(id)
    expect(await lot(partId)).toMatchObject({ status: 'QUARANTINED' })
    await refused(() => voided('pooja', id, result), alone)
    await ok(voided('omar', id, result))
    expect(await lot(partId)).toMatchObject({ status: 'IN_TRANSIT', quarantineReason: null })
  })
})

describe('a positive result of goods that a transaction certificate names', () => {
  it('is taken back once the certification body has agreed on the lot, by one who may approve and did not record it (409)', async () => {
    const id = await sales.lot(200)
    const certificate = await sales.issued([await sales.send(id, 80)])
    const { id: result, data } = await positive(id)
    for (const who of ['omar', 'ada']) await refused(() => voided(who, id, result), unagreed)
    await refused(() => instead('omar', id, result, { ...data, result: 'NEGATIVE' }), unagreed)
    for (const who of ['omar', 'pooja', 'ada']) await refused(() => dismissed(id, data, who), { status: 403 })
    await refused(() => dismissed(id, { ...data, reportNo: 'L-0' }), { status: 400, body: { fields: [{ path: 'data.reportNo' }] } })
    await ok(dismissed(id, data))
    await refused(() => voided('pooja', id, result), alone)
    await ok(voided('omar', id, result))
    expect(await lot(id)).toMatchObject({ status: 'RELEASED', gmoStatus: 'UNTESTED', availableKg: 120 })
    expect(await chain.view('transactioncertificate', certificate.id)).toMatchObject({ status: 'ISSUED', flags: [] })
  })
  it('asks for the body also where the certificate names what was made of them, or the goods as they came to the buyer', async () => {
    const id = await sales.lot(200)
    const { id: heap } = await chain.lot()
    await ok(on('pooja', heap, 'HEAP_BUILT', '2025-11-22', { inputs: [{ batchId: id, kg: 100 }] }))
    await ok(on('pooja', heap, 'CLOSED', '2025-11-23'))
    await ok(on('omar', heap, 'RELEASED', '2025-11-24'))
    const sent = await sales.send(heap, 100)
    await sales.submitted([sent])
    const { id: result } = await positive(id)
    await refused(() => voided('omar', id, result), unagreed)
    const { id: atBuyer, data } = await positive(sent.partId, 'paul')
    await refused(() => voided('omar', sent.partId, atBuyer), unagreed)
    await ok(dismissed(sent.partId, data))
    await ok(voided('omar', sent.partId, atBuyer))
  })
  it('asks for the body no more when the certificate was rejected, and for an agreement of after the result', async () => {
    const id = await sales.lot(200)
    const { id: certificate } = await sales.submitted([await sales.send(id, 80)])
    const { id: first, data } = await positive(id)
    const { event: agreed } = await ok(dismissed(id, data))
    await ok(voided('omar', id, first))
    // Recorded again under the same number: what the body had said was of the other one.
    const { event: second } = await ok(on('pooja', id, 'LAB_RESULT', '2025-12-10', data))
    await refused(() => voided('omar', id, second.id), unagreed)
    expect(agreed.data).toMatchObject({ reportNo: data.reportNo })
    await ok(sales.act(as('carla'), certificate, 'REJECTED', { reason: 'Positive' }))
    await ok(voided('omar', id, second.id))
    expect(await lot(id)).toMatchObject({ gmoStatus: 'UNTESTED', availableKg: 120 })
  })
  it('asks for the body again once the body, and nobody else, has taken its agreement back (403); of both at the same moment the result is gone only by one that was in force', async () => {
    const id = await sales.lot(200)
    await sales.submitted([await sales.send(id, 80)])
    const { id: result, data } = await positive(id)
    const { event: first } = await ok(dismissed(id, data))
    for (const who of ['omar', 'ada']) await refused(() => voided(who, id, first.id), { status: 403, body: { code: 'FORBIDDEN' } })
    await ok(voided('carla', id, first.id))
    await refused(() => voided('omar', id, result), unagreed)
    const { event: second } = await ok(dismissed(id, data))
    const [agreement, taken] = await Promise.all([voided('carla', id, second.id), voided('omar', id, result)])
    expect(agreement.status).toBe(200)
    expect([200, 409]).toContain(taken.status)
    expect(await lot(id)).toMatchObject(taken.status === 200 ? { gmoStatus: 'UNTESTED' } : { gmoStatus: 'POSITIVE', status: 'QUARANTINED' })
  })
})
