// The operator of a report that is made while its person is away.
import { canOn } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { ChosenOperator, Scope } from '../../scope.ts'
import { getRecord } from '../../store/get.ts'

/** Throws FORBIDDEN when the person may no longer work there. */
export async function operatorOfRun(scope: Scope, id: string): Promise<ChosenOperator> {
  const collective = entityOf('collective')
  const row = await getRecord(scope, collective, id, { by: 'any' })
  const isTheirs =
    (['L', 'V'] as const).some((action) => canOn(scope.user, collective, action, row)) || scope.user.grants.some(({ operatorIds }) => operatorIds?.includes(id))
  if (!isTheirs) throw new Problem('FORBIDDEN', { message: 'You may not work at this operator any more.' })
  return { id, code: row.code, name: row.title }
}
