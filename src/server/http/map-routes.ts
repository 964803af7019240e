// The map's own addresses: tiles, the outlines around a plot, the check of a boundary that is being drawn, the boundaries
// a plot has had, and its claim through time. Mounted before the routes of the entities.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { accessPredicate, can } from '#domain/access.ts'
import { plotTimeline } from '#domain/chain/plot-timeline-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { Problem } from '#domain/kernel/problems.ts'
import { boundaryVersions, checkedBoundary, neighbours } from '#domain/land/map-answers.ts'
import { asOfQuery, recordIn } from '#server/store/as-of.ts'
import { inPast } from '#server/store/past.ts'
import { refsOf } from '#server/store/references.ts'
import { plotTimelineOf } from '../behaviours/land/plot-timeline.ts'
import { boundaryCheckBody, checkBoundary, neighboursInBox, neighboursOf } from '../map/boundary-check.ts'
import { boundaryVersions as versionsOf } from '../map/boundary-versions.ts'
import { readTileAddress, type TileAddress } from '../map/tile-address.ts'
import type { TileCache } from '../map/tile-cache.ts'
import { currentTile } from '../map/tiles.ts'
import type { Scope } from '../scope.ts'
import { asOf } from './as-of-query.ts'
import type { Call } from './endpoint.ts'
import type { Reply } from './reply.ts'
import { type Route, requires, route } from './route.ts'

const plots = '/api/operators/{operator}/landparcel'

export const mapRoutes: readonly Route[] = [
  route({
    id: 'landparcel.tile',
    method: 'get',
    path: '/api/operators/{operator}/tiles/{layer}/{z}/{x}/{y}.mvt',
    params: { layer: z.string().describe('landparcel.'), z: z.int().min(0), x: z.int().min(0), y: z.int().min(0) },
    summary: 'A map tile of land parcels',
    description:
      'Vector tile. From zoom 11 the layer “parcel” (id, code, parcelNo, name, status, claim, crop), below, or with more than 5,000 parcels, the layer “count” (n, ha). 204 when nothing is there.',
    headers: ['If-None-Match'],
    query: z.strictObject({ v: z.string().optional().describe('Only distinguishes caches.') }),
    media: ['application/vnd.mapbox-vector-tile'],
    says: 'The tile.',
    others: { 204: { description: 'Nothing is there.' }, 304: { description: 'Nothing changed.' } },
    handler: (scope, { param, header, deps }) =>
      tile(scope, readTileAddress({ layer: param('layer'), z: param('z'), x: param('x'), y: param('y') }), header, deps.tiles),
  }),
  route({
    id: 'landparcel.neighbours',
    method: 'get',
    path: `${plots}/neighbours`,
    summary: 'Outlines of the plots in a box',
    query: z.strictObject({
      box: z.string().optional().describe('west,south,east,north in degrees, at most 0.1 wide.'),
      except: z.string().optional().describe('A plot to leave out.'),
    }),
    answer: neighbours,
    says: 'What the caller may see; `overlaps` is empty.',
    refuse: requires('landparcel', 'V'),
    handler: async (scope, { query }) => ({ text: await neighboursInBox(scope, query.box ?? null, query.except ?? null) }),
  }),
  route({
    id: 'landparcel.neighboursOf',
    method: 'get',
    path: `${plots}/{id}/neighbours`,
    summary: 'Outlines around a plot, and what its boundary overlaps',
    answer: neighbours,
    says: 'Plots within 250 m.',
    handler: async (scope, { param }) => ({ text: await neighboursOf(scope, param('id')) }),
  }),
  route({
    id: 'landparcel.boundaries',
    method: 'get',
    path: `${plots}/{id}/boundaries`,
    summary: 'The boundaries a plot has had, latest first',
    description: 'Those of now, or those that it had had by a past day.',
    query: z.strictObject(asOf),
    answer: boundaryVersions,
    says: 'Versions with the events that brought them.',
    handler: async (present, { param, search }) => {
      const scope = inPast(present, asOfQuery(present, search))
      const parcel = await recordIn(scope, entityOf('landparcel'), param('id'))
      const items = await versionsOf(scope, parcel.id)
      const people = items.flatMap(({ recordedBy }) => (recordedBy ? [{ path: 'recordedBy', target: 'user', id: recordedBy }] : []))
      return { json: { items, refs: await refsOf(scope, people) } }
    },
  }),
  route({
    id: 'landparcel.claimTimeline',
    method: 'get',
    path: `${plots}/{id}/claim-timeline`,
    summary: 'The claim of a plot through time, with its causes',
    description:
      'BR-04, BR-14: stretches of one claim for annual and perennial crops, the facts behind them, and the next steps. Of now, or as it was on a past day.',
    query: z.strictObject(asOf),
    answer: plotTimeline,
    says: 'Stretches and causes in order of time.',
    problems: ['NOT_FOUND'],
    handler: async (present, { param, search }) => {
      const scope = inPast(present, asOfQuery(present, search))
      return { json: await plotTimelineOf(scope, await recordIn(scope, entityOf('landparcel'), param('id'))) }
    },
  }),
  route({
    id: 'landparcel.checkBoundary',
    method: 'post',
    path: `${plots}/boundary-check`,
    summary: 'Judge a boundary without saving it',
    body: boundaryCheckBody,
    answer: checkedBoundary,
    says: 'What saving it would answer, with every figure.',
    handler: async (scope, { body }) => ({ json: await checkBoundary(scope, body) }),
  }),
]

/** Empty tiles are 204; a tile that has not changed is 304. */
async function tile(scope: Scope, address: TileAddress, header: Call['header'], cache: TileCache): Promise<Omit<Reply, 'json'>> {
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
