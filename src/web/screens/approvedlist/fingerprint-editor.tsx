// What is signed: the list with the fingerprint that the person has before them. It is filled in, and not typed.
import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useTranslation } from '#web/locales/translation.ts'

export function FingerprintEditor({ field, name, value, onChange, error, record }: EditorProps) {
  const { t } = useTranslation()
  const hash = typeof record?.hash === 'string' ? record.hash : ''
  useEffect(() => {
    if (hash && value !== hash) onChange(hash)
  }, [hash, value, onChange])
  const id = inputId(name)
  return (
    <FieldFrame
      id={id}
      label={t(field.label)}
      error={error}
      required={field.required}
      help={t('Your signature holds for this list alone, as you have read it.')}
    >
      <Box component="output" id={id} sx={{ display: 'block', fontFamily: 'monospace', fontSize: 14, overflowWrap: 'anywhere' }}>
        {hash}
      </Box>
    </FieldFrame>
  )
}
