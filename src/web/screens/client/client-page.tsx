// Organization details: what the programme shows of itself. Everybody of the programme may look; its administrators also
// see who changed what, and may edit; managers too see the ways to sign in.

import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useParams } from '@tanstack/react-router'
import { can } from '#domain/access.ts'
import { toleranceFields } from '#domain/chain/tolerance-settings.ts'
import { areaUnits } from '#domain/kernel/area-unit.ts'
import type { ToleranceName } from '#domain/rules/tolerances.ts'
import { invitationDays } from '#domain/tenancy/invitations.ts'
import { deviceDays } from '#domain/tenancy/known-devices.ts'
import { organisationOf, organisationSections } from '#domain/tenancy/organisation.ts'
import { settingFields, type TenantSettings } from '#domain/tenancy/settings.ts'
import { useOperator } from '#web/api/operator.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { EditOutlined as Edit } from '#web/icons/edit-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { useTenantWords } from '#web/tenant/words.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { type Client, useClient, useClientHistory } from './queries.ts'
import { RetentionPanel } from './retention-panel.tsx'
import { sectionTitles } from './section-titles.ts'
import { beginsLarge } from './ways-field.tsx'

export function ClientPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { config, theme } = useTenant()
  const words = useTenantWords()
  const operator = useOperator()
  const user = useUser()
  const mayEdit = can(user, 'client', 'E')
  const client = useClient(id, can(user, 'client', 'V')).data
  if (id !== config.id) return <NotFound />
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
    <>
      <PageHeader
        title={t('Organization details')}
        note={config.name}
        actions={
          <>
            <LinkButton to="/private/farmbook/$operator/client/$id/tolerances" params={{ operator, id }} variant="outlined" color="inherit">
              {t('Tolerances')}
            </LinkButton>
            {mayEdit ? (
              <LinkButton to="/private/farmbook/$operator/client/$id/edit" params={{ operator, id }} variant="contained" startIcon={<Edit />}>
                {t('Edit')}
              </LinkButton>
            ) : null}
          </>
        }
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' }, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Panel title={t('Words and colours')}>
            <PropertyList
              properties={[
                { key: 'name', label: t(settingFields.name.label), value: config.name },
                { key: 'address', label: t('Address'), value: window.location.host },
                { key: 'primary', label: t(settingFields.primary.label), value: <Colour value={shown.primary} /> },
                { key: 'secondary', label: t(settingFields.secondary.label), value: <Colour value={shown.secondary} /> },
                ...(client
                  ? [
                      { key: 'days', label: t(settingFields.invitationDays.label), value: t('{{count}} days', { count: client.invitationDays }) },
                      { key: 'areaUnit', label: t(settingFields.areaUnit.label), value: t(areaUnits[client.areaUnit]) },
                      ...(client.bighaHa === null
                        ? []
                        : [{ key: 'bigha', label: t(settingFields.bighaHa.label), value: `${format.number(client.bighaHa, 4)} ${t('ha')}` }]),
                      { key: 'devices', label: t(settingFields.deviceDays.label), value: t('{{count}} days', { count: client.deviceDays }) },
                      {
                        key: 'ways',
                        label: t('Ways to sign in'),
                        value: (
                          <Box component="span" sx={beginsLarge}>
                            {client.providers.map((way) => t(client.ways.find((one) => one.id === way)?.name ?? way)).join(', ') || '–'}
                          </Box>
                        ),
                      },
                    ]
                  : []),
                { key: 'loginDesc', label: t(settingFields.loginDesc.label), value: words(config.loginDesc), wide: true },
              ]}
            />
          </Panel>
          <Panel title={t('Our mission')}>
            <Box component="ol" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1.5 }}>
              {config.carousel.map(({ mission, missionDesc }) => (
                <li key={mission}>
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
          {client
            ? (['profile', 'dataProtection', 'integrations'] as const).map((section) => <Section key={section} section={section} client={client} />)
            : null}
          {mayEdit ? <LimitsPanel id={id} /> : null}
          {mayEdit ? <RetentionPanel id={id} /> : null}
          {mayEdit ? <Changes id={id} /> : null}
        </Box>
        <Panel title={t('How it looks')}>
          <BrandPreview settings={shown} {...(client ? { ways: client.ways } : {})} />
        </Panel>
      </Box>
    </>
  )
}

/** What of a section is set; nothing where nothing is. */
function Section({ section, client }: { section: keyof typeof organisationSections; client: Client }) {
  const { t } = useTranslation()
  const properties = organisationSections[section].flatMap((name) => {
    const [field, value] = [settingFields[name], client[name]]
    const isSet = value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
    return isSet
      ? [{ key: name, label: t(field.label), value: <ShowValue field={field} value={value} />, wide: field.kind === 'rows' || field.kind === 'longText' }]
      : []
  })
  return properties.length ? (
    <Panel title={t(sectionTitles[section])}>
      <PropertyList properties={properties} />
    </Panel>
  ) : null
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

function Changes({ id }: { id: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useClientHistory(id, true)
  return (
    <Panel title={t('History')}>
      {data ? null : <Skeleton variant="rounded" height={48} />}
      {data?.items.length === 0 ? <Typography color="textSecondary">{t('Nothing was changed yet.')}</Typography> : null}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {data?.items.map(({ version, changedAt, changedBy, changes }) => (
          <li key={version}>
            <Typography>
              {(Object.keys(changes) as (keyof TenantSettings)[])
                .map((name) => t(settingFields[name]?.label ?? toleranceFields[name as never as ToleranceName]?.label ?? name))
                .join(', ')}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {format.time(changedAt)} · {changedBy.name}
            </Typography>
          </li>
        ))}
      </Box>
    </Panel>
  )
}
