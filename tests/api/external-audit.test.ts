// The audit of a certification body at an operator (domain dictionary 5.4): who records it, what it may say, the non-conformities that it opens, and what
// becomes of them when it is voided.
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
})
