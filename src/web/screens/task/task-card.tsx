// A task on a phone's list: what, for whom, by when; its status only where it is not simply open.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { task } from '#domain/work/task.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { DueChip } from '../due.tsx'
import { teamWords } from './team-words.ts'

/** `isByState`: it is among others of its state, and leaves the corner of that free. */
export function TaskCard({ row, refs, isByState = false }: RowProps & { isByState?: boolean }) {
  const { t } = useTranslation()
  const status = fieldOf(task, 'status')
  const name = (id: unknown) => (typeof id === 'string' ? refs?.[id]?.title : undefined)
  const about = name(row.farmerId) ?? name(row.cropId) ?? name(row.processorId) ?? name(row.parcelId)
  const under = [name(row.assigneeId) ?? teamWords(t, row.team), about].filter((words): words is string => typeof words === 'string')
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Typography variant="subtitle1" component="div" sx={{ flex: 1, minWidth: 0, fontSize: 15.5, lineHeight: 1.3 }}>
          {row.title}
        </Typography>
        <Box sx={{ flexShrink: 0, fontSize: 13.5 }}>
          <DueChip day={String(row.dueDate)} status={row.status} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mt: 0.5 }}>
        <Typography variant="caption" component="div" color="textSecondary" sx={{ flex: 1, minWidth: 0 }}>
          {under.join(' · ')}
        </Typography>
        {isByState ? <Box sx={{ width: 28 }} /> : row.status === 'OPEN' || !status ? null : <ShowValue field={status} value={row.status} />}
      </Box>
    </>
  )
}
