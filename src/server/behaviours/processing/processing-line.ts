// A line in time: which run came before a moment and which after it, when it was cleaned, what it was fed that day. Each is a
// question for the few events around that moment; a line that ran for years is never read whole.
import { type RawBuilder, sql } from 'kysely'
import { changeover, lowestClaim } from '#domain/chain/claim.ts'
import { entityOf } from '#domain/entities.ts'
import type { EventData, Stored } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { together } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { atEndOfStep } from '../../store/step.ts'
import { tolerances } from '../open-season.ts'

const processingsystem = entityOf('processingsystem')
export type Line = Stored<typeof processingsystem>
export type RunData = EventData<typeof processingsystem, 'PROCESS_RUN'>
export type Run = { id: string; occurredAt: string; startedAt: string; endedAt: string; data: RunData; claim: Claim | null }
type RunRow = { id: string; occurredAt: string; data: RunData; claims: Claim[] | null }

/** A run is recorded within a day of its end, so its own times lie within a day of the event's. */
const slackMs = 86_400_000
const shifted = (moment: string, ms: number): string => new Date(Date.parse(moment) + ms).toISOString()

/** Recorded runs of a line, with the claims of what each made. */
const runsQuery = (scope: Scope, lineId: string, which: RawBuilder<boolean>, order: 'asc' | 'desc', limit: number) => sql<RunRow>`
  select e.id, e.occurred_at as "occurredAt", e.data,
    (select array_agg(distinct coalesce(b.claim_status, 'CONVENTIONAL')) from lot_link as l join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = l.output_id
      where l.tenant_id = ${scope.tenant.id} and l.event_id = e.id and l.voided_at is null) as claims
  from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
    and e.event_type = 'PROCESS_RUN' and e.status = 'RECORDED' and ${which}
  order by e.occurred_at ${sql.raw(order)}, e.subject_version ${sql.raw(order)} limit ${limit}`
const runOf = ({ id, occurredAt, data, claims }: RunRow): Run => ({
  id,
  occurredAt: new Date(occurredAt).toISOString(),
  startedAt: data.startedAt,
  endedAt: data.endedAt,
  data,
  claim: claims?.length ? lowestClaim(claims) : null,
})
const endedBy = (moment: string) =>
  sql<boolean>`e.occurred_at <= ${shifted(moment, slackMs)}::timestamptz and (e.data->>'endedAt')::timestamptz <= ${moment}::timestamptz`

/** When the line was last cleaned before `moment`. */
const cleanedQuery = (scope: Scope, lineId: string, moment: string) => sql<{ at: string }>`
  select e.occurred_at as at from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
    and e.event_type = 'CLEANING' and e.status = 'RECORDED' and e.occurred_at <= ${moment}::timestamptz
  order by e.occurred_at desc limit 1`

/** For the findings of a run: the claim of the one before it, runs recorded within a day of it, and the latest of its process, oldest first. */
export async function lineFacts(
  scope: Scope,
  lineId: string,
  eventId: string,
  { process, startedAt }: { process: string; startedAt: string },
  occurredAt: string,
): Promise<{ lastClaim: Claim | null; around: Run[]; latest: Run[] }> {
  const other = sql<boolean>`e.id <> ${eventId}::uuid`
  const [before = [], around = [], latest = []] = await together(
    scope.db,
    runsQuery(scope, lineId, sql<boolean>`${other} and ${endedBy(startedAt)}`, 'desc', 1),
    runsQuery(
      scope,
      lineId,
      sql<boolean>`${other} and e.occurred_at between ${shifted(occurredAt, -slackMs)}::timestamptz and ${shifted(occurredAt, slackMs)}::timestamptz`,
      'asc',
      1000,
    ),
    runsQuery(scope, lineId, sql<boolean>`${other} and e.data->>'process' = ${process}`, 'desc', 299),
  )
  return { lastClaim: before.map(runOf)[0]?.claim ?? null, around: around.map(runOf), latest: latest.map(runOf).reverse() }
}

/**
 * BR-11, at the end of the step: the first two runs that start at `moment` or later, each by what went before it on the line. A run
 * that was recorded before is named. `moment`: when a run starts, or a cleaning was, that is recorded or voided.
 */
export async function judgeLine(scope: Scope, line: Line, moment: string, own?: string): Promise<void> {
  if (line.segregation !== 'CLEANED_CHANGEOVER') return
  await atEndOfStep(scope, `line ${line.id} ${Date.parse(moment)}`, async () => {
    const [rows = []] = await together(
      scope.db,
      runsQuery(
        scope,
        line.id,
        sql<boolean>`e.occurred_at >= ${moment}::timestamptz and (e.data->>'startedAt')::timestamptz >= ${moment}::timestamptz`,
        'asc',
        2,
      ),
    )
    for (const run of rows.map(runOf)) if (run.claim) await judgeRun(scope, line, run, run.id === own)
  })
}
async function judgeRun(scope: Scope, line: Line, run: Run, isOwn: boolean): Promise<void> {
  const start = new Date(run.startedAt).toISOString()
  const [before = [], cleaned = []] = await together(
    scope.db,
    runsQuery(scope, line.id, sql<boolean>`e.id <> ${run.id}::uuid and ${endedBy(start)}`, 'desc', 1),
    cleanedQuery(scope, line.id, start),
  )
  const previous = before.map(runOf)[0]
  const lastCleaningAt = cleaned[0] ? new Date(cleaned[0].at).toISOString() : null
  const state = { segregation: line.segregation, lastRunClaim: previous?.claim ?? null, lastRunAt: previous?.endedAt ?? null, lastCleaningAt }
  const verdict = changeover(state, run.claim ?? 'CONVENTIONAL', run.startedAt, tolerances(scope).cleaningHours)
  if (isOwn) assertPasses(verdict)
  else if (verdict.block)
    throw ruleBlocked(
      'BR-11',
      `The run of ${run.startedAt.slice(0, 10)} that followed would not have been on a clean line. Take that back first, or record the cleaning.`,
      { eventId: run.id, startedAt: run.startedAt },
    )
}

/** What the line's columns say: its last run and its last cleaning by time, and how many runs it had. */
export async function lineColumns(
  scope: Scope,
  lineId: string,
): Promise<{ runCount: number; lastRunAt: string | null; lastRunClaim: Claim | null; lastCleaningAt: string | null }> {
  const end = shifted(scope.now.toISOString(), slackMs)
  const [count = [], last = [], cleaned = []] = await together(
    scope.db,
    sql<{
      n: number
    }>`select count(*) as n from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
      and e.event_type = 'PROCESS_RUN' and e.status = 'RECORDED'`,
    runsQuery(scope, lineId, endedBy(end), 'desc', 1),
    cleanedQuery(scope, lineId, end),
  )
  const run = last.map(runOf)[0]
  return {
    runCount: Number(count[0]?.n ?? 0),
    lastRunAt: run ? new Date(run.endedAt).toISOString() : null,
    lastRunClaim: run?.claim ?? null,
    lastCleaningAt: cleaned[0] ? new Date(cleaned[0].at).toISOString() : null,
  }
}
