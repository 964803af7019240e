// R17: what came out of what went in, run by run.
import { choice, choices, flag, kilograms, optional, quantity, reference, share, text, time } from '../kernel/kinds.ts'
import { processes } from '../kernel/terms.ts'
import { pastDay, period } from './parameters.ts'
import { report } from './report.ts'

export const processingYield = report('processing-yield', {
  code: 'R17',
  title: 'Processing yield',
  about:
    'Each output of each run with its share of the input, the usual band, and how far it lies from the thirty runs before it. Input, waste and loss stand with the first output of a run.',
  group: 'Trade and stock',
  on: 'processingsystem',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { facility: optional(reference('Facility', 'processingsystem')), process: optional(choices('Process', processes)), ...period, ...pastDay },
  columns: {
    facility: text('Facility'),
    at: time('Ended at'),
    process: choice('Process', processes),
    product: text('Product'),
    inputKg: kilograms('Input'),
    outputKg: kilograms('Output'),
    share: share('Share of the input', { max: 2 }),
    bandFrom: share('Band from', { max: 2 }),
    bandTo: share('Band to', { max: 2 }),
    isInBand: flag('Within the band'),
    meanShare: share('Mean of 30 runs before', { max: 2 }),
    sigmas: quantity('Standard deviations from it', 'σ', { min: -1000, max: 1000, decimals: 1 }),
    wasteKg: kilograms('Waste', { min: 0 }),
    invisibleKg: kilograms('Invisible loss', { min: 0 }),
  },
  totals: ['inputKg', 'outputKg', 'wasteKg', 'invisibleKg'],
  charts: [{ title: 'Output by product', by: 'product', sum: 'outputKg' }],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})
