// Choosing: a few options lie open as buttons to tap, more hide in a list; yes and no are two answers, not one tick.
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { isDemanded } from '#domain/kernel/field.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { describedBy, FieldFrame } from './field-frame.tsx'
import type { EditorProps } from './form-context.ts'
import { inputId } from './input-id.ts'

const openUpTo = 3
const buttons = {
  flexWrap: 'wrap',
  gap: '6px',
  '& .MuiToggleButton-root': {
    border: '1px solid',
    borderColor: 'edge',
    borderRadius: '8px !important',
    ml: '0 !important',
    textTransform: 'none',
    color: 'text.primary',
    bgcolor: 'background.paper',
    px: 1.75,
    minHeight: { xs: 48, sm: 38 },
    py: 0.5,
    '&.Mui-selected, &.Mui-selected:hover': { bgcolor: 'brand.deep', borderColor: 'brand.ink', fontWeight: 600 },
  },
} as const

export function ChoiceEditor({ field, name, value, onChange, onBlur, error }: EditorProps) {
  const { t } = useTranslation()
  const id = inputId(name)
  const options = field.choices ?? []
  const help = field.help ? t(field.help) : undefined
  const frame = { id, label: t(field.label), required: isDemanded(field), help, error }
  if (options.length <= openUpTo && options.every(({ label }) => label.length < 18)) {
    return (
      <FieldFrame {...frame} group>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={value || null}
          onChange={(_event, next: string | null) => {
            if (next !== null || !field.required) onChange(next ?? '')
          }}
          onBlur={onBlur}
          aria-labelledby={`${id}-label`}
          sx={buttons}
        >
          {options.map((option) => (
            <ToggleButton key={option.value} value={option.value}>
              {t(option.label)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </FieldFrame>
    )
  }
  return (
    <FieldFrame {...frame}>
      <Select
        size="small"
        fullWidth
        displayEmpty
        error={Boolean(error)}
        value={(value as string | null) ?? ''}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        SelectDisplayProps={{ id, 'aria-describedby': describedBy(id, help, error) } as React.HTMLAttributes<HTMLDivElement>}
        labelId={`${id}-label`}
        renderValue={(chosen) => t(options.find((option) => option.value === chosen)?.label ?? 'Choose')}
        sx={value ? {} : { color: 'text.secondary' }}
      >
        {field.required ? null : <MenuItem value="">{t('No answer')}</MenuItem>}
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {t(option.label)}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  )
}

export function ChoicesEditor({ field, name, value, onChange, error }: EditorProps) {
  const { t } = useTranslation()
  const chosen = (value as string[] | null) ?? []
  return (
    <FieldFrame id={inputId(name)} label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : undefined} error={error} group>
      <FormGroup row sx={{ columnGap: 1 }}>
        {field.choices?.map((option) => (
          <FormControlLabel
            key={option.value}
            label={t(option.label)}
            sx={{ minHeight: { xs: 44, sm: 32 } }}
            control={
              <Checkbox
                checked={chosen.includes(option.value)}
                onChange={(_event, checked) => onChange(checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))}
              />
            }
          />
        ))}
      </FormGroup>
    </FieldFrame>
  )
}

export function FlagEditor({ field, name, value, onChange, onBlur, error }: EditorProps) {
  const { t } = useTranslation()
  const id = inputId(name)
  return (
    <FieldFrame id={id} label={t(field.label)} required={isDemanded(field)} help={field.help ? t(field.help) : undefined} error={error} group>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={value === null || value === undefined || value === '' ? null : value ? 'yes' : 'no'}
        onChange={(_event, next: 'yes' | 'no' | null) => {
          if (next !== null || !field.required) onChange(next === null ? null : next === 'yes')
        }}
        onBlur={onBlur}
        aria-labelledby={`${id}-label`}
        sx={buttons}
      >
        <ToggleButton value="yes">{t('Yes')}</ToggleButton>
        <ToggleButton value="no">{t('No')}</ToggleButton>
      </ToggleButtonGroup>
    </FieldFrame>
  )
}
