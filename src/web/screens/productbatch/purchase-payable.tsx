// What is to be paid, worked out as the ticket is filled (BR-29), and the premium by the price model of the group: under the deductions, where the last figure is typed.
import Box from '@mui/material/Box'
import { useFormContext, useWatch } from 'react-hook-form'
import { payable } from '#domain/chain/purchase.ts'
import { NumberEditor } from '#web/fields/edit-number.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { readKg } from '../processingsystem/run-draft.ts'
import { useAgreedPremium } from './use-agreed-premium.ts'

export function PurchasePayable(props: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { control } = useFormContext()
  const typed = useWatch({ control, name: ['netKg', 'pricePerKg', 'premiumPerKg', 'deductions'] }) as (string | null)[]
  const [net, price, premium, deductions] = typed.map((text) => readKg(String(text ?? '')))
  // Money stands in the form in rupees; the rule counts in paise.
  const minor = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? Math.round(value * 100) : 0)
  const [cropId, asConventional] = useWatch({ control, name: ['cropId', 'asConventional'] }) as unknown[]
  const agreed = useAgreedPremium(props, { pricePerKg: price && Number.isFinite(price) ? minor(price) : null, premiumPerKg: typed[2], cropId, asConventional })
  const total =
    net && price && Number.isFinite(net) && Number.isFinite(price)
      ? payable({ netKg: net, pricePerKg: minor(price), premiumPerKg: minor(premium), deductions: minor(deductions) })
      : null
  const isOther = agreed !== null && minor(premium) > 0 && minor(premium) !== agreed
  return (
    <Box>
      <NumberEditor {...props} />
      {agreed === null && total === null ? null : (
        <Box role="status" sx={{ mt: 1, fontSize: 14 }}>
          {agreed === null ? null : (
            <Box sx={{ mb: total === null ? 0 : 1, color: isOther ? 'tone.pending.ink' : 'text.secondary' }}>
              {isOther
                ? t('The premium is {{1}} a kg; the price model of the group makes {{2}}.', { 1: format.money(minor(premium)), 2: format.money(agreed) })
                : t('By the price model of the group the premium is {{amount}} a kg.', { amount: format.money(agreed) })}
            </Box>
          )}
          {total === null ? null : (
            <>
              {t('To pay')} <strong>{format.money(total)}</strong>
            </>
          )}
        </Box>
      )}
    </Box>
  )
}
