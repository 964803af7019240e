// Between what stands in a form (mostly text, possibly half typed) and what is sent. Pure, both ways.

import { type Field, type Fields, isDemanded } from '#domain/kernel/field.ts'
import type { FieldKind } from '#domain/kernel/field-kinds.ts'
import type { Point } from '#domain/kernel/kinds.ts'
import { readNumber } from '#domain/kernel/read-number.ts'
import { caseOf, fieldsOfCase } from '#domain/kernel/variants.ts'
import { fromWallClock, toWallClock } from '#web/format/zone.ts'

export type FormValues = Record<string, unknown>

type Zone = string | undefined
type FormKind = {
  /** The control's empty. */
  empty: (field: Field) => unknown
  /** What the control shows for a stored value. */
  show: (field: Field, value: unknown, zone: Zone) => unknown
  /** What is sent for what stands in the control, which is not empty text; undefined: nothing was entered. */
  read: (field: Field, formValue: unknown, zone: Zone) => unknown
}

const asIs: FormKind = { empty: () => '', show: (_field, value) => value, read: (_field, formValue) => formValue }
const typed: FormKind = { ...asIs, read: (_field, formValue) => (String(formValue).trim() === '' ? undefined : formValue) }
const chosen: FormKind = { ...asIs, empty: () => null }
const list: FormKind = {
  ...asIs,
  empty: () => [],
  read: (field, formValue) => ((formValue as unknown[]).length > 0 || field.min === 0 ? formValue : undefined),
}
/** Figures stand in forms as text, in `factor` times the stored unit. */
const figure = (write: (value: number) => string, factor: number): FormKind => ({
  ...asIs,
  show: (_field, value) => write(Number(value)),
  read: (_field, formValue) => numberOrText(String(formValue), factor),
})
const number = figure(String, 1)

const rows: FormKind = {
  empty: () => [],
  show: ({ fields = {} }, value, zone) => (value as FormValues[]).map((row) => toFormValues(fields, row, zone)),
  read: ({ fields = {} }, formValue, zone) => (formValue as FormValues[]).map((row) => fromFormValues(fields, row, zone)),
}

const formKinds: Readonly<Record<FieldKind, FormKind>> = {
  text: typed,
  longText: typed,
  words: list,
  phone: typed,
  email: typed,
  country: asIs,
  integer: number,
  quantity: number,
  share: figure((value) => String(Number((value * 100).toFixed(3))), 0.01),
  money: figure((value) => String(value / 100), 100),
  choice: asIs,
  choices: list,
  flag: chosen,
  date: asIs,
  time: {
    ...asIs,
    show: (_field, value, zone) => toWallClock(String(value), zone),
    read: (_field, formValue, zone) => fromWallClock(String(formValue), zone) ?? formValue,
  },
  reference: chosen,
  references: list,
  attachments: list,
  polygon: chosen,
  point: {
    empty: () => ({ lat: '', lng: '' }),
    show: (_field, value) => ({ lat: String((value as Point).coordinates[1]), lng: String((value as Point).coordinates[0]) }),
    read: (_field, formValue) => readPoint(formValue as { lat: string; lng: string }),
  },
  rows,
  lines: rows,
  variant: {
    // Values of every case stand in the form: what a person wrote is there again when they come back to the case.
    empty: ({ fields = {} }) => initialFormValues(fields),
    show: (field, value, zone) => initialFormValues(field.fields ?? {}, isFilled(value) ? { ...emptyOfCase(field, value), ...value } : {}, zone),
    read: (field, formValue, zone) => (isFilled(formValue) ? readVariant(field, formValue, zone) : undefined),
  },
  record: {
    empty: ({ fields = {} }) => initialFormValues(fields),
    show: ({ fields = {} }, value, zone) => toFormValues(fields, value as FormValues, zone),
    read: ({ fields = {} }, formValue, zone) => {
      const inner = fromFormValues(fields, formValue as FormValues, zone)
      return Object.keys(inner).length > 0 ? inner : undefined
    },
  },
}

/** What a form shows for a stored value; absent values as the control's empty. */
export const toFormValue = (field: Field, value: unknown, zone?: string): unknown =>
  value === null || value === undefined ? emptyFormValue(field) : formKinds[field.kind].show(field, value, zone)

/** The value to send; undefined when nothing was entered. Unreadable figures are sent as typed, so that the schema refuses them. */
export const fromFormValue = (field: Field, formValue: unknown, zone?: string): unknown =>
  formValue === null || formValue === undefined || formValue === '' ? undefined : formKinds[field.kind].read(field, formValue, zone)

export const emptyFormValue = (field: Field): unknown => formKinds[field.kind].empty(field)

export const editable = (fields: Fields): [string, Field][] => Object.entries(fields).filter(([, field]) => field.by === 'person')

export const toFormValues = (fields: Fields, values: Readonly<FormValues>, zone?: string): FormValues =>
  Object.fromEntries(editable(fields).map(([name, field]) => [name, toFormValue(field, values[name], zone)]))

/** Everything that was entered, as it will be sent; what is empty is left out. */
export const fromFormValues = (fields: Fields, formValues: Readonly<FormValues>, zone?: string): FormValues =>
  Object.fromEntries(
    editable(fields).flatMap(([name, field]) => {
      const value = fromFormValue(field, formValues[name], zone)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** A new record's form: what is known (null = known to be empty), else what the declaration suggests, else empty. */
export const initialFormValues = (fields: Fields, known: Readonly<FormValues> = {}, zone?: string): FormValues =>
  Object.fromEntries(
    editable(fields).map(([name, field]) => [name, toFormValue(field, name in known ? known[name] : (field.initial ?? onlyChoice(field)), zone)]),
  )

/** What was typed as a number; the text itself when it is none, so that the schema refuses it by name. */
function numberOrText(text: string, factor = 1): unknown {
  if (text.trim() === '') return undefined
  const value = readNumber(text)
  // Twelve digits keep 8.5 % from becoming 0.08500000000000001.
  return value === null ? text : Number((value * factor).toPrecision(12))
}

const isFilled = (value: unknown): value is FormValues => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a stored value left out of its case was left empty: it is not filled with what a new one would begin with. */
const emptyOfCase = (field: Field, value: unknown): FormValues =>
  Object.fromEntries(Object.keys(fieldsOfCase(field, caseOf(field, value))).map((name) => [name, null]))

/** The case and its own fields. While none is chosen: nothing, or where one must be a record without it, so that the choice is what is refused. */
function readVariant(field: Field, formValue: FormValues, zone: Zone): FormValues | undefined {
  const name = caseOf(field, formValue)
  if (name === undefined) return isDemanded(field) ? {} : undefined
  return { [field.on ?? '']: name, ...fromFormValues(fieldsOfCase(field, name), formValue, zone) }
}

function readPoint({ lat, lng }: { lat: string; lng: string }): unknown {
  if (!lat.trim() && !lng.trim()) return undefined
  return { type: 'Point', coordinates: [numberOrText(lng), numberOrText(lat)] }
}

/** Where there is but one answer it need not be tapped: the species of a goat. */
const onlyChoice = ({ kind, required, choices = [] }: Field): unknown => (kind === 'choice' && required && choices.length === 1 ? choices[0]?.value : undefined)
