// /api/public/code: what leads nowhere first (all the same 404), then the code of a lot, and certificates as they stand.
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Standards, standardsOf } from './certificate-stage.ts'
import { type Chain, chainOf, clock, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
let cropToken: string
let standards: Standards
const ask = (code: string) => world.stranger().get(`/api/public/code?code=${encodeURIComponent(code)}`)
const certify = (scNo: string, validFrom: string, validTo: string) =>
  standards.certify(
    { collectiveId: world.places.cotton.OP1?.id as string },
    { scheme: 'NOP', scNo, issueDate: validFrom < '2026-01-10' ? validFrom : '2026-01-10', validFrom, validTo },
  )
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  standards = standardsOf(world)
  const { cropId, farmerId } = await chain.sown()
  await chain.decide('APPROVED', farmerId)
  cropToken = (await chain.view('crop', cropId)).qrToken
}, 180_000)

describe('/api/public/code', () => {
  it.each([
    '',
    ' ',
    '<script>alert(1)</script>',
    'x'.repeat(500),
    'AAAAAAAAAAAAAAAAAAAAAA',
    'SC-UNKNOWN',
    "' or 1=1 --",
    '/public/crop/AAAAAAAAAAAAAAAAAAAAAA',
    '%00',
  ])('answers the same 404 to %j', async (code) => {
    const answer = await ask(code)
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  })
  it('refuses other questions (400)', async () => {
    expect((await world.stranger().get('/api/public/code?token=x')).status).toBe(400)
  })
  it('leads from the code of a crop, alone or in its address, to its page; not at another programme', async () => {
    for (const code of [cropToken, `https://anywhere.example/public/crop/${cropToken}?lang=hi`]) {
      const answer = await ask(code)
      expect(answer).toMatchObject({ status: 200, body: { pages: [{ kind: 'crop', address: `/public/crop/${cropToken}` }], certificates: [] } })
      expect(flawsOfAnswer('public.code', 200, answer.body)).toEqual([])
    }
    const elsewhere = world.stranger(`${world.tenants.dairy.subdomain}.farmbook.test`)
    expect((await elsewhere.get(`/api/public/code?code=${cropToken}`)).status).toBe(404)
    expect((await ask(`/public/batch/${cropToken}`)).status).toBe(404)
  })
  it.each([
    ['SC-A', '2025-04-01', '2026-03-31', 'valid'],
    ['SC-B', '2026-02-01', '2027-01-31', 'not yet'],
    ['SC-C', '2024-08-01', '2025-12-31', 'expired'],
  ])('tells of certificate %s (%s to %s) that it is %s, who holds it, and nothing else', async (scNo, validFrom, validTo, validity) => {
    const { id } = await certify(scNo, validFrom, validTo)
    const answer = await ask(scNo)
    expect(answer.status).toBe(200)
    expect(answer.body.pages).toEqual([])
    expect(answer.body.certificates).toEqual([
      { number: scNo, scheme: expect.any(String), body: expect.any(String), holder: expect.any(String), validFrom, validTo, validity },
    ])
    expect(JSON.stringify(answer.body)).not.toContain(id)
    expect(flawsOfAnswer('public.code', 200, answer.body)).toEqual([])
  })
  it('shows a suspension at once', async () => {
    const { id } = await certify('SC-D', '2025-04-01', '2026-03-31')
    await ok(record(world.as('carla'), 'scopecertificate', id, 'SUSPENDED', '2026-01-10', { reason: 'Substances found' }))
    expect((await ask('SC-D')).body.certificates[0].validity).toBe('suspended')
  })
})
