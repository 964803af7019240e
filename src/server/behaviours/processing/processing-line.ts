// A line in time: which run came before a moment and which after it, when it was cleaned, what it was fed that day. Each is a
// question for the few events around that moment; a line that ran for years is never read whole.
import { sql } from 'kysely'
import { changeover, lowestClaim } from '#domain/chain/claim.ts'
import type { Row } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { claimOf, madeBy } from '../../ledger/lot-moves.ts'
import type { Scope } from '../../scope.ts'
import { tolerances } from '../open-season.ts'

type Run = { id: string; occurredAt: string; startedAt: string; endedAt: string; data: Record<string, unknown> }
type Around = { scope: Scope; lineId: string /** An event that does not count: the one that is judged or voided. */; except?: string | undefined }

/** A run is recorded within a day of its end, so its own times lie within a day of the event's. */
const slackMs = 86_400_000

/** The run that ended last before `moment`. */
export const runBefore = async ({ scope, lineId, except }: Around, moment: string): Promise<Run | undefined> =>
  (
    await runs(
      scope,
      lineId,
      except,
      sql<boolean>`e.occurred_at <= ${new Date(Date.parse(moment) + slackMs).toISOString()}::timestamptz and (e.data->>'endedAt')::timestamptz <= ${moment}::timestamptz`,
      'desc',
      1,
    )
  )[0]
/** The run that started first after `moment`. */
export const runAfter = async ({ scope, lineId, except }: Around, moment: string): Promise<Run | undefined> =>
  (
    await runs(
      scope,
      lineId,
      except,
      sql<boolean>`e.occurred_at >= ${moment}::timestamptz and (e.data->>'startedAt')::timestamptz >= ${moment}::timestamptz`,
      'asc',
      1,
    )
  )[0]
/** The latest runs of a process, oldest first. */
export const latestRuns = async ({ scope, lineId, except }: Around, process: string, limit: number): Promise<Run[]> =>
  (await runs(scope, lineId, except, sql<boolean>`e.data->>'process' = ${process}`, 'desc', limit)).reverse()
/** Runs recorded for a moment between two others. */
export const runsBetween = ({ scope, lineId, except }: Around, from: string, to: string): Promise<Run[]> =>
  runs(scope, lineId, except, sql<boolean>`e.occurred_at between ${from}::timestamptz and ${to}::timestamptz`, 'asc', 1000)

async function runs(
  scope: Scope,
  lineId: string,
  except: string | undefined,
  which: ReturnType<typeof sql<boolean>>,
  order: 'asc' | 'desc',
  limit: number,
): Promise<Run[]> {
  const { rows } = await sql<{ id: string; occurredAt: string; data: Record<string, unknown> }>`
    select e.id, e.occurred_at as "occurredAt", e.data from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
      and e.event_type = 'PROCESS_RUN' and e.status = 'RECORDED' and e.id is distinct from ${except ?? null}::uuid and ${which}
    order by e.occurred_at ${sql.raw(order)}, e.subject_version ${sql.raw(order)} limit ${limit}`.execute(scope.db)
  return rows.map(({ id, occurredAt, data }) => ({ id, occurredAt, data, startedAt: data.startedAt as string, endedAt: data.endedAt as string }))
}

/** When the line was last cleaned before `moment`; null when it was not. */
async function cleanedBefore({ scope, lineId, except }: Around, moment: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select e.occurred_at as at from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
      and e.event_type = 'CLEANING' and e.status = 'RECORDED' and e.id is distinct from ${except ?? null}::uuid and e.occurred_at <= ${moment}::timestamptz
    order by e.occurred_at desc limit 1`.execute(scope.db)
  return rows[0]?.at ?? null
}

/** The claim of what a run made. */
export async function claimOfRun(scope: Scope, runId: string): Promise<Claim | null> {
  const made = await madeBy(scope, runId)
  return made.length ? lowestClaim(made.map(claimOf)) : null
}

/** BR-11 for a run of `claim` that begins at `startedAt`, by what went before it on the line. */
export async function judgeChangeover(around: Around, line: Row, claim: Claim, startedAt: string, previous?: { claim: Claim; endedAt: string }) {
  const before = previous ? undefined : await runBefore(around, startedAt)
  const state = {
    segregation: line.segregation as string,
    lastRunClaim: previous?.claim ?? (before ? await claimOfRun(around.scope, before.id) : null),
    lastRunAt: previous?.endedAt ?? before?.endedAt ?? null,
    lastCleaningAt: await cleanedBefore(around, startedAt),
  }
  return { state, verdict: changeover(state, claim, startedAt, tolerances(around.scope).cleaningHours) }
}

/** The next run after `moment` is judged again: `previous` is what would now come before it. Throws RULE_BLOCKED naming it. */
export async function judgeNextRun(around: Around, line: Row, moment: string, previous?: { claim: Claim; endedAt: string }): Promise<void> {
  const next = await runAfter(around, moment)
  const claim = next && (await claimOfRun(around.scope, next.id))
  if (!next || !claim) return
  const { verdict } = await judgeChangeover({ ...around }, line, claim, next.startedAt, previous)
  if (verdict.block)
    throw ruleBlocked(
      'BR-11',
      `The run of ${next.startedAt.slice(0, 10)} that followed would not have been on a clean line. Take that back first, or record the cleaning.`,
      {
        eventId: next.id,
        startedAt: next.startedAt,
      },
    )
}

/** What the line's columns say: its last run and its last cleaning by time, and how many runs it had. */
export async function lineColumns(
  around: Around,
): Promise<{ runCount: number; lastRunAt: string | null; lastRunClaim: Claim | null; lastCleaningAt: string | null }> {
  const { scope, lineId, except } = around
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
      and e.event_type = 'PROCESS_RUN' and e.status = 'RECORDED' and e.id is distinct from ${except ?? null}::uuid`.execute(scope.db)
  const end = new Date(scope.now.getTime() + slackMs).toISOString()
  const last = await runBefore(around, end)
  return {
    runCount: rows[0]?.n ?? 0,
    lastRunAt: last ? new Date(last.endedAt).toISOString() : null,
    lastRunClaim: last ? await claimOfRun(scope, last.id) : null,
    lastCleaningAt: await cleanedBefore(around, end),
  }
}
