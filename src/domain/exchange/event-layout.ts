// events.csv (domain dictionary 12), for any entity: a row says whom it is about, what happened and when, and
// fills the columns that this kind of event has. The same row sent twice is the same event.

import { dayIn } from '../kernel/day.ts'
import type { AnyEntity, EventSpec } from '../kernel/entity.ts'
import type { Field } from '../kernel/field.ts'
import { listed, phrase, word } from '../messages/message.ts'
import { readDay, readMoment } from './cell-time.ts'
import { valueAndLabel } from './cells/choices.ts'
import { readCell } from './cells.ts'
import { cropKeyColumns, cropLookup, systemLookup } from './crop-layout.ts'
import { type Column, type Layout, type Making, type Step, snake } from './layout.ts'
import { type Lookup, spokenAs } from './lookup.ts'
import { headerOf, operatorColumn } from './record-layout.ts'

type Specs = Record<string, EventSpec>
/** Columns that name the subject, and how they find it. */
type Subject = { columns: Column[]; find(making: Making): Lookup }

export function eventLayout(entity: AnyEntity): Layout {
  const events = Object.fromEntries(Object.entries(entity.events as Specs).filter(([, spec]) => !spec.system))
  const subject = subjectOf(entity)
  const taken = new Set([...subject.columns, ...envelope].map(({ name }) => name))
  const fields = new Map<string, Field>()
  // What the product notes itself is no column of a file.
  for (const spec of Object.values(events))
    for (const [name, field] of Object.entries(spec.fields)) if (field.by === 'person' && !fields.has(name)) fields.set(name, field)
  const data = [...fields].map(([name, field]): Column => {
    const header = headerOf(name, field)
    const as = taken.has(header) ? `event_${header}` : header
    const isMany = Object.values(events).filter((spec) => spec.fields[name]).length > 1
    // Choices are listed only where all events that have the column mean the same ones.
    return {
      name: as,
      label: field.label,
      aliases: [snake(name), `${headerOf(name, field)}_code`].filter((alias) => alias !== as),
      field: name,
      ...(field.choices && !isMany ? { choices: field.choices } : {}),
      read: () => {},
    }
  })
  const types = Object.entries(events).map(([value, { label }]) => ({ value, label }))
  const columns = [
    ...subject.columns,
    ...envelope.map((column) => (column.name === 'event_type' ? { ...column, choices: types, example: types[0]?.value ?? '' } : column)),
    ...data,
  ]
  return { entity, kind: 'events', columns, key: ['every column of the row'], steps: (making) => eventSteps(entity, events, subject, columns, making) }
}

const envelope: Column[] = [
  { name: 'event_type', label: 'What happened', aliases: ['event'], required: true, read: () => {} },
  { name: 'occurred_on', label: 'On', aliases: ['date'], field: 'occurredAt', example: '2025-06-15', help: 'Or occurred_at, with the time.', read: () => {} },
  { name: 'occurred_at', label: 'Happened at', field: 'occurredAt', read: () => {} },
  { name: 'late_reason', label: 'Why only now', field: 'lateReason', read: () => {} },
  { name: 'notes', label: 'Notes', field: 'notes', read: () => {} },
]

function subjectOf(entity: AnyEntity): Subject {
  const cell = (making: Making, name: string) => making.cells[name]?.trim() ?? ''
  const needed = (column: Column): Column => ({ ...column, read: column.name === 'operator_code' ? column.read : () => {} })
  if (entity.name === 'crop')
    return {
      columns: [...cropKeyColumns.map(needed), { name: 'role', label: 'Role', example: 'MAIN', help: 'Empty: the main crop.', read: () => {} }],
      find: cropLookup,
    }
  // By its plot and season: nobody in the field knows the code that it was given.
  if (entity.name === 'croppingsystem') return { columns: cropKeyColumns.slice(0, 4).map(needed), find: systemLookup }
  if (entity.name === 'landparcel') {
    return {
      columns: [...cropKeyColumns.slice(0, 3).map(needed)],
      find: (making) => ({
        target: 'landparcel',
        by: { farmerId: { target: 'farmer', text: cell(making, 'member_no') }, parcelNo: cell(making, 'parcel_no') },
      }),
    }
  }
  const name = spokenAs[entity.name] ? snake(spokenAs[entity.name] as string) : 'code'
  const column: Column = {
    name,
    label: entity.label,
    aliases: ['code', entity.name, entity.label.toLowerCase().replace(/\W+/g, '_')].filter((alias) => alias !== name),
    required: true,
    example: `${entity.codePrefix}-000001`,
    read: () => {},
  }
  return { columns: [...(entity.owner !== 'tenant' ? [operatorColumn] : []), column], find: (making) => ({ target: entity.name, text: cell(making, name) }) }
}

function eventSteps(entity: AnyEntity, events: Specs, subject: Subject, columns: readonly Column[], making: Making): Step[] {
  const missing = subject.columns.filter(({ name, required }) => required && !making.cells[name]?.trim())
  for (const { name, label } of missing) making.problem(name, 'required', phrase`${word(label)} is missing.`)
  const eventType = making.cells.event_type?.trim().toUpperCase() ?? ''
  const spec = Object.hasOwn(events, eventType) ? events[eventType] : undefined
  if (!spec)
    making.problem(
      'event_type',
      eventType ? 'choice' : 'required',
      phrase`${word(entity.label)} has ${eventType ? word('no such event') : word('events of several kinds')}. One of: ${listed(Object.entries(events).map(([value, { label }]) => valueAndLabel({ value, label })))}.`,
    )
  const occurredAt = momentOf(making)
  if (!spec || !occurredAt || missing.length) return []
  const data = dataOf(spec, columns, making)
  const seed = [
    entity.name,
    ...Object.entries(making.cells)
      .filter(([, value]) => value.trim())
      .map(([name, value]) => `${name}=${value.trim()}`)
      .sort(),
  ].join('|')
  const { notes, late_reason: lateReason } = making.cells
  return [
    {
      do: 'record',
      entity: entity.name,
      subject: subject.find(making),
      seed,
      eventType,
      occurredAt,
      data,
      placed: making.placed,
      ...(notes?.trim() ? { notes } : {}),
      ...(lateReason?.trim() ? { lateReason } : {}),
    },
  ]
}

/** The moment of the row: its own, or noon of its day; today means now, because noon may lie ahead. */
export function momentOf(making: Making, dayColumn = 'occurred_on', timeColumn = 'occurred_at'): string | null {
  const { zone, now } = making.context
  const [at, on] = [making.cells[timeColumn]?.trim(), making.cells[dayColumn]?.trim()]
  if (!at && !on) {
    making.problem(dayColumn, 'required', 'When did it happen?')
    return null
  }
  const day = at ? null : readDay(on ?? '')
  const moment = day === dayIn(zone, now) ? now.toISOString() : readMoment(at || on || '', zone)
  if (!moment) making.problem(at ? timeColumn : dayColumn, 'format', 'A day like 2025-06-15, or a moment like 2025-06-15 14:30.')
  return moment
}

/** The event's own fields; a filled column that this kind of event does not have is a mistake to report. */
function dataOf(spec: EventSpec, columns: readonly Column[], making: Making): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const { name: column, field: name } of columns) {
    const cell = making.cells[column]
    if (!name || !cell?.trim() || envelope.some((one) => one.name === column)) continue
    const field = spec.fields[name]
    // A column of the subject's key may bear a field's name too.
    if (!field) {
      if (!cropKeyColumns.some((key) => key.name === column)) making.problem(column, 'unknown', phrase`“${word(spec.label)}” has no ${column}.`)
      continue
    }
    const reading = readCell(name, field, cell, making.context.zone, column)
    if ('problem' in reading) making.problem(column, reading.problem.code, reading.problem.message)
    else {
      data[name] = reading.value
      making.placed.push(...reading.lookups)
    }
  }
  return data
}
