// What waits for a certification body, which certificates a lot is on, and who hears of a withdrawal and of an issue.
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { delivererOf } from './notification-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
const as = (who: string) => world.as(who, 'OP1')
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
})
const waiting = '/transactioncertificate?filter[status]=SUBMITTED,UNDER_REVIEW&sort=submittedAt'
const ids = ({ items }: Json): string[] => items.map(({ id }: Json) => id)

describe('what waits for a body', () => {
  it('is what was submitted to it, oldest first, with what the checks said; a draft and a decided one are not there', async () => {
    const own = await sales.lot(600)
    const [late, early, draft] = [
      await sales.draft([await sales.send(own, 100)]),
      await sales.draft([await sales.send(own, 100)]),
      await sales.draft([await sales.send(own, 100)]),
    ]
    await ok(sales.act(as('omar'), late.id, 'SUBMITTED'))
    await ok(sales.act(as('omar'), early.id, 'SUBMITTED', {}, { occurredAt: at('2026-01-10'), lateReason: 'By post' }))
    await ok(sales.act(as('carla'), early.id, 'REVIEW_STARTED'))
    expect(ids(await ok(as('carla').get(waiting)))).toEqual([early.id, late.id])
    const { items } = await ok(as('carla').get(`/certificate-summaries?ids=${[late.id, early.id, draft.id].join(',')}`))
    const { checks } = await ok(as('carla').get(`/transactioncertificate/${early.id}/checks`))
    const count = (outcome: string) => checks.filter((one: Json) => one.outcome === outcome).length
    expect(items.map(({ id }: Json) => id).sort()).toEqual([early.id, late.id].sort())
    for (const one of items) expect(one).toMatchObject({ ok: count('OK'), review: count('REVIEW'), block: 0 })
    // The buyer sees nothing of it before it is issued, and never its checks.
    expect(ids(await ok(as('paul').get('/transactioncertificate')))).toEqual([])
    expect((await ok(as('paul').get(`/certificate-summaries?ids=${early.id}`))).items).toEqual([])
    expect(await as('carla').get('/certificate-summaries?ids=1,2')).toMatchObject({ status: 400 })
    await ok(sales.act(as('carla'), early.id, 'REJECTED', { reason: 'No' }))
    expect(ids(await ok(as('carla').get(waiting)))).toEqual([late.id])
  })
})

describe('the certificates of a lot', () => {
  it('are those that name it and those by which it was bought, to whoever may open them', async () => {
    const sent = await sales.send(await sales.lot(200), 80)
    const certificatesOf = async (who: string, lot: string) => (await ok(as(who).get(`/productbatch/${lot}/certificates`))).items
    const { id } = await sales.submitted([sent])
    expect(await certificatesOf('omar', sent.lotId)).toEqual([expect.objectContaining({ id, status: 'UNDER_REVIEW', netKg: 80, isSource: false })])
    expect(await certificatesOf('paul', sent.partId)).toEqual([])
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: 'TC-LOT-1', reviewNote: 'Seen' }))
    expect(await certificatesOf('paul', sent.partId)).toEqual([{ id, title: 'TC-LOT-1', status: 'ISSUED', netKg: 80, isSource: true }])
  })
})

describe('a withdrawal', () => {
  it('reaches seller and buyer, and the hold whoever has the goods, on their way too', async () => {
    const stage = delivererOf(world, clock)
    const sent = await sales.send(await sales.lot(200), 60)
    const issued = await sales.issued([sent])
    await stage.deliver()
    await ok(sales.act(as('carla'), issued.id, 'WITHDRAWN', { reason: 'Residue' }))
    await stage.deliver()
    for (const person of ['omar', 'paul'] as const) {
      expect([person, (await stage.inbox(person, 'TC_WITHDRAWN')).length]).toEqual([person, 1])
      const holds = await stage.inbox(person, 'BATCH_QUARANTINED')
      expect([person, holds.length > 0]).toEqual([person, true])
    }
    // Once each.
    await stage.deliver()
    expect(await stage.inbox('paul', 'TC_WITHDRAWN')).toHaveLength(1)
  })
})

describe('an issue', () => {
  it('reaches seller and buyer, once each, and nobody else of either', async () => {
    const stage = delivererOf(world, clock)
    const { id } = await sales.submitted([await sales.send(await sales.lot(200), 60)])
    await stage.deliver()
    const people = ['omar', 'paul', 'fatima', 'ines', 'gopal'] as const
    const counts = () => Promise.all(people.map(async (person) => (await stage.inbox(person, 'TC_ISSUED')).length))
    const before = await counts()
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: 'TC-INBOX-1', reviewNote: 'Seen' }))
    for (let time = 0; time < 2; time++) await stage.deliver()
    expect((await counts()).map((n, at) => n - (before[at] ?? 0))).toEqual([1, 1, 0, 0, 0])
  })
})
