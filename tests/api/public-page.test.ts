// What anybody may know who scanned a code: the allow-list and nothing else, red when something is restricted, the same 404 for
// codes nobody made and codes that were withdrawn.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
const as = (who: string) => world.as(who, 'OP1')
const lots: Record<'lint' | 'bales', string> = { lint: '', bales: '' }
const plots: { cropId: string; farmerId: string }[] = []

/** Three farmers' cotton, ginned and pressed into four bales. */
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  for (let n = 0; n < 3; n++) plots.push(await chain.sown())
  await chain.decide('APPROVED', ...plots.map(({ farmerId }) => farmerId))
  const { id } = await chain.lot()
  for (const { cropId } of plots) {
    await chain.picked(cropId, 1000)
    await ok(chain.buy(id, cropId, 700))
  }
  const seedCotton = await chain.atGin(id, 2100)
  const paul = as('paul')
  await ok(record(paul, 'processingsystem', chain.gin, 'CLEANING', '2025-11-24', { area: 'Gin line', method: 'BLOWN' }, 20))
  const { products } = chain
  await ok(
    record(
      paul,
      'processingsystem',
      chain.gin,
      'PROCESS_RUN',
      '2025-11-25',
      {
        process: 'GINNING',
        inputs: [{ batchId: seedCotton, kg: 2100 }],
        outputs: [
          { productId: products.lint, kg: 714 },
          { productId: products.cottonseed, kg: 1312.5 },
        ],
        wasteKg: 63,
        invisibleKg: 10.5,
        startedAt: '2025-11-25T02:00:00Z',
        endedAt: '2025-11-25T09:00:00Z',
      },
      16,
    ),
  )
  lots.lint = (await ok(paul.get('/productbatch?filter[status]=CLOSED'))).items.find(({ onHandKg }: Json) => onHandKg === 714).id
  const bales = [1, 2, 3, 4].map((no) => ({ no: `B-${no}`, kg: 170 }))
  await ok(record(paul, 'processingsystem', chain.gin, 'BALE_PRESSED', '2025-11-26', { batchId: lots.lint, productId: products.bale, lintKg: 680, bales }))
  lots.bales = (await ok(paul.get('/productbatch?filter[unitType]=BALE_LOT'))).items[0].id
}, 180_000)

describe('/api/public and /public', () => {
  const page = (kind: string, token: string) => world.stranger().get(`/api/public/${kind}/${token}`)
  it('answers an unknown code, a malformed one, and another kind with the same 404', async () => {
    const { qrToken } = await chain.view('productbatch', lots.bales as string)
    const answers = [await page('batch', 'A'.repeat(22)), await page('batch', "' or 1=1 --"), await page('crop', qrToken)]
    expect(flawsOfAnswer('public.page', 404, answers[0]?.body)).toEqual([])
    for (const { status, body } of answers) expect([status, { ...body, requestId: '' }]).toEqual([404, { ...(answers[0]?.body as object), requestId: '' }])
    expect((await world.stranger().get('/api/public/qr/batch/nothing.svg')).status).toBe(404)
    expect((await world.stranger(`${world.tenants.dairy.subdomain}.farmbook.test`).get(`/api/public/batch/${qrToken}`)).status).toBe(404)
  })
  it('tells a shopper of the bales what is on the list, and nothing of the people behind', async () => {
    const { qrToken } = await chain.view('productbatch', lots.bales as string)
    const answer = await page('batch', qrToken)
    expect(flawsOfAnswer('public.page', 200, answer.body)).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.body).toMatchObject({
      kind: 'batch',
      product: 'Bales',
      variety: 'RVJK-SGF-1',
      // Bales of three farmers are weights of each of them.
      units: null,
      season: 'Kharif 2025',
      harvestYear: 2025,
      claim: 'ORGANIC',
      claimState: 'valid',
      farmers: null,
      impact: null,
      certificate: { scheme: 'NPOP', body: world.places.cotton['CB-NIMAR']?.title, number: 'ORG/1', validTo: '2026-03-31', isValid: true },
      checks: { inspections: null, syntheticSprays: null, plantSprays: null, gmo: 'UNTESTED', isCounted: false },
      proof: { intact: true, events: null },
    })
    expect(answer.body.journey.map(({ step, from }: Json) => `${step} ${from}`)).toEqual([
      'SOWN 2025-06',
      'PICKED 2025-10',
      'WEIGHED 2025-11',
      'SHIPPED 2025-11',
      'GINNED 2025-11',
      'BALED 2025-11',
    ])
    const text = JSON.stringify(answer.body)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|Khet|Ramesh|Patidar|Village|7200|R-0|M-\d/)
    const [west, south, east, north] = answer.body.square
    expect([(north - south) * 111.2, (east - west) * 103]).toEqual([expect.closeTo(10, 0), expect.closeTo(10, 0)])
  })
  it('counts farmers from ten on', async () => {
    const more = []
    for (let n = 0; n < 10; n++) more.push(await chain.sown({ areaHa: 0.5 }))
    await chain.decide('APPROVED', ...more.map(({ farmerId }) => farmerId))
    const { id } = await chain.lot()
    for (const { cropId } of more) {
      await chain.picked(cropId, 300)
      await ok(chain.buy(id, cropId, 300))
    }
    const { qrToken } = await chain.view('productbatch', id)
    expect((await page('batch', qrToken)).body).toMatchObject({
      farmers: 10,
      impact: { premiumPerKg: 600, organicHa: 5 },
      checks: { inspections: 10, isCounted: true },
    })
  }, 180_000)
  it('finds a record that was changed behind the product’s back', async () => {
    const { qrToken } = await chain.view('crop', plots[2]?.cropId as string)
    expect((await page('crop', qrToken)).body.proof).toMatchObject({ intact: true, events: 2 })
    await world.database.script(`update event set data = data || '{"kg": 999}' where subject_id = '${plots[2]?.cropId}' and event_type = 'HARVEST'`)
    expect((await page('crop', qrToken)).body.proof.intact).toBe(false)
  })
  it('shows the stages of a crop by month, and nothing of a withdrawn one (404, as if it had never been)', async () => {
    const { cropId } = plots[0] as { cropId: string }
    const { qrToken } = await chain.view('crop', cropId)
    expect((await page('crop', qrToken)).body).toMatchObject({
      product: 'Cotton',
      claimState: 'valid',
      claim: 'ORGANIC',
      stages: [{ month: '2025-06', isReached: true }, { isReached: true }, { month: '2025-10', isReached: true }, { month: null, isReached: false }],
    })
    await ok(record(as('omar'), 'crop', cropId, 'QR_REVOKED', '2026-01-10', { reason: 'Farmer asked' }))
    const [unknown, revoked] = [await page('crop', 'B'.repeat(22)), await page('crop', qrToken)]
    expect([revoked.status, { ...revoked.body, requestId: '' }]).toEqual([404, { ...unknown.body, requestId: '' }])
    const [unknownPage, revokedPage] = [await world.stranger().get(`/public/crop/${'B'.repeat(22)}`), await world.stranger().get(`/public/crop/${qrToken}`)]
    expect([revokedPage.status, revokedPage.body]).toEqual([404, unknownPage.body])
  })
  it('shows a held lot in red and claims nothing, as soon as anything it came from is held', async () => {
    const { qrToken } = await chain.view('productbatch', lots.bales as string)
    await ok(record(as('omar'), 'productbatch', lots.lint as string, 'QUARANTINE', '2026-01-12', { reason: 'Fire nearby' }))
    expect((await page('batch', qrToken)).body).toMatchObject({ claimState: 'onHold', claim: 'CONVENTIONAL', certificate: null })
    expect(JSON.stringify((await page('batch', qrToken)).body)).not.toContain('Fire')
  })
  it('draws the page, the label and the symbol without a cookie', async () => {
    const { qrToken } = await chain.view('productbatch', lots.bales as string)
    for (const [path, type] of [
      [`/public/batch/${qrToken}`, 'text/html'],
      [`/public/batch/${qrToken}/label?lang=hi`, 'text/html'],
      [`/api/public/qr/batch/${qrToken}.svg`, 'image/svg+xml'],
    ] as const) {
      const answer = await world.stranger().get(path)
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0], answer.headers.get('set-cookie'), answer.headers.get('x-robots-tag')]).toEqual([
        200,
        type,
        null,
        'noindex, nofollow',
      ])
    }
  })
})

describe('/01/{gtin}/10/{lot}, the GS1 Digital Link of a lot', () => {
  const follow = (gtin: string, lot: string, query = '') => world.stranger().get(`/01/${gtin}/10/${encodeURIComponent(lot)}${query}`)
  it('leads to the public page of the lot, by the GTIN however many zeros it begins with; nowhere for another number, another GTIN, or a page that was withdrawn', async () => {
    const { batchNo, qrToken, productId, title } = await chain.view('productbatch', lots.lint as string)
    const { version } = await chain.view('product', productId)
    await ok(world.as('ada', '-').patch(`/product/${productId}`, { gtin: '8901030865275' }, { 'if-match': `"${version}"` }))
    for (const gtin of ['8901030865275', '08901030865275']) {
      const answer = await follow(gtin, batchNo, '?lang=hi')
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/public/batch/${qrToken}?lang=hi`])
    }
    for (const [gtin, lot] of [
      ['8901030865275', `${title}-9`],
      ['8901030865282', batchNo],
      ['89010308652', batchNo],
      ['x', batchNo],
    ])
      expect((await follow(gtin, lot)).status, `${gtin} ${lot}`).toBe(404)
    // Of another group a lot with the same number leads on as soon as nobody can be shown it.
    const other = await world.deps.database.transaction(world.tenants.cotton.id, async (db) => {
      const { rows } = await sql<{
        id: string
      }>`insert into productbatch (tenant_id, id, version, operator_id, product_id, batch_no, code, title, status, qr_token, on_hand_kg, source, unit_type, season_id, created_at, updated_at)
        select tenant_id, gen_random_uuid(), 1, ${world.places.cotton.OP2?.id}, product_id, batch_no, code || '-2', title, status, repeat('C', 22), 0, source, unit_type, season_id, created_at, updated_at
        from productbatch where tenant_id = ${world.tenants.cotton.id} and id = ${lots.lint} returning id`.execute(db)
      return rows[0]?.id
    })
    expect((await follow('8901030865275', batchNo)).status).toBe(404)
    await world.deps.database.transaction(world.tenants.cotton.id, (db) =>
      sql`update productbatch set status = 'VOIDED' where tenant_id = ${world.tenants.cotton.id} and id = ${other}`.execute(db),
    )
    expect((await follow('8901030865275', batchNo)).status).toBe(302)
    await ok(record(as('ada'), 'productbatch', lots.lint as string, 'QR_REVOKED', '2026-01-15', { reason: 'Wrong label' }, 11))
    expect((await follow('8901030865275', batchNo)).status).toBe(404)
  })
})
