// One cell of a table and one value of a field, both ways. Reading is generous with how people write (1,23,456.5 · 35 % ·
// 15/06/2025 · y) and strict with what it means; what cannot be read says why.
import type { Field } from '../kernel/field.ts'
import type { FieldKind } from '../kernel/field-kinds.ts'
import type { CellKind, Names, Reading } from './cells/cell-kind.ts'
import { choiceCell, choicesCell, flagCell } from './cells/choices.ts'
import { recordCell, rowsCell, variantCell } from './cells/nested.ts'
import { moneyCell, numberCell, shareCell } from './cells/numbers.ts'
import { pointCell, polygonCell } from './cells/places.ts'
import { attachmentsCell, referenceCell, referencesCell } from './cells/references.ts'
import { countryCell, emailCell, phoneCell, textCell, wordsCell } from './cells/texts.ts'
import { dateCell, timeCell } from './cells/times.ts'

const cells: Readonly<Record<FieldKind, CellKind>> = {
  text: textCell,
  longText: textCell,
  words: wordsCell,
  phone: phoneCell,
  email: emailCell,
  country: countryCell,
  integer: numberCell,
  quantity: numberCell,
  share: shareCell,
  money: moneyCell,
  choice: choiceCell,
  choices: choicesCell,
  flag: flagCell,
  date: dateCell,
  time: timeCell,
  reference: referenceCell,
  references: referencesCell,
  attachments: attachmentsCell,
  polygon: polygonCell,
  point: pointCell,
  rows: rowsCell,
  lines: rowsCell,
  record: recordCell,
  variant: variantCell,
}

/** What a filled cell means for a field. `zone`: of times without offset. Names of other records become lookups at `field path`. */
export const readCell = (name: string, field: Field, cell: string, zone: string, column: string): Reading =>
  cells[field.kind].read(field, cell.trim(), { name, zone, column })

/** A stored value as text; '' for null. The inverse of readCell. */
export const writeCell = (field: Field, value: unknown, names: Names): string =>
  value === null || value === undefined ? '' : cells[field.kind].write(field, value, names)

/** What a template shows; '' where an empty cell is the better example. */
export const exampleOf = (field: Field): string => cells[field.kind].example(field)

/** How equal values of this field are known, where they may be written differently. */
export const equalityOf = (field: Field): CellKind['isSame'] => cells[field.kind].isSame
