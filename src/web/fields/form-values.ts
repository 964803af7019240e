// Between what stands in a form (mostly text, possibly half typed) and what is sent. Pure, both ways.

import type { Field, Fields } from '#domain/kernel/field.ts'
import { readNumber } from '#domain/kernel/read-number.ts'
import { fromWallClock, toWallClock } from '#web/format/zone.ts'

export type FormValues = Record<string, unknown>
type Point = { type: 'Point'; coordinates: [number, number] }
const lists = new Set(['choices', 'words', 'references', 'rows'])

/** What a form shows for a stored value; absent values as the control's empty. */
export function toFormValue(field: Field, value: unknown, zone?: string): unknown {
  if (value === null || value === undefined) return emptyFormValue(field)
  switch (field.kind) {
    case 'integer':
      return field.widget === 'money' ? String(Number(value) / 100) : String(value)
    case 'quantity':
      return String(value)
    case 'share':
      return String(Number((Number(value) * 100).toFixed(3)))
    case 'time':
      return toWallClock(String(value), zone)
    case 'point':
      return { lat: String((value as Point).coordinates[1]), lng: String((value as Point).coordinates[0]) }
    case 'rows':
      return (value as FormValues[]).map((row) => toFormValues(field.fields ?? {}, row, zone))
    case 'record':
      return toFormValues(field.fields ?? {}, value as FormValues, zone)
    default:
      return value
  }
}

/** The value to send; undefined when nothing was entered. Unreadable figures are sent as typed, so that the schema refuses them. */
export function fromFormValue(field: Field, formValue: unknown, zone?: string): unknown {
  if (formValue === null || formValue === undefined || formValue === '') return undefined
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'phone':
    case 'email':
      return String(formValue).trim() === '' ? undefined : formValue
    case 'integer':
      return numberOrText(String(formValue), field.widget === 'money' ? 100 : 1)
    case 'quantity':
      return numberOrText(String(formValue))
    case 'share':
      return numberOrText(String(formValue), 0.01)
    case 'time':
      return fromWallClock(String(formValue), zone) ?? formValue
    case 'point':
      return readPoint(formValue as { lat: string; lng: string })
    case 'rows':
      return (formValue as FormValues[]).map((row) => fromFormValues(field.fields ?? {}, row, zone))
    case 'record': {
      const inner = fromFormValues(field.fields ?? {}, formValue as FormValues, zone)
      return Object.keys(inner).length > 0 ? inner : undefined
    }
    case 'choices':
    case 'words':
    case 'references':
      return (formValue as unknown[]).length > 0 || field.min === 0 ? formValue : undefined
    default:
      return formValue
  }
}

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

export function emptyFormValue(field: Field): unknown {
  if (lists.has(field.kind)) return []
  if (field.kind === 'flag') return null
  if (field.kind === 'polygon') return null
  if (field.kind === 'reference') return null
  if (field.kind === 'point') return { lat: '', lng: '' }
  if (field.kind === 'record') return initialFormValues(field.fields ?? {})
  return ''
}

/** What was typed as a number; the text itself when it is none, so that the schema refuses it by name. */
function numberOrText(text: string, factor = 1): unknown {
  if (text.trim() === '') return undefined
  const value = readNumber(text)
  // Twelve digits keep 8.5 % from becoming 0.08500000000000001.
  return value === null ? text : Number((value * factor).toPrecision(12))
}

function readPoint({ lat, lng }: { lat: string; lng: string }): unknown {
  if (!lat.trim() && !lng.trim()) return undefined
  return { type: 'Point', coordinates: [numberOrText(lng), numberOrText(lat)] }
}

/** Where there is but one answer it need not be tapped: the species of a goat. */
const onlyChoice = ({ kind, required, choices = [] }: Field): unknown => (kind === 'choice' && required && choices.length === 1 ? choices[0]?.value : undefined)
