// The PDF of a transaction certificate: for whoever may open it, in a language there is. What it says is tried beside it
// (certificate-sheet.test.ts).
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { chainOf, clock, ok } from './chain-stage.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'

let world: World
let sales: Sales
let id = ''
beforeAll(async () => {
  world = await openWorld({ now: clock })
  sales = salesOf(await chainOf(world))
  id = (await sales.draft([await sales.send(await sales.lot(100), 40)])).id
}, 120_000)
const print = (who: Client, query = '') => who.get(`/transactioncertificate/${id}/print.pdf${query}`)
const as = (name: string) => world.as(name, name === 'leela' ? 'OP2' : 'OP1')

describe('a certificate on paper', () => {
  it('is refused in a language that is none and with a parameter that is none (400), and to nobody signed in (401)', async () => {
    expect(await print(as('omar'), '?language=tlh')).toMatchObject({ status: 400, body: { fields: [{ path: 'language', code: 'choice' }] } })
    expect(await print(as('omar'), '?size=A3')).toMatchObject({ status: 400, body: { fields: [{ path: 'size', code: 'unknown' }] } })
    expect((await world.stranger().get(`/api/operators/OP1/transactioncertificate/${id}/print.pdf`)).status).toBe(401)
  })
  it('is not there for another group, for field staff, and for the buyer before it is issued', async () => {
    for (const name of ['leela', 'fatima', 'paul']) {
      const { status } = await as(name).get(`/transactioncertificate/${id}`)
      expect([name, (await print(as(name))).status]).toEqual([name, status])
      expect(status).toBeGreaterThanOrEqual(403)
    }
  })
  it('is a PDF for seller and body, in each of the languages, and for the buyer from issue on', async () => {
    for (const query of ['', '?language=hi', '?language=gu', '?language=fr']) {
      const { status, headers, body } = await print(as('omar'), query)
      expect([status, headers.get('content-type'), String(body).slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
    }
    await ok(sales.act(as('omar'), id, 'SUBMITTED'))
    await ok(sales.act(as('carla'), id, 'REVIEW_STARTED'))
    const number = `${tcNo()}/26`
    await ok(sales.act(as('carla'), id, 'ISSUED', { tcNo: number, reviewNote: 'Seen' }))
    const answer = await print(as('paul'))
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, `attachment; filename="${number.replace('/', '-')}.pdf"`])
  })
})
