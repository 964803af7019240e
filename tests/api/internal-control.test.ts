// The internal control system of a group (domain dictionary 5.4): who and what must be there before it is active, what it may not give up, who has left, and its
// meetings as evidence.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { icsDocuments } from '#domain/people/internal-control.ts'
import { pdf } from '../harness/files.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Json, ok } from './chain-stage.ts'

let world: World
let now = Date.now()
const ada = () => world.as('ada', '-')
const refused = refusing(() => world)
const moment = () => new Date(now).toISOString()
const record = (entity: string, id: string, eventType: string, data: Record<string, unknown> = {}, who = ada()) =>
  who.post(`/${entity}/${id}/events`, { eventType, occurredAt: moment(), data })
const edit = async (entity: string, id: string, changes: Record<string, unknown>) => {
  const { version } = await ok(ada().get(`/${entity}/${id}`))
  return ada().patch(`/${entity}/${id}`, changes, { 'if-match': `"${version}"` })
}
let number = 0
const group = async (values: Record<string, unknown> = {}): Promise<Json> =>
  seedsOf(world).make(entityOf('collective'), { values: { schemes: [{ scheme: 'NPOP', since: '2024-01-01' }], icsStaff: [], ...values } })
const person = (operatorId: string, role: string): Promise<Json> =>
  ok(
    ada().post('/user', {
      ...{ name: 'Nina Rao', email: `ics.${++number}@cotton.example`, locale: 'en', mfa: false },
      roles: [{ role, operatorIds: [operatorId] }],
    }),
  )
const file = async (name: string): Promise<string> =>
  (
    await ok(
      ada().send(`/files?name=${name}.pdf`, {
        method: 'POST',
        headers: { 'content-type': 'application/pdf' },
        body: new Uint8Array(pdf(`${name} ${++number}`)),
      }),
    )
  ).id
const documents = async (): Promise<Record<string, string[]>> =>
  Object.fromEntries(await Promise.all(Object.keys(icsDocuments).map(async (name) => [name, [await file(name)]])))
const duty = (userId: string, role: string) => ({ userId, role })
/** An active group with all it needs. */
async function controlled(): Promise<{ id: string; manager: string; inspector: string }> {
  const { id } = await group()
  const [manager, inspector] = [(await person(id, 'OPERATOR_MANAGER')).id, (await person(id, 'INTERNAL_INSPECTOR')).id]
  await ok(edit('collective', id, { icsStaff: [duty(manager, 'ICS_MANAGER'), duty(inspector, 'INSPECTOR')], ...(await documents()) }))
  await ok(record('collective', id, 'ACTIVATED'))
  return { id, manager, inspector }
}
const flagsOf = async (id: string): Promise<string[]> =>
  (await ok(ada().get(`/collective/${id}`))).flags.map(({ ruleId, message }: Json) => `${ruleId} ${message}`)

beforeAll(async () => {
  world = await openWorld({ now: () => new Date(now) })
})
beforeEach(() => {
  now += 3_600_000
})

describe('activation of a registered group', () => {
  it('is refused until manager, inspector and each document are there, with what is missing; and is not offered before', async () => {
    const { id } = await group()
    const [manager, inspector] = [(await person(id, 'OPERATOR_MANAGER')).id, (await person(id, 'INTERNAL_INSPECTOR')).id]
    const names = Object.keys(icsDocuments)
    const blocked = (...missing: string[]) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: '5.4', figures: { missing } } })
    await refused(() => record('collective', id, 'ACTIVATED'), blocked('icsStaff', ...names))
    await ok(edit('collective', id, { icsStaff: [duty(manager, 'ICS_MANAGER')] }))
    await refused(() => record('collective', id, 'ACTIVATED'), {
      ...blocked('icsStaff', ...names),
      body: { detail: 'Internal control has no inspector: name one.' },
    })
    await ok(edit('collective', id, { icsStaff: [duty(inspector, 'INSPECTOR')] }))
    await refused(() => record('collective', id, 'ACTIVATED'), { status: 422, body: { detail: 'Internal control has no manager: name one.' } })
    await ok(edit('collective', id, { icsStaff: [duty(manager, 'ICS_MANAGER'), duty(inspector, 'INSPECTOR')] }))
    for (const [place, name] of names.entries()) {
      expect((await ok(ada().get(`/collective/${id}`))).may).not.toContain('ACTIVATED')
      await refused(() => record('collective', id, 'ACTIVATED'), blocked(...names.slice(place)))
      await ok(edit('collective', id, { [name]: [await file(name)] }))
    }
    expect((await ok(ada().get(`/collective/${id}`))).may).toContain('ACTIVATED')
    expect((await ok(record('collective', id, 'ACTIVATED'))).subject).toMatchObject({ status: 'ACTIVE' })
  })
  it('asks nothing of an operator that is registered under no scheme', async () => {
    const { id } = await group({ schemes: [] })
    expect((await ok(record('collective', id, 'ACTIVATED'))).subject).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('people of internal control', () => {
  it('work for the group in the role of their duty; whoever inspects does not approve', async () => {
    const { id } = await group()
    const [inspector, manager] = [(await person(id, 'INTERNAL_INSPECTOR')).id, (await person(id, 'OPERATOR_MANAGER')).id]
    const refusal = (path: string) => ({ status: 400, body: { code: 'VALIDATION', fields: [{ path }] } })
    const other = (await person(world.places.cotton.OP2?.id ?? '', 'OPERATOR_MANAGER')).id
    await refused(() => edit('collective', id, { icsStaff: [duty(manager, 'TRAINER'), duty(other, 'ICS_MANAGER')] }), refusal('icsStaff.1.userId'))
    await refused(() => edit('collective', id, { icsStaff: [duty(inspector, 'ICS_MANAGER')] }), refusal('icsStaff.0.role'))
    await refused(() => edit('collective', id, { icsStaff: [duty(manager, 'INSPECTOR')] }), refusal('icsStaff.0.role'))
    await refused(() => edit('collective', id, { icsStaff: [duty(inspector, 'INSPECTOR'), duty(inspector, 'APPROVER')] }), refusal('icsStaff'))
    await ok(record('user', inspector, 'DEACTIVATED', { reason: 'Left' }))
    await refused(() => edit('collective', id, { icsStaff: [duty(inspector, 'INSPECTOR')] }), refusal('icsStaff.0.userId'))
    await ok(edit('collective', id, { icsStaff: [duty(manager, 'ICS_MANAGER'), duty(manager, 'APPROVER')] }))
  })
  it('and documents are not given up by an active group; the rest can be corrected', async () => {
    const { id, manager, inspector } = await controlled()
    await refused(() => edit('collective', id, { icsStaff: [duty(manager, 'ICS_MANAGER')] }), { status: 400, body: { fields: [{ path: 'icsStaff' }] } })
    await refused(() => edit('collective', id, { orgChart: [] }), { status: 400, body: { fields: [{ path: 'orgChart' }] } })
    const next = (await person(id, 'INTERNAL_INSPECTOR')).id
    await ok(edit('collective', id, { icsStaff: [duty(manager, 'ICS_MANAGER'), duty(next, 'INSPECTOR')], orgChart: [await file('chart')] }))
    await ok(edit('collective', id, { icsStaff: [duty(manager, 'ICS_MANAGER'), duty(inspector, 'INSPECTOR')], legalName: `Group ${++number}` }))
  })
  it('of a group that was active before any were asked for, stay as they are until they are entered', async () => {
    const { id } = await controlled()
    await world.scoped('ada', ({ db }) =>
      db
        .updateTable('collective')
        .set({ ics_staff: '[]', ics_manual: null, internal_standard: null, sanction_catalogue: null, org_chart: null })
        .where('id', '=', id)
        .execute(),
    )
    await ok(edit('collective', id, { legalName: `Group ${++number}` }))
    await ok(edit('collective', id, { orgChart: [await file('chart')] }))
    await refused(() => edit('collective', id, { orgChart: [] }), { status: 400, body: { fields: [{ path: 'orgChart' }] } })
    await ok(record('collective', id, 'SUSPENDED', { reason: 'No control' }))
    await refused(() => record('collective', id, 'REINSTATED', { reason: 'Corrected' }), {
      status: 422,
      body: { ruleId: '5.4', figures: { missing: ['icsStaff', 'icsManual', 'internalStandard', 'sanctionCatalogue'] } },
    })
  })
  it('who leave are found on the group, until they are back, somebody else is named, or that is taken back', async () => {
    const { id, inspector, manager } = await controlled()
    expect(await flagsOf(id)).toEqual([])
    const { title } = await ok(ada().get(`/user/${inspector}`))
    const finding = [`5.4 Named for internal control, and not working for the group in that role: ${title}.`]
    const left = await ok(record('user', inspector, 'DEACTIVATED', { reason: 'Left' }))
    expect(await flagsOf(id)).toEqual(finding)
    await ok(ada().post(`/user/${inspector}/events/${left.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await flagsOf(id)).toEqual([])
    await ok(edit('user', inspector, { roles: [{ role: 'FIELD_OFFICER', operatorIds: [id] }] }))
    expect(await flagsOf(id)).toEqual(finding)
    const next = (await person(id, 'INTERNAL_INSPECTOR')).id
    await ok(edit('collective', id, { icsStaff: [duty(manager, 'ICS_MANAGER'), duty(next, 'INSPECTOR')] }))
    expect(await flagsOf(id)).toEqual([])
  })
  it('are named or leave: of two at once neither is missed', async () => {
    const { id, manager, inspector } = await controlled()
    const next = (await person(id, 'INTERNAL_INSPECTOR')).id
    const staff = { icsStaff: [duty(manager, 'ICS_MANAGER'), duty(inspector, 'INSPECTOR'), duty(next, 'INSPECTOR')] }
    const [named, gone] = await Promise.all([edit('collective', id, staff), record('user', next, 'DEACTIVATED', { reason: 'Left' })])
    expect(gone.status).toBe(201)
    // Named first, the finding says that they left; gone first, they are not named.
    expect(named.status === 200 ? (await flagsOf(id)).length : named.status).toBe(named.status === 200 ? 1 : 400)
  })
})

it('a meeting is evidence: agenda, people present and minutes as a file that the certification body reads', async () => {
  const omar = world.as('omar', 'OP1')
  const id = world.places.cotton.OP1?.id ?? ''
  const minutes = (
    await ok(omar.send('/files?name=minutes.pdf', { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: new Uint8Array(pdf('Minutes')) }))
  ).id
  const data = { agenda: 'Results of the internal inspection', attendees: 14, files: [minutes] }
  expect(await record('collective', id, 'ICS_MEETING', { ...data, attendees: 0 }, omar)).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'data.attendees' }] },
  })
  const { event } = await ok(record('collective', id, 'ICS_MEETING', data, omar))
  const { items } = await ok(world.as('carla', 'OP1').get(`/collective/${id}/events`))
  expect(items.find((one: Json) => one.id === event.id)).toMatchObject({
    eventType: 'ICS_MEETING',
    data: { agenda: data.agenda, attendees: 14, files: [minutes] },
  })
  expect((await world.as('carla', 'OP1').get(`/files/${minutes}`)).status).toBe(200)
  expect((await world.as('leela', 'OP2').get(`/files/${minutes}`)).status).toBe(404)
})
