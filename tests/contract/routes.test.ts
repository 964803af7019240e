// Every address that the server answers is declared, by an entity or by a route, and every declared one is answered.
import { beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#domain/entities.ts'
import type { EventSpec } from '#domain/kernel/entity.ts'
import { createApp } from '#server/app.ts'
import type { SignIn } from '#server/auth/sign-in.ts'
import { openApi } from '#server/http/openapi.ts'
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
    const app = createApp({ ...world.deps, maps, platformToken: 'a token of the tests', signIn })
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
