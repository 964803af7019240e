// The parts of the committee's table as buttons with their counts: what is to be looked at, what has no doubt, what is decided.
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import type { Counts, Filter } from './committee-choices.ts'

const parts: Readonly<Record<Filter['state'], string>> = {
  ALL: /* i18n */ 'All members',
  BLOCKED: /* i18n */ 'May not be decided',
  DOUBT: /* i18n */ 'To be looked at',
  CHANGED: /* i18n */ 'Decided otherwise than the facts say now',
  CLEAR: /* i18n */ 'Without a doubt',
  DECIDED: /* i18n */ 'Decided',
  CHOSEN: /* i18n */ 'Chosen now',
}

export function StateTabs({ counts, chosen, onChoose }: { counts: Counts; chosen: Filter['state']; onChoose: (state: Filter['state']) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box role="group" aria-label={t('Parts')} sx={{ display: 'flex', gap: 1, overflowX: 'auto', pb: 0.5 }}>
      {(Object.keys(parts) as Filter['state'][]).map((state) =>
        counts[state] === 0 && state !== 'ALL' && state !== chosen ? null : (
          <Chip
            key={state}
            label={`${t(parts[state])} ${format.number(counts[state])}`}
            onClick={() => onChoose(state)}
            aria-pressed={state === chosen}
            {...(state === chosen ? { color: 'secondary' as const } : { variant: 'outlined' as const })}
            sx={{ minHeight: 36, borderRadius: 5, flexShrink: 0, fontWeight: state === chosen ? 600 : 400 }}
          />
        ),
      )}
    </Box>
  )
}
