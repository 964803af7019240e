// The columns of each file of section 12 of the domain dictionary are read and offered in its order; those that it calls required are required here, too; the few with a value of their own where the file has none are named.
import { describe, expect, it } from 'vitest'
import { entityOf } from '../entities.ts'
import { matchHeader } from './header.ts'
import { type kinds, readRow } from './layout.ts'
import { layoutOf } from './layouts.ts'

/** `columns`: as the dictionary lists them. */
type File = { entity: string; kind: (typeof kinds)[number]; columns: string; required: string; elsewhere: string }
const files: Readonly<Record<string, File>> = {
  'farmers.csv': {
    entity: 'farmer',
    kind: 'records',
    columns:
      'operator_code member_no first_name last_name local_name relation_name gender birth_year phone no_phone language village_code village block district state pin national_id_type national_id_last4 holding_ha joined_on contract_signed_on consent_version consent_given_on other_group bank_holder ifsc account_no field_officer_email tags',
    required: 'member_no first_name last_name gender village block district state holding_ha joined_on consent_version consent_given_on other_group',
    elsewhere: 'operator_code',
  },
  'parcels.csv': {
    entity: 'landparcel',
    kind: 'records',
    columns:
      'operator_code member_no parcel_no name tenure lease_from lease_to survey_no declared_area area_unit wkt lat lon boundary_method mapped_on accuracy_m soil_type water_regime last_prohibited_input_on conversion_start retro_months land_use_y1 land_use_y2 land_use_y3 owner_name owner_share neighbour_n neighbour_e neighbour_s neighbour_w buffer_n_m buffer_e_m buffer_s_m buffer_w_m',
    required: 'member_no parcel_no tenure declared_area water_regime',
    elsewhere: 'operator_code area_unit',
  },
  'crops.csv': {
    entity: 'crop',
    kind: 'records',
    columns:
      'operator_code member_no parcel_no season system_type crop variety role area area_unit planned_sowing sowing_date seed_source seed_lot seed_kg seed_treated non_gm_proof_ref pop_code scheme_pop_codes water_regime previous_crop',
    required: 'member_no parcel_no season system_type crop variety area planned_sowing seed_source',
    elsewhere: 'operator_code role area_unit',
  },
  // The day or the moment: one of the two.
  'events.csv': {
    entity: 'crop',
    kind: 'events',
    columns: 'operator_code member_no parcel_no season crop variety role event_type occurred_on item_code lot_no dose_per_ha unit total labour_days notes',
    required: 'member_no parcel_no season crop variety event_type',
    elsewhere: 'operator_code role occurred_on',
  },
  'purchases.csv': {
    entity: 'productbatch',
    kind: 'purchases',
    columns: 'ticket_no member_no parcel_no crop season centre_code at gross_kg tare_kg net_kg moisture_pct price_per_kg premium_per_kg deductions receipt_ref',
    required: 'ticket_no member_no crop season centre_code at gross_kg tare_kg price_per_kg',
    elsewhere: 'operator_code',
  },
  'opening_stock.csv': {
    entity: 'productbatch',
    kind: 'opening',
    columns: 'owner_code product batch_no season claim kg produced_on ext_tc_no cb',
    required: 'product batch_no season claim kg',
    elsewhere: 'owner_code',
  },
}

describe.each(Object.entries(files))('%s', (_name, { entity, kind, columns, required, elsewhere }) => {
  const layout = layoutOf(entityOf(entity), kind) ?? expect.unreachable()
  const names = required.split(' ')
  it('is read with the columns of the dictionary alone, and offers them in its order', () => {
    const { columns: read, ignored, missing, doubled } = matchHeader(layout, columns.split(' '))
    expect({ ignored, missing, doubled }).toEqual({ ignored: [], missing: [], doubled: [] })
    const places = read.map((column) => layout.columns.findIndex(({ name }) => name === column?.name))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(new Set(layout.columns.map(({ name }) => name)).size).toBe(layout.columns.length)
  })
  it('requires what the dictionary does', () => {
    const mustHave = layout.columns.filter((column) => column.required).map(({ name }) => name)
    expect(mustHave).toEqual(expect.arrayContaining(names))
    expect(matchHeader(layout, []).missing).toEqual(expect.arrayContaining(names))
  })
  it('has a column for each that goes without, which says what is taken then', () => {
    const { columns, missing } = matchHeader(layout, elsewhere.split(' '))
    expect(columns.every((column) => column !== undefined && !column.required)).toBe(true)
    expect(missing).toEqual(expect.arrayContaining(names))
  })
})

it('farmers.csv has the code of a village or the four columns of its place', () => {
  const layout = layoutOf(entityOf('farmer'), 'records') ?? expect.unreachable()
  const four = ['village', 'block', 'district', 'state']
  const missing = (header: string[]) => matchHeader(layout, header).missing.filter((name) => four.includes(name))
  expect(missing(['member_no'])).toEqual(four)
  expect(missing(['village', 'district'])).toEqual(['block', 'state'])
  expect(missing(['village_code'])).toEqual([])
})

it('a crop whose cropping system nobody names comes back', () => {
  const cells = {
    ...{ member_no: 'OP1-001', parcel_no: '2', season: 'KH-2025', crop: 'COTTON', variety: 'RVJK-SGF-1', role: 'MAIN', area: '0.8' },
    ...{ planned_sowing: '2025-06-15', seed_source: 'GROUP', water_regime: 'RAINFED' },
  }
  const layout = layoutOf(entityOf('crop'), 'records') ?? expect.unreachable()
  const { problems, steps } = readRow(layout, { ...cells, system_type: ' ' }, { zone: 'Asia/Kolkata', now: new Date('2026-01-15T06:00:00Z'), bighaHa: null })
  expect(problems).toMatchObject([{ column: 'system_type', code: 'required' }])
  expect(steps).toEqual([])
})
