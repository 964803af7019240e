// A logo and its width.
import Box from '@mui/material/Box'
import { settingFields } from '#domain/tenancy/settings.ts'
import { widthBounds } from '#domain/tenancy/tenant.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { PictureField } from './picture-field.tsx'

type LogoFieldProps = { clientId: string; name: 'logo' | 'headerLogo' }

export function LogoField({ clientId, name }: LogoFieldProps) {
  const { t } = useTranslation()
  const widthName = `${name}Width` as const
  return (
    <PictureField clientId={clientId} name={name} label={t(settingFields[name].label)} none={null}>
      <Box sx={{ maxWidth: 260 }}>
        <FormField name={widthName} field={{ ...settingFields[widthName], help: t(room[name], widthBounds[widthName]) }} />
      </Box>
    </PictureField>
  )
}

/** How much room there is, so that nobody wonders why a wider picture is not shown wider. */
const room = {
  logo: /* i18n */ '{{min}} to {{max}} pixels; shown at most 96 pixels high.',
  headerLogo: /* i18n */ '{{min}} to {{max}} pixels; shown at most 28 pixels high.',
} as const
