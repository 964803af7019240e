// What is wrong with documents of EPCIS by GS1's own JSON schema (tests/fixtures/epcis), and by rules of the standard that the schema does not have.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

const formats = {
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
}
const validate = new Ajv({ strict: false, allErrors: false, formats }).compile(
  JSON.parse(readFileSync(new URL('../fixtures/epcis/epcis-document.schema.json', import.meta.url), 'utf8')),
)

type Quantity = { epcClass: string; quantity?: number; uom?: string }
type Event = Record<string, unknown> & { eventID?: string; eventTimeZoneOffset?: string; eventTime?: string }
const lists = ['epcList', 'childEPCs', 'inputEPCList', 'outputEPCList'] as const
const quantities = ['quantityList', 'childQuantityList', 'inputQuantityList', 'outputQuantityList'] as const

/** EPCIS 2.0: a quantity with a unit is positive, and no unit is without one (QuantityElement); an aggregation names its parent; each object is named once. */
function flawsOf(event: Event, index: number): string[] {
  const at = (what: string) => `/epcisBody/eventList/${index} ${what}`
  const elements = quantities.flatMap((list) => (event[list] ?? []) as Quantity[])
  const named = lists.map((list) => (event[list] ?? []) as string[])
  return [
    ...elements.flatMap(({ epcClass, quantity, uom }) =>
      (quantity === undefined ? uom !== undefined : !(quantity > 0)) ? [at(`${epcClass} has a quantity of ${quantity}`)] : [],
    ),
    ...named.flatMap((epcs) => (new Set(epcs).size === epcs.length ? [] : [at('names an object twice')])),
    ...(event.type === 'AggregationEvent' && !event.parentID ? [at('has no parent')] : []),
    ...(event.eventTime?.endsWith(event.eventTimeZoneOffset ?? '') ? [] : [at('has another offset than its time')]),
  ]
}

/** What is wrong with a document; empty = nothing. */
export const epcisFlawsOf = (document: unknown): string[] =>
  validate(document)
    ? (document as { epcisBody: { eventList: Event[] } }).epcisBody.eventList.flatMap(flawsOf)
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
