// Choices by their value, their label or another word for it, whatever the case; yes and no in the words of tables.

import { currentCode, type Field } from '../../kernel/field.ts'
import { listed, phrase, type Sentence, word } from '../../messages/message.ts'
import type { Value } from '../../messages/values.ts'
import { type CellKind, parts, plain, whenRequired, wrong } from './cell-kind.ts'

export function choiceOf({ choices = [], synonyms = {} }: Pick<Field, 'choices' | 'synonyms'>, text: string): string | undefined {
  const word = text.toLowerCase()
  const named = choices.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word)?.value
  return named ?? (Object.hasOwn(synonyms, word) ? synonyms[word] : undefined)
}
/** A former code is answered with the name it has now. */
const unknownChoice = (field: Field, text: string): Sentence => {
  const current = currentCode(field, text.toUpperCase())
  return current === text.toUpperCase() ? phrase`One of: ${choicesText(field)}.` : phrase`“${text}” is called ${current} now.`
}
/** A cell may have either; the value is understood in every language. */
const choicesText = ({ choices = [] }: Field) => listed(choices.map(valueAndLabel))
export const valueAndLabel = ({ value, label }: { value: string; label: string }): Value => (value === label ? value : phrase`${value} (${word(label)})`)
const firstOf = ({ choices = [] }: Field): string => choices[0]?.value ?? ''

export const choiceCell: CellKind = {
  read: (field, text) => {
    const value = choiceOf(field, text)
    return value === undefined ? wrong('choice', unknownChoice(field, text)) : plain(value)
  },
  write: (_field, value) => String(value),
  example: firstOf,
}
export const choicesCell: CellKind = {
  read: (field, text) => {
    const values = parts(text).map((part) => choiceOf(field, part))
    return values.includes(undefined) ? wrong('choice', phrase`Some of these, separated by semicolons: ${choicesText(field)}.`) : plain(values)
  },
  write: (_field, value) => (value as string[]).join(';'),
  example: firstOf,
}

const yes = new Set(['y', 'yes', 'true', '1', 'x', 'हाँ'])
const no = new Set(['n', 'no', 'false', '0', 'नहीं'])
export const flagCell: CellKind = {
  read: (_field, text) => {
    const word = text.toLowerCase()
    return yes.has(word) ? plain(true) : no.has(word) ? plain(false) : wrong('type', 'Y or N.')
  },
  write: (_field, value) => (value ? 'Y' : 'N'),
  example: whenRequired('N'),
}
