// What a request's own site is, once its host has been found to be a tenant's (http/tenants.ts): the origin
// that browsers must name, and the answer of GET /api/tenant/{subdomain}.

import { areaUnitOf, areaUnitText } from '#domain/kernel/area-unit.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { subdomainOf } from '#domain/tenancy/host.ts'
import { completeTenant, currencyOf, type TenantAnswer } from '#domain/tenancy/tenant.ts'
import type { Tenant } from '#server/scope.ts'

export type Site = {
  tenant: Tenant
  /** `http://cotton.localhost:4300`: what an Origin header must say, and where people are sent back to. */
  origin: string
  /** The name in the address: the tenant's own, or `localhost` on the machine itself. */
  subdomain: string
}

/** The host of a request as its caller wrote it. Header names other than Host (`x-forwarded-host` …) are never read. */
export const hostOf = (request: Request): string => (request.headers.get('host') ?? new URL(request.url).host).toLowerCase()

/** `host` has been accepted for this tenant. The scheme comes from configuration, never from `x-forwarded-proto`. */
export function siteOf(tenant: Tenant, host: string, isSecure: boolean): Site {
  return { tenant, origin: `${isSecure ? 'https' : 'http'}://${host}`, subdomain: subdomainOf(new URL(`http://${host}`).hostname) }
}

/**
 * The answer of GET /api/tenant/{subdomain}, with the fields of the specification's section 3. Only the tenant of
 * this very site may know; any other name, existing or not, throws NOT_FOUND.
 */
export function tenantAnswer({ tenant, subdomain }: Site, requested: string): TenantAnswer {
  const name = requested.toLowerCase()
  if (name !== subdomain && name !== tenant.subdomain) throw new Problem('NOT_FOUND', { message: 'No programme of this name answers here.' })
  const id = String(tenant.id)
  const base = {
    ...defaultTenant,
    subdomain: name,
    config: { ...defaultTenant.config, name: tenant.name, subdomain: tenant.subdomain, id, organizationId: id },
  }
  const region = { timezone: tenant.timezone, currency: currencyOf(tenant.config), area: areaUnitText(areaUnitOf(tenant.config)) }
  return completeTenant({ config: { ...tenant.config, subdomain: tenant.subdomain, id }, theme: tenant.theme, region }, base)
}
