// What a tenant is read from: host names, redirect targets, stored or fetched configuration, token times.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTenant } from './default-tenant.ts'
import { isExpired, tokenExpiryMarginS } from './expiry.ts'
import { isTenantName, parseTenantHost, subdomainOf } from './host.ts'
import { loginAddress, safeRedirect, sameOriginPath, sameOriginUrl } from './redirect.ts'
import { offeredWays } from './sign-in-ways.ts'
import { completeTenant } from './tenant.ts'

const bases = ['localhost', 'farmbook.example']

describe('parseTenantHost', () => {
  it.each([
    'evil.test',
    'cotton.localhost.evil.test',
    'cotton.localhost@evil.test',
    'evil.test@cotton.localhost',
    'a.b.localhost',
    'cotton..localhost',
    '.localhost',
    'cotton.localhost.',
    'cotton.localhost:0',
    'cotton.localhost:99999',
    'cotton.localhost:80:80',
    'cotton.localhost:',
    'cotton.localhost:08',
    'cotton localhost',
    'cotton.localhost/',
    'cotton.localhost\\',
    '-cotton.localhost',
    'cotton-.localhost',
    'xn--80ak6aa92e.localhost',
    'cötton.localhost',
    'cotton_a.localhost',
    '127.0.0.2',
    '10.0.0.1',
    '[::2]',
    'farmbook.example',
    'farmbook.example.localhost',
    '',
    `${'a'.repeat(41)}.localhost`,
    `${'a.'.repeat(130)}localhost`,
  ])('does not understand %j', (header) => {
    expect(parseTenantHost(header, bases)).toBeNull()
  })
  it.each([
    ['cotton.farmbook.example:8443', ''],
    ['cotton.farmbook.example:443', ''],
    ['cotton.farmbook.example', '8443'],
    ['cotton.farmbook.example:8444', '8443'],
  ])('does not take %j for ours at port %j: what it says would become our origin', (header, port) =>
    expect(parseTenantHost(header, ['farmbook.example'], port)).toBeNull(),
  )
  it.each([
    ['cotton.farmbook.example', ''],
    ['cotton.farmbook.example:8443', '8443'],
  ])('takes %j for ours at port %j', (header, port) =>
    expect(parseTenantHost(header, ['farmbook.example'], port)).toEqual({ subdomain: 'cotton', host: header }),
  )
  it('does not understand a missing header', () => {
    expect(parseTenantHost(null, bases)).toBeNull()
    expect(parseTenantHost(undefined, bases)).toBeNull()
  })
  it('does not take the machine itself for a tenant where local hosts are not served', () => {
    expect(parseTenantHost('localhost:4300', ['farmbook.example'])).toBeNull()
    expect(parseTenantHost('cotton.localhost', ['farmbook.example'])).toBeNull()
  })
  it.each([
    ['cotton.localhost:4300', 'cotton', 'cotton.localhost:4300'],
    ['COTTON.Farmbook.Example', 'cotton', 'cotton.farmbook.example'],
    ['localhost', 'localhost', 'localhost'],
    ['127.0.0.1:80', 'localhost', '127.0.0.1:80'],
    ['[::1]:4300', 'localhost', '[::1]:4300'],
  ])('reads %s as tenant %s', (header, subdomain, host) => {
    expect(parseTenantHost(header, bases)).toEqual({ subdomain, host })
  })
  it('never answers anything but one plain label, whatever the header says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webAuthority(), fc.domain()), (header) => {
        const found = parseTenantHost(header, bases)
        if (found) expect(found.subdomain).toMatch(/^[a-z0-9-]{1,40}$/)
      }),
    )
  })
})

describe('subdomainOf', () => {
  it.each([
    ['cotton.localhost', 'cotton'],
    ['Dairy.farmbook.example', 'dairy'],
    ['localhost', 'localhost'],
    ['127.0.0.1', 'localhost'],
    ['::1', 'localhost'],
    ['[::1]', 'localhost'],
  ])('of %s is %s', (hostname, subdomain) => {
    expect(subdomainOf(hostname)).toBe(subdomain)
  })
})

describe('isTenantName', () => {
  it.each([
    'localhost',
    'www',
    'api',
    'xn--80ak6aa92e',
    'Cotton',
    'a b',
    '',
    '127',
    '1-2',
    'public',
    'private',
    'platform',
    'default',
    'farmbook',
    'wpad',
    'mail',
  ])('refuses %j', (name) => expect(isTenantName(name)).toBe(false))
  it.each(['cotton', 'nimar-jaivik', 'a1'])('accepts %s', (name) => expect(isTenantName(name)).toBe(true))
})

const origin = 'http://cotton.localhost:4300'
describe('safeRedirect', () => {
  it.each([
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    ' //evil.test',
    '/.//evil.test',
    '/..//evil.test',
    '///evil.test',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'garbage',
    'evil.test',
    'http:evil.test',
    'http:/\\evil.test',
    `${origin}@evil.test/`,
    `${origin}.evil.test/`,
    'http://user:pw@cotton.localhost:4300/x',
    'https://cotton.localhost:4300/x',
    'http://cotton.localhost/x',
    'http://dairy.localhost:4300/x',
    '',
    `/${'a'.repeat(2000)}`,
    '/api/auth/signout',
    '/api',
    '/%zz',
    // Of this site, once the parser has turned or dropped what no address of ours has.
    '/private\\x',
    '/private/\tx',
    '/private/x\n',
    '/private/\u0000',
    '/private/x y',
  ])('refuses %j', (target) => {
    expect(safeRedirect(target, origin)).toBeNull()
    expect(sameOriginUrl(target, origin)).toBe(`${origin}/`)
  })
  it.each([
    '/public/auth-error',
    '/public/login',
    '/public/login?redirect=/x',
    '/public/login/',
    '/public//login',
    '/PUBLIC/login',
    '/%70ublic/login',
    '/x/../public/login',
  ])('refuses %j, which would lead in a circle', (target) => {
    expect(safeRedirect(target, origin)).toBeNull()
  })
  it.each([
    ['/ok?x=1#y', '/ok?x=1#y'],
    [`${origin}/private/farmbook/NOG/farmer/list?q=a%20b`, '/private/farmbook/NOG/farmer/list?q=a%20b'],
    ['/', '/'],
    ['/public/crop/abc', '/public/crop/abc'],
    ['/ok?next=//evil.test', '/ok?next=//evil.test'],
    ['/a/../b', '/b'],
    ['/apiary', '/apiary'],
  ])('keeps %s', (target, path) => {
    expect(safeRedirect(target, origin)).toBe(path)
  })
  it('never leads to another origin, whatever the target', () => {
    const piece = fc.constantFrom('/', '\\', '.', '..', ':', '@', '#', '?', 'evil.test', 'http', 'javascript', '\t', '%2f', '%5c', 'public', 'login', ' ')
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        (target) => {
          const path = sameOriginPath(target, origin)
          if (path !== null) expect(new URL(path, origin).origin).toBe(origin)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('sameOriginUrl', () => {
  it('lets the session service send a browser to the login page, where signing out ends', () => {
    expect(sameOriginUrl('/public/login?redirect=/x', origin)).toBe(`${origin}/public/login?redirect=/x`)
  })
})

describe('loginAddress', () => {
  it('remembers the way back and the reason', () =>
    expect(loginAddress('/private/farmbook/NOG/dashboard', origin, 'SessionRequired')).toBe(
      '/public/login?redirect=%2Fprivate%2Ffarmbook%2FNOG%2Fdashboard&error=SessionRequired',
    ))
  it('does not lead back to itself', () => expect(loginAddress('/public/login?redirect=/x', origin)).toBe('/public/login'))
})

describe('completeTenant', () => {
  it.each([undefined, null, 'x', 7, [], {}, { config: null, theme: 'x' }])('answers the default tenant for %j', (known) => {
    expect(completeTenant(known, defaultTenant)).toEqual(defaultTenant)
  })
  it('drops each unusable part alone and keeps the rest', () => {
    const tenant = completeTenant(
      {
        subdomain: 'cotton',
        config: {
          name: 'Nimar Jaivik',
          logo: 'javascript:alert(1)',
          headerLogo: '//evil.test/x.svg',
          logoWidth: 9000,
          carousel: [{ mission: '' }, { mission: 'One', missionDesc: 7, image: '//evil.test/x.png' }, { mission: 'Two', image: '/files/a' }],
          id: 't1',
          organizationId: 't1',
        },
        theme: { palette: { primary: { main: 'url(x)' }, secondary: { main: '#123456' } } },
      },
      defaultTenant,
    )
    expect(tenant.config).toMatchObject({
      name: 'Nimar Jaivik',
      logo: null,
      headerLogo: null,
      logoWidth: 160,
      loginDesc: defaultTenant.config.loginDesc,
      carousel: [
        { mission: 'One', missionDesc: '' },
        { mission: 'Two', missionDesc: '', image: '/files/a' },
      ],
    })
    expect(tenant.theme).toEqual({ organizationId: 't1', palette: { primary: { main: '#F79023' }, secondary: { main: '#123456' } } })
  })
  it('keeps the time zone, the currency and the unit of areas that the server says', () => {
    const region = (known: unknown) => completeTenant({ region: known }, defaultTenant).region
    expect(region({ timezone: 'Africa/Kampala', currency: 'UGX' })).toEqual({ timezone: 'Africa/Kampala', currency: 'UGX', area: 'ha 1' })
    expect(region({ area: 'acre 0.404686' })).toEqual({ ...defaultTenant.region, area: 'acre 0.404686' })
    expect(region({ timezone: ' ', currency: 7 })).toEqual(defaultTenant.region)
  })
  it('keeps a logo of our own server, and no other', () => {
    expect(completeTenant({ config: { logo: '/files/logo.png', headerLogo: 'https://cdn.example/l.png' } }, defaultTenant).config).toMatchObject({
      logo: '/files/logo.png',
      headerLogo: null,
    })
  })
})

describe('isExpired', () => {
  const exp = 1_800_000_000
  it('counts a token as expired from 5 minutes before its end', () => {
    expect(isExpired(exp, (exp - tokenExpiryMarginS - 1) * 1000)).toBe(false)
    expect(isExpired(exp, (exp - tokenExpiryMarginS) * 1000)).toBe(true)
    expect(isExpired(exp, (exp + 1) * 1000)).toBe(true)
  })
})

describe('offeredWays', () => {
  const oidc = { id: 'oidc', kind: 'oidc' } as const
  const firebase = { id: 'firebase', kind: 'credentials' } as const
  it.each([undefined, null, 'firebase', {}, 7])('is the identity provider alone where nothing was chosen (%j)', (chosen) =>
    expect(offeredWays(chosen, [oidc, firebase])).toEqual([oidc]),
  )
  it('is what there is in an installation without an identity provider', () => expect(offeredWays(undefined, [firebase])).toEqual([firebase]))
  it('is nothing where nothing was chosen on purpose', () => expect(offeredWays([], [oidc, firebase])).toEqual([]))
  it('follows the choice in its order, each once, passing over what is no longer there', () =>
    expect(offeredWays(['firebase', 'gone', 'oidc', 'firebase', 7], [oidc, firebase])).toEqual([firebase, oidc]))
})
