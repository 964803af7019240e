// The fields of a programme's settings: its words, its mission, its logos, its colours, its ways to sign in.
import Add from '@mui/icons-material/AddOutlined'
import Delete from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { parseHex } from '#domain/tenancy/contrast.ts'
import { invitationDays } from '#domain/tenancy/invitations.ts'
import { carouselAtMost, longest, type TenantSettings, unreadable } from '#domain/tenancy/settings.ts'
import { Panel } from '#web/ui/panel.tsx'
import { LogoField } from './logo-field.tsx'
import { type Client, settingNames } from './queries.ts'

export type SettingsFormProps = {
  client: Client
  draft: TenantSettings
  onChange: (changes: Partial<TenantSettings>) => void
  /** Path → sentence. */
  errors: Readonly<Record<string, string>>
}

export function SettingsForm({ client, draft, onChange, errors }: SettingsFormProps) {
  const { t } = useTranslation()
  const text = (name: 'name' | 'loginDesc', rows = 1) => (
    <TextField
      label={t(settingNames[name].label)}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      multiline={rows > 1}
      minRows={rows}
      error={Boolean(errors[name])}
      helperText={t(errors[name] ?? '')}
      slotProps={{ htmlInput: { maxLength: longest[name] } }}
      fullWidth
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Panel title={t('Words')}>
        <Stack>
          {text('name')}
          {text('loginDesc', 2)}
        </Stack>
      </Panel>
      <Panel title={t('Our mission')} note={t('{{count}} of {{max}}', { count: draft.carousel.length, max: carouselAtMost })}>
        <Missions draft={draft} onChange={onChange} errors={errors} />
      </Panel>
      <Panel title={t('Colours')}>
        <Colours draft={draft} onChange={onChange} errors={errors} />
      </Panel>
      <Panel title={t('Logos')}>
        <Stack>
          {(['logo', 'headerLogo'] as const).map((name) => (
            <LogoField
              key={name}
              clientId={client.id}
              name={name}
              url={draft[name]}
              width={draft[`${name}Width`]}
              errors={errors}
              onChange={({ url, width }) =>
                onChange({ ...(url === undefined ? {} : { [name]: url }), ...(width === undefined ? {} : { [`${name}Width`]: width }) })
              }
            />
          ))}
        </Stack>
      </Panel>
      <Panel title={t('Invitations')}>
        <Stack>
          <TextField
            type="number"
            label={t(settingNames.invitationDays.label)}
            value={Number.isNaN(draft.invitationDays) ? '' : draft.invitationDays}
            onChange={(event) => onChange({ invitationDays: event.target.value === '' ? Number.NaN : Number(event.target.value) })}
            error={Boolean(errors.invitationDays)}
            helperText={t(errors.invitationDays ?? '') || t('Who has not signed in by then asks for a new one.')}
            slotProps={{ htmlInput: { min: invitationDays.min, max: invitationDays.max } }}
            sx={{ maxWidth: 320 }}
          />
        </Stack>
      </Panel>
      {client.ways.length > 0 ? (
        <Panel title={t('Ways to sign in')}>
          <Ways ways={client.ways} offered={client.providers} draft={draft} onChange={onChange} errors={errors} />
        </Panel>
      ) : null}
    </Box>
  )
}

type PartProps = Omit<SettingsFormProps, 'client'>
const Stack = ({ children }: { children: ReactNode }) => <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>{children}</Box>

function Missions({ draft: { carousel }, onChange, errors }: PartProps) {
  const { t } = useTranslation()
  const change = (at: number, part: Partial<TenantSettings['carousel'][number]>) =>
    onChange({ carousel: carousel.map((item, index) => (index === at ? { ...item, ...part } : item)) })
  return (
    <Stack>
      {carousel.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts change at every key; the place is what stays
        <Box key={at} role="group" aria-label={t('Mission {{number}}', { number: at + 1 })} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <Box sx={{ flex: 1, display: 'grid', gap: 1.5, minWidth: 0 }}>
            <TextField
              label={t('Mission {{number}}', { number: at + 1 })}
              value={item.mission}
              // On a phone a mission is longer than its line; Enter still breaks none.
              onChange={(event) => change(at, { mission: event.target.value.replace(/\n/g, ' ') })}
              multiline
              error={Boolean(errors[`carousel.${at}.mission`])}
              helperText={t(errors[`carousel.${at}.mission`] ?? '')}
              slotProps={{ htmlInput: { maxLength: longest.mission } }}
            />
            <TextField
              label={t('What stands behind it')}
              value={item.missionDesc}
              onChange={(event) => change(at, { missionDesc: event.target.value })}
              multiline
              minRows={2}
              error={Boolean(errors[`carousel.${at}.missionDesc`])}
              helperText={t(errors[`carousel.${at}.missionDesc`] ?? '')}
              slotProps={{ htmlInput: { maxLength: longest.missionDesc } }}
            />
          </Box>
          <IconButton
            aria-label={t('Remove mission {{number}}', { number: at + 1 })}
            disabled={carousel.length === 1}
            onClick={() => onChange({ carousel: carousel.filter((_, index) => index !== at) })}
          >
            <Delete />
          </IconButton>
        </Box>
      ))}
      {carousel.length < carouselAtMost ? (
        <Button
          color="inherit"
          startIcon={<Add />}
          sx={{ justifySelf: 'start' }}
          onClick={() => onChange({ carousel: [...carousel, { mission: '', missionDesc: '' }] })}
        >
          {t('Add a mission')}
        </Button>
      ) : null}
    </Stack>
  )
}

function Colours({ draft, onChange, errors }: PartProps) {
  const { t } = useTranslation()
  const failing = parseHex(draft.primary) && parseHex(draft.secondary) ? unreadable(draft) : []
  return (
    <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {(['primary', 'secondary'] as const).map((name) => {
        const figure = failing.find(({ of }) => of === name)
        const label = t(settingNames[name].label)
        const said = figure
          ? t('{{what}}: contrast {{ratio}}:1, needed {{least}}:1. Choose a darker or stronger colour.', {
              what: t(figure.what),
              ratio: figure.ratio,
              least: figure.least,
            })
          : t(errors[name] ?? '')
        return (
          <Box key={name} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <Box
              component="input"
              type="color"
              aria-label={t('Choose: {{label}}', { label })}
              value={parseHex(draft[name]) ? draft[name] : '#000000'}
              onChange={(event) => onChange({ [name]: event.target.value.toUpperCase() })}
              sx={{
                width: 44,
                height: 44,
                p: 0.25,
                border: '1px solid',
                borderColor: 'edge',
                borderRadius: 1,
                bgcolor: 'background.paper',
                cursor: 'pointer',
                flexShrink: 0,
              }}
            />
            <TextField
              label={label}
              value={draft[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
              error={said !== ''}
              helperText={said}
              slotProps={{ htmlInput: { maxLength: 7, spellCheck: false } }}
              fullWidth
            />
          </Box>
        )
      })}
    </Box>
  )
}

function Ways({ ways, offered, draft: { providers }, onChange, errors }: PartProps & Pick<Client, 'ways'> & { offered: readonly string[] }) {
  const { t } = useTranslation()
  const said = errors.providers ?? ''
  const leaving = ways.filter(({ id }) => offered.includes(id) && !providers.includes(id))
  return (
    <Box sx={{ display: 'grid' }}>
      {ways.map(({ id, name }) => (
        <FormControlLabel
          key={id}
          label={t(name)}
          control={
            <Checkbox
              checked={providers.includes(id)}
              onChange={(_, isChosen) => onChange({ providers: isChosen ? [...providers, id] : providers.filter((one) => one !== id) })}
            />
          }
        />
      ))}
      {leaving.map(({ id, name }) => (
        <Alert key={id} severity="warning" sx={{ mt: 1 }}>
          {t('Whoever signs in with {{name}} today, you too, cannot come back in once they are signed out.', { name: t(name) })}{' '}
          {t('Before you save, make sure the other way works, and then press “Let them sign in anew” at each of these people under Users.')}
        </Alert>
      ))}
      <FormHelperText error={said !== ''}>{t(said) || t('In this order on the login page: the one chosen first stands first.')}</FormHelperText>
    </Box>
  )
}
