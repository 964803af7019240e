// What a group needs before it is active, and keeps while it is (domain dictionary 5.4): people of its internal control with their roles, and
// four documents; what follows when one of its people leaves. Refusals first, then late, voided, two at once, and groups from before.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { documentNames } from '#domain/people/internal-control.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Json, ok } from './chain-stage.ts'
import { type Applicant, activeGroup, applicant, fourDocuments, sentFile } from './internal-control-stage.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
const refuses = refusing(() => world)
const blocked = (...paths: string[]) => ({ status: 422, body: { code: 'RULE_BLOCKED', ruleId: '5.4', fields: paths.map((path) => ({ path })) } })
const pathsOf = async (answer: Promise<Json>): Promise<string[]> => (await answer).body.fields.map(({ path }: Json) => path)
const flagsOf = async (group: Applicant): Promise<Json[]> => (await group.view()).flags.filter(({ ruleId }: Json) => ruleId === '5.4')
const userEvent = (id: string, eventType: string, data: Json = { reason: 'Left' }) =>
  world.as('ada', '-').post(`/user/${id}/events`, { eventType, occurredAt: new Date().toISOString(), data })
const editUser = async (id: string, values: Json) => {
  const { headers } = await world.as('ada', '-').get(`/user/${id}`)
  return world.as('ada', '-').patch(`/user/${id}`, values, { 'if-match': headers.get('etag') ?? '' })
}

describe('a group that applies', () => {
  it('is not activated without each of its pieces, all named at once; the event is not offered, and nothing is written (422)', async () => {
    const group = await applicant(world)
    const all = ['icsStaff', 'icsStaff', ...documentNames]
    await refuses(() => group.event('ACTIVATED'), blocked(...all))
    expect((await group.view()).may).not.toContain('ACTIVATED')
    const documents = await fourDocuments(group.ada)
    await ok(group.edit({ icsStaff: group.staff, ...documents }))
    const steps: [Json, string][] = [
      [{ icsStaff: group.staff.slice(1) }, 'icsStaff'],
      [{ icsStaff: group.staff.slice(0, 1) }, 'icsStaff'],
      ...documentNames.map((name): [Json, string] => [{ [name]: [] }, name]),
    ]
    for (const [without, path] of steps) {
      await ok(group.edit(without))
      expect((await group.view()).may).not.toContain('ACTIVATED')
      await refuses(() => group.event('ACTIVATED'), blocked(path))
      await ok(group.edit({ icsStaff: group.staff, ...documents }))
    }
    expect((await group.view()).may).toContain('ACTIVATED')
    await ok(group.event('ACTIVATED'))
    expect(await group.view()).toMatchObject({ status: 'ACTIVE', icsManual: documents.icsManual })
  })
  it('names people of its own alone, each with a role for the duty at this operator (400, 422), and nobody at creation (403)', async () => {
    const group = await applicant(world)
    const named = (userId: string, role: string) => group.edit({ icsStaff: [{ userId, role }] })
    // Of another operator; of this one without the role; with the role elsewhere alone.
    expect(await pathsOf(named(world.people.omar?.id as string, 'ICS_MANAGER'))).toEqual(['icsStaff.0.userId'])
    expect(await pathsOf(named(group.inspector, 'ICS_MANAGER'))).toEqual(['icsStaff.0.userId'])
    const between = await group.person('FIELD_OFFICER')
    await ok(
      editUser(between, {
        roles: [
          { role: 'FIELD_OFFICER', operatorIds: [group.id] },
          { role: 'INTERNAL_INSPECTOR', operatorIds: [world.places.cotton.OP1?.id] },
        ],
      }),
    )
    await refuses(() => named(between, 'INSPECTOR'), blocked('icsStaff.0.userId'))
    await ok(userEvent(between, 'DEACTIVATED'))
    expect(await named(between, 'FIELD_OFFICER')).toMatchObject({ status: 400, body: { fields: [{ path: 'icsStaff.0.userId', code: 'rule' }] } })
    expect(await named(randomUUID(), 'INSPECTOR')).toMatchObject({ status: 400, body: { fields: [{ code: 'missing' }] } })
    const { code: _, id: __, ...rest } = await group.view()
    expect(
      await group.ada.post('/collective', {
        ...Object.fromEntries(
          ['legalForm', 'regNo', 'address', 'district', 'state', 'country', 'districts', 'blocks', 'villages', 'schemes'].map((name) => [name, rest[name]]),
        ),
        legalName: 'Another',
        icsStaff: group.staff,
      }),
    ).toMatchObject({ status: 403, body: { fields: [{ path: 'icsStaff', code: 'forbidden' }] } })
  })
  it('has nobody who both inspects and approves (400)', async () => {
    const group = await applicant(world)
    const both = await group.person('INTERNAL_INSPECTOR', 'OPERATOR_MANAGER')
    const rows = (...duties: string[]) => group.edit({ icsStaff: duties.map((role) => ({ userId: both, role })) })
    expect(await rows('INSPECTOR', 'ICS_MANAGER', 'APPROVER')).toMatchObject({ status: 400, body: { fields: [{ path: 'icsStaff', code: 'rule' }] } })
    await ok(rows('INSPECTOR', 'ICS_MANAGER'))
    await ok(rows('APPROVER', 'ICS_MANAGER'))
  })
  it('is not activated with somebody who has left since they were named, or with a document that has not come yet (422)', async () => {
    const group = await applicant(world)
    const coming = randomUUID()
    const documents = await fourDocuments(group.ada)
    await ok(group.edit({ icsStaff: group.staff, ...documents }))
    await ok(userEvent(group.inspector, 'SUSPENDED'))
    await refuses(() => group.event('ACTIVATED'), blocked('icsStaff.1.userId'))
    await ok(userEvent(group.inspector, 'REINSTATED'))
    const { version } = await group.view()
    const later = await group.ada.patch(`/collective/${group.id}`, { orgChart: [coming] }, { 'if-match': `"${version}"`, 'x-files-to-come': coming })
    expect(later.status).toBe(200)
    await refuses(() => group.event('ACTIVATED'), blocked('orgChart'))
    await ok(
      group.ada.send(`/files?name=chart.pdf&id=${coming}`, {
        method: 'POST',
        headers: { 'content-type': 'application/pdf' },
        body: new TextEncoder().encode('%PDF-1.4\n%%EOF\n'),
      }),
    )
    await ok(group.event('ACTIVATED'))
  })
})

describe('an active group', () => {
  it('keeps its manager, its inspector and its documents, also while it is suspended (422); others take their places', async () => {
    const group = await activeGroup(world)
    for (const suspended of [false, true]) {
      if (suspended) await ok(group.event('SUSPENDED', { reason: 'Late' }))
      await refuses(() => group.edit({ icsStaff: [] }), blocked('icsStaff', 'icsStaff'))
      await refuses(() => group.edit({ icsStaff: group.staff.slice(1), orgChart: [] }), blocked('icsStaff', 'orgChart'))
      for (const name of documentNames) await refuses(() => group.edit({ [name]: [] }), blocked(name))
    }
    await ok(group.event('REINSTATED', { reason: 'Done' }))
    const second = await group.person('INTERNAL_INSPECTOR')
    await ok(group.edit({ icsStaff: [group.staff[0], { userId: second, role: 'INSPECTOR' }], orgChart: [await sentFile(group.ada, 'chart-2')] }))
    expect((await group.view()).status).toBe('ACTIVE')
  })
  it('whose activation is taken back may give them up, and is asked for them again', async () => {
    const group = await activeGroup(world)
    const { items }: Json = await ok(group.ada.get(`/collective/${group.id}/events`))
    await ok(group.ada.post(`/collective/${group.id}/events/${items.find((one: Json) => one.eventType === 'ACTIVATED').id}/void`, { reason: 'DID_NOT_OCCUR' }))
    await ok(group.edit({ icsManual: [] }))
    await refuses(() => group.event('ACTIVATED'), blocked('icsManual'))
  })
  it('has a finding when one of its people leaves or loses the role, and loses it when they are back or somebody else is named', async () => {
    const group = await activeGroup(world)
    const other = await applicant(world)
    await ok(other.edit({ icsStaff: other.staff }))
    // A duty keeps nobody signed in.
    const { event }: Json = await ok(userEvent(group.inspector, 'SUSPENDED'))
    expect(await flagsOf(group)).toMatchObject([{ severity: 'WARN', figures: { staff: [{ userId: group.inspector, duty: 'INSPECTOR' }] } }])
    expect((await group.view()).status).toBe('ACTIVE')
    await ok(world.as('ada', '-').post(`/user/${group.inspector}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await flagsOf(group)).toEqual([])
    await ok(editUser(group.manager, { roles: [{ role: 'READ_ONLY_VIEWER', operatorIds: [group.id] }] }))
    await ok(userEvent(group.inspector, 'DEACTIVATED'))
    expect(await flagsOf(group)).toMatchObject([{ figures: { staff: [{ userId: group.manager }, { userId: group.inspector }] } }])
    // It stands while something else is edited, and a list of people is only taken without those who have left.
    await ok(group.edit({ shortName: 'Still without' }))
    expect(await flagsOf(group)).toHaveLength(1)
    expect((await group.edit({ icsStaff: [...group.staff, { userId: await group.person('FIELD_OFFICER'), role: 'FIELD_OFFICER' }] })).status).toBe(400)
    const [manager, inspector] = [await group.person('OPERATOR_MANAGER'), await group.person('INTERNAL_INSPECTOR')]
    await ok(
      group.edit({
        icsStaff: [
          { userId: manager, role: 'ICS_MANAGER' },
          { userId: inspector, role: 'INSPECTOR' },
        ],
      }),
    )
    expect(await flagsOf(group)).toEqual([])
    expect(await flagsOf(other)).toEqual([])
  })
  it('from before, without people and documents, stays active and is edited; what it once has it keeps', async () => {
    const id = world.places.cotton.OP2?.id as string
    const ada = world.as('ada', '-')
    const edit = async (values: Json) => ada.patch(`/collective/${id}`, values, { 'if-match': `"${(await ok(ada.get(`/collective/${id}`))).version}"` })
    expect(await ok(ada.get(`/collective/${id}`))).toMatchObject({ status: 'ACTIVE', icsStaff: [], flags: [] })
    await ok(edit({ address: 'Station Road 2, Maheshwar' }))
    const leela = { userId: world.people.leela?.id, role: 'ICS_MANAGER' }
    await ok(edit({ icsStaff: [leela] }))
    await refuses(() => edit({ icsStaff: [] }), blocked('icsStaff'))
    await ok(edit({ icsManual: [await sentFile(ada, 'manual')] }))
    await refuses(() => edit({ icsManual: null }), blocked('icsManual'))
    expect((await ok(ada.get(`/collective/${id}`))).status).toBe('ACTIVE')
  })
})

describe('two people at once', () => {
  it('activate a group and take a piece out of it: one of them is refused, and none is active without it', async () => {
    for (const change of [{ icsStaff: [] }, { internalStandard: [] }]) {
      const group = await applicant(world)
      await ok(group.edit({ icsStaff: group.staff, ...(await fourDocuments(group.ada)) }))
      const { version } = await group.view()
      const [activated, edited] = await Promise.all([
        group.event('ACTIVATED'),
        group.ada.patch(`/collective/${group.id}`, change, { 'if-match': `"${version}"` }),
      ])
      expect([activated.status, edited.status].filter((status) => status < 300)).toHaveLength(1)
      const { status, ...row } = await group.view()
      expect(status === 'ACTIVE').toBe(activated.status < 300)
      for (const name of Object.keys(change)) expect(row[name]?.length > 0).toBe(status === 'ACTIVE')
    }
  })
  it('activate a group and part with its inspector: it is refused, or has the finding', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const group = await applicant(world)
      await ok(group.edit({ icsStaff: group.staff, ...(await fourDocuments(group.ada)) }))
      const parting = () => userEvent(group.inspector, 'DEACTIVATED')
      const [activated, left] =
        turn % 2 ? await Promise.all([group.event('ACTIVATED'), parting()]) : (await Promise.all([parting(), group.event('ACTIVATED')])).reverse()
      expect(left?.status).toBe(201)
      expect([activated?.status, (await flagsOf(group)).length]).toEqual(activated?.status === 201 ? [201, 1] : [422, 0])
    }
  })
})
