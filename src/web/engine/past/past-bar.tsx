// Above a page of the past: which day it shows, by whose knowledge, and the way back to today.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useNavigate } from '@tanstack/react-router'
import { addDays } from '#domain/kernel/day.ts'
import { useFormat } from '#web/format/use-format.ts'
import { CalendarMonthOutlined as Calendar } from '#web/icons/calendar-month-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { type PastDay, searchOf } from './past-day.ts'

export function PastBar({ past }: { past: PastDay }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const yesterday = addDays(format.today(), -1)
  const show = (search: Record<string, string>) =>
    void navigate({
      to: '.',
      search: (({ asOf: _asOf, knownAt: _knownAt, ...rest }: Record<string, string>) => ({ ...rest, ...search })) as never,
      replace: true,
    })
  return (
    <Box
      role="note"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap', px: 2, py: 1.5, mb: 2, borderRadius: 1, bgcolor: 'tone.pending.soft' }}
    >
      <Calendar aria-hidden sx={{ color: 'tone.pending.ink' }} />
      <Box sx={{ flex: '1 1 220px', minWidth: 0, fontWeight: 600 }}>{t('As it was at the end of {{day}}', { day: format.fullDate(past.day) })}</Box>
      <TextField
        type="date"
        size="small"
        fullWidth={false}
        label={t('Day')}
        value={past.day}
        onChange={({ target }) => {
          if (target.value && target.value <= yesterday) show(searchOf({ ...past, day: target.value }))
        }}
        slotProps={{ htmlInput: { max: yesterday }, inputLabel: { shrink: true } }}
        sx={{ flex: '0 0 auto', width: 168, bgcolor: 'background.paper', borderRadius: 1 }}
      />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={past.isKnownThen ? 'then' : 'today'}
        onChange={(_event, next: 'then' | 'today' | null) => {
          if (next) show(searchOf({ day: past.day, isKnownThen: next === 'then' }))
        }}
        aria-label={t('What counts')}
        sx={{ bgcolor: 'background.paper', '& .MuiToggleButton-root': { px: 1.25, minHeight: { xs: 40, sm: 36 } } }}
      >
        <ToggleButton value="today">{t('By what is known today')}</ToggleButton>
        <ToggleButton value="then">{t('By what was known then')}</ToggleButton>
      </ToggleButtonGroup>
      <Button variant="contained" onClick={() => show({})}>
        {t('Back to today')}
      </Button>
    </Box>
  )
}
