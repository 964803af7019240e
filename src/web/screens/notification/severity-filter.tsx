// Which gravities are shown: none chosen is all of them.
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from '#web/locales/translation.ts'
import { severityLooks } from './message.tsx'

export function SeverityFilter({ chosen, onChange }: { chosen: readonly string[]; onChange: (values: string[]) => void }) {
  const { t } = useTranslation()
  return (
    <Box role="group" aria-label={t('Severity')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {Object.entries(severityLooks).map(([code, { icon: Icon, tone, words }]) => {
        const isChosen = chosen.includes(code)
        return (
          <ButtonBase
            key={code}
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((one) => one !== code) : [...chosen, code])}
            sx={{
              gap: 0.75,
              px: 1.25,
              minHeight: { xs: 44, sm: 34 },
              borderRadius: '17px',
              border: '1px solid',
              font: 'inherit',
              fontSize: 13.5,
              borderColor: isChosen ? `tone.${tone}.ink` : 'edge',
              bgcolor: isChosen ? `tone.${tone}.soft` : 'background.paper',
              color: isChosen ? `tone.${tone}.ink` : 'text.primary',
              '& svg': { fontSize: 17, color: `tone.${tone}.ink` },
            }}
          >
            <Icon aria-hidden />
            {t(words)}
          </ButtonBase>
        )
      })}
    </Box>
  )
}
