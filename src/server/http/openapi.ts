// The contract itself: OpenAPI 3.1 of every route that follows from a declaration. Built once, served at
// /api/openapi.json, listed with digests in docs/generated/api.md, and compared with real answers by the contract suite.
import { entities } from '#domain/entities.ts'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { type ProblemCode, problemCatalogue } from '#domain/kernel/problems.ts'
import { asOfParameters } from '#server/store/as-of.ts'
import { defaultLimit, maxLimit } from '#server/store/list-query.ts'
import { listParameters } from './list-parameters.ts'
import { documentOf, type Operation } from './openapi-routes.ts'
import { answerSchema, createSchema, eventBodySchema, type JsonSchema, listOf, object, orNull, patchSchemaOf, ref, sharedSchemas } from './openapi-schemas.ts'
import { allRoutes } from './routes.ts'

export type OpenApi = {
  openapi: '3.1.0'
  info: JsonSchema
  servers: JsonSchema[]
  security: JsonSchema[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, JsonSchema>
    schemas: Record<string, JsonSchema>
    parameters: Record<string, JsonSchema>
    securitySchemes: Record<string, JsonSchema>
  }
}
/** `farmer` → `Farmer`: how schemas of an entity are called. */
export const schemaName = (entity: AnyEntity, suffix = ''): string => `${entity.name[0]?.toUpperCase()}${entity.name.slice(1)}${suffix}`

let built: OpenApi | undefined
export function openApi(): OpenApi {
  built ??= build()
  return built
}

function build(): OpenApi {
  const declared = documentOf(allRoutes)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farmbook',
      version: '1',
      description:
        'Every record has the same calls. Times are ISO 8601 in UTC, dates are days of the programme, quantities are numbers in the unit named beside them (x-unit). A refusal is application/problem+json with a code from a closed list.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [
      ...entities.map((entity) => ({ name: entity.name, description: `${entity.plural}. ${entity.about}` })),
      { name: 'client', description: 'The programme itself: what it shows, its pictures, and how one is made.' },
      { name: 'file', description: 'Files that records and events name: photographs, documents, tables.' },
      { name: 'report', description: 'Reports as the first rows with the figures of all, as files, and made in the background.' },
      { name: 'operations', description: 'How the installation does: jobs, mail, files, the database.' },
      { name: 'finding', description: 'What rules found on records, and the rules themselves.' },
      { name: 'exchange', description: 'One’s own imports and long exports, of all kinds of records.' },
    ],
    paths: Object.assign({}, ...entities.map(pathsOf), declared.paths),
    components: {
      responses: refusalResponses(),
      schemas: {
        ...sharedSchemas,
        ...Object.assign({}, ...entities.map(schemasOf)),
        ...declared.schemas,
      },
      parameters: {
        operator: {
          name: 'operator',
          in: 'path',
          required: true,
          description: 'Code or id of the operator; an administrator may say - for all.',
          schema: { type: 'string' },
        },
        id: { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        eventId: { name: 'eventId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit } },
        cursor: { name: 'cursor', in: 'query', description: '`next` of the page before.', schema: { type: 'string' } },
        ifMatch: { name: 'If-Match', in: 'header', description: 'The ETag of the record as it was seen.', schema: { type: 'string' } },
        ifMatchNeeded: { name: 'If-Match', in: 'header', required: true, description: 'The ETag of the record as it was seen.', schema: { type: 'string' } },
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'The same key with the same request is answered as the first time.',
          schema: { type: 'string', maxLength: 200 },
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function schemasOf(entity: AnyEntity): Record<string, JsonSchema> {
  const events = Object.entries(entity.events).filter(([, event]) => !event.system)
  const name = (suffix = '') => schemaName(entity, suffix)
  const outcome = object({ event: ref('EventView'), subject: ref(name()) })
  return {
    [name()]: answerSchema(entity, { inList: false }),
    [name('InList')]: answerSchema(entity, { inList: true }),
    [name('List')]: object(
      {
        items: listOf(ref(name('InList'))),
        next: orNull({ type: 'string' }),
        refs: ref('Refs'),
        total: { type: 'integer' },
        totalIsCapped: { type: 'boolean' },
      },
      ['items', 'next', 'refs'],
    ),
    ...(entity.readOnly ? {} : { [name('Create')]: createSchema(entity) }),
    [name('Patch')]: patchSchemaOf(entity),
    [name('Recorded')]: object({ ...outcome.properties, findings: listOf(ref('Finding')) }),
    [name('Voided')]: outcome,
    ...(events.length ? { [name('EventBody')]: { oneOf: events.map(([type, event]) => eventBodySchema(type, event)) } } : {}),
  }
}

const parameter = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` })
const json = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } })
const body = (schema: JsonSchema): JsonSchema => ({ required: true, ...json(schema) })
const eventList = object({ items: listOf(ref('EventView')), next: orNull({ type: 'string' }), refs: ref('Refs') })

/** Refusals by status; several codes may share one, and the shared text names all of them. */
function refusals(...codes: ProblemCode[]): Record<string, JsonSchema> {
  const all: readonly ProblemCode[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'UNKNOWN_HOST', 'TOO_MANY', 'UNAVAILABLE', ...codes]
  const statuses = new Set(all.map((code) => problemCatalogue[code][0]))
  return Object.fromEntries([...statuses].map((status) => [String(status), { $ref: `#/components/responses/${status}` }]))
}

function refusalResponses(): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(Object.entries(problemCatalogue), ([, [status]]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      String(status),
      {
        description: some.map(([code, [, sentence]]) => `${code}: ${sentence}`).join(' '),
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  )
}

function pathsOf(entity: AnyEntity): Record<string, Record<string, Operation>> {
  const base = `/api/operators/{operator}/${entity.name}`
  const { label } = entity
  const name = (suffix = '') => schemaName(entity, suffix)
  const one = [parameter('operator'), parameter('id')]
  const call = (verb: string, summary: string, rest: Omit<Operation, 'operationId' | 'tags' | 'summary'>): Operation => ({
    operationId: `${entity.name}.${verb}`,
    tags: [entity.name],
    summary,
    ...rest,
  })
  const written = (description: string, schema = name()): JsonSchema => ({
    description,
    headers: { ETag: { schema: { type: 'string' } } },
    ...json(ref(schema)),
  })
  const create = call('create', `Register: ${label.toLowerCase()}`, {
    parameters: [parameter('operator'), parameter('idempotencyKey')],
    requestBody: body(ref(name('Create'))),
    responses: { 201: written('Made.'), ...refusals('VALIDATION', 'DUPLICATE', 'RULE_BLOCKED', 'TOO_LARGE', 'UNSUPPORTED_MEDIA') },
  })
  const hasEvents = Object.values(entity.events).some((event) => !event.system)
  return {
    [base]: {
      get: call('list', `List ${entity.plural.toLowerCase()}`, {
        parameters: [parameter('operator'), parameter('limit'), parameter('cursor'), ...listParameters(entity)],
        responses: { 200: { description: 'One page.', ...json(ref(name('List'))) }, ...refusals('VALIDATION') },
      }),
      ...(entity.readOnly ? {} : { post: create }),
    },
    [`${base}/{id}`]: {
      get: call('view', `View one ${label.toLowerCase()}`, {
        description:
          'With asOf or knownAt: as it was by time of occurrence, or as it was known by time of recording. `past` says which fields are not derived for the past.',
        parameters: [...one, ...asOfParameters.map((name) => ({ name, in: 'query', schema: { type: 'string' } }))],
        responses: { 200: written('The record.'), ...refusals('VALIDATION') },
      }),
      patch: call('edit', `Edit one ${label.toLowerCase()}`, {
        parameters: [...one, parameter('ifMatchNeeded')],
        requestBody: body(ref(name('Patch'))),
        responses: { 200: written('Changed.'), ...refusals('VALIDATION', 'DUPLICATE', 'STATE_CONFLICT', 'STALE_VERSION', 'RULE_BLOCKED', 'VERSION_REQUIRED') },
      }),
      delete: call('retire', `Take back one ${label.toLowerCase()}`, {
        description: 'Only in its first state and while nothing refers to it.',
        parameters: [...one, parameter('ifMatch')],
        responses: { 204: { description: 'Taken back.' }, ...refusals('STATE_CONFLICT', 'REFERENCED', 'STALE_VERSION') },
      }),
    },
    [`${base}/{id}/events`]: {
      get: call('events', 'Events, newest first', {
        parameters: [
          ...one,
          parameter('limit'),
          parameter('cursor'),
          { name: 'filter[eventType]', in: 'query', schema: { type: 'string' } },
          { name: 'voided', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: { 200: { description: 'One page.', ...json(eventList) }, ...refusals('VALIDATION') },
      }),
      ...(hasEvents
        ? {
            post: call('record', 'Record an event', {
              parameters: [...one, parameter('ifMatch'), parameter('idempotencyKey')],
              requestBody: body(ref(name('EventBody'))),
              responses: {
                201: written('Recorded.', name('Recorded')),
                ...refusals('VALIDATION', 'DUPLICATE', 'STATE_CONFLICT', 'STALE_VERSION', 'RULE_BLOCKED', 'NOT_AVAILABLE', 'PERIOD_CLOSED', 'TOO_MANY'),
              },
            }),
          }
        : {}),
    },
    [`${base}/{id}/events/{eventId}`]: {
      get: call('event', 'One event', {
        parameters: [...one, parameter('eventId')],
        responses: { 200: { description: 'The event.', ...json(ref('EventView')) }, ...refusals() },
      }),
    },
    [`${base}/{id}/events/{eventId}/void`]: {
      post: call('void', 'Take an event back', {
        parameters: [...one, parameter('eventId'), parameter('ifMatch'), parameter('idempotencyKey')],
        requestBody: body(object({ reason: { enum: ['DID_NOT_OCCUR', 'INCORRECT_DATA'] }, note: orNull({ type: 'string', maxLength: 500 }) }, ['reason'])),
        responses: { 200: written('Taken back.', name('Voided')), ...refusals('VALIDATION', 'STATE_CONFLICT', 'STALE_VERSION', 'RULE_BLOCKED') },
      }),
    },
    [`${base}/{id}/history`]: {
      get: call('history', 'Everything that was done, newest first', {
        parameters: [...one, parameter('limit'), parameter('cursor'), { name: 'filter[eventType]', in: 'query', schema: { type: 'string' } }],
        responses: { 200: { description: 'One page.', ...json(eventList) }, ...refusals('VALIDATION') },
      }),
    },
  }
}
