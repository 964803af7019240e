// A company becomes active with a scope certificate in force, or for conventional goods alone (domain dictionary 4.1: "SC or conventional flag").
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { confirmation, onCertificate, type Standards } from './certificate-stage.ts'
import { at, type Chain, chainOf, clock, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let standards: Standards
const refused = refusing(() => world)
const as = (who: string) => world.as(who, 'OP1')
const uncertified = { status: 422, body: { code: 'RULE_BLOCKED', ruleId: '4.1', fields: [{ path: 'isConventional', code: 'required' }] } }
const applicant = async (values: Record<string, unknown>): Promise<string> =>
  (await seedsOf(world).make(entityOf('processor'), { values: { types: ['GINNER'], isConventional: null, ...values } })).id
const activate = (id: string, day = '2025-06-01') => record(as('ada'), 'processor', id, 'ACTIVATED', day)
const status = async (id: string): Promise<string> => (await ok(as('ada').get(`/processor/${id}`))).status

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  standards = chain.standards
}, 240_000)

describe('a company that is to become active', () => {
  it('is not without a scope certificate that is confirmed and in force (422 4.1 at isConventional)', async () => {
    const id = await applicant({})
    await refused(() => activate(id), uncertified)
    const input = await standards.input({ processorId: id })
    const { id: certificate } = await ok(as('ada').post('/scopecertificate', input))
    await refused(() => activate(id), uncertified)
    await ok(as('carla').post(`/scopecertificate/${certificate}/events`, confirmation))
    await ok(onCertificate(as('carla'), certificate, 'SUSPENDED', '2025-05-01'))
    await refused(() => activate(id), uncertified)
    await ok(onCertificate(as('carla'), certificate, 'REINSTATED', '2026-01-10'))
    await refused(() => record(as('omar'), 'processor', id, 'ACTIVATED', '2026-01-11'), { status: 403 })
    await ok(activate(id, '2026-01-11'))
    expect(await status(id)).toBe('ACTIVE')
  })
  it('is judged by the day from which it is active, or by today: a paper that is in force counts for one that was active before', async () => {
    const id = await applicant({})
    await standards.certify({ processorId: id }, { issueDate: '2025-09-01', validFrom: '2025-09-01', validTo: '2026-08-31' })
    await ok(activate(id, '2025-06-01'))
    const former = await applicant({})
    await standards.certify({ processorId: former }, { issueDate: '2024-07-01', validFrom: '2024-07-01', validTo: '2025-12-31' })
    await refused(() => activate(former, '2026-01-05'), uncertified)
    await ok(activate(former, '2025-06-01'))
  })
  it('that only sells to consumers does not become a trader without one, other than for conventional goods alone', async () => {
    const id = await applicant({ types: ['BRAND'] })
    await ok(activate(id))
    const change = async (values: Record<string, unknown>) =>
      as('ada').patch(`/processor/${id}`, values, { 'if-match': `"${(await chain.view('processor', id)).version}"` })
    await refused(() => change({ types: ['BRAND', 'TRADER'] }), uncertified)
    await ok(change({ tradeName: 'Brand of shirts' }))
    await ok(change({ types: ['TRADER'], isConventional: true }))
    await refused(() => change({ isConventional: false }), uncertified)
    await ok(change({ types: ['BRAND'], isConventional: false }))
    await standards.certify({ processorId: id })
    await ok(change({ types: ['BRAND', 'TRADER'] }))
    // Of an applicant nothing is asked yet.
    const other = await applicant({ types: ['BRAND'] })
    await ok(as('ada').patch(`/processor/${other}`, { types: ['TRADER'] }, { 'if-match': `"${(await chain.view('processor', other)).version}"` }))
  })
  it('needs none for conventional goods alone, nor as a brand that only sells to consumers', async () => {
    for (const values of [{ isConventional: true }, { types: ['BRAND'] }]) await ok(activate(await applicant(values)))
    for (const values of [{ isConventional: false }, { types: ['BRAND', 'TRADER'] }]) {
      const id = await applicant(values)
      await refused(() => activate(id), uncertified)
    }
  })
})

describe('a company that was active before a certificate was asked for', () => {
  it('stays so, and from when is corrected to a later day; an earlier one is judged anew, and so is whoever was taken back', async () => {
    const id = await applicant({ isConventional: true })
    const { event } = await ok(activate(id))
    await world.scoped('ada', ({ db, tenant }) =>
      sql`update processor set is_conventional = null where tenant_id = ${tenant.id} and id = ${id}::uuid`.execute(db),
    )
    const instead = (day: string, supersedesEventId: string) =>
      as('ada').post(`/processor/${id}/events`, { eventType: 'ACTIVATED', occurredAt: at(day), supersedesEventId, lateReason: 'The letter came late' })
    await refused(() => instead('2025-05-31', event.id), uncertified)
    const { event: second } = await ok(instead('2025-07-01', event.id))
    const { event: third } = await ok(instead('2025-07-01', second.id))
    await refused(() => instead('2025-06-01', third.id), uncertified)
    expect(await status(id)).toBe('ACTIVE')
    await ok(as('ada').post(`/processor/${id}/events/${third.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await status(id)).toBe('APPLICANT')
    await refused(() => activate(id, '2025-08-01'), uncertified)
  })
})

describe('a company that is active for conventional goods alone', () => {
  it('is marked so by an administrator, not by itself', async () => {
    const set = async (who: string, id: string, isConventional: boolean | null) =>
      as(who).patch(`/processor/${id}`, { isConventional }, { 'if-match': `"${(await chain.view('processor', id)).version}"` })
    // Its certificate is in force.
    await ok(set('ada', chain.ginner, null))
    await refused(() => set('paul', chain.ginner, true), { status: 403, body: { fields: [{ path: 'isConventional', code: 'forbidden' }] } })
    await ok(set('ada', chain.ginner, true))
    const id = await applicant({ isConventional: true })
    await ok(activate(id))
    await refused(() => set('ada', id, false), uncertified)
    await refused(() => set('ada', id, null), uncertified)
    await standards.certify({ processorId: id })
    await ok(set('ada', id, false))
  })
  it('is reinstated with a certificate in force alone, if it is not marked so any more', async () => {
    const id = await applicant({ isConventional: true })
    await ok(activate(id))
    await ok(record(as('ada'), 'processor', id, 'SUSPENDED', '2025-12-01', { reason: 'Finding of the audit' }))
    await ok(as('ada').patch(`/processor/${id}`, { isConventional: false }, { 'if-match': `"${(await chain.view('processor', id)).version}"` }))
    const reinstate = () => record(as('ada'), 'processor', id, 'REINSTATED', '2026-01-10', { reason: 'Papers came' })
    await refused(reinstate, uncertified)
    await standards.certify({ processorId: id })
    await ok(reinstate())
  })
})
