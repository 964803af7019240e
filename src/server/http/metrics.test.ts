import { describe, expect, it } from 'vitest'
import { labelOf } from './metrics.ts'
import { honoPath } from './route.ts'
import { allRoutes } from './routes.ts'

describe('the label of a route', () => {
  it.each([
    ['/api/operators/:operator/farmer/:id{[0-9a-fA-F-]{36}}', '/api/operators/:operator/farmer/:id'],
    ['/api/operators/:operator/:entity{(?:farmer|landparcel)}/:id{[0-9a-fA-F-]{36}}/findings', '/api/operators/:operator/:entity/:id/findings'],
    ['/tiles/:layer/:z{[0-9]+}/:x{[0-9]+}/:y{[0-9]+\\.mvt}', '/tiles/:layer/:z/:x/:y.mvt'],
    ['/api/public/qr/:kind{(?:crop|batch)}/:token{[\\w-]+\\.svg}', '/api/public/qr/:kind/:token.svg'],
    ['/healthz', '/healthz'],
  ])('of %s is %s', (path, label) => {
    expect(labelOf(path)).toBe(label)
  })
  it('is its declared path, whatever its parts may be', () => {
    const declared = allRoutes.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'))
    expect(allRoutes.map((route) => labelOf(honoPath(route)))).toEqual(declared)
    expect(Math.max(...declared.map(({ length }) => length))).toBeLessThan(100)
  })
})
