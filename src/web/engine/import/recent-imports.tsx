// The person's imports of late: one that still runs is found again here, and so is what came back.
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import type { Tone } from '#domain/kernel/field.ts'
import { type ImportJob, useRecentImports } from '#web/api/imports.ts'
import { useOperator } from '#web/api/operator.ts'
import type { Format } from '#web/format/format.ts'
import { useFormat } from '#web/format/use-format.ts'
import type { TFunction } from '#web/locales/translation.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

const shown = 5

export function RecentImports({ entity, open, onOpen }: { entity: AnyEntity; open: boolean; onOpen: (job: ImportJob) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const { data = [] } = useRecentImports(entity.name, open)
  if (data.length === 0) return null
  return (
    <Box component="section" aria-labelledby="recent-imports" sx={{ mt: 2.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: 1, mb: 0.5 }}>
        <Typography id="recent-imports" component="h3" variant="subtitle2">
          {t('Your latest imports')}
        </Typography>
        <TextLink to="/private/farmbook/$operator/imports" params={{ operator }} variant="body2">
          {t('All your imports')}
        </TextLink>
      </Box>
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

/** “1,200 of 10,000 rows, 3 came back”; as long as nobody has counted them, what has been read. */
export function doneOf(job: ImportJob, t: TFunction, format: Format): string {
  if (job.totalRows === null) return countsOf(job, t, format)
  const of = { done: format.number(job.rows), total: format.number(job.totalRows) }
  return job.rejected ? t('{{done}} of {{total}} rows, {{bad}} came back', { ...of, bad: format.number(job.rejected) }) : t('{{done}} of {{total}} rows', of)
}
/** 0..1, of the rows where they are counted. */
export const shareOf = (job: ImportJob): number => (job.totalRows ? Math.min(1, job.rows / job.totalRows) : job.progress)

/** What became of the good rows. */
export const newOrKnown = (job: ImportJob, t: TFunction, format: Format): string[] => [
  ...(job.created ? [t('{{number}} new', { number: format.number(job.created) })] : []),
  ...(job.changed ? [t('{{number}} changed', { number: format.number(job.changed) })] : []),
  ...(job.unchanged ? [t('{{number}} in already', { number: format.number(job.unchanged) })] : []),
]

export function stateOf(job: ImportJob, t: TFunction, format: Format): { label: string; tone: Tone } {
  if (job.state === 'QUEUED') return { label: t('Waiting'), tone: 'pending' }
  if (job.state === 'RUNNING') return { label: format.share(shareOf(job)), tone: 'progress' }
  if (job.state === 'CANCELLED') return { label: t('Cancelled'), tone: 'neutral' }
  if (job.state !== 'DONE') return { label: t('Stopped'), tone: 'error' }
  return job.isDryRun ? { label: t('Tried'), tone: 'neutral' } : { label: t('Brought in'), tone: 'success' }
}
