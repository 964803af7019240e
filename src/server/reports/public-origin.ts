// What lies behind a public page, gathered without names: crops, farmers as a number, purchases, events and their
// fingerprints. Nothing that leaves this file's caller may be a person, a plot or a price of one farmer.
import { sql } from 'kysely'
import type { Claim, SeasonResult } from '#domain/kernel/terms.ts'
import { isIntact } from '../store/event-hash.ts'
import { eventOf } from '../store/event-view.ts'
import type { LotEdge, Within } from './lot-graph.ts'

export type FieldFacts = {
  cropId: string
  farmerId: string
  areaHa: number
  claim: Claim | null
  cropName: string | null
  varietyName: string | null
  lon: number | null
  lat: number | null
  district: string | null
  inspections: number
  result: SeasonResult | null
}

/** Of each crop: its plot's middle, its farmer's district, and how often it was inspected in its season. */
export async function fieldsOf({ db, tenant }: Within, cropIds: readonly string[]): Promise<FieldFacts[]> {
  if (cropIds.length === 0) return []
  const { rows } = await sql<FieldFacts>`
    select c.id as "cropId", c.farmer_id as "farmerId", c.area_ha as "areaHa", c.claim_status as claim, c.crop_name as "cropName", c.variety_name as "varietyName",
      (coalesce(p.centroid, p.point)->'coordinates'->>0)::float8 as lon, (coalesce(p.centroid, p.point)->'coordinates'->>1)::float8 as lat, f.district,
      (case when s.inspection1_on is null then 0 else 1 end + case when s.inspection2_on is null then 0 else 1 end) as inspections, s.result
    from crop as c join landparcel as p on p.tenant_id = ${tenant.id} and p.id = c.parcel_id join farmer as f on f.tenant_id = ${tenant.id} and f.id = c.farmer_id
    left join farmerseason as s on s.tenant_id = ${tenant.id} and s.farmer_id = c.farmer_id and s.season_id = c.season_id
    where c.tenant_id = ${tenant.id} and c.id = any(${[...cropIds]}::uuid[])`.execute(db)
  return rows
}

/** Sprays on these crops by kind: counts only. */
export async function spraysOn({ db, tenant }: Within, cropIds: readonly string[]): Promise<{ synthetic: number; plant: number }> {
  if (cropIds.length === 0) return { synthetic: 0, plant: 0 }
  const { rows } = await sql<{ category: string; n: number }>`
    select i.category, count(*) as n from event as e join inputitem as i on i.tenant_id = ${tenant.id} and i.id = (e.data->>'itemId')::uuid
    where e.tenant_id = ${tenant.id} and e.subject_type = 'crop' and e.subject_id = any(${[...cropIds]}::uuid[]) and e.event_type = 'PLANT_PROTECTION' and e.status = 'RECORDED' group by i.category`.execute(
    db,
  )
  const count = (...categories: string[]) => rows.filter(({ category }) => categories.includes(category)).reduce((sum, { n }) => sum + n, 0)
  return { synthetic: count('SYNTH_PESTICIDE', 'SYNTH_FERTILISER', 'HERBICIDE'), plant: count('BOTANICAL', 'BIOCONTROL', 'BIOFERTILISER') }
}

export type Step = { eventType: string; process: string | null; month: string; district: string | null; netKg: number | null; premiumPerKg: number | null }
/** The events on the way, with month and district, and whether every fingerprint still fits its record. */
export async function eventsOf(
  { db, tenant }: Within,
  edges: readonly LotEdge[],
  cropIds: readonly string[],
): Promise<{ steps: Step[]; proof: { events: number; intact: boolean; hashes: string[] } }> {
  const ids = [...new Set(edges.flatMap(({ eventId }) => eventId ?? []))]
  const { rows } = await sql<Record<string, unknown> & { month: string; district: string | null }>`
    select e.*, to_char(e.occurred_at at time zone ${tenant.timezone}, 'YYYY-MM') as month, coalesce(y.district, z.district) as district from event as e
    left join processingsystem as y on y.tenant_id = ${tenant.id} and e.subject_type = 'processingsystem' and y.id = e.subject_id
    left join productbatch as b on b.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and b.id = e.subject_id
    left join processingsystem as z on z.tenant_id = ${tenant.id} and z.id = b.processing_system_id
    where e.tenant_id = ${tenant.id} and e.status = 'RECORDED' and e.id = any(${ids}::uuid[] || array(
        select s.id from event as s where s.tenant_id = ${tenant.id} and s.subject_type = 'crop' and s.subject_id = any(${[...cropIds]}::uuid[]) and s.event_type in ('SOWING', 'RESOWING')))
    order by e.occurred_at, e.id`.execute(db)
  const steps = rows.map((row): Step => {
    const data = row.data as Record<string, unknown>
    return {
      eventType: row.event_type as string,
      process: (data.process as string | undefined) ?? null,
      month: row.month,
      district: row.district,
      netKg: (data.netKg as number | undefined) ?? null,
      premiumPerKg: (data.premiumPerKg as number | null | undefined) ?? null,
    }
  })
  const intact = rows.every((row) => isIntact(tenant.id, eventOf(row), row))
  return { steps, proof: { events: rows.length, intact, hashes: rows.map((row) => row.hash as string) } }
}

/** Whether any of these lots is restricted now, or was tested positive: that stays true of what was made of it, whatever became of the lot. */
export async function isAnyOnHold({ db, tenant }: Within, lotIds: readonly string[]): Promise<boolean> {
  if (lotIds.length === 0) return false
  const { rows } = await sql<{
    onHold: boolean
  }>`select exists (select 1 from productbatch as b where b.tenant_id = ${tenant.id} and b.id = any(${[...lotIds]}::uuid[]) and (b.status = 'QUARANTINED' or b.gmo_status = 'POSITIVE')) as "onHold"`.execute(
    db,
  )
  return rows[0]?.onHold ?? false
}
