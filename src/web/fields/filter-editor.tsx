// Narrowing a list by one field: tick values, pick a record, or give a range.
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ComponentType, useEffect, useState } from 'react'
import type { Field } from '#domain/kernel/field.ts'
import { type FieldKind, factsOf } from '#domain/kernel/field-kinds.ts'
import type { Refs } from '#web/api/answers.ts'
import type { ListQuery } from '#web/api/list-query.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useComboWords } from './combo-words.ts'
import { ExternalIdFilter } from './external-id-filter.tsx'
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
/** By records, by a range, or by values: those that can be ticked, or words that are typed. Of lists of rows only identifiers are filtered by. */
const editors: Readonly<Record<FieldKind, ComponentType<FilterEditorProps>>> = {
  text: Words,
  longText: Words,
  words: Words,
  phone: Words,
  email: Words,
  country: Words,
  integer: Range,
  quantity: Range,
  share: Range,
  money: Range,
  choice: Ticks,
  choices: Ticks,
  flag: Ticks,
  date: Range,
  time: Range,
  reference: Picked,
  references: Words,
  attachments: Words,
  polygon: Words,
  point: Words,
  rows: Identifier,
  lines: Words,
  record: Words,
  variant: Words,
}
export function FilterEditor(props: FilterEditorProps) {
  const ByKind = editors[props.field.kind]
  return <ByKind {...props} />
}

function Picked({ name, field, query, onFilter, refs }: FilterEditorProps) {
  const { t } = useTranslation()
  const [value = null] = query.filters[name] ?? []
  return <ReferencePicker target={field.target ?? ''} label={t(field.label)} value={value} refs={refs} onChange={(id) => onFilter(name, id ? [id] : [])} />
}

function Identifier({ name, field, query, onFilter }: FilterEditorProps) {
  return <ExternalIdFilter field={field} value={query.filters[name]?.[0] ?? ''} onChange={(next) => onFilter(name, [next])} />
}

function Words({ name, field, query, onFilter, suggestions = [] }: FilterEditorProps) {
  const { t } = useTranslation()
  const words = useComboWords()
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      {...words}
      size="small"
      options={[...suggestions]}
      value={[...(query.filters[name] ?? [])]}
      onChange={(_event, next) => onFilter(name, next.map((word) => word.replaceAll(',', ' ').trim()).filter(Boolean))}
      renderInput={(params) => <TextField {...params} label={t(field.label)} autoFocus />}
    />
  )
}

function Ticks({ name, field, query, onFilter }: FilterEditorProps) {
  const { t } = useTranslation()
  const values = query.filters[name] ?? []
  const label = t(field.label)
  return (
    <Box role="group" aria-label={label}>
      <Typography variant="subtitle2" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      {choicesOf(field, t)?.map(({ value, label: word }) => (
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

function Range({ name, field, query, onFilter }: FilterEditorProps) {
  const { t } = useTranslation()
  const type = factsOf(field).isTime ? 'date' : 'number'
  const bound = (end: 'gte' | 'lte', label: string) => (
    <Typed
      label={label}
      type={type}
      value={query.filters[`${name}.${end}`]?.[0]?.slice(0, type === 'date' ? 10 : undefined) ?? ''}
      onChange={(next) =>
        onFilter(`${name}.${end}`, next ? [field.column === 'timestamptz' ? `${next}T${end === 'gte' ? '00:00:00' : '23:59:59'}Z` : next] : [])
      }
    />
  )
  return (
    <Box role="group" aria-label={t(field.label)}>
      <Typography variant="subtitle2" sx={{ mb: 1 }}>
        {t(field.label)}
        {field.unit ? `, ${field.unit}` : ''}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
        {bound('gte', type === 'date' ? t('From') : t('At least'))}
        {bound('lte', type === 'date' ? t('To') : t('At most'))}
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
