// Between what stands in a form (mostly text, possibly half typed) and what is sent. Pure, both ways.

import type { Field, Fields } from '#domain/kernel/field.ts'
import { readNumber } from '#domain/kernel/read-number.ts'
import { fromWallClock, toWallClock } from '#web/format/zone.ts'

export type Draft = Record<string, unknown>
type Point = { type: 'Point'; coordinates: [number, number] }
const lists = new Set(['choices', 'words', 'references', 'rows'])

/** What a form shows for a stored value; absent values as the control's empty. */
export function toDraft(field: Field, value: unknown, zone?: string): unknown {
  if (value === null || value === undefined) return emptyDraft(field)
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
      return (value as Draft[]).map((row) => toDrafts(field.fields ?? {}, row, zone))
    case 'record':
      return toDrafts(field.fields ?? {}, value as Draft, zone)
    default:
      return value
  }
}

/** The value to send; undefined when nothing was entered. Unreadable figures are sent as typed, so that the schema refuses them. */
export function fromDraft(field: Field, draft: unknown, zone?: string): unknown {
  if (draft === null || draft === undefined || draft === '') return undefined
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'phone':
    case 'email':
      return String(draft).trim() === '' ? undefined : draft
    case 'integer':
      return numberOrText(String(draft), field.widget === 'money' ? 100 : 1)
    case 'quantity':
      return numberOrText(String(draft))
    case 'share':
      return numberOrText(String(draft), 0.01)
    case 'time':
      return fromWallClock(String(draft), zone) ?? draft
    case 'point':
      return readPoint(draft as { lat: string; lng: string })
    case 'rows':
      return (draft as Draft[]).map((row) => fromDrafts(field.fields ?? {}, row, zone))
    case 'record': {
      const inner = fromDrafts(field.fields ?? {}, draft as Draft, zone)
      return Object.keys(inner).length > 0 ? inner : undefined
    }
    case 'choices':
    case 'words':
    case 'references':
      return (draft as unknown[]).length > 0 || field.min === 0 ? draft : undefined
    default:
      return draft
  }
}

export const editable = (fields: Fields): [string, Field][] => Object.entries(fields).filter(([, field]) => field.by === 'person')

export const toDrafts = (fields: Fields, values: Readonly<Draft>, zone?: string): Draft =>
  Object.fromEntries(editable(fields).map(([name, field]) => [name, toDraft(field, values[name], zone)]))

/** Everything that was entered, as it will be sent; what is empty is left out. */
export const fromDrafts = (fields: Fields, drafts: Readonly<Draft>, zone?: string): Draft =>
  Object.fromEntries(
    editable(fields).flatMap(([name, field]) => {
      const value = fromDraft(field, drafts[name], zone)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** A new record's form: what is known (null = known to be empty), else what the declaration suggests, else empty. */
export const initialDrafts = (fields: Fields, known: Readonly<Draft> = {}, zone?: string): Draft =>
  Object.fromEntries(editable(fields).map(([name, field]) => [name, toDraft(field, name in known ? known[name] : field.initial, zone)]))

export function emptyDraft(field: Field): unknown {
  if (lists.has(field.kind)) return []
  if (field.kind === 'flag') return null
  if (field.kind === 'polygon') return null
  if (field.kind === 'reference') return null
  if (field.kind === 'point') return { lat: '', lng: '' }
  if (field.kind === 'record') return initialDrafts(field.fields ?? {})
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
