// One cell of a table and one value of a field, both ways, per field kind. Reading is generous with how
// people write (1,23,456.5 · 35 % · 15/06/2025 · y) and strict with what it means; what cannot be read says why.
import { readGeometryText } from '../geo/read-wkt.ts'
import { currentCode, type Field } from '../kernel/field.ts'
import type { Point, Polygon } from '../kernel/kinds.ts'
import { readNumber } from '../kernel/read-number.ts'
import { readDay, readMoment } from './cell-time.ts'
import { isUuid, type Lookup, lookupsIn, type Placed } from './lookup.ts'

export type CellProblem = { code: string; message: string }
export type Reading = { value: unknown; lookups: Placed[] } | { problem: CellProblem }

const plain = (value: unknown): Reading => ({ value, lookups: [] })
const wrong = (code: string, message: string): Reading => ({ problem: { code, message } })

/** What a filled cell means for a field. `zone`: of times without offset. Names of other records become lookups at `field path`. */
export function readCell(name: string, field: Field, cell: string, zone: string, column: string): Reading {
  const text = cell.trim()
  switch (field.kind) {
    case 'integer':
    case 'quantity':
    case 'share':
      return readNumberCell(field, text)
    case 'flag':
      return readFlag(text)
    case 'date': {
      const day = readDay(text)
      return day ? plain(day) : wrong('format', 'A day like 2025-06-15 or 15/06/2025.')
    }
    case 'time': {
      const moment = readMoment(text, zone)
      return moment ? plain(moment) : wrong('format', 'A moment like 2025-06-15 14:30, or with its zone 2025-06-15T14:30:00+05:30.')
    }
    case 'choice': {
      const value = choiceOf(field, text)
      return value === undefined ? wrong('choice', unknownChoice(field, text)) : plain(value)
    }
    case 'choices': {
      const values = parts(text).map((part) => choiceOf(field, part))
      return values.includes(undefined) ? wrong('choice', `Some of these, separated by semicolons: ${choicesText(field)}.`) : plain(values)
    }
    case 'words':
      return plain(parts(text))
    case 'reference':
      return isUuid(text) ? plain(text) : { value: null, lookups: [{ path: [name], lookup: lookup(field, text), column }] }
    case 'references': {
      const values = parts(text)
      return { value: [...values], lookups: values.flatMap((one, index) => (isUuid(one) ? [] : [{ path: [name, index], lookup: lookup(field, one), column }])) }
    }
    case 'polygon':
    case 'point':
      return readGeometry(field.kind, text)
    case 'rows':
    case 'record':
      return readJson(name, field, text, column)
    case 'phone':
      return plain(/^91[6-9]\d{9}$/.test(text.replace(/[\s-]/g, '')) ? `+${text}` : text)
    case 'text':
    case 'longText':
    case 'email':
      return plain(cell)
  }
}
const lookup = (field: Field, text: string): Lookup => ({ target: field.target ?? '', text })
const parts = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)

function readNumberCell(field: Field, text: string): Reading {
  const isPercent = field.kind === 'share' && text.endsWith('%')
  const value = readNumber(isPercent ? text.slice(0, -1) : text)
  if (value === null) return wrong('type', field.kind === 'share' ? 'A share between 0 and 1, or a percentage like 35 %.' : 'A number, please.')
  // Money stands in tables as people write it, in rupees; it is stored in paise.
  if (field.widget === 'money') return plain(Math.round(value * 100))
  return plain(isPercent ? value / 100 : value)
}

const yes = new Set(['y', 'yes', 'true', '1', 'x', 'हाँ'])
const no = new Set(['n', 'no', 'false', '0', 'नहीं'])
function readFlag(text: string): Reading {
  const word = text.toLowerCase()
  return yes.has(word) ? plain(true) : no.has(word) ? plain(false) : wrong('type', 'Y or N.')
}

/** The value of a choice by its value, its label or another word for it, whatever the case. */
export function choiceOf({ choices = [], synonyms = {} }: Pick<Field, 'choices' | 'synonyms'>, text: string): string | undefined {
  const word = text.toLowerCase()
  const named = choices.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word)?.value
  return named ?? (Object.hasOwn(synonyms, word) ? synonyms[word] : undefined)
}
/** A former code is answered with the name it has now. */
const unknownChoice = (field: Field, text: string): string => {
  const current = currentCode(field, text.toUpperCase())
  return current === text.toUpperCase() ? `One of: ${choicesText(field)}.` : `“${text}” is called ${current} now.`
}
const choicesText = ({ choices = [] }: Field): string => choices.map(({ value }) => value).join(', ')

function readGeometry(kind: 'polygon' | 'point', text: string): Reading {
  const { polygon, point, problem } = readGeometryText(text)
  if (problem) return { problem: { code: problem.code, message: problem.message } }
  const value = kind === 'polygon' ? polygon : point
  return value ? plain(value) : wrong('geometry_type', kind === 'polygon' ? 'A boundary is a POLYGON.' : 'A position is a POINT (lon lat).')
}

function readJson(name: string, field: Field, text: string, column: string): Reading {
  try {
    const value: unknown = JSON.parse(text)
    return { value, lookups: lookupsIn(field, value, [name], column) }
  } catch {
    return wrong('format', 'This column holds JSON.')
  }
}

/** What people call a record in a table, by its id. */
export type Names = (id: string) => string

/** A stored value as text; '' for null. The inverse of readCell. */
export function writeCell(field: Field, value: unknown, names: Names): string {
  if (value === null || value === undefined) return ''
  if (field.widget === 'money') return ((value as number) / 100).toFixed(2)
  switch (field.kind) {
    case 'flag':
      return value ? 'Y' : 'N'
    case 'choices':
    case 'words':
      return (value as string[]).join(';')
    case 'reference':
      return names(value as string)
    case 'references':
      return (value as string[]).map(names).join(';')
    case 'polygon':
      return polygonText(value as Polygon)
    case 'point':
      return pointText(value as Point)
    case 'rows':
    case 'record':
      return JSON.stringify(named(field, value, names))
    default:
      return String(value)
  }
}
export const polygonText = ({ coordinates }: Polygon): string =>
  `POLYGON (${coordinates.map((ring) => `(${ring.map((position) => position.map(degrees).join(' ')).join(', ')})`).join(', ')})`
export const pointText = ({ coordinates }: Point): string => `POINT (${coordinates.map(degrees).join(' ')})`
/** Seven decimals always come back as the same lattice point. */
const degrees = (value: number): string => String(Number(value.toFixed(7)))

/** Rows and records with names instead of ids, for the JSON of a cell. */
function named(field: Field, value: unknown, names: Names): unknown {
  if (value === null || value === undefined) return null
  if (field.kind === 'reference') return names(value as string)
  if (field.kind === 'references') return (value as string[]).map(names)
  if (field.kind === 'rows') return (value as unknown[]).map((row) => named({ ...field, kind: 'record' }, row, names))
  if (field.kind !== 'record') return value
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([key, part]) => [key, field.fields?.[key] ? named(field.fields[key], part, names) : part]),
  )
}
