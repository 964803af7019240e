// One of a few things that are no records of a list of their own: a ticket of a lot, a call, a dispatch. What cannot be taken stands in the list with the reason.
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/locales/translation.ts'
import { describedBy, FieldFrame } from './field-frame.tsx'
import type { EditorProps } from './form-context.ts'
import { inputId } from './input-id.ts'

/** `short`: in place of the label once it is chosen. `why`: it cannot be taken. */
export type Choice = { id: string; label: string; short?: string; why?: string }

type Props = Pick<EditorProps, 'field' | 'name' | 'value' | 'onBlur' | 'error'> & {
  choices: readonly Choice[]
  onChange: (id: string) => void
  help?: string | undefined
  /** In the list where there is nothing to choose. */
  none: string
  placeholder: string
  isDisabled?: boolean
}

export function PickOne({ field, name, value, onChange, onBlur, error, choices, help, none, placeholder, isDisabled = false }: Props) {
  const { t } = useTranslation()
  const id = inputId(name)
  const wordsOf = (chosen: unknown) => {
    const one = choices.find((choice) => choice.id === chosen)
    return one ? (one.short ?? one.label) : placeholder
  }
  return (
    <FieldFrame id={id} label={t(field.label)} error={error} required={field.required} help={help}>
      <Select
        SelectDisplayProps={{ id, 'aria-describedby': describedBy(id, help, error) } as React.HTMLAttributes<HTMLDivElement>}
        labelId={`${id}-label`}
        displayEmpty
        fullWidth
        size="small"
        error={Boolean(error)}
        disabled={isDisabled}
        value={choices.some((one) => one.id === value) ? String(value) : ''}
        onChange={({ target }) => onChange(target.value)}
        {...(onBlur ? { onBlur } : {})}
        renderValue={wordsOf}
      >
        {choices.length === 0 ? (
          <MenuItem value="" disabled>
            {none}
          </MenuItem>
        ) : null}
        {choices.map(({ id: one, label, why }) => (
          <MenuItem key={one} value={one} disabled={why !== undefined} sx={{ display: 'block', whiteSpace: 'normal' }}>
            {label}
            {why === undefined ? null : (
              <Typography component="div" variant="caption" sx={{ whiteSpace: 'normal' }}>
                {why}
              </Typography>
            )}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  )
}
