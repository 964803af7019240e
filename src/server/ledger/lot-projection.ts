// The projection of a lot, fed from the database: its balance as the step leaves it, what it was made of as that is now, its units.
import { sql } from 'kysely'
import { type Balance, balanceOf, toGrams } from '#domain/chain/ledger.ts'
import { type LotColumns, type LotSource, type LotUnit, lotColumns, unitsLeft } from '#domain/chain/lot-projection.ts'
import type { LotState } from '#domain/chain/lot-states.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import type { GmoStatus } from '#domain/rules/gmo.ts'
import { together } from '#server/db/connection.ts'
import type { AsOf, Scope } from '../scope.ts'
import { isBeforeReplacement } from '../store/step.ts'
import { entriesThen, linksThen } from './as-of.ts'
import { judgeLots } from './judge-lots.ts'
import { balanceInStep, beforeStep, markProjected } from './step-ledger.ts'

/** The columns of a lot as its history, its movements and its sources say. What the step has posted is judged before it is written into a lot. */
export async function projectLot(scope: Scope, lot: Row, history: readonly HistoryEvent[], state: unknown, asOf?: AsOf): Promise<Partial<Row>> {
  const isFinal = !asOf && !isBeforeReplacement(scope)
  if (isFinal) await judgeLots(scope)
  const [sources, { hasGivenAway, isCropClosed }, past] = await readLot(scope, lot, asOf)
  const balance = past ?? balanceInStep(scope, lot)
  const row = beforeStep(scope, lot)
  const columns: LotColumns = lotColumns({
    state: state as LotState,
    sources,
    balance,
    row: {
      claimStatus: (row.claimStatus as Claim | null) ?? null,
      gmoStatus: (row.gmoStatus as GmoStatus | null) ?? null,
      producedOn: (lot.producedOn as string | null) ?? null,
      harvestFrom: (lot.harvestFrom as string | null) ?? null,
      harvestTo: (lot.harvestTo as string | null) ?? null,
    },
    hasGivenAway,
    isCollected: lot.unitType !== 'FARM_LOT' && startOf(history) === 'OPEN',
    isCropClosed,
  })
  if (isFinal) markProjected(scope, lot)
  const initial = unitsAtStart(history)
  return initial.length ? { ...columns, units: await unitsOf(scope, lot.id, initial, balance, asOf) } : columns
}

const startOf = (history: readonly HistoryEvent[]): string => history.find(({ eventType }) => eventType === 'CREATED')?.statusAfter ?? 'OPEN'
function unitsAtStart(history: readonly HistoryEvent[]): LotUnit[] {
  const created = history.find(({ eventType }) => eventType === 'CREATED')?.data as { changes?: { units?: { to?: LotUnit[] | null } } } | undefined
  return created?.changes?.units?.to ?? []
}

/** What it was made of; what was made of it and whether its crop is closed; its balance, where the past is asked for. */
async function readLot(
  scope: Scope,
  lot: Row,
  asOf?: AsOf,
): Promise<[sources: LotSource[], facts: { hasGivenAway: boolean; isCropClosed: boolean }, past: Balance | undefined]> {
  const tenant = scope.tenant.id
  const [sources = [], [facts] = [], past] = await together(
    scope.db,
    sql`select l.input_kind as kind, l.claim as "linkClaim", coalesce(b.claim_status, c.claim_status) as claim, b.gmo_status as gmo,
        coalesce(b.harvest_from, c.harvest_start) as "harvestFrom", coalesce(b.harvest_to, c.harvest_end) as "harvestTo", l.at
      from lot_link as l
      left join productbatch as b on l.input_kind = 'productbatch' and b.tenant_id = ${tenant} and b.id = l.input_id
      left join crop as c on l.input_kind = 'crop' and c.tenant_id = ${tenant} and c.id = l.input_id
      where l.tenant_id = ${tenant} and l.output_id = ${lot.id}::uuid and ${linksThen(asOf)}`,
    sql`select exists (select 1 from lot_link as l where l.tenant_id = ${tenant} and l.input_id = ${lot.id}::uuid and ${linksThen(asOf)}) as "hasGivenAway",
        exists (select 1 from crop as c where c.tenant_id = ${tenant} and c.id = ${lot.cropId ?? null}::uuid and c.status = 'CLOSED') as "isCropClosed"`,
    ...(asOf
      ? [
          sql`select e.account, sum(e.delta_kg) as kg from ledger_entry as e
            where e.tenant_id = ${tenant} and e.batch_id = ${lot.id}::uuid and ${entriesThen(asOf)} group by e.account`,
        ]
      : []),
  )
  return [
    (sources as (Omit<LotSource, 'day'> & { at: string })[]).map(({ at, ...source }) => ({ ...source, day: localDay(scope, at) })),
    { hasGivenAway: facts?.hasGivenAway === true, isCropClosed: facts?.isCropClosed === true },
    past && balanceOf((past as { account: string; kg: number }[]).map(({ account, kg }) => ({ account, grams: toGrams(kg) }))),
  ]
}

async function unitsOf(scope: Scope, lotId: string, initial: readonly LotUnit[], { onHand }: Balance, asOf?: AsOf): Promise<LotUnit[]> {
  const [parts = [], [runs] = []] = await together(
    scope.db,
    sql`select unit.value->>'unitNo' as "unitNo" from lot_link as l
    join event as v on v.tenant_id = ${scope.tenant.id} and v.id = l.event_id and v.event_type in ('SPLIT', 'DISPATCH')
    join event as c on c.tenant_id = ${scope.tenant.id} and c.subject_type = 'productbatch' and c.subject_id = l.output_id and c.event_type = 'CREATED'
    cross join jsonb_array_elements(case when jsonb_typeof(c.data->'changes'->'units'->'to') = 'array' then c.data->'changes'->'units'->'to' else '[]'::jsonb end) as unit
    where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lotId}::uuid and ${linksThen(asOf)}`,
    sql`select coalesce(-sum(e.delta_kg), 0) as kg from ledger_entry as e join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id and v.event_type <> 'SPLIT'
    where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and e.account = 'CONSUMED' and ${entriesThen(asOf)}`,
  )
  return unitsLeft(initial, new Set(parts.map(({ unitNo }) => String(unitNo))), toGrams((runs?.kg as number | undefined) ?? 0), onHand)
}
