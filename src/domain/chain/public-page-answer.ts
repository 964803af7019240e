// The page of a scanned code, as it is answered: whatever is not a field here cannot reach a public page (domain dictionary 13.1).
import { z } from 'zod'
import { box, count, day, flag, keyOf, moment, number, sha256, text, whole } from '../kernel/answer-shapes.ts'
import { claims } from '../kernel/terms.ts'
import { journeySteps, leastFarmers } from './public-page.ts'

const month = z.string().regex(/^\d{4}-\d\d$/)
const claimState = z.enum(['valid', 'none', 'onHold']).describe('The claim holds today; nothing is claimed; quarantined, recalled or suspended.')
const journeyStep = z.object({
  step: keyOf(journeySteps),
  district: text.nullable(),
  from: month,
  to: month.nullable().describe('Last month, when it took longer.'),
})
export const publicPage = z
  .object({
    kind: z.enum(['crop', 'batch']),
    programme: text,
    group: text.describe('Name of the grower group.'),
    publicText: text.nullable().describe('Words of the programme, in its own language.'),
    product: text,
    variety: text.nullable(),
    units: count.nullable().describe('Bales, cones …, where the lot is counted in them. Null below ten farmers.'),
    season: text.nullable(),
    harvestYear: whole.nullable(),
    stages: z
      .array(z.object({ label: text, month: month.nullable(), isReached: flag }))
      .nullable()
      .describe('Of a crop: the stages reached, each with its month.'),
    claim: keyOf(claims),
    claimState,
    organicShare: z
      .number()
      .min(0)
      .max(1)
      .describe('Of the product: organic from 0.95 on, made with organic material from 0.7 on, without a claim below (4.3).'),
    certificate: z
      .object({
        scheme: text,
        logo: text.nullable().describe('Address of the logo of the scheme, on this host.'),
        body: text,
        number: text.nullable(),
        validTo: day.nullable(),
        isValid: flag,
      })
      .nullable(),
    place: z.object({ district: text.nullable().describe('Null where the programme does not name it.'), state: text, country: text }),
    square: box
      .nullable()
      .describe('West, south, east, north of the cell of 10 km that most comes from; null when no plot is mapped, or the programme names no district.'),
    squareShare: z.number().min(0).max(1).nullable().describe('How much of it comes from there, to the hundredth. Below ten farmers 1 or null.'),
    farmers: z.int().min(leastFarmers).nullable().describe('Null below ten.'),
    impact: z
      .object({ premiumPerKg: number.nullable(), currency: text, organicHa: number.nullable() })
      .nullable()
      .describe('Null below ten farmers, and so is each figure over fewer; premium in minor units per kg, the mean of the group.'),
    checks: z.object({
      inspections: count.nullable(),
      gmo: z.enum(['NEGATIVE', 'PENDING', 'UNTESTED', 'POSITIVE']).nullable(),
      syntheticSprays: count.nullable(),
      plantSprays: count.nullable(),
      isCounted: flag.describe('False of a lot of fewer than ten farmers: its counts are left out.'),
    }),
    journey: z.array(journeyStep),
    proof: z
      .object({ events: count.nullable().describe('Null below ten farmers.'), intact: flag, hash: sha256.nullable() })
      .describe('Hashes of the recorded events behind this page, worked out again when it was asked for.'),
    checkedAt: moment,
  })
  .meta({ id: 'PublicPage' })
export type PublicPage = z.infer<typeof publicPage>
export type ClaimState = PublicPage['claimState']
export type JourneyStep = z.infer<typeof journeyStep>
