// The organic clock and the tenure of a plot: the same in whatever order they are recorded, taken back as if never recorded, and nothing
// organic by the manager's word alone (BR-04; review B5, B6, B30; reliability findings 3, 8, 9).
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { at, type Json, ok } from './chain-stage.ts'
import { field, type Stage, stageOf } from './parcel-stage.ts'

let moment = '2026-01-15T06:30:00Z'
let world: World
let stage: Stage
let omar: Client
let carla: Client
let item: string
beforeAll(async () => {
  world = await openWorld({ now: () => new Date(moment) })
  stage = await stageOf(world)
  ;[omar, carla] = [world.as('omar'), world.as('carla')]
  item = (await ok(world.as('ada', 'OP1').post('/inputitem', sampleOf(entityOf('inputitem'), { values: { name: 'Urea', permission: 'PROHIBITED' } })))).id
})
const attempt = (who: Client, id: string, eventType: string, day: string, data: Record<string, unknown>) =>
  who.post(`/landparcel/${id}/events`, { eventType, occurredAt: at(day), data, lateReason: 'From the register' })
const voidRecordedEvent = (who: Client, id: string, eventId: string, note?: string) =>
  who.post(`/landparcel/${id}/events/${eventId}/void`, { reason: 'INCORRECT_DATA', ...(note ? { note } : {}) })
const view = async (id: string): Promise<Json> => ok(omar.get(`/landparcel/${id}`))
const clockOf = ({ conversionStart, conversionCountsFrom, lastProhibitedInputOn, retroMonths, organicStatus }: Json) => ({
  conversionStart,
  conversionCountsFrom,
  lastProhibitedInputOn,
  retroMonths,
  organicStatus,
})
const start = (id: string, startedOn: string, more = {}) => attempt(omar, id, 'CONVERSION_STARTED', startedOn, { startedOn, ...more })
const confirm = (id: string, startedOn: string) => attempt(carla, id, 'CONVERSION_CONFIRMED', '2026-01-14', { startedOn, document: 'NC/1' })
const reset = (id: string, resetOn: string) => attempt(omar, id, 'CONVERSION_RESET', resetOn, { resetOn, cause: 'Sanction' })
const found = (id: string, usedOn: string) => attempt(world.as('ines'), id, 'PROHIBITED_INPUT_FOUND', usedOn, { itemId: item, usedOn, evidence: 'Empty bag' })

describe('a start of conversion (B5)', () => {
  it('far back is not organic by the manager’s date, typed or recorded, and is once the certification body confirmed just that day', async () => {
    const { id } = await stage.plant({})
    const { body } = await omar.patch(`/landparcel/${id}`, { conversionStart: '2019-01-01' }, { 'if-match': '"1"' })
    expect(body).toMatchObject({
      organicStatus: 'IC1',
      conversionCountsFrom: '2026-01-15',
      startConfirmedAt: null,
      flags: [{ ruleId: 'BR-04', severity: 'REVIEW', figures: { conversionStart: '2019-01-01' } }],
    })
    const other = await stage.plant({})
    expect((await ok(start(other.id, '2019-01-01'))).subject).toMatchObject({ organicStatus: 'IC1', flags: [{ ruleId: 'BR-04' }] })

    expect((await attempt(omar, id, 'CONVERSION_CONFIRMED', '2026-01-14', { startedOn: '2019-01-01', document: 'x' })).status).toBe(403)
    expect((await confirm(id, '2018-01-01')).body).toMatchObject({ status: 400, fields: [{ path: 'data.startedOn', code: 'rule' }] })
    const { event, subject } = await ok(confirm(id, '2019-01-01'))
    expect(subject).toMatchObject({ organicStatus: 'ORGANIC', conversionCountsFrom: '2019-01-01', startConfirmedAt: expect.any(String), flags: [] })
    expect((await confirm(id, '2018-01-01')).status).toBe(400)
    expect((await ok(voidRecordedEvent(carla, id, event.id))).subject).toMatchObject({
      organicStatus: 'IC1',
      startConfirmedAt: null,
      flags: [{ ruleId: 'BR-04' }],
    })
  })
  it('within the twelve months before its recording counts by itself', async () => {
    const { id } = await stage.plant({})
    expect((await ok(start(id, '2025-02-01'))).subject).toMatchObject({ organicStatus: 'IC1', conversionCountsFrom: '2025-02-01', flags: [] })
  })
  it('is accepted with no months recognised, written as nought', async () => {
    const typed = { conversionStart: '2022-01-10', retroMonths: 0, lastProhibitedInputOn: '2022-01-09' }
    const { status, body } = await omar.post('/landparcel', stage.parcel({ name: 'Nought', ...typed }))
    expect({ status, retroMonths: body.retroMonths, conversionStart: body.conversionStart }).toEqual({
      status: 201,
      retroMonths: 0,
      conversionStart: '2022-01-10',
    })
  })
  it('typed by an edit does not overrule an event: the field says so (400)', async () => {
    const { id } = await stage.plant({})
    const { subject } = await ok(start(id, '2025-06-01'))
    const edit = (values: Record<string, unknown>) => omar.patch(`/landparcel/${id}`, values, { 'if-match': `"${subject.version}"` })
    expect((await edit({ conversionStart: '2025-03-01' })).body).toMatchObject({ status: 400, fields: [{ path: 'conversionStart', code: 'rule' }] })
    expect((await start(id, '2025-03-01')).body).toMatchObject({ status: 400, fields: [{ path: 'data.startedOn', code: 'rule' }] })
  })
})

describe('the clock in the order of the days it speaks of (finding 3)', () => {
  it('does not become organic again by an old start recorded after a reset', async () => {
    const { id } = await stage.plant({})
    await ok(start(id, '2022-01-10'))
    await ok(confirm(id, '2022-01-10'))
    await ok(reset(id, '2025-10-23'))
    expect(await view(id)).toMatchObject({ organicStatus: 'IC1', conversionCountsFrom: '2025-10-23' })
    expect(await start(id, '2022-10-24')).toMatchObject({ status: 400, body: { fields: [{ path: 'data.startedOn' }] } })
    expect(await view(id)).toMatchObject({ organicStatus: 'IC1', conversionCountsFrom: '2025-10-23' })
  })
  it('is the same whether the prohibited input or the start with recognised months is recorded first', async () => {
    const [one, other] = [await stage.plant({}), await stage.plant({})]
    const entered = (id: string) => start(id, '2025-04-01', { retroMonths: 12, retroDocument: 'D' })
    await ok(found(one.id, '2024-10-01'))
    await ok(entered(one.id))
    await ok(entered(other.id))
    await ok(found(other.id, '2024-10-01'))
    expect(clockOf(await view(one.id))).toEqual(clockOf(await view(other.id)))
    expect(clockOf(await view(one.id))).toMatchObject({ retroMonths: null, organicStatus: 'IC1', lastProhibitedInputOn: '2024-10-01' })
  })
  it('refuses to take back the start on which a reset builds, by name', async () => {
    const { id } = await stage.plant({})
    const { event } = await ok(start(id, '2025-03-01'))
    const { event: again } = await ok(reset(id, '2025-09-01'))
    expect((await voidRecordedEvent(omar, id, event.id)).body).toMatchObject({ status: 409, figures: { eventId: again.id, eventType: 'CONVERSION_RESET' } })
    await ok(voidRecordedEvent(omar, id, again.id))
    expect(await view(id)).toMatchObject({ conversionStart: '2025-03-01' })
  })
})

describe('taken back as if never recorded', () => {
  it.each([
    ['CONVERSION_STARTED', '2025-06-01', { startedOn: '2025-06-01' }],
    ['LEASE_CHANGED', '2025-12-01', { leaseFrom: '2026-04-01', leaseTo: '2029-03-31' }],
    ['BUFFER_OBSERVED', '2025-12-01', { side: 'E', metres: 8, use: 'CONVENTIONAL' }],
  ])('%s', async (type, day, data) => {
    const { id } = await stage.plant({ neighbours: [{ side: 'E', use: 'GM_COTTON', bufferM: 1 }], leaseFrom: '2025-04-01', leaseTo: '2026-03-31' })
    const columns = (row: Json) => Object.fromEntries(['status', 'flags', ...Object.keys(entityOf('landparcel').fields)].map((name) => [name, row[name]]))
    const before = columns(await view(id))
    const { event } = await ok(attempt(omar, id, type, day, data))
    expect(columns(await view(id))).not.toEqual(before)
    await ok(voidRecordedEvent(omar, id, event.id))
    expect(columns(await view(id))).toEqual(before)
  })
  it('CONVERSION_RESET', async () => {
    const { id } = await stage.plant({})
    await ok(start(id, '2022-01-10'))
    await ok(confirm(id, '2022-01-10'))
    const { event, subject } = await ok(reset(id, '2025-10-23'))
    expect(subject.organicStatus).toBe('IC1')
    expect((await ok(voidRecordedEvent(omar, id, event.id))).subject).toMatchObject({ organicStatus: 'ORGANIC', conversionStart: '2022-01-10' })
  })
  it('GROWER_CHANGED, and the grower of the latest day stays when an older change is recorded late', async () => {
    const plot = await stage.plant({ boundary: field(9000, 0) })
    const [sita, mohan] = [await stage.farmerOf('OP1', 'Bhikangaon'), await stage.farmerOf('OP1', 'Sendhwa')]
    const { event } = await ok(attempt(omar, plot.id, 'GROWER_CHANGED', '2025-12-01', { farmerId: sita }))
    await ok(attempt(omar, plot.id, 'GROWER_CHANGED', '2025-11-01', { farmerId: mohan }))
    expect(await view(plot.id)).toMatchObject({ farmerId: sita, village: 'Bhikangaon' })
    await ok(voidRecordedEvent(omar, plot.id, event.id))
    expect(await view(plot.id)).toMatchObject({ farmerId: mohan, village: 'Sendhwa' })
  })
  it('keeps what was measured last of a side, and the lease of the latest change, when an older one is recorded late (finding 8)', async () => {
    const { id } = await stage.plant({})
    await ok(attempt(omar, id, 'BUFFER_OBSERVED', '2025-12-01', { side: 'E', metres: 8, use: 'GM_COTTON' }))
    await ok(attempt(omar, id, 'BUFFER_OBSERVED', '2025-09-01', { side: 'E', metres: 2, use: 'CONVENTIONAL' }))
    await ok(attempt(omar, id, 'LEASE_CHANGED', '2025-12-01', { leaseFrom: '2026-04-01', leaseTo: '2029-03-31' }))
    await ok(attempt(omar, id, 'LEASE_CHANGED', '2025-03-01', { leaseFrom: '2025-04-01', leaseTo: '2026-03-31' }))
    expect(await view(id)).toMatchObject({ neighbours: [{ side: 'E', bufferM: 8, use: 'GM_COTTON' }], leaseTo: '2029-03-31' })
  })
})

describe('PROHIBITED_INPUT_FOUND taken back (B28)', () => {
  it('by an administrator with a reason, after the certification body has agreed; by nobody else (409, 400)', async () => {
    const { id } = await stage.plant({})
    const ada = world.as('ada', 'OP1')
    await ok(start(id, '2022-01-10'))
    await ok(confirm(id, '2022-01-10'))
    const { event } = await ok(found(id, '2025-10-10'))
    expect(await view(id)).toMatchObject({ organicStatus: 'IC1', lastProhibitedInputOn: '2025-10-10' })
    for (const who of [world.as('ines'), omar, ada]) expect((await voidRecordedEvent(who, id, event.id, 'A slip')).status).toBe(409)
    const agree = (who: Client, usedOn: string) =>
      attempt(who, id, 'PROHIBITED_INPUT_DISMISSED', '2026-01-14', { itemId: item, usedOn, reason: 'Wrong item picked' })
    expect((await agree(omar, '2025-10-10')).status).toBe(403)
    expect((await agree(carla, '2025-10-11')).body).toMatchObject({ status: 400, fields: [{ path: 'data.usedOn' }] })
    const { event: word } = await ok(agree(carla, '2025-10-10'))
    for (const who of [omar, ada]) expect((await voidRecordedEvent(who, id, word.id, 'A slip')).status).toBe(403)
    await ok(voidRecordedEvent(carla, id, word.id, 'Another plot'))
    expect((await voidRecordedEvent(ada, id, event.id, 'A slip')).status).toBe(409)
    await ok(agree(carla, '2025-10-10'))
    expect((await voidRecordedEvent(omar, id, event.id, 'A slip')).status).toBe(409)
    expect((await voidRecordedEvent(ada, id, event.id)).body).toMatchObject({ status: 400, fields: [{ path: 'note', code: 'required' }] })
    expect((await ok(voidRecordedEvent(ada, id, event.id, 'Urea was picked instead of neem cake'))).subject).toMatchObject({
      organicStatus: 'ORGANIC',
      lastProhibitedInputOn: null,
    })
  })
})

describe('organicStatus of a plot (B30, finding 9)', () => {
  it('moves with the calendar, in view, list and filter', async () => {
    const { id, village } = await stage.plant({})
    moment = '2026-02-01T06:30:00Z'
    await ok(start(id, '2026-01-20'))
    expect(await view(id)).toMatchObject({ organicStatus: 'IC1' })
    const inList = async (claim: string) =>
      (await ok(omar.get(`/landparcel?limit=200&filter[organicStatus]=${claim}&filter[village]=${encodeURIComponent(village)}`))).items.map(
        (one: Json) => one.id,
      )
    moment = '2027-01-19T18:00:00Z'
    expect(await inList('IC2')).not.toContain(id)
    // Midnight of the 20th in Nimar is half past six in the evening of the 19th in Greenwich.
    moment = '2027-01-19T18:31:00Z'
    expect(await inList('IC2')).toContain(id)
    expect(await view(id)).toMatchObject({ organicStatus: 'IC2' })
    moment = '2028-01-20T06:30:00Z'
    expect(await inList('ORGANIC')).toContain(id)
    moment = '2026-01-15T06:30:00Z'
  })
})
