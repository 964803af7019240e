// The steps of closing a season (BR-28), counted: of the whole programme for the guard, within a reader's lists for the sheet that is signed (R30).
// One place, so that what the sheet calls done and what the guard lets pass are the same.
import { type RawBuilder, sql } from 'kysely'
import { type ClosingStep, isNeeded, type OpenSteps } from '#domain/cropping/season-closing.ts'
import type { EntityName } from '#domain/entities.ts'
import { addDays, localDay } from '#domain/kernel/day.ts'
import { tolerancesOf } from '#domain/rules/tolerances.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'

export type ClosedSeason = { id: string; startDate: string; endDate: string }
/** Of the records `r` of an entity: `only` those of the season that the step counts, `open` what is to be done still, `kg` how much of it. */
export type StepOf = { step: ClosingStep; entity: EntityName; only: RawBuilder<unknown>; open: RawBuilder<unknown>; kg?: RawBuilder<unknown> }
export type Counted = { records: number; open: number; kg: number | null }

/** In which goods lie at a place and can be counted: neither on their way nor quarantined. */
const inStock = sql`r.status in ('OPEN', 'CLOSED', 'RELEASED', 'RECEIVED')`
/** Farm lots are what is left on a field's account; lots of a centre or processor are stock. */
const isFarmLot = sql`r.unit_type = 'FARM_LOT'`

/** In the order of the sheet. */
export function stepsOf(scope: Scope, season: ClosedSeason): readonly StepOf[] {
  const { tenant } = scope
  const inSeason = sql`r.season_id = ${season.id}::uuid`
  const within = (day: RawBuilder<unknown>) => sql`${day} between ${season.startDate}::date and ${season.endDate}::date`
  return [
    {
      step: 'SUBMISSIONS',
      entity: 'submission',
      only: sql`case when ${submittedFor(scope)} is null then ${within(sql`(r.captured_at at time zone ${tenant.timezone}::text)::date`)}
        else ${submittedFor(scope)} = ${season.id}::text end`,
      open: sql`r.status in ('RECEIVED', 'WAITING_FILES', 'IN_REVIEW', 'RETURNED', 'RESUBMITTED', 'APPLY_FAILED', 'CONFLICT')`,
    },
    {
      step: 'ESTIMATES',
      entity: 'crop',
      only: sql`${inSeason} and r.status not in ('CANCELLED', 'FAILED')`,
      open: sql`r.proposed_kg is not null`,
      kg: sql`r.proposed_kg`,
    },
    { step: 'CROPS', entity: 'crop', only: inSeason, open: sql`r.status not in ('CLOSED', 'FAILED', 'CANCELLED')` },
    {
      step: 'DELIVERIES',
      entity: 'productbatch',
      only: sql`${inSeason} and ${isFarmLot} and r.status <> 'VOIDED'`,
      open: sql`r.on_hand_kg > 0`,
      kg: sql`r.on_hand_kg`,
    },
    {
      step: 'STOCK',
      entity: 'productbatch',
      only: sql`${inSeason} and not ${isFarmLot} and r.on_hand_kg > 0 and ${inStock}`,
      open: sql`not exists (select 1 from event as e where e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id
        and e.event_type = 'STOCK_COUNTED' and e.status = 'RECORDED' and e.occurred_at >= (${countsFrom(scope, season)}::date::timestamp at time zone ${tenant.timezone}::text))`,
      kg: sql`r.on_hand_kg`,
    },
    { step: 'FARMERS', entity: 'farmerseason', only: inSeason, open: sql`r.status <> 'DECIDED'` },
    { step: 'NONCONFORMITIES', entity: 'nonconformity', only: within(sql`r.opened_on`), open: sql`r.status <> 'CLOSED'` },
    {
      step: 'LOTS',
      entity: 'productbatch',
      only: sql`${inSeason} and not ${isFarmLot}`,
      open: sql`r.status = 'OPEN' and r.on_hand_kg > 0`,
      kg: sql`r.on_hand_kg`,
    },
    { step: 'QUARANTINED', entity: 'productbatch', only: inSeason, open: sql`r.status in ('QUARANTINED', 'RECALLED')`, kg: sql`r.on_hand_kg` },
    {
      step: 'CERTIFICATES',
      entity: 'transactioncertificate',
      only: within(sql`r.first_shipment`),
      open: sql`r.status in ('DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'CORRECTION')`,
      kg: sql`r.net_kg`,
    },
  ]
}

/** A step of the records that fulfil `limit`. */
export const countStep = ({ entity, only, open, kg = sql`null::numeric` }: StepOf, limit: RawBuilder<unknown>): RawBuilder<Counted> =>
  sql<Counted>`select count(*) as records, count(*) filter (where ${open}) as open, sum(${kg}) filter (where ${open}) as kg
    from ${sql.table(entity)} as r where ${limit} and ${only}`

/** What stands against closing a season, in the whole programme; to be read with the season locked. */
export async function openSteps(scope: Scope, season: ClosedSeason): Promise<OpenSteps> {
  const live = sql`r.tenant_id = ${scope.tenant.id} and r.deleted_at is null`
  const steps = stepsOf(scope, season).filter(({ step }) => isNeeded(step))
  const counts = await queryAll(scope.db, ...steps.map((one) => countStep({ ...one, only: sql`${one.only} and ${one.open}` }, live)))
  return steps.flatMap(({ step }, index) => (isNeeded(step) ? [{ step, open: counts[index]?.[0]?.open ?? 0 }] : []))
}

/** Of a season that is over, stock is counted on its last day or later; of one that is closed before, some days before the closing at most. */
function countsFrom(scope: Scope, { endDate }: ClosedSeason): string {
  const recent = addDays(localDay(scope), -tolerancesOf(scope.tenant.config.tolerances).closingCount)
  return recent < endDate ? recent : endDate
}

/** The season that a submission is for: of the crop, the plan or the lot that it is about, else the one among its answers; null where it names none. */
function submittedFor({ tenant }: Scope): RawBuilder<string | null> {
  const target = sql`case when r.target_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then r.target_id::uuid end`
  const seasonIn = (table: EntityName) => sql`(select o.season_id::text from ${sql.table(table)} as o where o.tenant_id = ${tenant.id} and o.id = ${target})`
  return sql<string | null>`coalesce(${seasonIn('crop')}, ${seasonIn('croppingsystem')}, ${seasonIn('productbatch')},
    (select coalesce(a.value::jsonb->>'text', a.value::jsonb->>'code') from submission_answers as a
      where a.tenant_id = ${tenant.id} and a.parent_id = r.id and a.field = 'seasonId' order by a.line_no limit 1))`
}
