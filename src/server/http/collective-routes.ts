// What screens of groups ask beside their records: what their list counts of each, and to whom a premium may still be paid.
import { z } from 'zod'
import { canRecord } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { groupFigures } from '#domain/people/group-figures-answer.ts'
import { premiumFile, premiumList } from '#domain/people/premium-answer.ts'
import { premiumOfFile } from '../behaviours/people/premium-file.ts'
import { premiumDue } from '../behaviours/people/premium-paid.ts'
import { groupFiguresOf } from '../reports/group-figures.ts'
import { getRecord } from '../store/get.ts'
import { type Route, route } from './route.ts'
import { idsOf, ofRows } from './row-ids.ts'

const collective = entityOf('collective')
const { perKg } = collective.events.PREMIUM_DISTRIBUTION.fields

export const collectiveRoutes: readonly Route[] = [
  route({
    id: 'collective.figures',
    method: 'get',
    path: '/api/operators/{operator}/collective-figures',
    summary: 'What a list counts of each group',
    description:
      'Schemes and hectares by claim as of today; inspections, approved farmer lists and certified kilograms of one season: of what the reader lists. Groups out of reach are left out.',
    query: ofRows.extend({ seasonId: z.guid().optional().describe('Absent: the season that began last.') }),
    answer: groupFigures,
    says: 'The groups in the order asked for.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { query }) => ({ json: await groupFiguresOf(scope, idsOf(query.ids), query.seasonId ?? null) }),
  }),
  route({
    id: 'collective.premium',
    method: 'get',
    path: '/api/operators/{operator}/collective/{id}/premium-list',
    summary: 'To whom a premium may still be paid',
    description:
      'Members of whom goods were bought under a claim in the season, with the kilograms that had no premium yet, and what each gets at this rate. What was bought of and paid to a record that was merged counts for the one that stays.',
    query: z.strictObject({
      seasonId: z.guid(),
      perKg: z.coerce
        .number()
        .int()
        .min(1)
        .max(perKg.max ?? 0)
        .optional()
        .describe('Minor units of money. Absent: by the price model of the group; without one nobody is listed.'),
    }),
    answer: premiumList,
    says: 'The members by name.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { param, query }) => {
      const group = await getRecord(scope, collective, param('id'))
      if (!canRecord(scope.user, collective, collective.events.PREMIUM_DISTRIBUTION, group)) throw new Problem('FORBIDDEN')
      return { json: await premiumDue(scope, group.id, query.seasonId, query.perKg ?? null) }
    },
  }),
  route({
    id: 'collective.premiumFile',
    method: 'post',
    path: '/api/operators/{operator}/collective/{id}/premium-list',
    summary: 'The list of a premium out of a file',
    description:
      'Comma-separated values: the first line names the columns `member_no` (or the code of the farmer) and `kg`, each other line is a member. Reads the list and works out the amounts; nothing is recorded.',
    body: z.strictObject({
      seasonId: z.guid(),
      perKg: z
        .int()
        .min(1)
        .max(perKg.max ?? 0)
        .describe('Minor units of money.'),
      text: z.string().min(1).max(200_000),
      supersedesEventId: z.guid().optional().describe('The distribution that the list corrects: what it had paid is without a premium then.'),
    }),
    answer: premiumFile,
    says: 'What the event PREMIUM_DISTRIBUTION takes.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { param, body }) => {
      const group = await getRecord(scope, collective, param('id'))
      if (!canRecord(scope.user, collective, collective.events.PREMIUM_DISTRIBUTION, group)) throw new Problem('FORBIDDEN')
      return { json: await premiumOfFile(scope, group.id, body) }
    },
  }),
]
