// A line in time: which run came before a moment and which after it, when it was cleaned, what it was fed that day. Each is a
// question for the few events around that moment; a line that ran for years is never read whole.

import { type RawBuilder, sql } from 'kysely'
import { isAtOnce, lowestClaim } from '#domain/chain/claim.ts'
import { sumGrams, toGrams } from '#domain/chain/ledger.ts'
import type { RunCase } from '#domain/chain/mass-balance.ts'
import { driftRuns, type LineBefore } from '#domain/chain/run-findings.ts'
import { entityOf } from '#domain/entities.ts'
import type { EventData, Stored } from '#domain/kernel/entity.ts'
import type { Claim, Material } from '#domain/kernel/terms.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { changesOfStep } from '../../store/step.ts'

const processingsystem = entityOf('processingsystem')
export type Line = Stored<typeof processingsystem>
export type RunData = EventData<typeof processingsystem, 'PROCESS_RUN'>
/** A run or a pressing; `claim`: the lowest of what it made. */
export type Passage = { id: string; isPressing: boolean; startedAt: string; endedAt: string; claim: Claim | null }
/** `claims`: of what it took in, in their order. */
export type Run = Passage & { data: RunData; claims: Claim[]; recordedAt: string }
/** `startedAt`, `endedAt`, `data`: null of a pressing. */
type PassageRow = { id: string; at: string; startedAt: string | null; endedAt: string | null; claims: Claim[] | null }
type RunRow = PassageRow & { data: RunData | null; inputClaims: Record<string, Claim> | null; recordedAt: string; changedAt?: string | null }
/** Fields of a line that decide how its runs are judged. */
export const judgedBy = ['norms', 'capacityKgPerDay', 'segregation', 'inputProductIds', 'outputProductIds'] as const
/** What goods of a claim pass through the line by. Bales are pressed at a moment, which is when that starts and ends. */
const passes = {
  runs: sql<boolean>`e.event_type = 'PROCESS_RUN'`,
  pressings: sql<boolean>`e.event_type = 'BALE_PRESSED'`,
  all: sql<boolean>`e.event_type in ('PROCESS_RUN', 'BALE_PRESSED')`,
} as const
export const { pressings } = passes
export const startedAt = sql`coalesce((e.data->>'startedAt')::timestamptz, e.occurred_at)`
export const endedAt = sql`coalesce((e.data->>'endedAt')::timestamptz, e.occurred_at)`
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
export const shifted = (moment: string, ms: number): string => new Date(Date.parse(moment) + ms).toISOString()

/** Runs in order of a time of their own, the other time breaking ties; `slack`: how much later than that time a run may occur (a run takes up to seven days). */
export const orders = {
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

/** What is on record of a line now or, `before`, as it was before this step: without what the step has recorded, and with what it has taken back. */
export type When = 'now' | 'before'
const isOnRecord = (scope: Scope, when: When): RawBuilder<boolean> => {
  if (when === 'now') return sql<boolean>`e.status = 'RECORDED'`
  const { recorded, voided } = changesOfStep(scope)
  return sql<boolean>`e.id <> all(${recorded}::uuid[]) and (e.status = 'RECORDED' or e.id = any(${voided}::uuid[]))`
}

/** Runs of a line and, unless only `types` are requested, pressings, with the claims of what each took in and made. `limit` null: all of them, where `which` bounds their times. `changedSince`: with each, when what the line is judged by was entered last after that moment. */
export function runsQuery(
  scope: Scope,
  lineId: string,
  which: RawBuilder<boolean>,
  order: Order,
  limit: number | null,
  { types = passes.all, when = 'now', changedSince }: { types?: RawBuilder<boolean>; when?: When; changedSince?: string } = {},
): RawBuilder<RunRow> {
  const recorded = sql<boolean>`e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
    and ${types} and ${isOnRecord(scope, when)} and ${which}`
  const direction = sql.raw(order.direction)
  const [time, other] = order.by.map((name) => sql`${times[name]} ${direction}`)
  const bounded = limit === null ? recorded : sql<boolean>`${recorded} and ${nearby(recorded, order, limit)}`
  const batch = (side: 'input' | 'output') =>
    sql`lot_link as l join productbatch as b on b.tenant_id = ${scope.tenant.id} and b.id = l.${sql.raw(side)}_id where l.tenant_id = ${scope.tenant.id} and l.event_id = e.id`
  const claimOf = sql`coalesce(b.claim_status, 'CONVENTIONAL')`
  // What a run made that this step takes back is no more: it had the lowest claim of what it took in.
  const claims =
    when === 'now'
      ? sql`(select array_agg(distinct ${claimOf}) from ${batch('output')} and l.voided_at is null)`
      : sql`case when e.status = 'RECORDED' then (select array_agg(distinct ${claimOf}) from ${batch('output')} and l.voided_at is null)
          else (select array_agg(distinct ${claimOf}) from ${batch('input')}) end`
  return sql<RunRow>`
  select e.id, e.occurred_at as at, e.data->>'startedAt' as "startedAt", e.data->>'endedAt' as "endedAt", e.recorded_at as "recordedAt",
    case when e.event_type = 'PROCESS_RUN' then e.data end as data, ${claims} as claims,
    (select jsonb_object_agg(l.input_id, ${claimOf}) from ${batch('input')} and l.voided_at is null) as "inputClaims",
    ${changedSince === undefined ? sql`null` : sql`(${changedQuery(scope, lineId, changedSince)})`} as "changedAt"
  from event as e where ${bounded}
  order by ${time}, ${other}, e.subject_version ${direction} ${limit === null ? sql`` : sql`limit ${limit}`}`
}
/** When what the line is judged by was entered last after a moment. */
export const changedQuery = (scope: Pick<Scope, 'tenant'>, lineId: string, moment: string): RawBuilder<{ at: string | null }> => sql<{ at: string | null }>`
  select max(c.occurred_at) as at from event as c where c.tenant_id = ${scope.tenant.id} and c.subject_type = 'processingsystem' and c.subject_id = ${lineId}::uuid
    and c.event_type = 'EDITED' and c.status = 'RECORDED' and c.occurred_at > ${moment}::timestamptz and jsonb_exists_any(c.data->'changes', ${[...judgedBy]}::text[])`
export const passageOf = ({ id, at, startedAt, endedAt, claims }: PassageRow): Passage => {
  const moment = new Date(at).toISOString()
  return { id, isPressing: startedAt === null, startedAt: startedAt ?? moment, endedAt: endedAt ?? moment, claim: claims?.length ? lowestClaim(claims) : null }
}
const runOf = ({ data, ...row }: RunRow): Run[] =>
  data === null ? [] : [{ ...passageOf(row), data, recordedAt: row.recordedAt, claims: data.inputs.flatMap(({ batchId }) => row.inputClaims?.[batchId] ?? []) }]
export const endedBy = (moment: string) => sql<boolean>`e.occurred_at <= ${shifted(moment, slackMs)}::timestamptz and ${endedAt} <= ${moment}::timestamptz`

/** What was on the line at some moment between these. A run occurs at its end or up to a day later, and takes up to seven days. */
export const lasting = (
  from: string,
  to: string,
) => sql<boolean>`e.occurred_at >= ${from}::timestamptz and e.occurred_at <= ${to}::timestamptz + interval '8 days'
  and ${startedAt} < ${to}::timestamptz and ${endedAt} > ${from}::timestamptz`

/** When the line was last cleaned before `moment`. */
export const cleanedQuery = (scope: Scope, lineId: string, moment: string, when: When = 'now'): RawBuilder<{ at: string }> => sql<{ at: string }>`
  select e.occurred_at as at from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = 'processingsystem' and e.subject_id = ${lineId}::uuid
    and e.event_type = 'CLEANING' and ${isOnRecord(scope, when)} and e.occurred_at <= ${moment}::timestamptz
  order by e.occurred_at desc limit 1`

/**
 * Runs of a line around a moment, in order of their end. `first`: the place of the first that ended at the moment or later; as many
 * before it as say what a drift is, and as many from it on as one run has to do with. `changedAt`: when what the line is judged by was entered last after the moment.
 */
export async function runsAround(scope: Scope, lineId: string, moment: string): Promise<{ runs: Run[]; first: number; changedAt: string | null }> {
  const [before = [], after = []] = await queryAll(
    scope.db,
    runsQuery(
      scope,
      lineId,
      sql<boolean>`e.occurred_at < ${shifted(moment, slackMs)}::timestamptz and ${endedAt} < ${moment}::timestamptz`,
      orders.latestEnd,
      driftRuns - 1,
      { types: passes.runs },
    ),
    runsQuery(
      scope,
      lineId,
      sql<boolean>`e.occurred_at >= ${moment}::timestamptz and ${endedAt} >= ${moment}::timestamptz`,
      orders.earliestEnd,
      2 * driftRuns,
      { types: passes.runs, changedSince: moment },
    ),
  )
  return { runs: [...before.reverse(), ...after].flatMap(runOf), first: before.length, changedAt: after[0]?.changedAt ?? null }
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
    runsQuery(scope, lineId, between(passes.pressings, lastEnd), orders.latestEnd, null, { types: passes.pressings }),
    sql<{ at: string }>`select e.occurred_at as at from event as e where ${own} and ${cleaning} and ${between(cleaning)} order by e.occurred_at`,
    // What ended after the last of them, and began before that did.
    runsQuery(scope, lineId, lasting(lastEnd, lastEnd), orders.earliestEnd, null, { types: passes.runs }),
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
