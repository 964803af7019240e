// Closing a season: estimates approved and deliveries reconciled first (BR-28).

import { entityOf } from '#domain/entities.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { counted, phrase } from '#domain/messages/message.ts'
import { defineBehaviour } from '../../scope.ts'
import { settlePlansOfSeason } from './crop-plans.ts'

export const seasonBehaviour = defineBehaviour(entityOf('season'), {
  // Steps that are counted from the season's first day.
  written: async (scope, { before, after }) =>
    void (before && before.startDate !== after.startDate && (await settlePlansOfSeason(scope, after.id, { unsown: false }))),
  events: {
    ONSET_DECLARED: {
      settle: (scope, { subject }) => settlePlansOfSeason(scope, subject.id, { unsown: true }),
    },
    SEASON_CLOSED: {
      async apply(scope, { subject }) {
        const open = await scope.db
          .selectFrom('crop')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('tenant_id', '=', scope.tenant.id)
          .where('season_id', '=', subject.id)
          .where('status', 'not in', ['CLOSED', 'FAILED', 'CANCELLED'])
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (Number(open?.n))
          throw ruleBlocked('BR-28', phrase`${counted(Number(open?.n))} crops of this season are not closed yet.`, { openCrops: Number(open?.n) })
      },
    },
  },
})
