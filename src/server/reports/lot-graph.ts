// Reading the graph of lots: which lot came from which, upwards to the crops or downwards to the last buyer.
// One recursive query over ids each way; every table reference names its tenant, so that it stays on one shard.
import { type RawBuilder, sql } from 'kysely'
import type { Edge } from '#domain/chain/trace-graph.ts'
import type { Scope } from '../scope.ts'
import { linksThen } from '../store/past.ts'

/** All that a report needs of a scope: a public page has no person. */
export type Within = Pick<Scope, 'db' | 'tenant' | 'now'>
/** `kg` of lot `to` came from a crop or a lot. */
export type LotEdge = Edge & { fromKind: 'crop' | 'productbatch'; eventId: string }

const columns = sql`l.input_id as "from", l.output_id as "to", l.kg, l.input_kind as "fromKind", l.event_id as "eventId"`

/** Every edge above a lot (`seed`: a row with its id): all inputs of all ancestors. */
export const edgesAbove = (scope: Pick<Scope, 'tenant' | 'past'>, seed: RawBuilder<unknown>): RawBuilder<LotEdge> => sql<LotEdge>`
  with recursive up (id) as (
    ${seed}
    union
    select l.input_id from up join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.output_id = up.id and ${linksThen(scope)}
  )
  select ${columns} from up join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.output_id = up.id and ${linksThen(scope)}`

/** Every edge below these crops or lots (`seeds`: rows of ids), and all other inputs of what came of them (shares need them). */
export const edgesBelow = (scope: Pick<Scope, 'tenant' | 'past'>, seeds: RawBuilder<unknown>): RawBuilder<LotEdge> => sql<LotEdge>`
  with recursive seed (id) as (${seeds}), down (id) as (
    select id from seed
    union
    select l.output_id from down join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = down.id and ${linksThen(scope)}
  )
  select ${columns} from down join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.output_id = down.id and ${linksThen(scope)}`
