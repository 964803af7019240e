// The findings of pressings (BR-11), brought at the end of a step to what their line says: certified bales that were pressed on a line that was not clean by what is known of its goods now. A run is found so
// as well (run-findings.ts); what is known when it is recorded is refused.
import { sql } from 'kysely'
import { changeover } from '#domain/chain/claim.ts'
import { recordedFindings } from '#domain/chain/run-findings.ts'
import { entityOf } from '#domain/entities.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { answerWith, atEndOfStep, changesOfStep } from '../../store/step.ts'
import { tolerances } from '../open-season.ts'
import { circumstancesOf } from './line-changes.ts'
import { termsOf } from './line-then.ts'
import { type Line, orders, passageOf, pressings, runsQuery } from './processing-line.ts'

const processingsystem = entityOf('processingsystem')
/** What went through the line between these moments is another now, was taken back, or was cleaned away. */
type Span = { from: string; to: string }

/** Where the step takes something back or corrects it: what is added to a line and would be in the way of a pressing is refused. */
export const findPressingsLater = (scope: Scope, line: Line, { from, to }: Span): Promise<void> =>
  atEndOfStep(scope, `pressings of ${line.id} from ${Date.parse(from)} to ${Date.parse(to)}`, async () => {
    if (changesOfStep(scope).voided.length > 0) await projectPressings(scope, line, { from, to })
  })

/** Pressings of the span, and those at the next moment after it, for which what went through the line then is what came before. */
export async function projectPressings(scope: Scope, line: Line, { from, to }: Span): Promise<void> {
  const next = sql`(select min(x.occurred_at) from event as x where x.tenant_id = ${scope.tenant.id} and x.subject_type = 'processingsystem' and x.subject_id = ${line.id}::uuid
    and x.event_type = 'BALE_PRESSED' and x.status = 'RECORDED' and x.occurred_at > ${to}::timestamptz)`
  const which = sql<boolean>`e.occurred_at >= ${from}::timestamptz and e.occurred_at <= coalesce(${next}, ${to}::timestamptz)`
  const [rows = []] = await queryAll(scope.db, runsQuery(scope, line.id, which, orders.earliestStart, null, { types: pressings }))
  if (rows.length === 0) return
  const termsThen = await termsOf(scope, line)
  const findings = []
  for (const row of rows) {
    const pressing = passageOf(row)
    const then = { ...line, ...termsThen({ endedAt: pressing.endedAt, recordedAt: row.recordedAt }) }
    if (then.segregation !== 'CLEANED_CHANGEOVER' || !pressing.claim) continue
    const { state, others } = await circumstancesOf(scope, then, pressing, { when: 'now', isWithin: true })
    const claimsAtOnce = others.flatMap(({ claim }) => claim ?? [])
    const verdict = changeover({ ...state, claimsAtOnce }, pressing.claim, pressing.startedAt, tolerances(scope).cleaningHours)
    findings.push(...recordedFindings(verdict).map((finding) => ({ ...finding, eventId: row.id })))
  }
  const events = rows.map(({ id }) => id)
  for (const { eventId, ...finding } of await projectFlags(scope, processingsystem, line.id, ['BR-11'], findings, { events }))
    answerWith(scope, eventId, finding)
}
