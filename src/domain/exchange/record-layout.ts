// The layout that follows from a declaration: one column per field a person may fill, one row per record.
// Special layouts begin from these columns and replace some.
import { type AnyEntity, fieldOf } from '../kernel/entity.ts'
import { externalIds, readExternalIds, writeExternalIds } from '../kernel/external-ids.ts'
import { type Field, isDemanded, refersToOne } from '../kernel/field.ts'
import { filledBy } from '../kernel/fills.ts'
import { exampleOf, readCell, writeCell } from './cells.ts'
import { type Column, type Layout, type Making, type SaveStep, snake } from './layout.ts'
import { spokenAs } from './lookup.ts'

export function recordLayout(entity: AnyEntity): Layout {
  return {
    entity,
    kind: 'records',
    columns: recordColumns(entity),
    key: keyOf(entity),
    steps(making) {
      takeGeometry(entity, making)
      return [saved(entity, making)]
    },
  }
}

/** The geometry of a feature is the first place of its kind that the record has, where no column of the file names that place. */
function takeGeometry(entity: AnyEntity, making: Making): void {
  const { geometry } = making.context
  if (!geometry) return
  const place = (kind: 'polygon' | 'point') =>
    Object.entries(entity.fields as Record<string, Field>).find(([, field]) => field.by === 'person' && field.kind === kind)
  const [area, point] = [place('polygon'), place('point')]
  const [name, field] = (geometry.point ? (point ?? area) : (area ?? point)) ?? []
  if (!name || !field) return
  if (geometry.problem) making.problem(headerOf(name, field), geometry.problem.code, geometry.problem.message)
  else if (field.kind === 'polygon' ? geometry.polygon : geometry.point) making.body[name] ??= geometry.polygon ?? geometry.point
}

export const saved = (entity: AnyEntity, { body, placed }: Making): SaveStep => ({ do: 'save', entity: entity.name, body, placed })

/** The operator where records belong to one, the code, every field of a person but files, tags, identifiers in other systems. */
export function recordColumns(entity: AnyEntity): Column[] {
  const fields = Object.entries(entity.fields as Record<string, Field>).filter(
    ([name, field]) => field.by === 'person' && field.kind !== 'attachments' && name !== externalIds,
  )
  return [
    ...(entity.owner !== 'tenant' ? [operatorColumn] : []),
    codeColumn(entity),
    ...fields.map(([name, field]) => ({ ...fieldColumn(name, field, columnNameOf(entity, name, field)), ...insteadOf(entity, name) })),
    tagsColumn,
    externalIdsColumn,
  ]
}

/** A reference of which another field has the plain name goes by the code. */
const columnNameOf = (entity: AnyEntity, name: string, field: Field): { as: string } => {
  const header = headerOf(name, field)
  return { as: refersToOne(field) && header in entity.fields ? `${header}_code` : header }
}
const insteadOf = (entity: AnyEntity, name: string): { instead?: string } => {
  const by = filledBy(entity, name)
  return by ? { instead: columnNameOf(entity, by, fieldOf(entity, by)).as } : {}
}

/** Header of a field: references are spoken of without `_id`. */
export const headerOf = (name: string, field: Field): string => (refersToOne(field) ? snake(name).replace(/_id$/, '') : snake(name))

export function fieldColumn(
  name: string,
  field: Field,
  { as = headerOf(name, field), aliases = [] }: { as?: string; aliases?: readonly string[] } = {},
): Column {
  const called = refersToOne(field)
    ? [`${headerOf(name, field)}_code`, ...(spokenAs[field.target ?? ''] ? [snake(spokenAs[field.target ?? ''] ?? '')] : [])]
    : []
  const spoken = new Set([snake(name), ...called, ...aliases])
  spoken.delete(as)
  return {
    name: as,
    label: field.label,
    aliases: [...spoken],
    field: name,
    required: field.initial === undefined && isDemanded(field),
    ...(field.sealed ? { sealed: true } : {}),
    ...(field.help ? { help: field.help } : {}),
    ...(field.choices ? { choices: field.choices } : {}),
    example: exampleOf(field),
    read: (cell, making) => readInto(name, field, cell, making, as),
    write: (row, names) => writeCell(field, row[name], names),
  }
}

/** Reads a cell into `body[name]`, or notes why not. */
export function readInto(name: string, field: Field, cell: string, making: Making, column: string): void {
  const reading = readCell(name, field, cell, making.context.zone, column)
  if ('problem' in reading) {
    making.problem(column, reading.problem.code, reading.problem.message)
    return
  }
  making.body[name] = reading.value
  making.placed.push(...reading.lookups)
}

export const operatorColumn: Column = {
  name: 'operator_code',
  label: 'Operator',
  aliases: ['operator'],
  example: 'OP1',
  help: 'Needed when the file is for several operators.',
  read: (cell, making) => {
    making.operatorCode = cell.trim()
  },
  write: (row, names) => (row.operatorId ? names(row.operatorId, 'code') : ''),
}
const codeColumn = (entity: AnyEntity): Column => ({
  name: 'code',
  label: 'Code',
  field: 'code',
  example: '',
  help: `Empty: given automatically, like ${entity.codePrefix}-000001.`,
  read: (cell, making) => {
    making.body.code = cell.trim()
  },
  write: (row) => row.code,
})
const tagsColumn: Column = {
  name: 'tags',
  label: 'Tags',
  field: 'tags',
  example: '',
  help: 'Separated by semicolons.',
  read: (cell, making) => {
    making.body.tags = cell
      .split(';')
      .map((tag) => tag.trim())
      .filter(Boolean)
  },
  write: (row) => row.tags.join(';'),
}

const externalIdsColumn: Column = {
  name: 'external_ids',
  label: 'Identifiers in other systems',
  field: externalIds,
  example: '',
  help: 'SYSTEM:identifier, separated by semicolons.',
  read: (cell, making) => {
    const given = readExternalIds(cell)
    if (given.some(({ system, value }) => !system || !value))
      making.problem('external_ids', 'format', 'The system and the identifier there, like TRACENET:123.')
    else making.body[externalIds] = given
  },
  write: writeExternalIds,
}

/** By what people know a record of this kind again. */
function keyOf(entity: AnyEntity): string[] {
  const set = (entity.unique ?? []).find((names: readonly string[]) => names.every((name) => name === 'operatorId' || entity.fields[name]?.by === 'person'))
  const names = ((set ?? []) as string[]).filter((name) => name !== 'operatorId')
  return names.length ? names.map((name) => headerOf(name, fieldOf(entity, name))) : ['code']
}
