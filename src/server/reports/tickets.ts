// The tickets of a lot, or of a farmer's crops, with the farmer's word on each (BR-08), now or in a scope of the past. Names are of those whom the reader may
// see, as they are called today. Of a past day there is no code to enter and no call to attest.
import { type RawBuilder, sql } from 'kysely'
import type { Ticket, Tickets } from '#domain/chain/ticket-answer.ts'
import { payable, wordOn } from '#domain/chain/tickets.ts'
import { entityOf } from '#domain/entities.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { callOf, spokenAt, spokenVersion } from '../queries/farmer-words.ts'
import { firstRecordAt } from '../queries/first-record.ts'
import { isSignedBySlip } from '../queries/signed-slips.ts'
import type { Scope } from '../scope.ts'
import { withinAccessScope } from '../store/access-scope.ts'
import { eventsThen, isPast, linksThen } from '../store/past.ts'

type Row = {
  eventId: string
  lotId: string
  lot: string
  at: string
  isBuyer: boolean
  isFromBook: boolean
  data: Record<string, unknown>
  farmerId: string | null
  farmer: string | null
  hasPhone: boolean
  codeUntil: string | null
  triesLeft: number | null
  replies: { eventType: string; occurredAt: string; data: Record<string, unknown>; isEarlier: boolean }[] | null
  calls: Ticket['calls'] | null
}

export const ticketsOfLot = (scope: Scope, lotId: string): Promise<Tickets> => ticketsWhere(scope, sql`e.subject_id = ${lotId}::uuid`)
export const ticketsOfFarmer = (scope: Scope, farmerId: string): Promise<Tickets> =>
  ticketsWhere(
    scope,
    sql`e.subject_id in (select l.output_id from crop as c join productbatch as f on f.tenant_id = ${scope.tenant.id} and f.crop_id = c.id
      join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = f.id and ${linksThen(scope)} where c.tenant_id = ${scope.tenant.id} and c.farmer_id = ${farmerId}::uuid)
      and e.data->>'cropId' in (select c.id::text from crop as c where c.tenant_id = ${scope.tenant.id} and c.farmer_id = ${farmerId}::uuid)`,
  )

/** A slip that a device has announced and not sent yet signs nothing, nor does one that has signed another ticket. */
async function ticketsWhere(scope: Scope, where: RawBuilder<unknown>): Promise<Tickets> {
  const { tenant, db, now, user } = scope
  const iso = (column: RawBuilder<unknown>) => sql`to_json(${column})#>>'{}'`
  const { rows } = await sql<Row>`
    select e.id as "eventId", b.id as "lotId", b.title as lot, ${iso(sql`e.occurred_at`)} as at, v.buyers @> array[${user.id}::uuid] as "isBuyer", e.source = 'IMPORT' and e.occurred_at < (${firstRecordAt(scope)}) as "isFromBook",
      case when e.data->>'farmerConfirmation' = 'SIGNATURE' and not ${isSignedBySlip(scope, 'e')} then e.data - 'signedSlip' else e.data end as data, r.id as "farmerId",
      case when (${withinAccessScope(scope, entityOf('farmer'), 'V')}) is true then r.title else r.code end as farmer, r.phone is not null and not coalesce(r.no_phone, false) and coalesce(r.phone_owner, 'SELF') = 'SELF' as "hasPhone",
      case when k.tries_left > 0 and k.expires_at > ${now} then ${iso(sql`k.expires_at`)} end as "codeUntil", k.tries_left as "triesLeft",
      (select jsonb_agg(jsonb_build_object('eventType', s.event_type, 'occurredAt', ${iso(sql`s.occurred_at`)}, 'data', s.data, 'isEarlier', s.data->>'purchaseEventId' <> e.id::text)
          order by ${spokenAt('s', 'said')}, ${spokenVersion('s', 'said')}, s.occurred_at, s.subject_version)
        from event as s ${callOf(scope, 's', 'said')} where s.tenant_id = ${tenant.id} and s.subject_type = 'productbatch' and s.subject_id = e.subject_id and ${eventsThen(scope, 's')}
          and s.event_type in ('PURCHASE_ASKED', 'PURCHASE_CONFIRMED', 'PURCHASE_ATTESTED', 'PURCHASE_DISPUTED') and s.data->>'purchaseEventId' = any(v.ids)) as replies,
      (select jsonb_agg(jsonb_build_object('id', d.id, 'at', ${iso(sql`d.created_at`)}, 'state', d.state, 'heardSeconds', d.heard_seconds) order by d.created_at desc)
        from event as q join outbox as o on o.tenant_id = ${tenant.id} and o.event_id = q.id join delivery as d on d.tenant_id = ${tenant.id} and d.source_id = o.id and d.channel = 'IVR_VOICE'
        where q.tenant_id = ${tenant.id} and q.subject_type = 'productbatch' and q.subject_id = e.subject_id and q.event_type = 'PURCHASE_ASKED' and q.data->>'purchaseEventId' = e.id::text) as calls
    from event as e join productbatch as b on b.tenant_id = ${tenant.id} and b.id = e.subject_id
    left join crop as c on c.tenant_id = ${tenant.id} and c.id::text = e.data->>'cropId'
    left join farmer as r on r.tenant_id = ${tenant.id} and r.id = c.farmer_id
    left join purchase_code as k on k.tenant_id = ${tenant.id} and k.ticket_id = e.id
    cross join lateral (
      with recursive version as (
        select e.id, e.supersedes_event_id, e.recorded_by
        union all
        select p.id, p.supersedes_event_id, p.recorded_by from version as n join event as p on p.tenant_id = ${tenant.id} and p.id = n.supersedes_event_id
      ) select array_agg(version.id::text) as ids, array_agg(version.recorded_by) as buyers from version) as v
    where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.event_type = 'PURCHASE' and ${eventsThen(scope)} and ${where}
    order by e.occurred_at desc, e.id limit 500`.execute(db)
  const hours = tolerancesOf(tenant.config.tolerances).purchaseConfirmation
  return {
    items: rows.map(({ data, replies, calls, isFromBook, farmer, triesLeft, codeUntil, ...row }) => {
      const word = wordOn({ eventType: 'PURCHASE', occurredAt: row.at, data, isFromBook }, replies ?? [], now, hours)
      return {
        ...row,
        farmer: farmer ?? '',
        receiptNo: String(data.receiptNo ?? ''),
        netKg: Number(data.netKg),
        pricePerKg: Number(data.pricePerKg) + Number(data.premiumPerKg ?? 0),
        amount: payable(data),
        ...word,
        ...(isPast(scope)
          ? { takesCode: false, codeUntil: null, triesLeft: null, calls: [] }
          : { codeUntil, triesLeft: codeUntil ? triesLeft : null, calls: calls ?? [] }),
      }
    }),
  }
}
