// What a member was at a moment: tickets are judged by that, whatever became of the membership since and whichever is recorded first (BR-08).
import { sql } from 'kysely'
import type { Party } from '#domain/certification/party-then.ts'
import type { PriceModel } from '#domain/chain/premium.ts'
import { entityOf } from '#domain/entities.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { SeasonResult } from '#domain/kernel/terms.ts'
import { byOccurrence } from '#domain/kernel/typed-facts.ts'
import { kilograms, phrase } from '#domain/messages/message.ts'
import { queryAll } from '#server/db/connection.ts'
import { partiesColumn, sharedParties } from '../../ledger/party-then.ts'
import type { Holder } from '../../ledger/scope-cover.ts'
import { type DatedScope, scopesColumn } from '../../ledger/scope-lapse.ts'
import type { Scope } from '../../scope.ts'
import { worseOfPerson } from '../../store/approved-person.ts'
import { eventsOf } from '../../store/caused-events.ts'
import { type ProjectedFinding, projectFlags } from '../../store/project-flags.ts'
import { atEndOfStep } from '../../store/step.ts'

const farmer = entityOf('farmer')
const interrupting: readonly string[] = ['SUSPENDED', 'EXITED']
/** What a member is from then on: who joins again waits for approval. */
const interruptedBy: Readonly<Record<string, string>> = { SUSPENDED: 'SUSPENDED', EXITED: 'EXITED', REJOINED: 'PENDING' }

const membership = ['APPROVED', 'SUSPENDED', 'REINSTATED', 'EXITED', 'REJOINED'] as const
export type Seller = {
  /** As the committee's result is now, or a worse one on another record of the same person (decision 83). */
  result: SeasonResult | null
  /** At some time the committee had decided against the member, or there was no membership, whatever came since. */
  wasAgainst: boolean
  wasInterrupted: boolean
  /** A premium was paid to the person, by whatever record: what is bought of them decides whether it was too much. */
  hadPremium: boolean
  /** What the group has agreed on as premium. */
  model: PriceModel | null
  /** Suspended, gone or not yet approved again at the moment; null: none of these. */
  interrupted: string | null
  /** Those who were asked for, by their ids. */
  parties: Record<string, Party>
  /** Scope certificates of the group among them. */
  scopes: DatedScope[]
}

/** Who sells at a moment, and what group and company were by their events, in one message; these are not suspended or ended before this transaction is over. */
export async function sellerAt(scope: Scope, farmerId: string | null, seasonId: string | null, at: string, traders: readonly Holder[] = []): Promise<Seller> {
  const { db, tenant } = scope
  const group = traders.find(({ kind }) => kind === 'collective')
  const [person, season] = [sql`${farmerId}::uuid`, sql`${seasonId}::uuid`]
  const own = sql`e.tenant_id = ${tenant.id} and e.status = 'RECORDED' and e.subject_type = 'farmer' and e.subject_id = ${person}`
  const query = sql<Omit<Seller, 'interrupted'> & { last: string | null }>`
    with season as (select s.id, s.result from farmerseason as s where s.tenant_id = ${tenant.id} and s.farmer_id = ${person} and s.season_id = ${season})
    select (select case when s.result in ('APPROVED', 'CONDITIONAL') then coalesce((select w.result from ${worseOfPerson({ tenant }, { farmer: person, season })} as w limit 1), s.result)
        else s.result end from season as s) as result,
      exists (select from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'farmerseason' and e.subject_id in (select s.id from season as s) and e.event_type = 'DECIDED'
        and e.status = 'RECORDED' and e.data->>'result' not in ('APPROVED', 'CONDITIONAL')) as "wasAgainst",
      exists (select from event as e where ${own} and e.event_type = any(${[...interrupting]}::text[])) as "wasInterrupted",
      exists (select from farmer as f join event as e on e.tenant_id = ${tenant.id} and e.status = 'RECORDED' and e.subject_type = 'farmer' and e.subject_id = f.id and e.event_type = 'PAYMENT'
        and e.data->>'kind' = 'PREMIUM' where f.tenant_id = ${tenant.id} and (f.id = ${person} or f.merged_into_id = ${person})) as "hadPremium",
      ${group ? sql`(select jsonb_build_object('premiumType', g.premium_type, 'premiumValue', g.premium_value) from collective as g where g.tenant_id = ${tenant.id} and g.id = ${group.id}::uuid)` : sql`null::jsonb`} as model,
      (select e.event_type from event as e where ${own} and e.event_type = any(${[...membership]}::text[]) and e.occurred_at <= ${at}::timestamptz
        order by e.occurred_at desc, e.subject_version desc limit 1) as last,
      ${traders.length > 0 ? partiesColumn(scope, traders) : sql`'{}'::jsonb`} as parties,
      ${group ? scopesColumn(scope, sql`${group.id}::uuid`) : sql`'[]'::jsonb`} as scopes`
  const rows = (await queryAll(db, traders.length > 0 ? sharedParties(scope, traders) : null, query))[1]
  const [{ last = null, ...seller } = { result: null, wasAgainst: false, wasInterrupted: false, hadPremium: false, model: null, parties: {}, scopes: [] }] =
    rows
  return { ...seller, interrupted: last === null ? null : (interruptedBy[last] ?? null) }
}

/**
 * What a member was as a ticket was written: suspended, gone, waiting for approval again, or active. Before somebody was a member here they are as they are now: a programme brings tickets of before
 * it began. Of a record that was merged into another one nothing is bought, of whatever day: the person has another one.
 */
export function statusOfSeller(member: Stored<typeof farmer> | undefined, { interrupted, wasInterrupted }: Seller): string {
  if (!member) return 'EXITED'
  if (interrupted) return interrupted
  return wasInterrupted && [...interrupting, 'PENDING', 'RETURNED'].includes(member.status) ? 'ACTIVE' : member.status
}

/** At the end of the step: what was bought of somebody who was suspended or had left by then, which is known later, is to be looked at. */
export const judgeBoughtLater = (scope: Scope, farmerId: string): Promise<void> =>
  atEndOfStep(scope, `bought of ${farmerId} while no member`, async () => {
    const events = await eventsOf(scope, farmer, farmerId, membership)
    const inOrder = byOccurrence(events)
    const spans = inOrder.flatMap(({ id, eventType, occurredAt }, index) =>
      interruptedBy[eventType] ? [{ eventId: id, from: Date.parse(occurredAt), to: Date.parse(inOrder[index + 1]?.occurredAt ?? '9999-12-31') }] : [],
    )
    const tickets = spans.length > 0 ? await ticketsOf(scope, farmerId) : []
    const findings = spans.flatMap(({ eventId, from, to }): ProjectedFinding[] => {
      const boughtKg = Math.round(tickets.reduce((sum, { at, kg }) => (Date.parse(at) >= from && Date.parse(at) < to ? sum + kg : sum), 0) * 1000) / 1000
      if (boughtKg === 0) return []
      const message = phrase`${kilograms(boughtKg)} were bought of somebody who was no active member at that time.`
      return [{ ruleId: 'BR-08', severity: 'REVIEW', message, figures: { boughtKg }, eventId }]
    })
    await projectFlags(scope, farmer, farmerId, ['BR-08'], findings, { ofEvents: true })
  })

async function ticketsOf({ db, tenant }: Scope, farmerId: string): Promise<{ at: string; kg: number }[]> {
  const { rows } = await sql<{ at: string; kg: number }>`
    select e.occurred_at as at, l.kg from crop as c
    join productbatch as f on f.tenant_id = ${tenant.id} and f.crop_id = c.id
    join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = f.id and l.voided_at is null
    join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id and e.event_type = 'PURCHASE'
    where c.tenant_id = ${tenant.id} and c.farmer_id = ${farmerId}::uuid`.execute(db)
  return rows
}
