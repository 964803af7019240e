// Reading the graph of lots: which lot came from which, upwards to the fields or downwards to the last buyer.
// One recursive query over ids each way; every table reference names its tenant, so that it stays on one shard.
import { sql } from 'kysely'
import type { Edge } from '#domain/chain/trace-graph.ts'
import { linksThen } from '../ledger/as-of.ts'
import type { AsOf, Scope } from '../scope.ts'

/** All that a report needs of a scope: a public page has no person. */
export type Within = Pick<Scope, 'db' | 'tenant' | 'now'>
/** `kg` of `to` came from `from`. Kinds: parcel → crop → productbatch → productbatch … */
export type LotEdge = Edge & { fromKind: 'parcel' | 'crop' | 'productbatch'; toKind: 'crop' | 'productbatch'; eventId: string | null; eventType: string }

/** Every edge above these lots, up to the plots: all inputs of all ancestors. */
export async function edgesAbove({ db, tenant }: Within, lotIds: readonly string[], asOf?: AsOf | null): Promise<LotEdge[]> {
  const { rows } = await sql<LotEdge>`
    with recursive up (id) as (
      select unnest(${[...lotIds]}::uuid[])
      union
      select l.input_id from up join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = up.id and ${linksThen(asOf)}
    )
    select l.input_id as "from", l.output_id as "to", l.kg, l.input_kind as "fromKind", l.output_kind as "toKind", l.event_id as "eventId", e.event_type as "eventType"
    from up join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = up.id and ${linksThen(asOf)} join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id`.execute(
    db,
  )
  return [...rows, ...(await fieldEdges({ db, tenant }, rows))]
}

/** Every edge below these crops or lots, and all other inputs of what came of them (shares need them). */
export async function edgesBelow({ db, tenant }: Within, ids: readonly string[], asOf?: AsOf | null): Promise<LotEdge[]> {
  const { rows } = await sql<LotEdge>`
    with recursive down (id) as (
      select unnest(${[...ids]}::uuid[])
      union
      select l.output_id from down join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = down.id and ${linksThen(asOf)}
    )
    select l.input_id as "from", l.output_id as "to", l.kg, l.input_kind as "fromKind", l.output_kind as "toKind", l.event_id as "eventId", e.event_type as "eventType"
    from down join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = down.id and ${linksThen(asOf)} join event as e on e.tenant_id = ${tenant.id} and e.id = l.event_id`.execute(
    db,
  )
  return rows
}

/** A crop's kilograms all come from its plot. */
async function fieldEdges({ db, tenant }: Pick<Within, 'db' | 'tenant'>, edges: readonly LotEdge[]): Promise<LotEdge[]> {
  const kgOfCrop = new Map<string, number>()
  for (const edge of edges) if (edge.fromKind === 'crop') kgOfCrop.set(edge.from, (kgOfCrop.get(edge.from) ?? 0) + edge.kg)
  if (kgOfCrop.size === 0) return []
  const { rows } = await sql<{
    id: string
    parcelId: string
  }>`select c.id, c.parcel_id as "parcelId" from crop as c where c.tenant_id = ${tenant.id} and c.id = any(${[...kgOfCrop.keys()]}::uuid[])`.execute(db)
  return rows.map(
    ({ id, parcelId }): LotEdge => ({
      from: parcelId,
      to: id,
      kg: kgOfCrop.get(id) ?? 0,
      fromKind: 'parcel',
      toKind: 'crop',
      eventId: null,
      eventType: 'SOWING',
    }),
  )
}
