// One of the programme's two colours: picked or typed, with the figure of what could not be read in it while it is chosen.
import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useController, useWatch } from 'react-hook-form'
import type { TenantColours } from '#domain/tenancy/brand-colours.ts'
import { parseHex } from '#domain/tenancy/contrast.ts'
import { settingFields, unreadable } from '#domain/tenancy/settings.ts'
import { describedBy, FieldFrame } from '#web/fields/field-frame.tsx'
import { inputId } from '#web/fields/input-id.ts'
import { useTranslation } from '#web/locales/translation.ts'

export function ColourField({ name }: { name: 'primary' | 'secondary' }) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ name })
  const value = String(field.value ?? '')
  const [primary = '', secondary = ''] = useWatch<TenantColours, ['primary', 'secondary']>({ name: ['primary', 'secondary'] })
  const id = inputId(name)
  const label = t(settingFields[name].label)
  const figure = parseHex(primary) && parseHex(secondary) ? unreadable({ primary, secondary }).find(({ of }) => of === name) : undefined
  const error = figure
    ? t('{{what}}: contrast {{ratio}}:1, needed {{least}}:1. Choose a darker or stronger colour.', {
        what: t(figure.what),
        ratio: figure.ratio,
        least: figure.least,
      })
    : fieldState.error?.message
  return (
    <FieldFrame id={id} label={label} required error={error}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Box
          component="input"
          type="color"
          aria-label={t('Choose: {{label}}', { label })}
          value={parseHex(value) ? value : '#000000'}
          onChange={(event) => field.onChange(event.target.value.toUpperCase())}
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
        <OutlinedInput
          id={id}
          size="small"
          fullWidth
          value={value}
          onChange={(event) => field.onChange(event.target.value)}
          onBlur={field.onBlur}
          error={Boolean(error)}
          inputProps={{ maxLength: 7, spellCheck: false, autoComplete: 'off', 'aria-describedby': describedBy(id, undefined, error) }}
        />
      </Box>
    </FieldFrame>
  )
}
