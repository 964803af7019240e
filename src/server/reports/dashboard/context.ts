// What the statements of /dashboard share: who asks, of which season, and which records count. A statement is asked only of those who
// may list the records it counts; lists behind a figure have the same conditions.
import { type RawBuilder, sql } from 'kysely'
import { can } from '#domain/access.ts'
import { seasonField } from '#domain/cropping/season-summary.ts'
import { entityOf } from '#domain/entities.ts'
import type { AnyEntity, Stored } from '#domain/kernel/entity.ts'
import type { Scope } from '../../scope.ts'
import { conditions } from '../../store/list.ts'

export type Season = Pick<Stored<ReturnType<typeof entityOf<'season'>>>, 'id' | 'startDate' | 'endDate'>
/** `season` null: all seasons. */
export type Context = { scope: Scope; season: Season | null }

export const sees = ({ scope }: Context, ...names: readonly string[]): boolean => names.every((name) => can(scope.user, name, 'L'))

/** What limits the list of this entity with the season chosen. */
export const within = (entity: AnyEntity, seasonId: string | null): Record<string, string> => {
  const field = seasonField(entity)
  return field && seasonId ? { [field]: seasonId } : {}
}

/** The same as a condition of the table `r`. */
export const inList = (scope: Scope, entity: AnyEntity, seasonId: string | null): RawBuilder<unknown> => {
  const filters = Object.entries(within(entity, seasonId)).map(([name, value]) => ({ name, op: 'in' as const, values: [value] }))
  return sql.join(conditions(scope, entity, { q: null, filters }), sql` and `)
}

/** Records `r` of this entity and the season asked for. */
export const inSeasonList = ({ scope, season }: Context, name: string): RawBuilder<unknown> => inList(scope, entityOf(name), season?.id ?? null)
/** Of every season. */
export const inWholeList = ({ scope }: Context, name: string): RawBuilder<unknown> => inList(scope, entityOf(name), null)

/** Crops that count: sown for sale, and neither cancelled nor failed. */
export const notLost = sql`r.role in ('MAIN', 'INTERCROP') and r.status not in ('CANCELLED', 'FAILED')`

/**
 * Internal inspections of the members that the reader lists, wherever they were recorded: on the person, a crop or a plot. What counts for coverage (BR-21)
 * and for what an inspector has seen is the same. Rows: the columns of the event, `farmer_id`, and whether it has a photo, its own or at an answer.
 */
export const visits = (context: Context): RawBuilder<unknown> => {
  const { scope, season } = context
  const id = scope.tenant.id
  const own = (type: 'farmer' | 'crop' | 'landparcel', subject: RawBuilder<unknown>) =>
    sql`e.tenant_id = ${id} and e.subject_type = ${sql.lit(type)} and e.subject_id = ${subject} and e.event_type = 'INTERNAL_INSPECTION' and e.status = 'RECORDED'`
  const named = season ? sql`and e.data->>'seasonId' = ${season.id}` : sql``
  const columns = sql`e.id, e.source, e.recorded_by, e.occurred_at, e.recorded_at, e.data, m.id as farmer_id`
  return sql`(with m as (select r.id from farmer as r where ${inWholeList(context, 'farmer')}),
    v as (
      select ${columns} from m join event as e on ${own('farmer', sql`m.id`)} ${named}
      union all
      select ${columns} from m join crop as c on c.tenant_id = ${id} and c.farmer_id = m.id ${season ? sql`and c.season_id = ${season.id}::uuid` : sql``} join event as e on ${own('crop', sql`c.id`)}
      union all
      select ${columns} from m join landparcel as p on p.tenant_id = ${id} and p.farmer_id = m.id join event as e on ${own('landparcel', sql`p.id`)} ${named})
    select v.*, (jsonb_typeof(v.data->'files') = 'array' and v.data->'files' <> '[]' or exists (select from inspection_answers as a
      where a.tenant_id = ${id} and a.parent_id = (v.data->>'inspectionId')::uuid and cardinality(a.files) > 0)) is true as has_photo from v)`
}

/** Tickets of the lots that the reader sees, with the crop bought (`c`): the rows of the purchase register (R13). */
export const tickets = (context: Context): RawBuilder<unknown> => {
  const { tenant } = context.scope
  return sql`productbatch as r
    join event as e on e.tenant_id = ${tenant.id} and e.subject_type = 'productbatch' and e.subject_id = r.id and e.event_type = 'PURCHASE' and e.status = 'RECORDED'
    join crop as c on c.tenant_id = ${tenant.id} and c.id = (e.data->>'cropId')::uuid
    where ${inSeasonList(context, 'productbatch')} and r.unit_type <> 'FARM_LOT'`
}
