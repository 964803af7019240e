// Texts go through as they are; phone numbers of spreadsheets have often lost their plus.
import { asText, type CellKind, parts, plain, whenRequired } from './cell-kind.ts'

export const textCell: CellKind = { read: (_field, text) => plain(text), write: asText, example: () => '' }
export const emailCell: CellKind = { ...textCell, example: whenRequired('name@example.org') }
export const phoneCell: CellKind = {
  ...textCell,
  read: (_field, text) => plain(/^91[6-9]\d{9}$/.test(text.replace(/[\s-]/g, '')) ? `+${text}` : text),
  example: whenRequired('+91 98260 12345'),
}
/** A code in whatever case. */
export const countryCell: CellKind = { ...textCell, read: (_field, text) => plain(text.toUpperCase()), example: whenRequired('IN') }
export const wordsCell: CellKind = { read: (_field, text) => plain(parts(text)), write: (_field, value) => (value as string[]).join(';'), example: () => '' }
