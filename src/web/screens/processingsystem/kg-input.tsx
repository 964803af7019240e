// Kilograms typed into a run or a bale list: large, with the unit inside, named for those who cannot see its place.
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useController } from 'react-hook-form'
import { inputId } from '#web/fields/input-id.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { readKg } from './run-draft.ts'

type KgInputProps = {
  name: string
  label: string /** What is wrong with it besides what the form found. */
  hasTrouble?: boolean
  unit?: string
  describedBy?: string
  width?: number | string
  autoFocus?: boolean
}

export function KgInput({ name, label, hasTrouble = false, unit = 'kg', describedBy, width = '100%', autoFocus = false }: KgInputProps) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ name })
  const isWrong = hasTrouble || Boolean(fieldState.error) || Number.isNaN(readKg(String(field.value ?? '')))
  return (
    <OutlinedInput
      id={inputId(name)}
      inputRef={field.ref}
      value={(field.value as string | null) ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={isWrong}
      size="small"
      autoFocus={autoFocus}
      onFocus={(event) => event.target.select()}
      endAdornment={
        <InputAdornment position="end" sx={{ ml: 0.75, '& p': { color: 'text.secondary' } }}>
          {t(unit)}
        </InputAdornment>
      }
      inputProps={{ inputMode: 'decimal', autoComplete: 'off', 'aria-label': label, 'aria-invalid': isWrong, 'aria-describedby': describedBy }}
      sx={{
        width,
        height: { xs: 48, sm: 38 },
        '& input': { textAlign: 'right', fontWeight: 600, fontSize: 15, fontVariantNumeric: 'tabular-nums', px: 1, minWidth: 0 },
      }}
    />
  )
}
