// A chain of depth 8 written as rows beside the product, quickly: trees of heaps, two lots of one level into one of the next, down to
// 256 farm lots with a crop and a plot each. Events carry the hashes that the product would have given them.
import { randomUUIDv7 } from 'node:crypto'
import pg from 'pg'
import { entityOf } from '#domain/entities.ts'
import { columnName } from '#server/db/names.ts'
import { eventHash, newSalts } from '#server/store/event-hash.ts'
import { sampleOf } from '#tests/samples.ts'

type Row = Record<string, unknown>
const depth = 8
const day = (n: number) => new Date(Date.UTC(2025, 9, 1 + n, 6)).toISOString()

/** Answers the lots of depth 8, one at the top of each tree. */
export async function writeChain(url: string, tenant: number, operatorId: string, trees: number): Promise<{ lots: { id: string; token: string }[] }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await writeRows(client, tenant, operatorId, trees)
  } finally {
    await client.end()
  }
}

async function writeRows(client: pg.Client, tenant: number, operatorId: string, trees: number): Promise<{ lots: { id: string; token: string }[] }> {
  // No foreign keys: what a trace does not read is not there.
  await client.query('set session_replication_role = replica')
  const { rows: farmers } = await client.query('select id from farmer where tenant_id = $1', [tenant])
  const tables = new Map<string, Row[]>()
  const add = (table: string, row: Row) => {
    const rows = tables.get(table)
    if (rows) rows.push(row)
    else tables.set(table, [row])
  }
  let number = 0
  const record = (entity: string, status: string, values: Row): string => {
    const [id, code] = [randomUUIDv7(), `${entity.slice(0, 3).toUpperCase()}-${String(++number).padStart(6, '0')}`]
    const sample = Object.fromEntries(Object.entries(sampleOf(entityOf(entity))).map(([name, value]) => [columnName(name), value]))
    const common = { tenant_id: tenant, id, operator_id: operatorId, code, title: `${entity} ${number}`, version: 1, status, source: 'API', tags: [] }
    add(entity, { ...sample, ...common, created_at: day(0), updated_at: day(0), ...values })
    return id
  }
  const event = (eventType: string, subjectType: string, subjectId: string, at: string, data: Row): string => {
    const facts = {
      id: randomUUIDv7(),
      eventType,
      subjectType,
      subjectId,
      occurredAt: at,
      occurredOffsetMin: 330,
      recordedAt: at,
      recordedBy: farmers[0].id as string,
    }
    const rest = { data, notes: null, supersedesEventId: null, gps: null, lateReason: null }
    const salts = newSalts()
    add('event', {
      ...Object.fromEntries(Object.entries({ ...facts, ...rest }).map(([name, value]) => [columnName(name), value])),
      ...{ tenant_id: tenant, subject_version: 2, operator_id: operatorId, source: 'API', status: 'RECORDED', status_before: 'OPEN', status_after: 'OPEN' },
      ...{ salts, hash_format: 2, hash: eventHash(tenant, { ...facts, ...rest }, salts) },
    })
    return facts.id
  }
  const link = (eventId: string, from: string, kind: string, to: string, kg: number, at: string) =>
    add('lot_link', {
      tenant_id: tenant,
      event_id: eventId,
      output_id: to,
      output_kind: 'productbatch',
      input_id: from,
      input_kind: kind,
      kg,
      at,
      recorded_at: at,
    })

  const productId = record('product', entityOf('product').startState, { name: 'Seed cotton' })
  const placeId = record('processingsystem', entityOf('processingsystem').startState, { collective_id: operatorId, processor_id: null })
  const lot = (unitType: string, kg: number, values: Row = {}): { id: string; token: string } => {
    const token = randomUUIDv7().replaceAll('-', '').slice(0, 22)
    const quantities = { closed_qty_kg: kg, on_hand_kg: kg, available_kg: kg, reserved_kg: 0 }
    const facts = {
      product_id: productId,
      unit_type: unitType,
      processing_system_id: placeId,
      processor_id: null,
      claim_status: 'ORGANIC',
      qr_token: token,
      gmo_status: 'UNTESTED',
      units: [],
    }
    return { id: record('productbatch', 'CLOSED', { ...facts, ...quantities, batch_no: `B-${number}`, produced_on: '2025-11-01', ...values }), token }
  }
  const lots: { id: string; token: string }[] = []
  for (let tree = 0; tree < trees; tree++) {
    let level = Array.from({ length: 2 ** depth }, (_, n) => {
      const farmerId = farmers[(tree * 2 ** depth + n) % farmers.length].id as string
      const point = { type: 'Point', coordinates: [75.4 + (n % 16) / 100, 21.9 + n / 2000] }
      const parcelId = record('landparcel', entityOf('landparcel').startState, {
        farmer_id: farmerId,
        parcel_no: `Traced ${tree}-${n}`,
        centroid: point,
        village: 'Nimbola',
        conversion_start: '2020-01-01',
      })
      const facts = {
        farmer_id: farmerId,
        parcel_id: parcelId,
        crop_name: 'Cotton',
        variety_name: 'RVJK',
        claim_status: 'ORGANIC',
        area_ha: 1,
        harvested_kg: 100,
      }
      const cropId = record('crop', 'HARVESTED', { ...facts, qr_token: randomUUIDv7().replaceAll('-', '').slice(0, 22) })
      event('SOWING', 'crop', cropId, day(-100), { seedKg: 5, areaHa: 1 })
      const farmLot = lot('FARM_LOT', 100, { crop_id: cropId })
      link(event('HARVEST', 'crop', cropId, day(1), { pickNo: 1, kg: 100 }), cropId, 'crop', farmLot.id, 100, day(1))
      return farmLot
    })
    for (let height = 1; height <= depth; height++)
      level = Array.from({ length: level.length / 2 }, (_, n) => {
        const kg = 194 + n
        const made = lot('HEAP', kg)
        const joined = event(height === 1 ? 'PURCHASE' : 'HEAP_BUILT', 'productbatch', made.id, day(2 + height), { netKg: kg, premiumPerKg: 600 })
        for (const side of [0, 1]) link(joined, level[2 * n + side]?.id as string, 'productbatch', made.id, side ? kg - 97 : 97, day(2 + height))
        return made
      })
    lots.push(level[0] as { id: string; token: string })
  }
  for (const [table, rows] of tables)
    for (let from = 0; from < rows.length; from += 2000) {
      const part = rows.slice(from, from + 2000)
      const columns = Object.keys(part[0] as Row).map((name) => `"${name}"`)
      await client.query(`insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`, [
        JSON.stringify(part),
      ])
    }
  return { lots }
}
