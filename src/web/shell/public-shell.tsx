// The frame of public pages: no rail; the tenant's mark, the language, one column.
import '#web/locales/english-singulars.ts'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TenantMark } from '#web/tenant/tenant-mark.tsx'
import { LanguageSwitch } from '#web/ui/language-switch.tsx'
import './public-shell.css'

export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <div className="public-shell">
      <header>
        <TenantMark />
        <LanguageSwitch />
      </header>
      <main>{children}</main>
    </div>
  )
}

export function PublicArea() {
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  )
}
