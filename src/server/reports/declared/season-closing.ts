// R30. One row a step of the season chosen, else of the open one that ends first; each counts what the reader's lists show, and is left out for whoever may not list it.
// Of a past day the same steps are counted over the tables as they were.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { isNeeded } from '#domain/cropping/season-closing.ts'
import { type EntityName, entityOf } from '#domain/entities.ts'
import { seasonClosing } from '#domain/reports/season-closing.ts'
import { queryAll } from '#server/db/connection.ts'
import { type ClosedSeason, type Counted, countStep, type StepOf, stepsOf } from '../../queries/season-closing.ts'
import type { Past, Scope } from '../../scope.ts'
import { isPast } from '../../store/past.ts'
import { inList } from '../dashboard/context.ts'
import { onPastDay } from '../engine/past-day.ts'
import { type PastTable, reportQuery } from '../engine/report-query.ts'
import { tablesThen } from '../engine/tables-then.ts'

type NamedSeason = ClosedSeason & { title: string }
type PastScope = Scope & { past: Past }

/** Without one that was chosen, the open season that ends first. */
async function seasonOf(scope: Scope, id: string | null): Promise<NamedSeason | null> {
  const then = isPast(scope) ? sql`with ${sql.join(await tablesThen(scope, [{ table: 'season' }]))}` : sql``
  const { rows } = await sql<NamedSeason>`${then}
    select r.id, r.title, r.start_date as "startDate", r.end_date as "endDate" from season as r
    where ${inList(scope, entityOf('season'), null)} and ${id === null ? sql`r.status = 'OPEN'` : sql`r.id = ${id}::uuid`} order by r.end_date, r.id limit 1`.execute(
    scope.db,
  )
  return rows[0] ?? null
}

/** Each step in the order given, over the tables as they are. */
async function countedNow(scope: Scope, steps: readonly StepOf[]): Promise<(Counted | undefined)[]> {
  const counts = await queryAll(scope.db, ...steps.map((one) => countStep(one, inList(scope, entityOf(one.entity), null))))
  return counts.map(([counted]) => counted)
}

/** What the records of a season are folded by: the season of a crop or a lot does not change. */
const ofSeason: readonly EntityName[] = ['crop', 'productbatch', 'farmerseason']

/** The same over the tables as they were, one statement for all steps of a kind of record. */
async function countedThen(scope: PastScope, season: ClosedSeason, steps: readonly StepOf[]): Promise<(Counted | undefined)[]> {
  const counted = new Map<StepOf, Counted>()
  for (const [entity, ofEntity] of Map.groupBy(steps, (one) => one.entity)) {
    const table: PastTable = { table: entity, ...(ofSeason.includes(entity) ? { which: () => sql`r.season_id = ${season.id}::uuid` } : {}) }
    const visible = sql`visible as (select r.id from ${sql.table(entity)} as r where ${inList(scope, entityOf(entity), null)})`
    const { rows } = await sql<Counted & { place: number }>`with ${sql.join([visible, ...(await tablesThen(scope, [table]))])} ${sql.join(
      ofEntity.map((one, place) => sql`select ${sql.lit(place)} as place, c.* from (${countStep(one, sql`r.id in (select v.id from visible as v)`)}) as c`),
      sql` union all `,
    )}`.execute(scope.db)
    for (const { place, ...count } of rows) {
      const one = ofEntity[place]
      if (one) counted.set(one, count)
    }
  }
  return steps.map((one) => counted.get(one))
}

export const query = reportQuery(seasonClosing, {
  async rows({ scope: now, values }) {
    const scope = onPastDay(now, values)
    const season = await seasonOf(scope, values.season)
    if (!season) return []
    const steps = stepsOf(scope, season).filter(({ entity }) => can(scope.user, entity, 'L'))
    const counts = await (isPast(scope) ? countedThen(scope, season, steps) : countedNow(scope, steps))
    return steps.flatMap(({ step }, index) => {
      const counted = counts[index]
      return counted
        ? [
            {
              season: season.title,
              step,
              isNeeded: isNeeded(step),
              records: counted.records,
              open: counted.open,
              openKg: counted.kg,
              isDone: counted.open === 0,
            },
          ]
        : []
    })
  },
})
