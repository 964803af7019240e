// The columns that the domain dictionary calls required in each file of section 12 are required here, too; the few with a value of their own where the file has none are named.
import { describe, expect, it } from 'vitest'
import { entityOf } from '../entities.ts'
import { matchHeader } from './header.ts'
import { type kinds, readRow } from './layout.ts'
import { layoutOf } from './layouts.ts'

type File = { entity: string; kind: (typeof kinds)[number]; required: string; elsewhere: string }
const files: Readonly<Record<string, File>> = {
  'farmers.csv': {
    entity: 'farmer',
    kind: 'records',
    required: 'member_no first_name last_name gender village block district state holding_ha joined_on consent_version consent_given_on other_group',
    elsewhere: 'operator_code',
  },
  'parcels.csv': {
    entity: 'landparcel',
    kind: 'records',
    required: 'member_no parcel_no tenure declared_area water_regime',
    elsewhere: 'operator_code area_unit',
  },
  'crops.csv': {
    entity: 'crop',
    kind: 'records',
    required: 'member_no parcel_no season system_type crop variety area planned_sowing seed_source',
    elsewhere: 'operator_code role area_unit',
  },
  // The day or the moment: one of the two.
  'events.csv': { entity: 'crop', kind: 'events', required: 'member_no parcel_no season crop variety event_type', elsewhere: 'operator_code role occurred_on' },
  'purchases.csv': {
    entity: 'productbatch',
    kind: 'purchases',
    required: 'ticket_no member_no crop season centre_code at gross_kg tare_kg price_per_kg',
    elsewhere: 'operator_code',
  },
  'opening_stock.csv': { entity: 'productbatch', kind: 'opening', required: 'product batch_no season claim kg', elsewhere: 'owner_code' },
}

describe.each(Object.entries(files))('%s', (_name, { entity, kind, required, elsewhere }) => {
  const layout = layoutOf(entityOf(entity), kind) ?? expect.unreachable()
  const names = required.split(' ')
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
