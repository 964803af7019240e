// What quality tests say of the trash of lint that is spun (2.3), for many runs at once.
import { sql } from 'kysely'
import type { Scope } from '../../scope.ts'
import type { RunData } from './processing-line.ts'

type Test = { lotId: string; at: string; trash: number }
type Link = { lotId: string; fromId: string; kg: number }
type Spun = { id: string; data: Pick<RunData, 'process' | 'inputs' | 'startedAt'> }

/** Lint and bales that a lot was made of or came as: what was sent has another lot where it arrives, bales are pressed of lint. */
const ofLint = sql<boolean>`exists (select from productbatch as b join product as p on p.tenant_id = b.tenant_id and p.id = b.product_id
  where b.tenant_id = l.tenant_id and b.id = l.input_id and p.material in ('LINT', 'BALE'))`

/**
 * Trash of what these runs of carded spinning took in, 0 to 1 of the mass, by run; none of a run where it is not known of all of it. Of several tests of a lot
 * the last one before the run counts, else the first one after it: it is the same lint. A lot without a test is as what it was made of, by kilograms.
 */
export async function trashOfRuns({ db, tenant }: Scope, lineId: string, runs: readonly Spun[]): Promise<Map<string, number>> {
  const spun = runs.filter(({ data }) => data.process === 'SPINNING_CARDED')
  const ids = [...new Set(spun.flatMap(({ data }) => data.inputs.map(({ batchId }) => batchId)))]
  if (ids.length === 0) return new Map()
  const { rows: links } = await sql<Link>`
    with recursive above (id) as (
      select unnest(${ids}::uuid[])
      union select l.input_id from above join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.input_kind = 'productbatch' and l.voided_at is null and ${ofLint}
    )
    select l.output_id as "lotId", l.input_id as "fromId", l.kg::float8 as kg from above
      join lot_link as l on l.tenant_id = ${tenant.id} and l.output_id = above.id and l.input_kind = 'productbatch' and l.voided_at is null and ${ofLint}
    order by l.output_id, l.input_id, l.event_id`.execute(db)
  const all = [...new Set([...ids, ...links.map(({ fromId }) => fromId)])]
  const { rows } = await sql<Test>`
    with place (id) as (
      select ${lineId}::uuid union select b.processing_system_id from productbatch as b where b.tenant_id = ${tenant.id} and b.id = any(${all}::uuid[])
      union select coalesce(p.data->>'processingSystemId', p.data#>>'{changes,processingSystemId,to}')::uuid from event as p
        where p.tenant_id = ${tenant.id} and p.subject_type = 'productbatch' and p.subject_id = any(${all}::uuid[])
          and p.event_type in ('CREATED', 'EDITED', 'MOVE', 'RECEIVED') and p.status = 'RECORDED'
    )
    select e.data->>'batchId' as "lotId", e.occurred_at as at, (e.data->>'trash')::float8 / 100 as trash
    from event as e join place on place.id = e.subject_id
    where e.tenant_id = ${tenant.id} and e.subject_type = 'processingsystem' and e.event_type = 'QC_TEST' and e.status = 'RECORDED'
      and e.data->>'batchId' = any(${all}::text[]) and e.data->>'trash' is not null
    order by e.occurred_at, e.recorded_at, e.id`.execute(db)
  const tests = Map.groupBy(rows, ({ lotId }) => lotId)
  const sources = Map.groupBy(links, ({ lotId }) => lotId)
  const trashOf = (id: string, moment: string): number | null =>
    testAt(tests.get(id) ?? [], moment)?.trash ?? mean((sources.get(id) ?? []).map(({ fromId, kg }) => ({ kg, trash: trashOf(fromId, moment) })))
  return new Map(
    spun.flatMap(({ id, data: { inputs, startedAt } }) => {
      const trash = mean(inputs.map(({ batchId, kg }) => ({ kg, trash: trashOf(batchId, startedAt) })))
      return trash === null ? [] : [[id, trash] as const]
    }),
  )
}
const testAt = (tests: readonly Test[], moment: string): Test | undefined => tests.findLast(({ at }) => Date.parse(at) <= Date.parse(moment)) ?? tests[0]

/** By kilograms; null where one is not known, or there is nothing. */
function mean(parts: readonly { kg: number; trash: number | null }[]): number | null {
  const total = parts.reduce((sum, { kg }) => sum + kg, 0)
  if (total <= 0 || parts.some(({ trash }) => trash === null)) return null
  return parts.reduce((sum, { kg, trash }) => sum + kg * (trash ?? 0), 0) / total
}
