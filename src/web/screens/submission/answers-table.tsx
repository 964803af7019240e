// Answers one under the other: what is stored now, what was sent in; what differs stands out by ground and weight.
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Refs } from '#web/api/answers.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useFormatAnswer } from './format-answer.ts'
import type { Read } from './read-answers.ts'

/** `proposed`: where it came from, in words. */
type Props = { read: readonly Read[]; isCompared: boolean; refs: Refs; proposed: string }

export function AnswersTable({ read, isCompared, refs, proposed }: Props) {
  const { t } = useTranslation()
  const formatAnswer = useFormatAnswer(refs)
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  // The phone's own word is no message.
  const nameOf = ({ field, name }: Read) => (field.label === name ? name : t(field.label))
  if (isPhone)
    return (
      <Box component="dl" sx={{ m: 0 }}>
        {read.map((one) => (
          <Box key={one.key} sx={{ px: 2, py: 1.25, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}>
            <Box component="dt" sx={{ fontSize: 12.5, color: 'text.secondary' }}>
              {nameOf(one)}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {one.isChanged ? (
                <Box component="s" sx={{ color: 'text.secondary', mr: 1 }}>
                  {formatAnswer({ field: one.stored ?? one.field }, one.now) || t('empty')}
                </Box>
              ) : null}
              <Proposed isChanged={one.isChanged}>{formatAnswer(one, one.proposed) || '–'}</Proposed>
            </Box>
          </Box>
        ))}
      </Box>
    )
  return (
    <Table
      size="small"
      aria-label={t('What was captured')}
      sx={{
        tableLayout: 'fixed',
        '& tr:last-of-type > td, & tr:last-of-type > th': { borderBottom: 0 },
        '& td, & th': { px: 2, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: '28%' }}>{t('Field')}</TableCell>
          {isCompared ? <TableCell>{t('Now')}</TableCell> : null}
          <TableCell>{proposed}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {read.map((one) => (
          <TableRow key={one.key} sx={{ height: 44 }}>
            <TableCell component="th" scope="row" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              {nameOf(one)}
            </TableCell>
            {isCompared ? <TableCell>{formatAnswer({ field: one.stored ?? one.field }, one.now) || '–'}</TableCell> : null}
            <TableCell>
              <Proposed isChanged={one.isChanged}>{formatAnswer(one, one.proposed) || '–'}</Proposed>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Proposed({ isChanged, children }: { isChanged: boolean; children: string }) {
  const { t } = useTranslation()
  if (!isChanged) return <span>{children}</span>
  return (
    <Box
      component="span"
      title={t('changed')}
      sx={{ display: 'inline-block', px: 1, py: 0.25, borderRadius: '6px', bgcolor: 'tone.progress.soft', color: 'tone.progress.ink', fontWeight: 600 }}
    >
      {children}
    </Box>
  )
}
