// The audit of a certification body at an operator (domain dictionary 5.4): who records it, what it may say, the non-conformities that it opens, and what
// becomes of them when it is voided: late, twice at once, and replaced by another.
import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let members: string[]
const as = (name: string) => world.as(name, 'OP1')
const operator = () => world.places.cotton.OP1?.id as string
const finding = (values: Record<string, unknown> = {}) => ({
  severity: 'MAJOR',
  rule: 'NPOP 3.2.2',
  description: 'The input register has no bills since August.',
  dueOn: '2026-02-28',
  ...values,
})
const audit = (values: Record<string, unknown> = {}, who: Client = as('carla')) =>
  who.post(`/collective/${operator()}/events`, {
    eventType: 'EXTERNAL_AUDIT',
    occurredAt: at('2026-01-14'),
    data: {
      bodyId: world.places.cotton['CB-NIMAR']?.id,
      from: '2026-01-12',
      until: '2026-01-13',
      farmerIds: members,
      findings: [],
      ...values,
    },
  })
const opened = async (): Promise<Json[]> => (await ok(as('ines').get('/nonconformity?limit=100&sort=createdAt'))).items

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  members = [(await chain.member()).farmerId, (await chain.member()).farmerId]
}, 120_000)

describe('an external audit', () => {
  it('is recorded by the body that made it, and by nobody of the operator (403)', async () => {
    for (const who of ['omar', 'ines', 'fatima']) expect((await audit({}, as(who))).status).toBe(403)
    const { id: _, ...other } = sampleOf(entityOf('certificationbody'), { values: { code: 'CB-OTHER' } }) as Json
    const { id } = await ok(as('ada').post('/certificationbody', other))
    expect((await audit({ bodyId: id })).status).toBe(403)
  })
  it('is of days that were over, of members of the operator, each once, with findings at those alone', async () => {
    const stranger = (await chain.member()).farmerId
    for (const [values, path] of [
      [{ from: '2026-01-14' }, 'data.until'],
      [{ until: '2026-01-15' }, 'data.until'],
      [{ farmerIds: [...members, members[0]] }, 'data.farmerIds.2'],
      [{ farmerIds: [...members, operator()] }, 'data.farmerIds.2'],
      [{ findings: [finding(), finding({ farmerId: stranger })] }, 'data.findings.1.farmerId'],
      [{ findings: [finding({ dueOn: '2026-01-12' })] }, 'data.findings.0.dueOn'],
      [{ findings: [finding({ severity: 'TERRIBLE' })] }, 'data.findings.0.severity'],
    ] as const)
      expect(await audit(values), path).toMatchObject({ status: 400, body: { fields: [{ path }] } })
    expect(await opened()).toEqual([])
  })
  it('opens a non-conformity for each finding, on its last day, and names its cause', async () => {
    const { event } = await ok(audit({ findings: [finding(), finding({ severity: 'MINOR', clause: '3.14', farmerId: members[1] })] }))
    const [first, second, ...more] = await opened()
    expect(more).toEqual([])
    expect(first).toMatchObject({ severity: 'MAJOR', rule: 'NPOP 3.2.2', farmerId: null, openedOn: '2026-01-13', dueOn: '2026-02-28', status: 'OPEN' })
    expect(second).toMatchObject({ severity: 'MINOR', clause: '3.14', farmerId: members[1] })
    const causes = await world.scoped('ada', ({ db, tenant }) =>
      db.selectFrom('event').select('cause_event_id').where('tenant_id', '=', tenant.id).where('subject_id', '=', first?.id).execute(),
    )
    expect(causes).toEqual([{ cause_event_id: event.id }])
  })
  it('that is voided closes what nobody has sanctioned, and leaves what was closed by people', async () => {
    const findings = [finding({ rule: 'A' }), finding({ rule: 'B', severity: 'MINOR' })]
    const { event } = await ok(audit({ findings, reportNo: 'R-2' }))
    const of = async () => (await opened()).filter(({ rule }) => ['A', 'B'].includes(rule))
    const minor = (await of()).find(({ rule }) => rule === 'B')
    const record = (who: string, eventType: string, data: Record<string, unknown>) =>
      ok(as(who).post(`/nonconformity/${minor?.id}/events`, { eventType, occurredAt: clock().toISOString(), data }))
    await record('fatima', 'ACTION_SENT', { action: 'Bills found', doneOn: '2026-01-15' })
    await record('omar', 'CLOSED', { comment: 'Seen' })
    await ok(as('carla').post(`/collective/${operator()}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect((await of()).map(({ status }) => status)).toEqual(['CLOSED', 'CLOSED'])
    const major = (await of()).find(({ rule }) => rule === 'A')
    const last = async (id: string) => (await ok(as('ada').get(`/nonconformity/${id}/history`))).items[0]
    expect(await last(major?.id)).toMatchObject({ eventType: 'CURED', data: { explanation: 'The audit that found it was voided.' } })
    expect(await last(minor?.id)).toMatchObject({ eventType: 'CLOSED' })
  })
  it('that reached Farmbook late opens its findings on its own last day, and one that asks for no reason is refused (BR-25)', async () => {
    const values = { from: '2025-11-03', until: '2025-11-04', findings: [finding({ rule: 'LATE', dueOn: '2026-01-31' })] }
    const data = { bodyId: world.places.cotton['CB-NIMAR']?.id, farmerIds: members, ...values }
    const sent = (more: Record<string, unknown>) =>
      as('carla').post(`/collective/${operator()}/events`, { eventType: 'EXTERNAL_AUDIT', occurredAt: at('2025-11-05'), data, ...more })
    expect((await sent({})).status).toBe(400)
    await ok(sent({ lateReason: 'The report came by post' }))
    expect((await opened()).filter(({ rule }) => rule === 'LATE')).toMatchObject([{ openedOn: '2025-11-04', dueOn: '2026-01-31', status: 'OPEN' }])
  })
  it('sent twice at once under one id is one audit; voided by two at once, it is voided once', async () => {
    const id = randomUUIDv7()
    const body = {
      ...{ id, eventType: 'EXTERNAL_AUDIT', occurredAt: at('2026-01-14') },
      data: { bodyId: world.places.cotton['CB-NIMAR']?.id, from: '2026-01-12', until: '2026-01-13', farmerIds: members, findings: [finding({ rule: 'ONCE' })] },
    }
    const send = () => as('carla').post(`/collective/${operator()}/events`, body)
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status)
    expect(statuses.every((status) => status < 300 || status === 409)).toBe(true)
    const of = async () => (await opened()).filter(({ rule }) => rule === 'ONCE')
    expect(await of()).toMatchObject([{ status: 'OPEN' }])
    const undo = () => as('carla').post(`/collective/${operator()}/events/${id}/void`, { reason: 'DID_NOT_OCCUR' })
    const voided = (await Promise.all([undo(), undo()])).map(({ status }) => status)
    expect(voided.filter((status) => status < 300).length).toBeGreaterThanOrEqual(1)
    const [one, ...more] = await of()
    expect([one?.status, more]).toEqual(['CLOSED', []])
    const { items } = await ok(as('ada').get(`/nonconformity/${one?.id}/history`))
    expect(items.filter(({ eventType }: Json) => eventType === 'CURED')).toHaveLength(1)
  })
  it('that another one takes the place of leaves the findings of that one alone, whatever was reported on them before', async () => {
    const { event } = await ok(audit({ findings: [finding({ rule: 'OLD', severity: 'MINOR' }), finding({ rule: 'OLD-2' })] }))
    const of = async (rule: string) => (await opened()).find((one) => one.rule === rule)
    const reported = { action: 'Bills found', doneOn: '2026-01-15' }
    await ok(
      as('fatima').post(`/nonconformity/${(await of('OLD'))?.id}/events`, { eventType: 'ACTION_SENT', occurredAt: clock().toISOString(), data: reported }),
    )
    await ok(
      as('carla').post(`/collective/${operator()}/events`, {
        ...{ eventType: 'EXTERNAL_AUDIT', occurredAt: at('2026-01-14'), supersedesEventId: event.id },
        data: { ...event.data, findings: [finding({ rule: 'NEW' })] },
      }),
    )
    expect([(await of('OLD'))?.status, (await of('OLD-2'))?.status, (await of('NEW'))?.status]).toEqual(['CLOSED', 'CLOSED', 'OPEN'])
  })
})
