// What a field can be, and what is plain about each kind: its column, whether it is a list, how a list of records treats it. This is
// the list of kinds: every layer has one record over it, so that a kind that a layer does not know does not compile
// (docs/decisions/0027-a-kind-per-layer.md).

/** SQL type of the column; jsonb for what is never filtered or sorted by. */
export type ColumnType = 'text' | 'integer' | 'numeric' | 'boolean' | 'date' | 'timestamptz' | 'uuid' | 'jsonb' | 'text[]' | 'uuid[]'

type KindFacts = {
  column: ColumnType
  /** Several values: absent means empty. */
  isList?: true
  /** Left out of lists of records: a polygon or a list of rows would make a page megabytes. */
  isLarge?: true
  /** Few values, or a record: a list may be narrowed by it without an index of its own being declared. */
  isFilter?: true
  isNumber?: true
  /** A day or a moment. */
  isTime?: true
  /** A place on the map. */
  isPlace?: true
  /** Has fields of its own. */
  isNested?: true
  /** Stored in a table of its own; `column` is the type in which it is read. */
  hasTable?: true
}

export const fieldKinds = {
  text: { column: 'text' },
  longText: { column: 'text' },
  words: { column: 'text[]', isList: true },
  phone: { column: 'text' },
  email: { column: 'text' },
  country: { column: 'text' },
  integer: { column: 'integer', isNumber: true },
  quantity: { column: 'numeric', isNumber: true },
  share: { column: 'numeric', isNumber: true },
  money: { column: 'numeric', isNumber: true },
  choice: { column: 'text', isFilter: true },
  choices: { column: 'text[]', isList: true, isFilter: true },
  flag: { column: 'boolean', isFilter: true },
  date: { column: 'date', isTime: true },
  time: { column: 'timestamptz', isTime: true },
  reference: { column: 'uuid', isFilter: true },
  references: { column: 'uuid[]', isList: true },
  // Named in `refs` of a record; a list of records has no use for them.
  attachments: { column: 'uuid[]', isList: true, isLarge: true },
  polygon: { column: 'jsonb', isLarge: true, isPlace: true },
  point: { column: 'jsonb', isPlace: true },
  rows: { column: 'jsonb', isList: true, isLarge: true, isNested: true },
  lines: { column: 'jsonb', isList: true, isLarge: true, isNested: true, hasTable: true },
  record: { column: 'jsonb', isNested: true },
  variant: { column: 'jsonb', isNested: true },
} as const satisfies Record<string, KindFacts>

/** What references to files name as their target; no entity is called so. */
export const fileTarget = 'file'
/** Files of one field of one record or event (domain dictionary 1.3). */
export const mostAttachments = 10

export type FieldKind = keyof typeof fieldKinds

export const factsOf = ({ kind }: { kind: FieldKind }): KindFacts => fieldKinds[kind]

/** Left out of lists, unless the field says that it is short. */
export const isLeftOut = (field: { kind: FieldKind; isListed?: boolean }): boolean => factsOf(field).isLarge === true && !field.isListed
