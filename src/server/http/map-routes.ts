// The map's own addresses: tiles, the outlines around a plot, the check of a boundary that is being drawn, and the
// boundaries a plot has had. Mounted before the routes of the entities.
import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { accessScopes, can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { getRecord } from '#server/store/get.ts'
import { refsOf } from '#server/store/references.ts'
import { checkBoundary, neighboursInBox, neighboursOf } from '../map/boundary-check.ts'
import { boundaryVersions } from '../map/boundary-versions.ts'
import { readTileAddress, type TileAddress } from '../map/tile-address.ts'
import { TileCache } from '../map/tile-cache.ts'
import { drawTile, tileVersion } from '../map/tiles.ts'
import type { Scope } from '../scope.ts'
import { type Call, type Deps, endpoint } from './endpoint.ts'
import { entityBase } from './entity-routes.ts'
import type { Reply } from './reply.ts'

const id = ':id{[0-9a-fA-F-]{36}}'

export function mountMapRoutes(app: Hono, deps: Deps): void {
  const at = (parameters: readonly string[], work: (scope: Scope, call: Call) => Promise<Reply>) => endpoint(deps, { operator: 'path', parameters }, work)
  const cache = new TileCache()
  const base = entityBase('landparcel')
  app.get(
    '/api/operators/:operator/tiles/:layer/:z/:x/:file{[0-9]+\\.mvt}',
    at(['v'], (scope, call) => tile(scope, call, cache)),
  )
  app.get(
    `${base}/neighbours`,
    at(['box', 'except'], async (scope, { query }) => {
      if (!can(scope.user, 'landparcel', 'V')) throw new Problem('FORBIDDEN')
      return { json: await neighboursInBox(scope, query.get('box'), query.get('except')) }
    }),
  )
  app.get(
    `${base}/${id}/neighbours`,
    at([], async (scope, { params }) => ({ json: await neighboursOf(scope, params.id ?? '') })),
  )
  app.get(
    `${base}/${id}/boundaries`,
    at([], async (scope, { params }) => {
      const parcel = await getRecord(scope, entityOf('landparcel'), params.id ?? '')
      const items = await boundaryVersions(scope, parcel.id)
      return {
        json: {
          items,
          refs: await refsOf(
            scope,
            items.flatMap(({ recordedBy }) => (recordedBy ? [{ path: 'recordedBy', target: 'user', id: recordedBy }] : [])),
          ),
        },
      }
    }),
  )
  app.post(
    `${base}/boundary-check`,
    at([], async (scope, { body }) => ({ json: await checkBoundary(scope, body) })),
  )
}

/** `v` in the address only distinguishes caches. Empty tiles are 204; a tile that has not changed is 304. */
async function tile(scope: Scope, { params, header }: Call, cache: TileCache): Promise<Reply> {
  const address = readTileAddress({ ...params, y: (params.file ?? '').replace(/\.mvt$/, '') } as Record<string, string>)
  if (!can(scope.user, 'landparcel', 'L')) throw new Problem('FORBIDDEN')
  const key = await keyOf(scope, address)
  const headers = { ETag: `"${key}"`, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, Authorization, Cookie' }
  if ((header('if-none-match') ?? '').includes(key)) return { status: 304, headers }
  let drawn = cache.get(key)
  if (drawn === undefined) {
    drawn = await drawTile(scope, address)
    cache.set(key, drawn)
  }
  if (!drawn) return { status: 204, headers }
  const isGzip = /\bgzip\b/.test(header('accept-encoding') ?? '')
  return {
    bytes: isGzip ? drawn.gzipped : drawn.bytes,
    headers: { ...headers, 'Content-Type': 'application/vnd.mapbox-vector-tile', ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}) },
  }
}

/** Everything a tile depends on: tenant, operator, what the reader may see, place and the data's version. */
async function keyOf(scope: Scope, address: TileAddress): Promise<string> {
  const seen = accessScopes(scope.user, 'landparcel', 'L').map(({ kind, grant }) => [kind, grant.role, grant.operatorIds ?? null, grant.villages ?? null])
  const own = seen.some(([kind]) => kind === 's') ? [scope.user.id, scope.user.farmerId ?? null] : null
  return createHash('sha256')
    .update(JSON.stringify([scope.tenant.id, scope.operator?.id ?? null, seen, own, address, await tileVersion(scope, address)]))
    .digest('base64url')
    .slice(0, 27)
}
