// What an API key is refused although its person may do it: changes by a key that only reads, addresses of other operators, and everything
// by which a key that leaked would outlive its end (sign-in, sessions, keys, people, settings of the programme).
import { Problem } from '#domain/kernel/problems.ts'
import type { ApiKeyLimits } from '#domain/people/api-keys.ts'
import type { ChosenOperator } from '../scope.ts'

/** Throws FORBIDDEN. */
export function refuseBeyondKey(key: ApiKeyLimits, method: string, { operator, signedInOnly }: { operator?: 'path'; signedInOnly?: boolean }): void {
  if (signedInOnly) throw new Problem('FORBIDDEN', { message: 'No API key can do this: sign in for it.' })
  if (key.scope === 'READ' && method !== 'GET' && method !== 'HEAD') throw new Problem('FORBIDDEN', { message: 'This API key may read only.' })
  if (key.operatorId !== null && !operator) throw refusedElsewhere()
}

/** `operator`: the one of the address; null = all of the programme. Throws FORBIDDEN. */
export function refuseOtherOperator(key: ApiKeyLimits, operator: ChosenOperator | null): void {
  if (key.operatorId !== null && key.operatorId !== operator?.id) throw refusedElsewhere()
}

const refusedElsewhere = () => new Problem('FORBIDDEN', { message: 'This API key works at the addresses of one operator alone.' })
