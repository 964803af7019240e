// What is wrong with a value, in the product's words, wherever a declaration says nothing of its own: the library that
// checks has sentences for programmers, and they would reach people and callers of the API as they are.

import type { z } from 'zod'
import { listed, phrase, type Sentence, word } from '../messages/message.ts'
import type { Value } from '../messages/values.ts'

export const fillIn = 'Please fill this in.'
/** More choices than these are not read out in a refusal. */
const readOutAtMost = 12

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Messages with values that the checks of the present parse gave, by their English: Zod carries text alone. */
const ofThisParse = new Map<string, Sentence>()
/** A message for Zod, as the text it carries. */
export function forZod(message: Sentence): string {
  const text = String(message)
  if (typeof message !== 'string') ofThisParse.set(text, message)
  return text
}
/** The messages behind the texts of one parse, which is over: a parse is never interrupted by another one. */
export function fromZod(texts: readonly string[]): Sentence[] {
  const messages = texts.map((text) => ofThisParse.get(text) ?? text)
  ofThisParse.clear()
  return messages
}

/** For `error` of Zod's parse: a message that the declaration gives itself goes before it. */
export const inPlainWords = (issue: Issue): string => forZod(plainWords(issue))

function plainWords(issue: Issue): Sentence {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? fillIn : (expected[issue.expected] ?? unexpected)
    case 'too_small':
      return tooSmall(Number(issue.minimum), issue)
    case 'too_big':
      return tooBig(Number(issue.maximum), issue)
    case 'invalid_format':
      return formats[issue.format] ?? unexpected
    case 'invalid_value':
      return oneOf(issue.values.map(String))
    case 'invalid_union':
      return isOfNoCase(issue) && 'options' in issue && Array.isArray(issue.options) ? oneOf(issue.options.map(String)) : unexpected
    case 'not_multiple_of':
      return phrase`A multiple of ${issue.divisor}.`
    default:
      return unexpected
  }
}

/** A variant whose discriminator names none of its cases, not a union of which no member fits. */
export const isOfNoCase = (issue: object): boolean => 'discriminator' in issue && issue.discriminator !== undefined
const oneOf = (values: readonly Value[]): Sentence => (values.length > readOutAtMost ? 'Not one of the choices.' : phrase`One of: ${listed(values)}.`)
/** The choices of a field by their labels, which a reader has in their language; values are for programs, whose documents list them. */
export const oneOfChoices = ({ choices = [] }: { readonly choices?: readonly { readonly label: string }[] | undefined }): Sentence =>
  oneOf(choices.map(({ label }) => word(label)))

const unexpected = 'Not in the expected form.'
const expected: Readonly<Record<string, string>> = {
  string: 'A text is expected here.',
  number: 'A number, please.',
  int: 'A whole number, please.',
  boolean: 'Yes or no is expected here (true or false).',
  array: 'A list is expected here.',
  object: 'An object with fields is expected here.',
}
const formats: Readonly<Record<string, string>> = {
  email: 'An e-mail address, please.',
  date: 'A day, written as year-month-day.',
  datetime: 'A date and time with its zone, as ISO 8601 writes them.',
  guid: 'The id of a record is expected here.',
  uuid: 'The id of a record is expected here.',
  url: 'An address that begins with https:// is expected here.',
}

function tooSmall(least: number, { origin, inclusive = true }: { origin: string; inclusive?: boolean | undefined }): Sentence {
  if (origin === 'string') return least === 1 ? fillIn : phrase`At least ${least} characters.`
  if (origin === 'array' || origin === 'set') return least === 1 ? 'At least one.' : phrase`At least ${least}.`
  return inclusive ? phrase`At least ${least}.` : phrase`More than ${least}.`
}

function tooBig(most: number, { origin, inclusive = true }: { origin: string; inclusive?: boolean | undefined }): Sentence {
  if (origin === 'string') return phrase`At most ${most} characters.`
  return inclusive ? phrase`At most ${most}.` : phrase`Less than ${most}.`
}
