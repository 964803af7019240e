// Accounts of one person (BR-24): who signs in under two addresses is one pair of eyes. Accounts are of one person where they have the same telephone, or are of the same
// farmer, by a record that was merged into theirs, too. Nobody signs in twice by one e-mail address or one identity: those are unique.
import { sql } from 'kysely'
import type { Scope } from '../scope.ts'

/** Ids of all accounts of the people who have these, by each; ended ones, too. */
export async function accountsOf({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, ids: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
  const requested = [...new Set(ids)]
  if (requested.length === 0) return new Map()
  const { rows } = await sql<{ id: string; otherId: string }>`
    select own.id, other.id as "otherId" from "user" as own
      left join farmer as f on f.tenant_id = ${tenant.id} and f.id = own.farmer_id
      join "user" as other on other.tenant_id = ${tenant.id} and other.id <> own.id
      left join farmer as g on g.tenant_id = ${tenant.id} and g.id = other.farmer_id
    where own.tenant_id = ${tenant.id} and own.id = any(${requested}::uuid[])
      and (other.phone = own.phone or coalesce(g.merged_into_id, g.id) = coalesce(f.merged_into_id, f.id))`.execute(db)
  return new Map(requested.map((id) => [id, new Set([id, ...rows.flatMap((row) => (row.id === id ? [row.otherId] : []))])]))
}

/** Ids of all accounts of whoever acts, their own among them. */
export const accountsOfCaller = async (scope: Scope): Promise<ReadonlySet<string>> =>
  (await accountsOf(scope, [scope.user.id])).get(scope.user.id) ?? new Set([scope.user.id])

/** Whether an account is of whoever acts. */
export const isOwnAccount = async (scope: Scope, id: string | null | undefined): Promise<boolean> =>
  id === scope.user.id || (!!id && (await accountsOfCaller(scope)).has(id))
