// The person's imports of late: one that still runs is found again here, and so is what came back.
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { type ImportJob, useRecentImports } from '#web/api/imports.ts'
import type { Format } from '#web/format/format.ts'
import { useFormat } from '#web/format/use-format.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'

const shown = 5

export function RecentImports({ entity, open, onOpen }: { entity: AnyEntity; open: boolean; onOpen: (job: ImportJob) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data = [] } = useRecentImports(entity.name, open)
  if (data.length === 0) return null
  return (
    <Box component="section" aria-labelledby="recent-imports" sx={{ mt: 2.5 }}>
      <Typography id="recent-imports" component="h3" variant="subtitle2" sx={{ mb: 0.5 }}>
        {t('Your latest imports')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: '1px solid', borderColor: 'divider' }}>
        {data.slice(0, shown).map((job) => (
          <Box component="li" key={job.id} sx={{ borderBottom: '1px solid', borderColor: 'divider' }}>
            <ButtonBase
              onClick={() => onOpen(job)}
              sx={{
                font: 'inherit',
                display: 'flex',
                width: '100%',
                gap: 1,
                py: 1,
                px: 0.5,
                textAlign: 'left',
                justifyContent: 'space-between',
                '&:hover': { bgcolor: 'background.default' },
              }}
            >
              <Box component="span" sx={{ minWidth: 0, display: 'flex', flexDirection: 'column' }}>
                <Box component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                  {job.fileName}
                </Box>
                <Typography component="span" variant="caption" color="textSecondary">
                  {[format.ago(job.createdAt), countsOf(job, t, format)].join(' · ')}
                </Typography>
              </Box>
              <Box component="span" sx={{ flexShrink: 0 }}>
                <StatusChip {...stateOf(job, t, format)} />
              </Box>
            </ButtonBase>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** “32 read, 30 good, 2 came back” */
export const countsOf = (job: ImportJob, t: TFunction, format: Format): string =>
  t('{{rows}} read, {{good}} good, {{bad}} came back', { rows: format.number(job.rows), good: format.number(job.accepted), bad: format.number(job.rejected) })

function stateOf(job: ImportJob, t: TFunction, format: Format): { label: string; tone: Tone } {
  if (job.state === 'QUEUED') return { label: t('Waiting'), tone: 'pending' }
  if (job.state === 'RUNNING') return { label: format.share(job.progress), tone: 'progress' }
  if (job.state !== 'DONE') return { label: t('Stopped'), tone: 'error' }
  return job.isDryRun ? { label: t('Tried'), tone: 'neutral' } : { label: t('Brought in'), tone: 'success' }
}
