// From what fields may yield to what certificates certify of them, as it is answered: by season, crop type and claim.
import { z } from 'zod'
import { count, id, keyOf, kg, text } from '../kernel/answer-shapes.ts'
import { claims } from '../kernel/terms.ts'

/** Whose crops are followed; each but `operator` names a record. */
export const chainSubjects = [
  ...(['crop', 'croppingsystem', 'landparcel', 'farmer'] as const),
  ...(['productbatch', 'processingsystem', 'processor', 'transactioncertificate'] as const),
]
export type ChainSubject = (typeof chainSubjects)[number]
/** A record, or the lots of a certificate that is not saved yet. */
export type ChainOf = { subject: ChainSubject; id: string } | { subject: 'lots'; ids: readonly string[] }
/** As many lines as a certificate has at most. */
export const mostDraftedLots = 100

const link = z.object({
  seasonId: id,
  season: text,
  cropTypeId: id,
  crop: text,
  claim: keyOf(claims).nullable().describe('Null: not sown yet, so none was derived (BR-04).'),
  crops: count,
  ceilingKg: kg.describe('What the fields may yield at most (BR-06).'),
  allowedKg: kg.describe('Σ min(estimate × tolerance, ceiling): what may be bought (BR-08). A certified crop without an estimate adds nothing.'),
  harvestedKg: kg.describe('Less what the farmers keep.'),
  purchasedKg: kg,
  conventionalKg: kg.describe('Of the goods bought, those whose tickets are conventional: no certificate is issued on them.'),
  lowerKg: kg.describe('Of the goods bought, those whose tickets have a claim lower than their crops: certified under that claim.'),
  fromHigherKg: kg.describe('Bought under this claim of crops of a higher one.'),
  reservedKg: kg.nullable().describe('Of the goods bought, on certificates that are submitted. Null for whoever may not list certificates.'),
  certifiedKg: kg.nullable().describe('Of the goods bought, certified to their first buyers by their group.'),
  toBuyKg: kg.describe(
    'Of each crop what may still be bought under its claim, added up: by estimate and ceiling (BR-08), and where border rows are excluded by the certified part (BR-13), which conventional tickets leave as it is.',
  ),
  toCertifyKg: kg
    .nullable()
    .describe('Bought under this claim, and on no live certificate of the group. Null also of a past day where a grower has several records.'),
})
export const kilogramChain = z
  .object({ items: z.array(link).describe('The newest season first, in it what most was bought of, then the largest ceiling.') })
  .meta({ id: 'KilogramChain' })
export type KilogramChain = z.infer<typeof kilogramChain>
export type ChainLink = z.infer<typeof link>
