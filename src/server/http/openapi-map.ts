// The map's own addresses in the API document: they follow from no declaration, so they are written here.
import { z } from 'zod'
import { boundaryCheckBody } from '../map/boundary-check.ts'
import { type JsonSchema, listOf, object, orNull, ref } from './openapi-schemas.ts'

const number: JsonSchema = { type: 'number' }
const text: JsonSchema = { type: 'string' }
const id: JsonSchema = { type: 'string', format: 'uuid' }
const moment: JsonSchema = { type: 'string', format: 'date-time' }
const shareOf = (what: string): JsonSchema => ({ type: 'number', minimum: 0, maximum: 1, description: `Share ${what}, 0 to 1.` })
const position: JsonSchema = { type: 'array', items: number, minItems: 2, maxItems: 2, description: 'Longitude, latitude in degrees (WGS84).' }
const ring: JsonSchema = listOf(position)
const polygon: JsonSchema = object({ type: { const: 'Polygon' }, coordinates: listOf(ring) })
const figures: JsonSchema = { type: 'object', additionalProperties: number }
const outline: JsonSchema = object({ id, code: text, title: text, parcelNo: text, status: text, polygon })

/** Schemas of what the map's addresses answer. */
export const mapSchemas: Record<string, JsonSchema> = {
  Overlap: object({
    code: { ...text, description: 'The other plot.' },
    id: { ...orNull(id), description: 'Null when the caller may not see that plot.' },
    title: orNull(text),
    band: { enum: ['warn', 'review', 'block', 'duplicate'], description: '1–5 %, 5–20 %, more than 20 % of the smaller plot; the same plot (BR-02).' },
    ratio: shareOf('of the smaller plot'),
    shareOfThis: shareOf('of this plot'),
    iou: shareOf('of both together'),
    sharedM2: { ...number, 'x-unit': 'm²' },
    shape: orNull(object({ type: { const: 'MultiPolygon' }, coordinates: listOf(listOf(ring)) })),
  }),
  Neighbours: object({ items: listOf(outline), overlaps: listOf(ref('Overlap')) }),
  BoundaryVersions: object({
    items: listOf(
      object({
        eventId: id,
        recordedAt: moment,
        recordedBy: orNull(id),
        occurredAt: moment,
        method: orNull(text),
        gpsAccuracyM: orNull(number),
        areaHa: { ...number, 'x-unit': 'ha' },
        polygon: orNull(polygon),
      }),
    ),
    refs: ref('Refs'),
  }),
  CheckedBoundary: object({
    outcome: { enum: ['OK', 'WARN', 'REVIEW', 'BLOCK'], description: 'What saving this boundary would answer.' },
    boundary: orNull(
      object({
        polygon,
        areaHa: number,
        perimeterM: number,
        centroid: object({ type: { const: 'Point' }, coordinates: position }),
        bbox: { type: 'array', items: number, minItems: 4, maxItems: 4, description: 'West, south, east, north.' },
        hash: { ...text, description: 'Fingerprint ring/1.' },
        corners: { type: 'integer' },
        warnings: listOf(object({ code: text, message: text, words: ref('Words'), vertex: { type: 'integer' }, figures }, ['code', 'message'])),
      }),
    ),
    flaw: orNull(
      object({ cause: text, message: text, words: ref('Words'), vertex: { type: 'integer' }, otherVertex: { type: 'integer' }, at: position, figures }, [
        'cause',
        'message',
      ]),
    ),
    overlaps: listOf(ref('Overlap')),
    areaDifference: orNull(object({ difference: number, findings: listOf(ref('Finding')) })),
    simplified: orNull(object({ polygon, iou: shareOf('of both together'), corners: { type: 'integer' } })),
  }),
}

type Refusals = (...codes: ('VALIDATION' | 'TOO_LARGE')[]) => Record<string, JsonSchema>

/** The paths; `refusals` writes the answers that every address has in common. */
export function mapPaths(
  refusals: Refusals,
): Record<string, Record<string, { operationId: string; tags: string[]; summary: string; responses: Record<string, JsonSchema> }>> {
  const base = '/api/operators/{operator}'
  const given = (...names: string[]): JsonSchema[] => names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  const inPath = (name: string): JsonSchema => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 0 } })
  const inQuery = (name: string, description: string): JsonSchema => ({ name, in: 'query', description, schema: text })
  const json = (schema: JsonSchema, description: string): JsonSchema => ({ description, content: { 'application/json': { schema } } })
  const call = (
    verb: string,
    summary: string,
    rest: { description?: string; parameters: JsonSchema[]; requestBody?: JsonSchema; responses: Record<string, JsonSchema> },
  ) => ({
    operationId: `landparcel.${verb}`,
    tags: ['landparcel'],
    summary,
    ...rest,
  })
  const { $schema, ...checkBody } = z.toJSONSchema(boundaryCheckBody, { io: 'input', unrepresentable: 'any' })
  return {
    [`${base}/tiles/landparcel/{z}/{x}/{y}.mvt`]: {
      get: call('tile', 'A map tile of land parcels', {
        description:
          'Vector tile. From zoom 11 the layer “parcel” (id, code, parcelNo, name, status, claim, crop), below, or with more than 5,000 parcels, the layer “count” (n, ha). 204 when nothing is there.',
        parameters: [...given('operator'), inPath('z'), inPath('x'), inPath('y'), { name: 'If-None-Match', in: 'header', schema: text }],
        responses: {
          200: { description: 'The tile.', content: { 'application/vnd.mapbox-vector-tile': { schema: { type: 'string', format: 'binary' } } } },
          204: { description: 'Nothing is there.' },
          304: { description: 'Nothing changed.' },
          ...refusals('VALIDATION'),
        },
      }),
    },
    [`${base}/landparcel/neighbours`]: {
      get: call('neighbours', 'Outlines of the plots in a box', {
        parameters: [...given('operator'), inQuery('box', 'west,south,east,north in degrees, at most 0.1 wide.'), inQuery('except', 'A plot to leave out.')],
        responses: { 200: json(ref('Neighbours'), 'What the caller may see; `overlaps` is empty.'), ...refusals('VALIDATION') },
      }),
    },
    [`${base}/landparcel/{id}/neighbours`]: {
      get: call('neighboursOf', 'Outlines around a plot, and what its boundary overlaps', {
        parameters: given('operator', 'id'),
        responses: { 200: json(ref('Neighbours'), 'Plots within 250 m.'), ...refusals() },
      }),
    },
    [`${base}/landparcel/{id}/boundaries`]: {
      get: call('boundaries', 'The boundaries a plot has had, latest first', {
        parameters: given('operator', 'id'),
        responses: { 200: json(ref('BoundaryVersions'), 'Versions with the events that brought them.'), ...refusals() },
      }),
    },
    [`${base}/landparcel/boundary-check`]: {
      post: call('checkBoundary', 'Judge a boundary without saving it', {
        parameters: given('operator'),
        requestBody: { required: true, content: { 'application/json': { schema: checkBody } } },
        responses: { 200: json(ref('CheckedBoundary'), 'What saving it would answer, with every figure.'), ...refusals('VALIDATION', 'TOO_LARGE') },
      }),
    },
  }
}
