// The auth error page: signing in went wrong in a way that pressing the button again does not mend. What happened in
// a sentence, the name of it for whoever is asked for help, and the way back to the login page.
import Warning from '@mui/icons-material/ErrorOutlineOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { problemNamed, problemOf } from '#web/session/problems.ts'
import { usePageTitle } from '#web/tenant/page-title.ts'
import { LinkButton } from '#web/ui/links.tsx'

export function AuthErrorScreen() {
  const { t } = useTranslation()
  usePageTitle(t('Signing in did not work'))
  const { error } = useSearch({ strict: false }) as { error?: string }
  // Only names we know: the address is not a place to write sentences into our page.
  const name = error && problemNamed(error) ? error : 'Configuration'
  return (
    <Box role="alert" sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 1.5, py: { xs: 5, sm: 9 } }}>
      <Box sx={{ display: 'grid', placeItems: 'center', width: 64, height: 64, borderRadius: '50%', bgcolor: 'tone.error.soft', color: 'tone.error.ink' }}>
        <Warning aria-hidden sx={{ fontSize: 32 }} />
      </Box>
      <Typography component="h1" sx={{ fontSize: { xs: 22, sm: 28 }, lineHeight: 1.3, fontWeight: 500 }}>
        {t('Signing in did not work')}
      </Typography>
      <Typography sx={{ maxWidth: 440, color: 'text.secondary', textWrap: 'pretty' }}>{t(problemOf(name))}</Typography>
      <LinkButton to="/public/login" variant="contained" sx={{ mt: 1.5, minHeight: 48, px: 3 }}>
        {t('To the login page')}
      </LinkButton>
      <Typography variant="caption" sx={{ mt: 1, color: 'text.secondary' }}>
        {t('If you ask for help, name this: {{code}}', { code: name })}
      </Typography>
    </Box>
  )
}
