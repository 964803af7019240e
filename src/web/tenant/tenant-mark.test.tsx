// The programme's mark: each place shows its own logo as wide as the settings say, asked for in a size that is handed out.
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import type { TenantConfig } from '#domain/tenancy/tenant.ts'
import { TenantMark } from './tenant-mark.tsx'
import { TenantContext } from './use-tenant.ts'

const address = (digit: string) => `/files/${digit.repeat(64)}`
const given = { logo: address('a'), logoWidth: 301, headerLogo: address('b'), headerLogoWidth: 97 }
/** The picture that is drawn: the file it is of, and its width on the page. Null: none. */
function shown(place: 'header' | 'login', config: Partial<TenantConfig>) {
  render(
    <TenantContext value={{ ...defaultTenant, config: { ...defaultTenant.config, ...config } }}>
      <TenantMark place={place} />
    </TenantContext>,
  )
  const picture = document.querySelector('img')
  return picture && [picture.getAttribute('src'), getComputedStyle(picture).width]
}
afterEach(cleanup)

describe('TenantMark', () => {
  it('draws its own mark with the name beside it where no logo was given', () => {
    expect(shown('header', { logo: address('a') })).toBeNull()
    expect(screen.getByText(defaultTenant.config.name)).toBeDefined()
  })
  it.each([
    ['login', 'a', '301px'],
    ['header', 'b', '97px'],
  ] as const)('shows at the place %s its own logo at its own width', (place, digit, width) => {
    expect(shown(place, given)).toEqual([`/_image?url=%2Ffiles%2F${digit.repeat(64)}&w=640&q=75`, width])
  })
})
