// The HTTP contract, once per declared entity: whoever adds an entity has met this suite already.
import { beforeAll, describe, expect, it } from 'vitest'
import { can } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type Field, type Fields, isDemanded } from '#domain/kernel/field.ts'
import { creatorOf, workers } from '../harness/actors.ts'
import type { Client } from '../harness/client.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { type Made, type Seeds, seedsOf } from '../harness/seeds.ts'
import { openWorld, rowCounts, type World } from '../harness/world.ts'
import { wrongValuesOf } from '../samples.ts'

let world: World
let seeds: Seeds
let ada: Client
beforeAll(async () => {
  world = await openWorld()
  seeds = seedsOf(world)
  ada = world.as('ada', 'OP1')
})

const nowhere = '00000000-0000-7000-8000-000000000000'
const personFields = (entity: AnyEntity): [string, Field][] => Object.entries(entity.fields as Fields).filter(([, field]) => field.by === 'person')

describe.each(entities.map((entity) => [entity.name, entity] as const))('/api/operators/{operator}/%s', (name, entity) => {
  const path = `/${name}`
  /** Whoever may create these. */
  let creator: string
  let maker: Client
  beforeAll(() => {
    creator = creatorOf(world, entity) ?? 'ada'
    maker = world.as(creator, 'OP1')
  })
  const made = (values?: Record<string, unknown>): Promise<Made> => seeds.make(entity, values ? { values } : {})
  const fieldsOf = (problem: { fields?: { path: string; code: string }[] }) => (problem.fields ?? []).map(({ path, code }) => `${path} ${code}`)

  describe('who is refused', () => {
    it('refuses nobody in particular (401 UNAUTHENTICATED)', async () => {
      for (const answer of [await world.stranger().get(`/api/operators/OP1${path}`), await world.stranger().post(`/api/operators/OP1${path}`, {})])
        expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    })
    it('refuses an unknown host (421 UNKNOWN_HOST)', async () => {
      expect(await world.stranger('elsewhere.example').get(`/api/operators/OP1${path}`)).toMatchObject({ status: 421, body: { code: 'UNKNOWN_HOST' } })
    })
    it('shows a person without a place in the programme nothing (404 for the operator, 403 for all of them)', async () => {
      expect(await world.as('nobody', 'OP1').get(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(await world.as('nobody', '-').get(path)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    })
    it('gives those who may list a list, and others 403', async () => {
      for (const person of workers) {
        const answer = await world.as(person, 'OP1').get(path)
        expect([person, answer.status]).toEqual([person, can(world.people[person] as never, name, 'L') ? 200 : 403])
      }
    })
    it.skipIf(entity.readOnly)('lets only those create who may (403 FORBIDDEN), and writes nothing for others', async () => {
      const before = await rowCounts(world)
      for (const person of workers.filter((one) => !can(world.people[one] as never, name, 'C'))) {
        expect(await world.as(person, 'OP1').post(path, {})).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      }
      expect(await rowCounts(world)).toEqual(before)
    })
    it('shows another tenant nothing: not in its list, not by id, not to be written', async () => {
      const { id } = await made()
      const dina = world.as('dina', 'GIR')
      expect((await dina.get(`${path}?limit=200`)).body.items.map((item: Made) => item.id)).not.toContain(id)
      expect(await dina.get(`${path}/${id}`)).toMatchObject({ status: 404 })
      expect(await dina.patch(`${path}/${id}`, { tags: ['x'] }, { 'if-match': '"1"' })).toMatchObject({ status: 404 })
      expect(await dina.delete(`${path}/${id}`)).toMatchObject({ status: 404 })
      expect(await dina.post(`${path}/${id}/events`, { eventType: 'X', occurredAt: new Date().toISOString() })).toMatchObject({ status: 404 })
      expect(await dina.get(`${path}/${id}/history`)).toMatchObject({ status: 404 })
      expect((await ada.get(`${path}/${id}`)).body.version).toBe(1)
    })
    it.runIf(entity.owner !== 'tenant')('shows another operator nothing (404), and narrows the administrator to the operator of the address', async () => {
      const { id } = await made()
      if (can(world.people.leela as never, name, 'V'))
        expect(await world.as('leela', 'OP2').get(`${path}/${id}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(await world.as('leela', 'OP1').get(path)).toMatchObject({ status: 404 })
      expect(await world.as('ada', 'OP2').get(`${path}/${id}`)).toMatchObject({ status: 404 })
      expect(await world.as('ada', '-').get(`${path}/${id}`)).toMatchObject({ status: 200 })
    })
    it('answers odd addresses and methods with 404 and 405', async () => {
      expect(await ada.get(`${path}/not-an-id`)).toMatchObject({ status: 404 })
      expect(await ada.get(`${path}/${nowhere}`)).toMatchObject({ status: 404 })
      expect(await ada.get(`${path}/${nowhere}/nothing`)).toMatchObject({ status: 404 })
      const put = await ada.send(path, { method: 'PUT' })
      expect([put.status, put.body.code, put.headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD, POST'])
    })
  })

  describe.skipIf(entity.readOnly)('POST', () => {
    it('names every required field that is missing (400 VALIDATION)', async () => {
      const answer = await maker.post(path, {})
      const required = personFields(entity)
        .filter(([, field]) => isDemanded(field))
        .map(([field]) => `${field} required`)
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer.body)).toEqual(expect.arrayContaining(required))
      expect(flawsOfAnswer(`${name}.create`, 400, answer.body)).toEqual([])
    })
    it('refuses fields that do not exist, that only the product sets, and common ones (400, unknown)', async () => {
      const derived = Object.entries(entity.fields as Fields)
        .filter(([, field]) => field.by === 'system')
        .map(([field]) => field)
      const extra = [...derived, 'noSuchField', 'status', 'version', 'tenantId', 'createdBy', 'title', 'constructor', '__proto__x']
      const answer = await maker.post(path, { ...(await seeds.input(entity)), ...Object.fromEntries(extra.map((field) => [field, 1])) })
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer.body).sort()).toEqual(extra.map((field) => `${field} unknown`).sort())
    })
    it('refuses every wrong value of every field by its path (400), and writes nothing', async () => {
      const good = await seeds.input(entity)
      const before = await rowCounts(world)
      for (const [field, spec] of personFields(entity)) {
        for (const wrong of wrongValuesOf(spec)) {
          const answer = await maker.post(path, { ...good, [field]: wrong })
          expect([field, wrong, answer.status]).toEqual([field, wrong, 400])
          expect(
            answer.body.fields.some((problem: { path: string }) => problem.path === field || problem.path.startsWith(`${field}.`)),
            `${field}: ${JSON.stringify(answer.body)}`,
          ).toBe(true)
        }
      }
      expect(await rowCounts(world)).toEqual(before)
    })
    it('refuses a reference to what is not there, or is another tenant’s (400, missing)', async () => {
      const good = await seeds.input(entity)
      for (const [field, spec] of personFields(entity).filter(([, one]) => one.kind === 'reference' && !one.writableBy)) {
        const answer = await maker.post(path, { ...good, [field]: spec.target === 'collective' ? world.places.dairy.GIR?.id : nowhere })
        expect([field, answer.status]).toEqual([field, 400])
        expect(fieldsOf(answer.body)).toContain(`${field} missing`)
      }
    })
    it('makes a record: 201, its address, version 1, in the first state or where its rules put it, as it was sent', async () => {
      const body = await seeds.input(entity)
      const answer = await maker.post(path, body)
      expect(answer, JSON.stringify(answer.body)).toMatchObject({
        status: 201,
        body: { version: 1, createdBy: world.people[creator]?.id, operatorId: entity.owner !== 'tenant' ? world.places.cotton.OP1?.id : null },
      })
      expect(answer.body).toMatchObject(body)
      expect(answer.body.title).not.toBe('')
      expect(answer.body.code).toMatch(new RegExp(`^${entity.codePrefix}-\\d{6}$`))
      expect(answer.headers.get('location')).toBe(`/api/operators/OP1${path}/${answer.body.id}`)
      expect(answer.headers.get('etag')).toBe('"1"')
      expect(flawsOfAnswer(`${name}.create`, 201, answer.body)).toEqual([])
      const { refs, flags, may, extra, ...view } = (await ada.get(`${path}/${answer.body.id}`)).body
      expect(answer.body).toMatchObject(view)
      // Those of a new record are looked up by what it holds, those of a view by the database beside the row.
      expect(refs).toEqual(answer.body.refs)
    })
    it('keeps an id and a code made by the caller, and refuses them twice (409 DUPLICATE)', async () => {
      const [id, code] = [crypto.randomUUID(), `OWN-${name.toUpperCase().slice(0, 20)}-1`]
      expect((await maker.post(path, await seeds.input(entity, { values: { id, code } }))).body).toMatchObject({ id, code })
      expect(await maker.post(path, await seeds.input(entity, { values: { id } }))).toMatchObject({
        status: 409,
        body: { code: 'DUPLICATE', fields: [{ path: 'id', code: 'taken' }] },
      })
      expect(await maker.post(path, await seeds.input(entity, { values: { code } }))).toMatchObject({
        status: 409,
        body: { code: 'DUPLICATE', fields: [{ path: 'code', code: 'taken' }] },
      })
    })
    it('answers the same Idempotency-Key as the first time, and refuses it for another body (409 DUPLICATE_KEY)', async () => {
      const key = { 'idempotency-key': `key-${name}` }
      const body = await seeds.input(entity)
      const first = await maker.post(path, body, key)
      const before = await rowCounts(world)
      const again = await maker.post(path, body, key)
      expect([first.status, again.status, again.body, again.headers.get('location')]).toEqual([201, 201, first.body, first.headers.get('location')])
      expect(await maker.post(path, { ...body, tags: ['other'] }, key)).toMatchObject({ status: 409, body: { code: 'DUPLICATE_KEY' } })
      expect(await rowCounts(world)).toEqual(before)
    })
    it.runIf(entity.owner !== 'tenant')('puts it where the address says, and refuses another operator in the body (400)', async () => {
      expect(await maker.post(path, await seeds.input(entity, { values: { operatorId: world.places.cotton.OP2?.id } }))).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'operatorId' }] },
      })
    })
  })

  /**
   * Sets of fields that people enter; the version of a package follows from its name, and is tried where packages are. Of a company its body alone enters one: tried in
   * tests/api/company-audits.test.ts.
   */
  const ofCompany = entity.belongsTo.ofCompany && entity.belongsTo.processor
  const entered = (entity.unique ?? []).filter((fields) =>
    fields.every((field) => field !== ofCompany && (field === 'operatorId' || (entity.fields[field] as Field | undefined)?.by === 'person')),
  )
  describe.runIf(entered.length > 0 && !entity.readOnly)('what must be unique', () => {
    for (const set of entered) {
      it(`refuses the same ${set.join(' and ')} again (409 DUPLICATE) and says where`, async () => {
        const own = set.filter((field) => field !== 'operatorId') as string[]
        const first = await seeds.make(entity, { values: await valuesFor(own) })
        const values = Object.fromEntries(own.map((field) => [field, first[field]]))
        const answer = await maker.post(path, await seeds.input(entity, { values }))
        expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } })
        expect(fieldsOf(answer.body)).toEqual(own.map((field) => `${field} taken`))
      })
    }
    /** Optional fields are left out of a sample unless they are asked for. */
    const valuesFor = async (own: string[]): Promise<Record<string, unknown>> => {
      const full = await seeds.input(entity, { full: true })
      return Object.fromEntries(own.filter((field) => !(entity.fields[field] as Field).required).map((field) => [field, full[field]]))
    }
  })
})
