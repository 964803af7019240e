// What a table for import and export looks like, and what one of its rows asks the product to do. A layout is
// pure: it turns cells into steps (save this record, record that event) without knowing what is stored.

import type { AnyEntity, Row } from '../kernel/entity.ts'
import type { Choice } from '../kernel/field.ts'
import type { Point, Polygon } from '../kernel/kinds.ts'
import type { Sentence } from '../messages/message.ts'
import type { Lookup, Placed } from './lookup.ts'

export const kinds = ['records', 'events', 'purchases', 'opening'] as const
/** records: one row is one record · events: one row is one dated fact · purchases: one row is one ticket at a collection centre · opening: one row is one lot of before. */
export type Kind = (typeof kinds)[number]

/** Filled cells by canonical column name. */
export type Cells = Readonly<Record<string, string>>
export type ColumnProblem = { column: string; code: string; message: Sentence }

/** What people call a record, or one of its fields as text, for the writing of tables. */
export type NamesOf = (id: string, field?: string) => string

export type Column = {
  /** The header, snake_case. */
  name: string
  label: string
  /** Other headers that mean the same, already in snake_case. */
  aliases?: readonly string[]
  /** Field of the entity that this fills, so that a refusal of the field is shown at this column. */
  field?: string
  required?: boolean
  /** Another column that says it, too: where the file has that one, this one may be missing. */
  instead?: string
  /** Stored encrypted: rows that come back have the mask of what was sent. */
  sealed?: boolean
  help?: string
  example?: string
  choices?: readonly Choice[]
  /** Reads its cell, which is never empty. */
  read(cell: string, making: Making): void
  /** The cell of a stored record; absent: not exported. */
  write?(row: Row, names: NamesOf): string
}

/** Makes or changes a record ('save'), or makes it only when it is not there ('ensure'). */
export type SaveStep = {
  do: 'save' | 'ensure'
  entity: string
  body: Record<string, unknown>
  placed: Placed[]
  /** By what the record is known again, when its unique fields are not it. */
  key?: Lookup
  /** Fields that the row itself must fill where it makes a record: their initial value is not taken. */
  unsaid?: readonly string[]
  /** How a field joins with what is stored already; absent = it replaces. */
  merge?: Readonly<Record<string, (stored: unknown, given: unknown) => unknown>>
}
/** Records an event once: the same seed is the same event, however often the file is sent. */
export type EventStep = {
  do: 'record'
  entity: string
  subject: Lookup
  seed: string
  eventType: string
  occurredAt: string
  data: Record<string, unknown>
  notes?: string | undefined
  lateReason?: string | undefined
  placed: Placed[]
}
export type Step = SaveStep | EventStep

export type Layout = {
  entity: AnyEntity
  kind: Kind
  columns: readonly Column[]
  /** Columns by which a row is known again, as people read it. */
  key: readonly string[]
  /** After all columns are read. */
  steps(making: Making): Step[]
  /** Further fields of referenced records that the export writes. */
  needs?: Readonly<Record<string, readonly string[]>>
}

export type Geometry = { polygon: Polygon | null; point: Point | null; problem: { code: string; message: Sentence } | null }
export type RowContext = {
  zone: string
  now: Date /** Hectares of a bigha here; null where the programme has not said. */
  bighaHa: number | null
  geometry?: Geometry | null
}
export type RowReading = { steps: Step[]; problems: ColumnProblem[]; operatorCode: string | null }

/** One row being read. Columns write into it; nothing is thrown, so that all problems of a row are reported at once. */
export class Making {
  readonly body: Record<string, unknown> = {}
  readonly placed: Placed[] = []
  readonly problems: ColumnProblem[] = []
  operatorCode: string | null = null
  readonly cells: Cells
  readonly context: RowContext
  constructor(cells: Cells, context: RowContext) {
    this.cells = cells
    this.context = context
  }
  problem(column: string, code: string, message: Sentence): void {
    this.problems.push({ column, code, message })
  }
}

/** Reads one row of a table in this layout. */
export function readRow(layout: Layout, cells: Cells, context: RowContext): RowReading {
  const making = new Making(cells, context)
  for (const column of layout.columns) {
    const cell = cells[column.name]
    if (cell !== undefined && cell.trim() !== '') column.read(cell, making)
  }
  const steps = layout.steps(making)
  return { steps, problems: making.problems, operatorCode: making.operatorCode }
}

export const snake = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

/** The column at which a refusal of `path` (camelCase, dotted) is shown; '' when it belongs to the whole row. */
export function columnOfPath(layout: Layout, path: string): string {
  const [head = ''] = path.replace(/^data\./, '').split('.')
  return layout.columns.find((column) => column.field === head)?.name ?? (layout.columns.some((column) => column.name === snake(head)) ? snake(head) : '')
}
