// The certificate of one sale: seller, buyer, shipments and the lots in them (domain dictionary 5.5). It is confidential
// between seller, buyer and their certification bodies, and never public.
import { entity } from '../kernel/entity.ts'
import {
  attachments,
  choice,
  country,
  date,
  derived,
  documentNo,
  flag,
  integer,
  kilograms,
  lines,
  money,
  optional,
  reference,
  rows,
  text,
  time,
} from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { exceeds } from '../rules/exceeds.ts'
import { transactioncertificateEvents } from './transactioncertificate-events.ts'

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
const span = (dates: readonly string[]): number => (dates.length ? days([...dates].sort()[0] as string, [...dates].sort().at(-1) as string) : 0)

export const transactioncertificate = entity('transactioncertificate', {
  label: 'Transaction certificate',
  plural: 'Transaction certificates',
  group: 'Administration',
  about: 'Certificates of single sales: which lots, how many kilograms, from whom to whom.',
  notice: 'Its kilograms are reserved when it is submitted: seventeen checks on its page say what is still missing.',
  belongsTo: {
    operator: 'collectiveId',
    atOperator: 'THEIRS',
    processor: 'processorId',
    certificationBody: 'certificationBodyId',
    buyer: { field: 'buyerId', states: ['ISSUED', 'REVISED', 'WITHDRAWN'] },
  },
  codePrefix: 'TRC',
  fields: {
    schemeId: reference('Scheme', 'scheme'),
    certificationBodyId: reference('Certification body', 'certificationbody', { help: 'The one that issued the seller’s scope certificate.' }),
    collectiveId: optional(reference('Seller (operator)', 'collective', { fixed: true })),
    processorId: optional(reference('Seller (processor)', 'processor', { fixed: true })),
    sellerScopeId: reference('Seller’s scope certificate', 'scopecertificate', {
      // A draft may name what is not valid yet; the checks at submission refuse it (BR-12). One that has expired since covers what was shipped before.
      choosable: [
        {
          field: 'status',
          is: ['VALID', 'EXPIRED'],
          isRefusedElsewhere: true,
          why: 'Scope certificates that do not hold are left out.',
        },
        { field: 'schemeId', same: 'schemeId', isRefusedElsewhere: true, why: 'Scope certificates of other schemes are left out.' },
        {
          field: 'certificationBodyId',
          same: 'certificationBodyId',
          isRefusedElsewhere: true,
          why: 'Scope certificates of other certification bodies are left out.',
        },
        { field: 'collectiveId', same: 'collectiveId', isRefusedElsewhere: true, why: 'Scope certificates of other operators are left out.' },
        { field: 'processorId', same: 'processorId', isRefusedElsewhere: true, why: 'Scope certificates of other processors are left out.' },
      ],
    }),
    sellerRef: documentNo('Seller’s reference', { max: 40, search: true, sort: true }),
    buyerId: reference('Buyer', 'processor'),
    buyerScopeId: optional(reference('Buyer’s scope certificate', 'scopecertificate', { help: 'Empty: the one that the buyer holds under this scheme.' })),
    consignee: text('Consignee', { max: 120 }),
    shipTo: text('Shipped to', { max: 200 }),
    originCountry: country('Country of origin', { initial: 'IN' }),
    originState: text('State of origin', { max: 60 }),
    originDistrict: optional(text('District of origin', { max: 60 })),
    replacesId: optional(
      reference('Takes the place of', 'transactioncertificate', {
        help: 'An issued certificate that is to be corrected. It is replaced when this one is issued.',
        choosable: [
          { field: 'status', is: ['ISSUED'], isRefusedElsewhere: true, why: 'Only issued certificates are replaced.' },
          { field: 'collectiveId', same: 'collectiveId', isRefusedElsewhere: true, why: 'Certificates of other operators are left out.' },
          { field: 'processorId', same: 'processorId', isRefusedElsewhere: true, why: 'Certificates of other processors are left out.' },
        ],
      }),
    ),
    shipments: rows(
      'Shipments',
      {
        dispatchId: optional(
          text('Dispatch', {
            pattern: /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
            hint: 'Id of the dispatch of a lot.',
            help: 'The event by which the goods were sent.',
          }),
        ),
        date: date('Date'),
        invoiceNo: documentNo('Invoice', { max: 40 }),
        invoiceDate: date('Invoice of'),
        transportDocument: optional(text('Transport document', { max: 60 })),
        mode: choice('Transport', { ROAD: 'By road', RAIL: 'By rail', SEA: 'By sea', AIR: 'By air' }),
        vehicleNo: optional(text('Vehicle', { max: 20 })),
        grossKg: kilograms('Gross'),
        netKg: kilograms('Net'),
      },
      { min: 1, max: 100 },
    ),
    lines: lines(
      'Goods',
      {
        batchId: reference('Lot', 'productbatch'),
        productId: reference('Product', 'product'),
        hsCode: optional(text('HS code', { pattern: /^\d{6,8}$/, hint: 'Six to eight digits.' })),
        claimStatus: choice('Claim', claims),
        grossKg: kilograms('Gross'),
        netKg: kilograms('Net'),
        certifiedKg: kilograms('Certified'),
        units: optional(integer('Pieces')),
        packing: optional(text('Packaging', { max: 60 })),
      },
      { min: 1, max: 100 },
    ),
    inputCertificates: rows(
      'Certificates of what went in',
      {
        certificateId: optional(reference('Transaction certificate', 'transactioncertificate')),
        externalNo: optional(text('No. of one from elsewhere', { max: 60 })),
        externalBody: optional(text('Issued by', { max: 120 })),
        externalKg: optional(kilograms('Weight on it')),
        kgUsed: kilograms('Weight used'),
      },
      { max: 100 },
    ),
    declared: flag('The seller declares that all of this is true', { initial: false }),
    documents: rows(
      'Documents',
      {
        kind: choice('Kind', {
          INVOICE: 'Invoice',
          TRANSPORT: 'Transport document',
          WEIGHBRIDGE: 'Weighbridge slip',
          GMO_REPORT: 'GMO report',
          OTHER: 'Other',
        }),
        number: text('No.', { max: 60 }),
      },
      { max: 50 },
    ),
    files: attachments(),
    fees: optional(money('Fees')),
    tcNo: derived(text('Certificate no.', { max: 60, search: true, sort: true })),
    netKg: derived(kilograms('Net', { min: 0, sort: true })),
    certifiedKg: derived(kilograms('Certified', { min: 0, sort: true })),
    firstShipment: derived(date('First shipment', { sort: true })),
    lastShipment: derived(date('Last shipment', { sort: true })),
    submittedAt: derived(time('Submitted at', { sort: true })),
    issuedAt: derived(time('Issued at', { sort: true })),
    reservedUntil: derived(date('Kilograms reserved until', { sort: true })),
  },
  unique: [
    ['sellerScopeId', 'sellerRef'],
    ['certificationBodyId', 'tcNo'],
  ],
  title: (row) => row.tcNo ?? row.sellerRef,
  subtitle: ['buyerId', 'certifiedKg'],
  list: ['tcNo', 'collectiveId', 'processorId', 'buyerId', 'schemeId', 'netKg', 'certifiedKg', 'lastShipment', 'status'],
  form: {
    Parties: [
      'schemeId',
      'certificationBodyId',
      'collectiveId',
      'processorId',
      'sellerScopeId',
      'sellerRef',
      'buyerId',
      'buyerScopeId',
      'consignee',
      'shipTo',
      'replacesId',
    ],
    Origin: ['originCountry', 'originState', 'originDistrict'],
    Shipments: ['shipments'],
    Goods: ['lines', 'inputCertificates'],
    Declaration: ['declared', 'documents', 'files', 'fees'],
  },
  states: {
    DRAFT: { label: 'Draft', tone: 'neutral' },
    SUBMITTED: { label: 'Submitted', tone: 'pending' },
    UNDER_REVIEW: { label: 'Under review', tone: 'progress' },
    CORRECTION: { label: 'To be corrected', tone: 'error' },
    ISSUED: { label: 'Issued', tone: 'success' },
    REVISED: { label: 'Replaced by a newer one', tone: 'neutral' },
    REJECTED: { label: 'Rejected', tone: 'error' },
    WITHDRAWN: { label: 'Withdrawn', tone: 'error' },
    CANCELLED: { label: 'Cancelled', tone: 'neutral' },
  },
  editableIn: ['DRAFT', 'CORRECTION'],
  final: ['REVISED', 'REJECTED', 'WITHDRAWN', 'CANCELLED'],
  events: transactioncertificateEvents,
  checks: [
    {
      path: 'collectiveId',
      code: 'rule',
      message: 'The seller is either an operator or a processor.',
      fails: (row) => !row.collectiveId === !row.processorId,
    },
    {
      path: 'inputCertificates',
      code: 'required',
      message: 'A processor names the certificates of what it bought.',
      fails: (row) => !!row.processorId && row.inputCertificates.length === 0,
    },
    {
      path: 'inputCertificates',
      code: 'rule',
      message: 'Name each certificate, or its number elsewhere.',
      fails: (row) => row.inputCertificates.some(({ certificateId, externalNo }) => !certificateId === !externalNo),
    },
    {
      path: 'shipments',
      code: 'max',
      message: 'Shipments of one certificate lie within three months.',
      fails: (row) => span(row.shipments.map(({ date }) => date)) > 92,
    },
    { path: 'shipments', code: 'max', message: 'More net than gross weight.', fails: (row) => row.shipments.some(({ grossKg, netKg }) => netKg > grossKg) },
    {
      path: 'lines',
      code: 'max',
      message: 'Certified is at most net, and net at most gross.',
      fails: (row) => row.lines.some(({ grossKg, netKg, certifiedKg }) => netKg > grossKg || certifiedKg > netKg),
    },
    {
      path: 'lines',
      code: 'rule',
      message: 'The goods weigh as much as the shipments, within 0.1 %.',
      fails: (row) => {
        const [goods, shipped] = [row.lines, row.shipments].map((rows) => rows.reduce((grams, { netKg }) => grams + Math.round(netKg * 1000), 0)) as [
          number,
          number,
        ]
        return exceeds(Math.abs(goods - shipped), shipped, 0.001)
      },
    },
  ],
})
