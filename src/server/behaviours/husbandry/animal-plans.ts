// The planned steps of a flock or a pond as they are stored: a projection of what was recorded, as that of a crop (BR-18; animal 9.3;
// docs/decisions/0055-plans-are-projected.md), brought up to date at the end of every step and by the day.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type AnimalStep, animalPlan, isStockStepInQuestion, plannedQuantity, stockStepQuestions } from '#domain/husbandry/animal-plan.ts'
import type { Stock as StockRecord } from '#domain/husbandry/living.ts'
import { criticalWeight } from '#domain/kernel/plan.ts'
import type { Scope } from '../../scope.ts'
import { atEndOfStep } from '../../store/step.ts'
import { type FoldedPlan, leftOutIn, writePlans } from '../plan-rows.ts'
import { askAfterwards } from '../step-findings.ts'
import { retireTasks } from '../work/caused-tasks.ts'
import { planColumns, type StockKind, type StockPlanBasis, stockPlanBasis, stocksById } from './animal-plan-basis.ts'

/** Of an event of a flock or pond: it did no step, and an open one could take it. One statement where no step is of its type. */
export async function isStockInQuestion(scope: Scope, kind: StockKind, id: string, event: { id: string; eventType: string }): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`select coalesce(bool_or(p.fulfilled_by_event_id is not distinct from ${event.id}), true) as does
    from planevent as p where p.tenant_id = ${scope.tenant.id} and ${planColumns[kind]} = ${id}::uuid and p.event_type = ${event.eventType}
      and (p.poultry_pop_id is not null or p.aqua_pop_id is not null) and p.deleted_at is null`.execute(scope.db)
  if (rows[0]?.does !== false) return false
  const stocks = await stocksById(scope, kind, [id])
  return (await stockPlanBasis(scope, kind, stocks)).some(({ input }) => isStockStepInQuestion(input, event.id))
}

const units = { KG: 'kg', G: 'g', L: 'L', ML: 'mL' } as const

/** Once at the end of the step, after everything else of it is projected. */
export const settleAnimalPlanLater = (scope: Scope, kind: StockKind, id: string): Promise<void> =>
  atEndOfStep(scope, `plan of ${kind} ${id}`, () => settleAnimalPlans(scope, kind, [id]))

/** Brings the planned steps of flocks or ponds to what is recorded, as of today. As many statements for many as for one. */
export async function settleAnimalPlans(scope: Scope, kind: StockKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const stocks = await stocksById(scope, kind, [...ids].sort())
  const basis = await stockPlanBasis(scope, kind, stocks)
  await writePlans(scope, basis.map(foldedPlan))
  // Of one that has ended nobody is asked any more.
  await askAfterwards(
    scope,
    entityOf(kind),
    basis.map(({ stock, input, endedOn, inQuestion }) => ({
      inQuestion,
      subjectId: stock.id,
      facts: endedOn === null ? stockStepQuestions(input, inQuestion.unanswered) : [],
    })),
  )
}

function foldedPlan({ kind, stock, rows, input, packages, endedOn }: StockPlanBasis): FoldedPlan {
  const size = sizeOf(stock)
  return {
    rows,
    planned: animalPlan(input),
    place: {
      operatorId: stock.operatorId,
      ...(kind === 'poultrybatch' ? { poultryBatchId: stock.id } : { aquaCropId: stock.id }),
      farmerId: stock.farmerId,
      village: stock.village,
    },
    endedOn,
    leftOut: leftOutIn(rows),
    facts: input.facts,
    columnsOf({ code, packageId }) {
      const step: AnimalStep | undefined = packages.get(packageId)?.planEvents.find((one) => one.code === code)
      const { name, itemId = null, weight, instruction = null, audio, condition, doseUnit, critical = false, evidence } = step ?? { name: code, weight: 1 }
      return {
        ...{ name, itemId, weight: critical ? criticalWeight : weight, instruction, audio: audio?.length ? audio : null },
        evidence: evidence?.length ? evidence : null,
        plannedQty: step ? plannedQuantity(step, size) : null,
        unit: doseUnit && doseUnit !== 'COUNT' ? units[doseUnit] : null,
        ...(kind === 'poultrybatch' ? { poultryPopId: packageId } : { aquaPopId: packageId }),
        // Its words are judged by people: a step of which nobody has said that it holds is not missed.
        isJudged: Boolean(condition),
        bounds: step?.bounds?.length ? step.bounds : null,
      }
    },
  }
}

/** As it is counted and weighed now; before it came, as it is to come. */
const sizeOf = (stock: StockRecord) =>
  'placementDate' in stock
    ? { heads: stock.aliveCount ?? stock.placedFemale + stock.placedMale + stock.placedUnsexed, biomassKg: null, areaM2: null, volumeM3: null }
    : { heads: stock.aliveCount ?? stock.stockedCount, biomassKg: stock.biomassKg, areaM2: stock.waterAreaM2, volumeM3: stock.volumeM3 }

/** A stock that was entered by mistake takes its planned steps along. */
export async function retireAnimalPlan(scope: Scope, kind: StockKind, id: string): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`with gone as (update planevent set deleted_at = ${scope.now}::timestamptz where tenant_id = ${scope.tenant.id} and ${planColumns[kind]} = ${id}::uuid
      and (poultry_pop_id is not null or aqua_pop_id is not null) and deleted_at is null returning id),
    unsaid as (delete from search_token as t using gone where t.tenant_id = ${scope.tenant.id} and t.entity = 'planevent' and t.record_id = gone.id)
    select id from gone`.execute(scope.db)
  await retireTasks(
    scope,
    'planEventId',
    rows.map(({ id: gone }) => gone),
  )
}
