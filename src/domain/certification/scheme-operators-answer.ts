// Who works by a scheme, as the tab of its page asks: groups and processors that are certified to it or registered under it.
import { z } from 'zod'
import { count, day, flag, hectares, id, keyOf, text } from '../kernel/answer-shapes.ts'

/** Holders of one answer. */
export const mostSchemeOperators = 200
const holders = { collective: '', processor: '' }

const certificate = z.object({
  id,
  scNo: text,
  validFrom: day,
  validTo: day,
  state: text.describe('On the day on which it is read, as a scope certificate says it.'),
})
const operator = z.object({
  kind: keyOf(holders),
  id,
  code: text,
  title: text,
  registeredSince: day.nullable().describe('Of a group: under this standard, by its registrations; null: it is not registered.'),
  certificate: certificate.nullable().describe('The one in force; else the one that ends last, also one that is proposed or has ended. Null: none.'),
  farmers: count.nullable().describe('Active members of a group. Null of a processor, and where the reader lists no farmers.'),
  areaHa: hectares.nullable().describe('Their plots in use, as the list of schemes adds them up. Null of a processor, and where the reader lists no plots.'),
})
export const schemeOperators = z
  .object({ items: z.array(operator), isMore: flag.describe(`There are more than ${mostSchemeOperators}.`) })
  .meta({ id: 'SchemeOperators' })
export type SchemeOperators = z.infer<typeof schemeOperators>
