// The columns of an entity's list: its title first, then what the declaration or the person chose.

import Box from '@mui/material/Box'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { AnyEntity, Row } from '#domain/kernel/entity.ts'
import { refersToOne, type Tone } from '#domain/kernel/field.ts'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { Flag, RecordAnswer, Refs } from '#web/api/answers.ts'
import { fieldOf, isSortable } from '#web/fields/columns.ts'
import { layoutOf } from '#web/fields/field-layout.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { wordedValue } from '#web/fields/worded-value.ts'
import type { Format } from '#web/format/format.ts'
import { WarningAmberOutlined as Warning } from '#web/icons/warning-amber-outlined.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { useTranslation } from '#web/locales/translation.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { ToneText } from '#web/ui/status-chip.tsx'
import { type EntitySlots, titleOf } from '../slots.ts'
import { findings } from './column-chooser.tsx'
import './list-columns.css'

type Tools = {
  entity: AnyEntity
  names: readonly string[]
  refs: Refs
  /** Rows in sight: figures of a column are written alike. */
  rows: readonly RecordAnswer[]
  operator: string
  slots: EntitySlots
  /** Whether the person may open a row; otherwise its name is no link. */
  opens: boolean
  t: TFunction
  format: Format
}

type CardTools = Omit<Tools, 'rows'> & { row: RecordAnswer }

export function listColumns({ entity, names, refs, rows, operator, slots, opens, t, format }: Tools): Column<RecordAnswer>[] {
  const under = (entity.subtitle ?? []).filter((name: string) => !names.includes(name))
  const title: Column<RecordAnswer> = {
    id: 'title',
    label: t(entity.label),
    minWidth: names.length > 6 ? 150 : 230,
    // What is said is not what is stored: it would be sorted by words nobody sees.
    sortable: !slots.title && isSortable(entity, 'title'),
    cell: (row) => (
      <div className="row-name">
        {opens ? (
          <Link to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: entity.name, id: row.id }}>
            {titleOf(row, slots, { t, format, refs })}
          </Link>
        ) : (
          <span>{titleOf(row, slots, { t, format, refs })}</span>
        )}
        {names.includes(findings.id) ? null : <FindingMark flags={row.flags ?? []} />}
        <div className="under">{[...(names.includes('code') ? [] : [row.code]), ...formatFields(entity, under, row, refs, t, format)].join(' · ')}</div>
      </div>
    ),
  }
  const rest = names.flatMap((name): Column<RecordAnswer>[] => {
    const field = fieldOf(entity, name)
    const custom = slots.columns?.custom.find(({ id }) => id === name)
    if (custom) {
      const { part: Part, label, ...looks } = custom
      return [
        {
          ...looks,
          label: t(label),
          cell: (row) => (
            <Suspense fallback={null}>
              <Part row={row} refs={refs} />
            </Suspense>
          ),
        },
      ]
    }
    if (name === findings.id) return [{ id: name, label: t(findings.label), minWidth: 112, cell: (row) => <FirstFinding flags={row.flags ?? []} /> }]
    if (!field) return []
    const Cell = slots.cells?.[name]
    const masses = field.unit === 'kg' ? rows.map((row) => row[name]).filter((kg): kg is number => typeof kg === 'number') : []
    const writeKg = masses.length > 0 ? format.massColumn(masses) : null
    return [
      {
        id: name,
        label: t(field.label),
        sortable: isSortable(entity, name),
        ...(factsOf(field).isNumber ? { align: 'right' as const } : {}),
        // A day or a number of a telephone breaks nowhere.
        ...(layoutOf(field).inCell === 'short' ? { isShort: true } : {}),
        // Names of other records would else break after every word.
        ...(refersToOne(field) ? { minWidth: 116 } : {}),
        cell: (row) =>
          Cell ? (
            <Suspense fallback={null}>
              <Cell field={field} value={row[name]} row={row as Row} refs={refs} />
            </Suspense>
          ) : writeKg && typeof row[name] === 'number' ? (
            <span>{`${writeKg(row[name])} ${format.massUnit}`}</span>
          ) : (
            <ShowValue field={field} value={wordedValue(field, row[name], row, t)} refs={refs} compact />
          ),
      },
    ]
  })
  return [title, ...rest]
}

const toneOf = (flags: readonly Flag[]): Tone => (flags.some(({ severity }) => severity !== 'INFO') ? 'pending' : 'progress')

/** The first open finding in two short lines, the others counted; all of them in full on pointing. */
function FirstFinding({ flags }: { flags: readonly Flag[] }) {
  const { t } = useTranslation()
  const [first, ...others] = flags
  if (!first) return null
  return (
    <div className="first-finding" title={flags.map((flag) => t(flag)).join('\n')} style={{ color: `var(--mui-palette-tone-${toneOf(flags)}-ink)` }}>
      <Warning aria-hidden />
      {others.length ? <strong>+{others.length} </strong> : null}
      {t(first)}
    </div>
  )
}

/** Where findings have no column: a mark beside the name. */
function FindingMark({ flags }: { flags: readonly Flag[] }) {
  const { t } = useTranslation()
  if (flags.length === 0) return null
  const words = flags.map((flag) => t(flag)).join('\n')
  return (
    <Box component="span" title={words} sx={{ color: `tone.${toneOf(flags)}.ink` }}>
      {/* Goes to the next line with the last word of the name, never alone. */}
      {'\u00a0'}
      <Warning titleAccess={words} sx={{ fontSize: 16, verticalAlign: '-3px' }} />
    </Box>
  )
}

/** A record as a card on a phone: name, place, status, and the first figures of the list. */
export function ListCard(tools: CardTools) {
  const { entity, row, refs, operator, opens, slots } = tools
  const Custom = slots.card
  const inside = Custom ? (
    <Suspense fallback={<PlainCard {...tools} />}>
      <Custom row={row} refs={refs} />
    </Suspense>
  ) : (
    <PlainCard {...tools} />
  )
  return opens ? (
    <Link className="list-card" to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: entity.name, id: row.id }}>
      {inside}
    </Link>
  ) : (
    <div className="list-card">{inside}</div>
  )
}

function PlainCard({ entity, row, names, refs, slots, t, format }: CardTools) {
  const under = formatFields(entity, entity.subtitle ?? ['code'], row, refs, t, format)
  const facts = names.filter((name) => name !== 'status' && name !== 'updatedAt' && name !== 'createdAt' && !(entity.subtitle ?? []).includes(name)).slice(0, 3)
  const status = fieldOf(entity, 'status')
  const flags = row.flags ?? []
  return (
    <>
      <div className="card-head">
        <div>
          <div className="card-name">{titleOf(row, slots, { t, format, refs })}</div>
          <div className="under">
            <Whole parts={under.length ? under : [row.code]} />
          </div>
        </div>
        {status ? (
          <div>
            <ShowValue field={status} value={row.status} />
          </div>
        ) : null}
      </div>
      <div className="card-facts">
        {facts.map((name) => {
          const field = fieldOf(entity, name)
          const words = field ? formatValue(field, wordedValue(field, row[name], row, t), { t, format, refs }) : ''
          return field && words ? (
            <span key={name}>
              <span>{t(field.label)}</span> {words}
            </span>
          ) : null
        })}
      </div>
      {flags[0] ? (
        <div className="card-finding">
          <ToneText tone={flags[0].severity === 'INFO' ? 'progress' : 'pending'} label={t(flags[0])} />
        </div>
      ) : null}
    </>
  )
}

/** A line in which only between the parts is broken: a weight stays with its unit. */
function Whole({ parts }: { parts: readonly string[] }) {
  return parts.map((part, at) => (
    <span className="whole" key={part}>
      {at < parts.length - 1 ? `${part} ·\u00a0` : part}
    </span>
  ))
}

const formatFields = (entity: AnyEntity, names: readonly string[], row: RecordAnswer, refs: Refs, t: TFunction, format: Format): string[] =>
  names
    .map((name) => {
      const field = fieldOf(entity, name)
      return field ? formatValue(field, row[name], { t, format, refs }) : ''
    })
    .filter(Boolean)
