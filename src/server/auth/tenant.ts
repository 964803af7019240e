// Host header → tenant: the first thing that happens to every request, and the answer to
// GET /api/tenant/{subdomain}. A host nobody owns is answered with 421 before anything else is looked at.
import { Problem } from '#domain/kernel/problems.ts'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { localSubdomain, parseTenantHost } from '#domain/tenancy/host.ts'
import { completeTenant, type TenantAnswer } from '#domain/tenancy/tenant.ts'
import type { Database } from '#server/db/database.ts'
import type { Tenant } from '#server/scope.ts'

export type HostSettings = {
  /** Domains below which tenants live: `localhost` in development, `farmbook.example` in production. */
  hostBases: readonly string[]
  /** Subdomain of the tenant that answers on the machine itself (plain `localhost`). */
  localTenant: string
  /** Whether people reach us by https; part of every origin. */
  isSecure: boolean
}

export type Site = {
  tenant: Tenant
  /** `http://cotton.localhost:4300`: what an Origin header must say. */
  origin: string
  /** The name in the address: the tenant's own, or `localhost`. */
  subdomain: string
}

export type Sites = {
  /** Throws UNKNOWN_HOST (421) for a host that is malformed, foreign, or nobody's. Header names other than Host are never read. */
  find(host: string | null | undefined): Promise<Site>
  /** After a tenant was made or changed. */
  forget(): void
}

/** Changes of branding are seen by other processes after this time; each request would cost a query otherwise. */
const rememberMs = 5_000
/** Names asked for and not found are remembered too, but only so many: their number is in the caller's hands. */
const maxRemembered = 1_000

export function createSites(database: Database, { hostBases, localTenant, isSecure }: HostSettings, clock: () => number = Date.now): Sites {
  const known = new Map<string, { until: number; tenant: Promise<Tenant | null> }>()
  const tenantOf = (subdomain: string): Promise<Tenant | null> => {
    const kept = known.get(subdomain)
    if (kept && kept.until > clock()) return kept.tenant
    const tenant = readTenant(database, subdomain)
    known.delete(subdomain)
    known.set(subdomain, { until: clock() + rememberMs, tenant })
    if (known.size > maxRemembered) known.delete(known.keys().next().value as string)
    tenant.catch(() => known.delete(subdomain))
    return tenant
  }
  return {
    async find(header) {
      const host = parseTenantHost(header, hostBases)
      const tenant = host && (await tenantOf(host.subdomain === localSubdomain ? localTenant : host.subdomain))
      if (!tenant) throw new Problem('UNKNOWN_HOST')
      return { tenant, origin: `${isSecure ? 'https' : 'http'}://${host.host}`, subdomain: host.subdomain }
    },
    forget: () => known.clear(),
  }
}

async function readTenant(database: Database, subdomain: string): Promise<Tenant | null> {
  const row = await database.platform((db) => db.selectFrom('tenant').select(['id', 'subdomain', 'name', 'timezone', 'country', 'config', 'theme']).where('subdomain', '=', subdomain).executeTakeFirst())
  return (row as Tenant | undefined) ?? null
}

/**
 * The answer of GET /api/tenant/{subdomain}, with the fields of the specification's section 3. Only the tenant of
 * this very site is told about; any other name, existing or not, throws NOT_FOUND.
 */
export function tenantAnswer({ tenant, subdomain }: Site, asked: string): TenantAnswer {
  const name = asked.toLowerCase()
  if (name !== subdomain && name !== tenant.subdomain) throw new Problem('NOT_FOUND', { message: 'No programme of this name answers here.' })
  const id = String(tenant.id)
  const base = { ...defaultTenant, subdomain: name, config: { ...defaultTenant.config, name: tenant.name, subdomain: tenant.subdomain, id, organizationId: id } }
  return completeTenant({ config: { ...tenant.config, subdomain: tenant.subdomain, id }, theme: tenant.theme }, base)
}
