// What a job that a program began with an API key may still do: it goes on in the name of the key's person, within what the key allows, and ends
// when the key does. Asked in each transaction of the job, as the rights of its person are.
import type { User } from '#domain/access.ts'
import { Problem } from '#domain/kernel/problems.ts'
import type { Caller, Db, Scope } from '../scope.ts'

/** The key by which a scope was entered; null: somebody signed in. */
export const keyOf = ({ user }: Pick<Scope, 'user'>): string | null => {
  const { apiKey }: Caller = user
  return apiKey?.id ?? null
}

/** Of roles at several operators the one alone; roles that name none reach what they reach, at its addresses. */
export const narrowed = (grants: User['grants'], operatorId: string | null): User['grants'] =>
  operatorId === null
    ? grants
    : grants.flatMap((grant) => {
        if (!grant.operatorIds?.length) return [grant]
        return grant.operatorIds.includes(operatorId) ? [{ ...grant, operatorIds: [operatorId] }] : []
      })

/** The person, narrowed as the key narrows them. `keyId`: null where they asked themselves. Throws FORBIDDEN when the key is revoked, has ended, or may only read. */
export async function withinKey(db: Db, tenantId: number, user: User, keyId: string | null, now: Date): Promise<User> {
  if (keyId === null) return user
  const key = await db
    .selectFrom('api_key')
    .select(['scope', 'operator_id', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', keyId)
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (key?.scope !== 'READ_WRITE' || now >= new Date(key.expires_at))
    throw new Problem('FORBIDDEN', { message: 'This file was begun with an API key that is not valid any more.' })
  return { ...user, grants: narrowed(user.grants, key.operator_id) }
}
