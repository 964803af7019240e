// Registers and statements of records as of a past day. What each of them answered on the 18th is compared with what it says later that it was and was known
// then, after everything was changed, corrected, voided, retired and added to: the report of that day is the independent calculation.
import { beforeAll, describe, expect, it } from 'vitest'
import { tablesThen } from '#server/reports/engine/tables-then.ts'
import { inPast, isPast } from '#server/store/past.ts'
import { refusing } from '../harness/refusing.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, type Json, ok, record } from './chain-stage.ts'
import { step } from './plan-step.ts'
import { type Sales, salesOf, tcNo } from './sale-stage.ts'

const registers = [
  'farmer-register',
  'parcel-register',
  'boundary-quality',
  'crop-area-statement',
  'practice-adherence',
  'nonconformity-log',
  'estimate-to-purchase',
  'stock-ledger',
  'certificate-register',
  'recall-effectiveness',
  'laboratory-tests',
  'eudr-plots',
  'conversion-tracker',
  'scope-expiry',
  'season-closing',
  'audit-log',
] as const
const day = 'asOf=2026-01-18&knownAt=2026-01-18'

let world: World
let chain: Chain
let sales: Sales
let now = new Date('2026-01-15T06:30:00Z')
const onDay = (text: string) => {
  now = new Date(`${text}T06:30:00Z`)
}
const as = (who: string) => world.as(who, 'OP1')
const refused = refusing(() => world)
const report = (id: string, query = '', who = 'ada'): Promise<Json> => ok(as(who).get(`/reports/${id}?${query}`))
const rowsOf = async (id: string, query = '', who = 'ada'): Promise<Json[]> => (await report(id, query, who)).rows
const change = async (entity: string, id: string, values: Record<string, unknown>, who = 'ada') => {
  const { version } = await chain.view(entity, id)
  await ok(as(who).patch(`/${entity}/${id}`, values, { 'if-match': `"${version}"` }))
}
/** An audit log calls records what they are called today. */
const unnamed = ({ rows }: Json): Json[] => rows.map(({ record: _, ...row }: Json) => row)
const saved: Record<string, Json> = {}
let grower: { farmerId: string; parcelId: string; cropId: string }

beforeAll(async () => {
  world = await openWorld({ now: () => now })
  chain = await chainOf(world)
  sales = salesOf(chain)
  const steps = [step('SOW', 'SOWING', 0, 5, 5), step('WEED', 'INTERCULTURE', 20, 5, 5, { operation: 'WEEDING' }), step('CLOSE', 'CROP_CLOSE', 240, 5, 5)]
  const package_ = { varietyIds: [], regions: [], waterRegimes: ['RAINFED'], durationDays: 300, validFrom: '2025-01-01', inputItemIds: [], planEvents: steps }
  const { id: popId } = await ok(as('ada').post('/pop', { name: 'Cotton', cropTypeId: chain.cotton, ...package_ }))
  await ok(record(as('ada'), 'pop', popId, 'PUBLISHED', '2025-06-01'))
  grower = await chain.sown()
  await ok(record(as('fatima'), 'crop', grower.cropId, 'PACKAGE_ASSIGNED', '2025-06-21', { popId }))
  await chain.decide('APPROVED', grower.farmerId)
  const { event: picking } = await chain.picked(grower.cropId, 700)
  const { id: heap } = await chain.lot()
  await ok(chain.buy(heap, grower.cropId, 300))
  const { event: second } = await ok(chain.buy(heap, grower.cropId, 100, '2025-11-05'))
  await ok(record(as('pooja'), 'productbatch', heap, 'SAMPLE_TAKEN', '2025-11-06', { kind: 'GMO', sampleNo: 'S1', laboratory: 'Indore' }))
  const other = await chain.sown({ name: 'Sunita' })
  const finding = { ref: 'N-1', severity: 'MAJOR', rule: 'R-1', description: 'Drift', openedOn: '2026-01-05', dueOn: '2026-02-20' }
  const { id: ncId } = await ok(as('ines').post('/nonconformity', { ...finding, farmerId: grower.farmerId, cropId: grower.cropId }))
  const lot = await sales.lot(200)
  const sent = await sales.send(lot, 40)
  const { id: tcId } = await sales.submitted([sent])
  const { id: draftId } = await sales.draft([await sales.send(lot, 20)])
  const { id: caseId } = await ok(as('omar').post('/recallcase', { isDrill: true, cause: 'QUALITY', reason: 'Wet', batchId: heap }))

  onDay('2026-01-18')
  for (const id of registers) saved[id] = await report(id)

  onDay('2026-01-20')
  await change('farmer', grower.farmerId, { lastName: 'Bamne', village: 'Elsewhere', localName: 'सुनीता' }, 'fatima')
  await change('landparcel', grower.parcelId, { name: 'Sold field' }, 'omar')
  const { parcelId: newPlot } = await chain.member({ name: 'Newcomer' })
  await chain.cropIn(await chain.systemOn(newPlot))
  await ok(record(as('omar'), 'landparcel', other.parcelId, 'LEASE_CHANGED', '2026-01-19', { leaseFrom: '2026-01-01', leaseTo: '2029-01-01' }))
  onDay('2026-01-22')
  await chain.decide('REJECTED', other.farmerId)
  await ok(chain.buy(heap, grower.cropId, 50, '2025-11-10'))
  await ok(as('pooja').post(`/productbatch/${heap}/events/${second.id}/void`, { reason: 'DID_NOT_OCCUR' }))
  const corrected = { eventType: picking.eventType, occurredAt: picking.occurredAt, data: { ...picking.data, kg: 650 }, supersedesEventId: picking.id }
  await ok(as('fatima').post(`/crop/${grower.cropId}/events`, { ...corrected, lateReason: 'Weighed again' }))
  await ok(record(as('fatima'), 'crop', grower.cropId, 'INTERCULTURE', '2025-07-12', { operation: 'WEEDING' }))
  await ok(record(as('fatima'), 'crop', other.cropId, 'CROP_LOSS', '2026-01-21', { cause: 'HAIL', share: 0.25 }))
  await ok(record(as('pooja'), 'productbatch', heap, 'LAB_RESULT', '2026-01-21', { kind: 'GMO', sampleNo: 'S1', result: 'NEGATIVE', reportNo: 'L-9' }))
  await ok(record(as('fatima'), 'nonconformity', ncId, 'ACTION_SENT', '2026-01-21', { action: 'Buffer sown', doneOn: '2026-01-21' }))
  await ok(sales.act(as('carla'), tcId, 'ISSUED', { tcNo: tcNo(), reviewNote: 'Papers seen' }, { occurredAt: at('2026-01-22', 11) }))
  // No certificate is issued under it any more (T01).
  await ok(record(as('carla'), 'scopecertificate', chain.certificates.group, 'SUSPENDED', '2026-01-22', { reason: 'Papers missing' }))
  await ok(as('omar').delete(`/transactioncertificate/${draftId}`))
  await ok(as('pooja').post(`/recallcase/${caseId}/events`, { eventType: 'ANSWERED', occurredAt: now.toISOString(), data: { locatedKg: 400, returnedKg: 0 } }))
  onDay('2026-01-28')
}, 240_000)

describe('a register of a past day', () => {
  it('is refused on a day that is none (400), and to whoever may not run it (403)', async () => {
    for (const id of registers) {
      await refused(() => as('ada').get(`/reports/${id}?asOf=2026-02-30`), { status: 400, body: { fields: [{ path: 'asOf' }] } })
      await refused(() => as('ada').get(`/reports/${id}?knownAt=soon`), { status: 400, body: { fields: [{ path: 'knownAt' }] } })
    }
    await refused(() => as('paul').get(`/reports/farmer-register?${day}`), { status: 403 })
  })
  it('is refused where more records would have to be worked out than one report may (413)', async () => {
    const moment = '2026-01-18T18:29:59.999Z'
    const tables = world.scoped('ada', (scope) => {
      const past = inPast(scope, { occurredBy: moment, knownBy: moment })
      return isPast(past) ? tablesThen(past, [{ table: 'crop' }], { most: 1 }) : Promise.reject(new Error('no past'))
    })
    await expect(tables).rejects.toMatchObject({ code: 'TOO_LARGE', details: { figures: { mostRows: 1 } } })
  })
  it('has nothing on a day on which nothing was known', async () => {
    for (const id of registers) expect([id, (await rowsOf(id, 'knownAt=2020-01-01')).length]).toEqual([id, 0])
  })
  it('says what it said on that day, to the last figure and with the same hash, whatever was done since', async () => {
    for (const id of registers) {
      const [then, later, today] = [saved[id], await report(id, day), await report(id)]
      expect([id, unnamed(later), later.totals, later.charts]).toEqual([id, unnamed(then), then.totals, then.charts])
      if (id !== 'audit-log') expect([id, later.rows, later.sha256]).toEqual([id, then.rows, then.sha256])
      expect(then.rows.length, id).toBeGreaterThan(0)
      // Otherwise nothing was tried.
      expect(today.rows, id).not.toEqual(then.rows)
    }
  })
  it('of today, as known today, is the one without a day', async () => {
    for (const id of registers) expect([id, await rowsOf(id, 'asOf=2026-01-28')]).toEqual([id, await rowsOf(id)])
  })
  it('counts what was recorded late or corrected since on the day on which it happened, as known today', async () => {
    const { memberNo } = await chain.view('farmer', grower.farmerId)
    const cropOf = async (query: string) => (await rowsOf('estimate-to-purchase', query)).find((row) => row.memberNo === memberNo)
    expect(await cropOf('asOf=2025-11-08')).toMatchObject({ harvestedKg: 650, purchasedKg: 300, leftKg: 350 })
    expect(await cropOf('asOf=2025-11-08&knownAt=2026-01-18')).toMatchObject({ harvestedKg: 700, purchasedKg: 400, leftKg: 300 })
    expect(await cropOf('asOf=2025-11-12')).toMatchObject({ harvestedKg: 650, purchasedKg: 350, leftKg: 300 })
    expect(await cropOf('asOf=2025-10-20')).toMatchObject({ harvestedKg: 0, purchasedKg: 0 })
  })
  it('shows no record that its reader does not see today', async () => {
    const leela = world.as('leela', 'OP2')
    for (const id of ['farmer-register', 'parcel-register', 'estimate-to-purchase'])
      expect([id, (await ok(leela.get(`/reports/${id}?${day}`))).rows]).toEqual([id, []])
  })
  it('is the same in a file', async () => {
    const { status, body } = await as('ada').get(`/reports/farmer-register.csv?${day}&purpose=OWN_RECORDS`)
    const [{ name }] = saved['farmer-register'].rows
    expect([status, String(body).includes('Bamne'), String(body).includes(name)]).toEqual([200, false, true])
  })
})
