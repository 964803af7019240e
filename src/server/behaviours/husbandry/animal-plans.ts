// The planned steps of a flock or a pond as they are stored: a projection of what was recorded, as that of a crop (BR-18; animal 9.3;
// docs/decisions/0055-plans-are-projected.md), brought up to date at the end of every step and by the day.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type AnimalPackage, type AnimalPlanInput, type AnimalStep, animalPlan, plannedPreparation, plannedQuantity } from '#domain/husbandry/animal-plan.ts'
import type { Stock as StockRecord } from '#domain/husbandry/living.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { atEndOfStep } from '../../store/step.ts'
import { type FoldedPlan, keyOf, leftOutIn, type PlanRow, planevent, writePlans } from '../plan-rows.ts'
import { retireTasks } from '../work/caused-tasks.ts'

export type Kind = 'poultrybatch' | 'aquacrop'
/** Columns of planned events that name the stock and its package. */
const columns = { poultrybatch: sql.ref('poultry_batch_id'), aquacrop: sql.ref('aqua_crop_id') } as const
/** What ends it: nothing is asked for after that. */
const ends: ReadonlySet<string> = new Set(['CLEANOUT', 'CANCELLED', 'FINAL_HARVEST', 'FAILED'])
const units = { KG: 'kg', G: 'g', L: 'L', ML: 'mL' } as const

type Event = { id: string; eventType: string; occurredAt: string; data: Readonly<Record<string, unknown>>; popId: string | null; planEventId: string | null }
type Package = AnimalPackage & { id: string }

/** Once at the end of the step, after everything else of it is projected. */
export const settleAnimalPlanLater = (scope: Scope, kind: Kind, id: string): Promise<void> =>
  atEndOfStep(scope, `plan of ${kind} ${id}`, () => settleAnimalPlan(scope, kind, id))

/** Brings the planned steps of a flock or pond to what is recorded, as of today. */
export async function settleAnimalPlan(scope: Scope, kind: Kind, id: string): Promise<void> {
  const [stock] = await stocksById(scope, kind, [id])
  if (!stock) return
  const rows = await rowsOf(scope, kind, id)
  const events = await eventsOf(scope, kind, id)
  const packageIds = [...new Set(events.flatMap(({ popId }) => popId ?? []))]
  if (packageIds.length === 0) return
  const packages = new Map((await packagesById(scope, kind, packageIds)).map((one) => [one.id, one]))
  await writePlans(scope, [foldedPlan(scope, { kind, stock, rows, events, packages })])
}

const stocksById = (scope: Scope, kind: Kind, ids: readonly string[]): Promise<StockRecord[]> =>
  kind === 'poultrybatch' ? recordsById(scope, entityOf('poultrybatch'), ids, { lock: true }) : recordsById(scope, entityOf('aquacrop'), ids, { lock: true })
const packagesById = (scope: Scope, kind: Kind, ids: readonly string[]): Promise<Package[]> =>
  kind === 'poultrybatch' ? recordsById(scope, entityOf('poultrypop'), ids) : recordsById(scope, entityOf('aquapop'), ids)

async function rowsOf(scope: Scope, kind: Kind, id: string): Promise<PlanRow[]> {
  const { rows } = await sql<{ id: string }>`select id from planevent where tenant_id = ${scope.tenant.id} and ${columns[kind]} = ${id}::uuid
    and (poultry_pop_id is not null or aqua_pop_id is not null) and deleted_at is null order by id`.execute(scope.db)
  return recordsById(
    scope,
    planevent,
    rows.map((row) => row.id),
    { lock: true },
  )
}

/** Everything of its lifecycle; of its making and of edits only which package they chose. In order of occurrence. */
async function eventsOf(scope: Scope, kind: Kind, id: string): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select e.id, e.event_type as "eventType", e.occurred_at as "occurredAt", e.plan_event_id as "planEventId", e.data #>> '{changes,popId,to}' as "popId",
      case when e.event_type in ('CREATED', 'EDITED') then jsonb_build_object('isChosen', e.data #> '{changes,popId}' is not null) else e.data end as data
    from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${kind} and e.subject_id = ${id}::uuid and e.status = 'RECORDED'
    order by e.occurred_at, e.id`.execute(scope.db)
  return rows
}

type Basis = { kind: Kind; stock: StockRecord; rows: readonly PlanRow[]; events: readonly Event[]; packages: ReadonlyMap<string, Package> }

function foldedPlan(scope: Scope, { kind, stock, rows, events, packages }: Basis): FoldedPlan {
  const leftOut = leftOutIn(rows)
  const last = events.findLast(({ eventType }) => ends.has(eventType))
  const endedOn = last ? localDay(scope, last.occurredAt) : null
  const size = sizeOf(stock)
  return {
    rows,
    planned: animalPlan(inputOf(scope, { stock, rows, events, packages, leftOut, endedOn })),
    place: {
      operatorId: stock.operatorId,
      ...(kind === 'poultrybatch' ? { poultryBatchId: stock.id } : { aquaCropId: stock.id }),
      farmerId: stock.farmerId,
      village: stock.village,
    },
    endedOn,
    leftOut,
    columnsOf({ code, packageId }) {
      const step: AnimalStep | undefined = packages.get(packageId)?.planEvents.find((one) => one.code === code)
      const { name, itemId = null, weight, instruction = null, condition, doseUnit } = step ?? { name: code, weight: 1 }
      return {
        ...{ name, itemId, weight, instruction },
        plannedQty: step ? plannedQuantity(step, size) : null,
        unit: doseUnit && doseUnit !== 'COUNT' ? units[doseUnit] : null,
        ...(kind === 'poultrybatch' ? { poultryPopId: packageId } : { aquaPopId: packageId }),
        // Its words are judged by people: a step of which nobody has said that it holds is not missed.
        isJudged: Boolean(condition),
      }
    },
  }
}

type Known = Pick<Basis, 'stock' | 'rows' | 'events' | 'packages'> & { leftOut: ReadonlySet<string>; endedOn: string | null }

function inputOf(scope: Scope, { stock, rows, events, packages, leftOut, endedOn }: Known): AnimalPlanInput {
  const keys = new Map(rows.map((row) => [row.id, keyOf(row)]))
  const followed = stock.popId === null ? undefined : packages.get(stock.popId)
  const preparation = followed && 'stockingDate' in stock ? plannedPreparation(followed, stock.stockingDate) : null
  return {
    packages: events.flatMap(({ id, eventType, occurredAt, data, popId }) => {
      if ((eventType !== 'CREATED' && eventType !== 'EDITED') || data.isChosen !== true) return []
      if (eventType === 'CREATED' && popId === null) return []
      // The package that it began with counts from the beginning.
      const at = eventType === 'CREATED' ? '1970-01-01T00:00:00.000Z' : new Date(occurredAt).toISOString()
      return [{ at, eventId: id, packageId: popId ?? '', package: packages.get(popId ?? '') ?? null }]
    }),
    facts: events.flatMap(({ id, eventType, occurredAt, data, planEventId }) => {
      if (eventType === 'CREATED' || eventType === 'EDITED') return []
      const day = typeof data.day === 'string' ? data.day : localDay(scope, occurredAt)
      const names = planEventId === null ? null : (keys.get(planEventId) ?? null)
      return [{ id, eventType, occurredAt: new Date(occurredAt).toISOString(), day, data, names }]
    }),
    planned: {
      ...('placementDate' in stock ? { PLACEMENT: stock.placementDate, HATCH: stock.hatchDate } : { STOCKING: stock.stockingDate }),
      ...(preparation ? { PREP_START: preparation } : {}),
    },
    ...{ endedOn, leftOut, today: localDay(scope) },
  }
}

/** As it is counted and weighed now; before it came, as it is to come. */
const sizeOf = (stock: StockRecord) =>
  'placementDate' in stock
    ? { heads: stock.aliveCount ?? stock.placedFemale + stock.placedMale + stock.placedUnsexed, biomassKg: null, areaM2: null, volumeM3: null }
    : { heads: stock.aliveCount ?? stock.stockedCount, biomassKg: stock.biomassKg, areaM2: stock.waterAreaM2, volumeM3: stock.volumeM3 }

/** A stock that was entered by mistake takes its planned steps along. */
export async function retireAnimalPlan(scope: Scope, kind: Kind, id: string): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`with gone as (update planevent set deleted_at = ${scope.now}::timestamptz where tenant_id = ${scope.tenant.id} and ${columns[kind]} = ${id}::uuid
      and (poultry_pop_id is not null or aqua_pop_id is not null) and deleted_at is null returning id),
    unsaid as (delete from search_token as t using gone where t.tenant_id = ${scope.tenant.id} and t.entity = 'planevent' and t.record_id = gone.id)
    select id from gone`.execute(scope.db)
  await retireTasks(
    scope,
    'planEventId',
    rows.map(({ id: gone }) => gone),
  )
}
