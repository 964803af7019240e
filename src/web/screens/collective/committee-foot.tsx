// The foot of the committee's table, always in sight: what is chosen, what is left, and the two actions of the meeting.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { PhoneAction } from '#web/ui/phone-action.tsx'
import type { Counts } from './committee-choices.ts'

type FootProps = {
  counts: Counts
  /** Proposals that can be accepted together. */
  clear: number
  /** Choices without their condition or reason. */
  lacking: number
  isBusy: boolean
  /** The meeting was so long ago that a reason is asked for. */
  late: { reason: string; setReason: (reason: string) => void } | null
  onAccept: () => void
  onClear: () => void
  onRecord: () => void
}

export function CommitteeFoot({ counts, clear, lacking, isBusy, late, onAccept, onClear, onRecord }: FootProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  if (counts.CHOSEN === 0 && clear === 0) return null
  const isReady = counts.CHOSEN > 0 && lacking === 0 && (late === null || late.reason.trim() !== '')
  const summary = (
    <Box role="status" sx={{ minWidth: 0, fontSize: 14 }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {t('Chosen: {{chosen}} · left: {{left}}', { chosen: format.number(counts.CHOSEN), left: format.number(counts.LEFT) })}
      </Box>
      {lacking > 0 ? <Box sx={{ color: 'tone.error.ink' }}>{t('{{count}} choices lack their condition or reason.', { count: lacking })}</Box> : null}
    </Box>
  )
  const buttons = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: { md: 'auto' } }}>
      {counts.CHOSEN > 0 && !isPhone ? (
        <Button color="inherit" onClick={onClear} disabled={isBusy}>
          {t('Start again')}
        </Button>
      ) : null}
      {clear > 0 ? (
        <Button
          {...(counts.CHOSEN > 0 ? { variant: 'outlined' as const, color: 'inherit' as const } : { variant: 'contained' as const })}
          onClick={onAccept}
          disabled={isBusy}
          fullWidth={isPhone}
        >
          {t('Accept {{count}} proposals without a doubt', { count: clear })}
        </Button>
      ) : null}
      {counts.CHOSEN > 0 ? (
        <Button variant="contained" onClick={onRecord} disabled={isBusy || !isReady} fullWidth={isPhone}>
          {t('Record {{count}} decisions', { count: counts.CHOSEN })}
        </Button>
      ) : null}
    </Box>
  )
  const why =
    late && counts.CHOSEN > 0 ? (
      <TextField
        size="small"
        required
        label={t('Why only now')}
        value={late.reason}
        onChange={({ target }) => late.setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        sx={{ flex: '1 1 200px' }}
      />
    ) : null
  if (isPhone)
    return (
      <PhoneAction>
        <Box sx={{ display: 'grid', gap: 1 }}>
          {summary}
          {why}
          {buttons}
        </Box>
      </PhoneAction>
    )
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 1.25,
        bgcolor: 'background.paper',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: 1,
        boxShadow: 3,
      }}
    >
      {summary}
      {why}
      {buttons}
    </Box>
  )
}
