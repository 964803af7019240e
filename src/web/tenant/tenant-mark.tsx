// The tenant's logo with its name beside it, because a logo alone is not read by everybody; a drawn mark where none was supplied.
import { pictureSources } from '#domain/tenancy/image-sizes.ts'
import { useTenant } from './use-tenant.ts'
import './tenant-mark.css'

/** `place`: the login page has a logo of its own, which may be wider and higher than a bar allows. `light`: on a drawing. */
export function TenantMark({ light = false, place = 'header' }: { light?: boolean; place?: 'header' | 'login' }) {
  const { config } = useTenant()
  const isLogin = place === 'login' && config.logo !== null
  const logo = isLogin ? config.logo : config.headerLogo
  const width = isLogin ? config.logoWidth : config.headerLogoWidth
  const kind = `${light ? ' light' : ''}${isLogin ? ' large' : ''}`
  if (logo)
    return (
      <div className={`tenant-mark with-logo${kind}`}>
        {/* The name stands below it. */}
        <img {...pictureSources(logo, width)} alt="" style={{ width }} />
        <div className="name" title={config.name}>
          {config.name}
        </div>
      </div>
    )
  return (
    <div className={`tenant-mark${kind}`}>
      <svg viewBox="0 0 32 32" aria-hidden="true" className="drawn">
        <rect width="32" height="32" rx="8" fill="var(--mui-palette-brand-ink)" />
        <circle cx="16" cy="9" r="3" fill="var(--mui-palette-brand-accent)" />
        <path d="M5 25c2-6 6-10 11-10s9 4 11 10M10 25c1-4 3-6 6-6s5 2 6 6M16 19v6" fill="none" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
      <div className="words">
        {/* Two lines of a long name and the product's own must fit the bar with air above and below. */}
        <div className={config.name.length > 20 ? 'name long' : 'name'}>{config.name}</div>
        <div className="product">Farmbook</div>
      </div>
    </div>
  )
}
