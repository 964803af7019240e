// Days and moments through the browser's own pickers: known to the thumb, usable offline, nothing to download.
import OutlinedInput from '@mui/material/OutlinedInput'
import { useContext } from 'react'
import { isDemanded } from '#domain/kernel/field.ts'
import { FormatSettings } from '#web/format/settings.ts'
import { useFormat } from '#web/format/use-format.ts'
import { toWallClock } from '#web/format/zone.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { describedBy, FieldFrame } from './field-frame.tsx'
import type { EditorProps } from './form-context.ts'
import { inputId } from './input-id.ts'

export function DateEditor(props: EditorProps) {
  const format = useFormat()
  const value = (props.value as string | null) ?? ''
  return <Native {...props} type="date" value={value} caption={/^\d{4}-\d\d-\d\d$/.test(value) ? format.longDay(value) : undefined} />
}

export function TimeEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { timezone } = useContext(FormatSettings)
  // Whoever sits in another zone must know which zone the time is in. (Compared by the hour it shows: zones have aliases.)
  const isElsewhere = timezone !== undefined && toWallClock(new Date(), timezone) !== toWallClock(new Date())
  return (
    <Native
      {...props}
      type="datetime-local"
      value={(props.value as string | null) ?? ''}
      caption={isElsewhere ? t('Clock of {{zone}}', { zone: timezone }) : undefined}
    />
  )
}

function Native({
  field,
  name,
  value,
  onChange,
  onBlur,
  error,
  type,
  caption,
}: EditorProps & { type: 'date' | 'datetime-local'; value: string; caption: string | undefined }) {
  const { t } = useTranslation()
  const id = inputId(name)
  const help = field.help ? t(field.help) : caption
  return (
    <FieldFrame id={id} label={t(field.label)} required={isDemanded(field)} help={help} error={error}>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        type={type}
        error={Boolean(error)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        inputProps={{
          min: '1900-01-01',
          max: type === 'date' ? '2100-12-31' : '2100-12-31T23:59',
          'aria-describedby': describedBy(id, help, error),
          'aria-required': field.required,
        }}
      />
    </FieldFrame>
  )
}
