// From the collection centres to the bales: tickets through the import, lots and runs by the purchase officers
// and the ginners, each at their own place.
import { addDays, at } from './calendar.ts'
import { mainCrops } from './crop-ids.ts'
import type { DemoClient } from './demo-client.ts'
import type { CentreLot, GinLot, GinRun } from './ginning.ts'
import type { Step } from './load-field.ts'
import type { Places } from './load-setup.ts'
import { closeByPhone, closedByPhone, sendTickets, sentTickets } from './phone-trade.ts'
import { facilities, type Operator } from './places.ts'
import type { Programme } from './programme.ts'
import { purchaseTable } from './season-tables.ts'
import { staffFor } from './staff.ts'
import { rowsOf } from './table.ts'
import { enterWrongFirst } from './wrong-runs.ts'

type Lots = Map<string, string>

export function purchaseSteps(client: DemoClient, programme: Programme, places: Places, code: Operator['code'], lots: Lots): Step[] {
  const { calendar } = programme
  return [
    {
      label: 'purchases',
      run: async () => {
        for (const lot of programme.centreLots.filter((one) => one.operator === code)) await openLot(client, places, calendar.kharif.code, lot, lots)
        await client.load(
          staffFor('OPERATOR_MANAGER', code),
          code,
          'productbatch',
          'purchases',
          'purchases.csv',
          rowsOf(purchaseTable(programme, sentTickets(programme, code)), code),
        )
      },
    },
    {
      label: 'gin lots',
      run: async () => {
        const byPhone = closedByPhone(programme, code)
        await closeByPhone(client, programme, code, lots)
        for (const lot of programme.centreLots.filter((one) => one.operator === code && one.closedOn && !byPhone.has(one)))
          await client.record(staffFor('PURCHASE_OFFICER', code), code, 'productbatch', lots.get(lot.batchNo) ?? '', 'CLOSED', at(lot.closedOn ?? '', 8))
        for (const lot of programme.ginLots.filter((one) => one.operator === code)) await sendToGin(client, places, calendar.kharif.code, lot, lots)
      },
    },
    {
      label: 'tickets sent in',
      run: async () => {
        const cotton = await mainCrops(client, code, calendar.kharif.code)
        const farmers = await client.idsByCode(staffFor('OPERATOR_MANAGER', code), code, 'farmer', 'memberNo')
        await sendTickets(client, programme, code, { lots, cotton, farmers })
      },
    },
  ]
}

async function openLot(
  client: DemoClient,
  { catalogue, facilityIds }: Places,
  season: string,
  lot: Pick<CentreLot, 'batchNo' | 'operator' | 'centre'>,
  lots: Lots,
): Promise<void> {
  const body = {
    batchNo: lot.batchNo,
    productId: catalogue.get('PRD-SC'),
    unitType: 'HEAP',
    seasonId: catalogue.get(season),
    processingSystemId: facilityIds.get(lot.centre),
  }
  lots.set(lot.batchNo, await client.create(staffFor('PURCHASE_OFFICER', lot.operator), lot.operator, 'productbatch', body, lot.batchNo))
}

/** Built from the centres' lots, closed, released by the manager, sent, and weighed in at the gin. */
async function sendToGin(client: DemoClient, places: Places, season: string, lot: GinLot, lots: Lots): Promise<void> {
  const { operator: code } = lot
  const officer = staffFor('PURCHASE_OFFICER', code)
  await openLot(client, places, season, lot, lots)
  const heapId = lots.get(lot.batchNo) ?? ''
  const step = (who: { email: string }, type: string, when: string, data: Record<string, unknown> = {}) =>
    client.record(who, code, 'productbatch', heapId, type, when, data)
  await step(officer, 'HEAP_BUILT', at(lot.builtOn, 10), { inputs: lot.inputs.map(({ batchNo, kg }) => ({ batchId: lots.get(batchNo), kg })) })
  // A strip test at the centre, read within the hour; the sample goes to the laboratory with its number.
  const test = { kind: 'GMO', sampleNo: `GMO-${lot.invoiceNo}` }
  await step(officer, 'SAMPLE_TAKEN', at(lot.builtOn, 15), { ...test, laboratory: 'Khargone cotton laboratory' })
  await step(officer, 'LAB_RESULT', at(lot.builtOn, 16), { ...test, result: 'NEGATIVE', reportNo: `GMO-${lot.invoiceNo}` })
  await step(officer, 'CLOSED', at(lot.builtOn, 17), { weighingDocument: `WB-${lot.batchNo}` })
  await step(staffFor('OPERATOR_MANAGER', code), 'RELEASED', at(lot.builtOn, 18))
  await step(officer, 'DISPATCH', lot.sentAt, {
    buyerId: places.processorIds.get(lot.buyer),
    kg: lot.kg,
    invoiceNo: lot.invoiceNo,
    vehicle: lot.vehicle,
    transportDocument: `LR-${lot.invoiceNo}`,
    batchNo: lot.sentAs,
  })
  const sent = await findLot(client, code, lot.sentAs)
  lots.set(lot.sentAs, sent)
  await client.record(ginner(lot.gin), code, 'processingsystem', places.facilityIds.get(lot.gin) ?? '', 'GOODS_RECEIVED', lot.receivedAt, {
    batchId: sent,
    grossKg: lot.kg + 8_400,
    tareKg: 8_400,
    netKg: lot.kg,
    moisture: 8.1,
    vehicle: lot.vehicle,
    document: `LR-${lot.invoiceNo}`,
  })
}

const ginner = (gin: string) => staffFor('PROCESSOR_USER', facilities.find((facility) => facility.code === gin)?.owner ?? '')

/** A lot that an event has made, by its number. */
export async function findLot(client: DemoClient, operator: string, batchNo: string): Promise<string> {
  const page: { items: { id: string; batchNo: string }[] } = await client.send(
    staffFor('ADMIN', operator),
    operator,
    `/productbatch?filter[batchNo]=${encodeURIComponent(batchNo)}`,
  )
  const found = page.items.find((item) => item.batchNo === batchNo)
  if (!found) throw new Error(`There is no lot ${batchNo}`)
  return found.id
}

export function ginSteps(client: DemoClient, programme: Programme, places: Places, lots: Lots): Step[] {
  return [...Map.groupBy(programme.runs, (run) => run.gin)].map(([gin, runs]) => ({
    label: `${runs.length} runs at ${gin}`,
    run: async () => {
      for (const run of runs) {
        await enterWrongFirst(client, programme, places, run, lots.get(run.lot.sentAs), ginner(run.gin))
        await ginAndPress(client, places, run, lots)
      }
    },
  }))
}

async function ginAndPress(client: DemoClient, { catalogue, facilityIds }: Places, run: GinRun, lots: Lots): Promise<void> {
  const { operator: code } = run.lot
  const who = ginner(run.gin)
  const step = (type: string, when: string, data: Record<string, unknown>) =>
    client.record(who, code, 'processingsystem', facilityIds.get(run.gin) ?? '', type, when, data)
  if (run.cleanedAt) await step('CLEANING', run.cleanedAt, { area: 'Feeder, gin stands and lint flue', method: 'BLOWN' })
  await step('PROCESS_RUN', run.endedAt, {
    process: 'GINNING',
    inputs: [{ batchId: lots.get(run.lot.sentAs), kg: run.inputKg }],
    outputs: [
      { productId: catalogue.get('PRD-LINT'), kg: run.lintKg, batchNo: run.lintLotNo },
      { productId: catalogue.get('PRD-CSEED'), kg: run.seedKg, batchNo: run.seedLotNo },
    ],
    wasteKg: run.trashKg,
    invisibleKg: run.invisibleKg,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    shift: 1,
  })
  const bales = run.bales.map(({ no, kg, moisturePct, stapleMm, mic }) => ({ no, kg, moisture: moisturePct, stapleMm, mic }))
  const lintKg = run.bales.reduce((kg, bale) => kg + bale.kg, 0)
  await step('BALE_PRESSED', at(addDays(run.endedAt.slice(0, 10), 0), 19), {
    batchId: await findLot(client, code, run.lintLotNo),
    productId: catalogue.get('PRD-BALE'),
    lintKg,
    batchNo: run.baleLotNo,
    bales,
  })
}
