// What the rules of schemes look at, read for many crops at once: a fixed number of statements, in two messages, whatever the number of
// crops. Each follows from the crops' ids by an index. In a scope of the past, events and links count as they did then, and what nobody
// had made yet is left out; whether land is managed organically, and which crops stand otherCrops, is then as people had entered it last.
import { type RawBuilder, sql } from 'kysely'
import type { OpenFinding } from '#domain/certification/judging/facts.ts'
import { entityOf } from '#domain/entities.ts'
import { localDay } from '#domain/kernel/day.ts'
import type { Stored } from '#domain/kernel/entity.ts'
import type { HistoryEvent } from '#domain/kernel/history.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { eventsThen, linksThen, statusThen } from '../../store/past.ts'

const [crop, croppingsystem, landparcel] = [entityOf('crop'), entityOf('croppingsystem'), entityOf('landparcel')]
type Crop = Stored<typeof crop>
type Parcel = Stored<typeof landparcel>

/** A crop with what it refers to. */
export type CropRow = Pick<
  Crop,
  | 'id'
  | 'code'
  | 'status'
  | 'role'
  | 'areaHa'
  | 'cropTypeId'
  | 'varietyId'
  | 'seedSource'
  | 'nonGmProofKind'
  | 'nonGmProof'
  | 'nonGmProofFiles'
  | 'croppingSystemId'
> & {
  farmerId: string
  parcelId: string
  seasonId: string
  cropName: string
  lifecycle: 'ANNUAL' | 'PERENNIAL'
  scientificName: string
  gmRisk: boolean
  systemHa: number
  systemType: string
  /** Mapped, otherwise as declared (BR-03). */
  plotHa: number | null
  managedOrganically: boolean
  previousCropTypeId: string | null
  previousScientificName: string | null
  seasonName: string
  startDate: string
  endDate: string
  neighbours: Parcel['neighbours'] | null
  bbox: Parcel['bbox']
  surveyNo: string | null
  contractSignedOn: string | null
  landRecordOn: string | null
  plotFiles: string[] | null
  contractFiles: string[] | null
  farmerFiles: string[] | null
  groupFiles: string[] | null
}
export type SubjectEvent = HistoryEvent & {
  subjectType: string
  subjectId: string
  parcelId: string | null
  areaHa: number | null
  seasonId: string | null
  systemId: string | null
  /** Of an inspection on the grower: whose checklist asked. */
  schemeId: string | null
  /** Of a visit: whether it, or what was recorded of its inspection, has a position. */
  isPlaced: boolean
  /** Of an inspection with a checklist: its files by question; null of any other visit. */
  answerFiles: Readonly<Record<string, readonly string[] | null>> | null
}
/** By subject. */
export type Histories = ReadonlyMap<string, readonly SubjectEvent[]>
/** What was planted on a plot in a season; no crop: nothing was. */
export type PlantedRow = {
  parcelId: string
  seasonId: string
  name: string
  startDate: string
  cropTypeId: string | null
  scientificName: string | null
  role: string | null
}
export type OtherCropRow = {
  id: string
  code: string
  farmerId: string
  seasonId: string
  croppingSystemId: string
  cropTypeId: string
  varietyId: string
  role: string
  areaHa: number
  isLost: boolean
  managedOrganically: boolean
  scientificName: string
}
/** A lot that holds something of a farm lot (`root`) of a crop, with one of its tests. `depth` 0: the farm lot itself. */
export type LotRow = {
  cropId: string
  root: string
  depth: number
  eventId: string | null
  eventType: string | null
  occurredAt: string | null
  data: Record<string, unknown> | null
}
/** What people found against a crop and have not closed. */
export type FindingRow = OpenFinding & { cropId: string }
type PartlyRow = { cropId: string; eventId: string }
export type FactRows = {
  crops: CropRow[]
  events: SubjectEvent[]
  planted: PlantedRow[]
  otherCrops: OtherCropRow[]
  lots: LotRow[]
  findings: FindingRow[]
  partly: PartlyRow[]
}

// With the sowings that say how much seed was treated, of every crop of the plot.
const inputTypes = ['INPUT_APPLICATION', 'PLANT_PROTECTION', 'SEED_TREATMENT', 'SOWING', 'RESOWING']
const otherTypes = ['TRAINING_ATTENDED', 'INPUT_DISTRIBUTED', 'INTERNAL_INSPECTION', 'SOIL_TEST', 'WATER_TEST', 'BUFFER_OBSERVED']
const ownTypes = [...new Set([...Object.keys(crop.events), ...Object.keys(croppingsystem.events), ...otherTypes, 'CREATED', 'EDITED'])]

/** Of the crops that there are, in the order of their ids. */
export async function readFactRows(scope: Scope, cropIds: readonly string[]): Promise<FactRows> {
  const mine = sql`select m.* from crop as m where m.tenant_id = ${scope.tenant.id} and m.id = any(${[...cropIds]}::uuid[]) and m.deleted_at is null`
  const [crops, events, planted, otherCrops, lots, findings, partly] = await queryAll(
    scope.db,
    cropsQuery(scope, mine),
    eventsQuery(scope, mine),
    plantedQuery(scope, mine),
    otherCropsQuery(scope, mine),
    lotsQuery(scope, cropIds),
    findingsQuery(scope, cropIds),
    partlyQuery(scope, cropIds),
  )
  return { crops, events, planted, otherCrops, lots, findings, partly }
}
type Query = RawBuilder<unknown>

/** Events that did a step of the crop with a figure outside its bounds; of the past those of them that counted then are among its events. */
const partlyQuery = ({ tenant }: Scope, cropIds: readonly string[]) => sql<PartlyRow>`
  select p.crop_id as "cropId", p.fulfilled_by_event_id as "eventId" from planevent as p
  where p.tenant_id = ${tenant.id} and p.crop_id = any(${[...cropIds]}::uuid[]) and p.done_partly and p.deleted_at is null`

const cropsQuery = ({ tenant }: Scope, mine: Query) => sql<CropRow>`
  select c.id, c.code, c.status, c.role, c.area_ha as "areaHa", c.crop_type_id as "cropTypeId", c.variety_id as "varietyId", c.seed_source as "seedSource",
    c.non_gm_proof_kind as "nonGmProofKind", c.non_gm_proof as "nonGmProof", c.non_gm_proof_files as "nonGmProofFiles", c.cropping_system_id as "croppingSystemId", c.farmer_id as "farmerId", c.parcel_id as "parcelId", c.season_id as "seasonId",
    t.name as "cropName", t.lifecycle, t.scientific_name as "scientificName", t.gm_risk as "gmRisk", s.area_ha as "systemHa", s.system_type as "systemType", coalesce(p.mapped_area_ha, p.declared_area_ha) as "plotHa",
    s.managed_organically as "managedOrganically", s.previous_crop_type_id as "previousCropTypeId", b.scientific_name as "previousScientificName",
    n.name as "seasonName", n.start_date as "startDate", n.end_date as "endDate", p.neighbours, p.bbox, p.survey_no as "surveyNo", f.contract_signed_on as "contractSignedOn",
    p.land_record_on as "landRecordOn", p.files as "plotFiles", f.contract_files as "contractFiles", f.files as "farmerFiles",
    g.files || g.ics_manual || g.internal_standard || g.sanction_catalogue || g.org_chart as "groupFiles"
  from (${mine}) as c
  join croppingsystem as s on s.tenant_id = ${tenant.id} and s.id = c.cropping_system_id
  join croptype as t on t.tenant_id = ${tenant.id} and t.id = c.crop_type_id
  join season as n on n.tenant_id = ${tenant.id} and n.id = c.season_id
  join landparcel as p on p.tenant_id = ${tenant.id} and p.id = c.parcel_id
  join farmer as f on f.tenant_id = ${tenant.id} and f.id = c.farmer_id
  left join collective as g on g.tenant_id = ${tenant.id} and g.id = f.operator_id
  left join croptype as b on b.tenant_id = ${tenant.id} and b.id = s.previous_crop_type_id
  order by c.id`

/** Of the crops, their systems, plots and growers, in order of occurrence; of what else grew on their plots the inputs alone. */
const eventsQuery = (scope: Scope, mine: Query) => sql<SubjectEvent>`
  with mine as (${mine}), subject (type, id, parcel_id, area_ha, season_id, system_id, is_mine) as (
    select 'crop', c.id, c.parcel_id, c.area_ha, c.season_id, c.cropping_system_id, c.id in (select m.id from mine as m) from crop as c
      where c.tenant_id = ${scope.tenant.id} and c.parcel_id in (select m.parcel_id from mine as m)
    union all select 'croppingsystem', s.id, s.parcel_id, s.area_ha, s.season_id, s.id, s.id in (select m.cropping_system_id from mine as m) from croppingsystem as s
      where s.tenant_id = ${scope.tenant.id} and s.parcel_id in (select m.parcel_id from mine as m)
    union all select distinct 'landparcel', m.parcel_id, m.parcel_id, null::numeric, null::uuid, null::uuid, true from mine as m
    union all select distinct 'farmer', m.farmer_id, null::uuid, null::numeric, null::uuid, null::uuid, true from mine as m
  )
  select s.type as "subjectType", s.id as "subjectId", s.parcel_id as "parcelId", s.area_ha as "areaHa", s.season_id as "seasonId", s.system_id as "systemId", e.id, e.event_type as "eventType", e.occurred_at as "occurredAt",
    e.recorded_at as "recordedAt", e.recorded_by as "recordedBy", e.subject_version as version, e.data, e.status_before as "statusBefore", e.status_after as "statusAfter",
    e.gps is not null or exists (select from event as v where v.tenant_id = ${scope.tenant.id} and v.subject_type = 'inspection' and e.event_type = 'INTERNAL_INSPECTION'
      and v.subject_id = (e.data->>'inspectionId')::uuid and v.status = 'RECORDED' and v.gps is not null) as "isPlaced",
    case when e.event_type = 'INTERNAL_INSPECTION' and e.data->>'inspectionId' is not null then coalesce((select jsonb_object_agg(a.question, to_jsonb(a.files)) from inspection_answers as a
      where a.tenant_id = ${scope.tenant.id} and a.parent_id = (e.data->>'inspectionId')::uuid), '{}') end as "answerFiles",
    case when s.type = 'farmer' and e.event_type = 'INTERNAL_INSPECTION' then (select k.scheme_id from inspection as i join checklist as k on k.tenant_id = ${scope.tenant.id} and k.id = i.checklist_id
      where i.tenant_id = ${scope.tenant.id} and i.id = (e.data->>'inspectionId')::uuid) end as "schemeId"
  from subject as s join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = s.type and e.subject_id = s.id
  where e.event_type = any(case when s.is_mine then ${ownTypes}::text[] else ${inputTypes}::text[] end) and ${eventsThen(scope)}
  order by e.event_type = 'CREATED' desc, e.occurred_at, e.subject_version, e.id`

/** Whether a record was made and not deleted by what the scope knows. */
const isThere = ({ past }: Scope, table: string): RawBuilder<boolean> => {
  const [made, deleted] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.deleted_at`)]
  return past
    ? sql<boolean>`${made} <= ${past.knownBy}::timestamptz and (${deleted} is null or ${deleted} > ${past.knownBy}::timestamptz)`
    : sql<boolean>`${deleted} is null`
}
/** Whether a crop (`c`) was there and not cancelled. */
const stands = (scope: Scope): RawBuilder<boolean> =>
  scope.past
    ? sql<boolean>`${isThere(scope, 'c')}
        and ${statusThen(scope, 'crop', sql`c.id`, sql`c.status`)} is distinct from 'CANCELLED'`
    : sql<boolean>`c.deleted_at is null and c.status <> 'CANCELLED'`

const plantedQuery = (scope: Scope, mine: Query) => sql<PlantedRow>`
  select distinct s.parcel_id as "parcelId", s.season_id as "seasonId", n.name, n.start_date as "startDate", c.crop_type_id as "cropTypeId", t.scientific_name as "scientificName", c.role
  from croppingsystem as s
  join season as n on n.tenant_id = ${scope.tenant.id} and n.id = s.season_id
  left join crop as c on c.tenant_id = ${scope.tenant.id} and c.cropping_system_id = s.id and ${stands(scope)}
  left join croptype as t on t.tenant_id = ${scope.tenant.id} and t.id = c.crop_type_id
  where s.tenant_id = ${scope.tenant.id} and s.parcel_id in (select m.parcel_id from (${mine}) as m) and ${isThere(scope, 's')}
  order by n.start_date desc`

const otherCropsQuery = (scope: Scope, mine: Query) => sql<OtherCropRow>`
  select c.id, c.code, c.farmer_id as "farmerId", c.season_id as "seasonId", c.cropping_system_id as "croppingSystemId", c.crop_type_id as "cropTypeId",
    c.variety_id as "varietyId", c.role, c.area_ha as "areaHa", s.managed_organically as "managedOrganically", t.scientific_name as "scientificName",
    coalesce(${statusThen(scope, 'crop', sql`c.id`, sql`c.status`)} = 'FAILED', false) as "isLost"
  from crop as c
  join croppingsystem as s on s.tenant_id = ${scope.tenant.id} and s.id = c.cropping_system_id
  join croptype as t on t.tenant_id = ${scope.tenant.id} and t.id = c.crop_type_id
  where c.tenant_id = ${scope.tenant.id} and c.farmer_id in (select m.farmer_id from (${mine}) as m) and c.season_id in (select m.season_id from (${mine}) as m)
    and ${stands(scope)} order by c.code`

/** Farm lots, and what was made of them within two steps (a purchase, a heap), with their tests. */
const lotsQuery = (scope: Scope, cropIds: readonly string[]) => sql<LotRow>`
  with recursive below (crop_id, root, lot_id, depth) as (
    select b.crop_id, b.id, b.id, 0 from productbatch as b
    where b.tenant_id = ${scope.tenant.id} and b.crop_id = any(${[...cropIds]}::uuid[]) and b.unit_type = 'FARM_LOT' and ${isThere(scope, 'b')}
    union select below.crop_id, below.root, l.output_id, below.depth + 1 from below
      join lot_link as l on l.tenant_id = ${scope.tenant.id} and l.input_id = below.lot_id and ${linksThen(scope)} where below.depth < 2
  )
  select below.crop_id as "cropId", below.root, below.depth, e.id as "eventId", e.event_type as "eventType", e.occurred_at as "occurredAt", e.data
  from below left join event as e on e.tenant_id = ${scope.tenant.id} and e.subject_type = 'productbatch' and e.subject_id = below.lot_id
    and e.event_type in ('SAMPLE_TAKEN', 'LAB_RESULT') and ${eventsThen(scope)}
  order by e.occurred_at, e.subject_version, e.id`

/**
 * Non-conformities of people that were open on these crops, their plots or their growers (BR-17): what the product opened follows from the rules
 * themselves. What is on another crop of theirs is that crop's, and what is about the group itself is its scope certificate's.
 */
const findingsQuery = (scope: Scope, cropIds: readonly string[]) => sql<FindingRow>`
  with mine as (select c.id, c.parcel_id, f.stays from crop as c
    join (select x.id, coalesce(x.merged_into_id, x.id) as stays from farmer as x where x.tenant_id = ${scope.tenant.id}) as f on f.id = c.farmer_id
    where c.tenant_id = ${scope.tenant.id} and c.id = any(${[...cropIds]}::uuid[])),
  about as (
    select m.id as crop_id, n.id from mine as m join nonconformity as n on n.tenant_id = ${scope.tenant.id} and n.crop_id = m.id
    union all select m.id, n.id from mine as m join nonconformity as n on n.tenant_id = ${scope.tenant.id} and n.crop_id is null and n.parcel_id = m.parcel_id
    union all select m.id, n.id from mine as m join farmer as x on x.tenant_id = ${scope.tenant.id} and (x.id = m.stays or x.merged_into_id = m.stays)
      join nonconformity as n on n.tenant_id = ${scope.tenant.id} and n.crop_id is null and n.parcel_id is null and n.farmer_id = x.id
  )
  select a.crop_id as "cropId", n.ref, n.rule, n.severity, coalesce(v.scheme_id, k.scheme_id) as "schemeId"
  from about as a join nonconformity as n on n.tenant_id = ${scope.tenant.id} and n.id = a.id and n.created_by is not null
  left join schemepop as v on v.tenant_id = ${scope.tenant.id} and v.id = n.scheme_pop_id
  left join inspection as i on i.tenant_id = ${scope.tenant.id} and i.id = n.inspection_id
  left join checklist as k on k.tenant_id = ${scope.tenant.id} and k.id = i.checklist_id
  where ${isThere(scope, 'n')} and n.opened_on <= ${localDay(scope)}::date and coalesce(${statusThen(scope, 'nonconformity', sql`n.id`, sql`n.status`)}, 'OPEN') <> 'CLOSED'
  order by n.ref`
