// The goods of a recall (BR-27): every lot that goods of a lot, a unit or a plot went into, at whatever depth and with whomever, with what lies in it
// and what was lost of it. A few statements, whatever the depth.
import { sql } from 'kysely'
import { type RecallLink, type RecallLot, type RecallSums, recallSums } from '#domain/chain/recall.ts'
import { entityOf } from '#domain/entities.ts'
import { numberOf } from '#domain/kernel/document-number.ts'
import type { Claim } from '#domain/kernel/terms.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'

/** Where it begins: a lot, one unit of it, or a plot. */
export type RecallStart = { batchId: string | null; unitNo?: string | null; parcelId: string | null }
export type FoundLot = RecallLot & { title: string; productId: string; product: string; operatorId: string; claim: Claim | null; status: string }
export type RecallTrace = {
  /** Kilograms of the lot, the unit or the harvest where it begins. */
  startKg: number
  startHolder: string | null
  lots: FoundLot[]
  links: RecallLink[]
  sums: RecallSums
  tookMs: number
}

export async function traceRecall(scope: Scope, start: RecallStart): Promise<RecallTrace> {
  const started = performance.now()
  const { db, tenant } = scope
  const seed = await seedOf(scope, start)
  const [edges = []] = await queryAll(
    db,
    sql<{ from: string; to: string; kg: number; isDispatch: boolean }>`
      with recursive down (id) as (
        select unnest(${seed.ids}::uuid[])
        union select l.output_id from down join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = down.id and l.voided_at is null
      )
      select l.input_id as "from", l.output_id as "to", l.kg, e.event_type = 'DISPATCH' as "isDispatch" from down
      join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = down.id and l.voided_at is null
      join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id`,
  )
  const ids = [...new Set([...(start.parcelId ? [] : seed.ids), ...edges.map(({ to }) => to)])]
  const sent = edges.filter(({ isDispatch }) => isDispatch).map(({ to }) => to)
  const [lots = []] = await queryAll(
    db,
    sql<FoundLot>`
      select b.id, b.title, b.product_id as "productId", p.title as product, b.operator_id as "operatorId", b.processor_id as "processorId", b.claim_status as claim, b.status,
        b.on_hand_kg as "onHandKg", b.quarantine_reason is not null as "isRestricted", b.id = any(${sent}::uuid[]) and b.received_at is null and b.on_hand_kg > 0 as "isTravelling",
        coalesce((select -sum(e.delta_kg) from ledger_entry as e where e.tenant_id = ${tenant.id} and e.batch_id = b.id and e.account in ('LOSS', 'ADJUST')), 0) as "lostKg"
      from productbatch as b join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id
      where b.tenant_id = ${tenant.id} and b.id = any(${ids}::uuid[]) and b.deleted_at is null and b.status <> 'VOIDED' order by b.produced_on, b.id`,
  )
  const found = lots.map((lot) => ({ ...lot, onHandKg: Number(lot.onHandKg ?? 0), lostKg: Number(lot.lostKg) }))
  const links = edges.filter(({ from, to }) => ids.includes(from) && ids.includes(to)).map((link) => ({ ...link, kg: Number(link.kg) }))
  return {
    startKg: seed.kg,
    startHolder: seed.holder,
    lots: found,
    links,
    sums: recallSums(found, links, seed.holder),
    tookMs: Math.max(1, Math.round(performance.now() - started)),
  }
}

/** The same with every lot locked: nothing more leaves them until the transaction ends. Traced again until no further lot is found. */
export async function traceLocked(scope: Scope, start: RecallStart): Promise<RecallTrace> {
  let trace = await traceRecall(scope, start)
  for (let known = -1; known < trace.lots.length; ) {
    known = trace.lots.length
    await recordsById(scope, entityOf('productbatch'), trace.lots.map(({ id }) => id).sort(), { lock: true })
    trace = { ...(await traceRecall(scope, start)), tookMs: trace.tookMs }
  }
  return trace
}

/** What the event of a trace says. `isDrill`: nothing will be restricted by it. */
export const traceFigures = ({ sums, tookMs }: RecallTrace, isDrill: boolean) => ({
  lotsCount: sums.lots,
  holdersCount: sums.holders.length,
  processorIds: sums.holders.flatMap(({ processorId }) => processorId ?? []).sort(),
  isWithOperator: sums.holders.some(({ processorId }) => processorId === null),
  affectedKg: sums.affectedKg,
  foundKg: sums.foundKg,
  restrictedKg: isDrill ? sums.restrictedKg : sums.foundKg,
  shippedKg: sums.shippedKg,
  traceMs: tookMs,
})

type Seed = { ids: string[]; kg: number; holder: string | null }
async function seedOf(scope: Scope, { batchId, unitNo = null, parcelId }: RecallStart): Promise<Seed> {
  const { db, tenant } = scope
  if (parcelId) {
    const { rows } = await sql<{
      id: string
      kg: number
    }>`select c.id, coalesce(c.harvested_kg, 0) as kg from crop as c where c.tenant_id = ${tenant.id} and c.parcel_id = ${parcelId}::uuid and c.deleted_at is null`.execute(
      db,
    )
    return { ids: rows.map(({ id }) => id), kg: rows.reduce((sum, { kg }) => sum + Number(kg), 0), holder: null }
  }
  const id = unitNo && batchId ? await lotWithUnit(scope, batchId, unitNo) : batchId
  const { rows } = await sql<{ kg: number; unitKg: number | null; holder: string | null }>`
    select coalesce(b.closed_qty_kg, 0) as kg, b.processor_id as holder,
      (select (u.value->>'kg')::numeric from jsonb_array_elements(case when jsonb_typeof(b.units) = 'array' then b.units else '[]'::jsonb end) as u where u.value->>'unitNo' = any(${[unitNo ?? '', numberOf(unitNo ?? '')]}::text[]) limit 1) as "unitKg"
    from productbatch as b where b.tenant_id = ${tenant.id} and b.id = ${id}::uuid`.execute(db)
  const [lot] = rows
  return { ids: id ? [id] : [], kg: Number(lot?.unitKg ?? lot?.kg ?? 0), holder: lot?.holder ?? null }
}

/** The lot in which a unit lies now, or lay last: a unit keeps its number when its lot is split or sent. Null: the lot never had it. */
export async function lotWithUnit({ db, tenant }: Scope, batchId: string, unitNo: string): Promise<string | null> {
  const isIn = sql`exists (select from lot_unit as u where u.tenant_id = ${tenant.id} and u.lot_id = b.id and u.unit_no = any(${[unitNo, numberOf(unitNo)]}::text[]) and u.voided_at is null)`
  const { rows } = await sql<{ id: string }>`
    with recursive way (id, depth) as (
      select b.id, 0 from productbatch as b where b.tenant_id = ${tenant.id} and b.id = ${batchId}::uuid and ${isIn}
      union all
      select b.id, way.depth + 1 from way join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = way.id and l.voided_at is null
        join productbatch as b on b.tenant_id = ${tenant.id} and b.id = l.output_id and ${isIn}
    ) select id from way order by depth desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}
