// Attached files in the API document: they follow from no declaration, so they are written here.
import { fileTypeNames, longestFileName, maxFileBytes } from '#domain/kernel/files.ts'
import type { ProblemCode } from '#domain/kernel/problems.ts'
import { type Described, type JsonSchema, object, orNull, ref } from './openapi-schemas.ts'

const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }
const id: JsonSchema = { type: 'string', format: 'uuid' }
const binary: JsonSchema = { type: 'string', format: 'binary' }

export const fileSchemas: Record<string, JsonSchema> = {
  UploadedFile: object({
    id,
    name: text,
    mediaType: { enum: fileTypeNames },
    size: { ...whole, description: 'Bytes as stored.' },
    sha256: { ...text, pattern: '^[0-9a-f]{64}$', description: 'Of the bytes as stored.' },
    width: orNull(whole),
    height: orNull(whole),
    state: { enum: ['UNATTACHED', 'ATTACHED'] },
    uploadedAt: { ...text, format: 'date-time' },
  }),
}

/** The paths; `refusals` writes the answers that every address has in common. */
export function filePaths(refusals: (...codes: ProblemCode[]) => Record<string, JsonSchema>): Record<string, Record<string, Described>> {
  const given = (...names: string[]): JsonSchema[] => names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  const json = (description: string): JsonSchema => ({ description, content: { 'application/json': { schema: ref('UploadedFile') } } })
  const inQuery = (name: string, schema: JsonSchema, description: string, required = false): JsonSchema => ({
    name,
    in: 'query',
    required,
    schema,
    description,
  })
  const base = '/api/operators/{operator}/files'
  return {
    [base]: {
      post: {
        operationId: 'files.upload',
        tags: ['file'],
        summary: 'Send a file, to be named by a record or an event',
        description:
          'The body is the file itself. What it is, its content decides. Images are encoded anew, at most 3,840 pixels on a side, without what the camera wrote. The same bytes from the same person are the same file. What nothing names within thirty days is removed.',
        parameters: [
          ...given('operator', 'idempotencyKey'),
          inQuery('name', { ...text, minLength: 1, maxLength: longestFileName }, 'Name of the file.', true),
          inQuery('id', id, 'Made by the caller, for events recorded offline (uuid v7).'),
        ],
        requestBody: {
          required: true,
          description: `At most ${maxFileBytes} bytes.`,
          content: { ...Object.fromEntries(fileTypeNames.map((type) => [type, { schema: binary }])), 'application/octet-stream': { schema: binary } },
        },
        responses: {
          200: json('It was there already.'),
          201: json('Stored.'),
          ...refusals('VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'QUOTA_FULL', 'TOO_LARGE', 'UNSUPPORTED_MEDIA', 'TOO_MANY', 'UNAVAILABLE'),
        },
      },
    },
    [`${base}/{id}`]: {
      get: {
        operationId: 'files.get',
        tags: ['file'],
        summary: 'A file, for whoever may read what names it',
        description: 'Images are shown, everything else is a download.',
        parameters: given('operator', 'id'),
        responses: {
          200: { description: 'The file.', content: Object.fromEntries(fileTypeNames.map((type) => [type, { schema: binary }])) },
          ...refusals('VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'GONE'),
        },
      },
    },
    [`${base}/{id}/preview`]: {
      get: {
        operationId: 'files.preview',
        tags: ['file'],
        summary: 'An image of a file, small',
        parameters: given('operator', 'id'),
        responses: {
          200: { description: 'At most 480 pixels wide.', content: { 'image/webp': { schema: binary } } },
          ...refusals('VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'GONE', 'TOO_MANY', 'UNAVAILABLE'),
        },
      },
    },
  }
}
