// R23: samples of lots and what the laboratory found.
import { type ChoiceTable, choice, choices, integer, optional, text, time } from '../kernel/kinds.ts'
import { lotTests } from '../kernel/lot-tests.ts'
import { claims } from '../kernel/terms.ts'
import { productbatch } from '../processing/productbatch.ts'
import { productbatchEvents } from '../processing/productbatch-events.ts'
import { claim, pastDay, period, season } from './parameters.ts'
import { report, statesOf } from './report.ts'

const { kind, result } = productbatchEvents.LAB_RESULT.fields

/** What became of goods whose test was positive; nothing is done after a negative one. */
export const testActions = {
  RESTRICTED: ['Restricted', 'error'],
  RETESTED: ['Negative on a later sample', 'success'],
  DOWNGRADED: ['Released as conventional', 'pending'],
  DISPOSED: ['Disposed of', 'neutral'],
} as const satisfies ChoiceTable

export const laboratoryTests = report('laboratory-tests', {
  code: 'R23',
  title: 'GMO and residue tests',
  about:
    'Every sample of a lot: laboratory, method, result, days until it came, what was done after a positive one, and the status of the lot. Of a farm lot it names the crop. A sample without a result is listed as waiting.',
  group: 'Trade and stock',
  on: 'productbatch',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { season, claim, kind: optional(choices('Test', lotTests)), ...period, ...pastDay },
  columns: {
    sampleNo: text('Sample no.'),
    kind: { ...kind, label: 'Test' },
    lot: text('Lot'),
    crop: text('Crop', { max: 161 }),
    product: text('Product'),
    holder: text('Holder', { max: 161 }),
    claim: choice('Claim', claims),
    laboratory: text('Laboratory'),
    method: text('Method', { max: 80 }),
    sampledAt: time('Sample taken'),
    resultAt: time('Result recorded'),
    result,
    reportNo: text('Report'),
    days: integer('Days'),
    action: choice('What was done', testActions),
    status: choice('Status', statesOf(productbatch)),
  },
  charts: [],
  formats: ['xlsx', 'csv', 'pdf', 'json'],
})
