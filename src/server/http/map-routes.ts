// The map's own addresses: tiles, the outlines around a plot, the check of a boundary that is being drawn, and the
// boundaries a plot has had. Mounted before the routes of the entities.
import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { accessPredicate, can } from '#domain/access.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { getRecord } from '#server/store/get.ts'
import { refsOf } from '#server/store/references.ts'
import { checkBoundary, neighboursInBox, neighboursOf } from '../map/boundary-check.ts'
import { boundaryVersions } from '../map/boundary-versions.ts'
import { readTileAddress, type TileAddress } from '../map/tile-address.ts'
import { TileCache } from '../map/tile-cache.ts'
import { currentTile } from '../map/tiles.ts'
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
      return { text: await neighboursInBox(scope, query.get('box'), query.get('except')) }
    }),
  )
  app.get(
    `${base}/${id}/neighbours`,
    at([], async (scope, { params }) => ({ text: await neighboursOf(scope, params.id ?? '') })),
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
  const address = readTileAddress({ ...params, y: (params.file ?? '').replace(/\.mvt$/, '') })
  if (!can(scope.user, 'landparcel', 'L')) throw new Problem('FORBIDDEN')
  const key = keyOf(scope, address)
  const { encoded, versions, day, layer } = await currentTile(scope, address, cache.get(key), (drawn) => cache.set(key, drawn))
  const etag = `"${createHash('sha256').update(`${key} ${versions} ${day} ${layer}`).digest('base64url').slice(0, 27)}"`
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding, Authorization, Cookie' }
  if ((header('if-none-match') ?? '').includes(etag)) return { status: 304, headers }
  if (!encoded) return { status: 204, headers }
  const isGzip = /\bgzip\b/.test(header('accept-encoding') ?? '')
  return {
    bytes: isGzip ? encoded.gzipped : encoded.bytes,
    headers: { ...headers, 'Content-Type': 'application/vnd.mapbox-vector-tile', ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}) },
  }
}

/** Everything a tile depends on besides the data: tenant, operator, which parcels the reader may see, and the place. */
const keyOf = ({ tenant, operator, user }: Scope, address: TileAddress): string =>
  JSON.stringify([tenant.id, operator?.id ?? null, accessPredicate(user, entityOf('landparcel'), 'L'), address])
