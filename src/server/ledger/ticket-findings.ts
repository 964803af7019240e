// Tickets of days on which the group whose members sold, or the company that bought, was suspended or gone, where that became known after they were recorded: to be looked at (domain dictionary 4.1, 5.4;
// docs/decisions/0138). A suspension that is known in time refuses them. They are judged again when something is recorded of the party, or taken back.
import { sql } from 'kysely'
import { isOutOfTrade, type Party, partyStatusAt } from '#domain/certification/party-then.ts'
import { entityOf } from '#domain/entities.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import type { Scope } from '../scope.ts'
import { flagsOfRules } from '../store/flags.ts'
import { bringFlags } from '../store/project-flags.ts'
import { atEndOfStep } from '../store/step.ts'
import { partiesOf, whyOutOfTrade } from './party-then.ts'
import type { Holder } from './scope-cover.ts'

const productbatch = entityOf('productbatch')
export const ruleOfParty = (kind: Holder['kind']): '5.4' | '4.1' => (kind === 'collective' ? '5.4' : '4.1')

/** Of a ticket at a moment; null: the party traded. */
export function ticketFinding(kind: Holder['kind'], party: Party | undefined, at: string): Finding | null {
  const why = whyOutOfTrade(party, at)
  return why === null ? null : { ruleId: ruleOfParty(kind), severity: 'REVIEW', message: why, figures: { holder: party?.title, foundLater: true } }
}

/** At the end of the step: the tickets from a moment on. */
export const judgeTicketsLater = (scope: Scope, holder: Holder, from: string): Promise<void> =>
  atEndOfStep(scope, `tickets of ${holder.id} from ${Date.parse(from)}`, () => judgeTickets(scope, holder, from))

async function judgeTickets(scope: Scope, holder: Holder, from: string): Promise<void> {
  const party = (await partiesOf(scope, [holder])).get(holder.id)
  const tickets = party ? await ticketsOf(scope, holder, from, spansOf(party, from)) : []
  if (!party || tickets.length === 0) return
  const known = Map.groupBy(
    await flagsOfRules(scope, productbatch, [...new Set(tickets.map(({ lotId }) => lotId))], [ruleOfParty(holder.kind)]),
    ({ eventId }) => eventId,
  )
  for (const { eventId, lotId, at } of tickets) {
    const finding = ticketFinding(holder.kind, party, at)
    await bringFlags(scope, productbatch, lotId, known.get(eventId) ?? [], finding ? [{ ...finding, eventId }] : [])
  }
}

type Span = { from: string; to: string | null }
/** From a moment on, the times at which it did not trade. */
function spansOf(party: Party, from: string): Span[] {
  const moments = [from, ...party.events.flatMap(({ at }) => (Date.parse(at) > Date.parse(from) ? [at] : []))]
  return moments.flatMap((moment, index) => (isOutOfTrade(partyStatusAt(party, moment)) ? [{ from: moment, to: moments[index + 1] ?? null }] : []))
}

/** Those within the spans, and those of which it was found before. */
async function ticketsOf(
  { db, tenant }: Scope,
  { kind, id }: Holder,
  from: string,
  spans: readonly Span[],
): Promise<{ eventId: string; lotId: string; at: string }[]> {
  const isWithin = sql`exists (select from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as s ("from" timestamptz, "to" timestamptz)
    where e.occurred_at >= s."from" and e.occurred_at < coalesce(s."to", 'infinity'))`
  const isFound = sql`exists (select from flag as f where f.tenant_id = ${tenant.id} and f.event_id = e.id and f.rule_id = ${ruleOfParty(kind)} and f.closed_at is null)`
  const { rows } = await sql<{ eventId: string; lotId: string; at: string }>`
    select e.id as "eventId", b.id as "lotId", to_json(e.occurred_at)#>>'{}' as at from productbatch as b
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = b.id and e.event_type = 'PURCHASE' and e.status = 'RECORDED' and e.occurred_at >= ${from}::timestamptz
    where b.tenant_id = ${tenant.id} and b.unit_type <> 'FARM_LOT' and ${sql.ref(kind === 'collective' ? 'b.operator_id' : 'b.processor_id')} = ${id}::uuid and (${isWithin} or ${isFound})
    order by e.occurred_at, e.id`.execute(db)
  return rows
}
