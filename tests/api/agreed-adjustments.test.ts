// What a certification body has agreed to of a large adjustment is its own (BR-30; docs/decisions/0096): nobody else takes it back, neither another body that certifies the holder,
// too, nor whoever manages it; where that body certifies there no more, the administrator does.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { confirmation, onCertificate } from './certificate-stage.ts'
import { type Chain, chainOf, clock, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let lot: string
let stranger: User
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const other = () => world.asUser(stranger, 'cotton', 'OP1')
const notTheirs = { status: 403, body: { code: 'FORBIDDEN', detail: expect.stringMatching(/has agreed to it/) } }
const elsewhere = { status: 403, body: { code: 'FORBIDDEN', detail: expect.stringContaining('Another certification body') } }
type Who = ReturnType<typeof as>
const on = (who: Who, type: string, data: Record<string, unknown>, hour: number) => record(who, 'productbatch', lot, type, '2025-12-08', data, hour)
const undo = (who: Who, eventId: string) => who.post(`/productbatch/${lot}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
/** One that takes the body's agreement. */
const proposal = async (deltaKg = 100): Promise<string> => (await ok(on(as('pooja'), 'ADJUST', { deltaKg, reason: 'Weighed again' }, 8))).event.id
const agree = (who: Who, adjustEventId: string) => on(who, 'ADJUST_AGREED', { adjustEventId }, 9)
const approve = (adjustEventId: string) => on(as('omar'), 'ADJUST_APPROVED', { adjustEventId }, 10)

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  lot = await salesOf(chain).lot(1000)
  const operatorId = world.places.cotton.OP1?.id as string
  const { id: bodyId } = await seedsOf(world).make(entityOf('certificationbody'))
  const grant = { role: 'CERTIFICATION_BODY_AUDITOR' as const, operatorIds: [operatorId], certificationBodyIds: [bodyId] }
  stranger = { id: randomUUID(), name: 'Auditor of another body', email: null, grants: [grant] }
  // It certifies the group, too.
  const input = await chain.standards.input({ collectiveId: operatorId }, { scheme: 'GOTS' })
  const { version, schemes = [] } = await ok(as('ada').get(`/certificationbody/${bodyId}`))
  const accredited = { schemes: [...schemes, { schemeId: input.schemeId, from: '2020-01-01' }] }
  await ok(as('ada').patch(`/certificationbody/${bodyId}`, accredited, { 'if-match': `"${version}"` }))
  const { id } = await ok(as('ada').post('/scopecertificate', { ...input, certificationBodyId: bodyId }))
  await ok(other().post(`/scopecertificate/${id}/events`, confirmation))
}, 120_000)

describe('an adjustment that a certification body has agreed to', () => {
  it('is left agreed to by another body that certifies the holder, by manager and administrator, and taken back by that body', async () => {
    const adjustEventId = await proposal()
    const { event } = await ok(agree(as('carla'), adjustEventId))
    expect(event.data).toMatchObject({ deltaKg: 100, certificationBodyId: chain.standards.body })
    await refused(() => undo(other(), event.id), { status: 403 })
    for (const who of [as('omar'), as('ada')]) await refused(() => undo(who, event.id), notTheirs)
    const instead = { eventType: 'ADJUST_AGREED', occurredAt: event.occurredAt, data: { adjustEventId }, lateReason: 'Letter', supersedesEventId: event.id }
    await refused(() => other().post(`/productbatch/${lot}/events`, instead), { status: 403 })
    await refused(() => agree(other(), adjustEventId), { status: 409 })
    const { event: approval } = await ok(approve(adjustEventId))
    // While it is approved nobody does (BR-26).
    await refused(() => undo(as('carla'), event.id), { status: 422, body: { ruleId: 'BR-26' } })
    await ok(undo(as('omar'), approval.id))
    // Two at once: it is taken back once.
    const both = await Promise.all([undo(as('carla'), event.id), undo(as('carla'), event.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await refused(() => approve(adjustEventId), { status: 422, body: { ruleId: 'BR-30' } })
    // Then the other one may agree, and it is that one's.
    const { event: second } = await ok(agree(other(), adjustEventId))
    await refused(() => undo(as('carla'), second.id), { status: 403 })
    // Nor is it of the auditor who agreed, once they act for another body.
    const [grant] = stranger.grants
    const moved = { ...stranger, grants: grant ? [{ ...grant, certificationBodyIds: [chain.standards.body] }] : [] }
    await refused(() => undo(world.asUser(moved, 'cotton', 'OP1'), second.id), notTheirs)
    await ok(undo(other(), second.id))
  })
  it('is taken back by the administrator and by that body once it certifies the holder no more; not by another one, which agrees to the next', async () => {
    const [one, two] = [await proposal(80), await proposal(90)]
    const [first, second] = [await ok(agree(as('carla'), one)), await ok(agree(as('carla'), two))]
    await ok(onCertificate(as('carla'), chain.certificates.group, 'WITHDRAWN', '2026-01-02'))
    await refused(() => undo(other(), first.event.id), { status: 403 })
    await refused(() => undo(as('omar'), first.event.id), notTheirs)
    await ok(undo(as('ada'), first.event.id))
    await ok(undo(as('carla'), second.event.id))
    await refused(() => agree(as('carla'), one), elsewhere)
    await ok(agree(other(), one))
    await ok(approve(one))
    expect((await chain.view('productbatch', lot)).onHandKg).toBe(1080)
  })
})
