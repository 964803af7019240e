// The fields of a programme's settings: its words, its mission, its colours, its logos, its ways to sign in.
// `data-shows` says which part of the preview a panel is about.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { organisationSections } from '#domain/tenancy/organisation.ts'
import { carouselAtMost, missionFields, settingFields, type TenantSettings } from '#domain/tenancy/settings.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { DeleteOutlined as Delete } from '#web/icons/delete-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import type { PreviewedPart } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { LogoField } from './logo-field.tsx'
import { PictureField } from './picture-field.tsx'
import type { Client } from './queries.ts'
import { sectionTitles } from './section-titles.ts'
import { WaysField } from './ways-field.tsx'

export function SettingsForm({ client }: { client: Client }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Part shows="door" title={t('Words')}>
        <FormField name="name" field={settingFields.name} />
        <FormField name="loginDesc" field={settingFields.loginDesc} />
      </Part>
      <Missions clientId={client.id} />
      <Part shows="header" title={t('Colours')}>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <ColourField name="primary" />
          <ColourField name="secondary" />
        </Box>
      </Part>
      <Part shows="door" title={t('Logos')}>
        <LogoField clientId={client.id} name="logo" />
        <Box data-shows="header">
          <LogoField clientId={client.id} name="headerLogo" />
        </Box>
      </Part>
      <Part shows="door" title={t('Invitations')}>
        <FormField name="invitationDays" field={settingFields.invitationDays} />
      </Part>
      <Part shows="door" title={t('Devices')}>
        <FormField name="deviceDays" field={settingFields.deviceDays} />
      </Part>
      <Part shows="door" title={t('Units')}>
        <FormField name="areaUnit" field={settingFields.areaUnit} />
        <FormField name="bighaHa" field={settingFields.bighaHa} />
      </Part>
      <Part shows="door" title={t('Other programmes')}>
        <FormField name="blindOverlapCheck" field={settingFields.blindOverlapCheck} />
      </Part>
      {(['profile', 'publicPages', 'dataProtection', 'integrations'] as const).map((section) => (
        <Part key={section} shows="door" title={t(sectionTitles[section])}>
          {organisationSections[section].map((name) => (
            <FormField key={name} name={name} field={settingFields[name]} />
          ))}
        </Part>
      ))}
      {client.ways.length > 0 ? (
        <Part shows="door" title={t('Ways to sign in')}>
          <WaysField ways={client.ways} offered={client.providers} />
        </Part>
      ) : null}
    </Box>
  )
}

function Part({ shows, title, note, children }: { shows: PreviewedPart; title: string; note?: string; children: ReactNode }) {
  return (
    <Box data-shows={shows} sx={{ minWidth: 0 }}>
      <Panel title={title} note={note}>
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>{children}</Box>
      </Panel>
    </Box>
  )
}

function Missions({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const { control } = useFormContext<Pick<TenantSettings, 'carousel'>>()
  const { fields: rows, append, remove } = useFieldArray({ control, name: 'carousel' })
  const { mission, missionDesc, image } = missionFields
  return (
    <Part shows="mission" title={t('Our mission')} note={t('{{count}} of {{max}}', { count: rows.length, max: carouselAtMost })}>
      {rows.map((row, at) => {
        const label = t('Mission {{number}}', { number: at + 1 })
        return (
          <Box key={row.id} data-mission={at} role="group" aria-label={label} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <Box sx={{ flex: 1, display: 'grid', gap: 1.5, minWidth: 0 }}>
              <FormField name={`carousel.${at}.mission`} field={{ ...mission, label }} />
              <FormField name={`carousel.${at}.missionDesc`} field={missionDesc} />
              <PictureField clientId={clientId} name={`carousel.${at}.image`} label={t(image.label)} none={undefined} />
            </Box>
            <IconButton
              aria-label={t('Remove mission {{number}}', { number: at + 1 })}
              disabled={rows.length === 1}
              onClick={() => remove(at)}
              sx={{ mt: 2.5 }}
            >
              <Delete />
            </IconButton>
          </Box>
        )
      })}
      {rows.length < carouselAtMost ? (
        <Button color="inherit" startIcon={<Add />} sx={{ justifySelf: 'start' }} onClick={() => append({ mission: '', missionDesc: '' })}>
          {t('Add a mission')}
        </Button>
      ) : null}
    </Part>
  )
}
