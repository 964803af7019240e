// A table of weighed things on a sheet: words left, kilograms right and written alike, their sums at the foot. On a phone
// each line is words above and weights below.
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'

type WeightRow = { key: string; cells: readonly ReactNode[]; kgs: readonly number[] }
type Props = { label: string; columns: readonly string[] /** Headings of the weights. */; weights: readonly string[]; rows: readonly WeightRow[] }

export function WeightTable({ label, columns, weights, rows }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const sums = weights.map((_, at) => rows.reduce((sum, { kgs }) => sum + (kgs[at] ?? 0), 0))
  const write = weights.map((_, at) => format.massColumn([...rows.map(({ kgs }) => kgs[at] ?? 0), sums[at] ?? 0]))
  const weigh = (at: number, kg: number) => write[at]?.(kg) ?? ''
  if (isPhone)
    return (
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map(({ key, cells, kgs }) => (
          <Box component="li" key={key} sx={{ py: 1.25, borderBottom: '1px solid', borderColor: 'divider' }}>
            {cells.map((cell, at) => (
              <div key={columns[at]}>{cell}</div>
            ))}
            <Box
              component="dl"
              sx={{ m: 0, mt: 0.5, display: 'grid', gridTemplateColumns: `repeat(${weights.length}, 1fr)`, columnGap: 1.5, fontVariantNumeric: 'tabular-nums' }}
            >
              {weights.map((name, at) => (
                <div key={name}>
                  <Box component="dt" sx={{ fontSize: 12.5, color: 'text.secondary' }}>
                    {name}
                  </Box>
                  <Box component="dd" sx={{ m: 0, fontWeight: 500, whiteSpace: 'nowrap' }}>{`${weigh(at, kgs[at] ?? 0)} ${format.massUnit}`}</Box>
                </div>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    )
  return (
    <Table
      size="small"
      aria-label={label}
      sx={{
        '& td, & th': { px: 1, bgcolor: 'transparent', verticalAlign: 'top', color: 'text.primary' },
        '& tr > :first-of-type': { pl: 0 },
        '& tr > :last-child': { pr: 0 },
        '& thead th': { color: 'text.secondary' },
      }}
    >
      <TableHead>
        <TableRow>
          {columns.map((name) => (
            <TableCell key={name}>{name}</TableCell>
          ))}
          {weights.map((name) => (
            <TableCell key={name} align="right">
              {name}, {format.massUnit}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ key, cells, kgs }) => (
          <TableRow key={key}>
            {cells.map((cell, at) => (
              <TableCell key={columns[at]}>{cell}</TableCell>
            ))}
            {weights.map((name, at) => (
              <TableCell key={name} align="right" sx={{ whiteSpace: 'nowrap' }}>
                {weigh(at, kgs[at] ?? 0)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
      {rows.length > 1 ? (
        <TableFooter>
          <TableRow>
            <TableCell colSpan={columns.length} sx={{ fontSize: 14 }}>
              {t('Together')}
            </TableCell>
            {weights.map((name, at) => (
              <TableCell key={name} align="right" sx={{ fontSize: 14, fontWeight: 600, whiteSpace: 'nowrap' }}>
                {weigh(at, sums[at] ?? 0)}
              </TableCell>
            ))}
          </TableRow>
        </TableFooter>
      ) : null}
    </Table>
  )
}
