// The findings of the runs of a line, brought at the end of a step to what its history says: those of a run that was recorded, of the runs
// after one that was recorded, voided or superseded, and of the runs through which a lot went that was tested, or whose claim is another now.
import { sql } from 'kysely'
import { gramsByDay, type LineRun, type RunProduct, runFindings } from '#domain/chain/run-findings.ts'
import { entityOf } from '#domain/entities.ts'
import type { Scope } from '../../scope.ts'
import { changeBySystem } from '../../store/edit.ts'
import { gravestByRule } from '../../store/flags.ts'
import { recordsById } from '../../store/get.ts'
import { projectFlags } from '../../store/project-flags.ts'
import { answerWith, atEndOfStep, changesOfStep, stepKey } from '../../store/step.ts'
import { tolerances } from '../open-season.ts'
import { termsOf } from './line-then.ts'
import { trashOfRuns } from './lint-trash.ts'
import { findPressingsLater, projectPressings } from './pressing-findings.ts'
import { cleanOf, type Line, lineColumns, type RunData, runCaseOf, runsAround, shifted } from './processing-line.ts'

/** Of the run that is recorded or voided. */
export async function findRunsLater(scope: Scope, line: Line, { startedAt, endedAt }: RunData): Promise<void> {
  await atEndOfStep(scope, `findings of ${line.id} from ${Date.parse(endedAt)}`, async () => {
    await projectRuns(scope, line, endedAt)
  })
  await findPressingsLater(scope, line, { from: startedAt, to: endedAt })
}

/** The runs that ended, and the bales that were pressed, after something else happened on a line that is cleaned between claims: it was cleaned, or pressed bales. */
export async function findRunsAfterLater(scope: Scope, line: Line, { eventType, occurredAt }: { eventType: string; occurredAt: string }): Promise<void> {
  const at = new Date(occurredAt).toISOString()
  if (eventType === 'BALE_PRESSED') await findPressingsLater(scope, line, { from: at, to: at })
  if (line.segregation !== 'CLEANED_CHANGEOVER' || !line.lastRunAt || Date.parse(line.lastRunAt) <= Date.parse(at)) return
  await atEndOfStep(scope, `findings of ${line.id} from ${Date.parse(at)}`, async () => {
    await projectRuns(scope, line, at)
    if (eventType === 'CLEANING') await projectPressings(scope, line, { from: at, to: shifted(at, tolerances(scope).cleaningHours * 3_600_000) })
  })
}

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

/** Lots of this step whose claim is another now. */
const changedClaims = new WeakMap<object, Set<string>>()
/** The runs and pressings that a lot went into or came of, once its claim is another: what is found on them and after them, and what their lines say of the last one (BR-11). */
export function findRunsOfClaimLater(scope: Scope, lotId: string): Promise<void> {
  const lots = changedClaims.get(stepKey(scope)) ?? new Set<string>()
  changedClaims.set(stepKey(scope), lots.add(lotId))
  return atEndOfStep(scope, 'runs of changed claims', async () => {
    const ids = [...lots]
    lots.clear()
    const { rows } = await sql<{ lineId: string; occurredAt: string; startedAt: string | null; endedAt: string | null }>`
      with went (event_id) as (
        select l.event_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.input_id = any(${ids}::uuid[]) and l.voided_at is null
        union select l.event_id from lot_link as l where l.tenant_id = ${scope.tenant.id} and l.output_id = any(${ids}::uuid[]) and l.voided_at is null
      )
      select e.subject_id as "lineId", to_json(e.occurred_at)#>>'{}' as "occurredAt", e.data->>'startedAt' as "startedAt", e.data->>'endedAt' as "endedAt" from went join event as e on e.tenant_id = ${scope.tenant.id} and e.id = went.event_id
      where e.subject_type = 'processingsystem' and e.event_type in ('PROCESS_RUN', 'BALE_PRESSED') and e.status = 'RECORDED'`.execute(scope.db)
    const lines = await recordsById(scope, processingsystem, [...new Set(rows.map(({ lineId }) => lineId))].sort(), { lock: true })
    for (const line of lines) {
      await changeBySystem(scope, processingsystem, line, await lineColumns(scope, line.id))
      const ends = rows.flatMap(({ lineId, endedAt }) => (lineId === line.id && endedAt ? [Date.parse(endedAt)] : [])).sort((one, other) => one - other)
      let judgedTo = Number.NEGATIVE_INFINITY
      for (const end of ends) if (end > judgedTo) judgedTo = await projectRuns(scope, line, new Date(end).toISOString())
      for (const { lineId, occurredAt, startedAt, endedAt } of rows)
        if (lineId === line.id) await projectPressings(scope, line, { from: startedAt ?? occurredAt, to: endedAt ?? occurredAt })
    }
  })
}

/** Answers until when the runs are judged now, in milliseconds. */
async function projectRuns(scope: Scope, line: Line, moment: string): Promise<number> {
  const { runs, first, changedAt } = await runsAround(scope, line.id, moment)
  const events = runs.slice(first).map(({ id }) => id)
  const judgedTo = Date.parse(runs.at(-1)?.endedAt ?? moment)
  const { recorded, voided } = changesOfStep(scope)
  const isOfStep = voided.length === 0 && events.every((id) => recorded.includes(id))
  const all = runFindings(await lineRunsOf(scope, line, { runs, first, changedAt, isOfStep }), first, tolerances(scope))
  const findings = [...Map.groupBy(all, ({ eventId }) => eventId).values()].flatMap((own) => gravestByRule(own))
  // Of a run of this very step nothing was found before.
  if (findings.length === 0 && isOfStep) return judgedTo
  const fresh = await projectFlags(scope, processingsystem, line.id, ['4.2', 'BR-10', 'BR-11'], findings, { events })
  for (const { eventId, ...finding } of fresh) answerWith(scope, eventId, finding)
  return judgedTo
}
const processingsystem = entityOf('processingsystem')

type Around = Awaited<ReturnType<typeof runsAround>> & {
  /** Those from `first` on were recorded in this step, which takes nothing back: what is unclean is refused. */ isOfStep: boolean
}
async function lineRunsOf(scope: Scope, line: Line, { runs, first, changedAt, isOfStep }: Around): Promise<LineRun[]> {
  const ids = runs.flatMap(({ data }) => data.outputs.map(({ productId }) => productId))
  const products = new Map((await recordsById(scope, entityOf('product'), [...new Set(ids)])).map((product) => [product.id, product]))
  const lotIds = [...new Set(runs.slice(first).flatMap(({ data }) => data.inputs.map(({ batchId }) => batchId)))]
  const trash = await trashOfRuns(scope, line.id, runs)
  const isSince = runs.slice(first).every(({ endedAt }) => changedAt === null || Date.parse(changedAt) <= Date.parse(endedAt))
  const termsThen = isSince ? () => line : await termsOf(scope, line)
  const terms = runs.map(termsThen)
  const productOf = terms.some(({ inputProductIds }) => inputProductIds.length > 0) ? await productsOfLots(scope, lotIds) : new Map<string, RunProduct>()
  const isCleaned = !isOfStep && terms.slice(first).some(({ segregation }) => segregation === 'CLEANED_CHANGEOVER')
  const clean = isCleaned ? await cleanOf(scope, line.id, runs, first) : undefined
  return runs.map(({ id, startedAt, endedAt, data, claims, claim }, index) => {
    const own = terms[index] ?? line
    const runCase = runCaseOf(own, data, (productId) => products.get(productId)?.material ?? 'OTHER')
    const takenIn = data.inputs.flatMap(({ batchId }) => productOf.get(batchId) ?? [])
    const made = data.outputs.flatMap(({ productId }) => products.get(productId) ?? [])
    const days = gramsByDay({ startedAt, endedAt }, runCase.inputGrams, scope.tenant.timezone)
    return {
      eventId: id,
      line: own,
      startedAt,
      endedAt,
      days,
      claims,
      claim,
      case: runCase,
      products: { takenIn, made },
      trash: trash.get(id) ?? null,
      clean: clean?.get(id),
    }
  })
}

/** The product of each of these lots, in one statement. */
async function productsOfLots({ db, tenant }: Scope, lotIds: readonly string[]): Promise<Map<string, RunProduct>> {
  const { rows } = await sql<RunProduct & { lotId: string }>`select b.id as "lotId", p.id, p.title from productbatch as b
    join product as p on p.tenant_id = ${tenant.id} and p.id = b.product_id where b.tenant_id = ${tenant.id} and b.id = any(${[...lotIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ lotId, ...product }) => [lotId, product]))
}
