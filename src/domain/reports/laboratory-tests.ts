// R23: samples of lots and what the laboratory found.
import { choice, choices, integer, optional, text, time } from '../kernel/kinds.ts'
import { lotTests } from '../kernel/lot-tests.ts'
import { claims } from '../kernel/terms.ts'
import { productbatch } from '../processing/productbatch.ts'
import { productbatchEvents } from '../processing/productbatch-events.ts'
import { claim, pastDay, period, season } from './parameters.ts'
import { report, statesOf } from './report.ts'

const { kind, result } = productbatchEvents.LAB_RESULT.fields

export const laboratoryTests = report('laboratory-tests', {
  code: 'R23',
  title: 'GMO and residue tests',
  about: 'Every sample of a lot: laboratory, result, days until it came, and where the lot stands today. A sample without a result is listed as waiting.',
  group: 'Trade and stock',
  on: 'productbatch',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, claim, kind: optional(choices('Test', lotTests)), ...period, ...pastDay },
  columns: {
    sampleNo: text('Sample no.'),
    kind: { ...kind, label: 'Test' },
    lot: text('Lot'),
    product: text('Product'),
    holder: text('Holder', { max: 161 }),
    claim: choice('Claim', claims),
    laboratory: text('Laboratory'),
    sampledAt: time('Sample taken'),
    resultAt: time('Result recorded'),
    result,
    reportNo: text('Report'),
    days: integer('Days'),
    status: choice('Status', statesOf(productbatch)),
  },
  charts: [],
  formats: ['xlsx', 'csv', 'pdf', 'json'],
})
