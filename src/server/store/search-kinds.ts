// By which words a value of each kind is found, where its field declares `search`.
import type { FieldKind } from '#domain/kernel/field-kinds.ts'

type SearchKind = {
  /** Also by how its words sound: names are spelled in many ways. */
  isName?: true
  /** Other words that the value is asked for by. */
  also?: (value: string) => string
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
  polygon: words,
  point: words,
  rows: words,
  lines: words,
  record: words,
}
