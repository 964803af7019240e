// Ids of other records: any hexadecimal uuid, stored in lower case. That the record exists and may be named is the store's to prove.

import { z } from 'zod'
import { phrase } from '../../messages/message.ts'
import type { Field } from '../field.ts'
import { mostAttachments } from '../field-kinds.ts'
import { forZod } from '../plain-words.ts'

export const uuid = z.guid().transform((value) => value.toLowerCase())

export const referenceCheck = (): z.ZodType => uuid
const mostReferences = 200
export const referencesCheck = ({ min = 0, max = mostReferences }: Field): z.ZodType => z.array(uuid).min(min).max(max)

/** Files, each once however often it is named. What is wrong with one is said of the list: a form shows them as one field, and stands for those that are on their way with what is no id. */
export const attachmentsCheck = ({ min = 0, max = mostAttachments }: Field): z.ZodType =>
  z
    .array(z.string())
    .min(min)
    .max(max, { error: () => forZod(phrase`At most ${max} files.`) })
    .refine((ids) => ids.every((id) => uuid.safeParse(id).success), {
      message: 'A file has not been sent yet: please wait, or remove it.',
      params: { code: 'format' },
    })
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
