// Typing: names, codes, notes, phone numbers, lists of words.
import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import TextField from '@mui/material/TextField'
import { isDemanded } from '#domain/kernel/field.ts'
import type { FieldKind } from '#domain/kernel/field-kinds.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useComboWords } from './combo-words.ts'
import { describedBy, FieldFrame } from './field-frame.tsx'
import type { EditorProps } from './form-context.ts'
import { inputId } from './input-id.ts'

/** The keyboard a phone should show, and whether there are several lines. */
const typing: Partial<Record<FieldKind, { type?: string; isLong?: boolean }>> = { phone: { type: 'tel' }, email: { type: 'email' }, longText: { isLong: true } }

export function TextEditor({ field, name, value, onChange, onBlur, error, isFilled = false }: EditorProps) {
  const { t } = useTranslation()
  const id = inputId(name)
  const { type = 'text', isLong = false } = typing[field.kind] ?? {}
  const wraps = field.wraps ?? false
  const help = field.help ? t(field.help) : undefined
  return (
    <FieldFrame id={id} label={t(field.label)} required={isDemanded(field)} help={help} error={error}>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        multiline={isLong || wraps}
        minRows={isLong ? 3 : 1}
        error={Boolean(error)}
        readOnly={isFilled}
        {...(isFilled ? { sx: { bgcolor: 'background.default' } } : {})}
        type={type}
        value={(value as string | null) ?? ''}
        onChange={(event) => onChange(wraps ? event.target.value.replace(/[\n\r]+/g, ' ') : event.target.value)}
        onKeyDown={(event) => {
          if (wraps && event.key === 'Enter') event.preventDefault()
        }}
        onBlur={onBlur}
        inputProps={{
          'aria-describedby': describedBy(id, help, error),
          'aria-required': field.required,
          maxLength: field.max ? field.max * 2 : undefined,
          autoComplete: 'off',
        }}
      />
    </FieldFrame>
  )
}

/** A short list of names, each a chip. */
export function WordsEditor({ field, name, value, onChange, onBlur, error }: EditorProps) {
  const { t } = useTranslation()
  const words = useComboWords()
  const id = inputId(name)
  return (
    <FieldFrame id={id} label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : t('Press Enter after each.')} error={error}>
      <Autocomplete
        id={id}
        multiple
        freeSolo
        size="small"
        {...words}
        options={[] as string[]}
        value={(value as string[] | null) ?? []}
        onChange={(_event, next) => onChange(next.map((word) => word.trim()).filter(Boolean))}
        {...(onBlur ? { onBlur } : {})}
        renderInput={(params) => <TextField {...params} error={Boolean(error)} />}
      />
    </FieldFrame>
  )
}
