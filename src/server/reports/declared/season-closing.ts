// R30. One row a step of the season chosen, else of the open one that ends first; each counts what the reader's lists show, and is left out for whoever may not list it.
import { sql } from 'kysely'
import { can } from '#domain/access.ts'
import { isNeeded } from '#domain/cropping/season-closing.ts'
import { entityOf } from '#domain/entities.ts'
import { seasonClosing } from '#domain/reports/season-closing.ts'
import { queryAll } from '#server/db/connection.ts'
import { countStep, stepsOf } from '../../queries/season-closing.ts'
import type { Scope } from '../../scope.ts'
import { inList } from '../dashboard/context.ts'
import { reportQuery } from '../engine/report-query.ts'

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
    const steps = stepsOf(scope, season)
    const answers = await queryAll(
      scope.db,
      ...steps.map((one) => (can(scope.user, one.entity, 'L') ? countStep(one, inList(scope, entityOf(one.entity), null)) : null)),
    )
    return steps.flatMap(({ step }, index) => {
      const counted = answers[index]?.[0]
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
