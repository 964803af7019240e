// R30. One row a step of the season chosen, else of the open one that ends first; each counts what the reader's lists show, and is left out for whoever may not list it.
import { type RawBuilder, sql } from 'kysely'
import { can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { type closingSteps, seasonClosing } from '#domain/reports/season-closing.ts'
import { queryAll } from '#server/db/connection.ts'
import type { Scope } from '../../scope.ts'
import { inList } from '../dashboard/context.ts'
import { reportQuery } from '../engine/report-query.ts'

type Step = keyof typeof closingSteps
type Counted = { records: number; open: number; kg: number | null }
const none = sql`null::numeric`

/** Of the entity's records in the season: those that fulfil `open`. */
function count(scope: Scope, name: string, season: string | null, open: RawBuilder<unknown>, { only = sql`true`, kg = none } = {}): RawBuilder<Counted> | null {
  if (!can(scope.user, name, 'L')) return null
  return sql<Counted>`select count(*) as records, count(*) filter (where ${open}) as open, sum(${kg}) filter (where ${open}) as kg
    from ${sql.table(name)} as r where ${inList(scope, entityOf(name), season)} and ${only}`
}

/** Without one that was chosen, the open season that ends first. */
async function seasonOf(scope: Scope, id: string | null) {
  const { rows } = await sql<{ id: string; title: string; startDate: string; endDate: string }>`
    select r.id, r.title, r.start_date as "startDate", r.end_date as "endDate" from season as r
    where ${inList(scope, entityOf('season'), null)} and ${id === null ? sql`r.status = 'OPEN'` : sql`r.id = ${id}::uuid`} order by r.end_date, r.id limit 1`.execute(
    scope.db,
  )
  return rows[0] ?? null
}

export const query = reportQuery(seasonClosing, {
  async rows({ scope, values: { season: given } }) {
    const season = await seasonOf(scope, given)
    if (!season) return []
    const { id } = season
    const during = sql`r.opened_on between ${season.startDate}::date and ${season.endDate}::date`
    const left = sql`coalesce(r.remaining_sellable_kg, 0)`
    const requested: readonly (readonly [Step, RawBuilder<Counted> | null])[] = [
      [
        'SUBMISSIONS',
        count(scope, 'submission', null, sql`r.status in ('RECEIVED', 'WAITING_FILES', 'IN_REVIEW', 'RETURNED', 'RESUBMITTED', 'APPLY_FAILED', 'CONFLICT')`),
      ],
      ['ESTIMATES', count(scope, 'crop', id, sql`r.proposed_kg is not null`, { only: sql`r.status not in ('CANCELLED', 'FAILED')`, kg: sql`r.proposed_kg` })],
      ['CROPS', count(scope, 'crop', id, sql`r.status not in ('CLOSED', 'FAILED', 'CANCELLED')`)],
      ['DELIVERIES', count(scope, 'crop', id, sql`${left} > 0`, { only: sql`r.harvested_kg > 0`, kg: left })],
      ['FARMERS', count(scope, 'farmerseason', id, sql`r.status <> 'DECIDED'`)],
      ['NONCONFORMITIES', count(scope, 'nonconformity', null, sql`r.status <> 'CLOSED'`, { only: during })],
      ['LOTS', count(scope, 'productbatch', id, sql`r.status = 'OPEN' and r.on_hand_kg > 0`, { only: sql`r.unit_type <> 'FARM_LOT'`, kg: sql`r.on_hand_kg` })],
      ['QUARANTINED', count(scope, 'productbatch', id, sql`r.status in ('QUARANTINED', 'RECALLED')`, { kg: sql`r.on_hand_kg` })],
      [
        'CERTIFICATES',
        count(scope, 'transactioncertificate', null, sql`r.status in ('DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'CORRECTION')`, {
          only: sql`r.first_shipment between ${season.startDate}::date and ${season.endDate}::date`,
          kg: sql`r.net_kg`,
        }),
      ],
    ]
    const answers = await queryAll(scope.db, ...requested.map(([, question]) => question))
    return requested.flatMap(([step], index) => {
      const counted = answers[index]?.[0]
      return counted ? [{ season: season.title, step, records: counted.records, open: counted.open, openKg: counted.kg, isDone: counted.open === 0 }] : []
    })
  },
})
