// Somebody who only looks (READ_ONLY_VIEWER, domain dictionary section 8): over every declared address, every record and every event nothing is written of the programme, what the section lets be read is
// read, and personal data is masked. An auditor of a certification body reads scope certificates, and confirms those of the own body alone.
import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import type { AnyEntity, EventSpec } from '#domain/kernel/entity.ts'
import type { Field } from '#domain/kernel/field.ts'
import { openApi } from '#server/http/openapi.ts'
import type { Client } from '../harness/client.ts'
import { type Made, seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { specifiedAccess } from '../specified-access.ts'

let world: World
let viewer: Client
const records = new Map<string, Made>()
beforeAll(async () => {
  world = await openWorld()
  const operatorIds = [world.places.cotton.OP1?.id as string]
  const seeds = seedsOf(world)
  const user: User = { id: crypto.randomUUID(), name: 'Vera', email: null, grants: [{ role: 'READ_ONLY_VIEWER', operatorIds }], farmerId: null }
  const { id } = await seeds.make(entities.find(({ name }) => name === 'user') as AnyEntity, { values: { name: 'Vera', roles: user.grants } })
  viewer = world.asUser({ ...user, id })
  for (const entity of entities) records.set(entity.name, await seeds.make(entity, { full: true }).catch(() => seeds.make(entity)))
  // Of operators the own one is seen.
  records.set('collective', world.places.cotton.OP1 as Made)
}, 300_000)

const addresses: [string, string][] = Object.entries(openApi().paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter((method) => method !== 'get')
    .map((method): [string, string] => [method.toUpperCase(), path]),
)
const nameIn = (path: string): string => path.replace('/api/operators/{operator}', '').split('/')[1] ?? ''
const filled = (path: string): string => {
  const record = records.get(nameIn(path))
  return path
    .replace('{operator}', 'OP1')
    .replace('{id}', record?.id ?? crypto.randomUUID())
    .replace(/\{\w+\}/g, () => crypto.randomUUID())
}

/** Answered without a change: what is the caller's own, and what is only worked out. */
const answered = [
  'POST /api/notifications/read',
  'DELETE /api/notifications/devices/{id}',
  'POST /api/operators/{operator}/pop/{id}/preview',
  'POST /api/operators/{operator}/poultrypop/{id}/preview',
  'POST /api/operators/{operator}/aquapop/{id}/preview',
]
const refusal = expect.toBeOneOf([403, 404])
const cells = entities.flatMap(({ name }) => {
  const cell = specifiedAccess[name]?.READ_ONLY_VIEWER
  return cell === undefined || name === 'notification' ? [] : [[name, cell.split(' ')[0] ?? '-', cell.includes('(m)')] as const]
})

describe('a viewer', () => {
  it('writes nothing at any declared address', { timeout: 300_000 }, async () => {
    const before = await rowCounts(world)
    const taken: string[] = []
    for (const [method, path] of addresses) {
      const { status } = await viewer.send(filled(path), {
        method,
        headers: { 'content-type': 'application/json', 'if-match': `"${records.get(nameIn(path))?.version ?? 1}"` },
        body: '{}',
      })
      expect(status, `${method} ${path}`).toBeLessThan(500)
      if (status < 400) taken.push(`${method} ${path}`)
    }
    expect(addresses.length).toBeGreaterThan(entities.length)
    expect(taken).toEqual(answered)
    expect(await rowCounts(world)).toEqual(before)
  })
  it('makes no record, changes and deletes none, and records and takes back no event of any (403, or 404 where it sees none)', {
    timeout: 300_000,
  }, async () => {
    const seeds = seedsOf(world)
    for (const entity of entities) {
      const [record, path] = [records.get(entity.name) as Made, `/${entity.name}`]
      const body = await seeds.input(entity)
      const data = new Map<string, Record<string, unknown>>()
      const types = Object.entries<EventSpec>(entity.events).filter(([, { system }]) => !system)
      for (const [type] of types) data.set(type, await seeds.data(entity, type, record.id))
      const { items } = (await world.as('ada').get(`${path}/${record.id}/events`)).body
      const before = await rowCounts(world)
      // Of its own record of a person it may know, and of what nobody enters (405).
      const refused = entity.readOnly ? expect.toBeOneOf([403, 404, 405, 409]) : refusal
      expect([entity.name, 'made', (await viewer.post(path, body)).status]).toEqual([entity.name, 'made', refused])
      const seen = { 'if-match': `"${record.version}"` }
      expect([entity.name, 'changed', (await viewer.patch(`${path}/${record.id}`, body, seen)).status]).toEqual([entity.name, 'changed', refused])
      expect([entity.name, 'deleted', (await viewer.delete(`${path}/${record.id}`, seen)).status]).toEqual([entity.name, 'deleted', refused])
      for (const [type, one] of data) {
        const { status } = await viewer.post(`${path}/${record.id}/events`, { eventType: type, occurredAt: new Date().toISOString(), data: one })
        expect([entity.name, type, status]).toEqual([entity.name, type, refused])
      }
      for (const { id } of items ?? []) {
        const { status } = await viewer.post(`${path}/${record.id}/events/${id}/void`, { reason: 'INCORRECT_DATA' })
        expect([entity.name, 'taken back', status]).toEqual([entity.name, 'taken back', refused])
      }
      expect(await rowCounts(world)).toEqual(before)
    }
  })
  it.each(cells)('reads of %s what section 8 says (%s), masked: %s', async (name, letters, isMasked) => {
    const { id } = records.get(name) as Made
    const [list, view] = [await viewer.get(`/${name}?filter[id]=${id}`), await viewer.get(`/${name}/${id}`)]
    expect([list.status, view.status]).toEqual([letters.includes('L') ? 200 : refusal, letters.includes('V') ? 200 : refusal])
    if (letters.includes('L')) expect(list.body.items.map((one: Made) => one.id)).toContain(id)
    if (view.status !== 200) return
    const whole = (await world.as('ada').get(`/${name}/${id}`)).body
    const fields = Object.entries<Field>((entities.find((one) => one.name === name) as AnyEntity).fields)
    const personal = fields.flatMap(([field, { personal: isPersonal }]) => (isPersonal && whole[field] !== null && whole[field] !== undefined ? [field] : []))
    if (isMasked) expect(personal.length).toBeGreaterThan(0)
    const rows = [view.body, ...(list.body.items ?? []).filter((one: Made) => one.id === id)]
    for (const field of isMasked ? personal : []) for (const row of rows) expect([field, row[field] ?? null]).toEqual([field, null])
    expect(view.body.may.filter((one: string) => one !== 'view')).toEqual([])
  })
})

describe('scope certificates', () => {
  const other = async (): Promise<Client> => {
    const body = await seedsOf(world).make(entities.find(({ name }) => name === 'certificationbody') as AnyEntity)
    const grants: User['grants'] = [{ role: 'CERTIFICATION_BODY_AUDITOR', certificationBodyIds: [body.id] }]
    return world.asUser({ id: crypto.randomUUID(), name: 'Otto', email: null, grants, farmerId: null })
  }
  it('are read by a viewer and by the auditor of their body, and by no auditor of another one', async () => {
    const { id } = records.get('scopecertificate') as Made
    const statusOf = async (who: Client) => (await who.get(`/scopecertificate/${id}`)).status
    expect([await statusOf(viewer), await statusOf(world.as('carla', 'OP1')), await statusOf(await other())]).toEqual([200, 200, 404])
  })
  it('are entered by no viewer, and confirmed neither by one nor by the auditor of another body', async () => {
    const entity = entities.find(({ name }) => name === 'scopecertificate') as AnyEntity
    const { id } = records.get('scopecertificate') as Made
    const body = await seedsOf(world).input(entity)
    const stranger = await other()
    const before = await rowCounts(world)
    expect((await viewer.post('/scopecertificate', body)).status).toBe(403)
    for (const [who, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const)
      for (const [type, { system }] of Object.entries<EventSpec>(entity.events)) {
        if (system) continue
        const answer = await who.post(`/scopecertificate/${id}/events`, { eventType: type, occurredAt: new Date().toISOString(), data: {} })
        expect([type, answer.status]).toEqual([type, status])
      }
    expect(await rowCounts(world)).toEqual(before)
  })
})
