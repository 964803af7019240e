// Asks the server whose address this is. Whatever goes wrong, the default tenant stays, and only the
// console is told (specification section 8).
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { subdomainOf } from '#domain/tenancy/host.ts'
import { completeTenant, type TenantAnswer } from '#domain/tenancy/tenant.ts'

/** A server that has not answered by then is treated as one that does not answer. */
const patienceMs = 8_000

export async function loadTenant(hostname: string): Promise<TenantAnswer> {
  const subdomain = subdomainOf(hostname)
  try {
    const response = await fetch(`/api/tenant/${encodeURIComponent(subdomain)}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!response.ok) throw new Error(`The tenant configuration of ${subdomain} was answered with ${response.status}.`)
    return completeTenant(await response.json(), defaultTenant)
  } catch (error) {
    console.error('The tenant configuration could not be fetched; the default one is used.', error)
    return defaultTenant
  }
}
