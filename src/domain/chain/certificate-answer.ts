// The checks of a transaction certificate as they are answered, dispatches that one may be drafted from, and the reconciliation of a holder.
import { z } from 'zod'
import { count, day, flag, id, keyOf, kg, moment, share, text, words } from '../kernel/answer-shapes.ts'
import { claims, materials } from '../kernel/terms.ts'
import { type Check, checkTitles } from './certificate-check.ts'

const outcome = z.enum(['OK', 'REVIEW', 'BLOCK'])
const unit = z.enum(['kg', 'days', 'km', 'months', 'share', 'day', 'count', 'text', 'claim'])
const check = z.object({
  code: keyOf(checkTitles),
  title: text,
  outcome: outcome.describe('OK: it holds. REVIEW: the certification body decides, or a value for it is missing. BLOCK: it cannot be submitted or issued.'),
  message: text,
  words,
  inputs: z.array(
    z.object({
      label: text,
      of: text.optional().describe('Whose value it is.'),
      terms: z.array(text).readonly().optional().describe('Of which material and claim, as words of the product.'),
      value: z.union([z.number(), z.string()]).nullable(),
      unit,
      words,
    }),
  ),
})
export type CheckAnswer = z.infer<typeof check>
export type CheckOutcomes = CheckAnswer['outcome']

export const certificateChecksAnswer = z
  .object({
    day: day.describe('On which they were judged; the past day that was asked for.'),
    outcome: outcome.nullable().describe('The gravest of the seventeen; null on a past day by which it had not been judged.'),
    checks: z.array(check).describe('As of a past day: what they had said last.'),
    lots: z.array(z.object({ id, title: text, reservedKg: kg, issuedKg: kg })).describe('What this certificate binds now, or bound then.'),
    nextNo: text.nullable().describe('The next number of the certification body; null for whoever does not issue.'),
    judged: z
      .array(z.object({ eventId: id, eventType: text, at: moment, checks: z.array(check) }))
      .describe('What the checks said when it was submitted or issued, oldest first.'),
  })
  .meta({ id: 'CertificateChecks' })
export type CertificateChecks = z.infer<typeof certificateChecksAnswer>

const summary = z.object({ id, ok: count, review: count, block: count })
/** What the checks of each said when it was submitted or issued last; left out: those never judged, or not for this reader. */
export const certificateSummaries = z.object({ items: z.array(summary) }).meta({ id: 'CertificateSummaries' })
export type CertificateSummaries = z.infer<typeof certificateSummaries>
export type CertificateSummary = z.infer<typeof summary>

const lotCertificate = z.object({
  id,
  title: text,
  status: text,
  netKg: kg.describe('Of this lot, or of the lot that it was sent out of.'),
  isSource: z.boolean().describe('It certifies the lot that this one was sent out of, by the dispatch that did so.'),
})
/** Live and past certificates of a lot that the reader may see. */
export const lotCertificates = z.object({ items: z.array(lotCertificate) }).meta({ id: 'LotCertificates' })
export type LotCertificates = z.infer<typeof lotCertificates>

const dispatch = z.object({
  dispatchId: id,
  day,
  invoiceNo: text,
  transportDocument: text.nullable(),
  vehicleNo: text.nullable(),
  kg,
  lotId: id,
  lot: text,
  productId: id,
  product: text,
  organicShare: share.describe('Of its composition; what may be certified of its weight.'),
  hsCode: text.nullable(),
  claim: keyOf(claims),
  freeKg: kg.describe('Of the lot, to be certified.'),
  certificate: z.object({ id, title: text }).nullable().describe('The live certificate that has it.'),
  isRestricted: z.boolean(),
  why: text.nullable().describe('Why it cannot be taken; null: it can.'),
  words,
})
export const certifiableDispatches = z.object({ items: z.array(dispatch), isCut: z.boolean() }).meta({ id: 'CertifiableDispatches' })
export type CertifiableDispatches = z.infer<typeof certifiableDispatches>
export type CertifiableDispatch = z.infer<typeof dispatch>

const flow = z.object({
  material: keyOf(materials),
  claim: keyOf(claims),
  openKg: kg,
  receivedKg: kg,
  coveredKg: kg.describe('Of what was received: bought from members, or on an issued certificate.'),
  madeKg: kg,
  usedKg: kg,
  movedKg: kg.describe('Joined with or split from lots of another claim or product.'),
  lostKg: kg,
  adjustedKg: kg,
  sentKg: kg,
  certifiedKg: kg.describe('Of what was sent: on issued certificates of this holder.'),
  closeKg: kg,
  expectedKg: kg.describe('What would be there by the movements.'),
  gapKg: kg.describe('Certified goods that came in without a certificate.'),
  gapShare: share,
  problem: z.enum(['UNCOVERED', 'YIELD', 'OVERSOLD', 'BOOKS']).nullable(),
})
/** What the dispatches on a certificate are called, and where each is to be opened. */
export const certificateDispatches = z
  .object({
    items: z.array(
      z.object({
        dispatchId: id,
        lotId: id,
        lot: text.describe('The lot that was sent.'),
        day,
        isOpen: flag.describe('False: the lot is out of the caller’s reach.'),
      }),
    ),
  })
  .meta({ id: 'CertificateDispatches' })
export type CertificateDispatches = z.infer<typeof certificateDispatches>

export const reconciliationAnswer = z
  .object({ from: day.nullable(), to: day.nullable(), gap: share.describe('Above which a gap is to be reviewed (BR-12a).'), lots: count, items: z.array(flow) })
  .meta({ id: 'Reconciliation' })
export type Reconciliation = z.infer<typeof reconciliationAnswer>

/** The gravest of several. */
export const gravest = (checks: readonly Pick<Check, 'outcome'>[]): CheckOutcomes =>
  checks.some((one) => one.outcome === 'BLOCK') ? 'BLOCK' : checks.some((one) => one.outcome === 'REVIEW') ? 'REVIEW' : 'OK'
