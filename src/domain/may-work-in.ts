// Whether somebody may work at an operator's address: asked of a call, and again of each transaction of a job in their name.
import { canOn, type User, worksAcross } from './access.ts'
import { entityOf } from './entities.ts'
import type { Row } from './kernel/entity.ts'

/** Whoever may list or look at the operator's record may work at its address; what they find there is decided record by record. */
export const mayWorkIn = (user: User, id: string): boolean =>
  // Whose an operator’s record is follows from its id alone.
  (['L', 'V'] as const).some((action) => canOn(user, entityOf('collective'), action, { id } as Row)) ||
  user.grants.some(({ operatorIds }) => operatorIds?.includes(id))

/** At the address of all operators: those whose work is not inside one. */
export const mayWorkAcross = (user: User): boolean => worksAcross(user.grants.map(({ role }) => role))
