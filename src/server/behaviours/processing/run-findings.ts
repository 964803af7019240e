// The findings of the runs of a line, brought at the end of a step to what its history says: those of a run that was recorded, and of
// the runs after one that was recorded, voided or superseded.
import { sql } from 'kysely'
import { gramsByDay, type LineRun, runFindings } from '#domain/chain/run-findings.ts'
import { entityOf } from '#domain/entities.ts'
import type { Scope } from '../../scope.ts'
import { gravestByRule } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { answerWith, atEndOfStep, changesOfStep } from '../../store/step.ts'
import { tolerances } from '../open-season.ts'
import { trashOfRuns } from './lint-trash.ts'
import { type Line, type Run, type RunData, runCaseOf, runsAround } from './processing-line.ts'

/** `endedAt`: of the run that is recorded or voided. */
export const findRunsLater = (scope: Scope, line: Line, { endedAt }: RunData): Promise<void> =>
  atEndOfStep(scope, `findings of ${line.id} from ${Date.parse(endedAt)}`, () => projectRuns(scope, line, endedAt))

/** The runs that a lot, or what was made of it, was spun in, once a test of it is recorded or voided. */
export const findRunsOfLotLater = (scope: Scope, lotId: string): Promise<void> =>
  atEndOfStep(scope, `runs of tested ${lotId}`, async () => {
    const { rows } = await sql<{ lineId: string; endedAt: string }>`
      with recursive below (id) as (
        select ${lotId}::uuid
        union select l.output_id from below join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = below.id and l.input_kind = 'productbatch' and l.voided_at is null
          where exists (select from productbatch as b join product as p on p.tenant_id = b.tenant_id and p.id = b.product_id
            where b.tenant_id = l.tenant_id and b.id = l.output_id and p.material in ('LINT', 'BALE'))
      )
      select distinct e.subject_id as "lineId", e.data->>'endedAt' as "endedAt" from below
        join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = below.id and l.input_kind = 'productbatch' and l.voided_at is null
        join event as e on e.tenant_id = ${scope.tenant.id} and e.id = l.event_id
      where e.event_type = 'PROCESS_RUN' and e.status = 'RECORDED' and e.data->>'process' = 'SPINNING_CARDED' order by 1, 2`.execute(scope.db)
    const lines = await recordsById(scope, processingsystem, [...new Set(rows.map(({ lineId }) => lineId))].sort(), { lock: true })
    for (const line of lines) for (const { endedAt } of rows.filter(({ lineId }) => lineId === line.id)) await projectRuns(scope, line, endedAt)
  })

async function projectRuns(scope: Scope, line: Line, moment: string): Promise<void> {
  const { runs, first } = await runsAround(scope, line.id, moment)
  const events = runs.slice(first).map(({ id }) => id)
  const all = runFindings(line, await lineRunsOf(scope, line, runs), first, tolerances(scope))
  const findings = [...Map.groupBy(all, ({ eventId }) => eventId).values()].flatMap((own) => gravestByRule(own))
  const { recorded } = changesOfStep(scope)
  // Of a run of this very step nothing was found before.
  if (findings.length === 0 && events.every((id) => recorded.includes(id))) return
  const fresh = await projectFlags(scope, processingsystem, line.id, ['4.2', 'BR-10', 'BR-11'], findings, { events })
  for (const { eventId, ...finding } of fresh) answerWith(scope, eventId, finding)
}
const processingsystem = entityOf('processingsystem')

async function lineRunsOf(scope: Scope, line: Line, runs: readonly Run[]): Promise<LineRun[]> {
  const ids = runs.flatMap(({ data }) => data.outputs.map(({ productId }) => productId))
  const products = new Map((await recordsById(scope, entityOf('product'), [...new Set(ids)])).map((product) => [product.id, product]))
  const trash = await trashOfRuns(scope, line.id, runs)
  return runs.map(({ id, startedAt, endedAt, data, claims, claim }) => {
    const runCase = runCaseOf(line, data, (productId) => products.get(productId)?.material ?? 'OTHER')
    const days = gramsByDay({ startedAt, endedAt }, runCase.inputGrams, scope.tenant.timezone)
    return { eventId: id, startedAt, endedAt, days, claims, claim, case: runCase, trash: trash.get(id) ?? null }
  })
}
