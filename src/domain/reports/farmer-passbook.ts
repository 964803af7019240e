// R14: the passbook of a member: what was handed out, delivered and paid, with the balance after each line.
import { choice, kilograms, money, optional, reference, text, time } from '../kernel/kinds.ts'
import { pastDay, period, season, village } from './parameters.ts'
import { report } from './report.ts'

export const passbookLines = { INPUT: 'Input handed out', DELIVERY: 'Delivery', PAYMENT: 'Payment' } as const

export const farmerPassbook = report('farmer-passbook', {
  code: 'R14',
  title: 'Farmer passbook',
  about:
    'For each member in the order of time: inputs handed out, deliveries with what they come to, payments, and what the group owes after each line. The balance runs over all that is listed.',
  group: 'Trade and stock',
  on: 'farmer',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'FIELD_OFFICER'],
  parameters: { farmer: optional(reference('Farmer', 'farmer')), season, village, ...period, ...pastDay },
  columns: {
    memberNo: text('Member no.'),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    at: time('When'),
    kind: choice('Kind', passbookLines),
    what: text('What for', { max: 200 }),
    reference: text('Reference'),
    kg: kilograms('Weight', { min: 0 }),
    earned: money('Earned'),
    paid: money('Paid'),
    // Below nothing where more was paid than delivered, as in advance.
    balance: money('Owed to the farmer', { min: -100_000_000_00 }),
  },
  totals: ['earned', 'paid'],
  // Dictionary, section 10: Hindi and English.
  paperIn: ['hi', 'en'],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})
