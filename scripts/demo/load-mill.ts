// The spinner and the knitter at work: bales sent and weighed in, runs with the bales they used, yarn packed, loaded and sent on.
import type { DemoClient } from './demo-client.ts'
import type { GinRun } from './ginning.ts'
import { findLot } from './load-chain.ts'
import type { Step } from './load-field.ts'
import type { Places } from './load-setup.ts'
import { facilities } from './places.ts'
import type { Programme } from './programme.ts'
import { type Consignment, knitter, type MillRun, sentAs, spinner, weighedInAt, type YarnLot } from './spinning.ts'
import { staffFor } from './staff.ts'

type Record = (where: { entity: string; id: string; operator: string }, who: { email: string }, type: string, when: string, data?: object) => Promise<void>

export function millSteps(client: DemoClient, programme: Programme, places: Places): Step[] {
  const { mill, calendar } = programme
  const record: Record = async ({ entity, id, operator }, who, type, when, data = {}) => {
    await client.record(who, operator, entity, id, type, when, data as { [name: string]: unknown })
  }
  return [
    {
      label: 'bales to the spinner',
      run: async () => {
        for (const consignment of mill.consignments) for (const index of consignment.runs.keys()) await sendBales(client, record, places, consignment, index)
      },
    },
    {
      label: `${mill.spun.length} runs at Indore`,
      run: async () => {
        for (const run of mill.spun) await work(client, record, places, run)
      },
    },
    { label: 'yarn to the knitter', run: () => sendYarn(client, record, places, calendar.kharif.code, mill.yarn) },
    {
      label: `${mill.knitted.length} runs at Dewas`,
      run: async () => {
        for (const run of mill.knitted) await work(client, record, places, run)
      },
    },
  ]
}

const operatorOf = (run: GinRun): string => run.lot.operator
async function receive(
  record: Record,
  places: Places,
  facility: string,
  operator: string,
  batchId: string,
  kg: number,
  when: string,
  vehicle: string,
): Promise<void> {
  const owner = facilities.find(({ code }) => code === facility)?.owner ?? ''
  const at = { entity: 'processingsystem', id: places.facilityIds.get(facility) ?? '', operator }
  await record(at, staffFor('PROCESSOR_USER', owner), 'GOODS_RECEIVED', when, { batchId, grossKg: kg + 6_200, tareKg: 6_200, netKg: kg, vehicle })
}

async function sendBales(client: DemoClient, record: Record, places: Places, consignment: Consignment, index: number): Promise<void> {
  const run = consignment.runs[index]
  if (!run) return
  const operator = operatorOf(run)
  const lot = { entity: 'productbatch', id: await findLot(client, operator, run.baleLotNo), operator }
  const who = staffFor('PROCESSOR_USER', consignment.seller)
  const kg = run.bales.reduce((total, bale) => total + bale.kg, 0)
  await record(lot, who, 'RELEASED', consignment.sentAt.replace('T07', 'T06'))
  await record(lot, who, 'DISPATCH', consignment.sentAt, {
    buyerId: places.processorIds.get(spinner),
    kg,
    bales: run.bales.length,
    units: run.bales.map(({ no }) => no),
    invoiceNo: consignment.invoiceNo,
    vehicle: consignment.vehicle,
    transportDocument: `LR-${consignment.invoiceNo}`,
    batchNo: sentAs(run),
  })
  const facility = consignment.invoiceNo === 'KHG-SPIN-2' ? 'SPIN-INDORE-COMBED' : 'SPIN-INDORE-CARDED'
  await receive(record, places, facility, operator, await findLot(client, operator, sentAs(run)), kg, weighedInAt(consignment, index), consignment.vehicle)
}

async function work(client: DemoClient, record: Record, { catalogue, facilityIds }: Places, run: MillRun): Promise<void> {
  const owner = facilities.find(({ code }) => code === run.facility)?.owner ?? ''
  await record(
    { entity: 'processingsystem', id: facilityIds.get(run.facility) ?? '', operator: run.operator },
    staffFor('PROCESSOR_USER', owner),
    'PROCESS_RUN',
    run.endedAt,
    {
      process: run.process,
      inputs: [{ batchId: await findLot(client, run.operator, run.inputLotNo), kg: run.inputKg, units: run.units }],
      outputs: run.outputs.map(({ product, kg, batchNo }) => ({ productId: catalogue.get(product), kg, batchNo })),
      wasteKg: run.wasteKg,
      invisibleKg: run.invisibleKg,
      startedAt: run.startedAt,
      endedAt: run.endedAt,
      shift: 1,
    },
  )
}

async function sendYarn(client: DemoClient, record: Record, places: Places, season: string, yarn: YarnLot): Promise<void> {
  const { operator } = yarn
  const who = staffFor('PROCESSOR_USER', spinner)
  const body = {
    batchNo: yarn.batchNo,
    productId: places.catalogue.get('PRD-YARN-CARDED'),
    unitType: 'BAG_LOT',
    seasonId: places.catalogue.get(season),
    processingSystemId: places.facilityIds.get('SPIN-INDORE-CARDED'),
  }
  const lot = { entity: 'productbatch', id: await client.create(who, operator, 'productbatch', body, yarn.batchNo), operator }
  const inputs: { batchId: string; kg: number }[] = []
  for (const { batchNo, kg } of yarn.inputs) inputs.push({ batchId: await findLot(client, operator, batchNo), kg })
  await record(lot, who, 'MERGE', yarn.builtAt, { inputs })
  await record(lot, who, 'CLOSED', yarn.builtAt.replace('T09', 'T12'), { weighingDocument: `WB-${yarn.batchNo}` })
  await record(lot, who, 'RELEASED', yarn.builtAt.replace('T09', 'T13'))
  await record(lot, who, 'REPACK', yarn.packedAt, { units: yarn.bags, reason: 'Bags of cones for the knitter' })
  await record(lot, who, 'LOADED', yarn.loadedAt, { sscc: yarn.sscc, vehicle: 'MP09 GF4471', sealNo: 'S-20114' })
  const kg = yarn.bags.reduce((total, bag) => total + bag.kg, 0)
  await record(lot, who, 'DISPATCH', yarn.sentAt, {
    buyerId: places.processorIds.get(knitter),
    kg,
    sscc: yarn.sscc,
    invoiceNo: yarn.invoiceNo,
    vehicle: 'MP09 GF4471',
    transportDocument: `LR-${yarn.invoiceNo}`,
    batchNo: `${yarn.batchNo}-DEW`,
  })
  const sent = { entity: 'productbatch', id: await findLot(client, operator, `${yarn.batchNo}-DEW`), operator }
  await receive(record, places, 'KNIT-DEWAS', operator, sent.id, kg, yarn.receivedAt, 'MP09 GF4471')
  await record(sent, staffFor('PROCESSOR_USER', knitter), 'UNLOADED', yarn.receivedAt.replace('T14:20', 'T15:10'), { sscc: yarn.sscc })
}
