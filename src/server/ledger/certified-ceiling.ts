// What of a crop's yield ceiling may be sold as certified, as SQL: where border rows are excluded (BR-13), their share of the area is left out of it and of the harvest.
import { type RawBuilder, sql } from 'kysely'

/** As SQL: of a crop `k` what may be sold as certified at most, as certifiedLimit works it out. */
export const certifiedCapOf = (k: string): RawBuilder<number | null> => {
  const of = (column: string) => sql.ref(`${k}.${column}`)
  return sql`floor(round(least(${of('yield_cap_kg')}, case when ${of('excluded_ha')} > 0 then nullif(${of('harvested_kg')}, 0) end) * greatest(0, 1 - coalesce(${of('excluded_ha')}, 0) / ${of('area_ha')}), 3))`
}
