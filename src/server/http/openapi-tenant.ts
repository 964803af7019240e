// The programme's own addresses in the API document: its public answer, its settings, its pictures, and how a programme
// is made. They follow from no declaration, so they are written here.
import { z } from 'zod'
import { toleranceFields, tolerancesPatch } from '#domain/chain/tolerance-settings.ts'
import type { ProblemCode } from '#domain/kernel/problems.ts'
import { defaultQuality, imageWidths } from '#domain/tenancy/image-sizes.ts'
import { settingsPatch } from '#domain/tenancy/settings.ts'
import { newTenant } from '#server/store/provision-tenant.ts'
import { type JsonSchema, listOf, object, orNull, ref } from './openapi-schemas.ts'

const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }
const picture: JsonSchema = { ...text, pattern: '^/files/[0-9a-f]{64}$' }
const colour: JsonSchema = { ...text, pattern: '^#[0-9A-Fa-f]{6}$' }
const mission: JsonSchema = object({ mission: text, missionDesc: text })
const main: JsonSchema = object({ main: colour })
const look = {
  name: text,
  loginDesc: text,
  carousel: listOf(mission),
  logo: orNull(text),
  logoWidth: { ...whole, 'x-unit': 'px' },
  headerLogo: orNull(text),
  headerLogoWidth: { ...whole, 'x-unit': 'px' },
  subdomain: text,
  id: text,
  organizationId: text,
}

type Described = { description?: string; parameters?: JsonSchema[]; requestBody?: JsonSchema; responses: Record<string, JsonSchema> }
type ClientOperation = Described & { operationId: string; tags: string[]; summary: string }

/** Schemas of what these addresses answer. */
export const tenantSchemas: Record<string, JsonSchema> = {
  Tenant: object({
    subdomain: text,
    config: object(look),
    theme: object({ organizationId: text, palette: object({ primary: main, secondary: main }) }),
  }),
  ClientSettings: object({
    ...look,
    version: whole,
    primary: colour,
    secondary: colour,
    providers: listOf(text),
    invitationDays: { ...whole, 'x-unit': 'days' },
    ways: listOf(object({ id: text, kind: { enum: ['oidc', 'credentials'] }, name: text })),
  }),
  Tolerances: object({
    version: whole,
    tolerances: object(Object.fromEntries(Object.keys(toleranceFields).map((name) => [name, { type: 'number' }]))),
    own: { type: 'object', additionalProperties: { type: 'number' } },
  }),
  ClientHistory: object({
    items: listOf(
      object({
        version: whole,
        changedAt: { ...text, format: 'date-time' },
        changedBy: object({ id: text, name: text }),
        changes: { type: 'object', additionalProperties: { type: 'array', description: 'Before, after.' } },
      }),
    ),
  }),
  UploadedPicture: object({ url: picture, format: { enum: ['png', 'jpeg', 'webp'] }, width: whole, height: whole, bytes: whole }),
  ProvisionedTenant: object({
    id: text,
    subdomain: text,
    name: text,
    timezone: text,
    country: text,
    administrator: object({ id: text, invitation: orNull({ ...text, format: 'uri', description: 'The link to hand over; it lets nobody in by itself.' }) }),
  }),
}

/** The paths; `refusals` writes the answers that every address has in common. */
export function tenantPaths(refusals: (...codes: ProblemCode[]) => Record<string, JsonSchema>): Record<string, Record<string, ClientOperation>> {
  const json = (schema: JsonSchema, description: string): JsonSchema => ({ description, content: { 'application/json': { schema } } })
  const binary = (...types: string[]): JsonSchema => Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
  const given = (place: 'path' | 'query' | 'header', name: string, schema: JsonSchema, required = place === 'path'): JsonSchema => ({
    name,
    in: place,
    ...(required ? { required } : {}),
    schema,
  })
  const call = (verb: string, summary: string, rest: Described): ClientOperation => ({
    operationId: `client.${verb}`,
    tags: ['client'],
    summary,
    ...rest,
  })
  const bodyOf = (schema: z.ZodType): JsonSchema => {
    const { $schema, ...body } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return { required: true, content: { 'application/json': { schema: body } } }
  }
  const id = given('path', 'id', text)
  const images = ['image/png', 'image/jpeg', 'image/webp']
  return {
    '/api/tenant/{subdomain}': {
      get: call('look', 'What the programme of this host shows of itself; nobody need be signed in', {
        parameters: [given('path', 'subdomain', text)],
        responses: {
          200: json(ref('Tenant'), 'The programme. The headers X-Timezone (IANA) and X-Currency (ISO 4217) say by what it counts.'),
          ...refusals('TOO_MANY'),
        },
      }),
    },
    '/api/client/{id}': {
      get: call('settings', 'The programme’s settings, for its administrators', {
        parameters: [id],
        responses: { 200: json(ref('ClientSettings'), 'The settings; their version is the ETag.'), ...refusals('VALIDATION') },
      }),
      patch: call('change', 'Change the programme’s settings', {
        parameters: [id, given('header', 'If-Match', text, true)],
        requestBody: bodyOf(settingsPatch),
        responses: {
          200: json(ref('ClientSettings'), 'The settings after it.'),
          ...refusals('VALIDATION', 'STALE_VERSION', 'VERSION_REQUIRED', 'RULE_BLOCKED', 'UNSUPPORTED_MEDIA', 'TOO_LARGE'),
        },
      }),
    },
    '/api/tolerances': {
      get: call('tolerances', 'The figures by which the rules of this programme judge, for everybody signed in', {
        responses: {
          200: json(ref('Tolerances'), 'All of them, and those that the programme has set itself; their version is the ETag.'),
          ...refusals('VALIDATION'),
        },
      }),
      patch: call('changeTolerances', 'Change tolerances; null takes the default again', {
        parameters: [given('header', 'If-Match', text, true)],
        requestBody: bodyOf(tolerancesPatch),
        responses: {
          200: json(ref('Tolerances'), 'The tolerances after it.'),
          ...refusals('VALIDATION', 'STALE_VERSION', 'VERSION_REQUIRED', 'UNSUPPORTED_MEDIA', 'TOO_LARGE'),
        },
      }),
    },
    '/api/client/{id}/history': {
      get: call('history', 'Who changed which setting when, newest first', {
        parameters: [id],
        responses: { 200: json(ref('ClientHistory'), 'The changes.'), ...refusals('VALIDATION') },
      }),
    },
    '/api/client/{id}/pictures': {
      post: call('upload', 'Store a picture: PNG, JPEG or WebP, encoded anew; SVG is refused', {
        parameters: [id],
        requestBody: { required: true, content: binary(...images) },
        responses: {
          201: json(ref('UploadedPicture'), 'Its address; the same picture has the same one.'),
          ...refusals('VALIDATION', 'UNSUPPORTED_MEDIA', 'TOO_LARGE'),
        },
      }),
    },
    '/files/{hash}': {
      get: call('picture', 'A stored picture of this host’s programme', {
        parameters: [given('path', 'hash', { ...text, pattern: '^[0-9a-f]{64}$' })],
        responses: {
          200: { description: 'The picture; it never changes.', content: binary(...images) },
          304: { description: 'Nothing changed.' },
          ...refusals('VALIDATION', 'TOO_MANY'),
        },
      }),
    },
    '/_image': {
      get: call('image', 'A stored picture made smaller, never larger', {
        parameters: [
          given('query', 'url', picture, true),
          given('query', 'w', { enum: [...imageWidths] }, true),
          given('query', 'q', { ...whole, minimum: 1, maximum: 100, default: defaultQuality }),
        ],
        responses: {
          200: { description: 'WebP to those who accept it.', content: binary(...images) },
          304: { description: 'Nothing changed.' },
          ...refusals('VALIDATION', 'TOO_MANY'),
        },
      }),
    },
    '/api/platform/tenants': {
      post: call('found', 'Make a programme and invite its first administrator', {
        description: 'For the owner of the platform, with the bearer token PLATFORM_TOKEN; without that setting there is no such address.',
        requestBody: bodyOf(newTenant),
        responses: {
          201: json(ref('ProvisionedTenant'), 'The programme.'),
          ...refusals('VALIDATION', 'DUPLICATE', 'UNSUPPORTED_MEDIA', 'TOO_LARGE', 'TOO_MANY'),
        },
      }),
    },
  }
}
