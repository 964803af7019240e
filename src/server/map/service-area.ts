// Where an operator's plots can lie (BR-01): in the area that it has drawn, else around its office as far as it says it works, else in its country.
import { metreRuler } from '#domain/geo/area.ts'
import type { ServiceArea } from '#domain/geo/boundary.ts'
import { countryBox } from '#domain/geo/country-boxes.ts'
import type { Scope } from '../scope.ts'

/** Where boundaries of this operator are plausible, with 20 km around it; null = nothing is known, nothing is refused. */
export async function serviceAreaOf(scope: Scope, operatorId: string | null): Promise<ServiceArea | null> {
  const operator = operatorId
    ? await scope.db
        .selectFrom('collective')
        .select(['service_area', 'centre', 'service_radius_km', 'country'])
        .where('tenant_id', '=', scope.tenant.id)
        .where('id', '=', operatorId)
        .executeTakeFirst()
    : undefined
  if (operator?.service_area) return operator.service_area
  const centre = operator?.centre?.coordinates
  if (centre && operator?.service_radius_km) {
    const { kx, ky } = metreRuler(centre[1])
    const metres = operator.service_radius_km * 1000
    return [centre[0] - metres / kx, centre[1] - metres / ky, centre[0] + metres / kx, centre[1] + metres / ky]
  }
  return countryBox(operator?.country ?? scope.tenant.country)
}
