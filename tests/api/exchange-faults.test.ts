// Each file of domain dictionary 12 with one fault in one column per row: every row comes back with its row, its column and the reason, and nothing of it is
// there. The same row without the fault is taken in, once however often it is sent; exported and sent again it changes nothing.
import { beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { csvText } from '#domain/exchange/csv.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'
import { type Chain, chainOf, clock, type Json, ok } from './chain-stage.ts'

let world: World
let chain: Chain
type Row = Record<string, string>
/** Column, what is wrong in it, and the code that comes back; a fourth: at which column, where it is said elsewhere. */
type Fault = readonly [column: string, value: string, code: string, at?: string]
const as = (who: string) => world.as(who, 'OP1')
const send = async (who: string, path: string, rows: readonly Row[], more = ''): Promise<Json> => {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const body = csvText(
    header,
    rows.map((row) => header.map((name) => row[name] ?? '')),
  )
  return ok(as(who).send(`${path}${more}`, { method: 'POST', body, headers: { 'content-type': 'text/csv', prefer: 'wait=100' } }))
}
const places = { village: 'Bistan', block: 'Kasrawad', district: 'Khargone', state: 'Madhya Pradesh' }
/** Rows that are each wrong in one column; `number`: what makes a row its own. */
async function refusedEach(who: string, path: string, good: (number: number) => Row, faults: readonly Fault[]): Promise<void> {
  const rows = faults.map(([column, value], index) => ({ ...good(index), [column]: value }))
  const job = await send(who, path, rows)
  const found = faults.map(([column, value], index) => {
    const own = job.problems.filter(({ row }: Json) => row === index + 2).map((one: Json) => `${one.column} ${one.code}`)
    return `${column} “${value.slice(0, 20)}”: ${own.join(', ')}`
  })
  expect(found).toEqual(faults.map(([column, value, code, at = column]) => `${column} “${value.slice(0, 20)}”: ${at} ${code}`))
  expect([job.created, job.rejected]).toEqual([0, faults.length])
}
/** Taken in once; the same again, and what the export gives, change nothing. */
async function takenOnce(who: string, entity: string, query: string, row: Row, filter = ''): Promise<Row> {
  expect(await send(who, `/${entity}/import${query}`, [row])).toMatchObject({ created: 1, rejected: 0, problems: [] })
  expect(await send(who, `/${entity}/import${query}`, [row])).toMatchObject({ created: 0, changed: 0, unchanged: 1, rejected: 0 })
  const answer = await as(who).send(`/${entity}/export?format=csv&purpose=OWN_RECORDS${filter}`, {})
  const [header = '', line = ''] = String(answer.body).replace('\ufeff', '').trim().split('\r\n')
  const cells = Object.fromEntries(header.split(',').map((name, index) => [name, line.split(',')[index] ?? '']))
  expect(await send(who, `/${entity}/import`, [cells])).toMatchObject({ created: 0, changed: 0, unchanged: 1, rejected: 0, problems: [] })
  return cells
}

beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)

describe('farmers.csv', () => {
  const good = (n: number): Row => ({
    ...{
      operator_code: 'OP1',
      member_no: `F-${n}`,
      first_name: `Q${'abcdefghijklmnopqrstuvwxyz'[n % 26]}${'xyz'[Math.floor(n / 26)]}`,
      last_name: `Z${'abcdefg'[n % 7]}w`,
      gender: 'F',
    },
    ...{ birth_year: '1980', no_phone: 'Y', language: 'hi', ...places, village: `Village ${n}`, pin: '451228', holding_ha: '1.5' },
    ...{ joined_on: '2022-04-01', consent_version: 'C-2', consent_given_on: '2022-04-01', other_group: 'N' },
  })
  it('gives each row back by the column that is wrong', async () => {
    await refusedEach('omar', '/farmer/import', good, [
      ['operator_code', 'OP9', 'choice'],
      ['member_no', '', 'required'],
      ['member_no', 'N'.repeat(41), 'max'],
      ['first_name', '', 'required'],
      ['first_name', 'N'.repeat(81), 'max'],
      ['last_name', '', 'required'],
      ['gender', 'X', 'choice'],
      ['gender', '', 'required'],
      ['birth_year', '1850', 'min'],
      ['birth_year', '2024', 'max'],
      ['phone', '12', 'format'],
      ['no_phone', 'perhaps', 'type'],
      ['language', 'xx', 'choice'],
      ['village_code', '999999', 'missing'],
      ['village', '', 'required'],
      ['block', '', 'required'],
      ['district', '', 'required'],
      ['state', '', 'required'],
      ['pin', '12', 'format'],
      ['national_id_type', 'PASS', 'choice'],
      ['national_id_last4', '12345', 'format'],
      ['holding_ha', '0', 'min'],
      ['holding_ha', 'much', 'type'],
      ['holding_ha', '', 'required'],
      ['joined_on', '2022-13-01', 'format'],
      ['joined_on', '', 'required'],
      ['contract_signed_on', 'soon', 'format'],
      ['consent_version', '', 'required'],
      ['consent_given_on', 'once', 'format'],
      ['other_group', '', 'required'],
      ['ifsc', 'SBIN', 'format'],
      ['account_no', '12', 'format'],
      ['field_officer_email', 'nobody@nowhere.example', 'missing'],
    ])
  })
  it('is taken in once, and comes back unchanged with its account masked', async () => {
    const row = {
      ...good(90),
      bank_holder: 'Sita Bai',
      ifsc: 'SBIN0001234',
      account_no: '30112233445566',
      field_officer_email: '',
      tags: 'a;b',
      national_id_type: 'AADHAAR',
      national_id_last4: '1234',
    }
    const cells = await takenOnce('omar', 'farmer', '', row, '&filter[village]=Village%2090')
    expect(cells.account_no).toBe('XXXX5566')
  })
})

describe('parcels.csv', () => {
  let [member, memberId] = ['', '']
  beforeAll(async () => {
    const { id, memberNo } = await ok(
      as('omar').post('/farmer', sampleOf(entityOf('farmer'), { values: { memberNo: 'P-90', totalHoldingHa: 30, joinedOn: '2022-04-01' } })),
    )
    ;[member, memberId] = [memberNo, id]
  })
  const good = (n: number): Row => ({
    operator_code: 'OP1',
    member_no: member,
    parcel_no: `P-${n}`,
    tenure: 'OWNED',
    declared_area: '1.5',
    area_unit: 'ha',
    water_regime: 'RAINFED',
  })
  it('gives each row back by the column that is wrong', async () => {
    await refusedEach('omar', '/landparcel/import', good, [
      ['operator_code', 'OP9', 'choice'],
      ['member_no', '', 'required'],
      ['member_no', 'M-none', 'missing'],
      ['parcel_no', '', 'required'],
      ['tenure', 'BORROWED', 'choice'],
      ['tenure', '', 'required'],
      ['lease_from', 'x', 'format'],
      ['lease_to', '2025-02-30', 'format'],
      ['declared_area', '', 'required'],
      ['declared_area', '0', 'min'],
      ['declared_area', 'half', 'type'],
      ['area_unit', 'rood', 'choice'],
      ['area_unit', 'bigha', 'unknown'],
      ['wkt', 'POLYGON ((1 2, 3', 'format'],
      ['lat', 'north', 'type'],
      ['boundary_method', 'GUESS', 'choice'],
      ['mapped_on', 'x', 'format'],
      ['accuracy_m', '-1', 'min'],
      ['soil_type', 'MOON', 'choice'],
      ['water_regime', '', 'required'],
      ['water_regime', 'WET', 'choice'],
      ['last_prohibited_input_on', 'x', 'format'],
      ['conversion_start', 'x', 'format'],
      ['retro_months', '-1', 'min'],
      ['owner_name', 'Nobody', 'missing'],
      ['owner_share', '1', 'required', 'owner_name'],
      ['neighbour_n', 'SPACE', 'choice'],
      ['buffer_n_m', '7', 'required', 'neighbour_n'],
    ])
  })
  it('is taken in once, and comes back unchanged', async () => {
    const row = { ...good(90), area_unit: 'acre', declared_area: '2', neighbour_n: 'ROAD', buffer_n_m: '7', land_use_y1: 'Cotton', lat: '22.1', lon: '75.6' }
    const cells = await takenOnce('omar', 'landparcel', '', row, `&filter[farmerId]=${memberId}`)
    expect(cells).toMatchObject({ parcel_no: 'P-90', declared_area: '0.8094', area_unit: 'ha', neighbour_n: 'ROAD', buffer_n_m: '7', land_use_y1: 'Cotton' })
  })
  it('may give areas in bigha once the programme has said how large one is, and no more when it takes that back', async () => {
    const settings = `/api/client/${world.tenants.cotton.id}`
    const setBigha = async (bighaHa: number | null) => {
      const { body } = await as('ada').get(settings)
      return ok(as('ada').patch(settings, { bighaHa }, { 'if-match': `"${body.version}"` }))
    }
    await setBigha(0.25)
    const row = { ...good(91), area_unit: 'bigha', declared_area: '3' }
    expect(await send('omar', '/landparcel/import', [row])).toMatchObject({ created: 1, rejected: 0 })
    expect((await ok(as('omar').get(`/landparcel?filter[farmerId]=${memberId}`))).items).toContainEqual(
      expect.objectContaining({ parcelNo: 'P-91', declaredAreaHa: 0.75 }),
    )
    await setBigha(null)
    expect(await send('omar', '/landparcel/import', [{ ...row, parcel_no: 'P-92' }])).toMatchObject({ created: 0, rejected: 1 })
  })
})

describe('crops.csv', () => {
  let [member, parcel, crop, memberId] = ['', '', '', '']
  beforeAll(async () => {
    const { farmerId, parcelId } = await chain.member()
    memberId = farmerId
    ;[member, parcel] = [(await chain.view('farmer', farmerId)).memberNo, (await chain.view('landparcel', parcelId)).parcelNo]
    crop = (await chain.view('croptype', chain.cotton)).code
  })
  const good = (): Row => ({
    ...{ operator_code: 'OP1', member_no: member, parcel_no: parcel, season: 'KH-2025', system_type: 'SOLE', crop, variety: 'RVJK-SGF-1', role: 'MAIN' },
    ...{ area: '0.8', area_unit: 'ha', planned_sowing: '2025-06-15', seed_source: 'GROUP', seed_organic: 'Y', water_regime: 'RAINFED' },
  })
  it('gives each row back by the column that is wrong', async () => {
    await refusedEach('omar', '/crop/import', good, [
      ['operator_code', 'OP9', 'choice'],
      ['member_no', '', 'required'],
      ['member_no', 'M-none', 'missing'],
      ['parcel_no', '', 'required'],
      ['parcel_no', '99', 'missing'],
      ['season', '', 'required'],
      ['season', 'KH-1999', 'missing'],
      ['system_type', '', 'required'],
      ['system_type', 'ALONE', 'choice'],
      ['crop', '', 'required'],
      ['crop', 'RICE', 'missing'],
      ['variety', '', 'required'],
      ['variety', 'BT-1', 'missing'],
      ['role', 'SIDE', 'choice'],
      ['area', '', 'required'],
      ['area', 'half', 'type'],
      ['area_unit', 'rood', 'choice'],
      ['planned_sowing', '', 'required'],
      ['planned_sowing', 'June', 'format'],
      ['sowing_date', 'June', 'format'],
      ['seed_source', 'THEFT', 'choice'],
      ['seed_source', '', 'required'],
      ['seed_kg', '-1', 'min'],
      ['seed_treated', 'MAYBE', 'choice'],
      ['pop_code', 'POP-999999', 'missing'],
      ['scheme_pop_codes', 'SPO-999999', 'missing'],
      ['water_regime', '', 'required'],
      ['water_regime', 'WET', 'choice'],
      ['previous_crop', 'RICE', 'missing'],
    ])
  })
  it('is taken in once, and comes back unchanged', async () => {
    await takenOnce('omar', 'crop', '', good(), `&filter[farmerId]=${memberId}`)
  })
})

describe('events.csv', () => {
  let [member, parcel, crop] = ['', '', '']
  beforeAll(async () => {
    const { farmerId, parcelId } = await chain.sown()
    ;[member, parcel] = [(await chain.view('farmer', farmerId)).memberNo, (await chain.view('landparcel', parcelId)).parcelNo]
    crop = (await chain.view('croptype', chain.cotton)).code
  })
  const good = (n = 0): Row => ({
    ...{ operator_code: 'OP1', member_no: member, parcel_no: parcel, season: 'KH-2025', crop, variety: 'RVJK-SGF-1', role: 'MAIN' },
    ...{ event_type: 'INTERCULTURE', operation: 'WEEDING', occurred_on: '2025-08-01', labour_days: '3', notes: `Row ${n}`, late_reason: 'Book' },
  })
  it('gives each row back by the column that is wrong', async () => {
    await refusedEach('omar', '/crop/import?kind=events', good, [
      ['operator_code', 'OP9', 'choice'],
      ['member_no', '', 'required'],
      ['parcel_no', '', 'required'],
      ['season', '', 'required'],
      ['crop', '', 'required'],
      ['variety', '', 'required'],
      ['event_type', '', 'required'],
      ['event_type', 'DANCE', 'choice'],
      ['occurred_on', '', 'required'],
      ['occurred_on', 'x', 'format'],
      ['occurred_on', '2027-01-01', 'max'],
      ['item', 'X', 'unknown'],
      ['dose_per_ha', '1', 'unknown'],
      ['labour_days', '-1', 'min'],
      ['labour_days', 'many', 'type'],
      ['notes', 'n'.repeat(2001), 'max'],
    ])
  })
  it('is recorded once', async () => {
    expect(await send('omar', '/crop/import?kind=events', [good()])).toMatchObject({ created: 1, rejected: 0 })
    expect(await send('omar', '/crop/import?kind=events', [good()])).toMatchObject({ created: 0, unchanged: 1, rejected: 0 })
  })
})

describe('purchases.csv', () => {
  let [member, crop, centre] = ['', '', '']
  beforeAll(async () => {
    const { farmerId, cropId } = await chain.sown()
    await chain.picked(cropId, 1000)
    await chain.decide('APPROVED', farmerId)
    member = (await chain.view('farmer', farmerId)).memberNo
    ;[crop, centre] = [(await chain.view('croptype', chain.cotton)).code, (await chain.view('processingsystem', chain.centre)).code]
  })
  const good = (n: number): Row => ({
    ...{ ticket_no: `T-${n}`, member_no: member, crop, season: 'KH-2025', centre_code: centre, at: '2025-11-03 10:15', gross_kg: '102', tare_kg: '2' },
    ...{ price_per_kg: '72.50', premium_per_kg: '6', farmer_confirmation: 'SIGNATURE' },
  })
  it('gives each row back by the column that is wrong', async () => {
    await refusedEach('pooja', '/productbatch/import?kind=purchases', good, [
      ['ticket_no', '', 'required'],
      ['member_no', '', 'required'],
      ['member_no', 'M-none', 'missing'],
      ['parcel_no', '99', 'missing'],
      ['crop', '', 'required'],
      ['crop', 'RICE', 'missing'],
      ['season', '', 'required'],
      ['season', 'KH-1999', 'missing'],
      ['centre_code', '', 'required'],
      ['centre_code', 'CC-NONE', 'missing'],
      ['at', '', 'required'],
      ['at', 'noon', 'format'],
      ['gross_kg', '', 'required'],
      ['gross_kg', 'much', 'type'],
      ['tare_kg', '', 'required'],
      ['tare_kg', '-1', 'min'],
      ['net_kg', '99', 'rule'],
      ['moisture_pct', '101', 'max'],
      ['price_per_kg', '', 'required'],
      ['price_per_kg', '-1', 'min'],
      ['premium_per_kg', 'x', 'type'],
      ['deductions', '-1', 'min'],
    ])
  })
  it('is bought once', async () => {
    expect(await send('pooja', '/productbatch/import?kind=purchases', [good(90)])).toMatchObject({ created: 1, rejected: 0 })
    expect(await send('pooja', '/productbatch/import?kind=purchases', [good(90)])).toMatchObject({ created: 0, unchanged: 1, rejected: 0 })
  })
})

describe('opening_stock.csv', () => {
  const good = (n: number): Row => ({
    ...{ owner_code: 'OP1', product: 'PRD-LINT', batch_no: `O-${n}`, season: 'KH-2025', claim: 'ORGANIC', kg: '1250', produced_on: '2025-03-01' },
    ...{ ext_tc_no: `TC/${n}`, cb: 'Other body' },
  })
  it('gives each row back by the column that is wrong', async () => {
    await refusedEach('omar', '/productbatch/import?kind=opening', good, [
      ['owner_code', 'OP9', 'choice', 'operator_code'],
      ['product', '', 'required'],
      ['product', 'PRD-NONE', 'missing'],
      ['batch_no', '', 'required'],
      ['batch_no', 'N'.repeat(21), 'max'],
      ['season', '', 'required'],
      ['season', 'KH-1999', 'missing'],
      ['claim', '', 'required'],
      ['claim', 'GREEN', 'choice'],
      ['kg', '', 'required'],
      ['kg', '0', 'min'],
      ['produced_on', 'x', 'format'],
      ['produced_on', '2027-01-01', 'max'],
      ['ext_tc_no', '', 'required'],
    ])
  })
  it('needs no more columns than the dictionary names, and is one proposal however often and whenever it is sent', async () => {
    expect(await send('omar', '/productbatch/import?kind=opening', [good(90)])).toMatchObject({ created: 1, rejected: 0 })
    expect(await send('omar', '/productbatch/import?kind=opening', [good(90)])).toMatchObject({ created: 0, unchanged: 1, rejected: 0 })
  })
})
