// Drafts of transaction certificates whose checks stop them or ask for a review (BR-12, BR-16): beside the sixteen of the programme, and never submitted. Those of
// mills are drafted from what was sent; a group asks before it sends anything.
import { addDays } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import { certify, dispatch, parties, sellerOf } from './load-certificates.ts'
import { findLot } from './load-chain.ts'
import type { Places } from './load-setup.ts'
import { enterOutsiders } from './outsiders.ts'
import type { Programme } from './programme.ts'
import { knitter, type MillRun, spinner } from './spinning.ts'
import { staffFor } from './staff.ts'

/** By the references of their sellers. */
export const plantedRefs = { tooFar: 'TC/OP1-SAURASHTRA', sameInvoice: 'TC/IND-KNIT-1-AGAIN', expired: 'TC/DEW-HOL-1' } as const

type Sent = { run: MillRun; seller: string; buyer: string; invoiceNo: string; kg: number; ref: string; input: string; usedKg: number }

/** T14: seed cotton for a gin 520 km away. T16: an invoice that is on an issued certificate. T01: fabric sold after the scope certificate had expired. */
export async function draftPlanted(client: DemoClient, programme: Programme, places: Places): Promise<void> {
  const { mill } = programme
  await enterOutsiders(client, programme, places)
  const yarn = mill.spun.findLast(({ process }) => process === 'SPINNING_COMBED')
  const fabric = mill.knitted.at(-1)
  if (!yarn || !fabric) throw new Error('No goods to draft a certificate of')
  await draftTooFar(client, programme, places)
  const { sameInvoice, expired } = plantedRefs
  const sent: readonly Sent[] = [
    {
      ...{ run: yarn, seller: spinner, buyer: knitter, invoiceNo: mill.yarn.invoiceNo, kg: 500 },
      ...{ ref: sameInvoice, input: 'TC/KHG-SPIN-2', usedKg: 699.3 },
    },
    {
      ...{ run: fabric, seller: knitter, buyer: 'HOLLERAU-BRAND', invoiceNo: 'DEW-HOL-1', kg: 900 },
      ...{ ref: expired, input: `TC/${mill.yarn.invoiceNo}`, usedKg: 918.367 },
    },
  ]
  for (const one of sent) await draftOfSent(client, programme, places, one)
}

/** Three days ago. */
async function draftOfSent(client: DemoClient, { calendar }: Programme, places: Places, sent: Sent): Promise<void> {
  const { run, seller, buyer, invoiceNo, kg, ref, input, usedKg } = sent
  const [goods] = run.outputs
  if (!goods) throw new Error(`${run.runNo} has made nothing`)
  const who = staffFor('PROCESSOR_USER', seller)
  const lotId = await findLot(client, run.operator, goods.batchNo)
  const day = addDays(calendar.anchor, -3)
  await dispatch(client, places, { who, operator: run.operator, lotId, buyer, invoiceNo, kg, day, batchNo: `${goods.batchNo}-X` })
  const issued = await client.idsByCode(staffFor('ADMIN', ''), '-', 'transactioncertificate', 'sellerRef')
  await certify(
    client,
    calendar,
    places,
    {
      ...{ ref, operator: '-', seller, buyer, invoices: [invoiceNo], lot: goods.batchNo },
      uses: [{ ref: input, kg: usedKg }],
      outcome: 'DRAFT',
    },
    issued,
  )
}

/** Nothing is sent before the distance is known: the kilograms that the group has without a certificate stay with it. */
async function draftTooFar(client: DemoClient, { calendar, centreLots }: Programme, places: Places): Promise<void> {
  const open = centreLots.find(({ operator, claim, closedOn }) => operator === 'OP1' && claim === 'ORGANIC' && closedOn === null)
  if (!open) throw new Error('No lot of a centre is open')
  const between = { operator: 'OP1', seller: 'OP1', buyer: 'SAURASHTRA-GIN' }
  const { values } = await parties(client, calendar, places, between)
  const weights = { grossKg: 200, netKg: 200 }
  const day = calendar.anchor
  const batchId = await findLot(client, 'OP1', open.batchNo)
  await client.create(
    sellerOf('OP1'),
    'OP1',
    'transactioncertificate',
    {
      ...values,
      declared: false,
      sellerRef: plantedRefs.tooFar,
      shipments: [{ date: day, invoiceNo: `OP1/${calendar.year}/10`, invoiceDate: day, mode: 'ROAD', ...weights }],
      lines: [{ batchId, productId: places.catalogue.get('PRD-SC'), hsCode: '520100', claimStatus: 'ORGANIC', ...weights, certifiedKg: 200 }],
      inputCertificates: [],
      documents: [],
    },
    `planted:${plantedRefs.tooFar}`,
  )
}
