// Which tenant answers at a host. Asked on every request, so it is remembered for some seconds.

import { Problem } from '#domain/kernel/problems.ts'
import { localSubdomain, parseTenantHost } from '#domain/tenancy/host.ts'
import type { Database } from '#server/db/database.ts'
import { findTenant } from '#server/db/platform.ts'
import type { Tenant } from '../scope.ts'

/** A changed name or colour is seen everywhere after this. */
const rememberedMs = 10_000
const rememberedAtMost = 1000

export type Tenants = {
  /** Throws UNKNOWN_HOST (421). */
  ofHost(host: string): Promise<Tenant>
  /** Whether the host lies below a domain of ours, whoever has its label. */
  isOurs(host: string): boolean
  /** Undefined when there is none. */
  bySubdomain(subdomain: string): Promise<Tenant | undefined>
  /** After a change made here: the next call looks again. */
  forget(): void
}
export type TenantsOptions = {
  /** Host names below which tenants live; 'localhost' among them lets the machine itself answer. */
  bases: readonly string[]
  /** Subdomain of the tenant that answers at the plain local host; null = none. */
  local: string | null
  /** The port we are reached at, as an address writes it: '' where it is the scheme's own. A host with another one is unknown. */
  port: string
}

export function tenantsOf(database: Database, { bases, local, port }: TenantsOptions): Tenants {
  const known = new Map<string, { until: number; tenant: Tenant | undefined }>()
  const bySubdomain = async (subdomain: string): Promise<Tenant | undefined> => {
    const found = known.get(subdomain)
    if (found && found.until > Date.now()) return found.tenant
    const tenant = await database.platform((db) => findTenant(db, subdomain))
    if (known.size >= rememberedAtMost) known.clear()
    known.set(subdomain, { until: Date.now() + rememberedMs, tenant })
    return tenant
  }
  return {
    bySubdomain,
    isOurs: (host) => parseTenantHost(host, bases, port) !== null,
    async ofHost(host) {
      const parsed = parseTenantHost(host, bases, port)
      const subdomain = parsed?.subdomain === localSubdomain ? local : parsed?.subdomain
      const tenant = subdomain ? await bySubdomain(subdomain) : undefined
      if (!tenant) throw new Problem('UNKNOWN_HOST')
      return tenant
    },
    forget: () => known.clear(),
  }
}
