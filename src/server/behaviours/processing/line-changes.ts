// BR-11 of a line that is cleaned between claims, as its runs, pressings and cleanings are recorded, corrected or taken back: what would leave a certified run on an unclean line is refused. Where a
// claim fell since, runs are in each other's way that nobody could have recorded so: a correction that leaves it at that, with goods that the run had, is taken, and is found as before.
import { sql } from 'kysely'
import { changeover } from '#domain/chain/claim.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { assertPasses, type Verdict } from '#domain/rules/verdict.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { atEndOfStep, changesOfStep } from '../../store/step.ts'
import { tolerances } from '../open-season.ts'
import {
  cleanedQuery,
  endedAt,
  endedBy,
  type Line,
  lasting,
  orders,
  type Passage,
  passageOf,
  runsQuery,
  shifted,
  startedAt,
  type When,
} from './processing-line.ts'

/** What is recorded or voided on a line: a run or a pressing, or a cleaning at a moment. `own`: the one that is recorded. */
type LineChange = { startedAt: string; endedAt: string; own?: string } | { cleanedAt: string }

/**
 * BR-11, at the end of the step: every run that the change may have left on an unclean line is judged by what went before it, and the one that is
 * recorded by what goes through the line at the same time. A run that was recorded before is named. What was in the way before the step as well is not refused.
 */
export async function judgeLine(scope: Scope, line: Line, change: LineChange): Promise<void> {
  if (line.segregation !== 'CLEANED_CHANGEOVER') return
  const own = 'own' in change ? change.own : undefined
  const name = 'cleanedAt' in change ? `cleaned ${Date.parse(change.cleanedAt)}` : `run ${Date.parse(change.startedAt)} ${Date.parse(change.endedAt)}`
  await atEndOfStep(scope, `line ${line.id} ${name}`, async () => {
    const runs = 'cleanedAt' in change ? await runsCleanedBy(scope, line.id, change.cleanedAt) : await runsFollowing(scope, line.id, change.endedAt, own)
    for (const run of runs) if (run.claim) await judgeRun(scope, line, run, run.id === own)
  })
}
const startedFrom = (moment: string) => sql<boolean>`e.occurred_at >= ${moment}::timestamptz and ${startedAt} >= ${moment}::timestamptz`
const startedBy = (moment: string) => sql<boolean>`${startedAt} <= ${moment}::timestamptz`

/** What began while a cleaning counted. */
async function runsCleanedBy(scope: Scope, lineId: string, cleanedAt: string): Promise<Passage[]> {
  const until = shifted(cleanedAt, tolerances(scope).cleaningHours * 3_600_000)
  const which = sql<boolean>`${startedFrom(cleanedAt)} and ${startedBy(until)} and e.occurred_at <= ${until}::timestamptz + interval '8 days'`
  const [rows = []] = await queryAll(scope.db, runsQuery(scope, lineId, which, orders.earliestStart, null))
  return rows.map(passageOf)
}
/** The run or pressing itself, and those that began after its end and before another one ended: for them it is the run before. */
async function runsFollowing(scope: Scope, lineId: string, moment: string, own?: string): Promise<Passage[]> {
  const isOwn = sql<boolean>`e.id = ${own ?? null}::uuid`
  const which = sql<boolean>`e.occurred_at >= ${moment}::timestamptz and (${isOwn} or ${startedAt} >= ${moment}::timestamptz)`
  const [first = []] = await queryAll(scope.db, runsQuery(scope, lineId, which, orders.earliestStart, 2))
  if (first.every(({ id }) => id === own)) return first.map(passageOf)
  const endedLater = sql<boolean>`e.occurred_at >= ${moment}::timestamptz and ${endedAt} > ${moment}::timestamptz and not coalesce(${isOwn}, false)`
  const [[next] = []] = await queryAll(scope.db, runsQuery(scope, lineId, endedLater, orders.earliestEnd, 1))
  const until = next ? passageOf(next).endedAt : moment
  const [rows = []] = await queryAll(
    scope.db,
    runsQuery(
      scope,
      lineId,
      sql<boolean>`${startedFrom(moment)} and ${startedBy(until)} and e.occurred_at <= ${until}::timestamptz + interval '8 days'`,
      orders.earliestStart,
      null,
    ),
  )
  return [...first.filter(({ id }) => id === own), ...rows].map(passageOf)
}
type LineState = Parameters<typeof changeover>[0]
type Circumstances = {
  /** Goods of another claim at the same time. */
  others: readonly Passage[]
  previous: Passage | undefined
  /** The line by what came before. */
  state: LineState
  verdict: Verdict
}
export async function circumstancesOf(scope: Scope, line: Line, run: Passage, { when, isWithin }: { when: When; isWithin: boolean }): Promise<Circumstances> {
  const [start, end] = [new Date(run.startedAt).toISOString(), new Date(run.endedAt).toISOString()]
  const isOther = sql<boolean>`e.id <> ${run.id}::uuid`
  const [before = [], cleaned = [], during = []] = await queryAll(
    scope.db,
    runsQuery(scope, line.id, sql<boolean>`${isOther} and ${endedBy(start)}`, orders.latestEnd, 1, { when }),
    cleanedQuery(scope, line.id, start, when),
    isWithin ? runsQuery(scope, line.id, sql<boolean>`${isOther} and ${lasting(start, end)}`, orders.earliestStart, null, { when }) : null,
  )
  const previous = before.map(passageOf)[0]
  const lastCleaningAt = cleaned[0] ? new Date(cleaned[0].at).toISOString() : null
  const state = { segregation: line.segregation, lastRunClaim: previous?.claim ?? null, lastRunAt: previous?.endedAt ?? null, lastCleaningAt }
  return {
    others: during.map(passageOf).filter(({ claim }) => claim && claim !== run.claim),
    previous,
    state,
    verdict: changeover(state, run.claim ?? 'CONVENTIONAL', run.startedAt, tolerances(scope).cleaningHours),
  }
}

/** Whichever of two runs at once was recorded first: a cleaned line has goods of one claim on it at a time. */
async function judgeRun(scope: Scope, line: Line, run: Passage, isOwn: boolean): Promise<void> {
  const now = await circumstancesOf(scope, line, run, { when: 'now', isWithin: isOwn })
  const [other] = now.others
  if (!other && !now.verdict.block) return
  if (await isNoWorse(scope, line, run, now)) return
  if (other)
    throw ruleBlocked(
      'BR-11',
      phrase`The run of ${onDay(other.startedAt)} had goods of another claim on this line at the same time. Give the times as they were, or take that back first.`,
      { eventId: other.id, startedAt: other.startedAt, claims: [run.claim, other.claim] },
    )
  if (isOwn) assertPasses(now.verdict)
  throw ruleBlocked(
    'BR-11',
    phrase`The run of ${onDay(run.startedAt)} that followed would not have been on a clean line. Take that back first, or record the cleaning.`,
    { eventId: run.id, startedAt: run.startedAt },
  )
}

/** Whether the same goods were in the way of this run before the step, which takes something back or corrects it. With other goods, what is corrected is as if it were recorded anew. */
async function isNoWorse(scope: Scope, line: Line, run: Passage, now: Circumstances): Promise<boolean> {
  const { recorded, voided } = changesOfStep(scope)
  if (voided.length === 0) return false
  const corrections = await correctionsOf(scope, recorded, voided)
  const former = ({ id }: Passage): string => corrections.get(id) ?? id
  const own = sql<boolean>`e.id = ${former(run)}::uuid`
  const [[row] = []] = await queryAll(scope.db, runsQuery(scope, line.id, own, orders.earliestStart, null, { when: 'before' }))
  const earlier = row && passageOf(row)
  if (!earlier || earlier.claim !== run.claim) return false
  const inTheWay = ({ others, previous, verdict }: Circumstances): string[] =>
    [...others, ...(verdict.block ? [previous] : [])].map((one) => (one ? `${former(one)} ${one.claim}` : 'nothing known'))
  const before = new Set(inTheWay(await circumstancesOf(scope, line, earlier, { when: 'before', isWithin: true })))
  return inTheWay(now).every((one) => before.has(one))
}

/** What of this step has no other lots than the one that it corrects, which is named. */
async function correctionsOf({ db, tenant }: Scope, recorded: readonly string[], voided: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const lots = (data: string) => sql`(jsonb_path_query_array(${sql.ref(data)}, '$.inputs[*].batchId') || jsonb_path_query_array(${sql.ref(data)}, '$.batchId'))`
  const { rows } = await sql<{ id: string; former: string }>`
    select e.id, f.id as former from event as e join event as f on f.tenant_id = ${tenant.id} and f.id = e.supersedes_event_id
    where e.tenant_id = ${tenant.id} and e.id = any(${[...recorded]}::uuid[]) and f.id = any(${[...voided]}::uuid[])
      and e.event_type in ('PROCESS_RUN', 'BALE_PRESSED') and e.event_type = f.event_type and ${lots('e.data')} <@ ${lots('f.data')}`.execute(db)
  return new Map(rows.map(({ id, former }) => [id, former]))
}
