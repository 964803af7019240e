// Drafts of transaction certificates whose checks stop them or ask for a review (BR-12, BR-16): beside the sixteen of the programme, and never submitted.
import type { DemoClient } from './demo-client.ts'
import { type Draft, draft } from './load-certificates.ts'
import { findLot } from './load-chain.ts'
import type { Places } from './load-setup.ts'
import type { Programme } from './programme.ts'
import { knitter, spinner } from './spinning.ts'
import { staffFor } from './staff.ts'

/** Who is named in drafts alone: a gin that is too far away (BR-16), and a brand that only sells to consumers. */
const outsiders = [
  {
    code: 'SAURASHTRA-GIN',
    legalName: 'Saurashtra Cotton Gin',
    types: ['GINNER'],
    address: 'Rajkot Road, Wankaner',
    district: 'Morbi',
    state: 'Gujarat',
    point: { type: 'Point', coordinates: [70.97, 22.61] },
    contacts: [{ name: 'Jignesh Vala', role: 'Owner', phone: '+916000090011' }],
  },
  {
    code: 'HOLLERAU-BRAND',
    legalName: 'Hollerau Naturkleider',
    types: ['BRAND'],
    address: 'Am Markt 4, Hollerau',
    district: 'Hollerau',
    state: 'Sachsen',
    contacts: [{ name: 'Bettina Vogel', role: 'Purchasing', phone: '+916000090012' }],
  },
] as const

/** By the references of their sellers. */
export const plantedRefs = { tooFar: 'TC/OP1-SAURASHTRA', sameInvoice: 'TC/IND-KNIT-1-AGAIN', expired: 'TC/DEW-HOL-1' } as const

/** T14: seed cotton for a gin 520 km away. T16: an invoice that is on an issued certificate. T01: fabric sold after the scope certificate had expired. */
export async function draftPlanted(client: DemoClient, programme: Programme, places: Places): Promise<void> {
  const { calendar, mill, centreLots } = programme
  const administrator = staffFor('ADMIN', '')
  for (const { code, ...one } of outsiders) {
    const country = code === 'HOLLERAU-BRAND' ? 'DE' : 'IN'
    places.processorIds.set(code, await client.create(administrator, '-', 'processor', { code, ...one, country }, `planted:${code}`))
  }
  const to = (buyer: (typeof outsiders)[number]['code']): Pick<Draft, 'buyer' | 'consignee' | 'shipTo'> => {
    const found = outsiders.find(({ code }) => code === buyer)
    return { buyer, consignee: found?.legalName ?? '', shipTo: found?.address ?? '' }
  }
  const open = centreLots.find(({ operator, claim, closedOn }) => operator === 'OP1' && claim === 'ORGANIC' && closedOn === null)
  const yarn = mill.spun.findLast(({ process }) => process === 'SPINNING_COMBED')
  const fabric = mill.knitted.at(-1)
  if (!open || !yarn || !fabric) throw new Error('No goods to draft a certificate of')
  const issued = await client.idsByCode(administrator, '-', 'transactioncertificate', 'sellerRef')
  const lot = (operator: string, batchNo: string | undefined) => findLot(client, operator, batchNo ?? '')
  const planted: readonly Draft[] = [
    {
      operator: 'OP1',
      seller: 'OP1',
      ...to('SAURASHTRA-GIN'),
      ref: plantedRefs.tooFar,
      invoiceNo: `OP1/${calendar.year}/10`,
      batchId: await lot('OP1', open.batchNo),
      product: 'PRD-SC',
      hsCode: '520100',
      claimStatus: 'ORGANIC',
      kg: 200,
    },
    {
      operator: '-',
      seller: spinner,
      buyer: knitter,
      ref: plantedRefs.sameInvoice,
      invoiceNo: mill.yarn.invoiceNo,
      batchId: await lot(yarn.operator, yarn.outputs[0]?.batchNo),
      product: 'PRD-YARN-COMBED',
      hsCode: '520522',
      claimStatus: 'ORGANIC',
      kg: 500,
      input: { certificateId: issued.get('TC/KHG-SPIN-2'), kgUsed: 699.3 },
    },
    {
      operator: '-',
      seller: knitter,
      ...to('HOLLERAU-BRAND'),
      ref: plantedRefs.expired,
      invoiceNo: 'DEW-HOL-1',
      batchId: await lot(fabric.operator, fabric.outputs[0]?.batchNo),
      product: 'PRD-FABRIC-KNIT',
      hsCode: '600622',
      claimStatus: 'ORGANIC',
      kg: 900,
      input: { certificateId: issued.get(`TC/${mill.yarn.invoiceNo}`), kgUsed: 918.367 },
    },
  ]
  for (const one of planted) await draft(client, calendar, places, one, `planted:${one.ref}`)
}
