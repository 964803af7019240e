// Fetches the tenant once and hands it down. Until it has arrived a quiet loader lies over the page, so that
// the default tenant's colours do not flash first; it hides after one second whatever happens.
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { type LoadedTenant, loadTenant } from './load-tenant.ts'
import { NobodysAddressContext, TenantContext, TenantReloadContext } from './use-tenant.ts'

/** 1 second (specification section 9): the loader never stands longer in anybody's way. */
export const tenantLoaderMs = 1_000

export function TenantProvider({ children }: { children: ReactNode }) {
  const [tenant, setTenant] = useState<LoadedTenant | null>(null)
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    let isCurrent = true
    void loadTenant(window.location.hostname).then((loaded) => {
      if (isCurrent) setTenant(loaded)
    })
    const timer = setTimeout(() => setPatient(false), tenantLoaderMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [])
  const reload = useCallback(() => void loadTenant(window.location.hostname).then(setTenant), [])
  return (
    <TenantContext value={tenant?.tenant ?? defaultTenant}>
      <NobodysAddressContext value={tenant?.isNobodys ?? false}>
        <TenantReloadContext value={reload}>{children}</TenantReloadContext>
      </NobodysAddressContext>
      {tenant === null && isPatient ? (
        <div className="tenant-loader" role="status" aria-label={defaultTenant.config.name}>
          <div className="loading" aria-hidden />
        </div>
      ) : null}
    </TenantContext>
  )
}
