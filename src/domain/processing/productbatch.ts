// A traceable lot (domain dictionary 4.4): its kilograms are what the ledger says, its claim is the
// lowest of what went in (BR-11), its origin is where its kilograms came from (BR-27). None is typed.

import { openSeasons } from '../kernel/choosable.ts'
import { entity } from '../kernel/entity.ts'
import { choice, date, derived, documentNo, kilograms, optional, reference, references, rows, text, time } from '../kernel/kinds.ts'
import { productWords } from '../kernel/product-words.ts'
import { batchUnits, claims } from '../kernel/terms.ts'
import { gmoStatuses } from '../kernel/test-events.ts'
import { decisions, ofHolder, productbatchEvents } from './productbatch-events.ts'
import { mostUnits } from './unit-events.ts'

export const productbatch = entity('productbatch', {
  label: 'Product batch',
  plural: 'Product batches',
  group: 'Processing',
  about: 'Every lot with its kilograms, its claim and the way back to the plots.',
  belongsTo: { operator: 'operatorId', processor: 'processorId', farmer: 'farmerId' },
  codePrefix: 'LOT',
  fields: {
    batchNo: optional(
      documentNo('Lot no.', {
        max: 20,
        pattern: /^[A-Za-z0-9\-./_]+$/,
        hint: 'Letters, digits and - . / _',
        search: true,
        sort: true,
        help: 'Empty: numbered automatically.',
      }),
    ),
    productId: reference('Product', 'product', { fixed: true }),
    unitType: choice('Kept as', batchUnits, { filter: true }),
    seasonId: reference('Season', 'season', { fixed: true, choosable: openSeasons }),
    processingSystemId: optional(reference('At', 'processingsystem')),
    storageBin: optional(text('Stored at', { max: 40 })),
    packaging: optional(text('Packaging', { max: 60 })),
    grade: optional(text('Grade', { max: 20, filter: true })),
    processorId: derived(reference('Held by processor', 'processor', { help: 'Empty: held by the operator.' })),
    cropId: derived(reference('Crop', 'crop')),
    farmerId: derived(reference('Farmer', 'farmer')),
    producedOn: derived(date('Made on', { sort: true })),
    harvestFrom: derived(date('Picked from')),
    harvestTo: derived(date('Picked to')),
    claimStatus: derived(choice('Claim', claims, { filter: true })),
    schemeIds: derived(references('Schemes', 'scheme', { filter: true, help: 'Those that everything in it is certified to, from the farm on.' })),
    closedQtyKg: derived(kilograms('Quantity', { min: 0 })),
    onHandKg: derived(kilograms('On hand', { min: 0, sort: true })),
    shippedKg: derived(kilograms('Sent on', { min: 0 })),
    reservedKg: derived(kilograms('Reserved', { min: 0, help: 'For transaction certificates that are being judged.' })),
    certifiedKg: derived(kilograms('Certified', { min: 0, help: 'By issued transaction certificates.' })),
    certifiableKg: derived(kilograms('Free to certify', { min: 0, sort: true, help: 'In it and sent out of it, and on no transaction certificate (BR-12).' })),
    availableKg: derived(kilograms('Free', { min: 0 })),
    units: derived(rows('Units', { unitNo: documentNo('No.', { max: 20 }), kg: kilograms('Weight') }, { max: mostUnits })),
    gmoStatus: derived(choice('GMO test', gmoStatuses, { filter: true })),
    quarantineReason: derived(text('Held because', { max: 500, wordsIn: 'quarantineWords' })),
    quarantineWords: productWords,
    receivedAt: derived(time('Received at')),
    lyingSince: derived(date('Lying since', { filter: true })),
    qrToken: derived(text('Public code', { min: 22, max: 22 })),
    qrRevokedAt: derived(time('Public page withdrawn at')),
  },
  unique: [['operatorId', 'productId', 'batchNo'], ['qrToken']],
  title: (row) => row.batchNo ?? 'Lot',
  subtitle: ['productId', 'claimStatus'],
  list: ['productId', 'onHandKg', 'processingSystemId', 'unitType', 'claimStatus', 'status', 'producedOn'],
  form: { Lot: ['productId', 'unitType', 'seasonId', 'batchNo', 'processingSystemId'], Handling: ['storageBin', 'packaging', 'grade'] },
  states: {
    OPEN: { label: 'Open', tone: 'progress' },
    CLOSED: { label: 'Closed', tone: 'pending' },
    RELEASED: { label: 'Released', tone: 'success' },
    IN_TRANSIT: { label: 'On its way', tone: 'progress' },
    RECEIVED: { label: 'Received', tone: 'success' },
    DEPLETED: { label: 'Used up', tone: 'neutral' },
    QUARANTINED: { label: 'Held back', tone: 'error' },
    RECALLED: { label: 'Recalled', tone: 'error' },
    DISPOSED: { label: 'Disposed of', tone: 'neutral' },
    VOIDED: { label: 'Voided', tone: 'neutral' },
  },
  final: ['DISPOSED', 'VOIDED'],
  events: productbatchEvents,
  editNeeds: [
    {
      why: 'A processor holds this lot; its people change it.',
      on: ['processorId'],
      fails: ofHolder(),
    },
  ],
  needs: [
    {
      why: 'A processor holds this lot; its people record what happens to it.',
      on: ['processorId'],
      except: decisions,
      fails: ofHolder('CERTIFICATION_BODY_AUDITOR'),
    },
  ],
})
