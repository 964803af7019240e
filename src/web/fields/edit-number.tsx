// Figures, with the unit inside the field. Text while typing: "1,3" must not turn into 13 under the finger.
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { isDemanded } from '#domain/kernel/field.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { describedBy, FieldFrame } from './field-frame.tsx'
import type { EditorProps } from './form-context.ts'
import { inputId } from './input-id.ts'

export const NumberEditor = (props: EditorProps) => <Figure {...props} unit={props.field.unit} isWhole={props.field.decimals === undefined} />

/** In whole units of the currency; stored in minor ones. */
export function MoneyEditor(props: EditorProps) {
  const format = useFormat()
  return <Figure {...props} unit={format.currencySymbol} isWhole={false} />
}

function Figure({ field, name, value, onChange, onBlur, error, unit, isWhole }: EditorProps & { unit: string | undefined; isWhole: boolean }) {
  const { t } = useTranslation()
  const id = inputId(name)
  const help = field.help ? t(field.help) : undefined
  return (
    <FieldFrame id={id} label={t(field.label)} required={isDemanded(field)} help={help} error={error}>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        error={Boolean(error)}
        value={(value as string | null) ?? ''}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        endAdornment={
          unit ? (
            <InputAdornment position="end" sx={{ '& p': { color: 'text.secondary' } }}>
              {t(unit)}
            </InputAdornment>
          ) : null
        }
        inputProps={{
          inputMode: isWhole ? 'numeric' : 'decimal',
          autoComplete: 'off',
          'aria-describedby': describedBy(id, help, error),
          'aria-required': field.required,
          style: { fontVariantNumeric: 'tabular-nums' },
        }}
      />
    </FieldFrame>
  )
}
