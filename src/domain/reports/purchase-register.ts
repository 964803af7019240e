// R13: every ticket of a farmer's delivery.
import { choice, kilograms, money, optional, quantity, reference, text, time } from '../kernel/kinds.ts'
import { claims } from '../kernel/terms.ts'
import { productbatchEvents } from '../processing/productbatch-events.ts'
import { claim, pastDay, period, season, village } from './parameters.ts'
import { report } from './report.ts'

const { farmerConfirmation } = productbatchEvents.PURCHASE.fields

export const purchaseRegister = report('purchase-register', {
  code: 'R13',
  title: 'Purchase register',
  about:
    'Every ticket with weights, moisture, price, premium, what is to be paid, what was paid of it and how the farmer confirmed it. Payments settle the oldest tickets of a person first, prices and advances the price, premiums the premium.',
  group: 'Trade and stock',
  on: 'productbatch',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, farmer: optional(reference('Farmer', 'farmer')), village, claim, ...period, ...pastDay },
  columns: {
    receiptNo: text('Receipt no.'),
    at: time('Bought at'),
    memberNo: text('Member no.'),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    village: text('Village'),
    lot: text('Lot'),
    claim: choice('Claim', claims),
    grossKg: kilograms('Gross'),
    tareKg: kilograms('Tare', { min: 0 }),
    netKg: kilograms('Net'),
    moisture: quantity('Moisture', '%', { decimals: 1 }),
    pricePerKg: money('Price per kg'),
    premiumPerKg: money('Premium per kg'),
    deductions: money('Deductions'),
    payable: money('To be paid'),
    paid: money('Paid'),
    confirmation: { ...farmerConfirmation, label: 'Farmer confirmed by' },
  },
  totals: ['grossKg', 'tareKg', 'netKg', 'deductions', 'payable', 'paid'],
  charts: [{ title: 'Purchases by village', by: 'village', sum: 'netKg' }],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})
