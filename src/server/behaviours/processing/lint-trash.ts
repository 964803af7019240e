// What quality tests say of the trash of lots that are spun (2.3), for many runs at once.
import { sql } from 'kysely'
import type { Scope } from '../../scope.ts'
import type { RunData } from './processing-line.ts'

type Test = { lotId: string; at: string; trash: number }
type Spun = { id: string; data: Pick<RunData, 'process' | 'inputs' | 'startedAt'> }

/**
 * Trash of what these runs of carded spinning took in, 0 to 1 of the mass, by run; none of a run where it is not known of all of it. Of several tests
 * of a lot the last one before the run counts, else the first one after it: it is the same lint. Tests are those of this line and of wherever the lot lay.
 */
export async function trashOfRuns({ db, tenant }: Scope, lineId: string, runs: readonly Spun[]): Promise<Map<string, number>> {
  const spun = runs.filter(({ data }) => data.process === 'SPINNING_CARDED')
  const ids = [...new Set(spun.flatMap(({ data }) => data.inputs.map(({ batchId }) => batchId)))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Test>`
    with place (id) as (
      select ${lineId}::uuid union select b.processing_system_id from productbatch as b where b.tenant_id = ${tenant.id} and b.id = any(${ids}::uuid[])
      union select coalesce(p.data->>'processingSystemId', p.data#>>'{changes,processingSystemId,to}')::uuid from event as p
        where p.tenant_id = ${tenant.id} and p.subject_type = 'productbatch' and p.subject_id = any(${ids}::uuid[])
          and p.event_type in ('CREATED', 'EDITED', 'MOVE', 'RECEIVED') and p.status = 'RECORDED'
    )
    select e.data->>'batchId' as "lotId", e.occurred_at as at, (e.data->>'trash')::float8 / 100 as trash
    from event as e join place on place.id = e.subject_id
    where e.tenant_id = ${tenant.id} and e.subject_type = 'processingsystem' and e.event_type = 'QC_TEST' and e.status = 'RECORDED'
      and e.data->>'batchId' = any(${ids}::text[]) and e.data->>'trash' is not null
    order by e.occurred_at, e.recorded_at, e.id`.execute(db)
  const tests = Map.groupBy(rows, ({ lotId }) => lotId)
  return new Map(
    spun.flatMap(({ id, data: { inputs, startedAt } }) => {
      const known = inputs.map(({ batchId, kg }) => ({ kg, test: testAt(tests.get(batchId) ?? [], startedAt) }))
      const total = known.reduce((sum, { kg }) => sum + kg, 0)
      if (total <= 0 || known.some(({ test }) => test === undefined)) return []
      return [[id, known.reduce((sum, { kg, test }) => sum + kg * (test?.trash ?? 0), 0) / total] as const]
    }),
  )
}
const testAt = (tests: readonly Test[], moment: string): Test | undefined => tests.findLast(({ at }) => Date.parse(at) <= Date.parse(moment)) ?? tests[0]
