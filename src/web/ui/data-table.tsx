// A table of records on wide screens, a list of cards on phones, from the same rows. Knows no entity:
// columns say what to draw. Sorting, selection and the keyboard's place belong to the caller.
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import { measures } from '#web/theme/tokens.ts'

export type Column<T> = { id: string; label: string; cell: (row: T) => ReactNode; align?: 'right'; sortable?: boolean; minWidth?: number; maxWidth?: number }

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
    <TableContainer>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {onSelect ? (
              <TableCell padding="checkbox">
                <Checkbox
                  checked={rows.length > 0 && chosen === rows.length}
                  indeterminate={chosen > 0 && chosen < rows.length}
                  onChange={() => onSelect(chosen === rows.length ? new Set() : new Set(rows.map((row) => row.id)))}
                  slotProps={{ input: { 'aria-label': t('Select all on this page') } }}
                />
              </TableCell>
            ) : null}
            {columns.map(({ id, label: heading, align, sortable, minWidth }) => {
              const direction = sort === id ? 'asc' : sort === `-${id}` ? 'desc' : undefined
              return (
                <TableCell key={id} align={align ?? 'left'} sx={{ minWidth }} {...(direction ? { sortDirection: direction } : {})}>
                  {sortable && onSort ? (
                    <TableSortLabel
                      active={direction !== undefined}
                      direction={direction ?? 'asc'}
                      onClick={() => onSort(direction === 'asc' ? `-${id}` : direction === 'desc' ? '' : id)}
                    >
                      {heading}
                    </TableSortLabel>
                  ) : (
                    heading
                  )}
                </TableCell>
              )
            })}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, at) => (
            <TableRow
              key={row.id}
              ref={at === cursor ? current : null}
              selected={selected?.has(row.id) ?? false}
              hover={Boolean(onOpen)}
              {...(at === cursor ? { 'data-cursor': true } : {})}
              onClick={(event) => {
                if (onOpen && !(event.target as HTMLElement).closest('a, button, input, label') && !getSelection()?.toString()) onOpen(row)
              }}
              sx={{
                height: measures.row,
                cursor: onOpen ? 'pointer' : 'auto',
                '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'brand.softer' },
                '&.MuiTableRow-hover:hover': { bgcolor: 'background.default' },
                '&[data-cursor] > td:first-of-type': { boxShadow: 'inset 3px 0 0 var(--mui-palette-brand-ink)' },
                '&:last-of-type > td': { borderBottom: 0 },
              }}
            >
              {onSelect ? (
                <TableCell padding="checkbox">
                  <Checkbox
                    checked={selected?.has(row.id) ?? false}
                    onChange={() => toggle(row.id)}
                    slotProps={{ input: { 'aria-label': t('Select {{name}}', { name: nameOf(row) }) } }}
                  />
                </TableCell>
              ) : null}
              {columns.map(({ id, cell, align, maxWidth }) => (
                <TableCell key={id} align={align ?? 'left'} sx={{ maxWidth: maxWidth ?? 320, whiteSpace: align === 'right' ? 'nowrap' : 'normal' }}>
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function Cards<T extends { id: string }>({ label, rows, card }: DataTableProps<T>) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {rows.map((row) => (
        <Card component="li" key={row.id}>
          {card(row)}
        </Card>
      ))}
    </Box>
  )
}
