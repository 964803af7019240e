// A recall in a list on phones: what, how much, who has answered.
import Box from '@mui/material/Box'
import { recallcase } from '#domain/processing/recallcase.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

export function RecallCard({ row }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const status = fieldOf(recallcase, 'status')
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'start' }}>
        <Box sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>{String(row.reason ?? row.title)}</Box>
        {status ? <ShowValue field={status} value={row.status} compact /> : null}
      </Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {row.code}
        {typeof row.openedAt === 'string' ? `, ${format.time(row.openedAt)}` : ''}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Box sx={{ fontWeight: 600 }}>{format.kg(Number(row.affectedKg ?? 0))}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
          {t('{{answered}} of {{requested}} answered', { answered: Number(row.answersCount ?? 0), requested: Number(row.holdersCount ?? 0) })}
        </Box>
        {row.isDrill ? <StatusChip tone="progress" label={t('Drill')} /> : null}
      </Box>
    </Box>
  )
}
