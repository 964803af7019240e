// Limits of the plan of a programme (6.6): what would be one more than it may have is refused. Whoever adds waits for whoever adds the same kind, so
// that two at once stay within it; nothing is locked or counted where no limit is set.
import { sql } from 'kysely'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { phrase, word } from '#domain/messages/message.ts'
import { limitIn, type PlanLimit, type PlanUse, planLimitOf, planLimits } from '#domain/tenancy/plan-limits.ts'
import type { Scope } from '../scope.ts'
import { isBeforeReplacement } from './step.ts'
import { quotaOf, usedRoom } from './stored-bytes.ts'

type Of = Pick<Scope, 'db' | 'tenant'>
type Counted = Pick<AnyEntity, 'name'>

function limitFor({ tenant }: Pick<Scope, 'tenant'>, { name }: Counted): { plan: PlanLimit; limit: number } | undefined {
  const plan = planLimitOf(name)
  const limit = plan ? limitIn(tenant.config, plan.setting) : null
  return plan && limit !== null ? { plan, limit } : undefined
}

/** Those that have not left. */
async function usedOf({ db, tenant }: Of, { entity, gone }: PlanLimit): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(entity)} as r
    where r.tenant_id = ${tenant.id} and r.deleted_at is null and r.status <> all(${[...gone]}::text[])`.execute(db)
  return rows[0]?.n ?? 0
}

async function lock({ db, tenant }: Of, { setting }: PlanLimit): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tenant.id}::integer, hashtext(${setting}))`.execute(db)
}

/** Places that are free for records of this kind, taken one after the other; undefined where there is no limit. `take` throws RULE_BLOCKED. */
export async function placesFor(scope: Of, entity: Counted): Promise<{ take(path?: string): void } | undefined> {
  const limited = limitFor(scope, entity)
  if (!limited) return undefined
  const { plan, limit } = limited
  await lock(scope, plan)
  // Another statement than the lock: it sees what whoever had it has written.
  let used = await usedOf(scope, plan)
  return {
    take(path = plan.field) {
      if (used >= limit) throw full(plan, limit, used, path)
      used++
    },
  }
}

function full(plan: PlanLimit, limit: number, used: number, path: string): Problem {
  const message = phrase`${word(plan.label)}: the limit of this programme is ${limit}, and it has ${used}. Whoever runs the installation can raise the limit.`
  return new Problem('RULE_BLOCKED', { ruleId: '6.6', message, fields: [{ path, code: 'quota', message }], figures: { used, limit } })
}

/** Before an event is recorded and any record locked: whoever brings a record back waits here, as whoever makes one does. `event`: its states; absent: any. */
export async function lockPlaces(scope: Of, entity: Counted, event?: { from?: readonly string[] | undefined; to?: string | undefined }): Promise<void> {
  const limited = limitFor(scope, entity)
  if (!limited) return
  const { plan } = limited
  const returns = !event || (event.to !== undefined && !plan.gone.includes(event.to) && (event.from?.some((state) => plan.gone.includes(state)) ?? true))
  if (returns) await lock(scope, plan)
}

/** Before a changed row is written: one that had left and counts again takes a place. Between an event and its replacement nothing counts yet. */
export async function takePlaceAgain(scope: Scope, entity: Counted, before: Row, after: Row): Promise<void> {
  const gone = planLimitOf(entity.name)?.gone
  if (!gone?.includes(before.status) || gone.includes(after.status) || isBeforeReplacement(scope)) return
  ;(await placesFor(scope, entity))?.take('status')
}

/** What is used of the limits that are set. `quotaBytes`: of a programme that has no quota of its own. */
export async function planUseOf(scope: Of, files: { quotaBytes: number }): Promise<PlanUse> {
  const items: PlanUse['items'] = []
  for (const name of ['members', 'people', 'groups'] as const) {
    const limited = limitFor(scope, { name: planLimits[name].entity })
    if (limited) items.push({ of: name, used: await usedOf(scope, limited.plan), limit: limited.limit })
  }
  if (limitIn(scope.tenant.config, 'fileQuotaMb') !== null)
    items.push({ of: 'storageBytes', used: await usedRoom(scope.db, scope.tenant.id), limit: quotaOf(scope.tenant, files) })
  return { items }
}
