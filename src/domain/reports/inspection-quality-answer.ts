// The internal control of an operator in a season, in statistics, as it is answered (domain dictionary 16, no. 4).
import { z } from 'zod'
import { count, day, flag, id, keyOf, number, share, text } from '../kernel/answer-shapes.ts'
import { scoreParts } from '../rules/ics-score.ts'
import { riskClasses } from '../rules/risk.ts'
import { secondLooks } from './second-looks.ts'

const places = ['INSIDE', 'FEWER', 'MANY_FEWER', 'MORE', 'MANY_MORE'] as const

const interval = z.object({ low: share, high: share }).nullable().describe('95 %, Wilson; null of nothing.')
const look = z.object({
  by: text,
  on: day,
  found: z.array(text).describe('Rules of the non-conformities found.'),
  unnamed: flag.describe('Something was found, and no non-conformity says what.'),
})
const twice = z.object({
  farmerId: id,
  name: text,
  kind: keyOf(secondLooks),
  first: look,
  second: look,
  missed: count.describe('Found by the second look alone.'),
})
const inspector = z.object({
  inspectorId: id.nullable(),
  name: text,
  members: count.describe('Members visited, each once.'),
  found: count.describe('Of them, with a non-conformity or a result other than approved.'),
  expected: number.describe('Of them by the rates of all inspectors at the same risk.'),
  adjusted: number.describe('found / expected × the rate of all: comparable between inspectors; above 1 where far more is found than expected.'),
  place: z.enum(places).describe('Outside 95 %: FEWER, MORE; outside 99.8 %: MANY_FEWER, MANY_MORE. By the exact distribution.'),
})
const member = z.object({ farmerId: id, name: text })

export const inspectionQuality = z
  .object({
    seasonId: id,
    detection: z.object({
      holdings: count.describe('Looked at by two people, the internal control first.'),
      byFirst: count.describe('Non-conformities found by the first.'),
      bySecond: count,
      byBoth: count,
      byEither: count,
      rate: share.nullable().describe('byFirst / byEither. What both overlooked is unknown: an upper bound.'),
      interval,
      recaptured: share.nullable().describe('byBoth / bySecond (Lincoln, Petersen).'),
      items: z.array(twice).describe('Where most was missed first.'),
    }),
    rate: share.describe('Members visited at whom something was found, each counted once for each inspector.'),
    inspectors: z.array(inspector).describe('Who visited most first.'),
    classes: z
      .array(z.object({ riskClass: keyOf(riskClasses), members: count, visited: count, found: count }))
      .describe(
        'By risk without the points of earlier findings, which inspections themselves make; `visited` and `found` count a member once for each inspector.',
      ),
    score: z.object({
      score: count.nullable().describe('0 to 100: the mean of the parts that are measured; null while fewer than two are.'),
      risk: keyOf(riskClasses).nullable(),
      parts: z.array(
        z.object({
          part: keyOf(scoreParts),
          done: number,
          of: count.describe('0: nothing to measure yet.'),
          share: share.nullable(),
        }),
      ),
    }),
    sample: z.object({
      members: count.describe('Active members.'),
      high: z.array(member).describe('All of high risk (BR-34).'),
      others: count.describe('To be drawn by lot beside them, for the sample of the certification body.'),
      certificationBody: count.describe('At least 10, 5 % and the square root (BR-34).'),
      toDetect: z
        .array(z.object({ prevalence: share, sample: count }))
        .describe('Members to be looked at to find with 95 % confidence at least one that does not conform, when so many do not (hypergeometric, exact).'),
    }),
  })
  .meta({ id: 'InspectionQuality' })
export type InspectionQuality = z.infer<typeof inspectionQuality>
