// What needs no sign-in is limited for each caller, at each of its addresses; what is signed in for, for each sign-in.
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openWorld, type World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
const askTwice = async (path: string, method: string) => {
  const app = createApp({ ...world.deps, platformToken: 'p'.repeat(40), anonymousRate: { burst: 1, perMinute: 1 } })
  const ask = () => app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test${path}`, { method })
  return [await ask(), await ask()] as const
}

describe('a caller who asks too often without signing in', () => {
  it.each([
    ['/api/auth', 'GET'],
    ['/api/auth/session', 'GET'],
    ['/api/tenant/cotton', 'GET'],
    ['/api/public/crop/x', 'GET'],
    ['/api/public/qr/crop/x.svg', 'GET'],
    ['/api/platform/tenants', 'POST'],
    ['/files/x', 'GET'],
    ['/_image', 'GET'],
    ['/public/crop/x', 'GET'],
    ['/public/batch/x', 'GET'],
    ['/public/batch/x/label', 'GET'],
    ['/01/8901030865275/10/x', 'GET'],
  ])('is refused %s (429) and told when to come back', async (path, method) => {
    const [first, second] = await askTwice(path, method)
    expect(first.status).not.toBe(429)
    expect([second.status, second.headers.get('retry-after'), ((await second.json()) as { code: string }).code]).toEqual([429, '60', 'TOO_MANY'])
  })
  it('is not refused what needs a sign-in, and pages, by that limit', async () => {
    for (const path of ['/api/operators/-/farmer', '/api/docs', '/healthz']) expect((await askTwice(path, 'GET'))[1].status).not.toBe(429)
  })
})

describe('a caller who is refused again and again for want of a sign-in', () => {
  it('is refused before anything is looked up (429), and not for anything else', async () => {
    const requested: unknown[] = []
    const app = createApp({
      ...world.deps,
      refusedCallsRate: { burst: 2, perMinute: 1 },
      authenticate: async (request, tenant, db) => {
        requested.push(request.url)
        return world.deps.authenticate(request, tenant, db)
      },
    })
    world.as('omar')
    const ask = async (headers: Record<string, string> = {}) =>
      (await app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/farmer`, { headers })).status
    const signedIn = { 'x-test-user': world.people.omar?.id ?? '' }
    expect([await ask(signedIn), await ask(), await ask()]).toEqual([200, 401, 401])
    const before = requested.length
    expect([await ask(), await ask()]).toEqual([429, 429])
    expect(requested.length).toBe(before)
  })
  it('takes nobody along who was let in behind the same address, and whoever has a token only with others that nobody was let in by', async () => {
    const app = createApp({
      ...world.deps,
      refusedCallsRate: { burst: 2, perMinute: 1 },
      // Omar has two tokens; whatever else is sent is made up.
      authenticate: async ({ headers }) => (/^Bearer good-[12]$/.test(headers.get('authorization') ?? '') ? (world.people.omar ?? null) : null),
    })
    const ask = async (token?: string) => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      return (await app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/farmer`, { headers })).status
    }
    expect(await ask('good-1')).toBe(200)
    // Without a token: nobody with one is refused for that.
    expect([await ask(), await ask(), await ask()]).toEqual([401, 401, 429])
    expect(await ask('good-2')).toBe(200)
    // With tokens that are made up: whoever was let in goes on, by either token, and no one else.
    expect([await ask('bad-1'), await ask('bad-2'), await ask('bad-3'), await ask('bad-1')]).toEqual([401, 401, 429, 429])
    expect([await ask('good-1'), await ask('good-2'), await ask('good-1')]).toEqual([200, 200, 200])
  })
  it('loses that with the end of the sign-in', async () => {
    let hasEnded = false
    const app = createApp({
      ...world.deps,
      refusedCallsRate: { burst: 2, perMinute: 1 },
      authenticate: async () => (hasEnded ? null : (world.people.omar ?? null)),
    })
    const ask = async (token: string) =>
      (await app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/farmer`, { headers: { authorization: token } })).status
    expect(await ask('one')).toBe(200)
    hasEnded = true
    expect([await ask('one'), await ask('one'), await ask('one')]).toEqual([401, 401, 429])
  })
})

describe('a sign-in that asks too often', () => {
  const signedInRate = { burst: 2, perMinute: 1 }
  const askWith = (moment: () => Date) => {
    const app = createApp({ ...world.deps, now: moment, signedInRate })
    return (token?: string) => {
      const headers = { 'x-test-user': world.people.omar?.id ?? '', ...(token ? { authorization: `Bearer ${token}` } : {}) }
      return app.request(`http://${world.tenants.cotton.subdomain}.farmbook.test/api/operators/OP1/farmer`, { headers })
    }
  }
  it('is refused (429) with the seconds to wait, whatever was answered before; another sign-in is not', async () => {
    world.as('omar')
    const ask = askWith(() => new Date())
    expect([(await ask('one')).status, (await ask('one')).status]).toEqual([200, 200])
    const refused = await ask('one')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await ask('two')).status).toBe(200)
  })
  it('may go on when the minute has passed', async () => {
    let now = Date.now()
    const ask = askWith(() => new Date(now))
    for (let n = 0; n < 3; n++) await ask('one')
    now += 60_000
    expect([(await ask('one')).status, (await ask('one')).status]).toEqual([200, 429])
  })
})
