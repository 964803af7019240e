// Editing and taking back, once per declared entity: versions, history, and two people at once.
import { beforeAll, describe, expect, it } from 'vitest'
import { access } from '#domain/access-table.ts'
import { entities } from '#domain/entities.ts'
import type { Fields } from '#domain/kernel/field.ts'
import { anyTable } from '#server/db/any-table.ts'
import { creatorOf, holderOf } from '../harness/actors.ts'
import type { Client } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { type Made, type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
let seeds: Seeds
let ada: Client
beforeAll(async () => {
  world = await openWorld()
  seeds = seedsOf(world)
  ada = world.as('ada', 'OP1')
})

/** What somebody may edit at all. */
const editable = entities.filter(({ name }) => Object.values(access[name] ?? {}).some((cell) => /E/.test(cell)))

describe.each(editable.map((entity) => [entity.name, entity] as const))('/api/operators/{operator}/%s/{id}', (name, entity) => {
  const path = `/${name}`
  const made = (): Promise<Made> => seeds.make(entity)
  /** Whoever may edit these. */
  let who: string
  let editor: Client
  beforeAll(() => {
    who = holderOf(world, entity, 'E') ?? 'ada'
    editor = world.as(who, 'OP1')
  })

  describe('PATCH', () => {
    it('asks for the version that was seen (428), refuses an old one (412) and an odd one (400), and changes nothing', async () => {
      const { id } = await made()
      expect(await editor.patch(`${path}/${id}`, { tags: ['a'] })).toMatchObject({ status: 428, body: { code: 'VERSION_REQUIRED' } })
      expect(await editor.patch(`${path}/${id}`, { tags: ['a'] }, { 'if-match': '"7"' })).toMatchObject({
        status: 412,
        body: { code: 'STALE_VERSION', figures: { seenVersion: 7, version: 1 } },
      })
      expect(await editor.patch(`${path}/${id}`, { tags: ['a'] }, { 'if-match': '*' })).toMatchObject({ status: 400 })
      expect((await ada.get(`${path}/${id}`)).body).toMatchObject({ version: 1, tags: [] })
    })
    it('refuses unknown, fixed and derived fields (400)', async () => {
      const { id } = await made()
      const fixed = Object.entries(entity.fields as Fields)
        .filter(([, field]) => field.fixed || field.by === 'system')
        .map(([field]) => field)
      for (const field of [...fixed, 'operatorId', 'status', 'id', 'version', 'nothing']) {
        expect([field, (await editor.patch(`${path}/${id}`, { [field]: 'x' }, { 'if-match': '"1"' })).body.fields?.[0]]).toEqual([
          field,
          expect.objectContaining({ path: field, code: 'unknown' }),
        ])
      }
    })
    it('changes a field: next version, its history says from what to what; the same again changes nothing', async () => {
      const { id, code } = await made()
      const own = `E-${name.toUpperCase().slice(0, 14)}-${String(code).slice(-6)}`
      const answer = await editor.patch(`${path}/${id}`, { code: own, tags: ['seen'] }, { 'if-match': '"1"' })
      expect(answer, JSON.stringify(answer.body)).toMatchObject({
        status: 200,
        body: { version: 2, code: own, tags: ['seen'], updatedBy: world.people[who]?.id },
      })
      expect(answer.headers.get('etag')).toBe('"2"')
      expect(flawsOfAnswer(`${name}.edit`, 200, answer.body)).toEqual([])
      expect(await editor.patch(`${path}/${id}`, { tags: ['seen'] }, { 'if-match': '"2"' })).toMatchObject({ status: 200, body: { version: 2 } })
      const history = await ada.get(`${path}/${id}/history`)
      expect(history.body.items[0]).toMatchObject({
        eventType: 'EDITED',
        recordedBy: world.people[who]?.id,
        data: { changes: { code: { from: code, to: own }, tags: { from: [], to: ['seen'] } } },
      })
      expect(history.body.items.at(-1)).toMatchObject({ eventType: 'CREATED' })
      expect(flawsOfAnswer(`${name}.history`, 200, history.body)).toEqual([])
      expect((await ada.get(`${path}?q=${own.toLowerCase()}`)).body.items.map((item: Made) => item.id)).toContain(id)
    })
    it('takes an identifier of another system, is found by it, and leaves it to no other record of its kind (409 DUPLICATE)', async () => {
      const { id } = await made()
      const value = `EX ${name} ${id.slice(-12)}`
      const externalIds = [{ system: 'TRACENET', value }]
      const answer = await editor.patch(`${path}/${id}`, { externalIds }, { 'if-match': '"1"' })
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { version: 2, externalIds } })
      const found = await ada.get(`${path}?filter[externalId]=${encodeURIComponent(`tracenet:${value.toLowerCase().replaceAll(' ', '')}`)}`)
      expect(found.body.items.map((item: Made) => item.id)).toEqual([id])
      expect((await ada.get(`${path}/${id}/history`)).body.items[0]).toMatchObject({ data: { changes: { externalIds: { from: null, to: externalIds } } } })
      const other = await made()
      expect(
        await editor.patch(`${path}/${other.id}`, { externalIds: [{ system: 'TRACENET', value: `  ${value.toUpperCase()}` }] }, { 'if-match': '"1"' }),
      ).toMatchObject({
        status: 409,
        body: { code: 'DUPLICATE', fields: [{ path: 'externalIds', code: 'taken' }] },
      })
    })
    it('lets the second of two people who saw the same version know (412)', async () => {
      const { id } = await made()
      const answers = await Promise.all(['one', 'two'].map((tag) => editor.patch(`${path}/${id}`, { tags: [tag] }, { 'if-match': '"1"' })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    })
  })

  describe('DELETE', () => {
    it('takes back a record in its first state: gone from view and list, kept in the database, its code free again', async () => {
      const { id, code, status } = await made()
      const answer = await editor.delete(`${path}/${id}`)
      // Some records begin further on, because their rules put them there.
      if (status !== entity.startState) return expect(answer).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT' } })
      expect(answer.status, JSON.stringify(answer.body)).toBe(204)
      expect(await ada.get(`${path}/${id}`)).toMatchObject({ status: 404 })
      expect((await ada.get(`${path}?filter[id]=${id}`)).body.items).toEqual([])
      expect((await ada.get(`${path}?q=${code}`)).body.items).toEqual([])
      const stored = await world.scoped('ada', (scope) =>
        anyTable(scope.db).selectFrom(name).select('deleted_at').where('tenant_id', '=', scope.tenant.id).where('id', '=', id).executeTakeFirst(),
      )
      expect(stored?.deleted_at).not.toBeNull()
      if (!entity.readOnly)
        expect(await world.as(creatorOf(world, entity) ?? 'ada', 'OP1').post(path, await seeds.input(entity, { values: { code } }))).toMatchObject({
          status: 201,
        })
    })
    it('refuses an old version (412) and keeps the record', async () => {
      const { id } = await made()
      expect(await editor.delete(`${path}/${id}`, { 'if-match': '"9"' })).toMatchObject({ status: 412 })
      expect(await ada.get(`${path}/${id}`)).toMatchObject({ status: 200 })
    })
  })
})
