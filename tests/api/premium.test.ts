// The premium that a group pays its members (domain dictionary 5.4): a list that makes the total, a payment of each which is theirs alone, late, corrected, taken back, and by two at once.
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
const bought = async (kg: number): Promise<string> => {
  const { cropId, farmerId } = await chain.sown({ areaHa: 1 })
  await chain.picked(cropId, kg + 100)
  const { id: heap } = await chain.lot()
  await chain.decide('APPROVED', farmerId)
  await ok(chain.buy(heap, cropId, kg))
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
    for (const query of ['', `seasonId=${chain.season}`, `seasonId=${chain.season}&perKg=0`, `seasonId=1&perKg=5`]) expect((await due(query)).status).toBe(400)
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
