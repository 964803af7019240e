// What of a crop's yield ceiling may be sold as certified, as SQL: where border rows are excluded (BR-13), their share of the area is left out.
import { type RawBuilder, sql } from 'kysely'

/** As SQL: of a crop `k` what may be sold as certified at most, as certifiedCap works it out. */
export const certifiedCapOf = (k: string): RawBuilder<number | null> => {
  const of = (column: string) => sql.ref(`${k}.${column}`)
  return sql`floor(round(${of('yield_cap_kg')} * greatest(0, 1 - coalesce(${of('excluded_ha')}, 0) / ${of('area_ha')}), 3))`
}
