// What is wrong with documents of EPCIS by GS1's own JSON schema (tests/fixtures/epcis).
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

const formats = {
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
}
const validate = new Ajv({ strict: false, allErrors: false, formats }).compile(
  JSON.parse(readFileSync(new URL('../fixtures/epcis/epcis-document.schema.json', import.meta.url), 'utf8')),
)

/** What is wrong with a document; empty = nothing. */
export const epcisFlawsOf = (document: unknown): string[] =>
  validate(document) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
