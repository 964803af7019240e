// What screens of groups ask beside their records: to whom a premium may still be paid.
import { z } from 'zod'
import { canRecord } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { premiumList } from '#domain/people/premium-answer.ts'
import { premiumDue } from '../behaviours/people/premium-paid.ts'
import { getRecord } from '../store/get.ts'
import { type Route, route } from './route.ts'

const collective = entityOf('collective')
const { perKg } = collective.events.PREMIUM_DISTRIBUTION.fields

export const collectiveRoutes: readonly Route[] = [
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
        .describe('Minor units of money.'),
    }),
    answer: premiumList,
    says: 'The members by name.',
    problems: ['NOT_FOUND'],
    handler: async (scope, { param, query }) => {
      const group = await getRecord(scope, collective, param('id'))
      if (!canRecord(scope.user, collective, collective.events.PREMIUM_DISTRIBUTION, group)) throw new Problem('FORBIDDEN')
      return { json: await premiumDue(scope, group.id, query.seasonId, query.perKg) }
    },
  }),
]
