// R27, the EPCIS 2.0 document: what happened to goods from the plot to the certificate, by GS1's schema, with every kilogram worked out
// here from what was recorded; and that it names nobody.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { mostEvents } from '#domain/reports/epcis-document.ts'
import { epcisFlawsOf } from '../harness/epcis-schema.ts'
import { refusing } from '../harness/refusing.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json, ok, record, uploadedSlip } from './chain-stage.ts'
import { spinnerOf } from './mill-stage.ts'
import { type Sales, type Sent, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
let grower: { farmerId: string; parcelId: string; cropId: string }
const lots: Record<'bought' | 'heap' | 'atGin' | 'lint' | 'seed' | 'bales', string> = { bought: '', heap: '', atGin: '', lint: '', seed: '', bales: '' }
let wrong: string
let right: string
let certificateId: string
let sent: Sent
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const path = (query: string, ending = '') => `/reports/epcis-document${ending}?${query}`
const eventsOf = async (query: string, who = 'ada'): Promise<Json[]> => (await ok(as(who).get(path(query, '.json')))).epcisBody.eventList
const lotEvent = (who: string, id: string, type: string, day: string, data: Record<string, unknown> = {}, hour = 10) =>
  ok(record(as(who), 'productbatch', id, type, day, data, hour))
const only = (events: Json[], step: string, type = 'ObjectEvent'): Json[] => events.filter((one) => one.bizStep === step && one.type === type)
const grams = (list: Json[] = []): number => list.reduce((sum: number, { quantity }: Json) => sum + Math.round(quantity * 1000), 0)
const named = (id: string) => `https://${world.tenants.cotton.subdomain}.farmbook.test/id/batch/${id}`

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
  grower = await chain.sown({ name: 'Anilkumar', village: 'Borawan' })
  const { farmerId, cropId } = grower
  await chain.decide('APPROVED', farmerId)
  await ok(record(as('fatima'), 'crop', cropId, 'SCOUTING', '2025-08-01', { pest: 'Bollworm', count: 4, unit: 'PLANT', threshold: 10 }))
  const { id: itemId } = await ok(as('ada').post('/inputitem', { name: 'Neem oil', category: 'BOTANICAL', permission: 'ALLOWED', phiDays: 0 }))
  await ok(record(as('fatima'), 'crop', cropId, 'PLANT_PROTECTION', '2025-08-02', { itemId, dosePerHa: 2, unit: 'L', total: 2, target: 'Bollworm' }))
  await chain.picked(cropId, 1000)
  lots.bought = (await chain.lot()).id
  await ok(chain.buy(lots.bought, cropId, 600, '2025-11-03'))
  wrong = (await ok(chain.buy(lots.bought, cropId, 310, '2025-11-04'))).event.id
  right = (await ok(correctedTicket(300))).event.id
  const { event } = await ok(chain.buy(lots.bought, cropId, 50, '2025-11-05'))
  await ok(as('omar').post(`/productbatch/${lots.bought}/events/${event.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  await lotEvent('pooja', lots.bought, 'CLOSED', '2025-11-10')
  lots.heap = (await chain.lot()).id
  await lotEvent('pooja', lots.heap, 'HEAP_BUILT', '2025-11-11', { inputs: [{ batchId: lots.bought, kg: 900 }] })
  await lotEvent('pooja', lots.heap, 'CLOSED', '2025-11-20')
  await lotEvent('omar', lots.heap, 'RELEASED', '2025-11-21')
  sent = await sales.send(lots.heap, 900, 'INV-1', '2025-11-22')
  lots.atGin = sent.partId
  const weighed = { batchId: sent.partId, grossKg: 1000, tareKg: 100, netKg: 900 }
  const onGin = (type: string, day: string, data: Record<string, unknown>, hour: number) =>
    ok(record(as('paul'), 'processingsystem', chain.gin, type, day, data, hour))
  await onGin('GOODS_RECEIVED', '2025-11-23', weighed, 10)
  await onGin('CLEANING', '2025-11-24', { area: 'Gin', method: 'BLOWN' }, 6)
  const outputs = [
    { productId: chain.products.lint, kg: 306 },
    { productId: chain.products.cottonseed, kg: 560 },
  ]
  const run = { process: 'GINNING', inputs: [{ batchId: sent.partId, kg: 900 }], outputs, wasteKg: 27, invisibleKg: 7 }
  await onGin('PROCESS_RUN', '2025-11-24', { ...run, startedAt: '2025-11-24T04:00:00Z', endedAt: '2025-11-24T06:00:00Z' }, 12)
  const { items } = await ok(as('paul').get('/productbatch?limit=200'))
  const ofProduct = (product: string) => items.find(({ productId }: Json) => productId === product).id
  lots.lint = ofProduct(chain.products.lint)
  lots.seed = ofProduct(chain.products.cottonseed)
  const bales = [
    { no: 'B-1', kg: 152.5 },
    { no: 'B-2', kg: 153.5 },
  ]
  await onGin('BALE_PRESSED', '2025-11-26', { batchId: lots.lint, productId: chain.products.bale, lintKg: 306, bales }, 10)
  lots.bales = (await ok(as('paul').get('/productbatch?filter[unitType]=BALE_LOT'))).items[0].id
  await lotEvent('paul', lots.bales, 'RELEASED', '2025-11-27')
  await lotEvent('paul', lots.bales, 'LOADED', '2025-11-28', { sscc: 'TRUCK-1' })
  certificateId = (await sales.issued([sent])).id
})

/** A ticket in place of the one with the wrong weight. */
async function correctedTicket(netKg: number): ReturnType<typeof chain.buy> {
  const signed = { farmerConfirmation: 'SIGNATURE', signedSlip: [await uploadedSlip(as('pooja'))] }
  const data = { cropId: grower.cropId, grossKg: netKg + 2, tareKg: 2, netKg, pricePerKg: 72_00, receiptNo: 'R-corrected', ...signed }
  return as('pooja').post(`/productbatch/${lots.bought}/events`, {
    eventType: 'PURCHASE',
    occurredAt: '2025-11-04T10:00:00+05:30',
    data,
    lateReason: 'Read wrongly',
    supersedesEventId: wrong,
  })
}

describe('what is refused', () => {
  it('wants one thing to make it of, that is there and the reader’s to see', async () => {
    const nobody = '01900000-0000-7000-8000-000000000001'
    await refused(() => as('ada').get(path('')), { status: 400, body: { fields: [{ path: 'lot', code: 'required' }] } })
    await refused(() => as('ada').get(path(`lot=${lots.bales}&certificate=${certificateId}`)), {
      status: 400,
      body: { fields: [{ path: 'lot', code: 'rule' }] },
    })
    await refused(() => as('ada').get(path(`facility=${chain.gin}`)), { status: 400, body: { fields: [{ path: 'season', code: 'required' }] } })
    await refused(() => as('ada').get(path(`lot=${nobody}`)), { status: 400, body: { fields: [{ path: 'lot', code: 'missing' }] } })
    await refused(() => as('ada').get(path('lot=7')), { status: 400, body: { fields: [{ path: 'lot' }] } })
    // The gin has no business with the lot of the centre, and another programme with none.
    await refused(() => as('paul').get(path(`lot=${lots.heap}`, '.json')), { status: 400, body: { fields: [{ path: 'lot', code: 'missing' }] } })
    await refused(() => world.as('leela', 'OP2').get(path(`lot=${lots.heap}`)), { status: 400, body: { fields: [{ path: 'lot', code: 'missing' }] } })
    await refused(() => world.as('dina').get(path(`lot=${lots.heap}`)), { status: 400, body: { fields: [{ path: 'lot', code: 'missing' }] } })
    await refused(() => as('fatima').get(path(`lot=${lots.heap}`, '.json')), { status: 403, body: { code: 'FORBIDDEN' } })
  })
})

describe('the document of bales', () => {
  it('is an EPCIS 2.0 document by the schema of GS1, and linked data by its type', async () => {
    const { body, headers } = await as('ada').get(path(`lot=${lots.bales}`, '.json'))
    expect(epcisFlawsOf(body)).toEqual([])
    expect(body).toMatchObject({ type: 'EPCISDocument', schemaVersion: '2.0' })
    expect(body['@context'][0]).toBe('https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld')
    expect(body['@context'][1]).toEqual({
      fb: `https://${world.tenants.cotton.subdomain}.farmbook.test/id/voc/`,
      gs1: 'https://gs1.org/voc/',
      cbvmda: 'urn:epcglobal:cbv:mda:',
    })
    // Every term below an event's own members has a prefix that is declared.
    const extensions = body.epcisBody.eventList.flatMap((event: Json) => [event.ilmd, event['fb:inputs']].filter(Boolean))
    const terms: string[] = JSON.stringify(extensions).match(/"[^"]+"(?=:)/g) ?? []
    expect(terms.length).toBeGreaterThan(8)
    expect(terms.filter((term) => !/^"(fb|gs1|cbvmda):/.test(term))).toEqual([])
    expect(body.epcisBody.eventList.flatMap((event: Json) => event['fb:inputs'] ?? [])).toMatchObject([
      { 'fb:name': 'Neem oil', 'fb:quantity': 2, 'fb:uom': 'LTR', 'fb:dosePerHa': 2 },
    ])
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual(['application/ld+json', expect.stringMatching(/\.jsonld"$/)])
    // A word that the standard does not have is found.
    expect(epcisFlawsOf({ ...body, epcisBody: { eventList: [{ ...body.epcisBody.eventList[0], bizStep: 'ginning' }] } })).not.toEqual([])
  })
  it('tells the whole way in its order, and the screen the same', async () => {
    const events = await eventsOf(`lot=${lots.bales}`)
    const way = events.filter((one) => !one.errorDeclaration).map(({ type, action, bizStep }) => [type.replace('Event', ''), action, bizStep.split('/').at(-1)])
    expect(way).toEqual([
      ['Transformation', undefined, 'commissioning'],
      ['Object', 'OBSERVE', 'inspecting'],
      ['Object', 'OBSERVE', 'BizStep-input_application'],
      ['Object', 'ADD', 'commissioning'],
      ['Object', 'OBSERVE', 'receiving'],
      ['Object', 'OBSERVE', 'receiving'],
      ['Transformation', undefined, 'commissioning'],
      ['Object', 'OBSERVE', 'shipping'],
      ['Object', 'OBSERVE', 'receiving'],
      ['Transformation', undefined, 'commissioning'],
      ['Transformation', undefined, 'commissioning'],
      ['Aggregation', 'ADD', 'loading'],
      ['Transaction', 'ADD', 'accepting'],
    ])
    const { rows, count } = await ok(as('ada').get(path(`lot=${lots.bales}`)))
    expect([count, rows.map(({ eventId }: Json) => eventId)]).toEqual([events.length, events.map(({ eventID }) => eventID)])
    expect(rows[0]).toMatchObject({ event: 'crop.SOWING', type: 'TransformationEvent', where: 'Borawan', isTakenBack: false })
  })
  it('has the time of the programme beside its offset', async () => {
    const [sowing] = await eventsOf(`lot=${lots.bales}`)
    expect(sowing).toMatchObject({ eventTime: '2025-06-20T10:00:00.000+05:30', eventTimeZoneOffset: '+05:30', recordTime: '2026-01-15T06:30:00.000Z' })
  })
  it('balances: what goes into each transformation comes out as goods, waste and loss', async () => {
    const events = await eventsOf(`lot=${lots.bales}`)
    const [sowing, heap, gin, press] = events.filter(({ type }) => type === 'TransformationEvent')
    expect(sowing).toMatchObject({ inputQuantityList: [{ quantity: 5, uom: 'KGM' }], outputEPCList: [sowing.transformationID] })
    expect([heap.inputQuantityList, heap.outputQuantityList]).toEqual([
      [{ epcClass: named(lots.bought), quantity: 900, uom: 'KGM' }],
      [{ epcClass: named(lots.heap), quantity: 900, uom: 'KGM' }],
    ])
    expect([grams(gin.inputQuantityList), grams(gin.outputQuantityList) + Math.round(gin['fb:invisibleLossKg'] * 1000)]).toEqual([900_000, 900_000])
    expect(gin.outputQuantityList.map(({ quantity }: Json) => quantity).sort()).toEqual([27, 306, 560])
    expect(press.outputEPCList).toHaveLength(2)
    // Five of seed; 306 of lint come of 900; the bales of 152.5 and 153.5 are all of the lint.
    expect([sowing, heap, gin, press].map((one) => [one['fb:inputKg'], one['fb:outputKg'], one['fb:yield']])).toEqual([
      [5, undefined, undefined],
      [900, 900, 1],
      [900, 306 + 560, 0.34],
      [306, 152.5 + 153.5, 1],
    ])
    const weights = press.ilmd['fb:netWeights'].map((one: Json) => Math.round(one['gs1:value'] * 1000))
    expect([grams(press.inputQuantityList), weights.reduce((sum: number, one: number) => sum + one, 0), press.ilmd['gs1:netWeight']['gs1:value']]).toEqual([
      306_000, 306_000, 306,
    ])
    const [loaded] = only(events, 'loading', 'AggregationEvent')
    expect(loaded.childEPCs.sort()).toEqual(press.outputEPCList.sort())
    expect(only(events, 'commissioning')[0].quantityList).toMatchObject([{ quantity: 1000, uom: 'KGM' }])
    expect(only(events, 'shipping')[0]).toMatchObject({
      quantityList: [{ epcClass: named(lots.atGin), quantity: 900 }],
      'fb:netWeightKg': 900,
      disposition: 'in_transit',
    })
    expect(
      grams(
        only(events, 'receiving')
          .filter((one) => one.sourceList && !one.errorDeclaration)
          .flatMap(({ quantityList }) => quantityList),
      ),
    ).toBe(900_000)
  })
  it('ends with the certificate: its kilograms, seller and buyer', async () => {
    const events = await eventsOf(`lot=${lots.bales}`)
    expect(only(events, 'accepting', 'TransactionEvent')).toMatchObject([
      {
        quantityList: [{ epcClass: named(lots.heap), quantity: 900, uom: 'KGM' }],
        bizTransactionList: [{ type: 'cert' }],
        sourceList: [{}],
        destinationList: [{}],
      },
    ])
  })
  it('says of what was taken back that it was wrong, and which event is right', async () => {
    const events = await eventsOf(`lot=${lots.bales}`)
    const idOf = (id: string) => events.find((one) => one['fb:recorded'].endsWith(id)).eventID
    expect(events.flatMap(({ errorDeclaration, quantityList }) => (errorDeclaration ? [[quantityList[0].quantity, errorDeclaration]] : []))).toEqual([
      [310, { declarationTime: '2026-01-15T06:30:00.000Z', reason: 'incorrect_data', correctiveEventIDs: [idOf(right)] }],
      [50, { declarationTime: '2026-01-15T06:30:00.000Z', reason: 'did_not_occur' }],
    ])
  })
  it('names nobody, and no place on the ground', async () => {
    const text = JSON.stringify(await eventsOf(`lot=${lots.bales}`))
    const farmer = await chain.view('farmer', grower.farmerId)
    const plot = await chain.view('landparcel', grower.parcelId)
    for (const secret of ['Anilkumar', farmer.lastName, farmer.memberNo, grower.farmerId, grower.parcelId, 'Borawan', 'Signature'])
      expect([secret, text.includes(secret)]).toEqual([secret, false])
    // Nor by what a list of ids leads to; whoever reads it, and whenever, a plot and a grower are called the same.
    const { id: tenantId } = world.tenants.cotton
    const kinds = { parcel: grower.parcelId, store: grower.parcelId, grower: grower.farmerId }
    for (const [kind, id] of Object.entries(kinds)) {
      const plain = createHash('sha256').update(`${tenantId} ${kind} ${id}`).digest('base64url')
      const keyed = world.deps.sealing?.pseudonym(tenantId, `${kind} ${id}`) ?? ''
      expect([kind, text.includes(plain.slice(0, 22)), text.includes(keyed.slice(0, 22))]).toEqual([kind, false, true])
    }
    const [[longitude, latitude]] = plot.boundary.coordinates[0]
    for (const degrees of [longitude, latitude]) expect(text).not.toContain(String(degrees).slice(0, 6))
  })
})

describe('the same facts are the same events', () => {
  it('each time, in other documents, and for other readers as far as they see them', async () => {
    const whole = await eventsOf(`lot=${lots.bales}`)
    expect(await eventsOf(`lot=${lots.bales}`)).toEqual(whole)
    const ids = new Set(whole.map(({ eventID }) => eventID))
    expect(ids.size).toBe(whole.length)
    for (const id of ids) expect(id).toMatch(/^ni:\/\/\/sha-256;[\w-]{43}$/)
    const ginners = await eventsOf(`lot=${lots.bales}`, 'paul')
    expect(ginners.filter(({ eventID }) => !ids.has(eventID))).toEqual([])
    // Sowing, picking, tickets and heap are not the gin's to see; what came to it, and what it made, is.
    expect(ginners.map(({ bizStep }) => bizStep)).toEqual(['shipping', 'receiving', 'commissioning', 'commissioning', 'loading', 'accepting'])
    expect(epcisFlawsOf((await as('paul').get(path(`lot=${lots.bales}`, '.json'))).body)).toEqual([])
  })
  it('of a certificate: its goods with what they came from, and no more; of a facility its season', async () => {
    const whole = new Set((await eventsOf(`lot=${lots.bales}`)).map(({ eventID }) => eventID))
    const sold = await eventsOf(`certificate=${certificateId}`, 'carla')
    expect(sold.map(({ bizStep }) => bizStep).filter((step) => ['shipping', 'accepting', 'loading'].includes(step))).toEqual(['shipping', 'accepting'])
    expect(sold.filter(({ eventID }) => !whole.has(eventID))).toEqual([])
    const atGin = await eventsOf(`facility=${chain.gin}&season=${chain.season}`, 'paul')
    expect(atGin.filter(({ type }) => type === 'TransformationEvent')).toHaveLength(2)
    // The cleaning is of the line, and of no lot.
    expect(atGin.filter(({ eventID }) => !whole.has(eventID)).map(({ bizStep }) => bizStep.split('/').at(-1))).toEqual(['BizStep-cleaning'])
    // The goods were sold with a certificate, which is of no place.
    const atCentre = await eventsOf(`facility=${chain.centre}&season=${chain.season}`)
    expect(atCentre.map(({ bizStep }) => bizStep)).toEqual([...Array(4).fill('receiving'), 'commissioning', 'shipping'])
    expect([...atGin, ...atCentre].filter(({ type }) => type === 'TransactionEvent')).toEqual([])
    for (const query of [`certificate=${certificateId}`, `facility=${chain.centre}&season=${chain.season}`])
      expect(epcisFlawsOf((await as('ada').get(path(query, '.json'))).body)).toEqual([])
  })
  it('a fact that comes late adds its own event and leaves the others as they were; of a day before it, it is not there', async () => {
    const before = await eventsOf(`lot=${lots.bales}`)
    await lotEvent('pooja', lots.bought, 'SAMPLE_TAKEN', '2025-11-06', { kind: 'RESIDUE', sampleNo: 'S-9', laboratory: 'Lab One' })
    const after = await eventsOf(`lot=${lots.bales}`)
    const added = after.filter(({ eventID }) => !before.some((one) => one.eventID === eventID))
    // 600 and 300 lay there on that day.
    expect(added).toMatchObject([
      { bizStep: 'sampling', quantityList: [{ epcClass: named(lots.bought), quantity: 900 }], bizTransactionList: [{ type: 'testprd' }] },
    ])
    expect(after.filter((one) => !added.includes(one))).toEqual(before)
    const ofHeap = await eventsOf(`lot=${lots.heap}`)
    expect(await eventsOf(`lot=${lots.heap}&asOf=2025-11-11&knownAt=2026-01-15`)).toEqual(ofHeap.filter(({ eventTime }) => eventTime < '2025-11-12'))
    expect(await eventsOf(`lot=${lots.bales}&asOf=2025-11-11&knownAt=2026-01-15`)).toEqual([])
  })
})

describe('what else happens to a lot', () => {
  it('has its weight by the books of that moment, and what is lost, held, parted and thrown away', async () => {
    await lotEvent('paul', lots.seed, 'RELEASED', '2025-11-27')
    await lotEvent('paul', lots.seed, 'LOSS', '2025-11-28', { cause: 'SPILLAGE', kg: 4.5 })
    await lotEvent('paul', lots.seed, 'MOVE', '2025-11-29', { storageBin: 'Bin 2' })
    await lotEvent('paul', lots.seed, 'SPLIT', '2025-11-30', { outputs: [{ kg: 100 }] })
    await lotEvent('paul', lots.seed, 'QUARANTINE', '2025-12-01', { reason: 'Wet' })
    await lotEvent('ada', lots.seed, 'RELEASE', '2025-12-02', { causeClosed: 'Dried', downgrade: true })
    await lotEvent('paul', lots.seed, 'QUARANTINE', '2025-12-03', { reason: 'Mould' })
    await lotEvent('ada', lots.seed, 'DISPOSAL', '2025-12-04', { method: 'Burnt', evidence: 'Photo' })
    const events = (await eventsOf(`lot=${lots.seed}`)).filter(({ eventTime }) => eventTime > '2025-11-28' && eventTime < '2026')
    const kg = ({ quantityList, inputQuantityList }: Json) => (quantityList ?? inputQuantityList)[0].quantity
    expect(events.map((one) => [one.bizStep, one.disposition, kg(one)])).toEqual([
      ['destroying', 'destroyed', 4.5],
      ['storing', 'available', 555.5],
      ['commissioning', 'in_progress', 100],
      ['holding', 'non_sellable_other', 455.5],
      ['accepting', 'available', 455.5],
      ['holding', 'non_sellable_other', 455.5],
      ['destroying', 'destroyed', 455.5],
    ])
    expect(epcisFlawsOf((await as('ada').get(path(`lot=${lots.seed}`, '.json'))).body)).toEqual([])
  })
  it('has bales one by one, out of the shipment and sent on, and of what came of it only what the part is made of', async () => {
    const spinner = await spinnerOf(world)
    await lotEvent('paul', lots.bales, 'UNLOADED', '2025-11-29', { sscc: 'TRUCK-1' })
    const { event } = await lotEvent('paul', lots.bales, 'DISPATCH', '2025-11-30', { buyerId: spinner, kg: 153.5, units: ['B-2'], invoiceNo: 'G-1' })
    const part = await chain.madeBy(event.id)
    const bale = (no: string) => expect.stringMatching(new RegExp(`/id/unit/[^/]+/${no}$`))
    const events = await eventsOf(`lot=${part}`)
    expect(events.slice(-3)).toMatchObject([
      { type: 'AggregationEvent', action: 'DELETE', childEPCs: [bale('B-1'), bale('B-2')] },
      {
        bizStep: 'shipping',
        epcList: [bale('B-2')],
        'fb:netWeightKg': 153.5,
        'fb:lot': named(part),
        destinationList: [{ type: 'possessing_party' }, { type: 'owning_party' }],
      },
      { bizStep: 'accepting' },
    ])
    expect(epcisFlawsOf((await as('ada').get(path(`lot=${part}`, '.json'))).body)).toEqual([])
    // The seed that came of the same run is somebody else's goods.
    expect(JSON.stringify(events.filter(({ type }) => type !== 'TransformationEvent'))).not.toContain(lots.seed)
  })
})

describe('a certificate that ends', () => {
  it('is said to be replaced, and to be withdrawn, with the paper that it was issued as', async () => {
    const newer = await sales.issued([sent], { replacesId: certificateId })
    await ok(sales.act(world.as('carla', 'OP1'), newer.id, 'WITHDRAWN', { reason: 'Residue' }))
    const of = (id: string) => ({ bizTransactionList: [{ type: 'cert', bizTransaction: named(id).replace('/batch/', '/certificate/') }] })
    const quantityList = [{ epcClass: named(lots.heap), quantity: 900, uom: 'KGM' }]
    const papers = (await eventsOf(`certificate=${newer.id}`, 'carla')).filter(({ type }) => type === 'TransactionEvent')
    const step = expect.stringMatching(/\/voc\/BizStep-withdrawing$/)
    // The two of one moment come in either order.
    expect(papers.toSorted((one, other) => Number(one.action === 'DELETE') - Number(other.action === 'DELETE'))).toMatchObject([
      { action: 'ADD', bizStep: 'accepting', disposition: 'conformant', ...of(certificateId), quantityList },
      { action: 'ADD', bizStep: 'accepting', disposition: 'conformant', ...of(newer.id), quantityList },
      { action: 'DELETE', bizStep: step, ...of(certificateId), quantityList, 'fb:replacedBy': of(newer.id).bizTransactionList[0]?.bizTransaction },
      { action: 'DELETE', bizStep: step, disposition: 'non_conformant', ...of(newer.id), quantityList },
    ])
    expect(epcisFlawsOf((await as('carla').get(path(`certificate=${newer.id}`, '.json'))).body)).toEqual([])
  })
})

describe('the company prefix of the programme', () => {
  const client = () => `/api/client/${world.tenants.cotton.id}`
  const setPrefix = async (gs1Prefix: string | null) => {
    const { version } = await ok(world.as('ada').get(client()))
    return ok(world.as('ada').patch(client(), { gs1Prefix }, { 'if-match': `"${version}"` }))
  }
  it('names the facility and the lot by their GS1 keys, and is no other event; without one nothing changes', async () => {
    const gin = await ok(as('ada').get(`/processingsystem/${chain.gin}`))
    await ok(as('ada').patch(`/processingsystem/${chain.gin}`, { gln: '8901234000020' }, { 'if-match': `"${gin.version}"` }))
    const before = await eventsOf(`lot=${lots.lint}`)
    expect(JSON.stringify(before)).not.toContain('id.gs1.org')
    await setPrefix('8901234')
    const after = await eventsOf(`lot=${lots.lint}`)
    expect(after.map(({ eventID }) => eventID)).toEqual(before.map(({ eventID }) => eventID))
    const places = after.flatMap(({ bizLocation }) => (bizLocation ? [bizLocation.id] : []))
    expect(places).toContain('https://id.gs1.org/414/8901234000020')
    expect(places.join()).not.toContain(chain.gin)
    // Somebody else’s number is named as before.
    await setPrefix('8909999')
    expect(await eventsOf(`lot=${lots.lint}`)).toEqual(before)
  })
})

describe('how much', () => {
  it('asks as few statements for many events as for few', async () => {
    const statements = async (query: string) => statementsIn(await messagesOf(() => eventsOf(query))).length
    expect(await statements(`lot=${lots.bales}`)).toBe(await statements(`lot=${lots.bought}`))
  })
  it('refuses more events than a document has, on the screen and as a file', async () => {
    const { cropId } = grower
    await world.scoped('ada', ({ db, tenant }) =>
      sql`insert into event (tenant_id, id, event_type, subject_type, subject_id, subject_version, operator_id, occurred_at, occurred_offset_min, recorded_at, source, data, status_after, hash)
        select e.tenant_id, gen_random_uuid(), e.event_type, e.subject_type, e.subject_id, e.subject_version, e.operator_id, e.occurred_at, e.occurred_offset_min, e.recorded_at, e.source, e.data, e.status_after, e.hash
        from event as e cross join generate_series(1, ${mostEvents}) where e.tenant_id = ${tenant.id} and e.subject_id = ${cropId}::uuid and e.event_type = 'SCOUTING'`.execute(
        db,
      ),
    )
    for (const ending of ['', '.json'])
      expect(await as('ada').get(path(`lot=${lots.bales}`, ending))).toMatchObject({
        status: 413,
        body: { code: 'TOO_LARGE', figures: { mostRows: mostEvents } },
      })
  })
})
