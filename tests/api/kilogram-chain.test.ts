// From what fields may yield to what certificates certify of them (M1): two members' crops in one lot, sold in part under a certificate, worked out by hand.
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { chainSubjects } from '#domain/chain/kilogram-chain-answer.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'
import { type Sales, type Sent, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let one = { cropId: '', farmerId: '', parcelId: '' }
let other = { cropId: '', farmerId: '', parcelId: '' }
let lotId = ''
let sent: Sent
let now = clock()
/** What was read when the first certificate was issued. */
const saved: Json = {}
const ofChain = (query: string, who = 'omar', operator = 'OP1') => world.as(who, operator).get(`/reports/kilogram-chain${query}`)
const behind = async (subject: string, id: string, who = 'omar', day = ''): Promise<Json> => {
  const { items } = await ok(ofChain(`?subject=${subject}&id=${id}${day}`, who))
  expect(items.length).toBeLessThanOrEqual(1)
  return items[0]
}

/** The first. */
const certificateOf = (): Promise<string> =>
  world.scoped('ada', async ({ db, tenant }) => {
    const row = db.selectFrom('transactioncertificate').select('id').where('tenant_id', '=', tenant.id).orderBy('created_at').limit(1)
    return (await row.executeTakeFirstOrThrow()).id
  })
const pastOf = () =>
  [
    ['crop', one.cropId],
    ['landparcel', other.parcelId],
    ['farmer', other.farmerId],
    ['productbatch', lotId],
  ] as const
/** The operator as a whole, one season of it, and the goods of a certificate. */
const wholes = (certificateId: string): string[] => ['?', `?seasonId=${chain.season}`, `?subject=transactioncertificate&id=${certificateId}`]

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  sales = salesOf(chain)
  one = await chain.sown()
  other = await chain.sown()
  await chain.decide('APPROVED', one.farmerId, other.farmerId)
  for (const { cropId } of [one, other]) await chain.picked(cropId, 500)
  lotId = (await chain.lot()).id
  await ok(chain.buy(lotId, one.cropId, 300))
  await ok(chain.buy(lotId, other.cropId, 100))
  await ok(record(world.as('pooja', 'OP1'), 'productbatch', lotId, 'CLOSED', '2025-11-20'))
  await ok(record(world.as('omar', 'OP1'), 'productbatch', lotId, 'RELEASED', '2025-11-21'))
  sent = await sales.send(lotId, 200)
})

it('is refused without both subject and id, of an unknown subject, to who lists no crops, and of records out of reach', async () => {
  expect(await ofChain('?subject=crop')).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: [{ path: 'id' }] } })
  expect(await ofChain(`?subject=season&id=${one.cropId}`)).toMatchObject({ status: 400, body: { fields: [{ path: 'subject' }] } })
  expect((await ofChain(`?subject=farmer&id=${one.farmerId}`, 'leela', 'OP2')).status).toBe(404)
  expect((await ofChain('', 'paul')).status).toBe(403)
})

it('says of each crop, plot, farmer and lot what may be bought, and what of the goods bought is certified', async () => {
  const [cropOne, cropOther] = [await chain.view('crop', one.cropId), await chain.view('crop', other.cropId)]
  const allowed = (crop: Json): number => Math.round(Math.min(crop.estimatedKg * 1.1, crop.yieldCapKg) * 1000) / 1000
  const first = await behind('crop', one.cropId)
  expect(first).toMatchObject({
    ...{ claim: 'ORGANIC', crops: 1, ceilingKg: cropOne.yieldCapKg, allowedKg: allowed(cropOne), harvestedKg: 500, purchasedKg: 300 },
    ...{ certifiedKg: 0, reservedKg: 0, toCertifyKg: 300 },
  })
  expect(first.toBuyKg).toBeCloseTo(allowed(cropOne) - 300, 3)
  expect(await behind('landparcel', one.parcelId)).toEqual(first)
  expect(await behind('farmer', one.farmerId)).toEqual(first)
  expect(await behind('productbatch', lotId)).toMatchObject({ crops: 2, purchasedKg: 400, toCertifyKg: 400, allowedKg: allowed(cropOne) + allowed(cropOther) })
  expect(await behind('productbatch', sent.partId)).toMatchObject({ crops: 2, purchasedKg: 400 })
})

it('follows a certificate from its submission: its kilograms are divided by what came into the lot', async () => {
  const certificate = await sales.draft([sent])
  expect(await behind('crop', one.cropId)).toMatchObject({ reservedKg: 0, certifiedKg: 0 })
  await ok(sales.act(world.as('omar', 'OP1'), certificate.id, 'SUBMITTED'))
  // 200 kg of a lot of 300 and 100.
  expect(await behind('crop', one.cropId)).toMatchObject({ reservedKg: 150, certifiedKg: 0, toCertifyKg: 150 })
  expect(await behind('farmer', other.farmerId)).toMatchObject({ reservedKg: 50, certifiedKg: 0, toCertifyKg: 50 })
  await ok(sales.act(world.as('carla', 'OP1'), certificate.id, 'REVIEW_STARTED'))
  await ok(sales.act(world.as('carla', 'OP1'), certificate.id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }))
  expect(await behind('crop', one.cropId)).toMatchObject({ reservedKg: 0, certifiedKg: 150, toCertifyKg: 150 })
  expect(await behind('landparcel', other.parcelId)).toMatchObject({ reservedKg: 0, certifiedKg: 50, toCertifyKg: 50 })
  for (const [subject, id] of pastOf()) saved[subject] = await behind(subject, id)
  for (const query of wholes(certificate.id)) saved[query] = await ok(ofChain(query))
  expect(await behind('productbatch', lotId)).toMatchObject({ certifiedKg: 200, toCertifyKg: 200 })
  // As T08 judges it: the group's season.
  expect(await behind('transactioncertificate', certificate.id)).toMatchObject({ crops: 2, purchasedKg: 400, certifiedKg: 200 })
  const { items } = await ok(ofChain(`?seasonId=${chain.season}`, 'carla'))
  expect(items).toMatchObject([{ season: 'Kharif 2025', crops: 2, purchasedKg: 400, certifiedKg: 200 }])
})

it('keeps the kilograms of certificates from those who may not list them', async () => {
  expect(await behind('farmer', one.farmerId, 'fatima')).toMatchObject({ purchasedKg: 300, certifiedKg: null, reservedKg: null, toCertifyKg: null })
})

it('is brought back by a void, and expects nothing of a crop that failed', async () => {
  // The next day.
  now = new Date(clock().getTime() + 86_400_000)
  const certificateId = await certificateOf()
  const { items } = await ok(world.as('carla', 'OP1').get(`/transactioncertificate/${certificateId}/events`))
  const issued = items.find(({ eventType }: Json) => eventType === 'ISSUED')
  await ok(world.as('carla', 'OP1').post(`/transactioncertificate/${certificateId}/events/${issued.id}/void`, { reason: 'INCORRECT_DATA' }))
  expect(await behind('crop', one.cropId)).toMatchObject({ reservedKg: 150, certifiedKg: 0 })
  const late = await chain.sown()
  expect((await behind('crop', late.cropId)).crops).toBe(1)
  await ok(record(world.as('ada', 'OP1'), 'crop', late.cropId, 'CROP_LOSS', '2025-11-22', { cause: 'HAIL', share: 1 }))
  expect(await behind('crop', late.cropId)).toMatchObject({ ceilingKg: 0, allowedKg: 0, toBuyKg: 0 })
})

it('is, as of a past day, what was known then: before a void, a late ticket and a rejection', async () => {
  const day = clock().toISOString().slice(0, 10)
  await ok(chain.buy((await chain.lot()).id, other.cropId, 40))
  // By what is known today the certificate was submitted and not issued, and 40 kg were bought besides.
  const ofOther = { purchasedKg: 140, reservedKg: 50, certifiedKg: 0 }
  expect(await behind('farmer', other.farmerId, 'omar', `&asOf=${day}`)).toMatchObject({ ...ofOther, toCertifyKg: 90 })
  // A rejection of October, which is known since today.
  await chain.decide('REJECTED', other.farmerId)
  expect(await behind('farmer', other.farmerId, 'omar', `&asOf=${day}`)).toMatchObject({ ...ofOther, toCertifyKg: 0 })
  expect(await behind('farmer', other.farmerId)).toMatchObject({ ...ofOther, toCertifyKg: 0 })
  for (const [subject, id] of pastOf()) {
    const known = await behind(subject, id, 'omar', `&asOf=${day}&knownAt=${day}`)
    expect([subject, known]).toEqual([subject, saved[subject]])
    expect(await behind(subject, id, 'omar', `&knownAt=${day}`)).toEqual(known)
  }
  for (const query of wholes(await certificateOf())) {
    expect([query, await ok(ofChain(`${query}&asOf=${day}&knownAt=${day}`))]).toEqual([query, saved[query]])
    expect(await ok(ofChain(query))).not.toEqual(saved[query])
  }
  // Of a certificate as it was before anything had been picked, nothing is behind it; it had been drafted with its lot, as is known today.
  expect((await ok(ofChain(`${wholes(await certificateOf())[2]}&asOf=2025-10-01`))).items).toEqual([])
  // By hand, from the tickets, pickings and dispatches of the stage.
  const steps = async (asOf: string) => {
    const { claim, harvestedKg, purchasedKg, reservedKg, certifiedKg, toCertifyKg } = await behind('crop', one.cropId, 'omar', `&asOf=${asOf}`)
    return [claim, harvestedKg, purchasedKg, reservedKg, certifiedKg, toCertifyKg]
  }
  expect(await steps('2025-10-01')).toEqual(['ORGANIC', 0, 0, 0, 0, 0])
  // The start of conversion that was confirmed in January counts from the day that was confirmed (decision 44).
  expect(await steps('2025-11-30')).toEqual(['ORGANIC', 500, 300, 0, 0, 300])
  expect(await steps(day)).toEqual(['ORGANIC', 500, 300, 150, 0, 150])
  await chain.decide('APPROVED', other.farmerId)
})

it('is refused as of a past day that is none, before anything was known, and out of reach', async () => {
  const of = `?subject=crop&id=${one.cropId}`
  expect(await ofChain(`${of}&asOf=2026-02-30`)).toMatchObject({ status: 400, body: { fields: [{ path: 'asOf', code: 'format' }] } })
  expect((await ofChain(`${of}&knownAt=2020-01-01`)).status).toBe(404)
  expect((await ofChain(`${of}&asOf=2026-01-10`, 'leela', 'OP2')).status).toBe(404)
})

it('shows nothing to certify of a member who is not on the list any more, as T08 counts it', async () => {
  const grown = await chain.sown()
  await chain.decide('APPROVED', grown.farmerId)
  await chain.picked(grown.cropId, 200)
  await ok(chain.buy((await chain.lot()).id, grown.cropId, 120))
  expect(await behind('crop', grown.cropId)).toMatchObject({ purchasedKg: 120, toCertifyKg: 120 })
  await chain.decide('REJECTED', grown.farmerId)
  expect(await behind('crop', grown.cropId)).toMatchObject({ purchasedKg: 120, toCertifyKg: 0 })
})

it('counts a ticket to certify under its own claim, which is lower than its crop’s, and what is bound of its lot with it', async () => {
  const grown = await chain.sown()
  await chain.decide('APPROVED', grown.farmerId)
  await chain.picked(grown.cropId, 320)
  const [organic, converting] = [(await chain.lot()).id, (await chain.lot()).id]
  await ok(chain.buy(organic, grown.cropId, 200))
  await ok(chain.buy(converting, grown.cropId, 100))
  await world.deps.database.owner(async (db) => {
    await sql`update lot_link set claim = 'IC2' where output_id = ${converting}::uuid`.execute(db)
    await sql`update productbatch set claim_status = 'IC2' where id = ${converting}::uuid`.execute(db)
  })
  const rows = async () => (await ok(ofChain(`?subject=crop&id=${grown.cropId}`))).items
  expect(await rows()).toMatchObject([
    { claim: 'ORGANIC', crops: 1, purchasedKg: 300, lowerKg: 100, fromHigherKg: 0, toCertifyKg: 200 },
    { claim: 'IC2', crops: 0, ceilingKg: 0, harvestedKg: 0, purchasedKg: 0, lowerKg: 0, fromHigherKg: 100, reservedKg: 0, toCertifyKg: 100, toBuyKg: 0 },
  ])
  // One under the higher claim in the same lot, which is sold under the lower one: what is bound is of the lower ticket first.
  await ok(chain.buy(converting, grown.cropId, 20, '2025-11-04', { downgradeConfirmed: true }))
  await ok(record(world.as('pooja', 'OP1'), 'productbatch', converting, 'CLOSED', '2025-11-20'))
  await ok(record(world.as('omar', 'OP1'), 'productbatch', converting, 'RELEASED', '2025-11-21'))
  const part = await sales.send(converting, 110)
  const [line] = (await sales.body([part])).lines as Json[]
  const certificate = await sales.draft([part], { lines: [{ ...line, claimStatus: 'IC2' }] })
  await ok(sales.act(world.as('omar', 'OP1'), certificate.id, 'SUBMITTED'))
  expect(await rows()).toMatchObject([
    { claim: 'ORGANIC', reservedKg: 10, toCertifyKg: 210 },
    { claim: 'IC2', reservedKg: 100, certifiedKg: 0, toCertifyKg: 0 },
  ])
})

it('counts a certificate of its own group alone', async () => {
  // One may be of another group that had the goods on its books, which no path of the product leads to.
  const giveTo = (place: 'OP1' | 'OP2') =>
    world.deps.database.owner((db) =>
      sql`update transactioncertificate set collective_id = ${world.places.cotton[place]?.id as string}::uuid where id in (select v.subject_id from event as v
        join ledger_entry as e on e.event_id = v.id where v.subject_type = 'transactioncertificate' and e.batch_id = ${lotId}::uuid)`.execute(db),
    )
  const before = await behind('crop', one.cropId)
  expect(before).toMatchObject({ reservedKg: 150, toCertifyKg: 150 })
  await giveTo('OP2')
  expect(await behind('crop', one.cropId)).toEqual({ ...before, reservedKg: 0, toCertifyKg: 300 })
  await giveTo('OP1')
  expect(await behind('crop', one.cropId)).toEqual(before)
})

it('is, as of this moment, the present one, of every record that crops are behind and of the operator, and so is the stock of each place', async () => {
  const at = `asOf=${now.toISOString()}`
  const idsOf = (table: string): Promise<string[]> =>
    world.scoped('ada', async ({ db, tenant }) => {
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where tenant_id = ${tenant.id} and deleted_at is null`.execute(db)
      return rows.map(({ id }) => id)
    })
  for (const subject of chainSubjects)
    for (const id of await idsOf(subject)) {
      const of = `?subject=${subject}&id=${id}`
      expect([of, await ok(ofChain(`${of}&${at}`))]).toEqual([of, await ok(ofChain(of))])
    }
  expect(await ok(ofChain(`?${at}`))).toEqual(await ok(ofChain('?')))
  for (const id of await idsOf('processingsystem')) {
    const stock = `/processingsystem/${id}/stock`
    expect([id, await ok(world.as('omar', 'OP1').get(`${stock}?${at}`))]).toEqual([id, await ok(world.as('omar', 'OP1').get(stock))])
  }
})

it('has a planned crop as of a day on which it was there, though it was taken off the records later', async () => {
  const { farmerId, parcelId } = await chain.member({ areaHa: 1 })
  const cropId = await chain.cropIn(await chain.systemOn(parcelId, { areaHa: 1 }), { areaHa: 1 })
  const figuresOf = async (query: string): Promise<Json> => (await ok(world.as('omar', 'OP1').get(`/farmer/${farmerId}/crop-figures${query}`))).items
  const of = [
    ['crop', cropId],
    ['landparcel', parcelId],
    ['farmer', farmerId],
  ] as const
  const before = await behind('crop', cropId)
  expect(before).toMatchObject({ crops: 1 })
  const then = now.toISOString()
  now = new Date(now.getTime() + 3_600_000)
  const { version } = await chain.view('crop', cropId)
  expect((await world.as('omar', 'OP1').delete(`/crop/${cropId}`, { 'if-match': `"${version}"` })).status).toBe(204)
  for (const day of [`&asOf=${then}`, `&asOf=${then}&knownAt=${then}`]) {
    for (const [subject, id] of of) expect([subject, await behind(subject, id, 'omar', day)]).toEqual([subject, before])
    expect(await figuresOf(`?${day.slice(1)}`)).toMatchObject([{ id: cropId }])
  }
  expect(await behind('farmer', farmerId)).toBeUndefined()
  expect(await behind('farmer', farmerId, 'omar', `&asOf=${now.toISOString()}`)).toBeUndefined()
  expect(await figuresOf('')).toEqual([])
})
