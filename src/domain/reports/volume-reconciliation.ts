// R18: the books of certified goods of each holder (BR-12a).
import { choice, kilograms, quantity, share, text } from '../kernel/kinds.ts'
import { claims, materials } from '../kernel/terms.ts'
import { pastDay, period } from './parameters.ts'
import { report } from './report.ts'

export const flowProblems = {
  BOOKS: ['The books do not add up', 'error'],
  OVERSOLD: ['More certified than there was', 'error'],
  YIELD: ['Outside the norms of the process', 'error'],
  UNCOVERED: ['Came in without a certificate', 'pending'],
} as const

export const volumeReconciliation = report('volume-reconciliation', {
  code: 'R18',
  title: 'Volume reconciliation',
  about:
    'For each holder, material and claim in the period: what was there, came in, was made, used, lost and sent, how much of it certificates cover, and what does not fit (BR-12a). Of an operator for its people; of a company for its own people and its certification body.',
  group: 'Trade and stock',
  on: 'productbatch',
  roles: ['ADMIN', 'OPERATOR_MANAGER', 'PURCHASE_OFFICER', 'PROCESSOR_USER', 'CERTIFICATION_BODY_AUDITOR'],
  parameters: { ...period, ...pastDay },
  columns: {
    holder: text('Holder', { max: 161 }),
    material: choice('Material', materials),
    claim: choice('Claim', claims),
    openKg: kilograms('Opening', { min: 0 }),
    receivedKg: kilograms('Came in', { min: 0 }),
    coveredKg: kilograms('Of it on certificates', { min: 0 }),
    madeKg: kilograms('Made', { min: 0 }),
    usedKg: kilograms('Used', { min: 0 }),
    movedKg: quantity('Moved', 'kg', { min: -1_000_000_000 }),
    lostKg: kilograms('Lost', { min: 0 }),
    adjustedKg: quantity('Adjusted', 'kg', { min: -1_000_000_000 }),
    sentKg: kilograms('Sent', { min: 0 }),
    certifiedKg: kilograms('Certified of it', { min: 0 }),
    closeKg: kilograms('Closing', { min: 0 }),
    gapKg: kilograms('Gap', { min: 0 }),
    gapShare: share('Gap, of what came in'),
    problem: choice('What does not fit', flowProblems),
  },
  totals: ['gapKg'],
  charts: [{ title: 'Gap by holder', by: 'holder', sum: 'gapKg' }],
  formats: ['pdf', 'xlsx', 'csv', 'json'],
})
