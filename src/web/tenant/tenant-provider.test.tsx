// The tenant in the browser: the default one until the answer has come and whenever it does not come; the
// loader is gone after a second; only the console hears of a failure.
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultTenant } from '#domain/tenancy/default-tenant.ts'
import { createFormat } from '#web/format/format.ts'
import { TenantProvider } from './tenant-provider.tsx'
import { useIsNobodysAddress, useTenant } from './use-tenant.ts'

function Seen() {
  const { config, theme } = useTenant()
  return <output>{`${config.name} ${theme.palette.primary.main}${useIsNobodysAddress() ? ', nobody’s' : ''}`}</output>
}
const seen = () => document.querySelector('output')?.textContent
const fallback = `${defaultTenant.config.name} #F79023`
const loader = () => screen.queryByRole('status', { name: defaultTenant.config.name })

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const settle = async (ms = 0) => {
  // biome-ignore lint/nursery/useAwaitThenable: React's act() answers a promise of its own kind
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
}

describe('TenantProvider', () => {
  it.each([
    ['a server in trouble', async () => Response.json({ code: 'INTERNAL' }, { status: 500 })],
    [
      'no connection',
      async () => {
        throw new TypeError('failed')
      },
    ],
    ['an answer that is no JSON', async () => new Response('<html>')],
  ])('stays with the default tenant on %s, and tells only the console', async (_name, fetch) => {
    vi.stubGlobal('fetch', fetch)
    render(
      <TenantProvider>
        <Seen />
      </TenantProvider>,
    )
    await settle()
    expect(seen()).toBe(fallback)
    expect(loader()).toBeNull()
    expect(console.error).toHaveBeenCalledTimes(1)
  })
  it.each([404, 421])('stays with the default tenant at an address that no programme has (%s), and says so', async (status) => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'UNKNOWN_HOST' }, { status }))
    render(
      <TenantProvider>
        <Seen />
      </TenantProvider>,
    )
    await settle()
    expect(seen()).toBe(`${fallback}, nobody’s`)
  })
  it('shows the default tenant under a loader until then, and lifts the loader after one second', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    render(
      <TenantProvider>
        <Seen />
      </TenantProvider>,
    )
    await settle(999)
    expect([seen(), loader() !== null]).toEqual([fallback, true])
    await settle(1)
    expect([seen(), loader()]).toEqual([fallback, null])
  })
  it('hands down the time zone, currency and unit by which moments, money and areas are written, wherever the browser is', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ subdomain: 'localhost' }, { headers: { 'x-timezone': 'Africa/Kampala', 'x-currency': 'UGX', 'x-area': 'acre 0.404686' } }),
    )
    function Written() {
      const format = createFormat({ ...useTenant().region, language: 'en' })
      return <output>{`${format.clock('2025-06-01T04:30:00Z')} ${format.money(125_000)} ${format.ha(1)}`}</output>
    }
    render(
      <TenantProvider>
        <Written />
      </TenantProvider>,
    )
    expect(seen()).toBe('10:00 ₹1,250 1.00 ha')
    await settle()
    expect(seen()?.replace(/\s/g, ' ')).toBe('07:30 UGX 1,250 2.47 acre')
  })
  it('takes over what the server says, asking for the host’s first label', async () => {
    const requested: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      requested.push(path)
      return Response.json({ subdomain: 'localhost', config: { name: 'Nimar Jaivik' }, theme: { palette: { primary: { main: '#123456' } } } })
    })
    render(
      <TenantProvider>
        <Seen />
      </TenantProvider>,
    )
    await settle()
    expect(requested).toEqual(['/api/tenant/localhost'])
    expect(seen()).toBe('Nimar Jaivik #123456')
    expect(loader()).toBeNull()
  })
})
