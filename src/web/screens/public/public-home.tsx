// /public: what the programme is, for anybody, and the way from a code on a label or a certificate to what may be known of it.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useContext } from 'react'
import { useTranslation } from '#web/locales/translation.ts'
import { AccessContext } from '#web/session/use-access.ts'
import { MissionPicture } from '#web/tenant/mission-picture.tsx'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { useTenantWords } from '#web/tenant/words.ts'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'

const FindCode = lazy(async () => ({ default: (await import('./find-code.tsx')).FindCode }))

const PublicContacts = lazy(async () => ({ default: (await import('./contacts.tsx')).PublicContacts }))

export function PublicHome() {
  const { t } = useTranslation()
  const { config } = useTenant()
  const words = useTenantWords()
  const { status } = useContext(AccessContext)
  return (
    <>
      <PageHeader
        title={config.name}
        note={words(config.loginDesc)}
        actions={
          <LinkButton to="/" variant="outlined" color="inherit">
            {status === 'authenticated' ? t('To your dashboard') : t('Sign in')}
          </LinkButton>
        }
      />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel title={t('Check a lot or a certificate')}>
          <Suspense fallback={<Box sx={{ minHeight: 132 }} />}>
            <FindCode />
          </Suspense>
        </Panel>
        <Panel title={t('Our mission')}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
            {config.carousel.map(({ mission, missionDesc, image }) => (
              <li key={mission}>
                {image ? <MissionPicture url={image} /> : null}
                <Typography variant="h3" component="h3">
                  {words(mission)}
                </Typography>
                {missionDesc ? <Typography color="textSecondary">{words(missionDesc)}</Typography> : null}
              </li>
            ))}
          </Box>
        </Panel>
        <Suspense fallback={null}>
          <PublicContacts />
        </Suspense>
        <Typography>
          <TextLink to="/public/draw-boundaries">{t('Draw boundaries')}</TextLink>
        </Typography>
      </Box>
    </>
  )
}
