// The flows of certified goods through a holder's hands, read from the ledger for the reconciliation (BR-12a; domain/chain/reconciliation.ts).
import { sql } from 'kysely'
import { physicalAccounts } from '#domain/chain/ledger.ts'
import { type Flow, type ProcessFlow, type Reconciled, reconcile } from '#domain/chain/reconciliation.ts'
import { addDays, startOfDay } from '#domain/kernel/day.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { entriesThen } from '../store/past.ts'
import { certifiedShareOf } from './certificate-cover.ts'
import { holdingsThen } from './holdings-then.ts'
import type { Holder } from './scope-cover.ts'

/** Days of the programme, both within; null: from the beginning, until now. */
export type Period = { from: string | null; to: string | null }

export const reconciliationOf = async (scope: Scope, holder: Holder, period: Period): Promise<Reconciled[]> =>
  (await reconciliationsOf(scope, [holder], period)).get(holder.id) ?? []

/**
 * By holder, per material and claim, now or in a scope of the past: then by movements, certificates and claims of lots as those were (holdings-then.ts). As many statements for many as
 * for one.
 */
export async function reconciliationsOf(scope: Scope, holders: readonly Holder[], { from, to }: Period): Promise<Map<string, Reconciled[]>> {
  const { tenant } = scope
  const idsOf = (kind: Holder['kind']) => holders.filter((one) => one.kind === kind).map(({ id }) => id)
  const begins = from === null ? '0001-01-01T00:00:00Z' : startOfDay(from, tenant.timezone)
  const ends = to === null ? '9999-01-01T00:00:00Z' : startOfDay(addDays(to, 1), tenant.timezone)
  const owned = sql`(b.processor_id = any(${idsOf('processor')}::uuid[])
    or (b.operator_id = any(${idsOf('collective')}::uuid[]) and b.processor_id is null and b.unit_type <> 'FARM_LOT'))`
  const then = scope.past ? await holdingsThen({ ...scope, past: scope.past }, owned) : null
  const claim = then
    ? sql`(select h.claim from unnest(${then.lots.map(({ id }) => id)}::uuid[], ${then.lots.map((lot) => lot.claim)}::text[]) as h (id, claim) where h.id = b.id)`
    : sql`b.claim_status`
  const covered = then
    ? sql`(select h.share from unnest(${then.dispatches.map(({ id }) => id)}::uuid[], ${then.dispatches.map(({ share }) => share)}::numeric[]) as h (id, share) where h.id = x.event_id)`
    : certifiedShareOf(tenant.id, sql`x.event_id`)
  const moved = sql`select coalesce(b.processor_id, b.operator_id) as holder, p.material, coalesce(${claim}, 'CONVENTIONAL') as claim, e.account, e.delta_kg as kg, e.at, e.event_id, v.subject_type, v.data->>'process' as process
    from productbatch as b
    join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
    join ledger_entry as e on e.tenant_id = ${tenant.id} and e.batch_id = b.id
    join event as v on v.tenant_id = ${tenant.id} and v.id = e.event_id
    where b.tenant_id = ${tenant.id} and b.deleted_at is null and ${owned} and e.at < ${ends}::timestamptz and ${entriesThen(scope)}`
  const [flows = [], runs = []] = await queryAll(
    scope.db,
    sql<Flow & { holder: string }>`with moved as (${moved}), within as (select * from moved where at >= ${begins}::timestamptz)
      select m.holder, m.material, m.claim,
        coalesce(sum(m.kg) filter (where m.at < ${begins}::timestamptz and m.is_physical), 0) as "openKg",
        coalesce(sum(m.kg) filter (where m.is_within and m.account in ('PURCHASED', 'RECEIVED')), 0) as "receivedKg",
        coalesce(sum(case m.account when 'PURCHASED' then m.kg when 'RECEIVED' then round(m.kg * m.certified_share, 3) end) filter (where m.is_within), 0) as "coveredKg",
        coalesce(sum(m.kg) filter (where m.is_within and m.account = 'PRODUCED' and m.is_run), 0) as "madeKg",
        coalesce(-sum(m.kg) filter (where m.is_within and m.account = 'CONSUMED' and m.is_run), 0) as "usedKg",
        coalesce(sum(m.kg) filter (where m.is_within and m.account in ('PRODUCED', 'CONSUMED') and not m.is_run), 0) as "movedKg",
        coalesce(-sum(m.kg) filter (where m.is_within and m.account = 'LOSS'), 0) as "lostKg",
        coalesce(sum(m.kg) filter (where m.is_within and m.account = 'ADJUST'), 0) as "adjustedKg",
        coalesce(-sum(m.kg) filter (where m.is_within and m.account = 'SHIPPED'), 0) as "sentKg",
        coalesce(sum(m.kg) filter (where m.is_within and m.account = 'TC_ISSUE'), 0) as "certifiedKg",
        coalesce(sum(m.kg) filter (where m.is_physical), 0) as "closeKg"
      from (select x.*, x.at >= ${begins}::timestamptz as is_within, x.account = any(${[...physicalAccounts]}::text[]) as is_physical, x.subject_type = 'processingsystem' as is_run,
          case when x.account = 'RECEIVED' then ${covered} end as certified_share
        from moved as x) as m
      group by m.holder, m.material, m.claim order by m.holder, m.material, m.claim`,
    // A run is one whole, whatever claims its lots have now and whenever it began: what it made of a material, against all that went into it.
    sql<
      ProcessFlow & { holder: string }
    >`with moved as (${moved}), run as (select * from moved where process is not null and subject_type = 'processingsystem'),
      made as (select holder, process, material, claim, event_id, sum(kg) as kg from run where account = 'PRODUCED' and at >= ${begins}::timestamptz
        group by holder, process, material, claim, event_id having sum(kg) <> 0),
      total as (select m.holder, m.process, m.material, m.claim, sum(x.kg) as kg from made as m
        join made as x on x.holder = m.holder and x.event_id = m.event_id and x.material = m.material group by m.holder, m.process, m.material, m.claim),
      gone as (select m.holder, m.process, m.material, m.claim, r.material as input, -sum(r.kg) as kg from made as m
        join run as r on r.holder = m.holder and r.event_id = m.event_id and r.account = 'CONSUMED' group by m.holder, m.process, m.material, m.claim, r.material)
      select t.holder, t.process, t.material, t.claim, t.kg,
        (select coalesce(jsonb_agg(jsonb_build_object('material', g.input, 'kg', g.kg)), '[]'::jsonb) from gone as g
          where g.holder = t.holder and g.process = t.process and g.material = t.material and g.claim = t.claim) as inputs
      from total as t`,
  )
  const gap = tolerancesOf(tenant.config.tolerances).tcGap
  const [ofHolder, runsOf] = [Map.groupBy(flows, ({ holder }) => holder), Map.groupBy(runs, ({ holder }) => holder)]
  const plain = <T extends { holder: string }>(rows: readonly T[] = []) => rows.map(({ holder: _, ...row }) => row)
  return new Map(holders.map(({ id }) => [id, reconcile(plain(ofHolder.get(id)), plain(runsOf.get(id)), gap)]))
}
