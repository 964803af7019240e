// Every name in every report and in a trace, of a past day: renamed since, each report says what the day asked for calls it. What follows no day has its reason here.
import { beforeAll, describe, expect, it } from 'vitest'
import { reports } from '#domain/reports/all.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let lot: string
let grower: { farmerId: string; cropId: string; parcelId: string }
let now = new Date('2026-01-15T06:30:00Z')
const onDay = (text: string) => {
  now = new Date(`${text}T06:30:00Z`)
}
const as = (who: string) => world.as(who, 'OP1')

/** What of a row is a name, by report and column: the kind of record it names, or why it does not follow the day. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'farmer-register': { name: 'farmer', localName: 'farmer', relationName: 'farmer', village: 'farmer' },
  'approved-farmer-list': {
    season: 'season',
    scheme: 'scheme',
    farmer: 'signed: never changes',
    village: 'signed: never changes',
    parcel: 'signed: never changes',
    crop: 'signed: never changes',
    inspectors: 'user',
  },
  'certifier-pack': { title: 'its reports are of the day themselves; a document has the name of its file' },
  'parcel-register': { name: 'landparcel', farmer: 'farmer', village: 'landparcel' },
  'conversion-tracker': { parcel: 'landparcel', farmer: 'farmer', village: 'landparcel' },
  'boundary-quality': { parcel: 'landparcel', farmer: 'farmer', village: 'landparcel', partners: 'found with the finding: as it was named then' },
  'crop-area-statement': { crop: 'crop', variety: 'crop' },
  'practice-adherence': { crop: 'crop', farmer: 'farmer', village: 'crop', pop: 'pop' },
  'input-use': { item: 'inputitem' },
  'seed-register': { crop: 'crop', variety: 'crop', supplier: 'recorded with the seed: never changes' },
  'internal-inspections': { farmer: 'farmer', village: 'farmer', season: 'season', inspector: 'user' },
  'inspection-performance': { inspector: 'user' },
  'training-register': { operator: 'collective', topic: 'recorded with the training: never changes' },
  'nonconformity-log': { farmer: 'farmer', subject: 'landparcel, crop, productbatch', rule: 'nonconformity', clause: 'nonconformity' },
  'estimate-to-purchase': { farmer: 'farmer', village: 'crop', crop: 'crop', variety: 'crop', rules: 'numbers of rules, which are the product’s' },
  'purchase-register': { farmer: 'farmer', village: 'farmer', lot: 'productbatch' },
  'premium-statement': { farmer: 'farmer', village: 'farmer' },
  'farmer-passbook': { farmer: 'farmer', what: 'crop, inputitem' },
  'stock-ledger': { lot: 'productbatch', product: 'product', holder: 'collective, processor', place: 'processingsystem' },
  'volume-reconciliation': { holder: 'collective, processor' },
  'processing-yield': { facility: 'processingsystem', product: 'product' },
  'laboratory-tests': {
    lot: 'productbatch',
    crop: 'crop',
    product: 'product',
    holder: 'collective, processor',
    laboratory: 'recorded with the sample: never changes',
    method: 'recorded with the result: never changes',
  },
  'recall-effectiveness': { begins: 'landparcel, productbatch' },
  'lot-trace': { name: 'landparcel, productbatch', who: 'farmer, product', where: 'landparcel, processingsystem', holder: 'collective, processor' },
  'certificate-register': {
    seller: 'collective, processor',
    buyer: 'processor',
    body: 'certificationbody',
    products: 'product',
    inputs: 'transactioncertificate',
  },
  'scope-expiry': { holder: 'collective, processor', body: 'certificationbody', scheme: 'scheme' },
  'eudr-plots': { ProducerName: 'collective, farmer', ProductionPlace: 'landparcel, farmer', crops: 'crop' },
  'epcis-document': { what: 'productbatch, crop', where: 'processingsystem' },
  'season-closing': { season: 'season' },
  'audit-log': {
    who: 'user',
    record: 'finds the record: by what it is called today',
    source: 'a word of the product',
    field: 'a word of the product',
  },
}
/** Words that name no record. */
const noNames = new Set(['code', 'hash', 'reference', 'conditions', 'findings', 'reason', 'before', 'after', 'file', 'inspectedOn'])

describe('the list of names in reports', () => {
  it('has every report, and every column of text in it', () => {
    expect(Object.keys(names).sort()).toEqual(reports.map(({ id }) => id).sort())
    for (const { id, columns } of reports) {
      const texts = Object.entries(columns).filter(([name, { kind, choices }]) => (kind === 'text' || kind === 'longText') && !choices && !noNames.has(name))
      const named = texts.filter(
        ([name]) => !/(No|Nos|Codes|Ref|Id|Country)$/.test(name) && !['ref', 'type', 'step', 'rules', 'claims', 'seedLot', 'proof'].includes(name),
      )
      for (const [name] of named) expect([id, name, Object.hasOwn(names[id] ?? {}, name)]).toEqual([id, name, true])
      for (const name of Object.keys(names[id] ?? {})) expect([id, name, Object.hasOwn(columns, name)]).toEqual([id, name, true])
    }
  })
})

const renamed: Readonly<Record<string, (id: string) => Json>> = {
  farmer: () => ({ lastName: 'Bamne', village: 'Elsewhere' }),
  landparcel: () => ({ name: 'Renamed field' }),
  collective: () => ({ shortName: 'Renamed group' }),
  product: (id) => ({ name: `Renamed ${id.slice(-4)}` }),
  productbatch: (id) => ({ batchNo: `RN-${id.slice(-6)}` }),
  processingsystem: (id) => ({ name: `Renamed ${id.slice(-4)}` }),
  processor: () => ({ legalName: 'Renamed company', tradeName: 'Renamed company' }),
  certificationbody: () => ({ name: 'Renamed body', shortName: 'Renamed' }),
  scheme: () => ({ name: 'Renamed scheme' }),
  season: () => ({ name: 'Renamed season' }),
  inputitem: () => ({ name: 'Renamed input' }),
  croptype: () => ({ name: 'Renamed crop' }),
  user: () => ({ name: 'Renamed person' }),
}
const rowsOf = async (id: string, query = ''): Promise<Json[]> => {
  const ofLot = ['lot-trace', 'epcis-document'].includes(id) ? `&lot=${lot}` : ''
  return (await ok(as('ada').get(`/reports/${id}?${query}${ofLot}`))).rows
}
const withoutDays = ({ days: _, ageDays: _age, daysLeft: _left, ...row }: Json): Json => row
const saved = new Map<string, Json[]>()
const traced = async (direction: string, query = '') => ok(as('ada').get(`/productbatch/${lot}/trace?direction=${direction}${query}`))
const traces: Json[] = []
const inputs: string[] = []
/** Packs list files, and the log lists what was done to rename them. */
const listed = reports.map(({ id }) => id).filter((id) => !['certifier-pack', 'audit-log'].includes(id))

async function renameAll(): Promise<void> {
  const refused: string[] = []
  const rename = async (entity: string, id: string): Promise<void> => {
    const { version } = await chain.view(entity, id)
    const { status, body } = await as('ada').patch(`/${entity}/${id}`, renamed[entity]?.(id), { 'if-match': `"${version}"` })
    if (status >= 300) refused.push(`${entity} ${status} ${JSON.stringify(body.fields ?? body.message)}`)
  }
  const group = world.places.cotton.OP1?.id as string
  const body = chain.standards.body
  for (const [entity, ids] of Object.entries({
    ...{ farmer: [grower.farmerId], landparcel: [grower.parcelId], collective: [group], product: Object.values(chain.products), productbatch: [lot] },
    ...{ processingsystem: [chain.centre, chain.gin], processor: [chain.ginner], certificationbody: [body], scheme: [await chain.standards.scheme('NPOP')] },
    ...{ season: [chain.season], croptype: [chain.cotton], inputitem: inputs },
  }))
    for (const id of ids) await rename(entity, id)
  const people: Json[] = (await ok(as('ada').get('/user?limit=200'))).items
  for (const { id } of people.filter(({ title }) => /Ines/.test(title))) await rename('user', id)
  expect(refused).toEqual([])
}

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  grower = await chain.sown()
  await chain.decide('APPROVED', grower.farmerId)
  await chain.picked(grower.cropId, 500)
  lot = (await chain.lot()).id
  await ok(chain.buy(lot, grower.cropId, 300))
  await ok(
    record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'TRAINING', '2026-01-10', {
      topic: 'Traps',
      hours: 2,
      farmerIds: [grower.farmerId],
    }),
  )
  await ok(record(as('omar'), 'farmer', grower.farmerId, 'PAYMENT', '2026-01-11', { kind: 'PRICE', amount: 1000_00, ref: 'UTR 1' }))
  await ok(record(as('pooja'), 'productbatch', lot, 'SAMPLE_TAKEN', '2026-01-12', { kind: 'GMO', sampleNo: 'S-1', laboratory: 'Lab' }))
  const { id: item } = await ok(as('ada').post('/inputitem', { name: 'Neem oil', category: 'BIOCONTROL', permission: 'ALLOWED', phiDays: 0 }))
  inputs.push(item)
  await ok(record(as('fatima'), 'crop', grower.cropId, 'PLANT_PROTECTION', '2025-09-01', { itemId: item, dosePerHa: 2, unit: 'L', total: 2, target: 'Aphids' }))
  const found = { ref: 'Q-1', severity: 'MINOR', rule: 'EDGE', description: 'Found', openedOn: '2026-01-10', dueOn: '2026-02-10' }
  await ok(as('ines').post('/nonconformity', { ...found, farmerId: grower.farmerId, parcelId: grower.parcelId }))
  await ok(as('omar').post('/recallcase', { isDrill: true, cause: 'QUALITY', reason: 'Wet', batchId: lot }))
  const sales = salesOf(chain)
  const sent = await sales.send(await sales.lot(1000), 800, 'L-1', '2025-12-01')
  const atGin = (type: string, day: string, data: Json, hour = 12) => record(as('paul'), 'processingsystem', chain.gin, type, day, data, hour)
  await ok(atGin('GOODS_RECEIVED', '2025-12-02', { batchId: sent.partId, grossKg: 896, tareKg: 100, netKg: 796 }))
  await sales.issued([{ ...sent, kg: 600 }])
  await ok(atGin('CLEANING', '2025-12-04', { area: 'Gin stands', method: 'BLOWN' }, 6))
  const outputs = [
    { productId: chain.products.lint, kg: 170 },
    { productId: chain.products.cottonseed, kg: 310 },
  ]
  const hours = { startedAt: '2025-12-04T04:00:00Z', endedAt: '2025-12-04T06:00:00Z' }
  const run = { process: 'GINNING', inputs: [{ batchId: sent.partId, kg: 500 }], outputs, wasteKg: 15, invisibleKg: 5, ...hours }
  await ok(atGin('PROCESS_RUN', '2025-12-04', run))
  const drawn = { farmSchemeId: await chain.standards.scheme('NPOP'), seasonId: chain.season }
  await ok(record(as('omar'), 'collective', world.places.cotton.OP1?.id as string, 'LIST_DRAWN_UP', '2026-01-15', drawn))
  const [{ id: listId }] = (await ok(as('omar').get('/approvedlist'))).items
  const { hash } = await chain.view('approvedlist', listId)
  await ok(record(as('omar'), 'approvedlist', listId, 'SIGNED', '2026-01-15', { hash }))
  await ok(record(as('carla'), 'approvedlist', listId, 'COUNTERSIGNED', '2026-01-15', { hash }, 11))
  onDay('2026-01-18')
  for (const id of listed) saved.set(id, await rowsOf(id))
  for (const direction of ['back', 'forward']) traces.push(await traced(direction))
  onDay('2026-01-20')
  await renameAll()
  onDay('2026-01-25')
}, 240_000)

describe('a report of a past day', () => {
  it('is refused with a day that is none (400)', async () => {
    for (const id of listed) expect([id, (await as('ada').get(`/reports/${id}?asOf=soon&lot=${lot}`)).status]).toEqual([id, 400])
  })
  it.each(listed)('%s says what that day says, whatever was renamed since', async (id) => {
    const query = 'asOf=2026-01-18&knownAt=2026-01-18'
    expect(await rowsOf(id, query)).toEqual(saved.get(id))
    // What was known that day; days are counted to the day of the report.
    const known = await rowsOf(id, 'knownAt=2026-01-18')
    expect(known.map(withoutDays)).toEqual(saved.get(id)?.map(withoutDays))
  })
  it('is a proof where there are rows', () => {
    expect([...saved].flatMap(([id, rows]) => (rows.length ? [] : [id]))).toEqual([])
  })
  it('has a trace that is of the day as well, its root, products, crops and lots included', async () => {
    for (const [place, direction] of ['back', 'forward'].entries())
      expect(await traced(direction, '&asOf=2026-01-18&knownAt=2026-01-18')).toEqual(traces[place])
  })
})
