// What a field is: a small plain object that says everything about itself. What checks a value follows from it
// (field-schemas.ts), is built when something is first checked, and is not loaded by pages that only show.

import type { Choosable } from './choosable.ts'
import { type ColumnType, type FieldKind, factsOf } from './field-kinds.ts'

export type Choice = { value: string; label: string; tone?: Tone }
/** Colour family of a status or choice; always shown with a word or an icon. */
export type Tone = 'success' | 'error' | 'progress' | 'pending' | 'neutral' | 'organic' | 'ic2' | 'ic1' | 'conventional'

export type FieldOptions = {
  help?: string
  /** Other words, in small letters, that files use for a choice: word → value. */
  synonyms?: Readonly<Record<string, string>>
  /** Codes that choices had before, code → value: recorded events keep them, nothing else takes them. */
  formerCodes?: Readonly<Record<string, string>>
  /** A row of this list in its present form, where recorded events have it in one of before; rows in the present form come back as they are. */
  formerRows?: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** Words of this field find the record (prefix search). */
  search?: boolean
  /** An index makes sorting by it cheap at a million rows. */
  sort?: boolean
  /** An index makes `filter[field]=` cheap at a million rows. */
  filter?: boolean
  /** Personal data: masked for roles whose grant says so, never public, never exported unmasked to them. */
  personal?: boolean
  /** Says who a person is, to everybody who sees the record: no mask hides it, and a file with it is a file of personal data (BR-35). */
  namesPerson?: boolean
  /** Can be set at creation only. */
  fixed?: boolean
  /** Only these roles (of those who may create or edit) may set it, or at creation (C) others than later (E); to everybody else it is only shown. */
  writableBy?: readonly string[] | { C: readonly string[]; E: readonly string[] }
  /** Only these roles (of those who see the record) see it; from everybody else it is hidden as personal fields are. */
  readableBy?: readonly string[]
  /** Of a choice: values are added without a migration; what is checked on the way in is not checked by the database. */
  grows?: boolean
  /** Of references: which records of the target may be taken, and why others are left out. Each rule must hold. */
  choosable?: readonly Choosable[]
  /** Of a reference: fields beside it that hold what the record says, by its field: a village its block. They need not be sent, and may not differ from it. */
  fills?: Readonly<Record<string, string>>
  /** Suggested by forms, and used by imports when the column is empty. */
  initial?: unknown
  /** For programs only: generic screens neither display it nor filter by it. */
  internal?: boolean
  /** Of a sentence that was stored in English: the field beside it with its key and values as JSON. */
  wordsIn?: string
  /** Of rows: few and short enough that lists carry them, too. */
  isListed?: boolean
  /** Stored encrypted apart from the record, which has its mask (sealed-text.ts): tables that come back and submissions never carry the whole. */
  sealed?: boolean
  /** Of files: only such are taken; else each type that is. */
  media?: FileMedia
  /** One line that a phone is too narrow for: its box wraps and grows, and takes no line break. */
  wraps?: boolean
}

/** What a recording, or a picture, may be. */
export type FileMedia = 'audio' | 'image'

export type Field<Value = unknown, Required extends boolean = boolean> = FieldOptions & {
  readonly kind: FieldKind
  readonly label: string
  readonly column: ColumnType
  readonly required: Required
  /** 'system': derived or set by events only; refused in any body. */
  readonly by: 'person' | 'system'
  readonly unit?: string
  readonly decimals?: number
  /** Of a paper: shown in hectares, whatever unit the programme reads areas in. */
  readonly isInHectares?: true
  /** Of numbers; of lists how many; of texts how many characters, 1 where nothing is said. */
  readonly min?: number
  readonly max?: number
  /** Form of a text, and what to say where a text has another. */
  readonly pattern?: RegExp
  readonly hint?: string
  /** Of texts: numbers of papers and labels, stored in one writing (`documentNo`). */
  readonly isNumber?: true
  readonly choices?: readonly Choice[]
  /** Name of the entity this refers to; the registry proves it exists. */
  readonly target?: string
  /** Fields of one row of a `rows` or `record` field; of a variant the discriminator and those of all its cases. */
  readonly fields?: Fields
  /** Of a variant: the name of its discriminator, whose choices are the cases, and the fields of each case. */
  readonly on?: string
  readonly cases?: Readonly<Record<string, Fields>>
  /** Never there: it carries the type of a value to whoever infers it. */
  readonly valueType?: Value
}

export type Fields = Readonly<Record<string, Field>>

/** A reference to one record of this entity, or of any. */
export const refersToOne = ({ kind, target }: Pick<Field, 'kind' | 'target'>, to: string | undefined = target): boolean =>
  kind === 'reference' && target !== undefined && target === to

/** A list that may be empty need not be sent at all: absent means empty. */
export const mayBeEmpty = ({ kind, min }: Pick<Field, 'kind' | 'min'>): boolean => min === 0 && factsOf({ kind }).isList === true

/** Fields that nobody gave a value: a required list is an empty one, everything else is null until known. */
export const emptyFields = (fields: Fields): Record<string, [] | null> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.required && factsOf(field).isList ? [] : null]))

/** Something must be entered; a list that may be empty is never missing. */
export const isDemanded = (field: Pick<Field, 'kind' | 'min' | 'required'>): boolean => field.required && !mayBeEmpty(field)

/** Who may set a field at creation (C) or later (E); undefined: whoever may create or edit the record. */
export const settersOf = ({ writableBy }: Pick<FieldOptions, 'writableBy'>, action: 'C' | 'E'): readonly string[] | undefined =>
  writableBy && 'C' in writableBy ? writableBy[action] : writableBy

/** The value that a recorded code means today. */
export const currentCode = ({ formerCodes = {} }: Pick<FieldOptions, 'formerCodes'>, recorded: string): string =>
  (Object.hasOwn(formerCodes, recorded) ? formerCodes[recorded] : undefined) ?? recorded

/** A recorded value in the form that the field has today. */
export const currentValue = ({ formerRows }: Pick<FieldOptions, 'formerRows'>, recorded: unknown): unknown =>
  formerRows && Array.isArray(recorded) ? recorded.map(formerRows) : recorded

export type ValueOf<F> = F extends Field<infer V, boolean> ? V : never
/** What a person may send to create: required fields must be there, system fields may not. */
export type InputOf<F extends Fields> = {
  [K in keyof F as F[K]['required'] extends true ? (F[K]['by'] extends 'system' ? never : K) : never]: ValueOf<F[K]>
} & {
  [K in keyof F as F[K]['required'] extends true ? never : F[K]['by'] extends 'system' ? never : K]?: ValueOf<F[K]> | null
}
/** What is stored: every field, null when absent. */
export type StoredOf<F extends Fields> = {
  -readonly [K in keyof F]: F[K]['required'] extends true ? ValueOf<F[K]> : ValueOf<F[K]> | null
}
/** What is stored as it was sent (the data of an event, a row of a list): what was left empty is null or absent. */
export type EntryOf<F extends Fields> = {
  -readonly [K in keyof F as F[K]['required'] extends true ? K : never]: ValueOf<F[K]>
} & {
  -readonly [K in keyof F as F[K]['required'] extends true ? never : K]?: ValueOf<F[K]> | null | undefined
}
