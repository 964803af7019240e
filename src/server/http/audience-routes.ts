// How many telephones a message would reach, while it is composed, and who is left out.
import { can } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { audience, audienceCount } from '#domain/notifications/inbox-answer.ts'
import { countAudience } from '../queries/audience.ts'
import { type Route, route } from './route.ts'

export const audienceRoutes: readonly Route[] = [
  route({
    id: 'mobilenotification.audience',
    method: 'post',
    path: '/api/operators/{operator}/mobilenotification/audience',
    summary: 'How many telephones a message would reach',
    body: audience,
    answer: audienceCount,
    says: 'Within the caller’s reach.',
    handler: async (scope, call) => {
      if (!can(scope.user, 'mobilenotification', 'C')) throw new Problem('FORBIDDEN')
      return { json: await countAudience(scope, { operatorId: scope.operator?.id ?? null, ...call.body }) }
    },
  }),
]
