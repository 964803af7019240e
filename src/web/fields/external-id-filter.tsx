// Narrowing a list to the record that has one identifier in another system: the system and the identifier there, exactly. Nothing is sent before both are whole.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useState } from 'react'
import type { Field } from '#domain/kernel/field.ts'
import { useTranslation } from '#web/locales/translation.ts'

type ExternalIdFilterProps = {
  field: Field
  /** `SYSTEM:identifier`; empty: not filtered. */
  value: string
  onChange: (value: string) => void
}

const partsOf = (value: string): { system: string; id: string } => {
  const colon = value.indexOf(':')
  return { system: value.slice(0, Math.max(0, colon)), id: value.slice(colon + 1) }
}

export function ExternalIdFilter({ field: { label, fields }, value, onChange }: ExternalIdFilterProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(partsOf(value))
  useEffect(() => setTyped(partsOf(value)), [value])
  const { system: ofSystem, value: ofValue } = fields ?? {}
  const [system, id] = [typed.system.trim().toUpperCase(), typed.id.trim()]
  const isSystem = system.length >= (ofSystem?.min ?? 0) && (ofSystem?.pattern?.test(system) ?? true)
  const isWhole = isSystem && id !== ''
  // Not while it is typed.
  const isWrong = system !== '' && !isSystem && id !== ''
  const apply = (): void => {
    if (isWhole && value !== `${system}:${id}`) onChange(`${system}:${id}`)
  }
  return (
    <Box
      component="form"
      aria-label={t(label)}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        apply()
      }}
      // Whoever goes on elsewhere has ended typing, as on a phone with the button below the filters.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) apply()
      }}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <TextField
        label={t(ofSystem?.label ?? '')}
        value={typed.system}
        onChange={(event) => setTyped({ ...typed, system: event.target.value })}
        error={isWrong}
        helperText={isWrong ? t(ofSystem?.hint ?? '') : ' '}
        placeholder="TRACENET"
        autoFocus
        slotProps={{ htmlInput: { maxLength: ofSystem?.max, autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false } }}
      />
      <TextField
        label={t(ofValue?.label ?? '')}
        value={typed.id}
        onChange={(event) => setTyped({ ...typed, id: event.target.value })}
        slotProps={{ htmlInput: { maxLength: ofValue?.max, autoComplete: 'off', spellCheck: false } }}
      />
      <Button type="submit" variant="outlined" disabled={!isWhole}>
        {t('Filter')}
      </Button>
    </Box>
  )
}
