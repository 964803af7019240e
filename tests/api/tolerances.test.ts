// /api/tolerances: refusals first, then who reads and changes them, the record of the change, and that the server judges by
// the very figures that it sends to the browser.
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultTolerances, toleranceTable } from '#domain/rules/tolerances.ts'
import { findTenant } from '#server/db/platform.ts'
import { flawsOfAnswer } from '../harness/conforms.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, ok } from './chain-stage.ts'

let world: World
let chain: Chain
const address = '/api/tolerances'
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)
const read = async (who = 'ada') => (await world.as(who, '-').get(address)).body
const change = async (body: unknown, who = 'ada', seen?: number) =>
  world.as(who, '-').patch(address, body, { 'if-match': `"${seen ?? (await read()).version}"` })
const stored = () => world.database.platform((db) => findTenant(db, world.tenants.cotton.subdomain))

describe('/api/tolerances', () => {
  it('asks a stranger to sign in (401)', async () => {
    expect((await world.stranger().get(address)).status).toBe(401)
    expect((await world.stranger().patch(address, { receiptWarn: 0.01 }, { 'if-match': '"1"' })).status).toBe(401)
  })
  it.each(['omar', 'fatima', 'ines', 'pooja', 'paul', 'carla'])('refuses a change by %s (403), who reads them like everybody', async (who) => {
    expect(await change({ receiptWarn: 0.01 }, who)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await read(who)).toEqual(await read())
  })
  it('wants the version that was seen (428), and the present one (412)', async () => {
    expect((await world.as('ada', '-').patch(address, { receiptWarn: 0.01 })).body.code).toBe('VERSION_REQUIRED')
    expect((await change({ receiptWarn: 0.01 }, 'ada', 99)).body.code).toBe('STALE_VERSION')
  })
  it.each([
    [{ receiptWarn: -0.1 }, 'receiptWarn', 'min'],
    [{ massDifference: 0.21 }, 'massDifference', 'max'],
    [{ cleaningHours: 1.5 }, 'cleaningHours', 'type'],
    [{ cleaningHours: 'a day' }, 'cleaningHours', 'type'],
    [{ unheardOf: 1 }, 'unheardOf', 'unknown'],
    [{ harvestWarn: 1.2 }, 'harvestReview', 'min'],
    [{ receiptBlock: 0.001 }, 'receiptBlock', 'min'],
    [{ riskMedium: 9 }, 'riskHigh', 'min'],
    [{ stockCountWarn: 0.2, stockCountReview: 0.1 }, 'stockCountReview', 'min'],
  ])('refuses %j (400 %s %s) and writes nothing', async (body, path, code) => {
    const before = await stored()
    const answer = await change(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION'])
    expect(answer.body.fields.map((field: { path: string; code: string }) => [field.path, field.code])).toContainEqual([path, code])
    expect(await stored()).toEqual(before)
  })
  it('answers 405 to what it does not do', async () => {
    expect((await world.as('ada', '-').post(address, {})).status).toBe(405)
  })
  it('begins with the defaults, as the interface description says', async () => {
    const answer = await world.as('fatima', '-').get(address)
    expect(answer.body).toMatchObject({ tolerances: defaultTolerances, own: {} })
    expect(flawsOfAnswer('client.tolerances', answer.status, answer.body)).toEqual([])
  })
  it('keeps what an administrator changes, once, with who did it, and takes the default again', async () => {
    const { version } = await read()
    expect(await change({ cleaningHours: 48, receiptWarn: 0.01 })).toMatchObject({
      status: 200,
      body: { version: version + 1, own: { cleaningHours: 48, receiptWarn: 0.01 } },
    })
    expect(await change({ cleaningHours: 48 })).toMatchObject({ status: 200, body: { version: version + 1 } })
    expect((await read('paul')).tolerances).toEqual({ ...defaultTolerances, cleaningHours: 48, receiptWarn: 0.01 })
    expect((await stored())?.config.tolerances).toEqual({ cleaningHours: 48, receiptWarn: 0.01 })
    expect(await change({ receiptWarn: null, cleaningHours: null })).toMatchObject({ status: 200, body: { own: {} } })
    const history = (await world.as('ada', '-').get(`/api/client/${world.tenants.cotton.id}/history`)).body.items
    expect(history.slice(0, 2).map(({ changes }: { changes: unknown }) => changes)).toEqual([
      { receiptWarn: [0.01, toleranceTable.receiptWarn.value], cleaningHours: [48, toleranceTable.cleaningHours.value] },
      { cleaningHours: [toleranceTable.cleaningHours.value, 48], receiptWarn: [toleranceTable.receiptWarn.value, 0.01] },
    ])
    expect(history[0].changedBy.name).toBe(world.people.ada?.name)
  })
  it('is what the rules judge by: a ticket is bought up to the programme’s own share of the estimate, and no further', async () => {
    const { cropId, farmerId } = await chain.sown()
    await chain.decide('APPROVED', farmerId)
    await chain.picked(cropId, 1000)
    const crop = await chain.view('crop', cropId)
    const lot = (await chain.lot()).id
    const kg = Math.floor(crop.estimatedKg * 0.5)
    await ok(Promise.resolve(await change({ purchaseOverEstimate: 0.4 })))
    expect((await chain.buy(lot, cropId, kg)).body).toMatchObject({ code: 'RULE_BLOCKED', ruleId: 'BR-08' })
    await ok(Promise.resolve(await change({ purchaseOverEstimate: null })))
    expect((await chain.buy(lot, cropId, kg)).status).toBe(201)
  })
})
