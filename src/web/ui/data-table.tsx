// A table of records on wide screens, a list of cards on phones, from the same rows. Knows no entity:
// columns say what to draw. Sorting, selection and the keyboard's place belong to the caller.
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import './data-table.css'

export type Column<T> = {
  id: string
  label: string
  cell: (row: T) => ReactNode
  align?: 'right'
  isShort?: boolean
  sortable?: boolean
  minWidth?: number
  maxWidth?: number
}

export type DataTableProps<T extends { id: string }> = {
  /** What the table is, for those who cannot see it. */
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** Name of a row, for its checkbox. */
  nameOf: (row: T) => string
  onOpen?: (row: T) => void
  card: (row: T) => ReactNode
  asCards: boolean
  /** '-name' = descending. */
  sort?: string
  onSort?: (sort: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (ids: ReadonlySet<string>) => void
  /** Index of the row the keyboard stands on; -1 = none. */
  cursor?: number
}

/** A screen of rows, drawn first; of cards, which are higher. */
const first = { rows: 12, cards: 6 } as const

/** The rows below wait so long at most: what is deferred starts anew whenever something else changes. */
const longestWaitMs = 500

/** The rows below the first screen follow at once, but without keeping the page from answering: fifty take a phone a second. */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const isWhole = useDeferredValue(true, false)
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), longestWaitMs)
    return () => clearTimeout(timer)
  }, [])
  const rows = isWhole || hasWaited ? props.rows : props.rows.slice(0, props.asCards ? first.cards : first.rows)
  return props.asCards ? <Cards {...props} rows={rows} /> : <Rows {...props} rows={rows} />
}

function Rows<T extends { id: string }>({ label, columns, rows, nameOf, onOpen, sort = '', onSort, selected, onSelect, cursor = -1 }: DataTableProps<T>) {
  const { t } = useTranslation()
  const current = useRef<HTMLTableRowElement | null>(null)
  useEffect(() => {
    if (cursor >= 0) current.current?.scrollIntoView?.({ block: 'nearest' })
  }, [cursor])
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect?.(next)
  }
  const chosen = rows.filter((row) => selected?.has(row.id)).length
  return (
    <div className="data-table-scroll">
      <table className="data-table" aria-label={label}>
        <thead>
          <tr>
            {onSelect ? (
              <th scope="col" className="pick">
                <input
                  type="checkbox"
                  aria-label={t('Select all on this page')}
                  checked={rows.length > 0 && chosen === rows.length}
                  ref={(box) => {
                    if (box) box.indeterminate = chosen > 0 && chosen < rows.length
                  }}
                  onChange={() => onSelect(chosen === rows.length ? new Set() : new Set(rows.map((row) => row.id)))}
                />
              </th>
            ) : null}
            {columns.map(({ id, label: heading, align, sortable, minWidth }) => {
              const direction = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
              return (
                <th key={id} scope="col" className={ends(align)} style={{ minWidth }} aria-sort={direction}>
                  {sortable && onSort ? (
                    <button type="button" className="sort" onClick={() => onSort(direction === 'ascending' ? `-${id}` : direction ? '' : id)}>
                      {heading}
                    </button>
                  ) : (
                    heading
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr
              key={row.id}
              ref={at === cursor ? current : null}
              {...(selected?.has(row.id) ? { 'data-selected': true } : {})}
              className={onOpen ? 'opens' : undefined}
              {...(at === cursor ? { 'data-cursor': true } : {})}
              onClick={(event) => {
                if (onOpen && !(event.target as HTMLElement).closest('a, button, input, label, .pick') && !getSelection()?.toString()) onOpen(row)
              }}
            >
              {onSelect ? (
                <td className="pick">
                  <input
                    type="checkbox"
                    aria-label={t('Select {{name}}', { name: nameOf(row) })}
                    checked={selected?.has(row.id) ?? false}
                    onChange={() => toggle(row.id)}
                  />
                </td>
              ) : null}
              {columns.map(({ id, cell, align, isShort, maxWidth }) => (
                <td key={id} className={ends(align) ?? (isShort ? 'short' : undefined)} style={maxWidth ? { maxWidth } : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ends = (align: 'right' | undefined) => (align ? 'end' : undefined)

function Cards<T extends { id: string }>({ label, rows, card }: DataTableProps<T>) {
  return (
    <ul className="data-cards" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>{card(row)}</li>
      ))}
    </ul>
  )
}
