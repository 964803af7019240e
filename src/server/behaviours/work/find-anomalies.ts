// Running the anomaly screens over one operator's records (BR-32): reads what has changed since the last time, judges it by the pure screens, and brings the
// records of what was found to it.
import { type RawBuilder, sql } from 'kysely'
import {
  beforePicking,
  copiedBoundaries,
  type Found,
  fastTickets,
  ghostFarmers,
  gpsStacks,
  type Member,
  type Plot,
  roundWeights,
  sameWeights,
  type Ticket,
  type Yield,
  yieldClones,
} from '#domain/chain/anomalies.ts'
import { type Declarations, entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { type AnomalyKind, mostEvidence } from '#domain/work/anomaly.ts'
import type { Scope } from '../../scope.ts'
import { createBySystem } from '../../store/create.ts'
import { changeBySystem } from '../../store/edit.ts'
import { getRecord } from '../../store/get.ts'
import { occurrenceOf } from '../../store/occurrence.ts'
import { recordBySystem } from '../../store/record-event.ts'

const anomaly = entityOf('anomaly')
type Anomaly = Stored<typeof anomaly>
const byTickets: readonly AnomalyKind[] = ['ROUND_WEIGHTS', 'SAME_WEIGHT', 'FAST_TICKETS', 'BEFORE_PICKING']
const byPlots: readonly AnomalyKind[] = ['GPS_STACK', 'COPIED_BOUNDARY']

/** `since`: ISO 8601; null: never before, everything is read. Answers how many records of findings it made or changed. */
export async function findAnomalies(scope: Scope, operatorId: string, since: string | null): Promise<number> {
  const by = tolerancesOf(scope.tenant.config.tolerances)
  const zone = scope.tenant.timezone
  const rows = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(scope.db)).rows
  const months = await rows(monthsTouched(scope, operatorId, since))
  const touched = new Set(months.map(({ month }) => month))
  const tickets = touched.size > 0 ? await rows(ticketsOf(scope, operatorId, [...touched])) : []
  const screens = [roundWeights, sameWeights, fastTickets, beforePicking]
  let changed = await bring(
    scope,
    operatorId,
    byTickets,
    screens.flatMap((screen) => screen(tickets, zone, by)),
    (key) => touched.has(/\d{4}-\d\d/.exec(key.split(' ').slice(1).join(' '))?.[0] ?? ''),
  )
  // Whoever moves takes crops along to another village.
  if (await isTouched(scope, operatorId, since, 'crop', 'farmer'))
    changed += await bring(scope, operatorId, ['YIELD_CLONES'], yieldClones(await rows(yieldsOf(scope, operatorId)), by))
  if (await isTouched(scope, operatorId, since, 'landparcel')) {
    const plots = await rows(plotsOf(scope, operatorId))
    changed += await bring(scope, operatorId, byPlots, [...gpsStacks(plots, by), ...copiedBoundaries(plots)])
  }
  if (touched.size > 0 || (await isTouched(scope, operatorId, since, 'farmer')))
    changed += await bring(scope, operatorId, ['GHOST_FARMER'], ghostFarmers(await rows(membersOf(scope, operatorId)), by))
  return changed
}

/** Months, by the calendar of the programme, in which tickets were recorded or taken back since, and those of tickets of crops whose sowing was: how soon after it they came is judged, too. */
const monthsTouched = ({ tenant }: Scope, operatorId: string, since: string | null) => {
  const month = sql`to_char(t.occurred_at at time zone ${tenant.timezone}::text, 'YYYY-MM')`
  return since === null
    ? sql<{ month: string }>`select distinct ${month} as month from event as t
        where t.tenant_id = ${tenant.id} and t.operator_id = ${operatorId}::uuid and t.event_type = 'PURCHASE' and t.status = 'RECORDED'`
    : sql<{ month: string }>`select distinct ${month} as month from event as e
        join event as t on t.tenant_id = ${tenant.id} and t.event_type = 'PURCHASE' and t.operator_id = ${operatorId}::uuid
          and t.id = case when e.event_type = 'EVENT_VOIDED' then (e.data->>'eventId')::uuid else e.id end
        where e.tenant_id = ${tenant.id} and e.recorded_at >= ${since}::timestamptz and e.event_type in ('PURCHASE', 'EVENT_VOIDED') and e.operator_id = ${operatorId}::uuid
        union select distinct ${month} from event as e
        join event as s on s.tenant_id = ${tenant.id} and s.subject_type = 'crop' and s.event_type in ('SOWING', 'RESOWING')
          and s.id = case when e.event_type = 'EVENT_VOIDED' then (e.data->>'eventId')::uuid else e.id end
        join lot_link as l on l.tenant_id = ${tenant.id} and l.input_id = (select b.id from productbatch as b where b.tenant_id = ${tenant.id} and b.crop_id = s.subject_id
          and b.unit_type = 'FARM_LOT' and b.status <> 'VOIDED' and b.deleted_at is null limit 1)
        join event as t on t.tenant_id = ${tenant.id} and t.id = l.event_id and t.event_type = 'PURCHASE' and t.status = 'RECORDED'
        where e.tenant_id = ${tenant.id} and e.recorded_at >= ${since}::timestamptz and e.subject_type = 'crop' and e.event_type in ('SOWING', 'RESOWING', 'EVENT_VOIDED')
          and e.operator_id = ${operatorId}::uuid`
}

const ticketsOf = ({ tenant }: Scope, operatorId: string, months: readonly string[]) => sql<Ticket>`
  select e.id as "eventId", e.subject_id as "lotId", b.processing_system_id as "centreId", e.data->>'scaleId' as "scaleId", c.farmer_id as "farmerId",
    to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, (e.data->>'netKg')::float8 as kg, c.sowing_date::text as "sownOn", e.recorded_by as by
  from event as e
  join productbatch as b on b.tenant_id = ${tenant.id} and b.id = e.subject_id
  join crop as c on c.tenant_id = ${tenant.id} and c.id = (e.data->>'cropId')::uuid
  where e.tenant_id = ${tenant.id} and e.operator_id = ${operatorId}::uuid and e.event_type = 'PURCHASE' and e.status = 'RECORDED'
    and to_char(e.occurred_at at time zone ${tenant.timezone}::text, 'YYYY-MM') = any(${[...months]}::text[])`

/** What was weighed of each crop of the open seasons, for a hectare. */
const yieldsOf = ({ tenant }: Scope, operatorId: string) => sql<Yield>`
  select c.id as "cropId", c.farmer_id as "farmerId", c.village, c.crop_type_id as "cropTypeId", c.season_id as "seasonId",
    (c.harvested_kg / c.area_ha)::float8 as "kgPerHa", c.updated_by as by
  from crop as c join season as s on s.tenant_id = ${tenant.id} and s.id = c.season_id and s.status = 'OPEN'
  where c.tenant_id = ${tenant.id} and c.operator_id = ${operatorId}::uuid and c.deleted_at is null and c.harvested_kg > 0 and c.area_ha > 0 and c.village is not null`

const plotsOf = ({ tenant }: Scope, operatorId: string) => sql<Plot>`
  select p.id as "parcelId", p.farmer_id as "farmerId", e.id as "eventId", to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, p.boundary,
    case when e.gps is null then null else json_build_array((e.gps->>'lng')::float8, (e.gps->>'lat')::float8) end as "from", coalesce(e.recorded_by, p.created_by) as by
  from landparcel as p
  left join lateral (select x.id, x.occurred_at, x.gps, x.recorded_by from event as x where x.tenant_id = ${tenant.id} and x.subject_type = 'landparcel' and x.subject_id = p.id
    and x.event_type = 'BOUNDARY_CAPTURED' and x.status = 'RECORDED' order by x.occurred_at desc, x.subject_version desc limit 1) as e on true
  where p.tenant_id = ${tenant.id} and p.operator_id = ${operatorId}::uuid and p.deleted_at is null and p.has_boundary and p.status <> 'RETIRED'`

/** What somebody of the group has met a member at. */
const meetings: readonly (keyof Declarations['farmer']['events'])[] = ['VISIT', 'INTERNAL_INSPECTION', 'TRAINING_ATTENDED']

/** Active members without a phone: only they can be unknown to everybody. */
const membersOf = ({ tenant }: Scope, operatorId: string) => sql<Member>`
  select f.id as "farmerId", f.village, false as "hasPhone",
    exists (select from jsonb_array_elements(coalesce(f.consent, '[]')) as c where c->>'withdrawnAt' is null) as "hasConsent",
    (select count(*)::integer from event as v where v.tenant_id = ${tenant.id} and v.subject_type = 'farmer' and v.subject_id = f.id and v.status = 'RECORDED'
      and v.event_type = any(${[...meetings]}::text[])) as visits,
    (select count(*)::integer from crop as k where k.tenant_id = ${tenant.id} and k.farmer_id = f.id and k.purchased_kg > 0) as deliveries
  from farmer as f where f.tenant_id = ${tenant.id} and f.operator_id = ${operatorId}::uuid and f.deleted_at is null and f.status = 'ACTIVE' and f.phone is null`

const isTouched = async ({ db, tenant }: Scope, operatorId: string, since: string | null, ...kinds: string[]): Promise<boolean> => {
  if (since === null) return true
  const { rows } =
    await sql`select 1 from event where tenant_id = ${tenant.id} and recorded_at >= ${since}::timestamptz and subject_type = any(${kinds}::text[])
    and operator_id = ${operatorId}::uuid limit 1`.execute(db)
  return rows.length > 0
}

/** Brings the records of these kinds to what was found. `isRead`: whether a key lies in what was read; those that do and were not found are no longer there. */
async function bring(
  scope: Scope,
  operatorId: string,
  kinds: readonly AnomalyKind[],
  found: readonly Found[],
  isRead: (key: string) => boolean = () => true,
): Promise<number> {
  const { rows } = await sql<{ id: string; kind: AnomalyKind; key: string; status: string }>`select id, kind, subject_key as key, status from anomaly
    where tenant_id = ${scope.tenant.id} and operator_id = ${operatorId}::uuid and deleted_at is null and kind = any(${[...kinds]}::text[])`.execute(scope.db)
  const known = new Map(rows.map((row) => [`${row.kind} ${row.key}`, row]))
  let changed = 0
  for (const one of found) {
    const before = known.get(`${one.kind} ${one.key}`)
    known.delete(`${one.kind} ${one.key}`)
    if (before) changed += (await settle(scope, before.id, one)) ? 1 : 0
    else {
      await createBySystem(scope, anomaly, { operatorId, kind: one.kind, subjectKey: one.key, ...columnsOf(scope, one), status: 'OPEN' })
      changed++
    }
  }
  for (const { id, key, status } of known.values()) {
    if (status !== 'OPEN' || !isRead(key)) continue
    await note(scope, id, 'CLEARED', {})
    changed++
  }
  return changed
}

async function settle(scope: Scope, id: string, found: Found): Promise<boolean> {
  const row = await getRecord(scope, anomaly, id, { lock: true, by: 'any' })
  const known = new Set((row.evidence ?? []).map(({ eventId, recordId }) => eventId ?? recordId))
  const columns = columnsOf(scope, found)
  const isNew = found.evidence.length > (row.evidenceCount ?? 0) || (columns.evidence ?? []).some(({ eventId, recordId }) => !known.has(eventId ?? recordId))
  // What somebody has explained stays explained, until there is more of it.
  if (row.status === 'CLOSED' && !isNew) return false
  const after = await changeBySystem(scope, anomaly, row, columns)
  const data = { evidenceCount: found.evidence.length }
  if (row.status !== 'OPEN') await note(scope, id, 'REOPENED', data)
  else if (isNew) await note(scope, id, 'EVIDENCE_ADDED', data)
  return row.status !== 'OPEN' || isNew || after.version !== row.version
}

const note = async (scope: Scope, id: string, eventType: 'REOPENED' | 'EVIDENCE_ADDED' | 'CLEARED', data: Record<string, unknown>): Promise<void> => {
  const occurredAt = await occurrenceOf(scope, anomaly, id, scope.now.toISOString())
  await recordBySystem(scope, anomaly, id, { eventType, occurredAt, data })
}

function columnsOf(scope: Scope, { measure, threshold, processingSystemId, village, farmerId, recorders, evidence }: Found): Partial<Anomaly> {
  const days = evidence.flatMap(({ at }) => (at ? [localDay(scope, at)] : [])).sort()
  return {
    measure,
    threshold,
    processingSystemId,
    village,
    farmerId,
    recorderIds: recorders,
    evidenceCount: evidence.length,
    firstOn: days[0] ?? null,
    lastOn: days.at(-1) ?? localDay(scope),
    evidence: evidence.slice(0, mostEvidence).map((one) => ({
      entity: one.entity,
      recordId: one.id,
      eventId: one.eventId,
      farmerId: one.farmerId,
      at: one.at,
      value: one.value === null ? null : Math.round(one.value * 1000) / 1000,
      place: one.lng === null || one.lat === null ? null : { type: 'Point', coordinates: [one.lng, one.lat] },
    })),
  }
}
