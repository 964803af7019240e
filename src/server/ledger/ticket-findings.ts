// Tickets of days on which the group whose members sold, or the company that bought, was suspended or gone, where that became known after they were recorded: to be looked at (domain dictionary 4.1, 5.4;
// docs/decisions/0138), and tickets with a claim of days on which the scope certificate of the group did not hold (5.3; docs/decisions/0151). What is known in time refuses them. They are judged
// again when something is recorded of the party or the certificate, or taken back.
import { sql } from 'kysely'
import { isOutOfTrade, type Party, partyStatusAt } from '#domain/certification/party-then.ts'
import { scopeLapseOn } from '#domain/certification/scope-validity.ts'
import { entityOf } from '#domain/entities.ts'
import { addDays, startOfDay } from '#domain/kernel/day.ts'
import type { Finding } from '#domain/kernel/entity.ts'
import type { RuleId } from '#domain/rules/catalogue.ts'
import type { Scope } from '../scope.ts'
import { flagsOfRules } from '../store/flags.ts'
import { bringFlagsOfMany } from '../store/project-flags.ts'
import { atEndOfStep } from '../store/step.ts'
import { partiesOf, whyOutOfTrade } from './party-then.ts'
import type { Holder } from './scope-cover.ts'
import { lapseFinding, scopesOf } from './scope-lapse.ts'

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
/** The same of tickets with a claim, by the scope certificates of the group: from a day to another one, and of later ones those of which it was found before. */
export const judgeClaimedTicketsLater = (scope: Scope, collectiveId: string, from: string, to: string): Promise<void> =>
  atEndOfStep(scope, `claimed tickets of ${collectiveId} from ${from} to ${to}`, () => judgeClaimedTickets(scope, collectiveId, from, to))

async function judgeTickets(scope: Scope, holder: Holder, from: string): Promise<void> {
  const party = (await partiesOf(scope, [holder])).get(holder.id)
  if (!party) return
  const tickets = await ticketsOf(scope, holder, { ruleId: ruleOfParty(holder.kind), from, to: null, spans: spansOf(party, from) })
  await bring(scope, ruleOfParty(holder.kind), tickets, ({ at }) => ticketFinding(holder.kind, party, at))
}

async function judgeClaimedTickets(scope: Scope, collectiveId: string, fromDay: string, toDay: string): Promise<void> {
  const holder: Holder = { kind: 'collective', id: collectiveId }
  const { timezone } = scope.tenant
  const [title, scopes] = [(await partiesOf(scope, [holder])).get(collectiveId)?.title ?? '', await scopesOf(scope, collectiveId)]
  const [from, to] = [startOfDay(fromDay, timezone), startOfDay(addDays(toDay, 1), timezone)]
  const days = scopes.flatMap(({ validFrom, validTo, events }) => [validFrom, addDays(validTo, 1), ...events.map(({ day }) => day)])
  const starts = [fromDay, ...[...new Set(days)].filter((day) => day > fromDay).sort()]
  const spans = starts.flatMap((day, index): Span[] => {
    const next = starts[index + 1]
    return scopeLapseOn(scopes, day) ? [{ from: startOfDay(day, timezone), to: next ? startOfDay(next, timezone) : null }] : []
  })
  const tickets = await ticketsOf(scope, holder, { ruleId: '5.3', from, to, spans })
  await bring(scope, '5.3', tickets, ({ at, isClaimed }) => (isClaimed ? lapseFinding(scope, title, scopes, at) : null))
}

/** Their findings of this rule: as many statements for a season of tickets as for one. */
async function bring(scope: Scope, ruleId: RuleId, tickets: readonly Ticket[], findingOf: (ticket: Ticket) => Finding | null): Promise<void> {
  if (tickets.length === 0) return
  const judged = new Set(tickets.map(({ eventId }) => eventId))
  const ofLots = await flagsOfRules(scope, productbatch, [...new Set(tickets.map(({ lotId }) => lotId))], [ruleId])
  const known = ofLots.filter(({ eventId }) => eventId !== null && judged.has(eventId))
  const findings = tickets.flatMap((ticket) => {
    const finding = findingOf(ticket)
    return finding ? [{ ...finding, eventId: ticket.eventId, subjectId: ticket.lotId }] : []
  })
  await bringFlagsOfMany(scope, productbatch, known, findings)
}

type Span = { from: string; to: string | null }
/** From a moment on, the times at which it did not trade. */
function spansOf(party: Party, from: string): Span[] {
  const moments = [from, ...party.events.flatMap(({ at }) => (Date.parse(at) > Date.parse(from) ? [at] : []))]
  return moments.flatMap((moment, index) => (isOutOfTrade(partyStatusAt(party, moment)) ? [{ from: moment, to: moments[index + 1] ?? null }] : []))
}

type Ticket = { eventId: string; lotId: string; at: string; isClaimed: boolean }
/** From `from` on, those within the spans and before `to`, and those of which it was found before. */
async function ticketsOf(
  { db, tenant }: Scope,
  { kind, id }: Holder,
  { ruleId, from, to, spans }: { ruleId: RuleId; from: string; to: string | null; spans: readonly Span[] },
): Promise<Ticket[]> {
  const isWithin = sql`exists (select from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as s ("from" timestamptz, "to" timestamptz)
    where e.occurred_at >= s."from" and e.occurred_at < coalesce(s."to", 'infinity'))`
  const isFound = sql`exists (select from flag as f where f.tenant_id = ${tenant.id} and f.event_id = e.id and f.rule_id = ${ruleId} and f.closed_at is null)`
  const { rows } = await sql<Ticket>`
    select e.id as "eventId", b.id as "lotId", to_json(e.occurred_at)#>>'{}' as at,
      exists (select from lot_link as l where l.tenant_id = ${tenant.id} and l.output_id = b.id and l.event_id = e.id and l.voided_at is null
        and l.claim is distinct from 'CONVENTIONAL') as "isClaimed" from productbatch as b
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = b.id and e.event_type = 'PURCHASE' and e.status = 'RECORDED'
      and e.occurred_at >= ${from}::timestamptz
    where b.tenant_id = ${tenant.id} and b.unit_type <> 'FARM_LOT' and ${sql.ref(kind === 'collective' ? 'b.operator_id' : 'b.processor_id')} = ${id}::uuid
      and (e.occurred_at < coalesce(${to}::timestamptz, 'infinity') and ${isWithin} or ${isFound})
    order by e.occurred_at, e.id`.execute(db)
  return rows
}
