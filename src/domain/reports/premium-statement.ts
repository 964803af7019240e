// R15: what each member is owed and was paid as premium.
import { date, kilograms, money, optional, reference, text } from '../kernel/kinds.ts'
import { pastDay, period, season, village } from './parameters.ts'
import { report } from './report.ts'

export const premiumStatement = report('premium-statement', {
  code: 'R15',
  title: 'Premium statement',
  about:
    'Members with a premium on their tickets: kilograms, mean rate, premium earned, and what was paid of it in the period with its last day and reference. Payments are listed by the day they were made, tickets by the day of the purchase.',
  group: 'Trade and stock',
  on: 'farmer',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, village, farmer: optional(reference('Farmer', 'farmer')), ...period, ...pastDay },
  columns: {
    memberNo: text('Member no.'),
    farmer: text('Farmer', { max: 161, namesPerson: true }),
    village: text('Village'),
    kg: kilograms('Weight with a premium', { min: 0 }),
    perKg: money('Premium per kg'),
    earned: money('Premium earned'),
    paid: money('Paid'),
    // Below nothing where more was paid than earned, as in advance.
    open: money('Open', { min: -100_000_000_00 }),
    lastPaidOn: date('Last paid on'),
    reference: text('Reference', { max: 500 }),
  },
  totals: ['kg', 'earned', 'paid', 'open'],
  charts: [{ title: 'Premium by village', by: 'village', sum: 'earned' }],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})
