// The rows of a report: a table whose heads and totals stay in sight, and cards on phones.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { factsOf } from '#domain/kernel/field-kinds.ts'
import type { AnyReport, ReportAnswer, ReportColumn } from '#domain/reports/report.ts'
import { formatValue } from '#web/fields/format-value.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'

type Props = { report: AnyReport; answer: ReportAnswer; asCards: boolean }
type Columns = readonly (readonly [string, ReportColumn])[]

const cardsAtOnce = 20

export function ReportTable({ report, answer, asCards }: Props) {
  const columns: Columns = Object.entries<ReportColumn>(report.columns).filter(([, column]) => !factsOf(column).isPlace)
  return asCards ? <Cards columns={columns} answer={answer} /> : <Rows report={report} columns={columns} answer={answer} />
}

const isFigure = (column: ReportColumn): boolean => factsOf(column).isNumber ?? false

function Rows({ report, columns, answer }: { report: AnyReport; columns: Columns; answer: ReportAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const hasTotals = Object.keys(answer.totals).length > 0
  return (
    <TableContainer sx={{ maxHeight: 'calc(100vh - 330px)', minHeight: 280 }} tabIndex={0} role="region" aria-label={t(report.title)}>
      <Table size="small" stickyHeader aria-label={t(report.title)}>
        <TableHead>
          <TableRow>
            {columns.map(([name, column]) => (
              <TableCell
                key={name}
                align={isFigure(column) ? 'right' : 'left'}
                sx={{ verticalAlign: 'bottom', lineHeight: 1.25, minWidth: widthOf(column), bgcolor: 'background.paper' }}
              >
                {t(column.label)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {answer.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no id, and are replaced as a whole
            <TableRow key={index}>
              {columns.map(([name, column]) => (
                <TableCell
                  key={name}
                  align={isFigure(column) ? 'right' : 'left'}
                  sx={{ whiteSpace: isFigure(column) || factsOf(column).isTime ? 'nowrap' : 'normal', maxWidth: 320, fontVariantNumeric: 'tabular-nums' }}
                >
                  <ShowValue field={column} value={row[name]} compact />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        {hasTotals ? (
          <TableFooter sx={{ position: 'sticky', bottom: 0, zIndex: 2 }}>
            <TableRow>
              {columns.map(([name, column], index) => {
                const total = answer.totals[name]
                return (
                  <TableCell
                    key={name}
                    align={isFigure(column) ? 'right' : 'left'}
                    sx={{
                      bgcolor: 'brand.softer',
                      color: 'text.primary',
                      fontWeight: 600,
                      fontSize: 14,
                      whiteSpace: 'nowrap',
                      borderTop: '1px solid',
                      borderColor: 'divider',
                      fontVariantNumeric: 'tabular-nums',
                    }}
                  >
                    {total !== undefined ? formatValue(column, total, { t, format }) : index === 0 ? t('Total') : null}
                  </TableCell>
                )
              })}
            </TableRow>
          </TableFooter>
        ) : null}
      </Table>
    </TableContainer>
  )
}

/** Room for a few words; names and sentences take what they need. */
const widthOf = ({ kind }: ReportColumn): number | undefined => (kind === 'longText' ? 220 : kind === 'text' ? 110 : undefined)

/** The first two columns say which one it is; the rest stand below with their labels. */
function Cards({ columns, answer }: { columns: Columns; answer: ReportAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [shown, setShown] = useState(cardsAtOnce)
  const [first, second, ...rest] = columns
  const totals = columns.filter(([name]) => answer.totals[name] !== undefined)
  return (
    <>
      {totals.length > 0 ? (
        <Box component="dl" sx={{ ...grid, bgcolor: 'brand.softer', m: 0, p: 2 }}>
          {totals.map(([name, column]) => (
            <Pair key={name} label={t(column.label)}>
              <strong>{formatValue(column, answer.totals[name], { t, format })}</strong>
            </Pair>
          ))}
        </Box>
      ) : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {answer.rows.slice(0, shown).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no id, and are replaced as a whole
          <Box component="li" key={index} sx={{ p: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {[first, second].flatMap((one) => (one ? formatValue(one[1], row[one[0]], { t, format }) || [] : [])).join(' · ')}
            </Typography>
            <Box component="dl" sx={{ ...grid, m: 0, mt: 1 }}>
              {rest.flatMap(([name, column]) =>
                row[name] === null || row[name] === undefined
                  ? []
                  : [
                      <Pair key={name} label={t(column.label)}>
                        <ShowValue field={column} value={row[name]} compact />
                      </Pair>,
                    ],
              )}
            </Box>
          </Box>
        ))}
      </Box>
      {answer.rows.length > shown ? (
        <Button fullWidth color="inherit" onClick={() => setShown(shown + cardsAtOnce)} sx={{ minHeight: 48 }}>
          {t('Show more')}
        </Button>
      ) : null}
    </>
  )
}

const grid = { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: 2, rowGap: 1 } as const

const Pair = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <Typography component="dt" variant="caption" color="textSecondary">
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0 }}>
      {children}
    </Typography>
  </Box>
)
