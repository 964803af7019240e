// What a text may be: trimmed, composed (NFC), of characters that somebody sees and in the direction in which they are read.

import { z } from 'zod'
import { phrase } from '../../messages/message.ts'
import { numberOf } from '../document-number.ts'
import type { Field } from '../field.ts'
import { forZod } from '../plain-words.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not get in
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/
/** Marks that turn the direction of writing: what a reader sees would not be what is stored. */
const turning = /[\u202a-\u202e\u2066-\u2069]/
/** Without anything to be seen: spaces, joiners, marks of order alone. Joiners between letters are good Hindi. */
const isBlank = (value: string): boolean => !/[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(value)
/** Text as it is stored: composed, without what nobody sees at its ends. */
const tidy = (value: string): string =>
  isBlank(value) ? '' : value.normalize('NFC').replace(/^[\s\p{Cc}\u200b\u2060\ufeff]+|[\s\p{Cc}\u200b\u2060\ufeff]+$/gu, '')

const format = { code: 'format' }

export function textCheck({ min = 1, max = 80, pattern, hint, isNumber }: Pick<Field, 'min' | 'max' | 'pattern' | 'hint' | 'isNumber'>): z.ZodType {
  const base = z
    .string()
    .max(max * 4, { error: () => forZod(phrase`At most ${max} characters.`) })
    .transform(isNumber ? (value) => numberOf(tidy(value)) : tidy)
    .pipe(
      z
        .string()
        .min(min)
        .max(max)
        .refine((value) => value.isWellFormed(), { message: 'Ends or begins in the middle of a character.', params: format })
        .refine((value) => !control.test(value), { message: 'Contains control characters.', params: format })
        .refine((value) => !turning.test(value), { message: 'Contains marks that turn the direction of writing.', params: format }),
    )
  return pattern ? base.refine((value) => pattern.test(value), { message: hint ?? 'Not in the expected form.', params: format }) : base
}

/** A short list of names, none twice. */
export const wordsCheck = ({ min = 0, max = 50 }: Field): z.ZodType =>
  z
    .array(textCheck({ max: 60 }))
    .min(min)
    .max(max)
    .transform((list) => [...new Set(list)])
