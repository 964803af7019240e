// How much room each kind of field takes, and where it is left out: in forms, on pages, in rows and in lists.
import type { Field } from '#domain/kernel/field.ts'
import type { FieldKind } from '#domain/kernel/field-kinds.ts'

type Layout = {
  /** Takes the whole width of a form. */
  inForm?: 'wide'
  /** Takes the whole width of a page of properties. */
  onPage?: 'wide'
  /** Of a row inside a form: cannot share a line with another field. */
  inRow?: 'broad'
  /** Of a cell: its words stay on one line, or need room. Lists leave out what is 'absent'. */
  inCell?: 'short' | 'long' | 'absent'
  /** Among the facts of an event in one line: said without its label, or left out. */
  inLine?: 'bare' | 'absent'
  /** Part of the line that distinguishes one row of a form from the others; figures only with their unit, or leading the row. */
  distinguishes?: true
}
const figure: Layout = { inCell: 'short', distinguishes: true }
const table: Layout = { inForm: 'wide', onPage: 'wide', inCell: 'absent' }
const day: Layout = { inCell: 'short' }

const layouts: Readonly<Record<FieldKind, Layout>> = {
  text: { distinguishes: true },
  longText: { inForm: 'wide', onPage: 'wide', inRow: 'broad', inCell: 'long', inLine: 'absent' },
  words: { inForm: 'wide' },
  phone: { inCell: 'short' },
  email: {},
  country: { distinguishes: true },
  integer: figure,
  quantity: figure,
  share: figure,
  money: figure,
  choice: { inLine: 'bare', distinguishes: true },
  choices: { inForm: 'wide', inRow: 'broad' },
  flag: {},
  date: { ...day, distinguishes: true },
  time: day,
  reference: { inLine: 'bare', distinguishes: true },
  references: { inForm: 'wide' },
  attachments: { ...table, inRow: 'broad', inLine: 'absent' },
  polygon: { inForm: 'wide', inCell: 'absent', inLine: 'absent' },
  point: { inForm: 'wide' },
  rows: { ...table, inRow: 'broad' },
  lines: table,
  record: { inForm: 'wide', onPage: 'wide', inCell: 'absent' },
  variant: { inForm: 'wide', onPage: 'wide', inRow: 'broad', inCell: 'long', inLine: 'bare', distinguishes: true },
}
export const layoutOf = ({ kind }: Field): Layout => layouts[kind]

/** Kinds that a list of records has no column for. */
export const isListable = (field: Field): boolean => !['long', 'absent'].includes(layoutOf(field).inCell ?? '')
