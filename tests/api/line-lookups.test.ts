// What a run asks of the history of its line: the days on which the line was changed by one index, however many years of runs it has, and of what was pressed between two runs all there is.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { changedQuery, cleanOf, type Run } from '#server/behaviours/processing/processing-line.ts'
import { appRole } from '#server/db/connection.ts'
import type { Db } from '#server/scope.ts'
import { messagesOf, statementsIn } from '../harness/statements.ts'
import { openWorld, type World } from '../harness/world.ts'
import { at, type Chain, chainOf, clock, ok, record } from './chain-stage.ts'

let world: World
let chain: Chain
beforeAll(async () => {
  world = await openWorld({ now: clock })
  chain = await chainOf(world)
}, 120_000)
const line = async (segregation: string): Promise<string> => {
  const ada = world.as('ada', 'OP1')
  const place = { place: 'Khargone', district: 'Khargone', systemType: 'GINNING', processorId: chain.ginner, capacityKgPerDay: 20_000 }
  const { id } = await ok(ada.post('/processingsystem', { ...place, name: `Line ${segregation} of lookups`, segregation }))
  await ok(record(ada, 'processingsystem', id, 'ACTIVATED', '2025-06-01'))
  return id
}

/** More events of a line, an hour after each other from the one that it has; or of lines that there are not. */
const copies = (db: Db, tenantId: number, id: string, { n, type, of, elsewhere = false }: { n: number; type: string; of: string; elsewhere?: boolean }) =>
  sql`insert into event (tenant_id, id, event_type, subject_type, subject_id, subject_version, operator_id, occurred_at, occurred_offset_min, recorded_at, recorded_by, source, data, status_after, hash)
    select e.tenant_id, gen_random_uuid(), ${type}, e.subject_type, case when ${elsewhere} then gen_random_uuid() else e.subject_id end, e.subject_version + n, e.operator_id,
      e.occurred_at + n * interval '1 hour', e.occurred_offset_min, e.recorded_at, e.recorded_by, e.source, e.data - 'startedAt' - 'endedAt', e.status_after, e.hash
    from event as e, generate_series(1, ${n}::integer) as n
    where e.tenant_id = ${tenantId} and e.subject_id = ${id}::uuid and e.event_type = ${of}`.execute(db)

describe('when a line was changed', () => {
  it('is asked once where a run is judged, of what is after it, and read from an index of changes alone', async () => {
    const id = await line('SEPARATE_LINE')
    const lot = await chain.boughtAtGin(100)
    const data = {
      ...{ process: 'GINNING', inputs: [{ batchId: lot, kg: 100 }], wasteKg: 5, invisibleKg: 2, startedAt: at('2025-12-01', 8), endedAt: at('2025-12-01', 9) },
      outputs: [
        { productId: chain.products.lint, kg: 34 },
        { productId: chain.products.cottonseed, kg: 59 },
      ],
    }
    const run = () =>
      ok(
        world.as('paul', 'OP1').post(`/processingsystem/${id}/events`, { eventType: 'PROCESS_RUN', occurredAt: at('2025-12-01', 10), lateReason: 'Log', data }),
      )
    const sent = statementsIn(await messagesOf(run))
    expect(sent.filter((text) => text.includes("'EDITED'"))).toHaveLength(1)
    let plan = ''
    const undone = new Error('Undone')
    const { id: tenantId } = world.tenants.cotton
    const planned = world.database.owner(async (db) => {
      // Years of runs of this line, a few changes of others; read as the product reads, under row security.
      await copies(db, tenantId, id, { n: 5000, type: 'PROCESS_RUN', of: 'ACTIVATED' })
      await copies(db, tenantId, id, { n: 500, type: 'EDITED', of: 'ACTIVATED', elsewhere: true })
      await sql`analyze event`.execute(db)
      await sql.raw(`set local role ${appRole}`).execute(db)
      await sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`.execute(db)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${changedQuery({ tenant: { id: tenantId } } as never, id, '2025-06-02T00:00:00Z')}`.execute(
        db,
      )
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      throw undone
    })
    await expect(planned).rejects.toBe(undone)
    expect(plan).toMatch(/(Index Scan|Index Scan Backward|Bitmap Index Scan) (using|on) event__facility_edited__idx/)
    expect(plan).toMatch(/Index Cond: .*occurred_at >/)
  })
})

describe('what was pressed between two runs', () => {
  it('is looked at whole: the pressing just before a run is found behind two thousand later ones', async () => {
    const id = await line('CLEANED_CHANGEOVER')
    await ok(
      world.as('paul', 'OP1').post(`/processingsystem/${id}/events`, {
        ...{ eventType: 'CLEANING', occurredAt: at('2025-06-02'), lateReason: 'Log', data: { area: 'Line', method: 'BLOWN' } },
      }),
    )
    const first = Date.parse(at('2025-06-02')) + 3_600_000
    const run = (id: string, hours: number): Run => {
      const startedAt = new Date(first + hours * 3_600_000 + 60_000).toISOString()
      return {
        id,
        startedAt,
        endedAt: new Date(Date.parse(startedAt) + 60_000).toISOString(),
        isPressing: false,
        claim: 'ORGANIC',
        claims: ['ORGANIC'],
        recordedAt: startedAt,
        data: {} as never,
      }
    }
    const runs = [run('early', 0), run('late', 1999)]
    const undone = new Error('Undone')
    const looked = world.scoped('ada', async (scope) => {
      await copies(scope.db, scope.tenant.id, id, { n: 2000, type: 'BALE_PRESSED', of: 'CLEANING' })
      const clean = await cleanOf(scope, id, runs, 0)
      expect(['early', 'late'].map((one) => Date.parse(clean.get(one)?.lastRunAt ?? ''))).toEqual([first, first + 1999 * 3_600_000])
      throw undone
    })
    await expect(looked).rejects.toBe(undone)
  })
})
