// Asks the server whose address this is. Whatever goes wrong, the default tenant stays, and only the
// console says so (specification section 8).
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { subdomainOf } from '#domain/tenancy/host.ts'
import { completeTenant, type TenantAnswer } from '#domain/tenancy/tenant.ts'

/** A server that has not answered by then is treated as one that does not answer. */
const patienceMs = 8_000

/** `isNobodys`: the server answers, and no programme has this address. */
export type LoadedTenant = { tenant: TenantAnswer; isNobodys: boolean }

export async function loadTenant(hostname: string): Promise<LoadedTenant> {
  const subdomain = subdomainOf(hostname)
  let isNobodys = false
  try {
    const response = await fetch(`/api/tenant/${encodeURIComponent(subdomain)}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    })
    isNobodys = response.status === 404 || response.status === 421
    if (!response.ok) throw new Error(`/api/tenant/: ${response.status}`)
    const region = { timezone: response.headers.get('x-timezone'), currency: response.headers.get('x-currency'), area: response.headers.get('x-area') }
    return { tenant: completeTenant({ ...(await response.json()), region }, defaultTenant), isNobodys }
  } catch (error) {
    console.error('The default tenant is shown', error)
    return { tenant: defaultTenant, isNobodys }
  }
}
