// What follows from the day alone, in the time zone of each programme. Every handler says for which records something is due, and
// records it one record at a time, so that a failure concerns one record and whoever waits for a row waits briefly. What was due
// while nothing ran is due still: days off are caught up.

import { sql } from 'kysely'
import { localDay } from '#domain/kernel/day.ts'
import { isBeingLoaded } from '#domain/tenancy/loading.ts'
import { newId } from '#server/store/new-id.ts'
import { listTenants } from '../db/platform.ts'
import { inTries, isOfMoment } from '../db/tries.ts'
import { type Db, productItself, type Scope, type Tenant } from '../scope.ts'
import type { ClockHandler, Seen } from './clock/handler.ts'
import { failedBefore, forgetFailure, noteFailure } from './clock-failures.ts'
import { clockHandlersOfFolder } from './clock-handlers.ts'
import type { Job, JobContext } from './job.ts'

export const clockHandlers = await clockHandlersOfFolder()

/** So many records are looked up at a time. */
const atOnce = 500

export const clock: Job = {
  topic: 'clock',
  isRound: true,
  every: '*/5 * * * *',
  async run(context) {
    // Half a season's registers are no ground to escalate or to propose anything on.
    for (const tenant of await context.database.platform(listTenants)) if (!isBeingLoaded(tenant)) await runClock(context, tenant)
  },
}

/** Everything that is due in one programme now. Answers how many records each handler brought up to date; what failed is logged, and tried again the next time. */
export async function runClock(context: JobContext, tenant: Tenant, handlers = clockHandlers): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  for (const handler of handlers) {
    if (context.stop.aborted) break
    try {
      done[handler.name] = await runHandler(context, tenant, handler)
    } catch (error) {
      // The other handlers and programmes do not wait for it.
      context.log('error', 'clock: a handler failed', { tenant: tenant.subdomain, handler: handler.name, error })
    }
  }
  return done
}

async function runHandler(context: JobContext, tenant: Tenant, handler: ClockHandler): Promise<number> {
  const { database, log, stop } = context
  const now = context.clock()
  const day = localDay({ tenant, now })
  const read = <T>(work: (db: Db) => Promise<T>) => database.transaction(tenant.id, work)
  const waiting = new Set(await read((db) => failedBefore(db, tenant, handler.name, now, atOnce)))
  const isRoundOfToday = handler.isDaily && (await read((db) => lastDay(db, tenant, handler))) === day
  // Before anything is looked up: what commits from now on is of the next round, if this one does not come upon it.
  const seen = handler.notesRounds ? await read((db) => lastRound(db, tenant, handler)) : null
  let count = 0
  const carryOut = async (id: string): Promise<void> => {
    try {
      await inTries(() => database.transaction(tenant.id, (db) => handler.carryOut(scopeOf(context, tenant, db, now), id), { isWrite: true, record: id }), {
        isTransient: isOfMoment,
      })
      count++
      if (waiting.has(id)) await database.transaction(tenant.id, (db) => forgetFailure(db, tenant, handler.name, id), { isWrite: true })
    } catch (error) {
      log('error', 'clock: a record could not be brought up to date', { tenant: tenant.subdomain, handler: handler.name, record: id, error })
      await database.transaction(tenant.id, (db) => noteFailure(db, tenant, handler.name, id, error, now), { isWrite: true })
    }
  }
  const done = new Set<string>()
  let after: string | null = null
  while (!isRoundOfToday) {
    const ids: string[] = await read((db) => handler.due({ db, tenant, now, day, seen: seen?.last ?? null }, after, atOnce))
    for (const id of ids) {
      if (stop.aborted) return count
      await carryOut(id)
      done.add(id)
    }
    after = ids.at(-1) ?? null
    if (ids.length < atOnce) break
  }
  // What failed before is tried again also when the round of today is done, or finds it no more.
  for (const id of waiting) {
    if (stop.aborted) return count
    if (!done.has(id)) await carryOut(id)
  }
  if (seen) await database.transaction(tenant.id, (db) => noteRound(db, tenant, handler, { day, xid: seen.openXid, at: now }), { isWrite: true })
  // One that failed does not bring the others up again: it waits among the failures.
  if (handler.isDaily && !isRoundOfToday) await database.transaction(tenant.id, (db) => noteDay(db, tenant, handler, day), { isWrite: true })
  return count
}

const lastDay = async (db: Db, tenant: Tenant, { name }: ClockHandler): Promise<string | undefined> =>
  (await db.selectFrom('clock_day').select('day').where('tenant_id', '=', tenant.id).where('handler', '=', name).executeTakeFirst())?.day

/** The last round, and the oldest transaction that is open now: what it and later ones write, nobody may have seen yet. A number from another server, before a restore, says nothing. */
async function lastRound(db: Db, tenant: Tenant, { name }: ClockHandler): Promise<{ last: Seen | null; openXid: string }> {
  const { rows } = await sql<{ openXid: string; xid: string | null; at: string | null }>`
    select pg_snapshot_xmin(s.now)::text as "openXid", d.seen_xid::text as xid, d.seen_at as at from (select pg_current_snapshot() as now) as s
    left join clock_day as d on d.tenant_id = ${tenant.id} and d.handler = ${name} and d.seen_xid <= pg_snapshot_xmax(s.now)::text::bigint`.execute(db)
  const { openXid = '0', xid = null, at = null } = rows[0] ?? {}
  return { openXid, last: xid !== null && at !== null ? { xid, at: new Date(at) } : null }
}

async function noteRound(db: Db, tenant: Tenant, { name }: ClockHandler, { day, xid, at }: Seen & { day: string }): Promise<void> {
  await sql`insert into clock_day (tenant_id, handler, day, seen_xid, seen_at) values (${tenant.id}, ${name}, ${day}::date, ${xid}::bigint, ${at.toISOString()}::timestamptz)
    on conflict (tenant_id, handler) do update set day = excluded.day, seen_xid = excluded.seen_xid, seen_at = excluded.seen_at`.execute(db)
}

async function noteDay(db: Db, tenant: Tenant, { name }: ClockHandler, day: string): Promise<void> {
  await db
    .insertInto('clock_day')
    .values({ tenant_id: tenant.id, handler: name, day })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'handler']).doUpdateSet({ day }))
    .execute()
}

const scopeOf = ({ behaviours }: JobContext, tenant: Tenant, db: Db, now: Date): Scope => ({
  tenant,
  db,
  now,
  behaviours,
  user: productItself,
  operator: null,
  source: 'SYSTEM',
  requestId: 'clock',
  newId,
  afterCommit: () => {},
})
