// The weight of a purchase, with the remaining allowance right under it: what would be refused on saving is said while the scale is
// still loaded.
import { useFormContext, useWatch } from 'react-hook-form'
import { toGrams } from '#domain/chain/ledger.ts'
import { useOne } from '#web/api/queries.ts'
import { useTolerances } from '#web/api/tolerances.ts'
import type { EditorProps } from '#web/fields/form-context.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { sellable } from '../crop/sellable.ts'
import { NetWeight, useNetWeight } from '../net-weight.tsx'

export function PurchaseWeight({ field, name, value, onChange, error }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { control } = useFormContext()
  const cropId = useWatch({ control, name: 'cropId' }) as string | null
  const { data: crop } = useOne('crop', cropId || undefined)
  const net = useNetWeight(value, onChange)
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
  return (
    <NetWeight field={field} name={name} error={error} net={net} isWrong={isOver}>
      {allowance === null
        ? t('Choose the farmer to see how much may be bought.')
        : isOver
          ? t('The ticket asks {{requested}}, but only {{left}} are left of {{why}}.', {
              requested: format.kg(net ?? 0),
              left: format.kg(allowance.leftKg),
              why,
            })
          : t('Up to {{left}} may be bought ({{why}}).', { left: format.kg(allowance.leftKg), why })}
    </NetWeight>
  )
}
