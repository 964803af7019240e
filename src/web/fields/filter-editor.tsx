// Narrowing a list by one field: tick values, pick a record, or give a range.
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '#domain/kernel/field.ts'
import type { Refs } from '#web/api/answers.ts'
import type { ListQuery } from '#web/api/list-query.ts'
import { useComboWords } from './combo-words.ts'
import { choicesOf } from './filter-words.tsx'
import { ReferencePicker } from './reference-picker.tsx'

type FilterEditorProps = {
  name: string
  field: Field
  query: ListQuery
  onFilter: (name: string, values: readonly string[]) => void
  refs?: Refs | undefined /** Values seen in the list, offered for a text. */
  suggestions?: readonly string[]
}
const ranged = new Set(['integer', 'quantity', 'share', 'date', 'time'])

export function FilterEditor({ name, field, query, onFilter, refs, suggestions = [] }: FilterEditorProps) {
  const { t } = useTranslation()
  const words = useComboWords()
  const values = query.filters[name] ?? []
  const label = t(field.label)
  if (ranged.has(field.kind)) return <Range name={name} field={field} query={query} onFilter={onFilter} />
  if (field.kind === 'reference')
    return <ReferencePicker target={field.target ?? ''} label={label} value={values[0] ?? null} refs={refs} onChange={(id) => onFilter(name, id ? [id] : [])} />
  const options = choicesOf(field, t)
  if (!options) {
    return (
      <Autocomplete
        multiple
        freeSolo
        autoSelect
        {...words}
        size="small"
        options={[...suggestions]}
        value={[...values]}
        onChange={(_event, next) => onFilter(name, next.map((word) => word.replaceAll(',', ' ').trim()).filter(Boolean))}
        renderInput={(params) => <TextField {...params} label={label} autoFocus />}
      />
    )
  }
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="subtitle2" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      {options.map(({ value, label: word }) => (
        <FormControlLabel
          key={value}
          label={word}
          sx={{ display: 'flex', mr: 0, minHeight: { xs: 44, sm: 32 } }}
          control={
            <Checkbox
              checked={values.includes(value)}
              onChange={(_event, checked) => onFilter(name, checked ? [...values, value] : values.filter((one) => one !== value))}
            />
          }
        />
      ))}
    </Box>
  )
}

function Range({ name, field, query, onFilter }: Omit<FilterEditorProps, 'refs' | 'suggestions'>) {
  const { t } = useTranslation()
  const type = field.kind === 'date' || field.kind === 'time' ? 'date' : 'number'
  const bound = (end: 'gte' | 'lte', label: string) => (
    <Typed
      label={label}
      type={type}
      value={query.filters[`${name}.${end}`]?.[0]?.slice(0, type === 'date' ? 10 : undefined) ?? ''}
      onChange={(next) => onFilter(`${name}.${end}`, next ? [field.kind === 'time' ? `${next}T${end === 'gte' ? '00:00:00' : '23:59:59'}Z` : next] : [])}
    />
  )
  return (
    <Box role="group" aria-label={t(field.label)}>
      <Typography variant="subtitle2" sx={{ mb: 1 }}>
        {t(field.label)}
        {field.unit && field.unit !== 'minor' ? `, ${field.unit}` : ''}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        {bound('gte', t('From'))}
        {bound('lte', t('To'))}
      </Box>
    </Box>
  )
}

/** A text box that reports its value when the person pauses, not at each letter. */
function Typed({ label, value, onChange, type = 'text' }: { label: string; value: string; onChange: (value: string) => void; type?: string }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), 400)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <TextField
      label={label}
      type={type}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      slotProps={type === 'date' ? { inputLabel: { shrink: true } } : {}}
    />
  )
}
