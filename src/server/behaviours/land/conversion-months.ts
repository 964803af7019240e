// How long conversion takes (BR-04), as the schemes say to which the plot's group is certified when the plot enters: of several, the one that asks most,
// because one claim serves all of them. A later version of a scheme does not move plots that have entered (decision 0077).
import { sql } from 'kysely'
import type { ConversionMonths } from '#domain/land/plot-projection.ts'
import type { Scope } from '../../scope.ts'

/** Of one certificate for farms. `validTo`: YYYY-MM-DD. */
type Certified = { operatorId: string; validTo: string; annual: number; perennial: number }
export type ConversionSchemes = (operatorId: string | null, startedOn: string) => ConversionMonths | null

/** Reads what the certificates of these operators ask. Of those valid on the day of entry or later; null where there is none: as BR-04 says. */
export async function conversionSchemesOf(scope: Scope, operatorIds: readonly (string | null)[]): Promise<ConversionSchemes> {
  const ids = [...new Set(operatorIds.flatMap((id) => id ?? []))]
  const { rows } = await sql<Certified>`
    select s.collective_id as "operatorId", s.valid_to::text as "validTo", m.conversion_months_annual::int as annual, m.conversion_months_perennial::int as perennial
    from scopecertificate as s join scheme as m on m.tenant_id = ${scope.tenant.id} and m.id = s.scheme_id and m.type = 'FARM'
    where s.tenant_id = ${scope.tenant.id} and s.collective_id = any(${ids}::uuid[]) and s.deleted_at is null and s.status in ('VALID', 'SUSPENDED', 'EXPIRED')`.execute(
    scope.db,
  )
  return (operatorId, startedOn) => {
    const own = rows.filter((one) => one.operatorId === operatorId && one.validTo >= startedOn)
    if (own.length === 0) return null
    return { ANNUAL: Math.max(...own.map(({ annual }) => annual)), PERENNIAL: Math.max(...own.map(({ perennial }) => perennial)) }
  }
}
