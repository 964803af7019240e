// Which submissions a programme approves without a person (tenant.config.submissionPolicy): read with every submission, changed by its administrators,
// each change stored with who made it.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { Problem } from '#domain/kernel/problems.ts'
import { type PolicyAnswer, type PolicyChanges, type PolicyRule, policyOf } from '#domain/work/approval-policy.ts'
import type { Scope } from '../scope.ts'

const setting = 'submissionPolicy'

export async function readPolicy(scope: Scope): Promise<PolicyAnswer> {
  const { version, config } = await stored(scope)
  return { version, rules: policyOf(config[setting]) }
}

/** Replaces the rules of settings last seen as `seen`. The same rules again change nothing. Throws STALE_VERSION. */
export async function changePolicy(scope: Scope, seen: number, rules: PolicyRule[]): Promise<PolicyAnswer> {
  const { version, config } = await stored(scope, { lock: true })
  if (version !== seen) throw new Problem('STALE_VERSION', { figures: { seenVersion: seen, version } })
  const before = policyOf(config[setting])
  if (isDeepStrictEqual(before, rules)) return { version, rules }
  const next = version + 1
  const at = scope.now.toISOString()
  await scope.db
    .updateTable('tenant')
    .set({ config: JSON.stringify({ ...config, [setting]: rules }), version: next, updated_at: at })
    .where('id', '=', scope.tenant.id)
    .execute()
  await scope.db
    .insertInto('tenant_change')
    .values({ tenant_id: scope.tenant.id, version: next, changed_at: at, changed_by: scope.user.id, changes: JSON.stringify({ [setting]: [before, rules] }) })
    .execute()
  return { version: next, rules }
}

/** Changes answered at once. */
const changesAtMost = 50

/** Who changed the rules when, newest first; before a version, or from the newest on. */
export async function policyChangesOf(scope: Scope, before?: number): Promise<PolicyChanges> {
  const found = await scope.db
    .selectFrom('tenant_change as c')
    .leftJoin('user as u', (join) => join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.changed_by'))
    .select(['c.version', 'c.changed_at', 'c.changed_by', 'u.name', sql<[unknown, unknown]>`c.changes->${setting}::text`.as('rules')])
    .where('c.tenant_id', '=', scope.tenant.id)
    .where(sql<boolean>`jsonb_exists(c.changes, ${setting})`)
    .$if(before !== undefined, (query) => query.where('c.version', '<', before ?? 0))
    .orderBy('c.version', 'desc')
    .limit(changesAtMost + 1)
    .execute()
  const rows = found.slice(0, changesAtMost)
  return {
    items: rows.map(({ version, changed_at, changed_by, name, rules: [former, after] }) => ({
      version,
      changedAt: changed_at,
      changedBy: { id: changed_by, name: name ?? '' },
      before: policyOf(former),
      after: policyOf(after),
    })),
    next: found.length > rows.length ? (rows.at(-1)?.version ?? null) : null,
  }
}

async function stored(scope: Scope, { lock = false } = {}): Promise<{ version: number; config: Record<string, unknown> }> {
  const query = scope.db.selectFrom('tenant').select(['version', 'config']).where('id', '=', scope.tenant.id)
  return await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow()
}
