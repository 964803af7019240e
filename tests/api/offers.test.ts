// What `may` offers is what is possible: four eyes, the day, what other records say and what a place can do are known before somebody tries
// (docs/decisions/0106). What is offered to nobody is refused all the same.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import type { Client } from '../harness/client.ts'
import { refusing } from '../harness/refusing.ts'
import { seedsOf } from '../harness/seeds.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string): Client => world.as(who, 'OP1')
const refuses = refusing(() => world)
const offers = async (who: string, entity: string, id: string): Promise<string[]> => (await ok(as(who).get(`/${entity}/${id}`))).may
const now = (who: string, entity: string, id: string, eventType: string, data: Json = {}) =>
  as(who).post(`/${entity}/${id}/events`, { eventType, occurredAt: clock().toISOString(), data })

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('a non-conformity', () => {
  const opened = async (severity: string): Promise<string> => {
    const { farmerId } = await chain.member()
    const body = { ref: `O-${Math.random()}`, severity, rule: 'STORE', description: 'Found', openedOn: '2026-01-10', dueOn: '2026-02-10', farmerId }
    return (await ok(as('ines').post('/nonconformity', body))).id
  }
  it('is offered to be closed to whoever closes one so severe', async () => {
    const id = await opened('CRITICAL')
    await ok(now('fatima', 'nonconformity', id, 'ACTION_SENT', { action: 'Locked', doneOn: '2026-01-14' }))
    await refuses(() => now('omar', 'nonconformity', id, 'CLOSED'), { status: 403 })
    for (const who of ['omar', 'ines']) expect(await offers(who, 'nonconformity', id), who).not.toContain('CLOSED')
    expect(await offers('carla', 'nonconformity', id)).toContain('CLOSED')
  })
  it('has its sanction imposed and lifted by others than who proposed and imposed it, after a void again', async () => {
    const id = await opened('MAJOR')
    const { subject } = await ok(now('omar', 'nonconformity', id, 'ESCALATED', { sanction: 'WARNING', reason: 'Not corrected' }))
    expect(subject.may).not.toContain('SANCTION_IMPOSED')
    expect(await offers('omar', 'nonconformity', id)).not.toContain('SANCTION_IMPOSED')
    expect(await offers('ada', 'nonconformity', id)).toContain('SANCTION_IMPOSED')
    const { event } = await ok(now('ada', 'nonconformity', id, 'SANCTION_IMPOSED'))
    for (const who of ['ada', 'omar']) {
      expect(await offers(who, 'nonconformity', id), who).not.toContain('SANCTION_LIFTED')
      await refuses(() => now(who, 'nonconformity', id, 'SANCTION_LIFTED', { reason: 'Seen' }), { status: 422, body: { ruleId: 'BR-24' } })
    }
    expect(await offers('carla', 'nonconformity', id)).toContain('SANCTION_LIFTED')
    await ok(as('ada').post(`/nonconformity/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await ok(now('carla', 'nonconformity', id, 'SANCTION_IMPOSED'))
    expect(await offers('ada', 'nonconformity', id)).toContain('SANCTION_LIFTED')
    expect(await offers('carla', 'nonconformity', id)).not.toContain('SANCTION_LIFTED')
  })
})

describe('a scope certificate', () => {
  it('is suspended and withdrawn until its last day; afterwards what is recorded of earlier days alone is possible', async () => {
    const { id: processorId } = await seedsOf(world).make(entityOf('processor'))
    const { id } = await chain.standards.certify({ processorId }, { scNo: 'O-1', validTo: '2026-01-14' })
    expect((await offers('carla', 'scopecertificate', id)).filter((name) => ['SUSPENDED', 'WITHDRAWN'].includes(name))).toEqual([])
    await refuses(() => now('carla', 'scopecertificate', id, 'WITHDRAWN', { reason: 'Fraud' }), { status: 409 })
    await ok(record(as('carla'), 'scopecertificate', id, 'WITHDRAWN', '2026-01-13', { reason: 'Fraud' }))
    const other = await chain.standards.certify({ processorId }, { scNo: 'O-2', validTo: '2026-01-15' })
    expect(await offers('carla', 'scopecertificate', other.id)).toEqual(expect.arrayContaining(['SUSPENDED', 'WITHDRAWN']))
  })
})

describe('a cropping system', () => {
  it('has a water regime to approve while one waits, for others than who proposed it', async () => {
    const { systemId } = (await chain.sown()) as Json
    expect(await offers('ada', 'croppingsystem', systemId)).not.toContain('WATER_CHANGE_APPROVED')
    await refuses(() => now('ada', 'croppingsystem', systemId, 'WATER_CHANGE_APPROVED'), { status: 409 })
    const propose = () => now('omar', 'croppingsystem', systemId, 'WATER_CHANGE_PROPOSED', { waterRegime: 'IRRIGATED', reason: 'Well dug' })
    const { event } = await ok(propose())
    expect(await offers('ada', 'croppingsystem', systemId)).toContain('WATER_CHANGE_APPROVED')
    expect(await offers('omar', 'croppingsystem', systemId)).not.toContain('WATER_CHANGE_APPROVED')
    await ok(as('omar').post(`/croppingsystem/${systemId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await offers('ada', 'croppingsystem', systemId)).not.toContain('WATER_CHANGE_APPROVED')
    await ok(propose())
    await ok(now('ada', 'croppingsystem', systemId, 'WATER_CHANGE_APPROVED'))
    expect(await offers('ada', 'croppingsystem', systemId)).not.toContain('WATER_CHANGE_APPROVED')
  })
})

describe('goods', () => {
  it('are pressed where there is a press', async () => {
    expect(await offers('pooja', 'processingsystem', chain.centre)).not.toContain('BALE_PRESSED')
    expect(await offers('paul', 'processingsystem', chain.gin)).toContain('BALE_PRESSED')
  })
  it('of before are proposed once in a lot, and again when that was taken back', async () => {
    const { id } = await chain.lot()
    const stock = { kg: 100, claim: 'CONVENTIONAL' }
    expect(await offers('pooja', 'productbatch', id)).toContain('OPENING_STOCK')
    const { event, subject } = await ok(record(as('pooja'), 'productbatch', id, 'OPENING_STOCK', '2025-06-02', stock))
    expect(subject.may).not.toContain('OPENING_STOCK')
    expect(await offers('omar', 'productbatch', id)).not.toContain('OPENING_STOCK')
    await refuses(() => record(as('pooja'), 'productbatch', id, 'OPENING_STOCK', '2025-06-02', stock), { status: 409 })
    await ok(as('pooja').post(`/productbatch/${id}/events/${event.id}/void`, { reason: 'INCORRECT_DATA' }))
    expect(await offers('pooja', 'productbatch', id)).toContain('OPENING_STOCK')
  })
})

describe('a submission', () => {
  it('is approved with choices where it changes a record that is there, and simply where it makes one', async () => {
    const sent = { deviceId: 'SM-A146', formVersion: 1, capturedAt: '2026-01-14T10:00:00+05:30' }
    const text = (field: string, value: string) => ({ field, value: { kind: 'TEXT', text: value } })
    const { farmerId } = await chain.member()
    const made = await ok(as('fatima').post('/submission', { ...sent, formCode: 'FARMER_REG', answers: [text('firstName', 'Asha')] }))
    expect(await offers('omar', 'submission', made.id)).toContain('APPROVED')
    expect(await offers('omar', 'submission', made.id)).not.toContain('RESOLVED')
    const change = { ...sent, formCode: 'FARMER_REG', targetType: 'farmer', targetId: farmerId, answers: [text('firstName', 'Asha')] }
    const { id } = await ok(as('fatima').post('/submission', change))
    expect(await offers('omar', 'submission', id)).toContain('RESOLVED')
    expect(await offers('fatima', 'submission', id)).not.toContain('APPROVED')
  })
})
