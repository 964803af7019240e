// The programme whose address this is: names, texts, logos and colours. The default one until it has arrived.
import { createContext, useContext } from 'react'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import type { TenantAnswer } from '#domain/tenancy/tenant.ts'

export const TenantContext = createContext<TenantAnswer>(defaultTenant)
/** Asks the server once more, after the programme's settings were changed here. */
export const TenantReloadContext = createContext<() => void>(() => {})
export const useTenantReload = (): (() => void) => useContext(TenantReloadContext)
/** No programme has this address: the default one is shown, and nobody can sign in. */
export const NobodysAddressContext = createContext(false)
export const useIsNobodysAddress = (): boolean => useContext(NobodysAddressContext)
export const useTenant = (): TenantAnswer => useContext(TenantContext)
