// Events are never edited: they are taken back, or replaced by a new one; and some need a second pair of eyes.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { forgetOldKeys, keyRetentionDays } from '#server/db/maintenance.ts'
import { type Made, seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})

const now = () => new Date().toISOString()
const newFarmer = (): Promise<Made> => seedsOf(world).make(entityOf('farmer'), { values: { noParcelReason: 'Leases next season', joinedOn: '2021-04-01' } })
const record = (person: string, farmer: Made, eventType: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  world.as(person, 'OP1').post(`/farmer/${farmer.id}/events`, { eventType, occurredAt: now(), data: {}, ...more }, headers)
const visit = (purpose: string) => ({ data: { purpose } })

describe('POST …/events with supersedesEventId', () => {
  it('takes the earlier event back and records the new one, in one step', async () => {
    const farmer = await newFarmer()
    const { event } = (await record('fatima', farmer, 'VISIT', visit('Bondary'))).body
    const answer = await record('fatima', farmer, 'VISIT', { ...visit('Boundary'), supersedesEventId: event.id })
    expect(answer).toMatchObject({ status: 201, body: { event: { supersedesEventId: event.id, data: { purpose: 'Boundary' } } } })
    expect((await world.as('ada').get(`/farmer/${farmer.id}/events/${event.id}`)).body).toMatchObject({
      status: 'SUPERSEDED',
      voidReason: 'INCORRECT_DATA',
      voidedBy: world.people.fatima?.id,
    })
    expect((await world.as('ada').get(`/farmer/${farmer.id}/events`)).body.items).toHaveLength(1)
  })
  it('changes nothing when the new one is refused', async () => {
    const farmer = await newFarmer()
    const { event } = (await record('fatima', farmer, 'VISIT', visit('Boundary'))).body
    expect(await record('fatima', farmer, 'VISIT', { data: {}, supersedesEventId: event.id })).toMatchObject({ status: 400 })
    expect(await record('fatima', farmer, 'APPROVED', { supersedesEventId: event.id })).toMatchObject({ status: 403 })
    expect((await world.as('ada').get(`/farmer/${farmer.id}/events/${event.id}`)).body.status).toBe('RECORDED')
  })
  it('refuses an event of another record (404), and one taken back already (409)', async () => {
    const [one, other] = [await newFarmer(), await newFarmer()]
    const { event } = (await record('fatima', one, 'VISIT', visit('Boundary'))).body
    expect(await record('fatima', other, 'VISIT', { ...visit('x'), supersedesEventId: event.id })).toMatchObject({ status: 404 })
    await record('fatima', one, 'VISIT', { ...visit('Boundary walked'), supersedesEventId: event.id })
    expect(await record('fatima', one, 'VISIT', { ...visit('again'), supersedesEventId: event.id })).toMatchObject({
      status: 409,
      body: { code: 'STATE_CONFLICT' },
    })
  })
})

describe('POST …/events/{eventId}/void', () => {
  it('is for the person who recorded it, or one who may approve (403 for others)', async () => {
    const farmer = await newFarmer()
    const { event } = (await record('fatima', farmer, 'VISIT', visit('Inspection'))).body
    const back = (person: string) => world.as(person, 'OP1').post(`/farmer/${farmer.id}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' })
    expect(await back('ines')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await back('omar')).toMatchObject({
      status: 200,
      body: { event: { status: 'VOIDED', voidReason: 'DID_NOT_OCCUR', recordedBy: world.people.fatima?.id, voidedBy: world.people.omar?.id } },
    })
  })
  it('gives the status back that was before, but not from under a later change (409)', async () => {
    const farmer = await newFarmer()
    const sent = (await record('ada', farmer, 'SUBMITTED')).body
    expect(sent, JSON.stringify(sent)).toMatchObject({ subject: { status: 'PENDING' } })
    const returned = (await record('omar', farmer, 'RETURNED', { data: { comment: 'Photo missing' } })).body
    const back = (eventId: string) => world.as('ada').post(`/farmer/${farmer.id}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' })
    expect(await back(sent.event.id)).toMatchObject({ status: 409, body: { code: 'STATE_CONFLICT', figures: { eventType: 'RETURNED' } } })
    expect(await back(returned.event.id)).toMatchObject({ status: 200, body: { subject: { status: 'PENDING' } } })
    expect(await back(sent.event.id)).toMatchObject({ status: 200, body: { subject: { status: 'DRAFT' } } })
  })
  it('does not take back what the product wrote itself (409)', async () => {
    const farmer = await newFarmer()
    const [created] = (await world.as('ada').get(`/farmer/${farmer.id}/history`)).body.items
    expect(await world.as('ada').post(`/farmer/${farmer.id}/events/${created.id}/void`, { reason: 'DID_NOT_OCCUR' })).toMatchObject({ status: 409 })
  })
})

describe('POST …/events', () => {
  it('accepts what a device made: its id, once (409 DUPLICATE the second time)', async () => {
    const farmer = await newFarmer()
    const id = crypto.randomUUID()
    expect(await record('fatima', farmer, 'VISIT', { ...visit('Offline'), id })).toMatchObject({ status: 201, body: { event: { id } } })
    expect(await record('fatima', farmer, 'VISIT', { ...visit('Offline'), id })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', fields: [{ path: 'id', code: 'taken' }] },
    })
  })
  it('keeps the local time of the place beside the moment', async () => {
    const farmer = await newFarmer()
    const at = new Date(Date.now() - 3_600_000)
    const local = `${new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19)}+05:30`
    const { event } = (await record('fatima', farmer, 'VISIT', { ...visit('Field'), occurredAt: local })).body
    expect(event).toMatchObject({ occurredAt: `${at.toISOString().slice(0, 19)}.000Z`, occurredOffsetMin: 330 })
  })
  it('refuses a step of a plan that does not exist (400 at planEventId)', async () => {
    const { status, body } = await record('fatima', await newFarmer(), 'VISIT', { ...visit('Look'), planEventId: '01980000-0000-7000-8000-000000000000' })
    expect([status, body.fields]).toEqual([400, [expect.objectContaining({ path: 'planEventId', code: 'missing' })]])
  })
  it('takes late facts with a reason, and from an import without', async () => {
    const farmer = await newFarmer()
    const occurredAt = new Date(Date.now() - 40 * 86_400_000).toISOString()
    expect(await record('omar', farmer, 'VISIT', { ...visit('Old'), occurredAt })).toMatchObject({ status: 400 })
    expect(await record('omar', farmer, 'VISIT', { ...visit('Old'), occurredAt, lateReason: 'Paper came late' })).toMatchObject({ status: 201 })
    expect(await record('omar', farmer, 'VISIT', { ...visit('Old'), occurredAt }, { 'x-client': 'import' })).toMatchObject({ status: 201 })
    expect(await record('fatima', farmer, 'VISIT', { ...visit('Old'), occurredAt }, { 'x-client': 'import' })).toMatchObject({ status: 403 })
  })
  it('checks the version when one was seen (412)', async () => {
    const farmer = await newFarmer()
    expect(await record('fatima', farmer, 'VISIT', visit('x'), { 'if-match': '"3"' })).toMatchObject({ status: 412 })
    expect(await record('fatima', farmer, 'VISIT', visit('x'), { 'if-match': '"1"' })).toMatchObject({ status: 201, body: { subject: { version: 2 } } })
  })
  it('records once for one Idempotency-Key, also when sent twice at the same moment', async () => {
    const farmer = await newFarmer()
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        record(
          'fatima',
          farmer,
          'VISIT',
          { ...visit('Twice'), occurredAt: '2026-01-01T00:00:00Z', lateReason: 'x' },
          { 'idempotency-key': `visit-${farmer.id}` },
        ),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.event.id)).size).toBe(1)
    expect((await world.as('ada').get(`/farmer/${farmer.id}/events`)).body.items).toHaveLength(1)
  })
})

describe('answered Idempotency-Keys', () => {
  it('are forgotten after their time, and not before', async () => {
    const farmer = await newFarmer()
    await record('fatima', farmer, 'VISIT', visit('Keys'), { 'idempotency-key': `forget-${farmer.id}` })
    const stored = () =>
      world.scoped('ada', (scope) =>
        scope.db.selectFrom('idempotency').select('key').where('tenant_id', '=', scope.tenant.id).where('key', '=', `forget-${farmer.id}`).execute(),
      )
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    await forgetOldKeys(world.database, inDays(keyRetentionDays - 1))
    expect(await stored()).toHaveLength(1)
    await forgetOldKeys(world.database, inDays(keyRetentionDays + 1))
    expect(await stored()).toHaveLength(0)
  })
})

describe('codes', () => {
  it('have no gaps, though many are made at once and some are refused', async () => {
    const seeds = seedsOf(world, 'OP2')
    const bodies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => seeds.input(entityOf('landowner'), n % 4 === 3 ? { values: { tags: ['refused'] } } : {})),
    )
    const answers = await Promise.all(
      bodies.map((body) => world.as('ada', 'OP2').post('/landowner', body.tags ? { ...body, farmerId: crypto.randomUUID() } : body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...new Array(9).fill(201), ...new Array(3).fill(400)])
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => Number(body.code.slice(-6)))
      .sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 9 }, (_, n) => (numbers[0] as number) + n))
  })
})

describe('DELETE', () => {
  it('refuses what others refer to, and says who (409 REFERENCED)', async () => {
    const farmer = await newFarmer()
    const parcel = await seedsOf(world).make(entityOf('landparcel'), { values: { farmerId: farmer.id } })
    expect(await world.as('omar', 'OP1').delete(`/farmer/${farmer.id}`)).toMatchObject({
      status: 409,
      body: { code: 'REFERENCED', figures: { referrers: { landparcel: 1 } } },
    })
    expect((await world.as('omar', 'OP1').delete(`/landparcel/${parcel.id}`)).status).toBe(204)
    expect((await world.as('omar', 'OP1').delete(`/farmer/${farmer.id}`)).status).toBe(204)
  })
})
