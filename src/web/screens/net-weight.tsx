// Net weight, worked out from gross and tare as a scale shows it, with what it means right under it.
import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { readKg } from './processingsystem/run-draft.ts'

/** Kilograms, from the fields grossKg and tareKg beside it; null: nothing is on the scale yet. Puts them into the form. */
export function useNetWeight(value: unknown, onChange: (value: unknown) => void): number | null {
  const { control } = useFormContext()
  const [grossKg, tareKg] = useWatch({ control, name: ['grossKg', 'tareKg'] }) as [string, string]
  const [gross, tare] = [readKg(String(grossKg ?? '')), readKg(String(tareKg ?? ''))]
  const net = gross > 0 && Number.isFinite(tare) ? toKg(toGrams(gross) - toGrams(tare)) : null
  const last = useRef<string | null>(null)
  useEffect(() => {
    const text = net === null || net <= 0 ? '' : String(net)
    if (text === last.current) return
    last.current = text
    if (text !== String(value ?? '')) onChange(text)
  }, [net, value, onChange])
  return net
}

type Props = Pick<EditorProps, 'field' | 'name' | 'error'> & { net: number | null; isWrong: boolean /** What it means. */; children: ReactNode }
export function NetWeight({ field, name, error, net, isWrong, children }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = inputId(name)
  const isTared = net !== null && net <= 0
  return (
    <FieldFrame id={id} label={t(field.label)} required error={error} group>
      <Box
        component="output"
        id={id}
        htmlFor={`${inputId('grossKg')} ${inputId('tareKg')}`}
        sx={{
          display: 'flex',
          alignItems: 'baseline',
          gap: 1,
          minHeight: { xs: 50, sm: 38 },
          px: 1.75,
          py: 0.75,
          borderRadius: 1,
          border: '1px solid',
          borderColor: isWrong || error ? 'error.main' : 'divider',
          bgcolor: 'background.default',
        }}
      >
        <Box sx={{ flex: 1, textAlign: 'right', fontSize: 19, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {net === null ? '–' : format.number(net, 3)}
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{t('kg')}</Box>
      </Box>
      <Box role="status" sx={{ mt: 0.5, fontSize: 13, color: isWrong || isTared ? 'error.main' : 'text.secondary' }}>
        {isTared ? t('The tare is as heavy as the load.') : children}
        {net !== null && net >= 100 ? ` ${t('{{quintal}} quintal', { quintal: format.number(net / 100, 2) })}.` : ''}
      </Box>
    </FieldFrame>
  )
}
