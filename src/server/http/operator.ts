// The operator of an address, and where a call comes from.
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import { mayWorkAcross, mayWorkIn } from '#domain/may-work-in.ts'
import { type Memory, readAhead } from '#server/db/read-ahead.ts'
import { isUuid } from '#server/store/get.ts'
import type { Caller, ChosenOperator, Scope, Source } from '../scope.ts'

/**
 * The operator named by code or id, if this person may look at it; '-' narrows nothing, for those whose work is not inside
 * one operator: administrators, processors, auditors, buyers. What they see stays what their roles reach.
 * Throws NOT_FOUND for one that is not there or not theirs, without saying which.
 */
export async function chosenOperator(scope: Scope, name: string): Promise<ChosenOperator | null> {
  if (name === '-') {
    if (mayWorkAcross(scope.user)) return null
    throw new Problem('FORBIDDEN', { message: 'Your role works inside one operator: name it in the address.' })
  }
  const { tenant } = scope
  const query = sql<ChosenOperator>`select c.id, c.code, c.title as name from collective as c
    where c.tenant_id = ${tenant.id} and c.deleted_at is null and ${isUuid(name) ? sql`c.id = ${name}::uuid` : sql`c.code = ${name}`}`
  const found = await readAhead(scope.db, operators, `${tenant.id} ${tenant.subdomain} ${name}`, query, ([row]) => row ?? null)
  if (!found || !mayWorkIn(scope.user, found.id)) throw new Problem('NOT_FOUND', { message: 'There is no such operator, or it is not yours to see.' })
  return found
}
const operators: Memory<ChosenOperator | null> = new Map()

/** `X-Client: web | mobile | import`; anything else is a program calling the API. Only those who run a programme bring its past in. */
export function sourceOf(client: string | undefined, user: Caller): Source {
  // Whatever it calls itself: what came through a key is known by it.
  if (user.apiKey) return 'API'
  if (client === 'web') return 'WEB'
  if (client === 'mobile') return 'MOBILE'
  if (client !== 'import') return 'API'
  if (user.grants.some(({ role }) => role === 'ADMIN' || role === 'OPERATOR_MANAGER')) return 'IMPORT'
  throw new Problem('FORBIDDEN', { message: 'Only an administrator or an operator’s manager may import.' })
}
