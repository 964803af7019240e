// From the columns of a file to what the product is asked to do: which column is which, what a row means, and
// what is reported when it means nothing.
import { describe, expect, it } from 'vitest'
import { entities, entityOf } from '../entities.ts'
import { hasKey, matchHeader } from './header.ts'
import { type Cells, columnOfPath, type EventStep, kinds, type RowContext, readRow, type SaveStep } from './layout.ts'
import { layoutOf } from './layouts.ts'

const context: RowContext = { zone: 'Asia/Kolkata', now: new Date('2026-01-15T06:00:00Z'), bighaHa: null }
const layout = (entity: string, kind: (typeof kinds)[number] = 'records') => layoutOf(entityOf(entity), kind) ?? expect.unreachable(`${entity} has no ${kind}`)
const read = (entity: string, cells: Cells, kind?: (typeof kinds)[number], more: Partial<RowContext> = {}) =>
  readRow(layout(entity, kind), cells, { ...context, ...more })

describe('layoutOf', () => {
  it('gives every entity that people make a table whose columns have different names', () => {
    for (const entity of entities) {
      for (const kind of kinds) {
        const names = layoutOf(entity, kind)?.columns.map(({ name }) => name) ?? []
        expect(new Set(names).size, `${entity.name} ${kind}`).toBe(names.length)
      }
    }
  })
  it('has no purchases where nothing is bought', () => {
    expect(layoutOf(entityOf('farmer'), 'purchases')).toBeUndefined()
  })
})

describe('matchHeader', () => {
  it('knows columns by name, other name and label, whatever case and spaces', () => {
    const { columns, ignored, missing } = matchHeader(layout('farmer'), ['Member No.', 'FIRST NAME', 'last-name', 'Holding ha', 'Shoe size'])
    expect(columns.map((column) => column?.name)).toEqual(['member_no', 'first_name', 'last_name', 'holding_ha', undefined])
    expect(ignored).toEqual(['Shoe size'])
    expect(missing).toContain('joined_on')
  })
  it('follows the mapping that a person chose, also to leave a column out', () => {
    const { columns } = matchHeader(layout('farmer'), ['Nr', 'First name'], { Nr: 'member_no', 'First name': '' })
    expect(columns.map((column) => column?.name)).toEqual(['member_no', undefined])
  })
  it('notices two columns that claim to be the same', () => {
    expect(matchHeader(layout('farmer'), ['member_no', 'Member No']).doubled).toEqual(['member_no'])
  })
  it('takes a file with codes for one that changes what is there', () => {
    expect([hasKey(matchHeader(layout('farmer'), ['code', 'phone'])), hasKey(matchHeader(layout('farmer'), ['phone']))]).toEqual([true, false])
  })
  it('says nothing about the columns our own rejects carry', () => {
    expect(matchHeader(layout('farmer'), ['import_row', 'import_problems', 'status']).ignored).toEqual([])
  })
})

describe('parcels.csv', () => {
  const plot = { member_no: 'OP1-001', parcel_no: '1', tenure: 'OWNED', declared_area: '2.5', area_unit: 'acre', water_regime: 'RAINFED' }
  const body = (cells: Cells, more?: Partial<RowContext>) => (read('landparcel', cells, 'records', more).steps[0] as SaveStep).body
  it('reads acres as hectares, and bigha only where the programme has said what one is', () => {
    expect(body(plot).declaredAreaHa).toBe(1.0117)
    expect(read('landparcel', { ...plot, area_unit: 'bigha' }).problems).toMatchObject([{ column: 'area_unit', code: 'unknown' }])
    expect(body({ ...plot, area_unit: 'bigha' }, { bighaHa: 0.25 }).declaredAreaHa).toBe(0.625)
  })
  it('reads owners with shares, neighbours with buffers and former use from their columns', () => {
    const reading = read('landparcel', { ...plot, owner_code: 'A; B', owner_share: '60 %;0.4', neighbour_e: 'road', buffer_e_m: '7', land_use_y1: 'Cotton' })
    const [step] = reading.steps as [SaveStep]
    expect(step.body).toMatchObject({
      landowners: [{ share: 0.6 }, { share: 0.4 }],
      neighbours: [{ side: 'E', use: 'ROAD', bufferM: 7 }],
      landUseHistory: [{ season: 'Year −1', use: 'Cotton' }],
    })
    // A barrier is on the same line; which word says yes is the reader's own.
    const near = body({ ...plot, neighbour_e: 'CONVENTIONAL', barrier_e: 'yes', neighbour_n: 'GM_COTTON', buffer_n_m: '2', barrier_n: 'N' }).neighbours
    expect(near).toEqual([
      { side: 'N', use: 'GM_COTTON', bufferM: 2, hasBarrier: false },
      { side: 'E', use: 'CONVENTIONAL', bufferM: 0, hasBarrier: true },
    ])
    expect(read('landparcel', { ...plot, barrier_s: 'Y' }).problems).toMatchObject([{ column: 'neighbour_s', code: 'required' }])
    expect(read('landparcel', { ...plot, neighbour_s: 'ROAD', barrier_s: 'hedge' }).problems).toMatchObject([{ column: 'barrier_s', code: 'type' }])
    expect(step.placed.filter(({ path }) => path[0] === 'landowners').map(({ lookup }) => lookup)).toEqual([
      { target: 'landowner', text: 'A' },
      { target: 'landowner', text: 'B' },
    ])
  })
  it('tells shares that do not fit their owners, a boundary that is none, and half a position', () => {
    expect(read('landparcel', { ...plot, owner_code: 'A;B', owner_share: '1' }).problems).toMatchObject([{ column: 'owner_share' }])
    expect(read('landparcel', { ...plot, wkt: 'POLYGON ((1 2' }).problems).toMatchObject([{ column: 'wkt', code: 'format' }])
    expect(read('landparcel', { ...plot, lat: '22.1' }).problems).toMatchObject([{ column: 'lon', code: 'type' }])
  })
  it('takes the geometry of a map file’s feature', () => {
    const polygon = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [75, 22],
          [76, 22],
          [76, 23],
          [75, 22],
        ] as [number, number][],
      ],
    }
    expect(body(plot, { geometry: { polygon, point: null, problem: null } }).boundary).toEqual(polygon)
  })
})

describe('crops.csv', () => {
  const crop = {
    member_no: 'OP1-001',
    parcel_no: '2',
    season: 'KH-2025',
    crop: 'COTTON',
    variety: 'RVJK-SGF-1',
    role: 'MAIN',
    system_type: 'SOLE',
    area: '0.8',
    planned_sowing: '2025-06-15',
    seed_source: 'GROUP',
    water_regime: 'RAINFED',
  }
  it('ensures the cropping system, then saves the crop in it', () => {
    const [system, saved] = read('crop', crop).steps as SaveStep[]
    expect(system).toMatchObject({ do: 'ensure', entity: 'croppingsystem', body: { areaHa: 0.8, systemType: 'SOLE', plannedEnd: '2025-12-12' } })
    expect(saved).toMatchObject({ do: 'save', entity: 'crop', body: { areaHa: 0.8, seedSource: 'GROUP' } })
    expect(saved?.placed.map(({ path }) => path[0])).toEqual(['croppingSystemId', 'cropTypeId', 'varietyId'])
  })
  it('records the sowing when a day is given', () => {
    const steps = read('crop', { ...crop, sowing_date: '2025-06-16', seed_kg: '7', seed_lot: 'L1' }).steps
    expect(steps[2]).toMatchObject({
      do: 'record',
      eventType: 'SOWING',
      occurredAt: '2025-06-16T12:00:00+05:30',
      data: { seedKg: 7, seedLotNo: 'L1', areaHa: 0.8 },
    })
  })
  it('says which part of its key is missing, and does nothing', () => {
    const reading = read('crop', { ...crop, season: ' ' })
    expect(reading.problems).toMatchObject([{ column: 'season', code: 'required' }])
    expect(reading.steps).toEqual([])
  })
})

describe('events.csv', () => {
  const harvest = {
    member_no: 'OP1-001',
    parcel_no: '2',
    season: 'KH-2025',
    crop: 'COTTON',
    variety: 'RVJK-SGF-1',
    event_type: 'harvest',
    occurred_on: '2025-10-20',
    pick_no: '1',
    kg: '120',
  }
  it('reads the fields of that kind of event', () => {
    expect(read('crop', harvest, 'events').steps[0]).toMatchObject({
      do: 'record',
      entity: 'crop',
      eventType: 'HARVEST',
      occurredAt: '2025-10-20T12:00:00+05:30',
      data: { pickNo: 1, kg: 120 },
    })
  })
  it('finds a cropping system by its plot and season', () => {
    const row = { operator_code: 'OP1', member_no: 'OP1-001', parcel_no: '2', season: 'KH-2025' }
    const work = { ...row, event_type: 'land_prep', occurred_on: '2025-05-02', operation: 'PLOUGHING', depth_cm: '25' }
    expect(read('croppingsystem', work, 'events').steps).toMatchObject([
      {
        subject: {
          target: 'croppingsystem',
          by: {
            parcelId: { target: 'landparcel', by: { farmerId: { target: 'farmer', text: 'OP1-001' }, parcelNo: '2' } },
            seasonId: { target: 'season', text: 'KH-2025' },
          },
        },
        eventType: 'LAND_PREP',
        data: { operation: 'PLOUGHING', depthCm: 25 },
      },
    ])
    expect(read('croppingsystem', { ...work, season: '' }, 'events').problems).toMatchObject([{ column: 'season', code: 'required' }])
  })
  it('gives the same row the same seed whatever the order of its columns, and another row another', () => {
    const seedOf = (cells: Cells) => (read('crop', cells, 'events').steps[0] as EventStep).seed
    expect(seedOf(Object.fromEntries(Object.entries(harvest).reverse()))).toBe(seedOf(harvest))
    expect(seedOf({ ...harvest, kg: '121' })).not.toBe(seedOf(harvest))
  })
  it('refuses an event the entity does not have, a column the event does not have, and a day missing', () => {
    expect(read('crop', { ...harvest, event_type: 'DANCE' }, 'events').problems).toMatchObject([{ column: 'event_type', code: 'choice' }])
    expect(read('crop', { ...harvest, residue: 'SHREDDED' }, 'events').problems).toMatchObject([{ column: 'residue', code: 'unknown' }])
    expect(read('crop', { ...harvest, occurred_on: '' }, 'events').problems).toMatchObject([{ column: 'occurred_on', code: 'required' }])
  })
  it('takes today for now, because noon may lie ahead', () => {
    expect(read('crop', { ...harvest, occurred_on: '2026-01-15' }, 'events').steps[0]).toMatchObject({ occurredAt: '2026-01-15T06:00:00.000Z' })
  })
})

describe('purchases.csv', () => {
  const ticket = {
    ticket_no: 'KAS-1',
    member_no: 'OP1-001',
    crop: 'COTTON',
    season: 'KH-2025',
    centre_code: 'CC-KASRAWAD',
    at: '2025-11-03 10:15',
    gross_kg: '102',
    tare_kg: '2',
    price_per_kg: '72.50',
  }
  it('finds or makes the lot, then records the purchase with net weight and paise', () => {
    const [lot, purchase] = read('productbatch', ticket, 'purchases').steps
    expect(lot).toMatchObject({ do: 'ensure', entity: 'productbatch', body: { batchNo: null } })
    expect(purchase).toMatchObject({ do: 'record', eventType: 'PURCHASE', seed: 'ticket||KAS-1', data: { netKg: 100, pricePerKg: 7250, receiptNo: 'KAS-1' } })
  })
  it('says what a ticket lacks', () => {
    expect(read('productbatch', { ...ticket, gross_kg: '' }, 'purchases').problems).toMatchObject([{ column: 'gross_kg', code: 'required' }])
  })
})

describe('columnOfPath', () => {
  it('tells a refusal of a field at the column it was read from', () => {
    expect([
      columnOfPath(layout('farmer'), 'consent.0.givenAt'),
      columnOfPath(layout('farmer'), 'totalHoldingHa'),
      columnOfPath(layout('crop', 'events'), 'data.kg'),
      columnOfPath(layout('farmer'), 'nothing'),
    ]).toEqual(['consent_version', 'holding_ha', 'kg', ''])
  })
})
