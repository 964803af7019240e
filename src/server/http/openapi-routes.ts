// Declared routes in the API document.
import { z } from 'zod'
import { type ProblemCode, problemCatalogue } from '#domain/kernel/problems.ts'
import type { JsonSchema } from './openapi-schemas.ts'
import { type Answer, type HeaderName, isId, type Route } from './route.ts'

type Documented = { schemas: Record<string, JsonSchema>; paths: Record<string, Record<string, Operation>> }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: JsonSchema[]
  parameters?: JsonSchema[]
  requestBody?: JsonSchema
  responses: Record<string, JsonSchema>
}

/** Paths of the routes, and the schemas with a name (`id` of their metadata) that these refer to. */
export function documentOf(routes: readonly Route[]): Documented {
  const schemas: Record<string, JsonSchema> = {}
  const paths: Documented['paths'] = {}
  for (const one of routes) {
    const path = paths[one.path] ?? {}
    paths[one.path] = path
    path[one.method] = operationOf(one, schemas)
  }
  return { schemas, paths }
}

function operationOf(one: Route, schemas: Record<string, JsonSchema>): Operation {
  const { id, tag = id.split('.')[0] ?? id, summary, description, isOpen, status = 200, says, media, answer, answerHeaders, others = {} } = one
  const answers: [string, Answer][] = Object.entries(others)
  const usual: Answer = {
    description: says,
    ...(answer ? { schema: answer } : {}),
    ...(media ? { media } : {}),
    ...(answerHeaders ? { headers: answerHeaders } : {}),
  }
  const parameters = parametersOf(one, schemas)
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(isOpen ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(one, schemas),
    responses: Object.fromEntries([
      ...[[String(status), usual] satisfies [string, Answer], ...answers].map(([code, given]) => [code, responseOf(given, schemas)]),
      ...refusalsOf(one),
    ]),
  }
}

/** Some refusals follow from what comes in; what is enough for one of them is said by the route. */
function refusalsOf({ isOpen, method, path, body, sends, query, reads, problems = [] }: Route): [string, JsonSchema][] {
  const hasBody = body !== undefined || sends !== undefined
  const codes: ProblemCode[] = [
    ...(isOpen ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(isOpen && !path.includes('{') && !query ? [] : (['NOT_FOUND'] as const)),
    'UNKNOWN_HOST',
    'VALIDATION',
    'TOO_MANY',
    'UNAVAILABLE',
    ...(hasBody || method !== 'get' ? (['UNSUPPORTED_MEDIA', 'TOO_LARGE'] as const) : []),
    ...(method === 'post' && !isOpen ? (['DUPLICATE_KEY'] as const) : []),
    ...(reads ? (['VALIDATION'] as const) : []),
    ...problems,
  ]
  return [...new Set(codes.map((code) => problemCatalogue[code][0]))].map((status) => [String(status), { $ref: `#/components/responses/${status}` }])
}

const responseOf = ({ description, schema, media, headers }: Answer, schemas: Record<string, JsonSchema>): JsonSchema => ({
  description,
  ...(headers
    ? {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, { description, schema }]) => [name, { description, schema: jsonSchemaOf(schema, schemas) }]),
        ),
      }
    : {}),
  ...(schema || media
    ? {
        content: {
          ...(schema && !media ? { 'application/json': { schema: jsonSchemaOf(schema, schemas) } } : {}),
          ...Object.fromEntries((media ?? []).map((type) => [type, { schema: schema ? jsonSchemaOf(schema, schemas) : binary }])),
        },
      }
    : {}),
})
const binary: JsonSchema = { type: 'string', format: 'binary' }

function bodyOf({ body, sends }: Route, schemas: Record<string, JsonSchema>): { requestBody?: JsonSchema } {
  if (body) return { requestBody: { required: !body.safeParse({}).success, content: { 'application/json': { schema: jsonSchemaOf(body, schemas, 'input') } } } }
  if (sends) return { requestBody: { required: true, content: Object.fromEntries(sends.map((type) => [type, { schema: binary }])) } }
  return {}
}

const shared = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` })

function parametersOf({ params, query, reads = [], headers = [], method, isOpen, body }: Route, schemas: Record<string, JsonSchema>): JsonSchema[] {
  const inPath = Object.entries(params).map(([name, schema]) =>
    name === 'operator' || (name === 'id' && isId(schema)) ? shared(name) : { name, in: 'path', required: true, ...described(jsonSchemaOf(schema, schemas)) },
  )
  const ofQuery = query instanceof z.ZodObject ? Object.entries<z.ZodType>(query.shape) : []
  const inQuery = ofQuery.map(([name, schema]) => ({
    name,
    in: 'query',
    ...(schema.safeParse(undefined).success ? {} : { required: true }),
    ...described(jsonSchemaOf(schema, schemas, 'input')),
  }))
  const keyed = method === 'post' && !isOpen && (body !== undefined || headers.includes('Idempotency-Key') || headers.length === 0)
  const names = new Set<HeaderName>([...headers, ...(keyed ? (['Idempotency-Key'] as const) : [])])
  return [...inPath, ...inQuery, ...reads, ...[...names].map((name) => inHeader[name])]
}
const inHeader: Readonly<Record<HeaderName, JsonSchema>> = {
  'If-Match': shared('ifMatch'),
  'If-Match needed': shared('ifMatchNeeded'),
  'Idempotency-Key': shared('idempotencyKey'),
  Prefer: { name: 'Prefer', in: 'header', description: 'wait=10: answer when it has ended, after 10 seconds at the latest.', schema: { type: 'string' } },
  'If-None-Match': { name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
}
const described = ({ description, ...schema }: JsonSchema): JsonSchema => ({ ...(description ? { description } : {}), schema })

/** The schema in the words of the document. Those with a name are added to `schemas` and referred to. */
function jsonSchemaOf(schema: z.ZodType, schemas: Record<string, JsonSchema>, io: 'input' | 'output' = 'output'): JsonSchema {
  const { $schema, $defs = {}, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: ({ jsonSchema }) => shorten(jsonSchema) })
  for (const [name, definition] of Object.entries($defs)) schemas[name] = inDocument(definition)
  return inDocument(rest)
}

/** With a format beside it Zod's own pattern only makes the document long, and so do bounds of every whole number. */
function shorten(schema: JsonSchema): void {
  if (typeof schema.format === 'string') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (isPlainText(schema.propertyNames)) delete schema.propertyNames
}
const isPlainText = (given: unknown): boolean => JSON.stringify(given) === '{"type":"string"}'

/** Zod keeps named schemas beside the one that refers to them; the document has one place for all. */
const inDocument = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
