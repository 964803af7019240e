// What is wrong in a file, by row and column, in words; on phones the column stands above its sentence.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import type { ImportProblem } from '#domain/exchange/import-answer.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'

const shownAtFirst = 10

/** `heading` of the sentences; the column is left out where every problem is of the whole row. */
export function ImportProblems({ title, heading, problems }: { title: string; heading: string; problems: readonly ImportProblem[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleId = useId()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [all, setAll] = useState(false)
  if (problems.length === 0) return null
  const hasColumn = !isPhone && problems.some(({ column }) => column !== '')
  const shown = all ? problems : problems.slice(0, shownAtFirst)
  return (
    <Box sx={{ mt: 2.5 }}>
      <Typography id={titleId} component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Table size="small" aria-labelledby={titleId} sx={{ '& td': { verticalAlign: 'top', overflowWrap: 'anywhere' }, '& td, & th': { px: 1 } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 56 }}>{t('Row')}</TableCell>
            {hasColumn ? <TableCell sx={{ width: 150 }}>{t('Column')}</TableCell> : null}
            <TableCell>{heading}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((problem, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row may have the same problem twice, and the order never changes
            <TableRow key={at}>
              <TableCell>{format.number(problem.row)}</TableCell>
              {hasColumn ? <TableCell>{problem.column ? <ColumnName>{problem.column}</ColumnName> : t('whole row')}</TableCell> : null}
              <TableCell>
                {isPhone && problem.column ? (
                  <Box>
                    <ColumnName>{problem.column}</ColumnName>
                  </Box>
                ) : null}
                {t(problem)}
                {problem.ruleId ? (
                  <Typography component="span" variant="caption" color="textSecondary">
                    {' '}
                    {t('Rule {{rule}}', { rule: problem.ruleId })}
                  </Typography>
                ) : null}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {problems.length > shown.length ? (
        <Button size="small" onClick={() => setAll(true)} sx={{ mt: 0.5 }}>
          {t('Show {{number}} more', { number: format.number(problems.length - shown.length) })}
        </Button>
      ) : null}
    </Box>
  )
}

/** A header as it stands in the file. */
function ColumnName({ children }: { children: string }) {
  return (
    <Box component="code" sx={{ fontSize: 12.5, px: 0.5, py: '1px', borderRadius: '4px', bgcolor: 'tone.neutral.soft' }}>
      {children}
    </Box>
  )
}
