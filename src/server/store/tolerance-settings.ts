// The tolerances a programme has set for itself (tenant.config.tolerances): read with every judgement, changed by its
// administrators, each change stored with who made it.
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { ToleranceAnswer } from '#domain/chain/tolerance-answer.ts'
import { crossedTolerances, type tolerancesPatch } from '#domain/chain/tolerance-settings.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { type ToleranceName, type Tolerances, tolerancesOf, toleranceTable } from '#domain/rules/tolerances.ts'
import type { Scope } from '../scope.ts'

type Stored = { version: number; config: Record<string, unknown> }

export async function readTolerances(scope: Scope): Promise<ToleranceAnswer> {
  return answerOf(await stored(scope))
}

/** Changes what `patch` names, looked at once the version is right, of settings last seen as `seen`; null takes the default again. Throws VALIDATION, STALE_VERSION. */
export async function changeTolerances(scope: Scope, seen: number, given: () => z.infer<typeof tolerancesPatch>): Promise<ToleranceAnswer> {
  const before = await stored(scope, { lock: true })
  if (before.version !== seen) throw new Problem('STALE_VERSION', { figures: { seenVersion: seen, version: before.version } })
  const patch = given()
  const own = ownOf(before.config.tolerances)
  const after = withoutNull({ ...own, ...patch })
  const changed = Object.keys(patch)
    .filter(isTolerance)
    .filter((name) => !isDeepStrictEqual(own[name], after[name]))
  if (changed.length === 0) return answerOf(before)
  const crossed = crossedTolerances(after)
  if (crossed.length > 0) throw new Problem('VALIDATION', { fields: crossed })
  const next: Stored = { version: before.version + 1, config: { ...before.config, tolerances: after } }
  await scope.db
    .updateTable('tenant')
    .set({ config: JSON.stringify(next.config), version: next.version, updated_at: scope.now.toISOString() })
    .where('id', '=', scope.tenant.id)
    .execute()
  const [was, is] = [tolerancesOf(own), tolerancesOf(after)]
  await scope.db
    .insertInto('tenant_change')
    .values({
      tenant_id: scope.tenant.id,
      version: next.version,
      changed_at: scope.now.toISOString(),
      changed_by: scope.user.id,
      changes: JSON.stringify(Object.fromEntries(changed.map((name) => [name, [was[name], is[name]]]))),
    })
    .execute()
  return answerOf(next)
}

async function stored(scope: Scope, { lock = false } = {}): Promise<Stored> {
  const query = scope.db.selectFrom('tenant').select(['version', 'config']).where('id', '=', scope.tenant.id)
  return await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

const answerOf = ({ version, config }: Stored): ToleranceAnswer => ({
  version,
  tolerances: tolerancesOf(config.tolerances),
  own: ownOf(config.tolerances),
})

/** Only what is a tolerance and usable as one. */
function ownOf(given: unknown): Partial<Tolerances> {
  const usable = tolerancesOf(given)
  const named: [string, unknown][] = typeof given === 'object' && given !== null ? Object.entries(given) : []
  return Object.fromEntries(
    named.filter(([name, value]) => isTolerance(name) && usable[name] === value).map(([name]) => [name, isTolerance(name) ? usable[name] : null]),
  )
}
const isTolerance = (name: string): name is ToleranceName => name in toleranceTable

const withoutNull = (all: Partial<Record<ToleranceName, number | null>>): Partial<Tolerances> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => typeof value === 'number'))
