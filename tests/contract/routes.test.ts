// Every address that the server answers is declared, by an entity or by a route, and every declared one is answered.
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { entities } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import { createApp } from '#server/app.ts'
import { createInvitationLinks } from '#server/auth/invitation-link.ts'
import type { SignIn } from '#server/auth/sign-in.ts'
import { openApi } from '#server/http/openapi.ts'
import { namesIn, type Route } from '#server/http/route.ts'
import { allRoutes } from '#server/http/routes.ts'
import { groundSettings } from '#server/map-settings.ts'
import { expectDeclared } from '../harness/declared.ts'
import { openWorld, type World } from '../harness/world.ts'

/** For whoever runs the server, the document itself, and sign-in (docs/sign-in.md). */
const undeclared = ['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/api/docs', '/api/auth', '/api/auth/firebase'].map((path) => `GET ${path}`)

/** Mounted for every entity, and refused by those that nobody registers, or of which nobody records anything. */
const refusedByAll = entities.flatMap(({ name, readOnly, events }) => [
  ...(readOnly ? [`POST /api/operators/{operator}/${name}`] : []),
  ...(Object.values<EventSpec>(events).every(({ system }) => system) ? [`POST /api/operators/{operator}/${name}/{id}/events`] : []),
])

let world: World
beforeAll(async () => {
  world = await openWorld()
})

/** `/a/:id{…}/:y{…\.mvt}` → `/a/{id}/{y}.mvt`. */
const asDeclared = (path: string): string =>
  path
    .split('/')
    .map((part) => part.replace(/^:(\w+)(?:\{.*?((?:\\\.\w+)*)\})?$/, (_, name: string, ending = '') => `{${name}}${ending.replaceAll('\\', '')}`))
    .join('/')

const declared = (): Set<string> =>
  new Set(Object.entries(openApi().paths).flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`)))

describe('routes', () => {
  const answered = (): Set<string> => {
    // Only mounted here, not asked.
    const signIn = { ways: [] as const } as unknown as SignIn
    const maps = groundSettings({ base: 'base.pmtiles', baseAttribution: 'x', satellite: 'satellite.pmtiles', satelliteAttribution: 'x' })
    const app = createApp({ ...world.deps, maps, platformToken: 'a token of the tests', telephoneSecret: 'a secret of the tests', signIn })
    return new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${asDeclared(path)}`))
  }
  it('are all declared', () => {
    const known = declared()
    expect([...answered()].filter((one) => !known.has(one) && !undeclared.includes(one) && !refusedByAll.includes(one))).toEqual([])
  })
  it('that are declared are all answered', () => {
    const there = answered()
    expect([...declared()].filter((one) => !there.has(one))).toEqual([])
  })
  it('have an id of their own each', () => {
    const ids = Object.values(openApi().paths).flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId))
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })
})

describe('a parameter that nobody knows', () => {
  /** Opened by a link that others add to; and what the specification of sign-in reads leniently. */
  const ignoring = ['public.html', 'public.gs1', 'public.label', 'public.report', 'public.reportSearch', 'client.look']
  /** `/a/{id}` with something of its shape in it. */
  const addressOf = ({ path, params }: Route): string => namesIn(path).reduce((text, name) => text.replace(`{${name}}`, inPath(params[name], name)), path)
  const inPath = (schema: unknown, name: string): string => {
    if (schema instanceof z.ZodEnum) return String(schema.options[0])
    if (schema instanceof z.ZodNumber) return '1'
    return name === 'operator' ? 'OP1' : name === 'hash' ? 'a'.repeat(64) : crypto.randomUUID()
  }
  it('is refused by every address that is declared, and by those of entities', async () => {
    const maps = groundSettings({ base: 'base.pmtiles', baseAttribution: 'x', satellite: 'satellite.pmtiles', satelliteAttribution: 'x' })
    const app = createApp({
      ...world.deps,
      maps,
      platformToken: 'secret',
      telephoneSecret: 'secret',
      invitations: createInvitationLinks({ secrets: ['x'.repeat(32)], origin: new URL('http://farmbook.test') }),
    })
    const host = `${world.tenants.cotton.subdomain}.farmbook.test`
    await world.as('ada').get('/farmer?limit=1')
    const headers = { host, 'x-test-user': world.people.ada?.id ?? '', authorization: 'Bearer secret' }
    const answers: string[] = []
    for (const one of allRoutes) {
      if (ignoring.includes(one.id) || /^(?!farmer).*\.(template|import|export|request|rejects|cancelImport)/.test(one.id)) continue
      const answer = await app.request(`http://${host}${addressOf(one)}?nobodyKnows=1`, { method: one.method.toUpperCase(), headers })
      const body = answer.headers.get('content-type')?.includes('json') ? await answer.text() : ''
      if (answer.status !== 400 || !body.includes('"unknown"')) answers.push(`${one.id} ${answer.status} ${body.slice(0, 200)}`)
    }
    for (const path of ['farmer', `farmer/${crypto.randomUUID()}`]) {
      const answer = await app.request(`http://${host}/api/operators/OP1/${path}?nobodyKnows=1`, { headers })
      if (answer.status !== 400) answers.push(`${path} ${answer.status}`)
    }
    expect(answers).toEqual([])
  })
  it('is ignored by a page that people open by a link', async () => {
    const answer = await world.stranger().get('/public/crop/nobody-has-this-code?fbclid=1&utm_source=post')
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('<html')
  })
})

describe('what was sent', () => {
  const path = (rest: string) => `/api/operators/OP1/${rest}`
  it.each([
    'reports/husbandry-summary?trade=nonsense',
    'reports/farmers-summary',
    'reports/farmer-register?season=nonsense',
    'reports/farmer-register.csv?season=nonsense',
    'farmer/export?format=nonsense',
  ])('%s is not judged of whoever may not ask', async (rest) => {
    // A farmer sees their own record, and neither dashboards nor lists of farmers.
    const farmer = {
      id: crypto.randomUUID(),
      name: 'F',
      email: 'f@farmbook.test',
      grants: [{ role: 'FARMER' as const, operatorIds: [world.places.cotton.OP1?.id ?? ''] }],
    }
    const requested = [world.as('ada'), rest.includes('farmers-summary') ? world.as('paul') : world.asUser(farmer, 'cotton', 'OP1')]
    expect(await Promise.all(requested.map(async (person) => (await person.get(path(rest))).status))).toEqual([400, 403])
  })
})

describe('an answer that a test gets', () => {
  const plots = { root: { id: crypto.randomUUID(), kind: 'productbatch', title: 'Lot', code: 'LOT-1', kg: 1 }, parcels: [] }
  const path = `/api/operators/OP1/productbatch/${crypto.randomUUID()}/origin`
  it('is as its route declares it', () => {
    expect(() => expectDeclared('GET', path, 200, plots)).not.toThrow()
  })
  it('has no key that is not declared', () => {
    expect(() => expectDeclared('GET', path, 200, { ...plots, phone: '+91' })).toThrow('phone')
    expect(() => expectDeclared('GET', path, 200, { ...plots, root: { ...plots.root, farmer: 'x' } })).toThrow('farmer')
  })
  it('lacks none', () => {
    expect(() => expectDeclared('GET', path, 200, { root: plots.root })).toThrow('parcels')
  })
  it('has a status that is declared', () => {
    expect(() => expectDeclared('GET', path, 202, plots)).toThrow('202')
    expect(() => expectDeclared('GET', path, 428, {})).toThrow('428')
  })
})
