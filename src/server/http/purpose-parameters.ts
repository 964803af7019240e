// The parameters of an address by which somebody says what the personal data of a file are for (BR-35).
import { exportPurposes, longestPurposeNote } from '#domain/people/export-purposes.ts'
import type { JsonSchema } from './openapi-schemas.ts'

export const purposeSchemas: readonly JsonSchema[] = [
  {
    name: 'purpose',
    in: 'query',
    description: 'What the personal data in it are for; needed where the caller sees some (BR-35). It stays in the caller’s history.',
    schema: { enum: Object.keys(exportPurposes) },
  },
  { name: 'purposeNote', in: 'query', description: 'More about it; needed with OTHER.', schema: { type: 'string', maxLength: longestPurposeNote } },
]
