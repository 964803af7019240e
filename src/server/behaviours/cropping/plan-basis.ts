// What the plans of crops are folded from, read for many crops at once: their packages, their own events and those of their cropping
// systems, sowings of the crops beside them, inspections of their farmer and plot, and the declared onset of the monsoon (domain dictionary
// 3.5, BR-18).
import { sql } from 'kysely'
import type { CropFact, CropPlanInput, Followed, Onset } from '#domain/cropping/crop-plan.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { plannedCropEvents } from '#domain/kernel/terms.ts'
import type { Scope } from '../../scope.ts'
import { recordMap, recordsById } from '../../store/get.ts'
import { keyOf, leftOutIn, type PlanRow, planevent } from '../plan-rows.ts'
import { type KnownQuestion, type Questions, questionsAmong, questionsOfEvent } from '../step-findings.ts'
import type { Crop } from './crop-state.ts'

const pop = entityOf('pop')
export type Package = Stored<typeof pop>

/** The plan of a crop as it is stored, and what it follows from. `endedOn`: local day, null while it lives. */
export type PlanBasis = {
  crop: Crop
  rows: PlanRow[]
  input: CropPlanInput
  packages: ReadonlyMap<string, Package>
  endedOn: string | null
  inQuestion: Questions
}

type EventRow = {
  id: string
  subjectType: string
  subjectId: string
  eventType: string
  occurredAt: string
  data: Readonly<Record<string, unknown>>
  planEventId: string | null
  forNoStep: boolean | null
  role: string | null
  systemId: string | null
  questions: KnownQuestion[] | null
}
const ends: Readonly<Record<string, string>> = { FAILED: 'CROP_LOSS', CANCELLED: 'CANCELLED', CLOSED: 'CLOSED' }
const readTypes = ['CREATED', 'PACKAGE_ASSIGNED', 'RESOWING', 'ONSET_DECLARED', ...Object.values(ends), ...Object.keys(plannedCropEvents)]

/** `crops`: locked. Six statements, whatever their number. `as`: another package, in a preview. */
export async function planBasis(scope: Scope, crops: readonly Crop[], { as }: { as?: Package } = {}): Promise<PlanBasis[]> {
  if (crops.length === 0) return []
  // Rows first: whoever waited for them reads the facts as they are then.
  const rows = Map.groupBy(await rowsOf(scope, crops), ({ cropId }) => cropId ?? '')
  const systems = await recordMap(
    scope,
    entityOf('croppingsystem'),
    crops.map(({ croppingSystemId }) => croppingSystemId),
  )
  const seasons = await recordMap(
    scope,
    entityOf('season'),
    crops.map(({ seasonId }) => seasonId),
  )
  const events = await eventsOf(scope, crops)
  const assignedIn = events.filter(({ eventType }) => eventType === 'PACKAGE_ASSIGNED' || eventType === 'CREATED')
  const packages = new Map(
    await recordMap(
      scope,
      pop,
      assignedIn.flatMap(({ data: { popId } }) => (typeof popId === 'string' ? popId : [])),
    ),
  )
  if (as) packages.set(as.id, as)
  const bySystem = Map.groupBy(events, ({ systemId }) => systemId)
  const bySubject = Map.groupBy(events, ({ subjectId }) => subjectId)
  return crops.flatMap((crop): PlanBasis[] => {
    const [system, season] = [systems.get(crop.croppingSystemId), seasons.get(crop.seasonId ?? '')]
    if (!system || !season) return []
    const around = bySystem.get(crop.croppingSystemId) ?? []
    const own = bySubject.get(crop.id) ?? []
    const visits = [crop.farmerId, crop.parcelId].flatMap((id) => bySubject.get(id ?? '') ?? []).filter(({ data }) => data.seasonId === season.id)
    const stored = rows.get(crop.id) ?? []
    const keys = new Map(stored.map((row) => [row.id, keyOf(row)]))
    const onsets = (bySubject.get(season.id) ?? []).flatMap((event) => onsetFor(event, crop.village))
    return [
      {
        crop,
        rows: stored,
        packages,
        endedOn: endOf(scope, crop, own),
        input: {
          packages: [
            ...followedBy(scope, own, packages),
            ...(as ? [{ ...momentOf(scope, scope.now.toISOString()), eventId: '~', popId: as.id, steps: as.planEvents }] : []),
          ],
          facts: [...around, ...visits].flatMap((event) => factOf(scope, event, crop, keys)),
          onsets,
          waterRegime: system.waterRegime,
          plannedSowing: crop.plannedSowing,
          seasonStart: season.startDate,
          leftOut: leftOutIn(stored),
        },
        inQuestion: questionsAmong([...own, ...around.filter(({ subjectType }) => subjectType === 'croppingsystem')].filter(isPlanned)),
      },
    ]
  })
}

async function rowsOf(scope: Scope, crops: readonly Crop[]): Promise<PlanRow[]> {
  const ids = crops.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`select id from planevent where tenant_id = ${scope.tenant.id} and crop_id = any(${ids}::uuid[])
    and pop_id is not null and deleted_at is null order by id`.execute(scope.db)
  return recordsById(
    scope,
    planevent,
    rows.map(({ id }) => id),
    { lock: true },
  )
}

/**
 * Of a creation only the package is read, of farmers and plots only inspections of these seasons. A crop of its system is named by its
 * role beside the others.
 */
async function eventsOf(scope: Scope, crops: readonly Crop[]): Promise<EventRow[]> {
  const idsIn = (name: 'croppingSystemId' | 'seasonId' | 'farmerId' | 'parcelId'): string[] => [...new Set(crops.flatMap((crop) => crop[name] ?? []))]
  const systemIds = idsIn('croppingSystemId')
  const seasonIds = idsIn('seasonId')
  const { rows } = await sql<EventRow>`
    with subject (type, id, system_id, role) as (
      select 'crop', c.id, c.cropping_system_id, c.role from crop as c
        where c.tenant_id = ${scope.tenant.id} and c.cropping_system_id = any(${systemIds}::uuid[]) and c.deleted_at is null
      union all select 'croppingsystem', s, s, null from unnest(${systemIds}::uuid[]) as s
      union all select 'season', s, null, null from unnest(${seasonIds}::uuid[]) as s
      union all select 'farmer', f, null, null from unnest(${idsIn('farmerId')}::uuid[]) as f
      union all select 'landparcel', p, null, null from unnest(${idsIn('parcelId')}::uuid[]) as p
    )
    select e.id, s.type as "subjectType", s.id as "subjectId", e.event_type as "eventType", e.occurred_at as "occurredAt",
      case when e.event_type = 'CREATED' then jsonb_build_object('popId', e.data #> '{changes,popId,to}') else e.data end as data,
      e.plan_event_id as "planEventId", e.for_no_step as "forNoStep", s.role, s.system_id as "systemId", ${questionsOfEvent(scope)} as questions
    from subject as s join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = s.type and e.subject_id = s.id
    where e.status = 'RECORDED' and e.event_type = any(${readTypes}::text[]) and (s.type not in ('season', 'farmer', 'landparcel')
      or (s.type = 'season' and e.event_type = 'ONSET_DECLARED')
      or (s.type <> 'season' and e.event_type = 'INTERNAL_INSPECTION' and e.data ->> 'seasonId' = any(${seasonIds}::text[])))
    order by e.occurred_at, e.id`.execute(scope.db)
  return rows
}

const theBeginning = '1970-01-01T00:00:00.000Z'
const momentOf = (scope: Scope, at: string) => ({ at, day: localDay(scope, at) })

/** The package that a crop began with counts from the beginning. */
function followedBy(scope: Scope, own: readonly EventRow[], packages: ReadonlyMap<string, Package>): Followed[] {
  return own.flatMap(({ id, eventType, occurredAt, data: { popId } }) => {
    const chosen = typeof popId === 'string' ? packages.get(popId) : undefined
    if (!chosen || (eventType !== 'CREATED' && eventType !== 'PACKAGE_ASSIGNED')) return []
    return [{ ...momentOf(scope, eventType === 'CREATED' ? theBeginning : occurredAt), eventId: id, popId: chosen.id, steps: chosen.planEvents }]
  })
}

const isPlanned = ({ eventType }: EventRow): boolean => Object.hasOwn(plannedCropEvents, eventType)

/** Of crops beside this one only sowings count; they do the steps that name their role. */
function factOf(scope: Scope, event: EventRow, crop: Crop, keys: ReadonlyMap<string, string>): CropFact[] {
  const { id, eventType, occurredAt, data, planEventId, forNoStep, subjectType, subjectId, role } = event
  if (!Object.hasOwn(plannedCropEvents, eventType) && eventType !== 'RESOWING') return []
  const isOther = subjectType === 'crop' && subjectId !== crop.id
  if (isOther && eventType !== 'SOWING') return []
  const names = planEventId === null ? null : (keys.get(planEventId) ?? null)
  const moment = { occurredAt: new Date(occurredAt).toISOString(), day: localDay(scope, occurredAt) }
  return [{ id, eventType, ...moment, data, names, isForNone: forNoStep === true, role: isOther ? role : null }]
}

function onsetFor({ id, occurredAt, data: { onsetOn, expectedOn, villages } }: EventRow, village: string | null): Onset[] {
  if (typeof onsetOn !== 'string' || typeof expectedOn !== 'string') return []
  const isHere = !Array.isArray(villages) || villages.length === 0 || (village !== null && villages.includes(village))
  return isHere ? [{ at: occurredAt, eventId: id, onsetOn, expectedOn }] : []
}

/** The day of the last event that ended it. */
function endOf(scope: Scope, { status }: Crop, own: readonly EventRow[]): string | null {
  const type = ends[status]
  const last = type === undefined ? undefined : own.findLast(({ eventType }) => eventType === type)
  return last ? localDay(scope, last.occurredAt) : null
}
