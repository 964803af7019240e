// What a device took down in time and could send only weeks later is not late (dictionary 1.3, 6.1); what it says of its own time counts within bounds.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, ok } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
})
const dayMs = 86_400_000
/** So many days before the product's now. */
const daysAgo = (days: number) => new Date(clock().getTime() - days * dayMs).toISOString()

async function visited(happened: number, more: Record<string, unknown>) {
  const { farmerId } = await chain.sown()
  return world.as('fatima').post(`/farmer/${farmerId}/events`, { eventType: 'VISIT', occurredAt: daysAgo(happened), data: { purpose: 'Talk' }, ...more })
}
const asksWhy = { status: 400, body: { fields: [{ path: 'lateReason', code: 'required' }] } }

describe('an event that arrives more than 14 days after it happened', () => {
  it.each([
    ['no time of its capture', 20, {}],
    ['a capture that was late itself', 40, { capturedAt: daysAgo(20) }],
    ['a capture before it happened', 20, { capturedAt: daysAgo(21) }],
    ['a capture in the future', 20, { capturedAt: daysAgo(-1) }],
    ['a capture longer ago than a device stores anything', 100, { capturedAt: daysAgo(95) }],
  ])('asks why with %s', async (_what, happened, more) => {
    expect(await visited(happened, more)).toMatchObject(asksWhy)
  })
  it('is refused with a capture that is no time, at its field', async () => {
    expect(await visited(20, { capturedAt: 'yesterday' })).toMatchObject({ status: 400, body: { fields: [{ path: 'capturedAt' }] } })
  })
  it('is taken where the device had it in time, and says when; a reason that was given stays', async () => {
    const { event } = await ok(visited(20, { capturedAt: daysAgo(19) }))
    expect(event.lateReason).toBe(`Captured on ${daysAgo(19).slice(0, 10)}`)
    const { event: other } = await ok(visited(20, { capturedAt: daysAgo(19), lateReason: 'Field book' }))
    expect(other.lateReason).toBe('Field book')
    expect((await ok(visited(3, { capturedAt: daysAgo(2) }))).event.lateReason).toBeNull()
  })
  it('is one event however often it is sent', async () => {
    const { farmerId } = await chain.sown()
    const body = { id: crypto.randomUUID(), eventType: 'VISIT', occurredAt: daysAgo(20), capturedAt: daysAgo(20), data: { purpose: 'Talk' } }
    const send = () => world.as('fatima').post(`/farmer/${farmerId}/events`, body)
    const both = await Promise.all([send(), send()])
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
    const { items } = await ok(world.as('fatima').get(`/farmer/${farmerId}/events?filter[eventType]=VISIT`))
    expect(items).toHaveLength(1)
  })
})
