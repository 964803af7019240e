// The transaction certificates of the season (domain dictionary 15): of the groups to the gins, of the gins to the spinner and of the spinner to the
// knitter, issued by the body of each seller; and four that are not: one that waits, one rejected, one withdrawn, and the gin’s draft for more than there is.
import { addDays, at, type Calendar } from './calendar.ts'
import type { DemoClient } from './demo-client.ts'
import type { GinRun } from './ginning.ts'
import { findLot } from './load-chain.ts'
import type { Step } from './load-field.ts'
import type { Places } from './load-setup.ts'
import { enterOutsiders, outsiders } from './outsiders.ts'
import { processors } from './places.ts'
import type { Programme } from './programme.ts'
import { sum } from './random.ts'
import { knitter, spinner } from './spinning.ts'
import { type Staff, staffFor } from './staff.ts'
import { certificatesOf } from './standards.ts'

type Outcome = 'DRAFT' | 'ISSUED' | 'SUBMITTED' | 'REJECTED' | 'WITHDRAWN'
/** `uses`: kilograms of earlier certificates that went in, by the reference of their sellers. */
export type Sale = {
  ref: string
  operator: string
  seller: string
  buyer: string
  invoices: string[]
  uses: { ref: string; kg: number }[]
  outcome: Outcome
  reason?: string
  /** Only what was sent of this lot, where an invoice has another, too. */
  lot?: string
}
/** As the product offers it to whoever drafts a certificate. */
type Dispatch = {
  dispatchId: string
  day: string
  invoiceNo: string
  transportDocument: string | null
  vehicleNo: string | null
  kg: number
  lotId: string
  lot: string
  productId: string
  hsCode: string | null
  claim: string
}

/** A processor’s goods are of several groups: no single one’s address. */
const everywhere = '-'
const gram = (kg: number): number => Math.round(kg * 1000) / 1000

/** Eight of the groups: what the third sent of two claims is on one. */
function salesOfGroups({ ginLots }: Programme): Sale[] {
  const queryAll = Map.groupBy(ginLots, ({ operator, invoiceNo }) => (operator === 'OP3' ? operator : invoiceNo))
  return [...queryAll.values()].map((lots): Sale => {
    const [{ operator, invoiceNo, buyer } = { operator: '', invoiceNo: '', buyer: '' }] = lots
    return { ref: `TC/${invoiceNo}`, operator, seller: operator, buyer, invoices: lots.map((lot) => lot.invoiceNo), uses: [], outcome: 'ISSUED' }
  })
}

/** Three of the gins. Seed cotton goes in by the certificate on which it came. */
function salesOfGins({ mill }: Programme, farms: readonly Sale[]): Sale[] {
  return mill.consignments.map(({ invoiceNo, seller, runs }): Sale => {
    const byFarm = Map.groupBy(runs, ({ lot }) => farms.find(({ invoices }) => invoices.includes(lot.invoiceNo))?.ref ?? '')
    const uses = [...byFarm].map(([ref, own]) => ({ ref, kg: sum(own.map(({ inputKg }) => inputKg)) }))
    return { ref: `TC/${invoiceNo}`, operator: everywhere, seller, buyer: spinner, invoices: [invoiceNo], uses, outcome: 'ISSUED' }
  })
}

/** Combed yarn by whole lots of one run each, which the knitter has not knitted yet: what becomes of their certificates is not the usual. */
const furtherYarn: readonly { invoiceNo: string; run: number; outcome: Outcome; reason?: string }[] = [
  { invoiceNo: 'IND-KNIT-2', run: 0, outcome: 'SUBMITTED' },
  { invoiceNo: 'IND-KNIT-3', run: 3, outcome: 'REJECTED', reason: 'The buyer’s scope certificate had expired on the day of the shipment.' },
  { invoiceNo: 'IND-KNIT-4', run: 2, outcome: 'WITHDRAWN', reason: 'Recall: fibres of another material found in two bags.' },
]
const combedRuns = ({ mill }: Programme) => mill.spun.filter(({ process }) => process === 'SPINNING_COMBED')

function salesOfSpinner(programme: Programme): Sale[] {
  const { mill } = programme
  const usedFor = ({ batchNo, kg }: { batchNo: string; kg: number }): number => {
    const run = mill.spun.find(({ outputs }) => outputs.some((output) => output.batchNo === batchNo))
    const made = run?.outputs.find((output) => output.batchNo === batchNo)?.kg ?? kg
    return ((run?.inputKg ?? 0) * kg) / made
  }
  const sale = { seller: spinner, buyer: knitter, operator: everywhere }
  const first: Sale = {
    ...sale,
    ref: `TC/${mill.yarn.invoiceNo}`,
    invoices: [mill.yarn.invoiceNo],
    lot: mill.yarn.batchNo,
    uses: [{ ref: 'TC/KHG-SPIN-1', kg: gram(sum(mill.yarn.inputs.map(usedFor))) }],
    outcome: 'ISSUED',
  }
  return [
    first,
    ...furtherYarn.map(({ invoiceNo, run: place, ...rest }): Sale => {
      const run = combedRuns(programme)[place]
      return { ...sale, ref: `TC/${invoiceNo}`, invoices: [invoiceNo], uses: [{ ref: 'TC/KHG-SPIN-2', kg: run?.inputKg ?? 0 }], ...rest }
    }),
  ]
}

export function certificateSteps(client: DemoClient, programme: Programme, places: Places): Step[] {
  const ids = new Map<string, string>()
  const farms = salesOfGroups(programme)
  const sell = async (sales: readonly Sale[]) => {
    for (const sale of sales) ids.set(sale.ref, await certify(client, programme.calendar, places, sale, ids))
  }
  return [
    { label: 'combed yarn to the knitter', run: () => sendYarn(client, programme, places) },
    {
      label: 'cottonseed to the oil mill',
      run: async () => {
        await enterOutsiders(client, programme, places)
        await sendSeed(client, programme, places)
      },
    },
    {
      label: 'transaction certificates',
      run: async () => {
        await sell([...farms, ...salesOfGins(programme, farms), ...salesOfSpinner(programme), saleOfSeed(programme)])
      },
    },
  ]
}

async function sendYarn(client: DemoClient, programme: Programme, places: Places): Promise<void> {
  const who = staffFor('PROCESSOR_USER', spinner)
  for (const { invoiceNo, run: place } of furtherYarn) {
    const run = combedRuns(programme)[place]
    const [yarn] = run?.outputs ?? []
    if (!run || !yarn) throw new Error(`No run of combed yarn for ${invoiceNo}`)
    const id = await findLot(client, run.operator, yarn.batchNo)
    const day = addDays(run.endedAt.slice(0, 10), 1)
    await dispatch(client, places, { who, operator: run.operator, lotId: id, buyer: knitter, invoiceNo, kg: yarn.kg, day, batchNo: `${yarn.batchNo}-DEW` })
  }
}

type Dispatched = {
  who: Staff
  operator: string
  lotId: string
  buyer: string
  invoiceNo: string
  kg: number
  day: string
  batchNo: string
}
export async function dispatch(client: DemoClient, places: Places, { who, operator, lotId, buyer, invoiceNo, day, ...goods }: Dispatched): Promise<void> {
  await client.record(who, operator, 'productbatch', lotId, 'RELEASED', at(day, 9))
  await client.record(who, operator, 'productbatch', lotId, 'DISPATCH', at(day, 10), {
    ...goods,
    buyerId: places.processorIds.get(buyer),
    invoiceNo,
    vehicle: 'MP09 GF4471',
    transportDocument: `LR-${invoiceNo}`,
  })
}

const ginOfSeed = 'KHARGONE-GIN'
export const overBalance = 'TC/KHG-OIL-1'
const seedInvoice = 'KHG-OIL-1'

/** Of seed cotton whose certificate has gone into that of the bales for the most part: the runs whose bales were sold. */
function runsOfSeed({ runs, mill }: Programme): GinRun[] {
  const sold = new Set(mill.consignments.flatMap((consignment) => consignment.runs))
  const ofGin = runs.filter(({ lot }) => lot.buyer === ginOfSeed)
  const own = [...Map.groupBy(ofGin, ({ lot }) => lot).values()].find((of) => of.some((run) => sold.has(run)) && !of.every((run) => sold.has(run)))
  if (!own) throw new Error(`${ginOfSeed} has no lot of which part was sold`)
  return own.filter((run) => sold.has(run))
}

async function sendSeed(client: DemoClient, programme: Programme, places: Places): Promise<void> {
  const who = staffFor('PROCESSOR_USER', ginOfSeed)
  const day = addDays(programme.calendar.anchor, -4)
  for (const { seedLotNo, seedKg: kg, lot } of runsOfSeed(programme)) {
    const { operator } = lot
    const lotId = await findLot(client, operator, seedLotNo)
    await dispatch(client, places, { who, operator, lotId, buyer: 'SANAWAD-OIL', invoiceNo: seedInvoice, kg, day, batchNo: `${seedLotNo}-SAN` })
  }
}

/** More went in than is left of what the gin has bought: the checks say so beside the draft, and it cannot be submitted. */
function saleOfSeed(programme: Programme): Sale {
  const runs = runsOfSeed(programme)
  return {
    ...{ ref: overBalance, operator: everywhere, seller: ginOfSeed, buyer: 'SANAWAD-OIL', invoices: [seedInvoice] },
    uses: [{ ref: `TC/${runs[0]?.lot.invoiceNo}`, kg: sum(runs.map(({ inputKg }) => inputKg)) }],
    outcome: 'DRAFT',
  }
}

const isGroup = (seller: string): boolean => /^OP\d$/.test(seller)
export const sellerOf = (seller: string): Staff => staffFor(isGroup(seller) ? 'OPERATOR_MANAGER' : 'PROCESSOR_USER', seller)

/** What a certificate of this seller to this buyer says before its goods. */
export async function parties(
  client: DemoClient,
  calendar: Calendar,
  places: Places,
  { operator, seller, buyer }: Pick<Sale, 'operator' | 'seller' | 'buyer'>,
): Promise<{ body: string; values: Record<string, unknown> }> {
  const administrator = staffFor('ADMIN', '')
  const certified = certificatesOf(calendar)
  const [own, theirs] = [seller, buyer].map((holder) => certified.find((one) => one.holder === holder))
  if (!own) throw new Error(`${seller} has no scope certificate`)
  const scopes = await client.idsByCode(administrator, '-', 'scopecertificate')
  const [schemes, bodies] = [await client.idsByCode(administrator, '-', 'scheme'), await client.idsByCode(administrator, '-', 'certificationbody')]
  const place = [...processors, ...outsiders].find(({ code }) => code === buyer)
  return {
    body: own.body,
    values: {
      schemeId: schemes.get(own.scheme),
      certificationBodyId: bodies.get(own.body),
      ...(isGroup(seller) ? { collectiveId: places.operatorIds.get(operator) } : { processorId: places.processorIds.get(seller) }),
      sellerScopeId: scopes.get(`SC-${own.scheme}-${seller}`),
      buyerId: places.processorIds.get(buyer),
      buyerScopeId: theirs ? scopes.get(`SC-${theirs.scheme}-${buyer}`) : null,
      consignee: place?.legalName,
      shipTo: place?.address,
      originCountry: 'IN',
      originState: 'Madhya Pradesh',
      declared: true,
    },
  }
}

/** Drafted from what was sent, submitted by the seller, and decided by the seller's body. Answers its id. */
export async function certify(client: DemoClient, calendar: Calendar, places: Places, sale: Sale, ids: ReadonlyMap<string, string>): Promise<string> {
  const { operator, ref, invoices, uses, outcome, reason, lot } = sale
  const who = sellerOf(sale.seller)
  const { body, values } = await parties(client, calendar, places, sale)
  const holder = isGroup(sale.seller) ? `collectiveId=${values.collectiveId}` : `processorId=${values.processorId}`
  const offered: { items: Dispatch[] } = await client.send(who, operator, `/certifiable-dispatches?${holder}&buyerId=${values.buyerId}`)
  const sent = offered.items.filter((one) => invoices.includes(one.invoiceNo) && (lot === undefined || one.lot === lot))
  if (new Set(sent.map(({ invoiceNo }) => invoiceNo)).size !== invoices.length) throw new Error(`Not every dispatch of ${invoices.join(', ')} is there`)
  const goods = [...Map.groupBy(sent, ({ lotId }) => lotId)].map(([batchId, [first, ...more]]) => {
    const kg = gram(sum([first?.kg ?? 0, ...more.map((one) => one.kg)]))
    return { batchId, productId: first?.productId, hsCode: first?.hsCode, claimStatus: first?.claim, grossKg: kg, netKg: kg, certifiedKg: kg }
  })
  const id = await client.create(
    who,
    operator,
    'transactioncertificate',
    {
      ...values,
      sellerRef: ref,
      shipments: sent.map(({ dispatchId, day, invoiceNo, transportDocument, vehicleNo, kg }) => ({
        dispatchId,
        date: day,
        invoiceNo,
        invoiceDate: day,
        transportDocument,
        mode: 'ROAD',
        vehicleNo,
        grossKg: kg,
        netKg: kg,
      })),
      lines: goods,
      inputCertificates: uses.map(({ ref: used, kg }) => ({ certificateId: ids.get(used), kgUsed: kg })),
      documents: invoices.flatMap((number) => [
        { kind: 'INVOICE', number },
        { kind: 'TRANSPORT', number: `LR-${number}` },
        { kind: 'WEIGHBRIDGE', number: `WB-${number}` },
        { kind: 'GMO_REPORT', number: `GMO-${number}` },
      ]),
    },
    ref,
  )
  if (outcome === 'DRAFT') return id
  const last =
    sent
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? calendar.anchor
  const step = (by: Staff, type: string, days: number, hour: number, data: Record<string, unknown> = {}) => {
    const day = addDays(last, days)
    return client.record(by, operator, 'transactioncertificate', id, type, at(day < calendar.anchor ? day : calendar.anchor, hour), data)
  }
  const auditor = staffFor('CERTIFICATION_BODY_AUDITOR', body)
  await step(who, 'SUBMITTED', 2, 10)
  if (outcome === 'SUBMITTED') return id
  await step(auditor, 'REVIEW_STARTED', 4, 11)
  if (outcome === 'REJECTED') {
    await step(auditor, 'REJECTED', 5, 12, { reason })
    return id
  }
  // Of an interrupted loading: the number that it has.
  const { tcNo } = await client.send(auditor, operator, `/transactioncertificate/${id}`)
  const { nextNo } = tcNo ? { nextNo: tcNo } : await client.send(auditor, operator, `/transactioncertificate/${id}/checks`)
  await step(auditor, 'ISSUED', 6, 13, { tcNo: nextNo, reviewNote: 'Invoices, transport documents and weighbridge slips seen.' })
  if (outcome === 'WITHDRAWN') await step(auditor, 'WITHDRAWN', 9, 14, { reason })
  return id
}
