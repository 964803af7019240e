// How the programme shows itself: its words, its colours, its mission, and beside them a preview.
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { invitationDays } from '#domain/tenancy/invitations.ts'
import { deviceDays } from '#domain/tenancy/known-devices.ts'
import { organisationOf } from '#domain/tenancy/organisation.ts'
import { settingFields, type TenantSettings } from '#domain/tenancy/settings.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { MissionPicture } from '#web/tenant/mission-picture.tsx'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { useTenantWords } from '#web/tenant/words.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'
import { BrandPreview } from './brand-preview.tsx'
import type { Client } from './queries.ts'

/** `client`: undefined for whoever may not read the settings; the look is everybody's. */
export function BrandingTab({ client }: { client: Client | undefined }) {
  const { t } = useTranslation()
  const { config, theme } = useTenant()
  const words = useTenantWords()
  const shown: TenantSettings = {
    ...organisationOf({}),
    ...config,
    primary: theme.palette.primary.main,
    secondary: theme.palette.secondary.main,
    providers: client?.providers ?? [],
    invitationDays: invitationDays.initial,
    deviceDays: deviceDays.initial,
    bighaHa: null,
    areaUnit: 'ha',
    blindOverlapCheck: false,
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' }, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Panel title={t('Words and colours')}>
          <PropertyList
            properties={[
              { key: 'name', label: t(settingFields.name.label), value: config.name },
              { key: 'address', label: t('Address'), value: window.location.host },
              { key: 'primary', label: t(settingFields.primary.label), value: <Colour value={shown.primary} /> },
              { key: 'secondary', label: t(settingFields.secondary.label), value: <Colour value={shown.secondary} /> },
              { key: 'loginDesc', label: t(settingFields.loginDesc.label), value: words(config.loginDesc), wide: true },
            ]}
          />
        </Panel>
        <Panel title={t('Our mission')}>
          <Box component="ol" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1.5 }}>
            {config.carousel.map(({ mission, missionDesc, image }) => (
              <li key={mission}>
                {image ? <MissionPicture url={image} /> : null}
                <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{words(mission)}</Typography>
                {missionDesc ? (
                  <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                    {words(missionDesc)}
                  </Typography>
                ) : null}
              </li>
            ))}
          </Box>
        </Panel>
      </Box>
      <Panel title={t('How it looks')}>
        <BrandPreview settings={shown} {...(client ? { ways: client.ways } : {})} />
      </Panel>
    </Box>
  )
}

const Colour = ({ value }: { value: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
    <Box
      component="span"
      aria-hidden
      style={{ backgroundColor: value }}
      sx={{ width: 18, height: 18, borderRadius: '4px', border: '1px solid', borderColor: 'edge' }}
    />
    {value}
  </Box>
)
