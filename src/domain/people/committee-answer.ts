// What the approval committee of an operator looks at in a season, as it is answered.
import { z } from 'zod'
import { count, day, flag, hectares, id, keyOf, kg, number, text, words } from '../kernel/answer-shapes.ts'
import { sanctions } from '../kernel/sanctions.ts'
import { claims, inspectionResults, seasonResults, severities } from '../kernel/terms.ts'
import { riskClasses } from '../rules/risk.ts'
import { committeeStates } from './committee.ts'

const sentence = z.object({ message: text, words })
const member = z.object({
  farmerId: id,
  memberNo: text.nullable(),
  name: text,
  village: text.nullable(),
  state: z.enum(committeeStates).describe('What needs attention first.'),
  risk: z.object({ riskClass: keyOf(riskClasses), points: count, reasons: z.array(z.object({ points: count, message: text })) }).describe('Of today (BR-34).'),
  visits: z
    .array(z.object({ day, result: keyOf(inspectionResults), conditions: text.nullable(), inspectorId: id.nullable(), inspector: text }))
    .describe('Internal inspections of the season up to the day, at home, on plots and crops, by day.'),
  visitsInYear: count.describe('Internal inspections of the year up to the day that count: at least `visitGap` days apart.'),
  open: z
    .array(z.object({ id, ref: text, rule: text, severity: keyOf(severities), dueOn: day, needsCondition: flag }))
    .describe(
      'Non-conformities that are not closed, opened by the day, the gravest first. `needsCondition`: while it is open, nobody is approved without a condition (BR-17).',
    ),
  complianceScore: number.nullable().describe('Percent: the lowest of the crops of the season; null without one.'),
  areaHa: hectares.describe('Of the main crops of the season.'),
  claims: z.array(z.object({ claim: keyOf(claims), areaHa: hectares })),
  estimatedKg: kg.nullable(),
  sanction: z.object({ sanction: keyOf(sanctions), isImposed: flag, ref: text }).nullable(),
  before: z
    .object({ season: text, result: keyOf(seasonResults) })
    .nullable()
    .describe('The decision of the latest season that began earlier.'),
  decision: z
    .object({ result: keyOf(seasonResults), conditions: text.nullable(), on: day.nullable(), by: text.nullable() })
    .nullable()
    .describe('The committee’s decision of this season, with sanctions imposed since; null before there is one.'),
  proposal: z.object({
    result: keyOf(inspectionResults),
    reasons: z.array(sentence),
    doubts: z.array(sentence).describe('Empty: may be accepted together with others.'),
  }),
  blocked: z.array(z.object({ ruleId: text, message: text, words })).describe('Why this person may not decide about the member on that day.'),
})
export const committeeAnswer = z
  .object({
    seasonId: id,
    day: day.describe('Of the meeting: inspections and non-conformities up to it count.'),
    stopped: sentence.nullable().describe('Why the committee may decide about nobody yet (BR-21, BR-25); null: it may.'),
    members: count.describe('Active members.'),
    inspected: count.describe('Of them, inspected in the season by the day.'),
    times: count.describe('Inspections a year that the schemes of the group ask for.'),
    inspectedOften: count.describe('Members inspected as often in the year before.'),
    items: z.array(member).describe('Who needs attention first.'),
  })
  .meta({ id: 'CommitteeMeeting' })
export type CommitteeMeeting = z.infer<typeof committeeAnswer>
export type CommitteeMember = z.infer<typeof member>
