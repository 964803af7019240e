// R16: what lay where, what came, what went.
import { choice, choices, date, kilograms, optional, quantity, reference, text } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { productbatch } from '../processing/productbatch.ts'
import { claim, pastDay, season } from './parameters.ts'
import { report, statesOf } from './report.ts'

export const stockLedger = report('stock-ledger', {
  code: 'R16',
  title: 'Stock ledger',
  about:
    'Opening, movements and closing of every lot in a period, from the ledger. Voided events cancel out. What is reserved and free is as of now, or as of the past day asked for.',
  group: 'Trade and stock',
  on: 'productbatch',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: {
    season,
    product: optional(reference('Product', 'product')),
    claim,
    status: optional(choices('Status', statesOf(productbatch))),
    from: optional(date('From')),
    to: optional(date('As of the end of')),
    ...pastDay,
  },
  columns: {
    lot: text('Lot'),
    product: text('Product'),
    holder: text('Held by', { max: 161 }),
    place: text('At', { max: 161 }),
    claim: choice('Claim', claims),
    status: choice('Status', statesOf(productbatch)),
    openingKg: kilograms('Opening', { min: 0 }),
    inKg: kilograms('In', { min: 0 }),
    outKg: kilograms('Out', { min: 0 }),
    lossKg: kilograms('Lost', { min: 0 }),
    adjustKg: quantity('Adjusted', 'kg', { min: -10_000_000 }),
    closingKg: kilograms('Closing', { min: 0 }),
    reservedKg: kilograms('Reserved', { min: 0 }),
    freeKg: kilograms('Free', { min: 0 }),
  },
  totals: ['openingKg', 'inKg', 'outKg', 'lossKg', 'adjustKg', 'closingKg', 'reservedKg', 'freeKg'],
  charts: [{ title: 'Closing stock by product', by: 'product', sum: 'closingKg' }],
  formats: ['xlsx', 'csv', 'pdf', 'json'],
})
