// The languages side by side, each in its own name, so that nobody has to read another to find his.
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { changeLanguage, type Language, languages } from '#web/locales/i18n.ts'

export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={i18n.language}
      aria-label={t('Language')}
      onChange={(_event, next: Language | null) => {
        if (next) void changeLanguage(next)
      }}
      sx={{
        '& .MuiToggleButton-root': {
          px: 1.5,
          py: '5px',
          minHeight: { xs: 44, sm: 36 },
          textTransform: 'none',
          color: 'text.primary',
          '&.Mui-selected': { bgcolor: 'brand.deep' },
        },
      }}
    >
      {Object.entries(languages).map(([code, name]) => (
        <ToggleButton key={code} value={code} lang={code}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
