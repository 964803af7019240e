// Ids of other records: any hexadecimal uuid, stored in lower case. That the record exists and may be named is the store's to prove.
import { z } from 'zod'
import type { Field } from '../field.ts'

export const uuid = z.guid().transform((value) => value.toLowerCase())

export const referenceCheck = (): z.ZodType => uuid
export const referencesCheck = ({ min = 0 }: Field): z.ZodType => z.array(uuid).min(min).max(200)
