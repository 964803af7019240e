// Holding real answers against the contract we publish.
import Ajv2020 from 'ajv/dist/2020.js'
import { openApi } from '#server/http/openapi.ts'

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: /^[a-z]+:/,
}

// Strict mode refuses our x- notes; a misspelt keyword of JSON Schema itself is found by the test of the document.
const ajv = new Ajv2020.Ajv2020({ strict: false, allErrors: true, formats })
ajv.addSchema({ ...openApi(), $id: 'farmbook' })

/** What is wrong with `value` as the schema of this name (`Farmer`, `FarmerList`, `Problem`); empty = nothing. */
export function flawsOf(schema: string, value: unknown): string[] {
  const validate = ajv.getSchema(`farmbook#/components/schemas/${schema}`)
  if (!validate) throw new Error(`The contract has no schema ${schema}`)
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
}

/** Calls of the contract by their operation id. */
const calls = new Map(
  Object.entries(openApi().paths).flatMap(([path, verbs]) => Object.entries(verbs).map(([verb, call]) => [call.operationId, { path, verb, call }] as const)),
)

/** The schema of a call's answer by its operation id and status. */
export function flawsOfAnswer(operationId: string, status: number, value: unknown): string[] {
  const operation = calls.get(operationId)
  if (!operation) throw new Error(`The contract has no call ${operationId}`)
  if (status >= 400) return operation.call.responses[status] ? flawsOf('Problem', value) : [`${operationId} does not say that it may answer ${status}`]
  const pointer = `farmbook#/paths/${operation.path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${operation.verb}/responses/${status}/content/application~1json/schema`
  const validate = ajv.getSchema(pointer)
  if (!validate) return [`${operationId} does not describe its answer ${status}`]
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
}
