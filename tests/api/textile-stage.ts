// A mill that spins, knits and dyes, and a garment maker that buys its fabric; short words for their runs.
import { entityOf } from '#domain/entities.ts'
import type { Client } from '../harness/client.ts'
import { sampleOf } from '../samples.ts'
import { at, type Chain, type Json, ok, record } from './chain-stage.ts'

const processes = { spinning: 'SPINNING_CARDED', knitting: 'KNITTING', dyeing: 'DYEING_FINISHING', sewing: 'CMT' } as const
const types = { spinning: 'SPINNING_CARDED', knitting: 'KNITTING', dyeing: 'DYEING', sewing: 'CMT' } as const
type Line = keyof typeof processes
type Kilograms = Readonly<Record<string, number>>
/** `supersedes`: the record whose place it takes. */
type RunValues = { wasteKg?: number; invisibleKg?: number; reason?: string; downgradeConfirmed?: boolean; hour?: number; supersedes?: string }
type Answer = ReturnType<Client['post']>
export type Textiles = {
  spinner: string
  maker: string
  lines: Record<Line, string>
  products: Record<'yarn' | 'dyedYarn' | 'fabric' | 'dyedFabric' | 'garment' | 'cuttingWaste', string>
  body(line: Line, day: string, inputs: Kilograms, outputs: Kilograms, values?: RunValues): Record<string, unknown>
  post(line: Line, day: string, data: Record<string, unknown>, values?: RunValues): Answer
  tried(line: Line, day: string, inputs: Kilograms, outputs: Kilograms, values?: RunValues): Answer
  /** `made`: lots by product. */
  run(
    line: Line,
    day: string,
    inputs: Kilograms,
    outputs: Kilograms,
    values?: RunValues,
  ): Promise<{ id: string; findings: Json[]; made: Record<string, string> }>
  /** The lots that an event has made, by product. */
  madeBy(eventId: string): Promise<Record<string, string>>
  /** A released lot sent to a company and weighed in at its line; the lot there. */
  sent(lotId: string, kg: number, buyerId: string, line: string, day: string, who?: string): Promise<string>
  /** Knitted fabric of the group's opening stock with this claim, sent to the mill. */
  claimed(claim: string, kg: number): Promise<string>
}

let sendings = 0

/** `garmentMaker`: a company that there is already. */
export async function textilesOf(chain: Chain, garmentMaker?: string): Promise<Textiles> {
  const { world } = chain
  const ada = world.as('ada', 'OP1')
  const made = async (entity: string, body: Record<string, unknown>): Promise<string> => {
    const { id } = await ok(ada.post(`/${entity}`, body))
    await ok(record(ada, entity, id, 'ACTIVATED', '2025-06-01'))
    return id
  }
  const company = (code: string, legalName: string, kinds: string[]) => {
    const { id: _, ...body } = sampleOf(entityOf('processor'), { values: { code, legalName, types: kinds } }) as Json
    return made('processor', body)
  }
  const spinner = await company('MILL', 'Indore Mills', ['SPINNER', 'KNITTER', 'DYER'])
  const maker = garmentMaker ?? (await company('MAKER', 'Tiruppur Garments', ['GARMENT']))
  const line = (name: Line, processorId: string) =>
    made('processingsystem', {
      name,
      place: 'Indore',
      district: 'Indore',
      capacityKgPerDay: 5000,
      systemType: types[name],
      segregation: 'SEPARATE_LINE',
      processorId,
    })
  const product = (code: string, kind: string, material: string, unitType: string, hsCode: string, more: Record<string, unknown> = {}) =>
    made('product', { code, name: code, kind, material, unitType, hsCode, sellable: true, cocModel: 'SEGREGATED', ...more })
  const products = {
    yarn: await product('PRD-YARN', 'SEMI', 'YARN', 'CONE_LOT', '520512'),
    dyedYarn: await product('PRD-YARN-DYED', 'SEMI', 'YARN', 'CONE_LOT', '520512'),
    fabric: await product('PRD-FABRIC-KNIT', 'SEMI', 'FABRIC', 'ROLL_LOT', '600621'),
    dyedFabric: await product('PRD-FABRIC-DYED', 'SEMI', 'FABRIC', 'ROLL_LOT', '600622'),
    garment: await product('PRD-GARMENT', 'FINISHED', 'GARMENT', 'CARTON_LOT', '610910', {
      composition: [
        { material: 'FABRIC', share: 0.95, organic: true },
        { material: 'OTHER', share: 0.05, organic: false },
      ],
    }),
    cuttingWaste: await product('PRD-WASTE-CUT', 'BYPRODUCT', 'CUTTING_WASTE', 'BAG_LOT', '631010'),
  }
  const lines = {
    spinning: await line('spinning', spinner),
    knitting: await line('knitting', spinner),
    dyeing: await line('dyeing', spinner),
    sewing: await line('sewing', maker),
  }
  const madeBy: Textiles['madeBy'] = (eventId) =>
    world.scoped('ada', async ({ db, tenant }) => {
      const rows = await db
        .selectFrom('lot_link')
        .innerJoin('productbatch', 'productbatch.id', 'lot_link.output_id')
        .select(['productbatch.id', 'productbatch.product_id'])
        .where('lot_link.tenant_id', '=', tenant.id)
        .where('productbatch.tenant_id', '=', tenant.id)
        .where('lot_link.event_id', '=', eventId)
        .execute()
      return Object.fromEntries(rows.map(({ id, product_id }) => [product_id, id]))
    })
  const rowsOf = (of: Kilograms, name: string) => Object.entries(of).map(([id, kg]) => ({ [name]: id, kg }))
  const body: Textiles['body'] = (name, day, inputs, outputs, { wasteKg = 0, invisibleKg = 0, reason, downgradeConfirmed, hour = 12 } = {}) => ({
    process: processes[name],
    inputs: rowsOf(inputs, 'batchId'),
    outputs: rowsOf(outputs, 'productId'),
    wasteKg,
    invisibleKg,
    startedAt: at(day, hour - 2),
    endedAt: at(day, hour),
    ...(reason ? { reason } : {}),
    ...(downgradeConfirmed ? { downgradeConfirmed } : {}),
  })
  const post: Textiles['post'] = (name, day, data, { hour = 12, supersedes } = {}) =>
    ada.post(`/processingsystem/${lines[name]}/events`, {
      eventType: 'PROCESS_RUN',
      occurredAt: at(day, hour),
      data,
      lateReason: 'From the log of the line',
      ...(supersedes ? { supersedesEventId: supersedes } : {}),
    })
  const tried: Textiles['tried'] = (name, day, inputs, outputs, values) => post(name, day, body(name, day, inputs, outputs, values), values)
  const sent: Textiles['sent'] = async (lotId, kg, buyerId, lineId, day, who = 'ada') => {
    const invoiceNo = `MILL-${++sendings}`
    const { event } = await ok(record(world.as(who, 'OP1'), 'productbatch', lotId, 'DISPATCH', day, { buyerId, kg, invoiceNo }, 9))
    const batchId = await chain.madeBy(event.id)
    await ok(record(ada, 'processingsystem', lineId, 'GOODS_RECEIVED', day, { batchId, grossKg: kg + 10, tareKg: 10, netKg: kg }, 18))
    return batchId
  }
  return {
    spinner,
    maker,
    lines,
    products,
    body,
    post,
    tried,
    madeBy,
    async run(...given) {
      const { event, findings } = await ok(tried(...given))
      return { id: event.id, findings, made: await madeBy(event.id) }
    },
    sent,
    async claimed(claim, kg) {
      const [pooja, omar] = [world.as('pooja', 'OP1'), world.as('omar', 'OP1')]
      const lot = { productId: products.fabric, unitType: 'ROLL_LOT', seasonId: chain.season, processingSystemId: chain.centre }
      const { id } = await ok(pooja.post('/productbatch', lot))
      const stock = { kg, claim, producedOn: '2025-05-01', ...(claim === 'CONVENTIONAL' ? {} : { externalCertificateNo: 'TC/2025/1' }) }
      await ok(record(omar, 'productbatch', id, 'OPENING_STOCK', '2025-06-02', stock))
      await ok(record(ada, 'productbatch', id, 'OPENING_APPROVED', '2025-06-03'))
      await ok(record(omar, 'productbatch', id, 'RELEASED', '2025-06-04'))
      return sent(id, kg, spinner, lines.dyeing, '2025-11-28', 'pooja')
    },
  }
}
