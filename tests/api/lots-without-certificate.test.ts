// The view of lots without a certificate (domain dictionary 4.4, Filters): certified goods of which something is on no transaction certificate, neither reserved nor issued;
// worked out again here from the kilograms of each lot, also after a certificate is withdrawn.
import { beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
const as = (who: string) => world.as(who, 'OP1')
/** As the view of the list asks (src/web/screens/productbatch/slots.ts). */
const view = { 'filter[certifiableKg][gte]': '0.001', 'filter[claimStatus]': 'IC1,IC2,IC3,ORGANIC' }
const listed = async (): Promise<string[]> =>
  (await ok(as('omar').get(`/productbatch?limit=200&${new URLSearchParams(view)}`))).items.map(({ id }: Json) => id).sort()
const counted = async (): Promise<string[]> => {
  const all: Json[] = (await ok(as('omar').get('/productbatch?limit=200'))).items
  return all
    .filter(
      (one) =>
        one.claimStatus &&
        one.claimStatus !== 'CONVENTIONAL' &&
        Math.round((one.onHandKg + one.shippedKg - one.certifiedKg - one.reservedKg) * 1000) > 0 &&
        one.certifiableKg > 0,
    )
    .map(({ id }) => id)
    .sort()
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

it('has each lot while something of it is neither reserved nor certified, and again when its certificate is withdrawn', async () => {
  const own = await sales.lot(400)
  expect(await listed()).toContain(own)
  // All of it is sent, and then on a certificate.
  const sent = await sales.send(own, 400)
  expect((await listed()).length).toBeGreaterThan(0)
  const { id } = await sales.submitted([sent])
  expect(await listed()).toEqual(await counted())
  const reserved = await listed()
  expect(reserved).not.toContain(own)
  await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: tcNo(), reviewNote: 'All in order' }))
  expect(await listed()).toEqual(await counted())
  expect(await listed()).toEqual(reserved)
  await ok(sales.act(as('carla'), id, 'WITHDRAWN', { reason: 'Issued in error' }))
  expect(await listed()).toEqual(await counted())
  expect(await listed()).not.toEqual(reserved)
})
