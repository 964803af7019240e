// By which words a value of each kind is found, where its field declares `search`.
import type { Field } from '#domain/kernel/field.ts'
import type { FieldKind } from '#domain/kernel/field-kinds.ts'
import { caseOf, discriminatorOf, fieldsOfCase, innerOf } from '#domain/kernel/variants.ts'

type SearchKind = {
  /** Also by how its words sound: names are spelled in many ways. */
  isName?: true
  /** Other words that the value is asked for by. */
  also?: (value: string) => string
  /** Its words, where the value is no text itself. */
  text?: (field: Field, value: unknown) => string | readonly string[]
}
const words: SearchKind = {}

export const searchKinds: Readonly<Record<FieldKind, SearchKind>> = {
  text: { isName: true },
  longText: words,
  words,
  // Nobody says the country code: the ten digits after it are what is asked for.
  phone: { also: (value) => value.slice(-10) },
  email: words,
  country: words,
  integer: words,
  quantity: words,
  share: words,
  money: words,
  choice: words,
  choices: words,
  flag: words,
  date: words,
  time: words,
  reference: words,
  references: words,
  attachments: words,
  polygon: words,
  point: words,
  rows: { text: textsOfRows },
  lines: words,
  record: words,
  variant: { text: textOfVariant },
}

/** Each text in each row by itself. */
function textsOfRows({ fields = {} }: Field, value: unknown): string[] {
  return (Array.isArray(value) ? value : []).flatMap((row: unknown) =>
    Object.entries(fields).flatMap(([name, { kind }]) => {
      const text = innerOf(row, name)
      return kind === 'text' && typeof text === 'string' ? [text] : []
    }),
  )
}

/** The label of its case and what was written in it: codes and ids of others find nothing. */
function textOfVariant(field: Field, value: unknown): string {
  const name = caseOf(field, value)
  const label = discriminatorOf(field).choices?.find((choice) => choice.value === name)?.label
  const written = Object.entries(fieldsOfCase(field, name)).flatMap(([inner, { kind }]) => {
    const text = innerOf(value, inner)
    return (kind === 'text' || kind === 'longText') && typeof text === 'string' ? [text] : []
  })
  return [label ?? '', ...written].join(' ')
}
