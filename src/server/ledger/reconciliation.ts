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

/** What runs of a process took in or made under a claim, by material; among `moved`. */
const kilogramsOf = (account: 'CONSUMED' | 'PRODUCED', begins: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('material', o.material, 'kg', o.kg)), '[]'::jsonb) from (
    select x.material, abs(sum(x.kg)) as kg from moved as x where x.holder = m.holder and x.process = m.process and x.claim = m.claim and x.account = ${account} and x.at >= ${begins}::timestamptz
    group by x.material) as o)`

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
    sql<ProcessFlow & { holder: string }>`with moved as (${moved})
      select r.holder, r.process, r.claim, r.inputs, r.outputs from (
        select m.holder, m.process, m.claim, ${kilogramsOf('CONSUMED', begins)} as inputs, ${kilogramsOf('PRODUCED', begins)} as outputs
        from moved as m where m.process is not null and m.subject_type = 'processingsystem' and m.at >= ${begins}::timestamptz
        group by m.holder, m.process, m.claim) as r`,
  )
  const gap = tolerancesOf(tenant.config.tolerances).tcGap
  const [ofHolder, runsOf] = [Map.groupBy(flows, ({ holder }) => holder), Map.groupBy(runs, ({ holder }) => holder)]
  const plain = <T extends { holder: string }>(rows: readonly T[] = []) => rows.map(({ holder: _, ...row }) => row)
  return new Map(holders.map(({ id }) => [id, reconcile(plain(ofHolder.get(id)), plain(runsOf.get(id)), gap)]))
}
