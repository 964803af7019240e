// The price model of a group (domain dictionary 5.4): the premium that it makes is proposed and judged, and a premium for more than is bought since is found. Figures are worked out here
// from the tickets.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let operatorId: string
const rate = 505
const omar = () => world.as('omar', 'OP1')
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
const due = (query = `seasonId=${chain.season}&perKg=${rate}`, who = 'omar') => world.as(who, 'OP1').get(`/collective/${operatorId}/premium-list?${query}`)
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  ;({ operatorId } = await chain.view('farmer', await bought(200)))
}, 120_000)

const voidEvent = (eventId: string) => omar().post(`/collective/${operatorId}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' })
const byHand = (farmerId: string, data: Json, day = '2026-01-09', more: Json = {}) =>
  omar().post(`/farmer/${farmerId}/events`, {
    ...{ eventType: 'PAYMENT', occurredAt: at(day), ...more },
    data: { kind: 'PREMIUM', ref: 'Cash', ...data },
  })
const undoByHand = (farmerId: string, eventId: string) => omar().post(`/farmer/${farmerId}/events/${eventId}/void`, { reason: 'DID_NOT_OCCUR' })
describe('the price model of a group', () => {
  it('is the rate that is proposed; another one is paid with a warning, a ticket is judged by the price it has', async () => {
    const edit = async (values: Json) =>
      ok(world.as('ada', 'OP1').patch(`/collective/${operatorId}`, values, { 'if-match': `"${(await chain.view('collective', operatorId)).version}"` }))
    const agreedRate = async () => (await ok(due(`seasonId=${chain.season}`))).agreedPerKg
    expect(await agreedRate()).toBeNull()
    expect((await ok(due(`seasonId=${chain.season}`))).items).toEqual([])
    await edit({ premiumType: 'PER_KG', premiumValue: 5_00 })
    const seller = await bought(10)
    const proposal = await ok(due(`seasonId=${chain.season}`))
    expect(proposal).toMatchObject({ perKg: 5_00, agreedPerKg: 5_00 })
    expect(proposal.items.find((one: Json) => one.farmerId === seller)).toMatchObject({ kg: 10, amount: 50_00 })
    const other = await ok(paid([[seller, 4, 20_20]]))
    expect(other.findings).toMatchObject([{ ruleId: '5.4', severity: 'WARN', figures: { perKg: rate, agreedPerKg: 5_00 } }])
    const same = await ok(paid([[seller, 6, 30_00]], {}, { perKg: 5_00 }))
    expect(same.findings).toEqual([])
    // Per cent of the mean price of the season's goods under a claim, by kilograms: worked out here from the tickets.
    await edit({ premiumType: 'PCT', premiumValue: 8 })
    const tickets: Json[] = []
    for (const { id } of (await ok(omar().get('/productbatch?limit=200'))).items)
      for (const { status, data } of (await ok(omar().get(`/productbatch/${id}/events?filter[eventType]=PURCHASE&limit=100`))).items)
        if (status === 'RECORDED') tickets.push(data)
    const mean = tickets.reduce((sum, { netKg, pricePerKg }) => sum + netKg * pricePerKg, 0) / tickets.reduce((sum, { netKg }) => sum + netKg, 0)
    expect(await agreedRate()).toBe(Math.round((mean * 8) / 100))
    // A ticket: 8 % of its own price; one that pays none leaves it to the distribution.
    const { farmerId, cropId } = await chain.sown({ areaHa: 1 })
    await chain.picked(cropId, 100)
    await chain.decide('APPROVED', farmerId)
    const { id: lot } = await chain.lot()
    const warned = async (more: Json) =>
      (await ok(chain.buy(lot, cropId, 10, undefined, more))).findings.filter(({ ruleId, figures }: Json) => ruleId === 'BR-29' && figures?.agreedPerKg)
    expect(await warned({ pricePerKg: 70_00, premiumPerKg: 5_60 })).toEqual([])
    expect(await warned({ pricePerKg: 70_00, premiumPerKg: 5_61 })).toMatchObject([{ severity: 'WARN', figures: { premiumPerKg: 5_61, agreedPerKg: 5_60 } }])
    expect(await warned({ pricePerKg: 70_00, premiumPerKg: null })).toEqual([])
    await edit({ premiumType: null, premiumValue: null })
  })
})

describe('a ticket that is voided after its premium was paid', () => {
  const overpaid = async (farmerId: string) =>
    (await chain.view('farmer', farmerId)).flags.filter(({ figures }: Json) => figures?.overpaid).map(({ figures }: Json) => figures)
  const ticketOfCrop = async (cropId: string): Promise<{ id: string; subjectId: string }> =>
    world.scoped('ada', async ({ db }) => {
      const { rows } = await sql<{ id: string; subjectId: string }>`select id, subject_id as "subjectId" from event
        where event_type = 'PURCHASE' and status = 'RECORDED' and data->>'cropId' = ${cropId}`.execute(db)
      return rows[0] as { id: string; subjectId: string }
    })
  const ticketOf = async (heap: string) => (await ok(omar().get(`/productbatch/${heap}/events?filter[eventType]=PURCHASE`))).items[0].id
  it('is found with what was paid too much, also late and by hand, until it is bought or the premium is taken back', async () => {
    const { farmerId, cropId } = await chain.sown({ areaHa: 1 })
    await chain.picked(cropId, 100)
    await chain.decide('APPROVED', farmerId)
    const [one, other] = [(await chain.lot()).id, (await chain.lot()).id]
    await ok(chain.buy(one, cropId, 40))
    await ok(chain.buy(other, cropId, 20))
    const list = await ok(paid([[farmerId, 50, 252_50]]))
    const hand = await ok(byHand(farmerId, { amount: 50_50, kg: 10 }))
    expect(await overpaid(farmerId)).toEqual([])
    const pooja = world.as('pooja', 'OP1')
    await ok(pooja.post(`/productbatch/${other}/events/${await ticketOf(other)}/void`, { reason: 'DID_NOT_OCCUR' }))
    // 60 kg paid, 40 bought: the 10 of 9 January by hand are 50.50 and lie before; of the list of 10 January 20 × 5.05.
    expect(await overpaid(farmerId)).toMatchObject([{ paidKg: 60, boughtKg: 40, overpaidKg: 20, overpaid: 101_00 }])
    await ok(undoByHand(farmerId, hand.event.id))
    expect(await overpaid(farmerId)).toMatchObject([{ paidKg: 50, boughtKg: 40, overpaidKg: 10, overpaid: 50_50 }])
    // Bought late: nothing is too much.
    await ok(chain.buy(one, cropId, 15))
    expect(await overpaid(farmerId)).toEqual([])
    await ok(pooja.post(`/productbatch/${one}/events/${await ticketOf(one)}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await overpaid(farmerId)).toHaveLength(1)
    await ok(voidEvent(list.event.id))
    expect(await overpaid(farmerId)).toEqual([])
  })
  it('is found where it was the only one, though the payment by hand names no season', async () => {
    const farmerId = await bought(100)
    const { items } = await ok(omar().get(`/crop?filter[farmerId]=${farmerId}`))
    const ticket = await ticketOfCrop(items[0].id)
    const { event } = await ok(byHand(farmerId, { amount: 505_00, kg: 100 }))
    expect(event.data.seasonId).toBe(chain.season)
    await ok(world.as('pooja', 'OP1').post(`/productbatch/${ticket.subjectId}/events/${ticket.id}/void`, { reason: 'DID_NOT_OCCUR' }))
    expect(await overpaid(farmerId)).toMatchObject([{ seasonId: chain.season, boughtKg: 0, overpaid: 505_00 }])
    // As one of before the season was noted, recorded before the ticket was taken back.
    await world.database.owner((db) =>
      sql`update event set data = data - 'seasonId', recorded_at = recorded_at - interval '1 hour' where id = ${event.id}::uuid`.execute(db),
    )
    await ok(byHand(farmerId, { amount: 1, kg: 0.001, seasonId: null }, '2025-05-01', { lateReason: 'Found in the cash book' }))
    expect(await overpaid(farmerId)).toMatchObject([{ seasonId: chain.season, boughtKg: 0, overpaid: 505_00 }])
  })
  it('is found of goods that are conventional since: they earn no premium (BR-29)', async () => {
    const farmerId = await bought(60)
    const { items } = await ok(omar().get(`/crop?filter[farmerId]=${farmerId}`))
    const ticket = await ticketOfCrop(items[0].id)
    await ok(paid([[farmerId, 60, 303_00]]))
    expect(await overpaid(farmerId)).toEqual([])
    const { data } = await ok(world.as('pooja', 'OP1').get(`/productbatch/${ticket.subjectId}/events/${ticket.id}`))
    const again = { ...data, asConventional: true, premiumPerKg: null }
    await ok(
      world.as('pooja', 'OP1').post(`/productbatch/${ticket.subjectId}/events`, {
        ...{ eventType: 'PURCHASE', occurredAt: at('2025-11-03'), lateReason: 'No claim', supersedesEventId: ticket.id, data: again },
      }),
    )
    expect(await overpaid(farmerId)).toMatchObject([{ paidKg: 60, boughtKg: 0, overpaidKg: 60, overpaid: 303_00 }])
  })
  it('is judged anew when two records become one, and when another rate is paid out', async () => {
    const staying = await bought(60)
    await ok(paid([[staying, 60, 303_00]]))
    const { farmerId: ended } = await chain.member()
    // Of whom nothing was bought: of no season, until it is of somebody of whom something was.
    await ok(byHand(ended, { amount: 50_50, kg: 10 }))
    expect([await overpaid(staying), await overpaid(ended)]).toEqual([[], []])
    await ok(record(world.as('ada', 'OP1'), 'farmer', ended, 'MERGE_REQUESTED', '2026-01-14', { survivorId: staying, reason: 'Same ration card' }))
    const merger = await ok(record(omar(), 'farmer', ended, 'MERGED', '2026-01-14', { survivorId: staying }, 11))
    expect(await overpaid(staying)).toMatchObject([{ paidKg: 70, boughtKg: 60, overpaidKg: 10 }])
    await ok(undoByHand(ended, merger.event.id))
    expect([await overpaid(staying), await overpaid(ended)]).toEqual([[], []])
    // Without a weight: what 50.50 make at the last rate paid out.
    const third = await bought(10)
    const payer = await bought(20)
    await ok(paid([[payer, 1, 5_05]]))
    await ok(byHand(third, { amount: 50_50 }))
    expect(await overpaid(third)).toEqual([])
    const lower = await ok(paid([[payer, 1, 2_00]], { occurredAt: at('2026-01-11') }, { perKg: 2_00 }))
    expect(await overpaid(third)).toMatchObject([{ paidKg: 25.25, boughtKg: 10, overpaidKg: 15.25 }])
    await ok(voidEvent(lower.event.id))
    expect(await overpaid(third)).toEqual([])
  })
})

describe('a list out of a file', () => {
  const read = (text: string, who = 'omar', more: Json = {}) =>
    world.as(who, 'OP1').post(`/collective/${operatorId}/premium-list`, { seasonId: chain.season, perKg: rate, text, ...more })
  let [one, other]: Json[] = []
  it('is refused whole, with the line and column of each fault (400), to whoever does not pay premiums (403)', async () => {
    ;[one, other] = [await chain.view('farmer', await bought(30)), await chain.view('farmer', await bought(20))]
    const faults = async (text: string) => {
      const { status, body } = await read(text)
      return [status, ...body.fields.map(({ path, code }: Json) => `${path} ${code}`)]
    }
    expect(await faults('name,weight\nA,1')).toEqual([400, 'text required'])
    expect(await faults('member_no,kg')).toEqual([400, 'text required'])
    expect(await faults('member_no,kg\n"A,1')).toEqual([400, 'text format'])
    expect(await faults(`member_no,kg\n${Array.from({ length: 501 }, (_, n) => `M-${n},1`).join('\n')}`)).toEqual([400, 'text max'])
    const lines = [`${one.memberNo},30.001`, 'NOBODY,1', `${other.memberNo},5`, `${other.code},5`, `${one.code},0`]
    expect(await faults(['member_no,kg', ...lines].join('\n'))).toEqual([
      400,
      'text.2.kg max',
      'text.3.member_no missing',
      'text.5.member_no taken',
      'text.6.member_no taken',
    ])
    // Empty lines, rows of nothing but commas and cells over two lines are lines of the file, and no members.
    expect(await faults(`member_no,note,kg\r\n\r\n,,\r\nNOBODY,"over\r\ntwo",1\r\nNOBODY2,,1`)).toEqual([
      400,
      'text.4.member_no missing',
      'text.6.member_no missing',
    ])
    expect(await faults('member_no,kg\n,\n')).toEqual([400, 'text required'])
    expect(await faults(`member_no,kg\n${one.code},1.2345`)).toEqual([400, 'text.2.kg format'])
    // Weights whose product with a thousand is no whole number of binary fractions.
    for (const kg of ['16.1', '1.001']) expect((await ok(read(`member_no,kg\n${other.code},${kg}`))).kg).toBe(Number(kg))
    // 0.4 kg at 0.01 a kg make less than half of the smallest coin.
    expect((await read(`member_no,kg\n${one.code},0.4`, 'omar', { perKg: 1 })).body.fields).toMatchObject([{ path: 'text.2.kg', code: 'min' }])
    expect((await read(`member_no,kg\n${one.code},1`, 'omar', { supersedesEventId: one.id })).body.fields).toMatchObject([{ path: 'supersedesEventId' }])
    for (const who of ['fatima', 'ines', 'carla']) expect((await read(`member_no,kg\n${one.memberNo},1`, who)).status, who).toBe(403)
    expect((await read('x', 'omar', { perKg: 0 })).status).toBe(400)
  })
  it('is what the event takes: amounts that make the total, by numbers or codes, with commas or semicolons, and recorded as it is', async () => {
    const { list, kg, total } = await ok(read(`\ufeffMember No;Net kg\r\n${one.memberNo};30\r\n${other.code};10,5\r\n`))
    expect([list, kg, total]).toEqual([
      [
        { farmerId: one.id, kg: 30, amount: 151_50 },
        { farmerId: other.id, kg: 10.5, amount: 53_02 + (204_53 - 151_50 - 53_02) },
      ],
      40.5,
      204_53,
    ])
    // Unicode text of a spreadsheet has tabs.
    expect((await ok(read(`Member No\tNet kg\r\n${one.memberNo}\t30\r\n${other.code}\t10.5\r\n`))).list).toEqual(list)
    const { event } = await ok(paid(list.map((row: Json) => [row.farmerId, row.kg, row.amount])))
    expect((await read(`member_no,kg\n${one.memberNo},0.001`)).body.fields).toMatchObject([{ path: 'text.2.kg', code: 'max' }])
    // Of a correction: what it is put in place of had paid is without a premium.
    const corrected = await ok(read(`member_no,kg\n${one.memberNo},30\n${other.code},9`, 'omar', { supersedesEventId: event.id }))
    expect(corrected.list.map(({ kg: own }: Json) => own)).toEqual([30, 9])
    await ok(
      paid(
        corrected.list.map((row: Json) => [row.farmerId, row.kg, row.amount]),
        { supersedesEventId: event.id },
      ),
    )
  })
})
