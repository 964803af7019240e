// The weight of what arrives, with its difference to what was sent right under it, while the scale is still loaded (domain dictionary 4.2).
import { useFormContext, useWatch } from 'react-hook-form'
import { toGrams, toKg } from '#domain/chain/ledger.ts'
import { useOne } from '#web/api/queries.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import type { EditorProps } from '#web/fields/form-context.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { NetWeight, useNetWeight } from '../net-weight.tsx'

export function ReceiptWeight({ field, name, value, onChange, error }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { control } = useFormContext()
  const batchId = useWatch({ control, name: 'batchId' }) as string | null
  const { data: lot } = useOne('productbatch', batchId || undefined)
  const net = useNetWeight(value, onChange)
  const { receiptBlock } = useTolerances()
  const sent = typeof lot?.onHandKg === 'number' && lot.onHandKg > 0 ? lot.onHandKg : null
  const difference = sent !== null && net !== null ? toKg(toGrams(net) - toGrams(sent)) : 0
  const share = sent === null ? 0 : Math.abs(difference) / sent
  return (
    <NetWeight field={field} name={name} error={error} net={net} isWrong={share > receiptBlock}>
      {sent === null
        ? t('Choose the lot to see how much was sent.')
        : difference === 0
          ? t('{{sent}} were sent.', { sent: format.kg(sent) })
          : t(difference < 0 ? '{{sent}} were sent: {{difference}} less ({{share}}).' : '{{sent}} were sent: {{difference}} more ({{share}}).', {
              sent: format.kg(sent),
              difference: format.kg(Math.abs(difference)),
              share: format.share(share),
            })}
    </NetWeight>
  )
}
