// Once a day: members whose farm is large, or no more, by what the schemes of their group say now (BR-22). A member’s own holding is judged when
// it is written; a certificate that was confirmed, or a scheme that was changed, reaches its members here.
import { entityOf } from '#domain/entities.ts'
import { markLargeFarm } from '../../behaviours/people/farmer.ts'
import { wronglyMarked } from '../../queries/group-numbers.ts'
import { findRecord } from '../../store/get.ts'
import type { ClockHandler } from './handler.ts'

export const largeFarms: ClockHandler = {
  name: 'large farms',
  isDaily: true,
  due: (moment, after, limit) => wronglyMarked(moment, after, limit),
  async carryOut(scope, id) {
    const member = await findRecord(scope, entityOf('farmer'), id, { lock: true, by: 'any' })
    if (member) await markLargeFarm(scope, member)
  },
}
