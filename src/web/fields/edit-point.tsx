// A place: the phone's own position, or two figures.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { isDemanded } from '#domain/kernel/field.ts'
import { MyLocationOutlined as MyLocation } from '#web/icons/my-location-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { FieldFrame } from './field-frame.tsx'
import type { EditorProps } from './form-context.ts'
import { inputId } from './input-id.ts'

const patienceMilliseconds = 20_000

export function PointEditor({ field, name, value, onChange, onBlur, error }: EditorProps) {
  const { t } = useTranslation()
  const id = inputId(name)
  const { lat = '', lng = '' } = (value ?? {}) as { lat?: string; lng?: string }
  const [state, setState] = useState<'idle' | 'locating' | string>('idle')
  const locate = () => {
    setState('locating')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        onChange({ lat: coords.latitude.toFixed(6), lng: coords.longitude.toFixed(6) })
        setState(t('Accurate to {{metres}} m', { metres: Math.round(coords.accuracy) }))
      },
      () => setState(t('The position could not be found. Type it, or try outdoors.')),
      { enableHighAccuracy: true, timeout: patienceMilliseconds },
    )
  }
  return (
    <FieldFrame
      id={id}
      label={t(field.label)}
      required={isDemanded(field)}
      help={state !== 'idle' && state !== 'locating' ? state : field.help ? t(field.help) : undefined}
      error={error}
      group
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: '160px 160px auto' }, gap: 1, justifyContent: 'start' }}>
        <OutlinedInput
          size="small"
          value={lat}
          placeholder={t('Latitude')}
          onBlur={onBlur}
          onChange={(event) => onChange({ lat: event.target.value, lng })}
          error={Boolean(error)}
          inputProps={{ id, inputMode: 'decimal', 'aria-label': t('Latitude') }}
        />
        <OutlinedInput
          size="small"
          value={lng}
          placeholder={t('Longitude')}
          onBlur={onBlur}
          onChange={(event) => onChange({ lat, lng: event.target.value })}
          error={Boolean(error)}
          inputProps={{ inputMode: 'decimal', 'aria-label': t('Longitude') }}
        />
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<MyLocation />}
          loading={state === 'locating'}
          loadingPosition="start"
          onClick={locate}
          sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
        >
          {t('I am there')}
        </Button>
      </Box>
    </FieldFrame>
  )
}
