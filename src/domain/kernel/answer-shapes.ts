// What answers of the API are made of: each declares its own shape of these with Zod, and the document, the type of whoever calls and the
// check of real answers follow from it. Loaded by the server and by tests; a browser takes the types alone.
import { z } from 'zod'
import type { Words } from '../messages/values.ts'

export const id = z.guid()
export const moment = z.iso.datetime({ offset: true })
export const day = z.iso.date()
export const text = z.string()
export const whole = z.int()
export const count = z.int().min(0)
export const number = z.number()
export const flag = z.boolean()
export const inUnit = (unit: string) => z.number().meta({ 'x-unit': unit })
export const kg = inUnit('kg')
export const hectares = inUnit('ha')
/** 0 to 1; a sum of rounded shares may lie a little above. */
export const share = z.number().min(0).max(1.000001)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** One of the keys of a list of values and their labels. */
export const keyOf = <T extends Readonly<Record<string, unknown>>>(values: T) => z.enum(Object.keys(values) as (keyof T & string)[])
export const position = z.tuple([z.number(), z.number()]).describe('Longitude, latitude in degrees (WGS84).')
export const point = z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) })
export const box = z.tuple([z.number(), z.number(), z.number(), z.number()])
export const refs = z
  .record(z.string(), z.object({ entity: text, title: text, code: text }))
  .meta({ id: 'Refs', description: 'Titles of everything referred to, by id.' })
/** What the document describes already, by its name there. */
export const documented = <T>(name: string): z.ZodType<T> => z.custom<T>().meta({ $ref: `#/components/schemas/${name}` })
/** Key and values of the English message beside them, where it has values. */
export const words = documented<Words>('Words').optional()
/** The record of an address, as its own address answers it. */
export const record = z.record(z.string(), z.unknown()).describe('The record, as its own address answers it.')
