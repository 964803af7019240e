// A country, chosen by its name in the reader's language; stored as its two letters.
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { countryCodes } from '#domain/kernel/countries.ts'
import { isDemanded } from '#domain/kernel/field.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useComboWords } from './combo-words.ts'
import { FieldFrame } from './field-frame.tsx'
import type { EditorProps } from './form-context.ts'
import { inputId } from './input-id.ts'

export function CountryEditor({ field, name, value, onChange, onBlur, error, isFilled = false }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useComboWords()
  const id = inputId(name)
  const options = useMemo(() => [...countryCodes].sort((one, other) => format.country(one).localeCompare(format.country(other), format.language)), [format])
  return (
    <FieldFrame id={id} label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : undefined} error={error}>
      <Autocomplete
        id={id}
        size="small"
        {...words}
        options={options}
        value={(value as string | null) || null}
        readOnly={isFilled}
        onChange={(_event, next) => onChange(next ?? '')}
        {...(onBlur ? { onBlur } : {})}
        getOptionLabel={(code) => format.country(code)}
        disableClearable={isDemanded(field)}
        noOptionsText={t('Nothing matches')}
        renderInput={(params) => <TextField {...params} error={Boolean(error)} {...(isFilled ? { sx: { bgcolor: 'background.default' } } : {})} />}
      />
    </FieldFrame>
  )
}
