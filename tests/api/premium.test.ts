// The premium that a group pays its members (domain dictionary 5.4): a list that makes the total, a payment of each which is theirs alone, late, corrected, taken back, and by two at once.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
let operatorId: string
/** Two members of whom 200 and 100.001 kg were bought. */
let [first, second] = ['', '']
const rate = 505
const omar = () => world.as('omar', 'OP1')
const refused = refusing(() => world)
const bought = async (kg: number, ticket: Json = {}): Promise<string> => {
  const { cropId, farmerId } = await chain.sown({ areaHa: 1 })
  await chain.picked(cropId, kg + 100)
  const { id: heap } = await chain.lot()
  await chain.decide('APPROVED', farmerId)
  await ok(chain.buy(heap, cropId, kg, undefined, ticket))
  return farmerId
}
const paid = (rows: [string, number, number][], more: Json = {}, data: Json = {}) =>
  omar().post(`/collective/${operatorId}/events`, {
    ...{ eventType: 'PREMIUM_DISTRIBUTION', occurredAt: at('2026-01-10'), lateReason: 'From the bank', ...more },
    data: {
      ...{ seasonId: chain.season, perKg: rate, list: rows.map(([farmerId, kg, amount]) => ({ farmerId, kg, amount })) },
      ...{ kg: rows.reduce((sum, [, kg]) => sum + kg * 1000, 0) / 1000, total: rows.reduce((sum, [, , amount]) => sum + amount, 0), ...data },
    },
  })
const paymentsOf = async (farmerId: string): Promise<Json[]> =>
  (await ok(omar().get(`/farmer/${farmerId}/events?filter[eventType]=PAYMENT&limit=50`))).items
    .filter(({ status }: Json) => status === 'RECORDED')
    .map(({ data, occurredAt }: Json) => [data.kind, data.kg, data.amount, data.ref, occurredAt.slice(0, 10)])
const due = (query = `seasonId=${chain.season}&perKg=${rate}`, who = 'omar') => world.as(who, 'OP1').get(`/collective/${operatorId}/premium-list?${query}`)
const ours = (items: Json[]) =>
  [first, second].flatMap((id) => items.filter(({ farmerId }) => farmerId === id).map(({ farmerId, kg, amount }) => [farmerId, kg, amount]))
/** 200 kg × 5.05 = 1,010.00; 100.001 kg × 5.05 = 505.00505. */
const both = (): [string, number, number][] => [
  [first, 200, 1010_00],
  [second, 100.001, 505_01],
]

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  first = await bought(200)
  second = await bought(100.001)
  ;({ operatorId } = await chain.view('farmer', first))
}, 120_000)

const voidEvent = (eventId: string) => omar().post(`/collective/${operatorId}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' })
const byHand = (farmerId: string, data: Json, day = '2026-01-09', more: Json = {}) =>
  omar().post(`/farmer/${farmerId}/events`, {
    ...{ eventType: 'PAYMENT', occurredAt: at(day), ...more },
    data: { kind: 'PREMIUM', ref: 'Cash', ...data },
  })
const undoByHand = (farmerId: string, eventId: string) => omar().post(`/farmer/${farmerId}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' })
const dueTo = async (farmerId: string, perKg = rate): Promise<[number, number] | null> => {
  const found = (await ok(due(`seasonId=${chain.season}&perKg=${perKg}`))).items.find((one: Json) => one.farmerId === farmerId)
  return found ? [found.kg, found.amount] : null
}
const blockedBy = (boughtKg: number, paidKg: number) => ({ status: 422, body: { ruleId: '5.4', figures: { boughtKg, paidKg } } })

describe('a premium that is refused', () => {
  it('has a list that makes neither its weight nor its total, nobody, somebody twice, a stranger, or an amount that is not what the weight says (400)', async () => {
    const invalid = (path: string) => ({ status: 400, body: { fields: [{ path }] } })
    await refused(() => paid(both(), {}, { total: 1515_02 }), invalid('data.total'))
    await refused(() => paid(both(), {}, { total: 3000_00 }), invalid('data.total'))
    await refused(() => paid(both(), {}, { kg: 300, total: 1515_00 }), invalid('data.kg'))
    await refused(() => paid([], {}, { kg: 1, total: 505 }), invalid('data.list'))
    await refused(() => paid([...both(), [first, 1, 505]]), { status: 422, body: { ruleId: '5.4' } })
    await refused(
      () =>
        paid([
          [first, 50, 252_50],
          [first, 50, 252_50],
        ]),
      invalid('data.list.1.farmerId'),
    )
    await refused(() => paid([['01980000-0000-7000-8000-000000000000', 1, 505]]), invalid('data.list.0.farmerId'))
    await refused(
      () =>
        paid([
          [first, 100, 1000_00],
          [second, 100.001, 10_01],
        ]),
      invalid('data.list.0.amount'),
    )
  })
  it('is for more than was bought of a member, though the group has bought enough (422 5.4)', async () => {
    const blocked = { status: 422, body: { ruleId: '5.4', figures: { farmerId: second, boughtKg: 100.001, paidKg: 0 } } }
    await refused(() => paid([[second, 100.002, 505_01]]), blocked)
  })
  it('is recorded by who pays farmers alone (403)', async () => {
    for (const who of ['fatima', 'pooja']) {
      expect(
        (await world.as(who, 'OP1').post(`/collective/${operatorId}/events`, { eventType: 'PREMIUM_DISTRIBUTION', occurredAt: at('2026-01-10'), data: {} }))
          .status,
      ).toBe(403)
      expect((await due(undefined, who)).status).toBe(403)
    }
  })
  it('is asked for with a season and a rate (400), of a group that is there (404)', async () => {
    for (const query of ['', 'perKg=5', `seasonId=${chain.season}&perKg=0`, `seasonId=1&perKg=5`, `seasonId=${chain.season}&perKg=10000000001`])
      expect((await due(query)).status).toBe(400)
    // As much as the form of the payment takes.
    expect((await due(`seasonId=${chain.season}&perKg=500000000`)).status).toBe(200)
    expect((await omar().get(`/collective/${first}/premium-list?seasonId=${chain.season}&perKg=5`)).status).toBe(404)
  })
})

describe('a premium that is paid', () => {
  it('is proposed by what was bought under a claim, and makes the total to the paisa', async () => {
    const { items, kg, total } = await ok(due())
    expect(ours(items)).toEqual(both())
    expect(items.reduce((sum: number, one: Json) => sum + one.amount, 0)).toBe(total)
    expect(items.reduce((sum: number, one: Json) => sum + Math.round(one.kg * 1000), 0) / 1000).toBe(kg)
  })
  it('is a payment of each member, whom it names, also late; corrected it is what it says now, and taken back there is none', async () => {
    const { event } = await ok(paid(both(), {}, { ref: 'UTR 77' }))
    expect(await paymentsOf(first)).toEqual([['PREMIUM', 200, 1010_00, 'UTR 77', '2026-01-10']])
    expect(await paymentsOf(second)).toEqual([['PREMIUM', 100.001, 505_01, 'UTR 77', '2026-01-10']])
    expect(ours((await ok(due())).items)).toEqual([])
    await refused(() => paid([[first, 0.001, 1]]), { status: 422, body: { ruleId: '5.4' } })
    // Corrected: the first alone, of a part, on an earlier day.
    const corrected = await ok(paid([[first, 150, 757_50]], { supersedesEventId: event.id, occurredAt: at('2026-01-08') }))
    const { code } = await chain.view('season', chain.season)
    expect(await paymentsOf(first)).toEqual([['PREMIUM', 150, 757_50, code, '2026-01-08']])
    expect(await paymentsOf(second)).toEqual([])
    expect(ours((await ok(due())).items)).toEqual([
      [first, 50, 252_50],
      [second, 100.001, 505_01],
    ])
    await ok(omar().post(`/collective/${operatorId}/events/${corrected.event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await paymentsOf(first)).toEqual([])
    expect(ours((await ok(due())).items)).toEqual(both())
  })
  it('is not taken back by its payment alone (409)', async () => {
    const { event } = await ok(paid([[second, 50, 252_50]]))
    const [payment] = (await ok(omar().get(`/farmer/${second}/events?filter[eventType]=PAYMENT&limit=50`))).items.filter(
      ({ status }: Json) => status === 'RECORDED',
    )
    expect((await omar().post(`/farmer/${second}/events/${payment.id}/void`, { reason: 'DID_NOT_OCCUR' })).status).toBe(409)
    await ok(omar().post(`/collective/${operatorId}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  })
  it('is paid once where two pay the same at once', async () => {
    const answers = await Promise.all([paid(both()), paid(both())])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await paymentsOf(first)).toHaveLength(1)
  })
})

describe('a premium that was paid by hand', () => {
  it('counts: what it was for is not paid again by the list, nor more by hand than was bought, until it is taken back', async () => {
    const third = await bought(80)
    expect(await dueTo(third)).toEqual([80, 404_00])
    const { event } = await ok(byHand(third, { amount: 151_50, kg: 30 }))
    expect(await dueTo(third)).toEqual([50, 252_50])
    await refused(() => paid([[third, 50.001, 252_51]]), blockedBy(80, 30))
    await refused(() => byHand(third, { amount: 252_51, kg: 50.001 }), blockedBy(80, 30))
    const rest = await ok(paid([[third, 50, 252_50]]))
    expect(await dueTo(third)).toBeNull()
    // Of another season nothing was bought of them.
    const other = await ok(
      world
        .as('ada', 'OP1')
        .post('/season', { code: 'KH-2024', name: 'Kharif 2024', kind: 'KHARIF', startDate: '2024-06-01', endDate: '2025-02-28', yieldFactor: 1 }),
    )
    await refused(() => byHand(third, { amount: 5, kg: 0.01, seasonId: other.id }), blockedBy(0, 0))
    // Without a weight: 151.50 make 30 kg at the rate of the list.
    await ok(undoByHand(third, event.id))
    const sum = await ok(byHand(third, { amount: 151_50 }))
    expect(await dueTo(third)).toBeNull()
    await refused(() => byHand(third, { amount: 5_05 }), blockedBy(80, 80))
    await refused(() => byHand(third, { amount: 1 }), blockedBy(80, 80))
    await ok(undoByHand(third, sum.event.id))
    expect(await dueTo(third)).toEqual([30, 151_50])
    await ok(voidEvent(rest.event.id))
  })
  it('is not paid again by a list that is recorded at the same time', async () => {
    const third = await bought(30)
    const answers = await Promise.all([paid([[third, 30, 151_50]]), byHand(third, { amount: 151_50, kg: 30 })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await paymentsOf(third)).map(([, kg]) => kg)).toEqual([30])
  })
  it('counts late, for the last season before it in which goods were bought of the person; of whom nothing was bought it is no matter', async () => {
    const third = await bought(60)
    const { event } = await ok(byHand(third, { amount: 50_50, kg: 10 }, '2025-12-20', { lateReason: 'Found in the cash book' }))
    expect(await dueTo(third)).toEqual([50, 252_50])
    await ok(undoByHand(third, event.id))
    expect(await dueTo(third)).toEqual([60, 303_00])
    // Paid in the season before anything of it was bought, as that of the season before is.
    const early = await ok(byHand(third, { amount: 50_50, kg: 10 }, '2025-07-01', { lateReason: 'Found in the cash book' }))
    expect(await dueTo(third)).toEqual([60, 303_00])
    await ok(undoByHand(third, early.event.id))
    const { farmerId } = await chain.member()
    expect((await byHand(farmerId, { amount: 50_50, kg: 10 })).status).toBe(201)
  })
})

describe('a premium of somebody who was merged', () => {
  it('is one row of the premium statement, of both records, under the one that stays (R15)', async () => {
    const [ended, staying] = [await bought(40, { premiumPerKg: 600 }), await bought(70, { premiumPerKg: 600 })]
    await ok(byHand(ended, { amount: 50_00, kg: 10 }))
    await ok(byHand(staying, { amount: 20_00, kg: 5 }))
    const rowsOf = async (farmerId: string) =>
      (await ok(omar().get(`/reports/premium-statement?season=${chain.season}&farmer=${farmerId}`))).rows.map(({ kg, earned, paid, open }: Json) => [
        kg,
        earned,
        paid,
        open,
      ])
    expect([await rowsOf(ended), await rowsOf(staying)]).toEqual([[[40, 240_00, 50_00, 190_00]], [[70, 420_00, 20_00, 400_00]]])
    await merge(ended, staying)
    const both = [[110, 660_00, 70_00, 590_00]]
    expect([await rowsOf(ended), await rowsOf(staying)]).toEqual([both, both])
    const { rows } = await ok(omar().get(`/reports/premium-statement?season=${chain.season}`))
    const { memberNo } = await chain.view('farmer', ended)
    expect(rows.filter((row: Json) => row.memberNo === memberNo)).toEqual([])
  })
  const merge = (id: string, survivorId: string) =>
    world.scoped('ada', ({ db }) => sql`update farmer set merged_into_id = ${survivorId}::uuid, status = 'MERGED' where id = ${id}::uuid`.execute(db))
  it('is paid to the record that stays, for the goods of both, and no more; corrected it may name the other one as it did', async () => {
    const [ended, staying] = [await bought(40), await bought(70)]
    const before = await ok(paid([[ended, 30, 151_50]]))
    await merge(ended, staying)
    expect(await dueTo(staying)).toEqual([80, 404_00])
    expect(await dueTo(ended)).toBeNull()
    await refused(() => paid([[staying, 80.001, 404_01]]), blockedBy(110, 30))
    await refused(() => paid([[ended, 10, 50_50]]), { status: 400, body: { fields: [{ path: 'data.list.0.farmerId' }] } })
    const all = await ok(paid([[staying, 80, 404_00]]))
    expect(await dueTo(staying)).toBeNull()
    // The reference alone is put right.
    const corrected = await ok(paid([[ended, 30, 151_50]], { supersedesEventId: before.event.id }, { ref: 'UTR 78' }))
    expect(await paymentsOf(ended)).toEqual([['PREMIUM', 30, 151_50, 'UTR 78', '2026-01-10']])
    await refused(() => paid([[ended, 31, 156_55]], { supersedesEventId: corrected.event.id }), blockedBy(110, 80))
    await ok(voidEvent(corrected.event.id))
    expect(await paymentsOf(ended)).toEqual([])
    expect(await dueTo(staying)).toEqual([30, 151_50])
    await ok(voidEvent(all.event.id))
  })
})

describe('a premium and who reads it', () => {
  it('names its members to whoever reads the premium statement; to others of the group it says weight and total, and names nobody', async () => {
    const third = await bought(20)
    const { event } = await ok(paid([[third, 20, 101_00]]))
    const { title } = await chain.view('farmer', third)
    for (const who of ['omar', 'pooja', 'carla']) {
      const { items } = await ok(world.as(who, 'OP1').get(`/collective/${operatorId}/events?filter[eventType]=PREMIUM_DISTRIBUTION&limit=50`))
      expect(items.find(({ id }: Json) => id === event.id).data.list).toEqual([{ farmerId: third, kg: 20, amount: 101_00 }])
    }
    for (const who of ['fatima', 'ines'])
      for (const path of ['events?filter[eventType]=PREMIUM_DISTRIBUTION&limit=50', `events/${event.id}`]) {
        const body = JSON.stringify(await ok(world.as(who, 'OP1').get(`/collective/${operatorId}/${path}`)))
        expect(body).toContain(event.id)
        for (const name of [third, title]) expect(body).not.toContain(name)
      }
    const { items } = await ok(world.as('fatima', 'OP1').get(`/collective/${operatorId}/events?filter[eventType]=PREMIUM_DISTRIBUTION&limit=50`))
    expect(items.find(({ id }: Json) => id === event.id).data).toMatchObject({ list: null, kg: 20, total: 101_00 })
    await ok(voidEvent(event.id))
  })
  it('stands in the premium statement as earned and paid, of its season, where tickets say no rate', async () => {
    const [third, fourth] = [await bought(20, { premiumPerKg: 0 }), await bought(10, { premiumPerKg: 600 })]
    const line = async (season = chain.season, farmerId = third): Promise<Json[]> =>
      (await ok(omar().get(`/reports/premium-statement?season=${season}&farmer=${farmerId}`))).rows.map(({ kg, earned, paid, open }: Json) => [
        kg,
        earned,
        paid,
        open,
      ])
    const { event } = await ok(paid([[third, 15, 75_75]]))
    expect(await line()).toEqual([[20, 101_00, 75_75, 25_25]])
    // A ticket with a rate of its own earned that.
    expect(await line(chain.season, fourth)).toEqual([[10, 60_00, 0, 60_00]])
    const next = await ok(paid([[third, 20, 101_00]], { supersedesEventId: event.id }))
    expect(await line()).toEqual([[20, 101_00, 101_00, 0]])
    const earlier = (await ok(omar().get('/season?limit=50'))).items.find(({ code }: Json) => code === 'KH-2024')
    expect(await line(earlier.id)).toEqual([])
    await ok(voidEvent(next.event.id))
  })
})

describe('what is proposed', () => {
  it('leaves out who would get nothing, and whom a part was paid to is proposed for the rest', async () => {
    const third = await bought(20)
    const { event } = await ok(paid([[third, 19.996, 100_98]]))
    expect(await dueTo(third)).toEqual([0.004, 2])
    expect(await dueTo(third, 100)).toBeNull()
    const { items, total, kg } = await ok(due(`seasonId=${chain.season}&perKg=100`))
    expect(items.reduce((sum: number, one: Json) => sum + one.amount, 0)).toBe(total)
    expect(items.reduce((sum: number, one: Json) => sum + Math.round(one.kg * 1000), 0)).toBe(Math.round(kg * 1000))
    await ok(voidEvent(event.id))
  })
  it('says what had a premium without a list, and what is left of all', async () => {
    const third = await bought(20)
    const before = await ok(due())
    const { event } = await ok(paid([[third, 20, 101_00]]))
    expect((await ok(due())).withoutListKg).toBe(0)
    // As it was recorded before premiums had lists.
    await world.database.owner((db) => sql`update event set data = data - 'list' where id = ${event.id}::uuid`.execute(db))
    const after = await ok(due())
    expect([after.withoutListKg, Math.round((before.leftKg - after.leftKg) * 1000)]).toEqual([20, 20_000])
    expect(after.items.some(({ farmerId }: Json) => farmerId === third)).toBe(true)
    await ok(voidEvent(event.id))
    expect((await ok(due())).withoutListKg).toBe(0)
  })
})

describe('a season that is closed', () => {
  it('has its premium paid, corrected and taken back all the same', async () => {
    const third = await bought(20)
    await world.scoped('ada', ({ db }) => sql`update season set status = 'CLOSED' where id = ${chain.season}::uuid`.execute(db))
    expect(await dueTo(third)).toEqual([20, 101_00])
    const { event } = await ok(paid([[third, 20, 101_00]]))
    const corrected = await ok(paid([[third, 10, 50_50]], { supersedesEventId: event.id }))
    expect(await dueTo(third)).toEqual([10, 50_50])
    await ok(voidEvent(corrected.event.id))
    expect(await paymentsOf(third)).toEqual([])
  })
})
