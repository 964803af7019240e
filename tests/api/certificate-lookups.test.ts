// What a certificate asks of the history of its lots: where each lay when it was sent, by an index of moves and receipts alone, however long that history is.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { appRole } from '#server/db/connection.ts'
import { dispatchesQuery } from '#server/ledger/certificate-queries.ts'
import { openWorld, type World } from '../harness/world.ts'
import { type Chain, chainOf, clock, type Json } from './chain-stage.ts'
import { type Sales, salesOf } from './sale-stage.ts'

let world: World
let chain: Chain
let sales: Sales
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
  sales = salesOf(chain)
}, 120_000)

describe('where a lot lay when it was sent', () => {
  it('is read from an index of moves and receipts', async () => {
    const lot = await sales.lot(100)
    const { dispatchId } = await sales.send(lot, 10)
    const certificate: Json = { id: dispatchId, collectiveId: world.places.cotton.OP1?.id, processorId: null, correctsId: null }
    let plan = ''
    const undone = new Error('Undone')
    const { id: tenantId } = world.tenants.cotton
    const planned = world.database.owner(async (db) => {
      // A lot of which much is recorded, and moves of others; read as the product reads, under row security.
      const copies = (n: number, type: string, isElsewhere: boolean) =>
        sql`insert into event (tenant_id, id, event_type, subject_type, subject_id, subject_version, operator_id, occurred_at, occurred_offset_min, recorded_at, recorded_by, source, data, status_after, hash)
          select e.tenant_id, gen_random_uuid(), ${type}, e.subject_type, case when ${isElsewhere} then gen_random_uuid() else e.subject_id end, e.subject_version + 1000 + n, e.operator_id,
            e.occurred_at - n * interval '1 minute', e.occurred_offset_min, e.recorded_at, e.recorded_by, e.source, e.data, e.status_after, e.hash
          from event as e, generate_series(1, ${n}::integer) as n where e.tenant_id = ${tenantId} and e.id = ${dispatchId}::uuid`.execute(db)
      await copies(5000, 'LAB_RESULT', false)
      await copies(500, 'MOVE', true)
      // All tables, or the plan depends on which of them the database has counted by itself meanwhile.
      await sql`analyze`.execute(db)
      await sql.raw(`set local role ${appRole}`).execute(db)
      await sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`.execute(db)
      const { rows } = await sql<{
        'QUERY PLAN': string
      }>`explain ${dispatchesQuery({ tenant: { id: tenantId } } as never, certificate, [dispatchId])}`.execute(db)
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      throw undone
    })
    await expect(planned).rejects.toBe(undone)
    expect(plan.match(/(Index Scan|Index Scan Backward|Index Only Scan|Bitmap Index Scan) (using|on) event__lot_moved__idx/g)).toHaveLength(2)
  })
})
