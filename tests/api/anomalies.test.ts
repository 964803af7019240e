// Anomaly screens over recorded facts (BR-32): found by the round of the day, looked at by somebody who recorded none of it, opened again by new evidence alone,
// and gone when the records they rest on are.
import { beforeAll, describe, expect, it } from 'vitest'
import { anomalies } from '#server/jobs/clock/anomalies.ts'
import { reminders } from '#server/jobs/clock/reminders.ts'
import { runClock } from '#server/jobs/clock.ts'
import { deliverAll } from '#server/jobs/deliver.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let days = 0
/** Each round is on the next day; what is recorded between two rounds is recorded on the day of the first. */
const now = () => new Date(clock().getTime() + days * 86_400_000)
const tickets: { lotId: string; eventId: string }[] = []
const omar = () => world.as('omar', 'OP1')
const fatima = () => world.as('fatima', 'OP1')
const look = () => {
  days++
  return runClock({ ...world.deps, clock: now, stop: new AbortController().signal }, world.tenants.cotton, [anomalies])
}
const found = async (kind: string): Promise<Json[]> => (await ok(omar().get(`/anomaly?filter[kind]=${kind}&filter[status]=OPEN,CLOSED,CLEARED`))).items
const view = (id: string): Promise<Json> => ok(omar().get(`/anomaly/${id}`))
const close = (id: string, who = omar()) =>
  who.post(`/anomaly/${id}/events`, {
    eventType: 'CLOSED',
    occurredAt: now().toISOString(),
    data: { reason: 'EXPLAINED', note: 'Sacks are filled to 100 kg here.' },
  })

/** Notifications of them that the manager has, by the clock of that day. */
async function digests(): Promise<Json[]> {
  const context = { ...world.deps, clock: now, stop: new AbortController().signal }
  await runClock(context, world.tenants.cotton, reminders)
  await deliverAll(context, world.tenants.cotton, { mail: false, push: false, telephone: false })
  return (await ok(omar().get('/notification?limit=200'))).items.filter(({ event }: Json) => event === 'ANOMALY_DIGEST')
}

async function buy(lotId: string): Promise<void> {
  const { cropId } = await chain.sown()
  await chain.picked(cropId, 150)
  const answer = await ok(chain.buy(lotId, cropId, 100, '2025-11-20', {}))
  tickets.push({ lotId, eventId: answer.event.id })
}

beforeAll(async () => {
  world = await openWorld({ now })
  chain = await chainOf(world)
  const { id } = await chain.lot()
  for (let n = 0; n < 5; n++) await buy(id)
}, 120_000)

describe('the round of the day', () => {
  it('finds the same weight for many farmers, with each ticket, once', async () => {
    await look()
    await look()
    const [one, ...others] = await found('SAME_WEIGHT')
    expect(others).toEqual([])
    expect(one).toMatchObject({ status: 'OPEN', evidenceCount: 5, measure: 5, threshold: 5 })
    const { evidence, recorderIds } = await view(one.id)
    expect(evidence.map(({ eventId, value }: Json) => [eventId, value]).sort()).toEqual(tickets.map(({ eventId }) => [eventId, 100]).sort())
    expect(recorderIds).toEqual([world.people.pooja?.id])
    expect((await world.as('fatima', 'OP1').get('/anomaly')).status).toBe(403)
  })
  it('leaves closed what was explained, and opens it again for one more ticket alone', async () => {
    const [{ id }] = (await found('SAME_WEIGHT')) as [Json]
    expect((await close(id, world.as('ines', 'OP1'))).status).toBe(403)
    await ok(close(id))
    await look()
    expect(await view(id)).toMatchObject({ status: 'CLOSED', closedReason: 'EXPLAINED' })
    await buy((tickets[0] as { lotId: string }).lotId)
    await look()
    expect(await view(id)).toMatchObject({ status: 'OPEN', evidenceCount: 6, closedReason: null })
    expect((await ok(omar().get(`/anomaly/${id}/history`))).items.map(({ eventType }: Json) => eventType)).toEqual(['REOPENED', 'CLOSED', 'CREATED'])
  })
  it('is notified once a week to the manager while nobody has closed it, and not to who recorded it', async () => {
    const before = await digests()
    expect(before).toHaveLength(1)
    expect(before[0]).toMatchObject({ severity: 'WARN', subjectId: world.places.cotton.OP1?.id, headline: expect.stringContaining(': 1.') })
    expect(await digests()).toHaveLength(1)
    days += 7
    expect(await digests()).toHaveLength(2)
    const own = (await ok(world.as('pooja', 'OP1').get('/notification?limit=200'))).items
    expect(own.filter(({ event }: Json) => event === 'ANOMALY_DIGEST')).toEqual([])
  })
  it('takes back what its tickets no longer show', async () => {
    const [{ id }] = (await found('SAME_WEIGHT')) as [Json]
    for (const { lotId, eventId } of tickets.slice(0, 2))
      await ok(world.as('pooja', 'OP1').post(`/productbatch/${lotId}/events/${eventId}/void`, { reason: 'INCORRECT_DATA' }))
    await look()
    expect(await view(id)).toMatchObject({ status: 'CLEARED' })
    days += 7
    expect(await digests()).toHaveLength(2)
  })
  it('holds nobody to be unknown whom somebody met: at a training, until that is taken back', async () => {
    const { id: lotId } = await chain.lot()
    const { farmerId, cropId } = await chain.sown({ isInspected: false })
    await chain.picked(cropId, 90)
    await ok(chain.buy(lotId, cropId, 87.3, '2025-11-21', {}))
    const consent = { purpose: 'CERTIFICATION', given: false, textVersion: '1', channel: 'PAPER' }
    await ok(fatima().post(`/farmer/${farmerId}/events`, { eventType: 'CONSENT_CHANGED', occurredAt: now().toISOString(), data: consent }))
    const training = await ok(
      fatima().post(`/farmer/${farmerId}/events`, {
        eventType: 'TRAINING_ATTENDED',
        occurredAt: now().toISOString(),
        data: { topic: 'Neem extract', hours: 2 },
      }),
    )
    const own = async () => (await found('GHOST_FARMER')).filter((one) => one.farmerId === farmerId).map(({ status }) => status)
    await look()
    expect(await own()).toEqual([])
    await ok(fatima().post(`/farmer/${farmerId}/events/${training.event.id}/void`, { reason: 'INCORRECT_DATA' }))
    await look()
    expect(await own()).toEqual(['OPEN'])
  })
})
