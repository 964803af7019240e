// A line in time: which run came before a moment and which after it, when it was cleaned, what it was fed that day. Each is a
// question for the few events around that moment; a line that ran for years is never read whole.

import { type RawBuilder, sql } from 'kysely'
import { changeover, isAtOnce, lowestClaim } from '#domain/chain/claim.ts'
import { sumGrams, toGrams } from '#domain/chain/ledger.ts'
import type { RunCase } from '#domain/chain/mass-balance.ts'
import { driftRuns, type LineBefore } from '#domain/chain/run-findings.ts'
import { entityOf } from '#domain/entities.ts'
import type { EventData, Stored } from '#domain/kernel/entity.ts'
import { ruleBlocked } from '#domain/kernel/problems.ts'
import type { Claim, Material } from '#domain/kernel/terms.ts'
import { onDay, phrase } from '#domain/messages/message.ts'
import { assertPasses } from '#domain/rules/verdict.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { atEndOfStep } from '../../store/step.ts'
import { tolerances } from '../open-season.ts'

const processingsystem = entityOf('processingsystem')
export type Line = Stored<typeof processingsystem>
export type RunData = EventData<typeof processingsystem, 'PROCESS_RUN'>
/** A run or a pressing; `claim`: the lowest of what it made. */
export type Passage = { id: string; startedAt: string; endedAt: string; claim: Claim | null }
/** `claims`: of what it took in, in their order. `changedAt`: when what the line is judged by was entered last, since it was registered. */
export type Run = Passage & { data: RunData; claims: Claim[]; recordedAt: string; changedAt: string | null }
/** `startedAt`, `endedAt`: null of a pressing. */
type PassageRow = { id: string; at: string; startedAt: string | null; endedAt: string | null; claims: Claim[] | null }
type RunRow = PassageRow & { data: RunData; inputClaims: Record<string, Claim> | null; recordedAt: string; changedAt: string | null }
/** More than ever overlap on a line. */
const mostTogether = 1000
/** Fields of a line that decide how its runs are judged. */
export const judgedBy = ['norms', 'capacityKgPerDay', 'segregation'] as const
/** What goods of a claim pass through the line by. Bales are pressed at a moment, which is when that starts and ends. */
const passes = {
  runs: sql<boolean>`e.event_type = 'PROCESS_RUN'`,
  pressings: sql<boolean>`e.event_type = 'BALE_PRESSED'`,
  all: sql<boolean>`e.event_type in ('PROCESS_RUN', 'BALE_PRESSED')`,
} as const
const startedAt = sql`coalesce((e.data->>'startedAt')::timestamptz, e.occurred_at)`
const endedAt = sql`coalesce((e.data->>'endedAt')::timestamptz, e.occurred_at)`
const times = { startedAt, endedAt } as const

/** The run as its balance and its bands are judged (BR-09, BR-10), with the line's own norms. `from`: what its inputs are made of. */
export const runCaseOf = (
  { norms }: Pick<Line, 'norms'>,
  { process, inputs, outputs, wasteKg, invisibleKg, reason }: RunData,
  materialOf: (productId: string) => Material,
  from?: readonly Material[],
): RunCase => ({
  process,
  ...(from && { from }),
  inputGrams: sumGrams(inputs.map(({ kg }) => toGrams(kg))),
  wasteGrams: toGrams(wasteKg),
  invisibleGrams: toGrams(invisibleKg),
  hasReason: !!reason,
  outputs: outputs.map(({ productId, kg }) => ({
    material: materialOf(productId),
    grams: toGrams(kg),
    norm: norms.find((norm) => norm.productId === productId) ?? null,
  })),
})

/** A run occurs, as an event, at its end or up to a day later. */
const slackMs = 86_400_000
const shifted = (moment: string, ms: number): string => new Date(Date.parse(moment) + ms).toISOString()

/** Runs in order of a time of their own, the other time breaking ties; `slack`: how much later than that time a run may occur (a run takes up to seven days). */
const orders = {
  earliestStart: { by: ['startedAt', 'endedAt'], direction: 'asc', slack: '8 days' },
  earliestEnd: { by: ['endedAt', 'startedAt'], direction: 'asc', slack: '1 day' },
  latestEnd: { by: ['endedAt', 'startedAt'], direction: 'desc', slack: '1 day' },
} as const
type Order = (typeof orders)[keyof typeof orders]

/** Bounds a query to the runs that can be among the first `limit` in `order`: those within the slack of the first `limit` by occurrence, which the index gives. */
const nearby = (recorded: RawBuilder<boolean>, { direction, slack }: Order, limit: number) => {
  const edge = sql`(select e.occurred_at from event as e where ${recorded} order by e.occurred_at ${sql.raw(direction)} offset ${limit - 1} limit 1)`
  return direction === 'asc'
    ? sql<boolean>`e.occurred_at <= coalesce(${edge} + interval '${sql.raw(slack)}', 'infinity')`
    : sql<boolean>`e.occurred_at >= coalesce(${edge} - interval '${sql.raw(slack)}', '-infinity')`
}

/** Recorded runs of a line and, unless only `runs` are asked for, pressings, with the claims of what each took in and made. */
function runsQuery(scope: Scope, lineId: string, which: RawBuilder<boolean>, order: Order, limit: number, types = passes.all): RawBuilder<RunRow> {
  const recorded = sql<boolean>`e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
    and ${types} and e.status = 'RECORDED' and ${which}`
  const direction = sql.raw(order.direction)
  const [time, other] = order.by.map((name) => sql`${times[name]} ${direction}`)
  return sql<RunRow>`
  select e.id, e.data, e.occurred_at as at, e.data->>'startedAt' as "startedAt", e.data->>'endedAt' as "endedAt", e.recorded_at as "recordedAt",
    (select max(c.occurred_at) from event as c where c.tenant_id = ${scope.tenant.id} and c.subject_type = 'processingsystem' and c.subject_id = ${lineId}::uuid
      and c.event_type = 'EDITED' and c.status = 'RECORDED' and jsonb_exists_any(c.data->'changes', ${[...judgedBy]}::text[])) as "changedAt",
    (select array_agg(distinct coalesce(b.claim_status, 'CONVENTIONAL')) from lot_link as l join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = l.output_id
      where l.tenant_id = ${scope.tenant.id} and l.event_id = e.id and l.voided_at is null) as claims,
    (select jsonb_object_agg(l.input_id, coalesce(b.claim_status, 'CONVENTIONAL')) from lot_link as l join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = l.input_id
      where l.tenant_id = ${scope.tenant.id} and l.event_id = e.id and l.voided_at is null) as "inputClaims"
  from event as e where ${recorded} and ${nearby(recorded, order, limit)}
  order by ${time}, ${other}, e.subject_version ${direction} limit ${limit}`
}
const passageOf = ({ id, at, startedAt, endedAt, claims }: PassageRow): Passage => {
  const moment = new Date(at).toISOString()
  return { id, startedAt: startedAt ?? moment, endedAt: endedAt ?? moment, claim: claims?.length ? lowestClaim(claims) : null }
}
const runOf = (row: RunRow): Run => ({
  ...passageOf(row),
  data: row.data,
  recordedAt: row.recordedAt,
  changedAt: row.changedAt,
  claims: row.data.inputs.flatMap(({ batchId }) => row.inputClaims?.[batchId] ?? []),
})
const endedBy = (moment: string) => sql<boolean>`e.occurred_at <= ${shifted(moment, slackMs)}::timestamptz and ${endedAt} <= ${moment}::timestamptz`

/** What was on the line at some moment between these. A run occurs at its end or up to a day later, and takes up to seven days. */
const lasting = (from: string, to: string) => sql<boolean>`e.occurred_at >= ${from}::timestamptz and e.occurred_at <= ${to}::timestamptz + interval '8 days'
  and ${startedAt} < ${to}::timestamptz and ${endedAt} > ${from}::timestamptz`

/** When the line was last cleaned before `moment`. */
const cleanedQuery = (scope: Scope, lineId: string, moment: string) => sql<{ at: string }>`
  select e.occurred_at as at from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
    and e.event_type = 'CLEANING' and e.status = 'RECORDED' and e.occurred_at <= ${moment}::timestamptz
  order by e.occurred_at desc limit 1`

/**
 * Runs of a line around a moment, in order of their end. `first`: the place of the first that ended at the moment or later; as many
 * before it as say what a drift is, and as many from it on as one run has to do with.
 */
export async function runsAround(scope: Scope, lineId: string, moment: string): Promise<{ runs: Run[]; first: number }> {
  const [before = [], after = []] = await queryAll(
    scope.db,
    runsQuery(
      scope,
      lineId,
      sql<boolean>`e.occurred_at < ${shifted(moment, slackMs)}::timestamptz and ${endedAt} < ${moment}::timestamptz`,
      orders.latestEnd,
      driftRuns - 1,
      passes.runs,
    ),
    runsQuery(
      scope,
      lineId,
      sql<boolean>`e.occurred_at >= ${moment}::timestamptz and ${endedAt} >= ${moment}::timestamptz`,
      orders.earliestEnd,
      2 * driftRuns,
      passes.runs,
    ),
  )
  return { runs: [...before.reverse(), ...after].map(runOf), first: before.length }
}

/**
 * BR-11 of runs that stand, of a line that is cleaned between claims: what went through it before each and during it, and when it was cleaned then. `runs`: in order of their end, as many as one has to do with
 * before those from `first` on.
 */
export async function cleanOf(scope: Scope, lineId: string, runs: readonly Run[], first: number): Promise<Map<string, LineBefore>> {
  const starts = runs.slice(first).map(({ startedAt }) => Date.parse(startedAt))
  const ends = runs.slice(first).map(({ endedAt }) => Date.parse(endedAt))
  const moment = (time: number): string => new Date(time).toISOString()
  const [from, lastStart, lastEnd] = [moment(Math.min(...starts)), moment(Math.max(...starts)), moment(Math.max(...ends))]
  const own = sql<boolean>`e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid and e.status = 'RECORDED'`
  const lastBefore = (type: RawBuilder<boolean>) =>
    sql`coalesce((select max(e.occurred_at) from event as e where ${own} and ${type} and e.occurred_at <= ${from}::timestamptz), '-infinity')`
  const between = (type: RawBuilder<boolean>, to = lastStart) => sql<boolean>`e.occurred_at >= ${lastBefore(type)} and e.occurred_at <= ${to}::timestamptz`
  const cleaning = sql<boolean>`e.event_type = 'CLEANING'`
  const [pressed = [], cleaned = [], over = []] = await queryAll(
    scope.db,
    runsQuery(scope, lineId, between(passes.pressings, lastEnd), orders.latestEnd, mostTogether, passes.pressings),
    sql<{ at: string }>`select e.occurred_at as at from event as e where ${own} and ${cleaning} and ${between(cleaning)} order by e.occurred_at`,
    // What ended after the last of them, and began before that did.
    runsQuery(scope, lineId, lasting(lastEnd, lastEnd), orders.earliestEnd, mostTogether, passes.runs),
  )
  const isKnown = new Set(runs.map(({ id }) => id))
  const passages: Passage[] = [...runs, ...[...pressed, ...over].filter(({ id }) => !isKnown.has(id)).map(passageOf)].sort(
    (one, other) => Date.parse(one.endedAt) - Date.parse(other.endedAt) || Date.parse(one.startedAt) - Date.parse(other.startedAt),
  )
  return new Map(
    runs.slice(first).map((run) => {
      const { id } = run
      const start = Date.parse(run.startedAt)
      const claimsAtOnce = passages.flatMap((one) => (one.id !== id && one.claim && isAtOnce(one, run) ? [one.claim] : []))
      const before = passages.findLast((one) => one.id !== id && Date.parse(one.endedAt) <= start)
      const at = cleaned.findLast((one) => Date.parse(one.at) <= start)?.at
      return [
        id,
        { lastRunClaim: before?.claim ?? null, lastRunAt: before?.endedAt ?? null, lastCleaningAt: at ? new Date(at).toISOString() : null, claimsAtOnce },
      ]
    }),
  )
}

/** What is recorded or voided on a line: a run or a pressing, or a cleaning at a moment. `own`: the one that is recorded. */
type LineChange = { startedAt: string; endedAt: string; own?: string } | { cleanedAt: string }

/**
 * BR-11, at the end of the step: every run that the change may have left on an unclean line is judged by what went before it, and the one that is
 * recorded by what goes through the line at the same time. A run that was recorded before is named.
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
  const [rows = []] = await queryAll(scope.db, runsQuery(scope, lineId, which, orders.earliestStart, mostTogether))
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
    runsQuery(scope, lineId, sql<boolean>`${startedFrom(moment)} and ${startedBy(until)}`, orders.earliestStart, mostTogether),
  )
  return [...first.filter(({ id }) => id === own), ...rows].map(passageOf)
}
/** Whichever of the two was recorded first: a cleaned line has goods of one claim on it at a time. */
function refuseOtherClaimAtOnce(run: Passage, during: readonly Passage[]): void {
  const other = during.find(({ claim }) => claim && claim !== run.claim)
  if (!other) return
  throw ruleBlocked(
    'BR-11',
    phrase`The run of ${onDay(other.startedAt)} had goods of another claim on this line at the same time. Give the times as they were, or take that back first.`,
    { eventId: other.id, startedAt: other.startedAt, claims: [run.claim, other.claim] },
  )
}
async function judgeRun(scope: Scope, line: Line, run: Passage, isOwn: boolean): Promise<void> {
  const [start, end] = [new Date(run.startedAt).toISOString(), new Date(run.endedAt).toISOString()]
  const isOther = sql<boolean>`e.id <> ${run.id}::uuid`
  const [before = [], cleaned = [], during = []] = await queryAll(
    scope.db,
    runsQuery(scope, line.id, sql<boolean>`${isOther} and ${endedBy(start)}`, orders.latestEnd, 1),
    cleanedQuery(scope, line.id, start),
    isOwn ? runsQuery(scope, line.id, sql<boolean>`${isOther} and ${lasting(start, end)}`, orders.earliestStart, mostTogether) : null,
  )
  refuseOtherClaimAtOnce(run, during.map(passageOf))
  const previous = before.map(passageOf)[0]
  const lastCleaningAt = cleaned[0] ? new Date(cleaned[0].at).toISOString() : null
  const state = { segregation: line.segregation, lastRunClaim: previous?.claim ?? null, lastRunAt: previous?.endedAt ?? null, lastCleaningAt }
  const verdict = changeover(state, run.claim ?? 'CONVENTIONAL', run.startedAt, tolerances(scope).cleaningHours)
  if (isOwn) assertPasses(verdict)
  else if (verdict.block)
    throw ruleBlocked(
      'BR-11',
      phrase`The run of ${onDay(run.startedAt)} that followed would not have been on a clean line. Take that back first, or record the cleaning.`,
      { eventId: run.id, startedAt: run.startedAt },
    )
}

/** What the line's columns say: its last run by its end, its last cleaning, and how many runs it had. */
export async function lineColumns(
  scope: Scope,
  lineId: string,
): Promise<{ runCount: number; lastRunAt: string | null; lastRunClaim: Claim | null; lastCleaningAt: string | null }> {
  const end = shifted(scope.now.toISOString(), slackMs)
  const [count = [], last = [], cleaned = []] = await queryAll(
    scope.db,
    sql<{
      n: number
    }>`select count(*) as n from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
      and e.event_type = 'PROCESS_RUN' and e.status = 'RECORDED'`,
    runsQuery(scope, lineId, endedBy(end), orders.latestEnd, 1),
    cleanedQuery(scope, lineId, end),
  )
  const run = last.map(passageOf)[0]
  return {
    runCount: Number(count[0]?.n ?? 0),
    lastRunAt: run ? new Date(run.endedAt).toISOString() : null,
    lastRunClaim: run?.claim ?? null,
    lastCleaningAt: cleaned[0] ? new Date(cleaned[0].at).toISOString() : null,
  }
}
