// A lot that the certification body holds back is released by the manager with the body's note (domain dictionary 4.4): of a body that certifies the holder, once, in
// whatever order the facts come.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { confirmation, onCertificate } from './certificate-stage.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let stranger: User
/** The stranger's. */
let otherBody: string
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const other = () => world.asUser(stranger, 'cotton', 'OP1')
const elsewhere = { status: 403, body: { code: 'FORBIDDEN', detail: expect.stringContaining('Another certification body') } }
const notTheirs = { status: 403, body: { code: 'FORBIDDEN', detail: expect.stringMatching(/holds it back/) } }
/** The other body certifies the group, too. */
async function certifiedByOther(): Promise<void> {
  const input = await chain.standards.input({ collectiveId: world.places.cotton.OP1?.id as string }, { scheme: 'GOTS' })
  const schemeId = input.schemeId as string
  const { version, schemes = [] } = await ok(as('ada').get(`/certificationbody/${otherBody}`))
  await ok(as('ada').patch(`/certificationbody/${otherBody}`, { schemes: [...schemes, { schemeId, from: '2020-01-01' }] }, { 'if-match': `"${version}"` }))
  const { id } = await ok(as('ada').post('/scopecertificate', { ...input, certificationBodyId: otherBody }))
  await ok(other().post(`/scopecertificate/${id}/events`, confirmation))
}
const waits = { status: 422, body: { ruleId: '4.4', detail: expect.stringContaining('certification body') } }
const statusOf = async (id: string) => (await chain.view('productbatch', id)).status
const on = (who: ReturnType<typeof as>, id: string, type: string, day: string, data: Record<string, unknown>, hour = 10) =>
  record(who, 'productbatch', id, type, day, data, hour)
const hold = (who: ReturnType<typeof as>, id: string, day: string) => on(who, id, 'QUARANTINE', day, { reason: 'Papers are missing' })
const agree = (who: ReturnType<typeof as>, id: string, day: string, hour = 10) => on(who, id, 'RELEASE_AGREED', day, { note: 'Papers seen' }, hour)
const release = (id: string, day: string, downgrade = false) => on(as('omar'), id, 'RELEASE', day, { causeClosed: 'Papers sent', downgrade })
const voided = (who: ReturnType<typeof as>, id: string, eventId: string) => who.post(`/productbatch/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' })
/** A closed lot with 500 kg of a member. */
async function lot(): Promise<string> {
  const { farmerId, cropId } = await chain.sown()
  await chain.picked(cropId, 500)
  await chain.decide('APPROVED', farmerId)
  const { id } = await chain.lot()
  await ok(chain.buy(id, cropId, 500))
  await ok(on(as('pooja'), id, 'CLOSED', '2026-01-02', {}))
  return id
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  const body = await seedsOf(world).make(entityOf('certificationbody'))
  otherBody = body.id
  const own = { operatorIds: [world.places.cotton.OP1?.id as string], certificationBodyIds: [body.id] }
  stranger = { id: randomUUID(), name: 'Auditor of another body', email: null, grants: [{ role: 'CERTIFICATION_BODY_AUDITOR', ...own }] }
}, 120_000)

describe('a hold of the certification body', () => {
  it('is made and agreed to by the body that certifies the holder only; the manager releases it after that, neither before nor as conventional', async () => {
    const id = await lot()
    await refused(() => hold(other(), id, '2026-01-03'), elsewhere)
    await refused(() => agree(as('carla'), id, '2026-01-03'), { status: 409 })
    const { event: first } = await ok(hold(as('carla'), id, '2026-01-03'))
    await refused(() => voided(as('omar'), id, first.id), waits)
    for (const downgrade of [false, true]) await refused(() => release(id, '2026-01-04', downgrade), waits)
    await refused(() => on(as('omar'), id, 'DISPOSAL', '2026-01-04', { method: 'Burnt', evidence: 'Photograph' }), waits)
    await refused(() => agree(as('omar'), id, '2026-01-04'), { status: 403 })
    await refused(() => agree(other(), id, '2026-01-04'), notTheirs)
    // Two at once: one of them agrees.
    const both = await Promise.all([agree(as('carla'), id, '2026-01-04'), agree(as('carla'), id, '2026-01-04')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const agreed = both.find(({ status }) => status === 201)?.body.event.id
    expect(await statusOf(id)).toBe('QUARANTINED')
    await ok(release(id, '2026-01-05'))
    expect(await statusOf(id)).toBe('RELEASED')
    // Taken back, what was released without it is restricted again.
    await ok(voided(as('carla'), id, agreed))
    expect(await statusOf(id)).toBe('QUARANTINED')
    await ok(agree(as('carla'), id, '2026-01-04'))
    expect(await statusOf(id)).toBe('RELEASED')
  })
  it('that becomes known after a release of the manager stays, and one of the manager needs nobody', async () => {
    const id = await lot()
    await ok(hold(as('omar'), id, '2026-01-03'))
    await ok(release(id, '2026-01-06'))
    await ok(hold(as('carla'), id, '2026-01-07'))
    const { event } = await ok(agree(as('carla'), id, '2026-01-08'))
    await ok(release(id, '2026-01-09'))
    expect(await statusOf(id)).toBe('RELEASED')
    await ok(voided(as('carla'), id, event.id))
    expect(await statusOf(id)).toBe('QUARANTINED')
    // A later agreement is of no help to the release before it.
    await ok(agree(as('carla'), id, '2026-01-10'))
    expect(await statusOf(id)).toBe('QUARANTINED')
    await ok(release(id, '2026-01-11'))
    expect(await statusOf(id)).toBe('RELEASED')
  })
  it('is made beside a hold of the holder, and stays when that is released', async () => {
    const id = await lot()
    await ok(hold(as('omar'), id, '2026-01-03'))
    await ok(hold(as('carla'), id, '2026-01-04'))
    await refused(() => release(id, '2026-01-05'), waits)
    await ok(agree(as('carla'), id, '2026-01-06'))
    await ok(release(id, '2026-01-07'))
    expect(await statusOf(id)).toBe('RELEASED')
  })
  it('lets nothing leave the lot that is recorded after it, whatever day that is said to be of', async () => {
    const id = await lot()
    await ok(on(as('omar'), id, 'RELEASED', '2026-01-03', {}))
    const { id: heap } = await chain.lot()
    await ok(hold(as('carla'), id, '2026-01-06'))
    for (const [type, data, where] of [
      ['SPLIT', { outputs: [{ kg: 200 }] }, id],
      ['DISPATCH', { buyerId: chain.ginner, kg: 100, invoiceNo: 'I-77' }, id],
      ['LOSS', { cause: 'FIRE', kg: 500 }, id],
      ['HEAP_BUILT', { inputs: [{ batchId: id, kg: 500 }] }, heap],
    ] as const)
      await refused(() => on(as('omar'), where, type, '2026-01-05', data), waits)
    await ok(agree(as('carla'), id, '2026-01-07'))
    await ok(on(as('omar'), id, 'SPLIT', '2026-01-05', { outputs: [{ kg: 200 }] }))
  })
  it('is offered for agreement to its body alone, while it waits for it', async () => {
    const offered = async (who: ReturnType<typeof as>, id: string): Promise<boolean> =>
      (await ok(who.get(`/productbatch/${id}`))).may.includes('RELEASE_AGREED')
    const offeredTo = async (id: string) => [await offered(as('carla'), id), await offered(as('ada'), id), await offered(as('omar'), id)]
    const own = await lot()
    await ok(hold(as('omar'), own, '2026-01-03'))
    // Of what the manager holds back nothing waits for the body.
    expect(await offeredTo(own)).toEqual([false, false, false])
    await refused(() => agree(as('carla'), own, '2026-01-04'), { status: 409 })
    const id = await lot()
    await ok(hold(as('carla'), id, '2026-01-03'))
    expect(await offeredTo(id)).toEqual([true, false, false])
    const ofOmar = async (): Promise<Json> => ok(as('omar').get(`/productbatch/${id}`))
    const waiting = await ofOmar()
    expect(waiting.extra.holds).toMatchObject([{ reason: 'Papers are missing', isOfBody: true, isWaiting: true }])
    for (const type of ['RELEASE', 'DISPOSAL']) expect(waiting.may).not.toContain(type)
    const { event, subject } = await ok(agree(as('carla'), id, '2026-01-04'))
    expect(subject.may).not.toContain('RELEASE_AGREED')
    expect(await offeredTo(id)).toEqual([false, false, false])
    const agreed = await ofOmar()
    expect(agreed.extra.holds).toMatchObject([{ isOfBody: true, isWaiting: false }])
    expect(agreed.may).toEqual(expect.arrayContaining(['RELEASE', 'DISPOSAL']))
    await ok(voided(as('carla'), id, event.id))
    expect(await offeredTo(id)).toEqual([true, false, false])
  })
  it('is agreed to by no body that the holder has only proposed', async () => {
    const id = await lot()
    await ok(hold(as('carla'), id, '2026-01-03'))
    const input = await chain.standards.input({ collectiveId: world.places.cotton.OP1?.id as string }, { scheme: 'ROC' })
    await ok(as('omar').post('/scopecertificate', { ...input, certificationBodyId: otherBody }))
    await refused(() => agree(other(), id, '2026-01-04'), notTheirs)
  })
  it('stays that body’s where another one certifies the holder, too: neither it nor an administrator agrees to it or takes it back', async () => {
    const id = await lot()
    const { event: first } = await ok(hold(as('carla'), id, '2026-01-03'))
    expect(first.data).toMatchObject({ isOfBody: true, certificationBodyId: chain.standards.body })
    await certifiedByOther()
    for (const who of [other(), as('ada')]) {
      await refused(() => agree(who, id, '2026-01-04'), notTheirs)
      await refused(() => voided(who, id, first.id), { status: 403 })
    }
    // Its own hold beside that is offered to it, and to nobody else, while the lot is restricted; each body agrees to its own.
    const may = async (who: ReturnType<typeof as>): Promise<string[]> => (await ok(who.get(`/productbatch/${id}`))).may
    expect(await may(other())).toContain('QUARANTINE')
    for (const who of [other(), as('ada')]) expect(await may(who)).not.toContain('RELEASE_AGREED')
    expect(await may(as('omar'))).not.toContain('QUARANTINE')
    const { event: second } = await ok(hold(other(), id, '2026-01-05'))
    expect(second.data.certificationBodyId).toBe(otherBody)
    const { event: agreed } = await ok(agree(as('carla'), id, '2026-01-06'))
    await refused(() => release(id, '2026-01-07'), waits)
    await refused(() => voided(other(), id, agreed.id), { status: 403 })
    await refused(() => agree(as('carla'), id, '2026-01-07'), notTheirs)
    await ok(agree(other(), id, '2026-01-06', 11))
    await ok(release(id, '2026-01-08'))
    expect(await statusOf(id)).toBe('RELEASED')
    // A hold of the one that becomes known late is not covered by what the other has agreed to.
    await ok(voided(as('carla'), id, agreed.id))
    expect(await statusOf(id)).toBe('QUARANTINED')
    await ok(agree(as('carla'), id, '2026-01-07'))
    expect(await statusOf(id)).toBe('RELEASED')
  })
  it('of two bodies is agreed to by both at the same moment, each for its own', async () => {
    const id = await lot()
    await ok(hold(as('carla'), id, '2026-01-03'))
    await ok(hold(other(), id, '2026-01-04'))
    const both = await Promise.all([agree(as('carla'), id, '2026-01-05'), agree(other(), id, '2026-01-05', 11)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both.map(({ body }) => body.event.data.certificationBodyId)).toEqual([chain.standards.body, otherBody])
    await ok(release(id, '2026-01-06'))
  })
  it('is agreed to by that body also after its certificate was withdrawn, and from then on by the administrator; by no other body', async () => {
    const [id, second] = [await lot(), await lot()]
    for (const one of [id, second]) await ok(hold(as('carla'), one, '2026-01-03'))
    await refused(() => agree(as('ada'), id, '2026-01-04'), notTheirs)
    await ok(onCertificate(as('carla'), chain.certificates.group, 'WITHDRAWN', '2026-01-02'))
    await refused(() => agree(other(), id, '2026-01-04'), notTheirs)
    await refused(() => on(as('ada'), id, 'RELEASE_AGREED', '2026-01-04', {}), { status: 400 })
    const { event } = await ok(agree(as('ada'), id, '2026-01-04'))
    expect(event.data).toMatchObject({ note: 'Papers seen', certificationBodyId: chain.standards.body })
    await ok(agree(as('carla'), second, '2026-01-04'))
    await ok(release(second, '2026-01-05', true))
    await ok(release(id, '2026-01-05', true))
    expect(await chain.view('productbatch', id)).toMatchObject({ status: 'RELEASED', claimStatus: 'CONVENTIONAL' })
  })
})
