// Net weight worked out from gross and tare, with the remaining allowance right under it: what would be refused on
// saving is said while the scale is still loaded.
import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { useOne } from '#web/api/queries.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { sellable } from '../crop/sellable.ts'
import { readKg } from '../processingsystem/run-draft.ts'

export function PurchaseWeight({ field, name, value, onChange, error }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { control } = useFormContext()
  const [grossKg, tareKg, cropId] = useWatch({ control, name: ['grossKg', 'tareKg', 'cropId'] }) as [string, string, string | null]
  const { data: crop } = useOne('crop', cropId || undefined)
  const [gross, tare] = [readKg(String(grossKg ?? '')), readKg(String(tareKg ?? ''))]
  const net = gross > 0 && Number.isFinite(tare) ? toKg(toGrams(gross) - toGrams(tare)) : null
  const last = useRef<string | null>(null)
  useEffect(() => {
    const text = net === null || net <= 0 ? '' : String(net)
    if (text === last.current) return
    last.current = text
    if (text !== String(value ?? '')) onChange(text)
  }, [net, value, onChange])
  const tolerances = useTolerances()
  const allowance = crop ? sellable(crop, tolerances) : null
  const isOver = allowance !== null && net !== null && toGrams(net) > toGrams(allowance.leftKg)
  const why = allowance
    ? {
        harvest: t('what was harvested and not kept'),
        estimate: t('the estimate and {{more}}', { more: format.share(tolerances.purchaseOverEstimate - 1) }),
        cap: t('the most this field may yield'),
        nothing: t('nothing is harvested yet'),
      }[allowance.limitedBy]
    : ''
  const id = inputId(name)
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
          borderColor: isOver || error ? 'error.main' : 'divider',
          bgcolor: 'background.default',
        }}
      >
        <Box sx={{ flex: 1, textAlign: 'right', fontSize: 19, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {net === null ? '–' : format.number(net, 3)}
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{t('kg')}</Box>
      </Box>
      <Box role="status" sx={{ mt: 0.5, fontSize: 13, color: isOver || (net !== null && net <= 0) ? 'error.main' : 'text.secondary' }}>
        {net !== null && net <= 0
          ? t('The tare is as heavy as the load.')
          : allowance === null
            ? t('Choose the farmer to see how much may be bought.')
            : isOver
              ? t('The ticket asks {{requested}}, but only {{left}} are left of {{why}}.', {
                  requested: format.kg(net ?? 0),
                  left: format.kg(allowance.leftKg),
                  why,
                })
              : t('Up to {{left}} may be bought ({{why}}).', { left: format.kg(allowance.leftKg), why })}
        {net !== null && net >= 100 ? ` ${t('{{quintal}} quintal', { quintal: format.number(net / 100, 2) })}.` : ''}
      </Box>
    </FieldFrame>
  )
}
