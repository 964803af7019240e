// What the plans of flocks and ponds are folded from, read for many of them at once: their packages, their stored steps and their own events
// (animal 9.3, BR-18).
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import { type AnimalPackage, type AnimalPlanInput, plannedPreparation } from '#domain/husbandry/animal-plan.ts'
import type { Stock } from '#domain/husbandry/living.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Scope } from '../../scope.ts'
import { recordsById } from '../../store/get.ts'
import { keyOf, leftOutIn, type PlanRow, planevent } from '../plan-rows.ts'
import { type KnownQuestion, type Questions, questionsAmong, questionsOfEvent } from '../step-findings.ts'

export type StockKind = 'poultrybatch' | 'aquacrop'
/** Columns of planned events that name the stock. */
export const planColumns = { poultrybatch: sql.ref('poultry_batch_id'), aquacrop: sql.ref('aqua_crop_id') } as const
/** What ends it: nothing is asked for after that. */
const ends: ReadonlySet<string> = new Set(['CLEANOUT', 'CANCELLED', 'FINAL_HARVEST', 'FAILED'])

type Event = {
  id: string
  subjectId: string
  eventType: string
  occurredAt: string
  data: Readonly<Record<string, unknown>>
  popId: string | null
  planEventId: string | null
  forNoStep: boolean | null
  questions: KnownQuestion[] | null
}
type Package = AnimalPackage & { id: string }
/** The plan of a flock or pond as it is stored, and what it follows from. `endedOn`: local day, null while it lives. */
export type StockPlanBasis = {
  kind: StockKind
  stock: Stock
  rows: readonly PlanRow[]
  input: AnimalPlanInput
  packages: ReadonlyMap<string, Package>
  endedOn: string | null
  inQuestion: Questions
}

export const stocksById = (scope: Scope, kind: StockKind, ids: readonly string[]): Promise<Stock[]> =>
  kind === 'poultrybatch' ? recordsById(scope, entityOf('poultrybatch'), ids, { lock: true }) : recordsById(scope, entityOf('aquacrop'), ids, { lock: true })
const packagesById = (scope: Scope, kind: StockKind, ids: readonly string[]): Promise<Package[]> =>
  kind === 'poultrybatch' ? recordsById(scope, entityOf('poultrypop'), ids) : recordsById(scope, entityOf('aquapop'), ids)

/** Of those that follow a package, or did, in their order. Four statements, whatever their number. `as`: another package from now on, in a preview. */
export async function stockPlanBasis(scope: Scope, kind: StockKind, stocks: readonly Stock[], { as }: { as?: Package } = {}): Promise<StockPlanBasis[]> {
  const ids = stocks.map(({ id }) => id)
  // Rows first: whoever waited for them reads the facts as they are then.
  const rows = Map.groupBy(await rowsOf(scope, kind, ids), ({ poultryBatchId, aquaCropId }) => poultryBatchId ?? aquaCropId ?? '')
  const events = Map.groupBy(await eventsOf(scope, kind, ids), ({ subjectId }) => subjectId)
  const packageIds = [...new Set([...events.values()].flat().flatMap(({ popId }) => popId ?? []))]
  const packages = new Map((packageIds.length > 0 ? await packagesById(scope, kind, packageIds) : []).map((one) => [one.id, one]))
  if (as) packages.set(as.id, as)
  return stocks.flatMap((stock) => {
    const [own, stored] = [events.get(stock.id) ?? [], rows.get(stock.id) ?? []]
    if (!as && !own.some(({ popId }) => popId !== null)) return []
    const last = own.findLast(({ eventType }) => ends.has(eventType))
    const endedOn = last ? localDay(scope, last.occurredAt) : null
    const input = inputOf(scope, { stock, rows: stored, events: own, packages, endedOn, as: as ?? null })
    return [{ kind, stock, rows: stored, input, packages, endedOn, inQuestion: questionsAmong(own.map((event) => ({ ...event, subjectType: kind }))) }]
  })
}

async function rowsOf(scope: Scope, kind: StockKind, ids: readonly string[]): Promise<PlanRow[]> {
  const { rows } = await sql<{ id: string }>`select id from planevent where tenant_id = ${scope.tenant.id} and ${planColumns[kind]} = any(${[...ids]}::uuid[])
    and (poultry_pop_id is not null or aqua_pop_id is not null) and deleted_at is null order by id`.execute(scope.db)
  return recordsById(
    scope,
    planevent,
    rows.map((row) => row.id),
    { lock: true },
  )
}

/** Everything of its lifecycle; of its making and of edits only which package they chose. In order of occurrence. */
async function eventsOf(scope: Scope, kind: StockKind, ids: readonly string[]): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select e.id, e.subject_id as "subjectId", e.event_type as "eventType", e.occurred_at as "occurredAt", e.plan_event_id as "planEventId", e.for_no_step as "forNoStep",
      e.data #>> '{changes,popId,to}' as "popId", ${questionsOfEvent(scope)} as questions,
      case when e.event_type in ('CREATED', 'EDITED') then jsonb_build_object('isChosen', e.data #> '{changes,popId}' is not null) else e.data end as data
    from event as e where e.tenant_id = ${scope.tenant.id} and e.subject_type = ${kind} and e.subject_id = any(${[...ids]}::uuid[]) and e.status = 'RECORDED'
    order by e.occurred_at, e.id`.execute(scope.db)
  return rows
}

type Known = Pick<StockPlanBasis, 'stock' | 'rows' | 'packages' | 'endedOn'> & { events: readonly Event[]; as: Package | null }

function inputOf(scope: Scope, { stock, rows, events, packages, endedOn, as }: Known): AnimalPlanInput {
  const keys = new Map(rows.map((row) => [row.id, keyOf(row)]))
  const followed = as ?? (stock.popId === null ? undefined : packages.get(stock.popId))
  const preparation = followed && 'stockingDate' in stock ? plannedPreparation(followed, stock.stockingDate) : null
  const chosen = events.flatMap(({ id, eventType, occurredAt, data, popId }) => {
    if ((eventType !== 'CREATED' && eventType !== 'EDITED') || data.isChosen !== true) return []
    if (eventType === 'CREATED' && popId === null) return []
    // The package that it began with counts from the beginning.
    const at = eventType === 'CREATED' ? '1970-01-01T00:00:00.000Z' : new Date(occurredAt).toISOString()
    return [{ at, day: localDay(scope, at), eventId: id, packageId: popId ?? '', package: packages.get(popId ?? '') ?? null }]
  })
  return {
    packages: as ? [...chosen, { at: scope.now.toISOString(), day: localDay(scope), eventId: as.id, packageId: as.id, package: as }] : chosen,
    facts: events.flatMap(({ id, eventType, occurredAt, data, planEventId, forNoStep }) => {
      if (eventType === 'CREATED' || eventType === 'EDITED') return []
      const day = typeof data.day === 'string' ? data.day : localDay(scope, occurredAt)
      const names = planEventId === null ? null : (keys.get(planEventId) ?? null)
      return [{ id, eventType, occurredAt: new Date(occurredAt).toISOString(), day, data, names, isForNone: forNoStep === true }]
    }),
    planned: {
      ...('placementDate' in stock ? { PLACEMENT: stock.placementDate, HATCH: stock.hatchDate } : { STOCKING: stock.stockingDate }),
      ...(preparation ? { PREP_START: preparation } : {}),
    },
    ...{ endedOn, leftOut: leftOutIn(rows), today: localDay(scope) },
  }
}
