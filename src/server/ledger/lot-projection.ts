// The projection of a lot, fed from the database: what it was made of as it is now, its balance, its units. When a claim, a test
// or the days of picking change, the lots made of it are projected again in the same transaction, and a claim that falls
// becomes a finding of that lot (BR-11, BR-15).
import { sql } from 'kysely'
import { claimRank, isCertified } from '#domain/chain/claim.ts'
import { type Balance, balanceOf, toGrams } from '#domain/chain/ledger.ts'
import { type LotColumns, type LotSource, type LotUnit, lotColumns, unitsLeft } from '#domain/chain/lot-projection.ts'
import type { LotState } from '#domain/chain/lot-states.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import type { GmoStatus } from '#domain/rules/gmo.ts'
import type { AsOf, Scope } from '../scope.ts'
import { saveFlags } from '../store/flags.ts'
import { recordsById } from '../store/get.ts'
import { projectAgain } from '../store/project.ts'
import { entriesThen, linksThen } from './as-of.ts'

const productbatch = entityOf('productbatch')

/** The columns of a lot as its history, its movements and its sources say. */
export async function projectLot(scope: Scope, lot: Row, history: readonly HistoryEvent[], state: unknown, asOf?: AsOf): Promise<Partial<Row>> {
  const sources = await sourcesOf(scope, lot.id, asOf)
  const { balance, hasGivenAway, isCropClosed } = await lotBalance(scope, lot, asOf)
  const columns: LotColumns = lotColumns({
    state: state as LotState,
    sources,
    balance,
    row: {
      claimStatus: (lot.claimStatus as Claim | null) ?? null,
      gmoStatus: (lot.gmoStatus as GmoStatus | null) ?? null,
      producedOn: (lot.producedOn as string | null) ?? null,
      harvestFrom: (lot.harvestFrom as string | null) ?? null,
      harvestTo: (lot.harvestTo as string | null) ?? null,
    },
    hasGivenAway,
    isCollected: lot.unitType !== 'FARM_LOT' && startOf(history) === 'OPEN',
    isCropClosed,
  })
  const initial = unitsAtStart(history)
  return initial.length ? { ...columns, units: await unitsOf(scope, lot.id, initial, balance, asOf) } : columns
}

const startOf = (history: readonly HistoryEvent[]): string => history.find(({ eventType }) => eventType === 'CREATED')?.statusAfter ?? 'OPEN'
function unitsAtStart(history: readonly HistoryEvent[]): LotUnit[] {
  const created = history.find(({ eventType }) => eventType === 'CREATED')?.data as { changes?: { units?: { to?: LotUnit[] | null } } } | undefined
  return created?.changes?.units?.to ?? []
}

async function sourcesOf(scope: Scope, lotId: string, asOf?: AsOf): Promise<LotSource[]> {
  const { rows } = await sql<Omit<LotSource, 'day'> & { at: string }>`
    select l.input_kind as kind, l.claim as "linkClaim", coalesce(b.claim_status, c.claim_status) as claim, b.gmo_status as gmo,
      coalesce(b.harvest_from, c.harvest_start) as "harvestFrom", coalesce(b.harvest_to, c.harvest_end) as "harvestTo", l.at
    from lot_link as l
    left join productbatch as b on l.input_kind = 'productbatch' and b.tenant_id = ${scope.tenant.id} and b.id = l.input_id
    left join crop as c on l.input_kind = 'crop' and c.tenant_id = ${scope.tenant.id} and c.id = l.input_id
    where l.tenant_id = ${scope.tenant.id} and l.output_id = ${lotId}::uuid and ${linksThen(asOf)}`.execute(scope.db)
  return rows.map(({ at, ...source }) => ({ ...source, day: localDay(scope, at) }))
}

async function lotBalance(scope: Scope, lot: Row, asOf?: AsOf): Promise<{ balance: Balance; hasGivenAway: boolean; isCropClosed: boolean }> {
  const { rows } = await sql<{ account: string | null; kg: number | null; hasGivenAway: boolean; isCropClosed: boolean }>`
    select e.account, sum(e.delta_kg) as kg,
      exists (select 1 from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lot.id}::uuid and ${linksThen(asOf)}) as "hasGivenAway",
      exists (select 1 from crop as c where c.tenant_id = ${scope.tenant.id} and c.id = ${lot.cropId ?? null}::uuid and c.status = 'CLOSED') as "isCropClosed"
    from (select 1) as one left join ledger_entry as e on e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lot.id}::uuid and ${entriesThen(asOf)} group by e.account`.execute(
    scope.db,
  )
  return {
    balance: balanceOf(rows.flatMap(({ account, kg }) => (account === null || kg === null ? [] : [{ account, grams: toGrams(kg) }]))),
    hasGivenAway: rows[0]?.hasGivenAway ?? false,
    isCropClosed: rows[0]?.isCropClosed ?? false,
  }
}

async function unitsOf(scope: Scope, lotId: string, initial: readonly LotUnit[], { onHand }: Balance, asOf?: AsOf): Promise<LotUnit[]> {
  const { rows: parts } = await sql<{ unitNo: string }>`
    select unit.value->>'unitNo' as "unitNo" from lot_link as l
    join event as v on v.tenant_id = ${scope.tenant.id} and v.id = l.event_id and v.event_type in ('SPLIT', 'DISPATCH')
    join event as c on c.tenant_id = ${scope.tenant.id} and c.subject_type = 'productbatch' and c.subject_id = l.output_id and c.event_type = 'CREATED'
    cross join jsonb_array_elements(case when jsonb_typeof(c.data->'changes'->'units'->'to') = 'array' then c.data->'changes'->'units'->'to' else '[]'::jsonb end) as unit
    where l.tenant_id = ${scope.tenant.id} and l.input_id = ${lotId}::uuid and ${linksThen(asOf)}`.execute(scope.db)
  const { rows: runs } = await sql<{ kg: number }>`
    select coalesce(-sum(e.delta_kg), 0) as kg from ledger_entry as e join event as v on v.tenant_id = ${scope.tenant.id} and v.id = e.event_id and v.event_type <> 'SPLIT'
    where e.tenant_id = ${scope.tenant.id} and e.batch_id = ${lotId}::uuid and e.account = 'CONSUMED' and ${entriesThen(asOf)}`.execute(scope.db)
  return unitsLeft(initial, new Set(parts.map(({ unitNo }) => unitNo)), toGrams(runs[0]?.kg ?? 0), onHand)
}

/** What the lots made of a lot read of it. */
const inheritedColumns = ['claimStatus', 'gmoStatus', 'harvestFrom', 'harvestTo'] as const

/** After a lot was written: the lots made of it are projected again, when what they read of it has changed. */
export async function lotProjected(scope: Scope, before: Row, after: Row): Promise<void> {
  if (inheritedColumns.some((name) => (before[name] ?? null) !== (after[name] ?? null))) await projectLotsMadeOf(scope, after)
}

/** Projects the lots again that kilograms of this crop or lot went into. A claim that falls by it is a finding of that lot. */
export async function projectLotsMadeOf(scope: Scope, source: Row): Promise<void> {
  const links = await scope.db
    .selectFrom('lot_link')
    .select('output_id')
    .distinct()
    .where('tenant_id', '=', scope.tenant.id)
    .where('input_id', '=', source.id)
    .where('voided_at', 'is', null)
    .execute()
  const ids = links.map((link) => link.output_id as string).sort()
  for (const lot of await recordsById(scope, productbatch, ids, { lock: true })) {
    const after = await projectAgain(scope, productbatch, lot)
    const [had, has] = [lot.claimStatus as Claim | null, after.claimStatus as Claim | null]
    if (!had || !has || !isCertified(had) || claimRank[has] >= claimRank[had]) continue
    const message = `The claim fell from ${had} to ${has}, because that of ${source.title} did. What was sold under it is to be looked at.`
    await saveFlags(scope, productbatch, lot.id, [{ ruleId: 'BR-11', severity: 'REVIEW', message, figures: { from: had, to: has, sourceId: source.id } }], {
      eventId: null,
    })
  }
}
