// Reading the graph of lots: which lot came from which, upwards to the crops or downwards to the last buyer.
// One recursive query over ids each way; every table reference names its tenant, so that it stays on one shard.
import { type RawBuilder, sql } from 'kysely'
import type { Edge } from '#domain/chain/trace-graph.ts'
import { linksThen } from '../ledger/as-of.ts'
import type { AsOf, Scope } from '../scope.ts'

/** All that a report needs of a scope: a public page has no person. */
export type Within = Pick<Scope, 'db' | 'tenant' | 'now'>
/** `kg` of lot `to` came from a crop or a lot. */
export type LotEdge = Edge & { fromKind: 'crop' | 'productbatch'; eventId: string }

const columns = sql`l.input_id as "from", l.output_id as "to", l.kg, l.input_kind as "fromKind", l.event_id as "eventId"`

/** Every edge above a lot (`seed`: a row with its id): all inputs of all ancestors. */
export const edgesAbove = ({ tenant }: Pick<Within, 'tenant'>, seed: RawBuilder<unknown>, asOf?: AsOf | null): RawBuilder<LotEdge> => sql<LotEdge>`
  with recursive up (id) as (
    ${seed}
    union
    select l.input_id from up join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = up.id and ${linksThen(asOf)}
  )
  select ${columns} from up join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = up.id and ${linksThen(asOf)}`

/** Every edge below these crops or lots (`seeds`: rows of ids), and all other inputs of what came of them (shares need them). */
export const edgesBelow = ({ tenant }: Pick<Within, 'tenant'>, seeds: RawBuilder<unknown>, asOf?: AsOf | null): RawBuilder<LotEdge> => sql<LotEdge>`
  with recursive seed (id) as (${seeds}), down (id) as (
    select id from seed
    union
    select l.output_id from down join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = down.id and ${linksThen(asOf)}
  )
  select ${columns} from down join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = down.id and ${linksThen(asOf)}`
