// The stages of a crop as a bar: done dark, present orange (blue in lists), what is to come pale; each with its day.
import Box from '@mui/material/Box'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { cropStages } from './crop-stages.ts'

/** Read aloud, not drawn. */
const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } as const
const presentWord = { display: 'flex', whiteSpace: 'nowrap', color: 'tone.progress.ink' } as const

/** `small`: one line in a list, without days; only the present stage is written, because six words do not fit. */
export function StageBar({ crop, small = false }: { crop: RecordAnswer; small?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { stages, ended } = cropStages(crop)
  const present = stages.find((stage) => stage.progress === 'now')
  const colour = small ? 'tone.progress.ink' : 'primary.main'
  return (
    <Box>
      <Box
        component="ol"
        aria-label={t('Stages')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: `repeat(${stages.length}, minmax(0, 1fr))`, gap: '4px' }}
      >
        {stages.map(({ state, label, on, progress }, index) => (
          <Box component="li" key={state} aria-current={progress === 'now' ? 'step' : undefined} sx={{ minWidth: 0 }}>
            <Box sx={{ height: small ? 5 : 6, borderRadius: '3px', bgcolor: progress === 'done' ? '#2F5D47' : progress === 'now' ? colour : '#E3E9E5' }} />
            <Box
              sx={{
                mt: 0.5,
                fontSize: 12.5,
                lineHeight: 1.3,
                display: { xs: 'none', sm: 'block' },
                color: progress === 'todo' ? 'text.secondary' : 'text.primary',
                fontWeight: progress === 'now' ? 600 : 400,
                ...(small ? (progress === 'now' ? { ...presentWord, justifyContent: index > stages.length / 2 ? 'flex-end' : 'flex-start' } : unseen) : {}),
              }}
            >
              {t(label)}
              {small || !on ? null : (
                <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ml: 0.75 }}>
                  {state === 'HARVESTING' && progress === 'now' ? t('since {{date}}', { date: format.dateWithin(on) }) : format.date(on)}
                </Box>
              )}
            </Box>
          </Box>
        ))}
      </Box>
      {present && !small ? (
        <Box sx={{ display: { sm: 'none' }, mt: 0.5, fontSize: 13 }}>
          <strong>{t(present.label)}</strong>
          {present.on ? (
            <Box component="span" sx={{ color: 'text.secondary', ml: 0.75 }}>
              {t('since {{date}}', { date: format.dateWithin(present.on) })}
            </Box>
          ) : null}
        </Box>
      ) : null}
      {ended && !small ? (
        <Box sx={{ mt: 1 }}>
          <StatusChip tone={ended === 'FAILED' ? 'error' : 'neutral'} label={ended === 'FAILED' ? t('This crop failed') : t('This crop was cancelled')} />
        </Box>
      ) : null}
    </Box>
  )
}
